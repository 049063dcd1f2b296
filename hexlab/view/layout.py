"""Where things lie on the page: cells, sides and terminals of a board in one orientation.

All is computed for the flat board (rows run to the right, each half a cell further than the one
above, pointed-top hexagons), then turned or mirrored by one 2×2 matrix.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

from hexlab.view.shapes import Point

__all__ = ["ORIENTATIONS", "RADIUS", "SIDES", "Layout", "layout"]

RADIUS = 20.0  # from a cell's center to its corner
BAND = 9.0  # width of the colored sides at the corners of the cells
_HALF = sqrt(3) / 2
_PITCH = 2 * _HALF * RADIUS  # between the centers of neighbors
_RIM = RADIUS + BAND  # from the centers of a side's cells to the outside of its band

# Name: the matrix (xx, xy, yx, yy).
ORIENTATIONS: dict[str, tuple[float, float, float, float]] = {
    "flat": (1.0, 0.0, 0.0, 1.0),
    "flat-mirrored": (-1.0, 0.0, 0.0, 1.0),
    "diamond": (_HALF, 0.5, -0.5, _HALF),
    "diamond-mirrored": (-_HALF, -0.5, -0.5, _HALF),
}

SIDES = ("top", "bottom", "left", "right")


class Layout:
    """Geometry of an n×n board.

    Attributes
    ----------
    corners : tuple of Point
        The corners of a cell seen from its center.
    centers : tuple of Point
        Of all cells, in id order.
    """

    def __init__(self, n: int, orientation: str) -> None:
        self.n = n
        self._matrix = ORIENTATIONS[orientation]
        flat = ((0, -1), (_HALF, -0.5), (_HALF, 0.5), (0, 1), (-_HALF, 0.5), (-_HALF, -0.5))
        self.corners = tuple(self._turn(x * RADIUS, y * RADIUS) for x, y in flat)
        self.centers = tuple(self.at(cell // n, cell % n) for cell in range(n * n))

    def _turn(self, x: float, y: float) -> Point:
        xx, xy, yx, yy = self._matrix
        return xx * x + xy * y, yx * x + yy * y

    def at(self, row: float, col: float) -> Point:
        """The point of a row and column, which need not be whole nor on the board."""
        return self._turn((col + row / 2) * _PITCH, row * 1.5 * RADIUS)

    def band(self, side: str) -> tuple[Point, ...]:
        """The colored area of a side; its inner part lies below the cells."""
        last = self.n - 1
        out = _RIM / (1.5 * RADIUS)  # in rows (or columns) beyond the outermost
        # The sharp corners, at a1 and opposite, are cut off square to the long diagonal.
        cut = (RADIUS + 1.3 * BAND) / (3 * RADIUS)
        if side == "top":
            spots = [(-cut, -cut), (-out, out - 2 * cut), (-out, last + out), (0, last), (0, 0)]
        elif side == "left":
            spots = [(-cut, -cut), (out - 2 * cut, -out), (last + out, -out), (last, 0), (0, 0)]
        else:
            twin = {"bottom": "top", "right": "left"}[side]
            # A half turn of the board swaps opposite sides.
            cx, cy = self.at(last, last)
            return tuple((cx - x, cy - y) for x, y in self.band(twin))
        return tuple(self.at(row, col) for row, col in spots)

    def terminal(self, side: str) -> tuple[Point, Point]:
        """The ends of the bar that stands for a side, along the middle of its band."""
        last, out = self.n - 1, (RADIUS + BAND / 2) / (1.5 * RADIUS)
        # Straight beyond the centers of the two outermost cells: half a row is half a column.
        ends = {
            "top": ((-out, out / 2), (-out, last + out / 2)),
            "bottom": ((last + out, -out / 2), (last + out, last - out / 2)),
            "left": ((out / 2, -out), (last + out / 2, -out)),
            "right": ((-out / 2, last + out), (last - out / 2, last + out)),
        }[side]
        (r1, c1), (r2, c2) = ends
        return self.at(r1, c1), self.at(r2, c2)

    def foot(self, cell: int, side: str) -> Point:
        """The point of a side's bar nearest to a cell."""
        (ax, ay), (bx, by) = self.terminal(side)
        x, y = self.centers[cell]
        length = (bx - ax) ** 2 + (by - ay) ** 2
        share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
        share = min(max(share, 0.0), 1.0)
        return ax + share * (bx - ax), ay + share * (by - ay)


@lru_cache(maxsize=64)
def layout(n: int, orientation: str) -> Layout:
    """The `Layout` of a board size and orientation, made once.

    Raises
    ------
    ValueError
        For an unknown orientation; the message lists the known ones.
    """
    if orientation not in ORIENTATIONS:
        known = ", ".join(map(repr, ORIENTATIONS))
        raise ValueError(f"orientation {orientation!r} is none of {known}")
    return Layout(n, orientation)
