"""`Board` against a slow board of dictionaries and searches."""

from __future__ import annotations

import copy
import pickle
from functools import lru_cache

import numpy as np
import pytest
from board_strategies import boards
from hypothesis import given
from hypothesis import strategies as st

from hexlab import BLACK, EMPTY, WHITE, Board
from hexlab.board.geometry import neighbors


def slow_groups(n: int, stones: set[int]) -> list[set[int]]:
    """Depth-first search over the stones of one color."""
    groups, left = [], set(stones)
    while left:
        group, todo = set(), [min(left)]
        while todo:
            cell = todo.pop()
            if cell in left:
                left.remove(cell)
                group.add(cell)
                todo += neighbors(n)[cell]
        groups.append(group)
    return groups


def slow_winner(n: int, black: set[int], white: set[int]) -> int:
    for color, stones, place in ((BLACK, black, divmod), (WHITE, white, lambda c, n: (c % n, 0))):
        for group in slow_groups(n, stones):
            lines = {place(cell, n)[0] for cell in group}
            if {0, n - 1} <= lines:
                return color
    return EMPTY


def check(board: Board, black: set[int], white: set[int], to_move: int) -> None:
    n = board.n
    assert (set(board.black), set(board.white)) == (black, white)
    assert set(board.empty) == set(range(n * n)) - black - white
    assert board.to_move == to_move
    assert len(board) == len(black) + len(white)
    assert board.winner == slow_winner(n, black, white)
    for color, stones in ((BLACK, black), (WHITE, white)):
        assert [set(group) for group in board.groups(color)] == slow_groups(n, stones)
    assert board.legal_cells() == (() if board.winner else board.empty)
    for cell in range(n * n):
        assert board[cell] == (cell in black) - (cell in white)


@given(st.integers(1, 19), st.data())
def test_playing_equals_the_slow_board(n: int, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(n * n)))[: data.draw(st.integers(0, 60))]
    board, stones, color = Board(n), {BLACK: set(), WHITE: set()}, BLACK
    for cell in order:
        named = data.draw(st.sampled_from((None, BLACK, WHITE)))
        color = board.to_move if named is None else named
        board = board.play(cell, named)
        stones[color].add(cell)
    check(board, stones[BLACK], stones[WHITE], -color if order else BLACK)
    assert board == Board(n, stones[BLACK], stones[WHITE], board.to_move)


@given(boards(19))
def test_boards_from_sets_equal_the_slow_board(board: Board) -> None:
    check(board, set(board.black), set(board.white), board.to_move)


@given(boards(8))
def test_every_way_there_and_back(board: Board) -> None:
    n, turn = board.n, board.to_move
    again = [
        eval(repr(board)),
        Board.from_text(str(board)),
        Board.from_array(board.to_array(), turn),
        Board.from_array(board.to_array().tolist(), turn),
        Board.from_bits(n, board.bits(BLACK), board.bits(WHITE), turn),
        Board(n).set_up(board.black, board.white, to_move=turn),
        board.with_to_move(-turn).with_to_move(turn),
        pickle.loads(pickle.dumps(board)),
        copy.deepcopy(board),
    ]
    for other in again:
        assert other == board
        assert hash(other) == hash(board)
        assert repr(other) == repr(board)
        assert other.groups(BLACK) == board.groups(BLACK)
        assert other.winner == board.winner


@given(boards(4), boards(4))
def test_equality_is_size_stones_and_turn(one: Board, two: Board) -> None:
    same = (one.n, one.black, one.white, one.to_move) == (two.n, two.black, two.white, two.to_move)
    assert (one == two) == same
    assert one != one.with_to_move(-one.to_move)
    assert hash(one) != hash(one.with_to_move(-one.to_move))
    assert one != repr(one)


@given(boards(6), st.data())
def test_set_up_overwrites(board: Board, data: st.DataObject) -> None:
    cells = st.lists(st.integers(0, board.n**2 - 1), max_size=6)
    black, white, empty = data.draw(cells), data.draw(cells), data.draw(cells)
    after = board.set_up(black, white, empty)
    values = {cell: board[cell] for cell in range(board.n**2)}
    values |= dict.fromkeys(black, BLACK) | dict.fromkeys(white, WHITE)
    values |= dict.fromkeys(empty, EMPTY)
    assert {cell: after[cell] for cell in values} == values
    assert after.to_move == board.to_move
    check(after, set(after.black), set(after.white), after.to_move)


@pytest.mark.parametrize("n", range(1, 20))
def test_one_color_everywhere(n: int) -> None:
    for color, word in ((BLACK, "black"), (WHITE, "white")):
        full = Board(n, **{word: range(n * n)})
        assert full.winner == color
        assert len(full.groups(color)) == 1
        assert full.empty == full.legal_cells() == ()
    assert Board(n).winner == EMPTY
    assert Board(n).legal_cells() == tuple(range(n * n))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 11, 19])
