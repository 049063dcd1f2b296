"""The oracles of this room against each other, against plainer ones, and against known results."""

from functools import lru_cache
from itertools import combinations

import connection_oracles
import networkx as nx
import numpy as np
import pytest
from connection_oracles import canonical, holds, position_number, solved, win, winning_moves
from counts import count
from positions import random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of, grid, neighbors
from hexlab.board.notation import cell_id, cell_names
from hexlab.board.symmetry import reflect_cells, rotate_cells


def bits(names, n):
    return sum(1 << cell_id(name, n) for name in names.split())


def names(cells, n):
    return {cell_names(n)[cell] for cell in cells}


# -- connections -----------------------------------------------------------------------------------


def slow_holds(n, player, stones, x, y, carrier, mover_first):
    """The definition, on a graph of cells and sides, without pruning."""
    g = grid(n)
    graph = nx.Graph((a, b) for a in range(n * n) for b in neighbors(n)[a])
    for end, line in zip(
        (-1, -2), (g.top, g.bottom) if player == BLACK else (g.left, g.right), strict=True
    ):
        graph.add_edges_from((end, cell) for cell in cells_of(line))
    own = set(cells_of(stones)) | {x, y, -1, -2}

    @lru_cache(maxsize=None)
    def play(taken, left, first):
        if not left:
            return nx.has_path(graph.subgraph(own | taken), x, y)
        after = ((taken | {cell} if first else taken, left - {cell}) for cell in left)
        results = (play(*pair, not first) for pair in after)
        return any(results) if first else all(results)

    return play(frozenset(), frozenset(cells_of(carrier)), mover_first)


def drawn_connection(rng, n, cells):
    """A random connection: ends, stones and carrier anywhere."""
    x = int(rng.integers(n * n))
    y = int(rng.choice([-1, -2, int(rng.integers(n * n))]))
    rest = [cell for cell in rng.permutation(n * n).tolist() if cell not in (x, y)]
    carrier = sum(1 << cell for cell in rest[:cells])
    stones = sum(1 << cell for cell in rest[cells : cells + int(rng.integers(n))])
    return stones, x, y, carrier


def test_holds_equals_plain_play():
    rng = np.random.default_rng(31)
    seen = {True: 0, False: 0}
    for _ in range(count(250, 5_000)):
        n = int(rng.integers(1, 5))
        player = BLACK if rng.random() < 0.5 else WHITE
        stones, x, y, carrier = drawn_connection(rng, n, int(rng.integers(7)))
        if x == y:
            continue
        for first in (False, True):
            found = holds(n, player, stones, x, y, carrier, mover_first=first)
            assert found == slow_holds(n, player, stones, x, y, carrier, first)
            seen[found] += 1
        by_key = [holds(n, player, stones, x, y, carrier, key=key) for key in cells_of(carrier)]
        if carrier:
            assert any(by_key) == holds(n, player, stones, x, y, carrier, mover_first=True)
    assert min(seen.values()) > 40


def test_larger_carriers_only_help():
    rng = np.random.default_rng(32)
    for _ in range(count(100, 3_000)):
        n = int(rng.integers(4, 8))
        stones, x, y, carrier = drawn_connection(rng, n, 14)
        if x != y and carrier:
            part = carrier & ~(carrier & -carrier)
            second = holds(n, BLACK, stones, x, y, carrier)
            assert second >= holds(n, BLACK, stones, x, y, part)
            assert holds(n, BLACK, stones, x, y, carrier, mover_first=True) >= second


def test_what_is_no_connection():
    for carrier in (1 << 0, 1 << 4, 1 << 8):
        with pytest.raises(ValueError, match="no stones and no ends"):
            holds(3, BLACK, 1 << 8, 0, 4, carrier)
    with pytest.raises(ValueError, match="key"):
        holds(3, BLACK, 0, 0, 4, 1 << 1, key=2)


def test_bridges():
    """l2 is connected to the top of 13×13 by l1 and m1, and so are b2 and c3 through c2 and b3."""
    n = 13
    l2 = cell_id("l2", n)
    assert holds(n, BLACK, 0, l2, -1, bits("l1 m1", n))
    assert not holds(n, BLACK, 0, l2, -1, bits("l1", n))
    assert not holds(n, WHITE, 0, l2, -2, bits("l1 m1", n))
    assert holds(5, WHITE, 0, cell_id("b3", 5), cell_id("d2", 5), bits("c2 c3", 5))


def test_the_ziggurat_is_the_only_one_of_its_size():
    """From c3 of 5×5 to the bottom within twelve cells: these eight are needed, and are enough."""
    n, c3 = 5, cell_id("c3", 5)
    carrier = bits("d3 b4 c4 d4 a5 b5 c5 d5", n)
    room = carrier | bits("e3 a4 e4 e5", n)
    assert holds(n, BLACK, 0, c3, -2, carrier)
    assert holds(n, BLACK, 0, c3, -2, room)
    for cell in cells_of(carrier):
        assert not holds(n, BLACK, 0, c3, -2, room & ~(1 << cell))
    turned = sum(1 << rotate_cells(n)[cell] for cell in cells_of(carrier))
    assert turned == bits("b3 b2 c2 d2 b1 c1 d1 e1", n)
    assert holds(n, BLACK, 0, c3, -1, turned)


def test_braid():
    """x-a, x-3, 3-b, a-2, 2-b, a-1, 1-y, b-y: first a or b wins, moving second nothing does."""
    a, b, one, two, three = (1 << i for i in range(5))
    near = np.array([two | one, three | two, a, a | b, b], np.uint64)
    ends = np.array([a | three, one | b, 0, 0], np.uint64)

    def joins(own, free, first, game):
        words = np.uint64(own), np.uint64(free)
        return connection_oracles._play(
            near, ends, *words, first, connection_oracles._memory, game
        )[0]

    assert not joins(0, 31, False, 15)
    assert [joins(1 << i, 31 & ~(1 << i), False, 15) for i in range(5)] == [True, True] + [
        False
    ] * 3


