"""Fill-in keeps the winner, pruning keeps a winning move: against a solver that knows neither."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import networkx as nx
import numpy as np
import pytest
from counts import count
from pattern_search import PatternSearch
from positions import degenerate_boards, odd_boards, random_boards

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import grid, neighbors
from hexlab.connection import inferior_cells
from hexlab.connection.inferior_graph import find_kills, lay_graph
from hexlab.connection.inferior_kernel import fill_and_prune
from hexlab.connection.inferior_tables import (
    CAPTURED,
    DEAD,
    DOMINATED,
    REVERSIBLE,
    InferiorTables,
    codes,
    inferior_tables,
    pad,
)

Found = tuple[np.ndarray, np.ndarray, np.ndarray]


@lru_cache(maxsize=None)
def solver(n: int) -> PatternSearch:
    return PatternSearch(n)


def bits(cells: np.ndarray, player: int) -> int:
    return sum(1 << int(cell) for cell in np.flatnonzero(cells == player))


def winner(cells: np.ndarray, mover: int) -> int:
    n = round(len(cells) ** 0.5)
    return solver(n).winner(bits(cells, BLACK), bits(cells, WHITE), mover)


def find(cells: np.ndarray, mover: int, tables: InferiorTables | None = None) -> Found:
    """(filled, reason, helper) of a copy."""
    filled, n = cells.copy(), round(len(cells) ** 0.5)
    reason, helper = np.empty(n * n, np.int8), np.empty(n * n, np.int16)
    fill_and_prune(filled, n, mover, False, tables or inferior_tables(), reason, helper)
    return filled, reason, helper


def mistake(cells: np.ndarray, tables: InferiorTables | None = None) -> str:
    """What is unsound in this position, or nothing."""
    for mover in (BLACK, WHITE):
        filled, reason, _ = find(cells, mover, tables)
        won = winner(cells, mover)
        for side in (BLACK, WHITE):
            before = won if side == mover else winner(cells, side)
            if winner(filled, side) != before:
                return f"filled, {side} to move: {filled.tolist()}"
        n = round(len(cells) ** 0.5)
        if won != mover or Board.from_array(filled.reshape(n, n)).winner:
            continue
        for cell in np.flatnonzero((filled == 0) & (reason == 0)):
            then = filled.copy()
            then[cell] = mover
            if winner(then, -mover) == mover:
                break
        else:
            return f"{mover} to move: no winning move is left of {filled.tolist()}"
    return ""


def mixtures(seed: int, n: int, many: int, stones: int) -> Iterator[np.ndarray]:
    """Positions with `stones` to n² stones: about as many of each color, or any (one in four)."""
    rng = np.random.default_rng(seed)
    for _ in range(many):
        number = int(rng.integers(stones, n * n + 1))
        half = number // 2 + int(rng.integers(-2, 3))
        black = int(rng.integers(number + 1)) if rng.random() < 0.25 else half
        cells = np.zeros(n * n, np.int8)
        where = rng.permutation(n * n)[:number]
        cells[where] = WHITE
        cells[where[: max(0, black)]] = BLACK
        yield cells


# -- soundness -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2])
def test_sound_on_all_smallest_boards(n: int) -> None:
    for filling in product((0, 1, -1), repeat=n * n):
        assert not mistake(np.array(filling, np.int8))


def test_sound_on_some_boards() -> None:
    for n, many, stones in ((3, 600, 0), (4, 300, 0), (5, 60, 9), (6, 20, 20)):
        for cells in mixtures(n, n, many, stones):
            assert not mistake(cells)


@pytest.mark.long
def test_sound_on_all_3x3() -> None:
    chosen = np.random.default_rng(1).permutation(3**9)[: count(5_000, 3**9)]
    fillings = list(product((0, 1, -1), repeat=9))
    for number in chosen:
        assert not mistake(np.array(fillings[number], np.int8))


@pytest.mark.long
def test_sound_on_sampled_4x4() -> None:
    for cells in mixtures(44, 4, count(4_000, 200_000), 0):
        assert not mistake(cells)


@pytest.mark.long
def test_sound_on_sampled_5x5() -> None:
    for cells in mixtures(55, 5, count(500, 10_000), 8):
        assert not mistake(cells)


@pytest.mark.long
def test_sound_on_sampled_6x6() -> None:
    for cells in mixtures(66, 6, count(300, 1_000), 18):
        assert not mistake(cells)


def places_of(cells: np.ndarray, rng: np.random.Generator, pair: bool) -> int:
    """The code, as Black sees it, round some empty cell, or round it and a neighbor."""
    n = round(len(cells) ** 0.5)
    padded, steps, pairs = pad.py_func(cells, n)
    places = pairs[int(rng.integers(6))] if pair else steps[:6]
    row, col = divmod(int(rng.choice(np.flatnonzero(cells == 0))), n)
    return codes.py_func(padded, (row + 2) * (n + 4) + col + 2, places, len(places))[0]


def with_a_wrong_pattern(
    boards: list[np.ndarray], rng: np.random.Generator, name: str
) -> InferiorTables:
    """The tables with one pattern, in the table `name`, that does not hold."""
    tables = inferior_tables()
    table = getattr(tables, name).copy()
    while True:
        code = places_of(boards[int(rng.integers(len(boards)))], rng, name != "ring")
        empty = [k for k in range(8) if code // 3**k % 3 == 0]
        if table[code] or not empty:
            continue
        if name in ("ring", "pair"):
            table[code] |= 1
        elif name == "keys":
            table[code] |= sum(1 << b for b in empty)
        else:
            table[code] |= np.uint64(sum(1 << 8 * a + b for a in empty for b in empty))
        return tables._replace(**{name: table})


def differs(cells: np.ndarray, tables: InferiorTables) -> bool:
    return any(
        (one != other).any()
        for mover in (BLACK, WHITE)
        for one, other in zip(find(cells, mover)[:2], find(cells, mover, tables)[:2], strict=True)
    )


def only_one_move_wins(cells: np.ndarray) -> bool:
    filled = find(cells, 0)[0]
    for mover in (BLACK, WHITE):
        wins = 0
        for cell in np.flatnonzero(filled == 0):
            then = filled.copy()
            then[cell] = mover
            wins += winner(then, -mover) == mover
        if wins == 1:
            return True
    return False


@pytest.mark.parametrize("name", ["ring", "pair", "keys", "answers"])
def test_a_wrong_pattern_is_caught(name: str) -> None:
    """Most wrong patterns change no result on boards as small as these; one that does is enough."""
    rng = np.random.default_rng(8)
    boards = [cells for n in (3, 4) for cells in mixtures(88, n, 600, 1) if (cells == 0).any()]
    if name in ("keys", "answers"):  # a lost move is seen where it was the only one
        boards = [cells for cells in boards if only_one_move_wins(cells)]
    for _ in range(60):
        wrong = with_a_wrong_pattern(boards, rng, name)
        if any(differs(cells, wrong) and mistake(cells, wrong) for cells in boards):
            return
    raise AssertionError("none of 60 wrong patterns was caught")


# -- what is found ---------------------------------------------------------------------------------


def all_boards() -> list[Board]:
    boards = [*odd_boards().values(), *random_boards(3, 120, (2, 3, 4, 5, 7, 9, 11, 19))]
    return boards + [board for n in (1, 2, 3, 6, 8, 11) for board in degenerate_boards(n)]


def test_marks_and_helpers_mean_something() -> None:
    for board in all_boards():
        cells = board.to_array().ravel()
        for mover in (BLACK, WHITE):
            filled, reason, helper = find(cells, mover)
            was_filled = (cells == 0) & (filled != 0)
            assert (filled[cells != 0] == cells[cells != 0]).all()
            assert set(reason[was_filled].tolist()) <= {DEAD, CAPTURED}
            assert set(reason[filled == 0].tolist()) <= {0, REVERSIBLE, DOMINATED}
            assert not reason[cells != 0].any()
            for cell in np.flatnonzero(reason):
                other = int(helper[cell])
                if reason[cell] == DEAD:
                    assert other == -1
                elif reason[cell] == CAPTURED:
                    assert reason[other] == CAPTURED
                    assert helper[other] == cell
                    assert filled[other] == filled[cell]
                else:
                    assert filled[other] == 0
                    assert other != cell
                    assert reason[cell] == REVERSIBLE or reason[other] == 0
            assert (helper[reason == 0] == -1).all()
            again, marks, _ = find(filled, mover)
            assert (again == filled).all()
            assert (marks[filled == 0] == reason[filled == 0]).all()


def test_only_filling_fills_the_same() -> None:
    for board in all_boards():
        cells = board.to_array().ravel()
        filled, reason, _ = find(cells, 0)
        assert set(reason.tolist()) <= {0, DEAD, CAPTURED}
        assert (filled == find(cells, BLACK)[0]).all()


def slow_player_graph(board: Board, player: int) -> nx.Graph:
    """Empty cells, "s" and "t"; linked by touching, by groups, and all those at one side."""
    g, n = grid(board.n), board.n
    names = ("top", "bottom") if player == BLACK else ("left", "right")
    graph = nx.Graph()
    graph.add_nodes_from([*board.empty, "s", "t"])
    empty = set(board.empty)
    at_side = {
        end: {cell for cell in empty if getattr(g, name) >> cell & 1}
        for end, name in zip("st", names, strict=True)
    }
    for cell in empty:
        graph.add_edges_from((cell, other) for other in neighbors(n)[cell] if other in empty)
    for group in board.groups(player):
        around = {other for stone in group for other in neighbors(n)[stone]} & empty
        ends = [
            e
            for e, name in zip("st", names, strict=True)
            if any(getattr(g, name) >> stone & 1 for stone in group)
        ]
        for end in ends:
            at_side[end] |= around
        if not ends:
            graph.add_edges_from((u, v) for u in around for v in around if u < v)
    for end, members in at_side.items():
        graph.add_edges_from((u, v) for u in members for v in members if u < v)
        graph.add_edges_from((u, end) for u in members)
    return graph


def slow_kills(graph: nx.Graph, cell: int) -> tuple[bool, set[int], set[int]]:
    """(dead, killed by own stones on, by the opponent's), from the definition."""
    around = set(graph[cell])

    def linked(nodes: set, without: object = None) -> bool:
        nodes = nodes - {without}
        return all(graph.has_edge(u, v) for u in nodes for v in nodes if u != v)

    if linked(around) or not nx.has_path(graph, cell, "s"):
        return True, set(), set()
    cells = [node for node in graph if node not in ("s", "t", cell)]
    own = {b for b in cells if around <= {b, *graph[b]}}
    return False, own, {b for b in cells if b in around and linked(around, b)}


def test_kills_equal_a_slow_graph() -> None:
    for board in random_boards(5, 150, (2, 3, 4, 5, 6, 9)):
        n = board.n
        cells, words = board.to_array().ravel(), (n * n + 65) // 64
        for player in (BLACK, WHITE):
            near = np.zeros((n * n + 2, words), np.uint64)
            assert lay_graph(cells, n, player, near) == (board.winner != player)
            if board.winner == player:
                continue
            graph = slow_player_graph(board, player)
            dead, kills = np.zeros(n * n, np.bool_), np.zeros((2, n * n, words), np.uint64)
            find_kills(cells, n, near, dead, kills[0], kills[1])
            rows = [[int.from_bytes(row.tobytes(), "little") for row in side] for side in kills]
            for cell in board.empty:
                expected = slow_kills(graph, cell)
                found = [{b for b in range(n * n) if row[cell] >> b & 1} for row in rows]
                assert (dead[cell], *found) == expected, (board, player, cell)


def triangles(n: int, player: int) -> Iterator[tuple[int, int, int]]:
    """(base, base, tip) of the player's edge triangles."""
    g = grid(n)
    for name in ("top", "bottom") if player == BLACK else ("left", "right"):
        side = getattr(g, name)
        for one in range(n * n):
            for two in neighbors(n)[one]:
                if one < two and side >> one & 1 and side >> two & 1:
                    common = set(neighbors(n)[one]) & set(neighbors(n)[two])
                    yield from ((one, two, tip) for tip in common if not side >> tip & 1)


def test_edge_triangles() -> None:
    """With a stone on the tip the base is captured, with an empty one it is dominated."""
    boards = [Board(n) for n in (3, 5, 8)]
    for board in [*boards, *random_boards(6, 150, (3, 4, 5, 7, 11))]:
        for player in (BLACK, WHITE):
            cells = board.to_array().ravel()
            filled, reason, _ = find(cells, player)
            if Board.from_array(filled.reshape(board.n, board.n)).winner:
                continue
            for one, two, tip in triangles(board.n, player):
                if cells[one] or cells[two] or cells[tip] == -player:
                    continue
                if cells[tip] == player:
                    assert filled[[one, two]].all()
                elif filled[tip] == 0 and reason[tip] == 0:
                    assert (filled[[one, two]] | reason[[one, two]]).all()


def test_known_positions() -> None:
    # Gao 2020, Fig. 2.19 (of the five cells filled there, two are captured by a pair).
    found = inferior_cells(Board(9, black="b8 f9 e6", white="c5 e4 f2"))
    assert found.captured_pairs == ((BLACK, 72, 73),)
    # The acute corner is no move, the stone on the second line owns two cells below it.
    found = inferior_cells(Board(5, black="b2"), "white")
    assert found.captured_pairs == ((WHITE, 0, 5), (BLACK, 1, 2))
    # A pocket that White has closed is filled, the cells inside it that touch no stone too.
    pocket = Board(7, white="b2 c2 d2 e2 f2 b3 b4 b5 b6 c6 d6 e6 f3 f4 f5 a6 a7")
    inside = [r * 7 + c for r in (2, 3, 4) for c in (2, 3, 4)]
    assert not set(inside) & set(inferior_cells(pocket).filled.empty)


def test_a_won_board_leaves_nothing_to_move() -> None:
    found = inferior_cells(odd_boards()["black has won"])
    assert found.moves == ()
    assert "reversible" not in found.kinds.values()


def test_what_people_read() -> None:
    board = Board(4, black="b2", white="c3")
    found = inferior_cells(board, "white")
    assert found.board == board.with_to_move("white")
    assert found.reason("B1").startswith("b1 and c1 are captured by Black: if White plays one")
    assert len(list(found.reasons())) == len(found.kinds) - len(found.captured_pairs)
    assert "2 dead, 8 captured, 2 reversible, 1 dominated" in repr(found)
    assert {found.reason(cell)[:2] for cell in found.kinds} >= {"a3", "a4", "b4", "c4"}
    with pytest.raises(ValueError, match="'b3' is not inferior"):
        found.reason("b3")
    with pytest.raises(ValueError, match="'lost' is no kind"):
        found.cells("lost")
    with pytest.raises(ValueError, match="no color"):
        inferior_cells(board, 0)
