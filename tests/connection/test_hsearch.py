"""Connections against a slow H-search, known shapes, and what nonsense does."""

from math import factorial

import numpy as np
import pytest
from connection_oracles import holds
from counts import FULL, count
from found_checks import carriers, drawn_board
from numba import njit
from positions import odd_boards, random_board
from slow_hsearch import minimal_unions, slow_connections

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import cell_id, cell_names
from hexlab.board.symmetry import reflect_cells, rotate_cells
from hexlab.connection import find_connections, or_rule, store
from hexlab.connection.links import POSITION_RULES
from hexlab.connection.options import OR_RULES, options
from hexlab.network import board_network

FLAGS = [
    {"side_midpoints": side, "stone_midpoints": stone}
    for side in (False, True)
    for stone in (False, True)
]
UNLIMITED = {"or_rule": "exact", "or_nodes": 10**9}


def bits(names, n):
    return sum(1 << cell_id(name, n) for name in names.split())


def names(cells, n):
    return " ".join(cell_names(n)[cell] for cell in cells_of(cells))


# -- every connection that the rules give ----------------------------------------------------------


def compare(board, flags, **rules):
    """The kernels find what the slow search does, no more and no less, for both players."""
    for player in (BLACK, WHITE):
        found = find_connections(board, player, **(rules or UNLIMITED), **flags)
        assert found.limits == ()
        assert carriers(found) == slow_connections(board, player, **flags), (player, flags, board)


