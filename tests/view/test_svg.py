import xml.etree.ElementTree as ET

import pytest

from hexlab import Board
from hexlab.view.svg import picture

SVG = "{http://www.w3.org/2000/svg}"


def parsed(shown):
    return ET.fromstring(shown.svg)


@pytest.mark.parametrize("n", [1, 2, 5, 11, 19])
def test_every_cell_has_one_target_on_top(n):
    root = parsed(picture(Board(n)))
    targets = [e for e in root.iter() if e.get("class") == "hex-cell"]
    names = [e.get("data-cell") for e in targets]
    assert sorted(names) == sorted(f"{chr(97 + c)}{r + 1}" for r in range(n) for c in range(n))
    assert list(root.iter())[-n * n :] == targets
