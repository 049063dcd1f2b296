"""The kernel form of the winner equals Board.winner."""

from __future__ import annotations

import numpy as np
import pytest

from hexlab.board.board import Board
from hexlab.network.winner import winners


def random_boards(n: int, count: int, rng: np.random.Generator) -> np.ndarray:
    """Boards of every density, some full, some of one color."""
    share = rng.uniform(0, 1, (count, 1, 1))
    share[: count // 4] = 1.0
    stones = rng.choice(np.array([-1, 1], np.int8), (count, n, n))
    stones[count // 4 : count // 3] = 1
    stones[count // 3 : count // 2 : 2] = -1
    return np.where(rng.uniform(size=stones.shape) < share, stones, np.int8(0)).astype(np.int8)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 11, 19])
def test_equals_the_board(n: int) -> None:
    boards = random_boards(n, 200, np.random.default_rng(n))
    expected = [Board.from_array(board).winner for board in boards]
    assert winners(boards).tolist() == expected


@pytest.mark.parametrize("n", [1, 2, 3, 7, 11, 19])
def test_a_full_board_has_exactly_one_winner(n: int) -> None:
    rng = np.random.default_rng(100 + n)
    boards = rng.choice(np.array([-1, 1], np.int8), (300, n, n))
    assert (winners(boards) != 0).all()


def test_no_boards_and_wrong_shapes() -> None:
    assert winners(np.zeros((0, 5, 5), np.int8)).shape == (0,)
    with pytest.raises(ValueError, match=r"\(B, n, n\), not \(5, 5\)"):
        winners(np.zeros((5, 5), np.int8))