def test_positions_of_3x3_equal_the_slow_search():
    """All of them in the full run."""
    rng = np.random.default_rng(51)
    numbers = range(3**9) if FULL else rng.integers(3**9, size=40).tolist()
    for number in [0, *numbers]:
        cells = np.array([(0, BLACK, WHITE)[number // 3**cell % 3] for cell in range(9)])
        board = Board.from_array(cells.reshape(3, 3))
        for flags in FLAGS:
            compare(board, flags)


@pytest.mark.parametrize(
    ("seed", "amount"), [(52, count(12, 500)), pytest.param(53, 150, marks=pytest.mark.long)]
)
def test_larger_boards_equal_the_slow_search(seed, amount):
    rng = np.random.default_rng(seed)
    for i in range(amount):
        n = 4 + i % 2
        board = drawn_board(rng, n, int(rng.integers(3, 14)))
        for flags in FLAGS:
            compare(board, flags)


def test_one_color_or_any_mixture_equals_the_slow_search():
    rng = np.random.default_rng(54)
    boards = [random_board(rng, int(rng.integers(1, 4))) for _ in range(count(30, 1_000))]
    boards += [board for board in odd_boards().values() if board.n < 5]
    for board in boards:
        compare(board, FLAGS[int(rng.integers(4))])


@pytest.mark.parametrize("rule", ["mixed", "B", "A"])
def test_other_rules_without_limits_find_the_same(rule):
    rng = np.random.default_rng(55)
    for i in range(count(12, 400)):
        board = drawn_board(rng, 3 + i % 2, 5 if rule == "A" else 9)
        for flags in FLAGS:
            compare(board, flags, or_rule=rule, or_nodes=10**9)


def test_shorter_carriers_only():
    """`max_carrier` leaves out the larger carriers and what needs them, nothing else."""
    rng = np.random.default_rng(56)
    for _ in range(count(15, 300)):
        board = drawn_board(rng, 4, 10)
        all_of = carriers(find_connections(board, BLACK, **UNLIMITED))
        some = carriers(find_connections(board, BLACK, **UNLIMITED, max_carrier=5))
        for every, few in zip(all_of, some, strict=True):
            wanted = {p: [c for c in cs if c.bit_count() <= 5] for p, cs in every.items()}
            assert few == {pair: cs for pair, cs in wanted.items() if cs}


def test_weaker_rules_find_a_part():
    """What other rules find contains a carrier of the exact rule, for the same two points."""
    rng = np.random.default_rng(57)
    for _ in range(count(10, 300)):
        board = drawn_board(rng, 5, 11)
        fulls, semis = carriers(find_connections(board, WHITE, **UNLIMITED, side_midpoints=True))
        for rules in ({}, {"or_rule": "greedy"}, {"or_rule": "minimal"}, {"shrinking_only": True}):
            for kind, found in enumerate(carriers(find_connections(board, WHITE, **rules))):
                for pair, cs in found.items():
                    smaller = fulls.get(pair, []) + (semis.get(pair, []) if kind else [])
                    assert all(any(s & ~c == 0 for s in smaller) for c in cs)


def test_unions_by_trying_all_sets():
    rng = np.random.default_rng(58)
    for _ in range(200):
        semis = [int(s) for s in rng.integers(1, 64, size=int(rng.integers(1, 7)))]
        unions = []
        for chosen in range(1, 1 << len(semis)):
            common, union = -1, 0
            for i in cells_of(chosen):
                common, union = common & semis[i], union | semis[i]
            if not common:
                unions.append(union)
        least = {u for u in unions if not any(v & ~u == 0 and v != u for v in unions)}
        assert set(minimal_unions(semis)) == least


# -- order and color -------------------------------------------------------------------------------


def moved(board, to, swapped):
    """The board with each cell at `to[cell]`, the colors exchanged if so."""
    black, white = ([to[c] for c in cells_of(board.bits(color))] for color in (BLACK, WHITE))
    return Board(board.n, white, black) if swapped else Board(board.n, black, white)


@pytest.mark.parametrize("rules", [{"quality": "canonical"}, POSITION_RULES], ids=["", "small"])
@pytest.mark.parametrize(("n", "amount"), [(5, 10), (7, 6), (9, 3)])
def test_canonical_does_not_depend_on_order_or_color(n, amount, rules):
    """Turned and reflected boards, where all is met in another order, have the same connections.

    Groups get other names, so points are compared by all their stones.
    """
    rng = np.random.default_rng(59)
    turn, mirror = rotate_cells(n), reflect_cells(n)
    limited, boards = 0, count(amount, 20 * amount)
    for _ in range(boards):
        # The preset itself not between: there OR meets its limit of steps often.
        empty = int(rng.integers(3, 24)) if rng.random() < 0.7 else n * n - int(rng.integers(4))
        if rules is POSITION_RULES:
            empty = int(rng.integers(n * n + 1))
        board = drawn_board(rng, n, empty)
        one = find_connections(board, BLACK, **rules)
        for to, swapped, turned in (
            (turn, False, True),
            (mirror, True, False),
            ([turn[c] for c in mirror], True, True),
        ):
            there = moved(board, to, swapped)
            other = find_connections(there, WHITE if swapped else BLACK, **rules)
            if one.limits or other.limits:
                limited += 1
                continue
            assert image(one, to, turned) == image(other, range(n * n), False)
    assert limited <= 3 * boards // 50  # an OR that met its limit of steps


def image(found, to, turned):
    """The connections as a set, each cell at `to[cell]`: ends as groups, kind and carrier."""
    group = {stone: g for g in found.board.groups(found.player) for stone in g}

    def point(end):
        if end < 0:
            return -3 - end if turned else end
        return frozenset(to[c] for c in group.get(end, (end,)))

    everything = (*found.full, *found.semi)
    return {
        (frozenset(map(point, c.ends)), c.full, sum(1 << to[x] for x in c.cells))
        for c in everything
    }


# -- known shapes, found ---------------------------------------------------------------------------


def fulls(found, one, other):
    return {names(c.carrier, found.board.n) for c in found.between(one, other) if c.full}


def test_bridge():
    """Two stones with two common neighbors (Takada 2.3.2)."""
    found = find_connections(Board(5, black="c3 d1"), "black")
    assert "c2 d2" in fulls(found, "c3", "d1")
    white = find_connections(Board(5, white="b3 d2"), "white")
    assert "c2 c3" in fulls(white, "b3", "d2")
    empty = find_connections(Board(5), "black")
    assert {names(c.carrier, 5) for c in empty.between("c3", "d1")} == {
        "c2",
        "d2",
        "c2 d2",
    }
    lone = find_connections(Board(5, black="c3 d1", white="d2"), "black")
    assert {(c.key, c.carrier) for c in lone.between("c3", "d1")} == {(7, 1 << 7)}


@pytest.mark.parametrize("n", [3, 5, 13])
def test_row_2(n):
    """From the second row to the side: two empty cells (Gao 2020)."""
    for player, side, row in ((BLACK, "top", 1), (BLACK, "bottom", n - 2)):
        cell = row * n + n // 2
        found = find_connections(Board(n, black=[cell]), player).between(cell, side)
        assert min(c.carrier.bit_count() for c in found if c.full) == 2
        mirrored = Board(n, white=[reflect_cells(n)[cell]])
        side = {"top": "left", "bottom": "right"}[side]
        found = find_connections(mirrored, WHITE).between(reflect_cells(n)[cell], side)
        assert min(c.carrier.bit_count() for c in found if c.full) == 2
    assert not holds(n, BLACK, 0, n + 1, -1, 1 << 1)


@pytest.mark.parametrize("n", [7, 11])
def test_ziggurat_and_its_mirror(n):
    """4-3-2, III-1-a: eight cells from the third row, to either hand and at every side."""
    row, col = n - 3, n // 2 + 1
    cell = row * n + col
    one = [(0, 1), (1, -1), (1, 0), (1, 1), (2, -2), (2, -1), (2, 0), (2, 1)]
    other = [(down, -down - right) for down, right in one]
    shapes = [sum(1 << (row + d) * n + col + r for d, r in shape) for shape in (one, other)]
    here = list(range(n * n))
    turn, mirror = rotate_cells(n), reflect_cells(n)
    for to, player, side in (
        (here, "black", "bottom"),
        (turn, "black", "top"),
        (mirror, "white", "right"),
        ([turn[c] for c in mirror], "white", "left"),
    ):
        found = find_connections(Board(n, **{player: [to[cell]]}), player)
        eight = {c.carrier for c in found.between(to[cell], side) if c.full}
        for shape in shapes:
            assert sum(1 << to[c] for c in cells_of(shape)) in eight
        # With these cells only, nothing smaller is one.
        assert min(c.bit_count() for c in eight) == 8


def test_openings_of_3x3():
    """After each of the five winning openings the sides are joined, after no other (Gao 2020)."""
    won = {
        cell_names(3)[cell]
        for cell in range(9)
        if any(c.full for c in find_connections(Board(3, black=[cell]), "black").across)
    }
    assert won == {"c1", "a2", "b2", "c2", "a3"}


def test_braid():
    """Connected by the semi connections of a and b through the stones x and y only (Gao 2020).

    On 7×7, the links those of the braid: x (b4 b5 b6 c3 c6 d6) touches a (d3) and 3 (e5), y (f2 f3)
    touches 1 (e2) and b (e4), 2 (d4) touches a and b.
    """
    n = 7
    x, y = "b4 b5 b6 c3 c6 d6", "f2 f3"
    free = bits("d3 e4 e2 d4 e5", n)
    rest = [c for c in range(n * n) if not (free | bits(x, n) | bits(y, n)) >> c & 1]
    board = Board(n, black=f"{x} {y}", white=rest)
    for side in (False, True):
        without = find_connections(board, BLACK, stone_midpoints=False, side_midpoints=side)
        assert without.between("b4", "f2") == ()
        (semi,) = find_connections(board, BLACK, side_midpoints=side).between("b4", "f2")
        assert (semi.full, semi.carrier) == (False, free)
        assert semi.key in (cell_id("d3", n), cell_id("e4", n))


@pytest.mark.parametrize(
    ("n", "sizes", "must"), [(3, [5], 5), (4, [11, 11], 6), (5, [17], 17), (6, [], None)]
)
def test_empty_boards(n, sizes, must):
    """The side-to-side semi connections of the empty board (Rasmussen's build, 2007, 3.2 and 3.3).

    His numbers: 3×3 one of 5 cells, 4×4 two of 11 with 6 in common, 5×5 one of 17, 6×6 none; no
    supersets, sides barred from AND, at most 35 of a kind for a pair, OR procedure B. Ours are the
    same, whatever the OR rule and without the cap.
    """
    for rules in (
        {"or_rule": "B", "or_nodes": 10**6, "max_semis": 35, "max_fulls": 35},
        {"or_rule": "exact", "or_nodes": 10**6},
        {},
    ):
        for player in (BLACK, WHITE):
            across = find_connections(Board(n), player, **rules).across
            assert [c.carrier.bit_count() for c in across] == sizes
            assert not any(c.full for c in across)
            if sizes:
                common = -1
                for c in across:
                    common &= c.carrier
                assert common.bit_count() == must


# -- steps of OR -----------------------------------------------------------------------------------


@njit
def _search(pair, opts, s):
    or_rule.search_or(
        pair, opts, s.carrier, s.meet, s.records, s.pairs, s.members, s.pair_of, s.counts
    )


def steps(rule, semis):
    """How many steps the OR of these carriers between a1 and d4 of 4×4 takes, and its unions."""
    s = store.new_store(4)
    s.counts[:] = -1
    s.counts[: store.WAITING] = 0
    s.counts[[store.RECORDS, store.PAIRS]] = len(semis), 1
    s.counts[store.OR_HEAD] = -1
    s.pair_of[0, 15] = s.pair_of[15, 0] = 0
    s.pairs[0, :4] = 0, 15, 0, -1
    s.meet[store.ROWS + 1, 0] = ~np.uint64(0)
    s.carrier[: len(semis), 0] = semis
    s.records[: len(semis), store.SIZE] = [c.bit_count() for c in semis]
    s.records[: len(semis), store.AFTER] = [*range(1, len(semis)), -1]
    opts = options(or_rule=rule, or_nodes=10**9).array()
    _search(np.int64(0), opts, s)
    made = int(s.counts[store.RECORDS])
    return int(s.counts[store.OR_STEPS]), set(s.carrier[len(semis) : made, 0].tolist())


@pytest.mark.long
def test_steps_of_procedures_a_and_b():
    """A cell is common to all of m semis, each of which lacks another cell (Rasmussen 2007, 6.1).

    B makes 2^m − 1 steps, one for each set. A enters 1, 4, 15, 64, 325, 1956 sequences, and in each
    and at the beginning it looks at all m. Exact sees at once that there is nothing.
    """
    sequences = [sum(factorial(m) // factorial(m - k) for k in range(1, m + 1)) for m in range(7)]
    assert sequences[1:] == [1, 4, 15, 64, 325, 1956]
    for m in range(1, 7):
        semis = [0b1111110 & ~(1 << i) | 1 << 7 for i in range(1, m + 1)]
        assert steps("B", semis) == (2**m - 1, set())
        assert steps("A", semis) == (m * (1 + sequences[m]), set())
        assert steps("exact", semis) == (m, set())


@pytest.mark.long
def test_or_of_random_carriers():
    rng = np.random.default_rng(60)
    for _ in range(count(300, 5_000)):
        semis = []
        for _ in range(int(rng.integers(1, 8))):
            new = int(rng.integers(1, 1 << 7)) << 1
            if not any(s & ~new == 0 or new & ~s == 0 for s in semis):
                semis.append(new)
        least = set(minimal_unions(semis))
        assert least <= steps("exact", semis)[1]
        assert least <= steps("B", semis)[1]
        smallest = min((u.bit_count() for u in least), default=None)
        found = steps("minimal", semis)[1]
        assert min((u.bit_count() for u in found), default=None) == smallest
        a, b = steps("A", semis[:5]), steps("B", semis[:5])
        assert a[1] >= set(minimal_unions(semis[:5]))
        assert a[0] >= b[0]


# -- odd boards and nonsense -----------------------------------------------------------------------


def test_tiny_boards():
    one = find_connections(Board(1), "black")
    assert [str(c) for c in one.full] == ["a1–top full", "a1–bottom full"]
    (semi,) = one.semi
    assert (semi.ends, semi.key, semi.carrier) == ((-1, -2), 0, 1)
    assert find_connections(Board(1, black="a1"), "black").joined
    lost = find_connections(Board(1, white="a1"), "black")
    assert (lost.joined, lost.full, lost.semi, lost.across) == (False, (), (), ())
    two = find_connections(Board(2), "white")
    assert {(c.full, c.carrier.bit_count()) for c in two.across} == {(False, 3)}


def test_odd_boards():
    for board in (*odd_boards().values(), Board(13), Board(13, black="g7 d4", white="j10")):
        for player in (BLACK, WHITE):
            found = find_connections(board, player)
            assert found.joined == (board.winner == player)
            if found.joined or board.winner == -player:
                assert found.across == ()
            if found.joined:
                assert (found.full, found.semi, len(found.links)) == ((), (), 0)
            full = {tuple(link) for link in found.links.tolist()}
            assert full == {tuple(c.ends) for c in found.full} or board.winner == player
            network = board_network(board, player, found.links)
            assert network.size >= 2


def test_links_are_in_order_and_taken_by_the_network():
    found = find_connections(Board(7, black="d4 b6", white="e2"), BLACK)
    links = found.links
    assert links.dtype == np.int64
    assert (np.diff(links[:, 0]) >= 0).all()
    linked = board_network(found.board, BLACK, links)
    plain = board_network(found.board, BLACK, "adjacent")
    assert len(linked.links) > len(plain.links)


def test_between_all_kinds_of_ends():
    found = find_connections(Board(5, black="c3 c2 a5", white="e5"), "black")
    by_stone = found.between("c3", "bottom")
    assert by_stone
    assert by_stone == found.between("c2", -2) == found.between(-2, cell_id("c3", 5))
    assert [c.full for c in by_stone] == sorted((c.full for c in by_stone), reverse=True)
    assert found.between("c2", "c3") == ()  # one group
    assert found.between("a5", "bottom") == ()  # part of the side
    assert found.between("a5", "c2") == found.between("bottom", "c2")
    assert found.between("b4", "c4")[0].full
    assert found.across == found.between("top", "bottom")
    for one, message in (("left", "left is no side of black"), ("e5", "'e5' is a stone of white")):
        with pytest.raises(ValueError, match=message):
            found.between(one, "c3")
    for off in ("f1", 25, -3, "nowhere"):
        with pytest.raises(ValueError, match=r"."):
            found.between("c3", off)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"quality": "best"}, "quality must be one of fast, deep, canonical"),
        ({"crossing": 3}, "'crossing' is no option of connections"),
        ({"or_rule": "C"}, "or_rule must be one of"),
        ({"or_nodes": -1}, "or_nodes must be a whole number from 0"),
        ({"or_nodes": 2.5}, "or_nodes must be a whole number from 0"),
        ({"records": True}, "records must be a whole number from 0"),
        ({"side_midpoints": 1}, "side_midpoints must be True or False"),
    ],
)
def test_nonsense_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        find_connections(Board(3), "black", **given)
    with pytest.raises(ValueError, match="green"):
        find_connections(Board(3), "green")


def test_limits_are_told():
    assert find_connections(Board(3), "black").limits == ()
    assert find_connections(Board(5), "black", records=50).limits == ("records",)
    assert find_connections(
        Board(11), "black", quality="deep", or_nodes=1, max_carrier=6
    ).limits == ("or_nodes",)
    assert set(OR_RULES) == {"greedy", "exact", "mixed", "B", "A", "minimal"}
