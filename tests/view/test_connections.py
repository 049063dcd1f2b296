"""Connections, must-plays and inferior cells as shapes and as SVG."""

import xml.etree.ElementTree as ET

import pytest
from positions import odd_boards

from hexlab import BLACK, WHITE, Board
from hexlab.board.notation import cell_id, cell_name
from hexlab.connection.explain import steps
from hexlab.connection.hsearch import find_connections
from hexlab.connection.inferior import inferior_cells
from hexlab.connection.must_play import mustplay
from hexlab.view.connections import connection_layers, mustplay_layers
from hexlab.view.multiples import derivation, threats
from hexlab.view.inferior import inferior_layers
from hexlab.view.layout import ORIENTATIONS, layout
from hexlab.view.scene import Options, board_scene
from hexlab.view.shapes import Discs, Hexagons, Lines, Polygons, Texts
from hexlab.view.style import THEMES
from hexlab.view.svg import board_svg, picture

LIGHT = THEMES["light"]
BOARD = Board(9, black="c6 e6 e7", white="d3 b8 f2")
AT = layout(9, "flat")


@pytest.fixture(scope="module")
def found():
    return find_connections(BOARD, "black")


@pytest.fixture(scope="module")
def ziggurat(found):
    return next(c for c in found.between("e6", "bottom") if c.carrier.bit_count() == 8)


def spots(*names):
    return {AT.centers[cell_id(name, 9)] for name in names}


def legend_of(shown):
    return [e.text for e in ET.fromstring(shown).iter() if e.text and "–" in e.text]


def test_a_full_connection_has_its_carrier_hatched_and_its_ends_framed(ziggurat):
    layers = connection_layers(ziggurat, BOARD, AT, LIGHT)
    carrier = layers.below[0]
    assert isinstance(carrier, Hexagons)
    assert carrier.cells == ziggurat.cells
    assert carrier.paint.hatch is not None
    (bar,) = next(s for s in layers.below if isinstance(s, Lines)).chains
    assert bar == AT.terminal("bottom")
    rings = [s for s in layers.above if isinstance(s, Discs) and s.centers]
    assert [set(ring.centers) for ring in rings] == [spots("e6", "e7")]
    assert [entry.text for entry in layers.legend] == ["e6–bottom, full"]


def test_a_semi_connection_has_a_small_stone_on_its_key(found):
    semi = next(c for c in found.between("c6", "e6") if not c.full)
    layers = connection_layers([semi], BOARD, AT, LIGHT)
    small = layers.above[-1]
    assert set(small.centers) == spots("d6")
    assert small.paint.fill == LIGHT.black
    assert layers.legend[0].text == "c6–e6, semi at d6"
    white = find_connections(BOARD, "white").semi[0]
    assert connection_layers(white, BOARD, AT, LIGHT).above[-1].paint.fill == LIGHT.white


def test_the_stone_that_and_goes_through_has_a_diamond(found):
    through = next(c for c in found.full if c.rule == "and" and c.carrier)
    layers = connection_layers(through, BOARD, AT, LIGHT)
    diamond = layers.above[-1]
    assert isinstance(diamond, Polygons)
    x, y = (sum(axis) / 4 for axis in zip(*diamond.rings[0], strict=True))
    stones = [AT.centers[cell] for cell in BOARD.black]
    assert any(abs(x - a) + abs(y - b) < 1e-9 for a, b in stones)


def test_several_connections_differ_and_share_a_legend(found, ziggurat):
    semi = next(c for c in found.between("c6", "e6") if not c.full)
    svg = board_svg(BOARD, connections=[ziggurat, semi])
    assert legend_of(svg)[-2:] == ["e6–bottom, full", "c6–e6, semi at d6"]
    assert svg.count("<pattern") == 2
    assert not legend_of(board_svg(BOARD, connections=[ziggurat, semi], legend=False))
    assert board_svg(BOARD, connections=[]) == board_svg(BOARD)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_everything_in_every_theme_and_orientation(ziggurat, theme, orientation):
    svg = board_svg(
        BOARD,
        connections=ziggurat,
        mustplay=mustplay(BOARD, "white"),
        inferior=inferior_cells(BOARD),
        theme=theme,
        orientation=orientation,
    )
    root = ET.fromstring(svg)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", odd_boards())
def test_odd_boards_are_drawn(name):
    board = odd_boards()[name]
    for player in (BLACK, WHITE):
        found = find_connections(board, player)
        shown = picture(board, connections=found.full[:5] + found.semi[:5])
        ET.fromstring(shown.svg)
        ET.fromstring(picture(board, mustplay=mustplay(board, player)).svg)
        ET.fromstring(picture(board, inferior=inferior_cells(board, player)).svg)