# -- whole boards ----------------------------------------------------------------------------------


@lru_cache(maxsize=None)
def slow_winner(board):
    """The winner by the board's own rules, every line played to its end."""
    if board.winner:
        return board.winner
    mover = board.to_move
    return mover if any(slow_winner(board.play(c)) == mover for c in board.empty) else -mover


def test_tables_equal_plain_play():
    rng = np.random.default_rng(33)
    for _ in range(count(400, 10_000)):
        n = int(rng.integers(1, 4))
        board = random_board(rng, n)
        bit = 1 if board.to_move == BLACK else 2
        assert bool(solved(n)[position_number(board)] & bit) == (slow_winner(board) == BLACK)


@pytest.mark.parametrize(("n", "sample"), [(1, 10), (2, 100), (3, 3_000), (4, 3_000)])
def test_search_equals_the_table(n, sample):
    rng = np.random.default_rng(34)
    table = solved(n)
    for number in rng.integers(len(table), size=count(sample, 30 * sample)).tolist():
        cells = np.array([(0, BLACK, WHITE)[number // 3**cell % 3] for cell in range(n * n)])
        board = Board.from_array(cells.reshape(n, n))
        assert position_number(board) == number
        for mover, bit in ((BLACK, 1), (WHITE, 2)):
            assert (win(board, mover) == BLACK) == bool(table[number] & bit)


def test_larger_boards_agree_with_themselves():
    """A position is won if a move wins it; it is the same turned, and as a connection."""
    rng = np.random.default_rng(35)
    for _ in range(count(25, 1_000)):
        n = int(rng.integers(5, 7))
        cells = rng.permutation(n * n)[: {5: 8, 6: 16}[n]].tolist()
        board = Board(n, black=cells[::2], white=cells[1::2], to_move=int(rng.choice((1, -1))))
        winner = win(board)
        assert (winner == board.to_move) == bool(winning_moves(board))
        turned = [[n * n - 1 - cell for cell in part] for part in (cells[::2], cells[1::2])]
        assert win(Board(n, *turned, board.to_move)) == winner
        first = board.to_move == WHITE
        stones, empty = board.bits(WHITE), board.bits(0)
        assert holds(n, WHITE, stones, -1, -2, empty, mover_first=first) == (winner == WHITE)


WINNING = {
    1: "a1",
    2: "b1 a2",
    3: "c1 a2 b2 c2 a3",
    4: "d1 c2 b3 a4",
    5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
}


@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.long)])
def test_winning_openings(n):
    assert names(winning_moves(Board(n)), n) == set(WINNING[n].split())


def test_answers_in_3x3_after_b2():
    """The answers after which each of White's six moves leaves an immediate win."""

    def wins_at_once(board):
        return any(board.play(cell).winner == BLACK for cell in board.empty)

    expected = {"a1": "b1 c1 a3 b3", "b1": "c1", "c1": "b1", "a2": "b1 c1 a3 b3"}
    for reply, answers in expected.items():
        board = Board(3).play("b2").play(reply)
        found = {
            cell
            for cell in board.empty
            for after in [board.play(cell)]
            if all(wins_at_once(after.play(move)) for move in after.empty)
        }
        assert names(found, 3) == set(answers.split())
        assert found <= set(winning_moves(board))


def test_one_stone_on_the_second_row_wins_5x5():
    """Handicap of one stone: Black owns it, and White is to move."""
    for cell in "bcde":
        assert win(Board(5, black=cell + "2", to_move=WHITE)) == BLACK


# -- the same up to symmetry -----------------------------------------------------------------------


def test_canonical_names_what_a_symmetry_makes_the_same():
    rng = np.random.default_rng(36)
    found = set()
    for _ in range(200):
        n = int(rng.integers(2, 7))
        stones, x, y, carrier = drawn_connection(rng, n, int(rng.integers(1, min(5, n * n - 1))))
        key = int(rng.choice(list(cells_of(carrier)))) if carrier else None
        one = canonical(n, BLACK, x, y, carrier, stones, key)
        found.add(one)
        assert canonical(n, BLACK, y, x, carrier, stones, key) == one
        for to, sides, player in (
            (rotate_cells(n), {-1: -2, -2: -1}, BLACK),
            (reflect_cells(n), {-1: -1, -2: -2}, WHITE),
            ([rotate_cells(n)[c] for c in reflect_cells(n)], {-1: -2, -2: -1}, WHITE),
        ):

            def moved(cells, to=to):
                return sum(1 << to[cell] for cell in cells_of(cells))

            ends = (sides[end] if end < 0 else to[end] for end in (x, y))
            image = canonical(
                n, player, *ends, moved(carrier), moved(stones), None if key is None else to[key]
            )
            assert image == one
    assert len(found) > 150


def test_canonical_tells_the_others_apart():
    """The eight bridges of 3×3 are four, each with its image after half a turn."""
    n = 3
    kinds = set()
    for x, y in combinations(range(n * n), 2):
        between = [c for c in neighbors(n)[x] if c in neighbors(n)[y]]
        if y not in neighbors(n)[x] and len(between) == 2:
            kinds.add(canonical(n, BLACK, x, y, sum(1 << c for c in between), 0))
    assert len(kinds) == 4
    assert canonical(n, BLACK, 0, -1, 0, 0) != canonical(n, BLACK, 0, -2, 0, 0)
