"""Where things are: the checkout, its data sets, and the folder for what a run makes."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["checkout", "datasets_folder", "output_folder"]

_CHECKOUT = Path(__file__).resolve().parents[2]


def checkout() -> Path | None:
    """The repository this package is run from, or None if it was installed without one."""
    return _CHECKOUT if (_CHECKOUT / "pyproject.toml").is_file() else None


def datasets_folder() -> Path:
    """The folder of the data sets.

    The one that ``HEXLAB_DATASETS`` names, else ``datasets/`` of the checkout, else ``datasets/``
    in the current folder.

    Raises
    ------
    ValueError
        If there is none.
    """
    named = os.environ.get("HEXLAB_DATASETS")
    root = checkout()
    places = [Path(named)] if named else [*([root / "datasets"] if root else []), Path("datasets")]
    for place in places:
        if place.is_dir():
            return place.resolve()
    tried = " nor ".join(str(place) for place in places)
    raise ValueError(
        f"no folder of data sets: {tried} does not exist; run inside a checkout of hexlab or set "
        "HEXLAB_DATASETS to its datasets/ folder"
    )


def output_folder() -> Path:
    """Where notebooks put figures and results: ``HEXLAB_OUT``, else ``build/reproduce``.

    The folder is below the checkout (below the current folder without one) and may not exist yet.
    """
    named = os.environ.get("HEXLAB_OUT")
    if named:
        return Path(named).resolve()
    return (checkout() or Path.cwd()) / "build" / "reproduce"
