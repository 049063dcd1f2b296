"""The stored patterns of inferior cells, and the padded board in which kernels look them up."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hexlab.board.geometry import NEIGHBOR_STEPS
from hexlab.connection.derive_patterns import TABLE
from hexlab.run.kernel import kernel, kernel_part

__all__ = [
    "CAPTURED",
    "DEAD",
    "DOMINATED",
    "REVERSIBLE",
    "InferiorTables",
    "codes",
    "inferior_tables",
    "pad",
    "place",
]

# Why a cell was filled, or may be skipped.
DEAD, CAPTURED, REVERSIBLE, DOMINATED = 1, 2, 3, 4

_STEPS = np.array(NEIGHBOR_STEPS)
_POWERS = 3 ** np.arange(8)


class InferiorTables(NamedTuple):
    """The tables that `derive_patterns` explains, as the kernel takes them."""

    ring: np.ndarray
    pair: np.ndarray
    keys: np.ndarray
    answers: np.ndarray


@lru_cache(maxsize=None)
def inferior_tables() -> InferiorTables:
    """The stored tables, read once."""
    with np.load(TABLE) as stored:
        return InferiorTables(*(stored[name] for name in InferiorTables._fields))


@kernel_part(allocates=True)
def pad(cells: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The board in a frame two cells wide, and steps in it.

    Returns
    -------
    padded : ((n+4)²,) int64
        0, 1 (Black) and 2 (White). Rows beyond the board are Black's, columns White's; the corners,
        where both meet, touch no cell that does not touch the same side anyway.
    steps : (12,) int64
        From a cell to its six neighbors and the six a bridge away.
    pairs : (6, 8) int64
        From a cell to the ring of eight round it and its neighbor k.
    """
    width = n + 4
    padded = np.empty(width * width, np.int64)
    for row in range(width):
        for col in range(width):
            color = 2
            if row < 2 or row >= n + 2:
                color = 1
            elif 2 <= col < n + 2:
                color = cells[(row - 2) * n + col - 2] % 3
            padded[row * width + col] = color
    steps = np.empty(12, np.int64)
    for k in range(6):
        steps[k] = _STEPS[k, 0] * width + _STEPS[k, 1]
    for k in range(6):
        steps[6 + k] = steps[k] + steps[(k + 1) % 6]
    pairs = np.empty((6, 8), np.int64)
    for k in range(6):
        for i in range(5):
            pairs[k, i] = steps[(k + 1 + i) % 6]
        pairs[k, 5] = steps[6 + (k + 5) % 6]
        pairs[k, 6] = 2 * steps[k]
        pairs[k, 7] = steps[6 + k]
    return padded, steps, pairs


@kernel_part
def codes(padded: np.ndarray, at: int, steps: np.ndarray, count: int) -> tuple[int, int]:
    """The code of the first `count` places of `steps` round `at`: as Black sees it, and White."""
    black = white = 0
    for k in range(count):
        color = padded[at + steps[k]]
        black += _POWERS[k] * (color == 1)
        white += _POWERS[k] * (color == 2)
    return black + 2 * white, white + 2 * black


@kernel_part
def place(at: int, n: int) -> int:
    """The cell of a place in the padded board."""
    width = n + 4
    return (at // width - 2) * n + at % width - 2


@kernel(allocates=True)
def _every_helper(cells: np.ndarray) -> int:
    """Use each function once."""
    padded, steps, _ = pad(cells, 1)
    return codes(padded, 12, steps, 6)[0] + place(12, 1)


def _warmup() -> None:
    _every_helper(np.zeros(1, np.int8))