def test_a_full_board_has_exactly_one_winner(n: int) -> None:
    rng = np.random.default_rng(n)
    for _ in range(30):
        cells = rng.choice([BLACK, WHITE], size=(n, n), p=(share := rng.random(), 1 - share))
        board = Board.from_array(cells)
        # White has won exactly if Black has not, judged by Black's sides alone.
        black = {int(cell) for cell in np.flatnonzero(cells == BLACK)}
        joined = any({0, n - 1} <= {c // n for c in group} for group in slow_groups(n, black))
        assert board.winner == (BLACK if joined else WHITE)


def test_swap() -> None:
    for n in range(1, 20):
        for cell in range(n * n):
            row, col = divmod(cell, n)
            for color in (BLACK, WHITE):
                after = Board(n, to_move=color).play(cell).swap()
                mirror = {BLACK: [], WHITE: []} | {-color: [col * n + row]}
                assert after == Board(n, mirror[BLACK], mirror[WHITE], to_move=color)
            if n > 5:
                break


@pytest.mark.parametrize(
    "board",
    [
        Board(5),
        Board(5, to_move=WHITE),
        Board(5).play("a1").play("b1"),
        Board(5, black="a1"),
        Board(5, white="a1", to_move=WHITE),
    ],
)
def test_swap_only_after_the_first_stone(board: Board) -> None:
    assert not board.can_swap()
    with pytest.raises(ValueError, match="swap is legal only with one stone"):
        board.swap()


def test_a_board_never_changes() -> None:
    board = Board(3, black="a1")
    before = repr(board), hash(board)
    board.play("b1"), board.set_up(white="c3"), board.with_to_move(WHITE), board.to_array().fill(9)
    assert (repr(board), hash(board)) == before
    for name in ("n", "to_move", "_bits", "anything"):
        with pytest.raises(AttributeError, match="a Board never changes"):
            setattr(board, name, 1)
    assert bool(Board(1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Board(0), "board size must be a whole number from 1 to 19, not 0"),
        (lambda: Board(20), "not 20"),
        (lambda: Board(3, "a1 a1"), "'a1' is given twice"),
        (lambda: Board(3, "a1", "b1 a1"), "'a1' is given twice"),
        (lambda: Board(3, "d1"), "'d1' is off a 3×3 board"),
        (lambda: Board(3, to_move=0), "0 is no color"),
        (lambda: Board(3, "b2").play("b2"), r"'b2' is occupied \(black\)"),
        (lambda: Board(3, white="b2").play("b2"), r"'b2' is occupied \(white\)"),
        (lambda: Board(3).play("d4"), "'d4' is off a 3×3 board"),
        (lambda: Board(3).play(9), "cell id 9 is off a 3×3 board"),
        (lambda: Board(3).play("a1", "red"), "'red' is no color"),
        (lambda: Board(3)["x"], "'x' is no cell name"),
        (lambda: Board(3).groups(0), "0 is no color"),
        (lambda: Board.from_array(None), "a board is an array of n rows"),
        (lambda: Board.from_array(np.array(3)), "a board is an array of n rows"),
        (lambda: Board.from_bits(2, 1, 1), "overlap or leave a 2×2 board"),
        (lambda: Board.from_bits(2, 16, 0), "overlap or leave a 2×2 board"),
        (lambda: Board.from_bits(2, -1, 0), "overlap or leave a 2×2 board"),
        (lambda: Board.from_array([[0, 1], [0]]), "row 2 of the array is not 2 cells"),
        (lambda: Board.from_array([0, 1]), "row 1 of the array is not 2 cells"),
        (lambda: Board.from_array([[0, 2], [0, 0]]), "2 at b1 is none of 1, -1, 0"),
        (lambda: Board.from_array([[0, 0.5], [0, 0]]), "0.5 at b1 is none of 1, -1, 0"),
        (lambda: Board.from_array(np.zeros((2, 2, 2))), "at a1 is none of 1, -1, 0"),
        (lambda: Board.from_array(np.zeros((0, 0))), "board size"),
    ],
)
def test_bad_values(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]


def test_arrays() -> None:
    board = Board(3, black="b1", white="a3")
    array = board.to_array()
    assert array.dtype == np.int8
    assert array.tolist() == [[0, 1, 0], [0, 0, 0], [-1, 0, 0]]


@lru_cache(maxsize=None)
def tree_size(board: Board) -> tuple[int, int]:
    """(nodes, leaves) of the game tree below a position, games ending with a win."""
    cells = board.legal_cells()
    if not cells:
        return 1, 1
    below = [tree_size(board.play(cell)) for cell in cells]
    return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below)


@pytest.mark.parametrize(
    ("n", "nodes", "leaves", "positions"), [(2, 53, 24, 32), (3, 548_650, 257_760, 5_514)]
)
def test_game_trees_of_small_boards(n: int, nodes: int, leaves: int, positions: int) -> None:
    """Rasmussen's small trees: nodes, leaves and distinct positions, Black first."""
    tree_size.cache_clear()
    assert tree_size(Board(n)) == (nodes, leaves)
    assert tree_size.cache_info().currsize == positions
