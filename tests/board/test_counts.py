"""Numbers of positions against lists of all of them, and against what is printed."""

from itertools import product

import pytest

from hexlab.board.board import Board
from hexlab.board.counts import count_positions, count_up_to_rotation


def all_positions(n: int) -> list[tuple[int, ...]]:
    """Every way to lay stones so that Black has as many as White, or one more."""
    boards = product((0, 1, -1), repeat=n * n)
    return [b for b in boards if b.count(1) - b.count(-1) in (0, 1)]


@pytest.mark.parametrize("n", [1, 2, 3])
def test_equal_a_list_of_all_positions(n):
    positions = all_positions(n)
    for stones in range(n * n + 2):
        few = [b for b in positions if n * n - b.count(0) <= stones]
        assert count_positions(n, stones) == len(few)
        # Half a turn puts the last cell first.
        assert count_up_to_rotation(n, stones) == len({min(b, b[::-1]) for b in few})
    assert count_positions(n) == len(positions)


@pytest.mark.parametrize("n", [1, 2])
def test_play_reaches_all_but_those_beyond_a_win(n):
    seen, waiting = set(), [Board(n)]
    while waiting:
        board = waiting.pop()
        if board not in seen:
            seen.add(board)
            waiting += [] if board.winner else [board.play(cell) for cell in board.empty]
    assert len(seen) == {1: 2, 2: 32}[n] <= count_positions(n)


@pytest.mark.parametrize(
    ("n", "printed"), [(9, 4.7816e37), (10, 5.0082e46), (11, 4.7671e56), (13, 3.2218e79)]
)
def test_all_positions_of_large_boards(n, printed):
    assert count_positions(n) == pytest.approx(printed, rel=2e-5)
    assert 2 * count_up_to_rotation(n) == pytest.approx(printed, rel=2e-5)


@pytest.mark.parametrize(
    ("n", "printed"), [(9, 1.291e22), (10, 5.646e25), (11, 3.057e29), (13, 1.570e37)]
)
def test_positions_with_at_most_two_rows_of_stones(n, printed):
    assert count_positions(n, 2 * n) / 2 == pytest.approx(printed, rel=4e-4)


def test_positions_with_14_stones_on_11x11():
    assert count_positions(11, 14) / 2 == pytest.approx(1.389e21, rel=4e-4)


@pytest.mark.parametrize("function", [count_positions, count_up_to_rotation])
def test_what_is_no_board_is_refused(function):
    for n in (0, 20, "3"):
        with pytest.raises(ValueError, match="board size"):
            function(n)
    with pytest.raises(ValueError, match="-1 stones"):
        function(3, -1)
