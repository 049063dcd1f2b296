import random
import re
import time
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlab import Board
from hexlab.view.layout import ORIENTATIONS
from hexlab.view.style import THEMES
from hexlab.view.svg import Picture, board_grid, board_svg, picture

SVG = "{http://www.w3.org/2000/svg}"


def parsed(shown):
    return ET.fromstring(shown.svg if isinstance(shown, Picture) else shown)


def played(n, stones, seed=0):
    board = Board(n)
    for cell in random.Random(seed).sample(range(n * n), stones):
        board = board.play(cell)
    return board


def texts_of(root):
    return [element.text for element in root.iter(f"{SVG}text")]


def circles_of(root, fill):
    groups = [g for g in root.iter(f"{SVG}g") if g.get("fill") == fill]
    return [circle for group in groups for circle in group.iter(f"{SVG}circle")]


BUSY = {
    "heat": np.linspace(-1, 2, 49).reshape(7, 7),
    "diverging": True,
    "heat_label": 'a "label" & <more>',
    "marks": {"a1": "dot", "b1": "cross", "c1": "circle", "d1": "triangle", 4: "square"},
    "labels": {"a2": "x", "b2": 0.25},
    "numbers": ["c4", "d4"],
    "last": "d4",
    "links": np.array([[0, 1], [1, 8], [2, -1], [44, -2], [-1, -2]]),
    "path": [-1, "c1", "c2", -2],
    "carriers": ["e5 e6 d6", [40, "f6"]],
    "title": "Everything at once",
}


@pytest.mark.parametrize("n", [1, 2, 5, 11, 19])
def test_every_cell_has_one_target_on_top(n):
    root = parsed(picture(Board(n)))
    targets = [e for e in root.iter() if e.get("class") == "hex-cell"]
    names = [e.get("data-cell") for e in targets]
    assert sorted(names) == sorted(f"{chr(97 + c)}{r + 1}" for r in range(n) for c in range(n))
    assert list(root.iter())[-n * n :] == targets


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_everything_at_once_is_valid_xml(orientation, theme):
    board = played(7, 15)
    svg = board_svg(board, orientation=orientation, theme=theme, **BUSY)
    root = ET.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)
    assert {one or other for one, other in used} <= set(ids)
    assert root.get("aria-labelledby").split() == ids[:2]


@pytest.mark.parametrize(
    "board",
    [
        Board(1),
        Board(1).play("a1"),
        Board(19),
        Board.from_array(np.ones((5, 5), np.int8)),
        Board.from_array(-np.ones((5, 5), np.int8)),
        played(6, 36),
        played(19, 361),
    ],
    ids=["1x1", "1x1 won", "19x19", "all black", "all white", "full", "19x19 full"],
)
def test_stones_are_where_they_stand(board):
    root = parsed(picture(board))
    light = THEMES["light"]
    assert len(circles_of(root, light.black)) == len(board.black)
    assert len(circles_of(root, light.white)) == len(board.white)
    spots = {
        use.get("data-cell"): (use.get("x"), use.get("y"))
        for use in root.iter(f"{SVG}use")
        if use.get("class") == "hex-cell"
    }
    for fill, cells in ((light.black, board.black), (light.white, board.white)):
        drawn = {(c.get("cx"), c.get("cy")) for c in circles_of(root, fill)}
        names = (f"{chr(97 + cell % board.n)}{cell // board.n + 1}" for cell in cells)
        assert drawn == {spots[name] for name in names}


def test_coordinates_stand_on_all_four_sides():
    assert sorted(texts_of(parsed(picture(Board(3))))) == sorted(2 * "abc" + 2 * "123")
    assert texts_of(parsed(picture(Board(3), coordinates=False))) == []


def test_a_screen_reader_gets_the_position():
    board = Board(4).play("b2").play("c3")
    root = parsed(picture(board))
    assert root.find(f".//{SVG}title").text == "Hex position, 4×4, black to move"
    assert Board.from_text(root.find(f".//{SVG}desc").text) == board


HARMFUL = ["<script>alert(1)</script>", "\"'&<>", "]]>", "&lt;", "\x00\x07", "\ud800", "−½ é 漢"]


@pytest.mark.parametrize("text", HARMFUL)
def test_texts_are_only_texts(text):
    shown = picture(Board(2), labels={"a1": text}, title=text, heat=[1, 2, 3, 4], heat_label=text)
    root = parsed(shown)
    clean = "".join(c if c.isprintable() else "\ufffd" for c in text)
    assert texts_of(root).count(clean) == 3
    assert not list(root.iter(f"{SVG}script"))
    assert "<script" not in shown._repr_mimebundle_()["text/html"]


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(1, 8),
    seed=st.integers(0, 1000),
    text=st.text(max_size=12),
    heat=st.lists(st.floats(), min_size=64, max_size=64),
    diverging=st.booleans(),
    orientation=st.sampled_from(list(ORIENTATIONS)),
)
def test_any_heat_and_label_makes_valid_xml(n, seed, text, heat, diverging, orientation):
    board = played(n, random.Random(seed).randint(0, n * n), seed)
    svg = board_svg(
        board,
        heat=heat[: n * n],
        diverging=diverging,
        labels={0: text},
        title=text,
        orientation=orientation,
    )
    ET.fromstring(svg)
    assert "nan" not in re.sub("<(text|title|desc).*?</", "", svg, flags=re.S)


