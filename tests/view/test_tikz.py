import re

import numpy as np
import pytest

from hexlab import Board
from hexlab.view.layout import ORIENTATIONS
from hexlab.view.svg import board_grid, picture
from hexlab.view.tikz import tikz


def commands(code):
    return [line for line in code.splitlines() if not line.startswith("%")]


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_command_is_closed_and_every_color_defined(orientation):
    shown = picture(
        Board(5).play("c3").play("d3"),
        orientation=orientation,
        heat=np.linspace(-1, 1, 25),
        diverging=True,
        heat_label="50 % of {a_b} & $c ^~\\ #1",
        labels={"a1": "<é>", "b1": "−1×2"},
        marks={"a2": "dot", "b2": "cross", "c2": "triangle"},
        numbers=["c3", "d3"],
        last="d3",
        links=[(0, 1), (2, -1)],
        path="a1 b1",
        carriers=["e5 e4", "d4", "d5", "c5"],
    )
    code = tikz(shown)
    for line in commands(code):
        assert line.endswith(";") or re.match(r"\\(begin|end|definecolor)\{", line), line
        bare = line.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}")
        assert bare.count("[") == bare.count("]")
    defined = re.findall(r"\\definecolor\{(\w+)\}\{HTML\}\{[0-9A-F]{6}\}", code)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"hexcolor\d+", code)) == set(defined)
    opened = re.findall(r"\\begin\{(\w+)\}", code)
    closed = re.findall(r"\\end\{(\w+)\}", code)
    assert sorted(opened) == sorted(closed) == ["scope", "tikzpicture"]


def test_special_characters_are_letters():
    code = tikz(picture(Board(2), labels={"a1": "\\a_b^{c}$%&#~<>"}, coordinates=False))
    label = re.search(r"\{(\\textbackslash.*)\};", code)[1]
    assert label == (
        r"\textbackslash{}a\_b\textasciicircum{}\{c\}\$\%\&\#\textasciitilde{}"
        r"\textless{}\textgreater{}"
    )


def test_a_title_stays_within_its_comment():
    code = tikz(picture(Board(1), title="one\n\\input{two}\r\\input{three}\x85\\input{four}"))
    assert all(line.startswith(("%", "\\", " ")) for line in code.splitlines())
    assert not re.search(r"^\\input", code, flags=re.M)


def test_grids_have_a_scope_for_each_board():
    assert tikz(board_grid([Board(2), Board(3)])).count(r"\begin{scope}") == 2
