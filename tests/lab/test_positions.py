import numpy as np
import pytest

from hexlab.lab.positions import random_position, winnable_position
from hexlab.search import solve


def test_stones_alternate_and_nobody_has_won():
    rng = np.random.default_rng(1)
    for _ in range(50):
        board = random_position(4, (3, 9), rng)
        assert 3 <= len(board) <= 9
        assert not board.winner
        assert len(board.black) - len(board.white) == (board.to_move == -1)


def test_same_seed_same_position():
    assert random_position(5, (0, 9), 7) == random_position(5, (0, 9), 7)


@pytest.mark.parametrize("stones", [(-1, 2), (3, 2), (0, 9)])
def test_no_such_position(stones):
    with pytest.raises(ValueError, match="open 3×3 board"):
        random_position(3, stones, 1)


def test_winnable_moves_are_those_that_leave_the_opponent_lost():
    rng = np.random.default_rng(3)
    for _ in range(5):
        board, good = winnable_position(4, (2, 6), rng)
        wins = [m for m in board.empty if solve(board.play(m)).winner == board.to_move]
        assert list(good) == wins
        assert len(wins) <= len(board.empty) / 2