def test_the_same_picture_is_the_same_text_and_another_has_other_ids():
    one, again, other = (picture(Board(3).play(cell)).svg for cell in ("a1", "a1", "a2"))
    assert one == again
    ids = [set(re.findall(r'id="([^"]+)"', svg)) for svg in (one, other)]
    assert not ids[0] & ids[1]


def test_a_busy_board_is_fast_and_small():
    board = played(11, 40)
    heat = np.random.default_rng(0).random((11, 11))
    numbers = random.Random(0).sample(range(121), 40)

    def seconds():
        start = time.process_time()
        board_svg(board, heat=heat, numbers=numbers, heat_label="betweenness")
        return time.process_time() - start

    assert min(seconds() for _ in range(15)) < 0.020
    assert len(board_svg(board, heat=heat, numbers=numbers).encode()) < 40_000


def test_size_is_the_width_in_pixels():
    root = parsed(picture(Board(5), size=300))
    assert root.get("width") == "300"
    box = [float(value) for value in root.get("viewBox").split()]
    assert float(root.get("height")) == pytest.approx(300 * box[3] / box[2], abs=0.2)


def test_a_notebook_gets_html_without_targets():
    bundle = Board(3).play("a1")._repr_mimebundle_()
    assert bundle["text/plain"] == "Board(3, black='a1', to_move='white')"
    assert bundle["text/html"].startswith("<img ")
    assert "hex-cell" not in bundle["image/svg+xml"]
    ET.fromstring(bundle["image/svg+xml"])
    assert picture(Board(3))._repr_mimebundle_()["text/plain"] == "Picture of Board(3)"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"heat": np.zeros((4, 4))}, r"shape \(5, 5\) or \(25,\), not \(4, 4\)"),
        ({"theme": "pink"}, "'light', 'dark', 'print'"),
        ({"orientation": "up"}, "'flat', 'flat-mirrored', 'diamond'"),
        ({"marks": {"a1": "star"}}, "'dot', 'cross', 'circle'"),
        ({"marks": ["a1"]}, "marks is a dict"),
        ({"labels": {"z9": "x"}}, "'z9' is off"),
        ({"last": "f6"}, "'f6' is off"),
        ({"links": [[0, 1, 2]]}, r"\(m, 2\) array"),
        ({"links": [[0, 25]]}, "off a 5×5"),
        ({"links": [[0, -3]]}, "-3 is no terminal"),
        ({"path": []}, "at least one cell"),
        ({"path": ["a1", "north"]}, "no cell name"),
        ({"carriers": "a1 b1"}, "list of cell sets"),
        ({"player": "red"}, "no color"),
        ({"path": 5}, "path is a list of cells"),
        ({"numbers": 5}, "cells are names"),
        ({"heat": [10**400] * 25}, "no number"),
        ({"size": -3}, "width in pixels, not -3"),
        ({"size": "wide"}, "width in pixels"),
        ({"heet": 1}, "'heet' is none of the options size, heat"),
        ({"heat": [0] * 25, "heat_range": (1, 0)}, "two rising numbers"),
        ({"heat": [0] * 25, "heat_range": 3}, "two rising numbers"),
        ({"heat": [0] * 25, "heat_range": (0, 1), "diverging": True}, "centered at 0"),
    ],
)
def test_wrong_options_are_named(options, said):
    with pytest.raises(ValueError, match=said):
        board_svg(Board(5), **options)


# -- grids -----------------------------------------------------------------------------------------


def test_a_grid_holds_every_board_without_overlap():
    boards = [played(n, n, seed) for seed, n in enumerate((2, 3, 5, 4, 3))]
    grid = board_grid([boards[0], *[picture(board, title="t") for board in boards[1:]]], columns=2)
    root = parsed(grid)
    assert len(root.findall(f"{SVG}desc")) == 5
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    rects = [(x, y, x + s.box[2], y + s.box[3]) for (x, y), s in grid.scenes]
    for i, a in enumerate(rects):
        for b in rects[i + 1 :]:
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    assert grid.natural == (max(r[2] for r in rects), max(r[3] for r in rects))


def test_grids_nest_and_single_boards_too():
    inner = board_grid([Board(2), Board(2)], columns=1)
    assert len(board_grid([inner, Board(3)]).scenes) == 3
    assert board_grid(Board(11) for _ in range(9)).width <= 960
    assert board_grid([Board(11)] * 4, size=500).width == 500


@pytest.mark.parametrize("pictures", [5, None, ["a1"], [None], Board(2)])
def test_a_grid_of_other_things_is_refused(pictures):
    with pytest.raises(ValueError, match="a grid is made of"):
        board_grid(pictures)


def test_any_title_is_a_text():
    assert picture(Board(2), title=5).svg == picture(Board(2), title="5").svg
    assert picture(Board(2), title=None).svg == picture(Board(2)).svg


@pytest.mark.parametrize(("pictures", "columns"), [([], 3), ([Board(2)], 0), ([Board(2)], 1.5)])
def test_a_grid_of_nothing_is_refused(pictures, columns):
    with pytest.raises(ValueError, match=r"at least one|whole number"):
        board_grid(pictures, columns)
