"""The hexagonal grid of an n×n Hex board, in plain Python.

A cell is an int, ``cell = row*n + col``; row 0 is the top row and ``a1`` (row 0, column 0) the
acute top-left corner. A set of cells is an int whose bit ``cell`` is set. Black joins top and
bottom, White joins left and right.

Everything here is made once per size and cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

__all__ = [
    "MAX_SIZE",
    "NEIGHBOR_STEPS",
    "Grid",
    "bridges",
    "cells_of",
    "check_size",
    "grid",
    "near_sides",
    "neighbors",
]

MAX_SIZE = 19

# (row, column) steps to the six neighbors, in order round the cell.
NEIGHBOR_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))

# The six bridges: the far cell is one step in each of two neighboring directions away.
_BRIDGE_PAIRS = tuple((i, (i + 1) % 6) for i in range(6))


def check_size(n: int) -> int:
    """Return `n` if it is a board size, else raise ValueError."""
    if isinstance(n, bool) or not hasattr(n, "__index__") or not 1 <= int(n) <= MAX_SIZE:
        raise ValueError(f"board size must be a whole number from 1 to {MAX_SIZE}, not {n!r}")
    return int(n)


def cells_of(bits: int) -> Iterator[int]:
    """Yield the cells of the set `bits`, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Grid:
    """Masks of one board size, and the one operation on cell sets that needs them.

    Attributes
    ----------
    n : int
    all : int
        Every cell.
    top, bottom, left, right : int
        The cells along each side.
    """

    __slots__ = ("_not_left", "_not_right", "all", "bottom", "left", "n", "right", "top")

    def __init__(self, n: int) -> None:
        self.n = n
        self.all = (1 << n * n) - 1
        self.top = (1 << n) - 1
        self.bottom = self.top << n * (n - 1)
        self.left = sum(1 << row * n for row in range(n))
        self.right = self.left << n - 1
        self._not_left = self.all & ~self.left
        self._not_right = self.all & ~self.right

    def around(self, bits: int) -> int:
        """The cells next to a cell of `bits` (cells of `bits` among them if they touch)."""
        n = self.n
        inner_left = bits & self._not_left
        inner_right = bits & self._not_right
        spread = bits << n | bits >> n | inner_left >> 1 | inner_right << 1
        spread |= inner_left << n - 1 | inner_right >> n - 1
        return spread & self.all

    def flood(self, seed: int, within: int) -> int:
        """All cells of `within` that a chain of cells in `within` joins to `seed`."""
        reached = seed & within
        frontier = reached
        while frontier:
            frontier = self.around(frontier) & within & ~reached
            reached |= frontier
        return reached


@lru_cache(maxsize=None)
def grid(n: int) -> Grid:
    """The `Grid` of size `n`."""
    return Grid(check_size(n))


@lru_cache(maxsize=None)
def neighbors(n: int) -> tuple[tuple[int, ...], ...]:
    """For each cell its two to six neighbors (none on 1×1), in the order of `NEIGHBOR_STEPS`."""
    return tuple(
        tuple(
            (row + dr) * n + col + dc
            for dr, dc in NEIGHBOR_STEPS
            if 0 <= row + dr < n and 0 <= col + dc < n
        )
        for row in range(n)
        for col in range(n)
    )


@lru_cache(maxsize=None)
def bridges(n: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """For each cell its bridges as (far cell, carrier cell, carrier cell), all on the board."""

    def of(row: int, col: int) -> Iterator[tuple[int, int, int]]:
        for i, j in _BRIDGE_PAIRS:
            (dr, dc), (er, ec) = NEIGHBOR_STEPS[i], NEIGHBOR_STEPS[j]
            spots = (row + dr + er, col + dc + ec), (row + dr, col + dc), (row + er, col + ec)
            if all(0 <= r < n and 0 <= c < n for r, c in spots):
                far, one, two = (r * n + c for r, c in spots)
                yield far, one, two

    return tuple(tuple(of(row, col)) for row in range(n) for col in range(n))


@lru_cache(maxsize=None)
def near_sides(n: int, rows: int = 2) -> tuple[int, ...]:
    """The cells within `rows` rows of a side, as ids in order; 88 on 13×13.

    Source: Takada 2019, 4.4.4 (where self-play games begin).

    >>> len(near_sides(13)), len(near_sides(3, rows=1))
    (88, 8)
    """
    edge = {*range(rows), *range(n - rows, n)}
    return tuple(cell for cell in range(n * n) if cell // n in edge or cell % n in edge)
