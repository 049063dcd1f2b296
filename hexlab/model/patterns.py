"""Patterns: how likely a move is, told by its six neighbors and by the move before.

The neighbors of a cell are a code of twelve bits, two for each in the order of
`hexlab.board.geometry.NEIGHBOR_STEPS`, the first lowest: 0 empty, 1 black or Black's side, 2 white
or White's side, 3 a corner beyond two sides. For White a code is reflected and its colors
exchanged, which makes him the player who joins top and bottom; half a turn changes nothing.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from hexlab.board.geometry import NEIGHBOR_STEPS

__all__ = [
    "NEAR",
    "class_of_codes",
    "codes_for_mover",
    "near_kinds",
    "playout_weights",
    "ring_codes",
]

# What a move has to do with the one before: nothing, it touches it, it saves a bridge from it.
NEAR = ("far", "touches", "saves")

_FILE = Path(__file__).resolve().parents[1] / "tables" / "patterns.npz"
# Weights of playouts are whole numbers: 1 is 1024, and no pattern gets more than so many times the
# weight of open ground, as a draw would take long.
_ONE, _MOST = 1024, 8


def _around(boards: np.ndarray) -> np.ndarray:
    """What stands on the six neighbors, (6, B, n, n) int8: 1, -1, 0, and 2 beyond two sides."""
    count, n = boards.shape[:2]
    frame = np.full((count, n + 2, n + 2), 2, np.int8)
    frame[:, [0, -1], 1:-1] = 1
    frame[:, 1:-1, [0, -1]] = -1
    frame[:, 1:-1, 1:-1] = boards
    return np.stack([frame[:, 1 + r : n + 1 + r, 1 + c : n + 1 + c] for r, c in NEIGHBOR_STEPS])


def ring_codes(boards: np.ndarray) -> np.ndarray:
    """The codes of what surrounds each cell.

    Parameters
    ----------
    boards : (B, n, n) int8 array
        1 for Black's stones, -1 for White's, 0 for empty cells.

    Returns
    -------
    (B, n, n) int64 array

    Examples
    --------
    >>> int(ring_codes(np.zeros((1, 2, 2), np.int8))[0, 0, 0]) == 1 + 4 + 512 + 2048
    True
    """
    values = np.array([0, 1, 3, 2])[_around(np.asarray(boards))]
    return sum(values[k].astype(np.int64) << 2 * k for k in range(6))


@lru_cache(maxsize=None)
def codes_for_mover() -> np.ndarray:
    """(2, 4096): by color to move (0 Black, 1 White) and code the code as the mover sees it.

    >>> int(codes_for_mover()[1, 2]) == 1 << 10  # White above is Black at the left
    True
    """
    codes = np.arange(4096)
    fields = codes[:, None] >> 2 * np.arange(6) & 3
    swapped = np.array([0, 2, 1, 3])[fields][:, ::-1]
    return np.stack([codes, (swapped << 2 * np.arange(6)).sum(axis=1)])


@lru_cache(maxsize=None)
def class_of_codes() -> np.ndarray:
    """(4096,): of each code of the mover the lower of it and its half turn."""
    codes = np.arange(4096)
    return np.minimum(codes, codes >> 6 | (codes & 63) << 6)


def near_kinds(board: np.ndarray, mover: int, last: int | None) -> np.ndarray:
    """What each empty cell has to do with the opponent's last move, as a number of `NEAR`.

    Parameters
    ----------
    board : (n, n) int8 array
        The position after the opponent's last move.
    mover : int
        BLACK or WHITE.
    last : int or None
        Cell id.

    Returns
    -------
    (n, n) int8 array

    Examples
    --------
    >>> board = np.array([[0, 1, 0], [-1, 0, 0], [1, 0, 0]], np.int8)
    >>> near_kinds(board, 1, 3)
    array([[1, 0, 0],
           [0, 2, 0],
           [0, 0, 0]], dtype=int8)
    """
    n = len(board)
    found = np.zeros((n, n), np.int8)
    if last is None:
        return found
    row, col = divmod(last, n)
    around = _around(board[None])[:, 0, row, col]
    for k, (down, right) in enumerate(NEIGHBOR_STEPS):
        if around[k] == 0:
            saves = around[k - 1] == mover and around[(k + 1) % 6] == mover
            found[row + down, col + right] = 2 if saves else 1
    return found


@lru_cache(maxsize=None)
def playout_weights() -> tuple[np.ndarray, np.ndarray]:
    """The fitted weights, for ``hexlab.search.playout_moves.make_weights(*...)``.

    Made by `hexlab.learn.btmm.fit_patterns`; in whole numbers, 1024 for a cell among empty ones, at
    most eight times as much. A cell beside the last move never weighs less than elsewhere.

    Returns
    -------
    ring : (4096, 2) int16
        By code and color to move (0 Black, 1 White).
    near : (2,) int64
    """
    with np.load(_FILE) as file:
        by_class, near = file["ring"], file["near"]
    own = by_class[class_of_codes()]
    ring = np.clip(np.rint(own * _ONE), 1, _MOST * _ONE).astype(np.int16)
    weights = np.stack([ring[codes_for_mover()[side]] for side in range(2)], axis=1)
    factors = np.maximum(np.rint(near[1:] / near[0] * _ONE), _ONE).astype(np.int64)
    return weights, factors
