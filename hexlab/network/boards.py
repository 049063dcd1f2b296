"""Arrays of many boards, as batch functions take them."""

from __future__ import annotations

import numpy as np

from hexlab.board.geometry import MAX_SIZE

__all__ = ["chunk_size", "flat_boards"]


def flat_boards(boards: np.ndarray) -> tuple[np.ndarray, int]:
    """Boards as kernels take them: ((B, n²) int8, n), a copy where need be.

    Kernels are compiled anew for an array that may not be written, so that one is copied, too.

    Raises
    ------
    ValueError
        If the shape is not (B, n, n), or a value is none of 1, -1, 0.

    >>> flat_boards(np.zeros((3, 2, 2)))[0].shape
    (3, 4)
    """
    boards = np.asarray(boards)
    if boards.ndim != 3 or boards.shape[1] != boards.shape[2]:
        raise ValueError(f"boards must have shape (B, n, n), not {boards.shape}")
    n = boards.shape[1]
    if not 1 <= n <= MAX_SIZE:
        raise ValueError(f"board size must be from 1 to {MAX_SIZE}, not {n}")
    wrong = (boards != 0) & (boards != 1) & (boards != -1)
    if wrong.any():
        b, row, col = np.argwhere(wrong)[0].tolist()
        raise ValueError(
            f"{boards[b, row, col]} on board {b}, row {row}, column {col} is none of 1, -1, 0"
        )
    return np.require(boards, np.int8, ["C", "W"]).reshape(len(boards), n * n), n


def chunk_size(n: int) -> int:
    """How many n×n boards a kernel measures in about half a second."""
    return max(16, 131_072 // n**2)