def test_the_legend_lies_within_the_picture(ziggurat):
    for board, options in (
        (BOARD, {"connections": [ziggurat] * 5}),
        (Board(2), {"connections": find_connections(Board(2), "black").semi[:4]}),
        (Board(2), {"inferior": inferior_cells(Board(2, black="a1"))}),
    ):
        scene = board_scene(board, Options(**options))
        left, top, width, height = scene.box
        for text in (shape for shape in scene.shapes if isinstance(shape, Texts)):
            for x, y, _ in text.items:
                assert left <= x <= left + width
                assert top <= y <= top + height


# -- must-play -------------------------------------------------------------------------------------


def test_a_must_play_marks_its_cells_and_the_keys_of_the_threats():
    must = mustplay(Board(7, black="d4"), "white")
    layers = mustplay_layers(must, must.board, layout(7, "flat"), LIGHT)
    others, cells = layers.below
    assert cells.cells == must.cells
    assert not set(others.cells) & set(must.cells)
    keys = {layout(7, "flat").centers[threat.key] for threat in must.carriers}
    assert set(layers.above[0].centers) == keys
    assert layers.legend[-1].text == "White must play here"
    assert len(threats(must).scenes) == len(must.carriers) + 1


def test_won_lost_and_free_positions():
    lost = mustplay(Board(3, black="b2"), "white")
    assert [e.text for e in lost_layers(lost)] == ["top–bottom, full"]
    won = mustplay(Board(3, black="b2"), "black")
    assert [e.text for e in lost_layers(won)] == ["top–bottom, full"]
    free = mustplay(Board(3, black="a2", white="c2"), "black")
    if not free.carriers and not free.won:
        assert lost_layers(free) == []
    assert lost_layers(mustplay(Board(1, black="a1"), "white")) == []


def lost_layers(must):
    return mustplay_layers(must, must.board, layout(must.board.n, "flat"), LIGHT).legend


# -- inferior cells --------------------------------------------------------------------------------


def test_each_kind_of_inferior_cell_has_a_mark_of_its_own():
    board = Board(4, black="b2", white="c3", to_move="white")
    inferior, at = inferior_cells(board), layout(4, "flat")
    layers = inferior_layers(inferior, board, at, LIGHT)
    assert layers.below[0].cells == tuple(sorted(inferior.kinds))
    pairs = layers.above[0].chains
    assert len(pairs) == len(inferior.captured_pairs)
    stones = {s.paint.fill: set(s.centers) for s in layers.above if isinstance(s, Discs)}
    for color, fill in ((BLACK, LIGHT.black), (WHITE, LIGHT.white)):
        cells = [c for c in inferior.cells("captured") if inferior.filled[c] == color]
        assert stones[fill] == {at.centers[cell] for cell in cells}
    texts = [entry.text for entry in layers.legend]
    assert texts == [
        "dead",
        "captured by Black",
        "captured by White",
        "reversible: the answer",
        "dominated by",
    ]
    samples = [
        [(type(s), s.paint, getattr(s, "chains", 0)) for s in entry.draw((0.0, 0.0))]
        for entry in layers.legend
    ]
    assert len({str(sample) for sample in samples}) == 5


# -- derivations and objects that show themselves --------------------------------------------------


def test_a_derivation_has_a_board_for_each_step(ziggurat):
    made = steps(ziggurat)
    shown = derivation(ziggurat)
    assert [scene.title for _, scene in shown.scenes] == [
        f"{number}. {step.sentence.split(':')[0]}" for number, step in enumerate(made, start=1)
    ]
    # Where a stone is put first, it is on the board.
    for (_, scene), step in zip(shown.scenes, made, strict=True):
        key = step.connection.key
        board = Board.from_text(scene.description)
        assert key is None or board[cell_name(key, 9)] == BLACK
    assert len(derivation(ziggurat, most=2).scenes) == 2
    assert len(derivation(find_connections(Board(2), "black").full[0]).scenes) == 1


def test_they_show_themselves(ziggurat):
    for shown in (ziggurat, mustplay(BOARD, "white"), inferior_cells(BOARD)):
        bundle = shown._repr_mimebundle_()
        assert bundle["text/html"].startswith("<img ")
        assert bundle["text/plain"] in (repr(shown), str(shown))
        ET.fromstring(shown.show(title="x", theme="print").svg)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"connections": 5}, "one or a list of connections"),
        ({"connections": ["a1"]}, "'a1' is none"),
        ({"connections": find_connections(Board(3), "black").full[:1]}, "a 3×3 board is shown on"),
        ({"mustplay": 5}, "hexlab.connection.must_play gives"),
        ({"mustplay": mustplay(Board(3), "black")}, "a 3×3 board are|a 3×3 board is"),
        ({"inferior": 5}, "inferior_cells gives"),
        ({"inferior": inferior_cells(Board(3))}, "of a 3×3 board are shown on"),
    ],
)
def test_other_things_are_refused(options, said):
    with pytest.raises(ValueError, match=said):
        board_svg(BOARD, **options)
