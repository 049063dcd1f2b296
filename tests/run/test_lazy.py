"""Names that are imported when they are first asked for."""

import importlib
import pkgutil

import pytest

import hexlab

PACKAGES = [
    "hexlab",
    *(f"hexlab.{name}" for _, name, is_room in pkgutil.iter_modules(hexlab.__path__) if is_room),
]


@pytest.mark.parametrize("package", PACKAGES)
def test_a_star_imports_what_the_package_offers(package: str) -> None:
    shelf: dict[str, object] = {}
    exec(f"from {package} import *", shelf)
    offered = getattr(importlib.import_module(package), "__all__", [])
    assert set(offered) <= set(shelf)
    assert not {"lazy_names", "TYPE_CHECKING"} & set(shelf)


def test_a_star_gives_the_names_of_a_first_lesson() -> None:
    shelf: dict[str, object] = {}
    exec("from hexlab import *; from hexlab.network import *; from hexlab.model import *", shelf)
    assert {"Board", "Game", "BLACK", "board_network", "winners", "network_value"} <= set(shelf)
