from __future__ import annotations

import numpy as np
import pytest

from hexlab.network.boards import chunk_size, flat_boards


def test_keeps_values_and_order() -> None:
    boards = np.random.default_rng(1).integers(-1, 2, size=(4, 3, 3))
    flat, n = flat_boards(boards)
    assert n == 3
    assert flat.dtype == np.int8
    assert (flat.reshape(boards.shape) == boards).all()
    assert flat_boards(np.zeros((0, 5, 5)))[0].shape == (0, 25)


@pytest.mark.parametrize(
    ("boards", "reason"),
    [
        (np.zeros((3, 3)), r"shape \(B, n, n\), not \(3, 3\)"),
        (np.zeros((1, 3, 4)), r"shape \(B, n, n\), not \(1, 3, 4\)"),
        (np.zeros((1, 20, 20)), "from 1 to 19, not 20"),
        (np.zeros((1, 0, 0)), "from 1 to 19, not 0"),
        (np.full((1, 1, 1), 2), "2 on board 0, row 0, column 0 is none of"),
        (np.full((1, 1, 1), np.nan), "nan on board 0"),
        (np.full((1, 1, 1), 256), "256 on board 0"),
    ],
)
def test_refusals(boards: np.ndarray, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        flat_boards(boards)


def test_chunks_shrink_with_the_board() -> None:
    assert chunk_size(1) > chunk_size(11) > chunk_size(19) >= 16
