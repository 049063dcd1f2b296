"""Positions for the tests of this room."""

from collections.abc import Callable

import numpy as np
import pytest
from positions import degenerate_boards, random_board

from hexlab import Board


@pytest.fixture(scope="session")
def some_boards() -> Callable[..., list[Board]]:
    """A function (seed, sizes, count): every degenerate board and `count` random ones a size."""

    def make(seed: int, sizes: tuple[int, ...], count: int) -> list[Board]:
        rng = np.random.default_rng(seed)
        boards = [board for n in sizes for board in degenerate_boards(n)]
        return boards + [random_board(rng, n) for n in sizes for _ in range(count)]

    return make
