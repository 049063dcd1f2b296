from math import dist

import numpy as np
import pytest

from hexlab import BLACK, WHITE, Board
from hexlab.network.network import board_network
from hexlab.view.layout import layout
from hexlab.view.overlays import (
    MARKS,
    carriers_shapes,
    links_by_player,
    links_shapes,
    marks_shapes,
    move_numbers,
    path_shapes,
    texts_on_cells,
)
from hexlab.view.scene import Options, board_scene
from hexlab.view.shapes import Discs, Hexagons, Lines, Polygons
from hexlab.view.style import THEMES

LIGHT = THEMES["light"]
AT = layout(5, "flat")
INK = dict.fromkeys(range(25), "#000000")


def test_each_mark_has_a_form_of_its_own():
    shapes = marks_shapes(dict(enumerate(MARKS)), AT, INK)
    kinds = [(type(shape), getattr(shape, "radius", 0)) for shape in shapes]
    assert len(shapes) == 5
    assert [kind for kind, _ in kinds].count(Polygons) == 2
    assert len({len(s.rings[0]) for s in shapes if isinstance(s, Polygons)}) == 2
    assert len({radius for kind, radius in kinds if kind is Discs}) == 2


def test_numbers_from_the_order_of_play_or_a_dict():
    assert move_numbers(["c3", 0], 5) == {12: "1", 0: "2"}
    assert move_numbers("c3 a1", 5) == {12: "1", 0: "2"}
    assert move_numbers({"c3": 7}, 5) == {12: "7"}


def test_long_texts_are_smaller():
    sizes = [
        shape.size
        for text in ("1", "12", "1234", "12345678")
        for shape in texts_on_cells({0: text}, AT, INK)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > 2 * sizes[-1]


def test_each_carrier_has_its_own_look_and_cells_once():
    shapes = carriers_shapes(["a1 b1 a1", [7, "d4"], {24}, []], 5, LIGHT)
    assert [shape.cells for shape in shapes] == [(0, 1), (7, 18), (24,), ()]
    assert len({(s.paint.fill, s.paint.hatch) for s in shapes}) == 4


@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_a_network_in_all_its_forms(player):
    board = Board(5, black="c3 c4", white="b2")
    network = board_network(board, player)
    pairs = [tuple(pair) for pair in network.cell_links().tolist()]
    assert links_by_player(network, BLACK, 5) == [(player, pairs)]
    assert links_by_player([network], BLACK, 5) == [(player, pairs)]
    assert links_by_player({player: network}, BLACK, 5) == [(player, pairs)]
    assert links_by_player({player: network.cell_links()}, BLACK, 5) == [(player, pairs)]
    assert links_by_player(network.cell_links(), player, 5) == [(player, pairs)]
    assert links_by_player(pairs, player, 5) == [(player, pairs)]
    with pytest.raises(ValueError, match="5×5 board on one of 6×6"):
        links_by_player(network, player, 6)


def cores(shapes):
    """The inner lines of cased links, without the bars of the terminals."""
    return next(s for s in shapes if isinstance(s, Lines) and s.paint.width == 1.4)


@pytest.mark.parametrize(
    ("player", "first", "second"), [(BLACK, "top", "bottom"), (WHITE, "left", "right")]
)
def test_links_run_from_cell_to_cell_and_to_the_player_s_sides(player, first, second):
    shapes = links_shapes([(player, [(0, 1), (-1, 12), (12, -2), (-1, -2)])], AT, LIGHT)
    one, to_first, to_second, across = cores(shapes).chains
    assert one == (AT.centers[0], AT.centers[1])
    assert to_first == (AT.centers[12], AT.foot(12, first))
    assert to_second == (AT.centers[12], AT.foot(12, second))
    # Straight through the middle of the board.
    assert dist(*across) > dist(*to_first)
    assert tuple(sum(axis) / 2 for axis in zip(*across, strict=True)) == pytest.approx(
        AT.centers[12]
    )


def test_players_differ_in_lightness_of_their_lines():
    black, white = (
        cores(links_shapes([(player, [(0, 1)])], AT, LIGHT)).paint.stroke
        for player in (BLACK, WHITE)
    )
    assert (black, white) == (LIGHT.ink, LIGHT.paper)


def test_no_links_draw_nothing_and_wrong_ends_are_named():
    nothing = board_scene(Board(5), Options(links=np.empty((0, 2), int)))
    assert nothing.shapes == board_scene(Board(5), Options()).shapes
    with pytest.raises(ValueError, match="cell id 25"):
        links_shapes([(BLACK, [(0, 25)])], AT, LIGHT)


def test_a_path_meets_the_sides_straight():
    for steps, player in (([-1, "c1", "b2", -2], BLACK), (["top", 2, 6, "bottom"], WHITE)):
        (chain,) = path_shapes(steps, player, AT, LIGHT)[-1].chains
        assert chain == (AT.foot(2, "top"), AT.centers[2], AT.centers[6], AT.foot(6, "bottom"))
    (chain,) = path_shapes("left a1 b1", BLACK, AT, LIGHT)[-1].chains
    assert chain[0] == AT.foot(0, "left")


def test_a_network_says_whose_sides_the_path_means():
    network = board_network(Board(5), WHITE)
    scene = board_scene(Board(5), Options(links=network, path=[-1, "a1"]))
    line = [s for s in scene.shapes if isinstance(s, Lines)][-1]
    assert line.chains[0][0] == AT.foot(0, "left")


def test_order_of_layers():
    board = Board(5).play("c3")
    options = Options(heat=range(25), carriers=["a1"], links=[(0, 1)], path="a1 b1", last="c3")
    scene = board_scene(board, options)
    kinds = [type(shape) for shape in scene.shapes]
    assert kinds[:5] == [Polygons, Polygons, Hexagons, Hexagons, Hexagons]  # cells, heat, carrier
    assert Hexagons not in kinds[5:]
    discs = [i for i, s in enumerate(scene.shapes) if isinstance(s, Discs)]
    path = [getattr(s, "paint", None) and s.paint.stroke for s in scene.shapes].index(LIGHT.accent)
    nodes, *stone_and_ring = discs
    assert nodes < path < min(stone_and_ring)
