"""Positions for the tests of this room: random and degenerate ones."""

from collections.abc import Callable

import numpy as np
import pytest

from hexlab import BLACK, WHITE, Board


def random_board(rng: np.random.Generator, n: int) -> Board:
    """Each cell black, white or empty, the shares drawn anew (one color or none at times)."""
    shares = rng.dirichlet((0.6, 0.6, 1.0))
    cells = rng.choice((BLACK, WHITE, 0), size=(n, n), p=shares)
    return Board.from_array(cells, to_move=int(rng.choice((BLACK, WHITE))))


def degenerate_boards(n: int) -> list[Board]:
    """Empty, full of one color, one stone, won, split, striped, a long winding corridor."""
    every = range(n * n)
    middle = [n // 2 * n + col for col in range(n)]
    walls = [
        row * n + col
        for row in range(1, n, 2)
        for col in range(n)
        if col != (n - 1 if row % 4 == 1 else 0)
    ]
    return [
        Board(n),
        Board(n, black=every),
        Board(n, white=every),
        Board(n, black=[n * n // 2]),
        Board(n, white=[0], to_move=WHITE),
        Board(n, black=every[n // 2 :: n]),
        Board(n, white=middle),
        Board(n, black=every[::2], white=every[1::2]),
        Board(n, white=walls),
        Board(n, black=walls),
    ]


@pytest.fixture(scope="session")
def some_boards() -> Callable[..., list[Board]]:
    """A function (seed, sizes, count): every degenerate board and `count` random ones a size."""

    def make(seed: int, sizes: tuple[int, ...], count: int) -> list[Board]:
        rng = np.random.default_rng(seed)
        boards = [board for n in sizes for board in degenerate_boards(n)]
        return boards + [random_board(rng, n) for n in sizes for _ in range(count)]

    return make
