"""How inferior cells look on a board: each kind has a mark of its own, told apart without color."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import hypot
from typing import Any

from hexlab.board.board import Board
from hexlab.board.notation import BLACK, WHITE, a_board
from hexlab.connection.inferior import Inferior
from hexlab.view.layout import RADIUS, Layout
from hexlab.view.legend import Entry, Layers
from hexlab.view.shapes import Discs, Hexagons, Lines, Paint, Point, Polygons, Shape
from hexlab.view.style import Palette, Theme

__all__ = ["inferior_layers"]

_SMALL = 0.34 * RADIUS
_Draw = Callable[[Iterable[Point]], list[Shape]]


def inferior_layers(inferior: Any, board: Board, at: Layout, theme: Theme) -> Layers:
    """Crosses on dead cells, pairs of small stones on captured ones, arrows on what may be skipped.

    An arrow points to the better move (dominated; an open head) or to the answer that makes the
    move worthless (reversible; a full head).

    Raises
    ------
    ValueError
        For what is none of `inferior_cells`, or one of another board size.
    """
    if not isinstance(inferior, Inferior):
        raise ValueError(
            f"inferior is what hexlab.connection.inferior_cells gives, not {inferior!r}"
        )
    if inferior.board.n != at.n:
        raise ValueError(
            f"inferior cells of {a_board(inferior.board.n)} are shown on {a_board(at.n)}"
        )
    marks = _Marks(theme)
    layers = Layers()
    dead = inferior.cells("dead")
    captured = {
        color: tuple(c for c in inferior.cells("captured") if inferior.filled[c] == color)
        for color in (BLACK, WHITE)
    }
    arrows = {
        kind: tuple((cell, inferior.helpers.get(cell, cell)) for cell in inferior.cells(kind))
        for kind in ("reversible", "dominated")
    }
    gray = (*dead, *captured[BLACK], *captured[WHITE], *(c for a in arrows.values() for c, _ in a))
    layers.below.append(Hexagons(tuple(sorted(gray)), Paint(fill=marks.gray, stroke=theme.line)))
    pairs = tuple(
        (at.centers[one], at.centers[other])
        for _, one, other in inferior.captured_pairs
        if inferior.helpers.get(other) == one
    )
    layers.above.append(Lines(pairs, Paint(stroke=marks.ink, width=1.6)))

    def put(cells: Iterable[int], draw: _Draw, text: str) -> None:
        spots = [at.centers[cell] for cell in cells]
        if spots:
            layers.above.extend(draw(spots))
            layers.legend.append(Entry(text, lambda spot: draw([spot])))

    put(dead, marks.cross, "dead")
    for color, name in ((BLACK, "Black"), (WHITE, "White")):
        put(captured[color], marks.stones(color), f"captured by {name}")
    for kind, full in (("reversible", True), ("dominated", False)):
        for cell, helper in arrows[kind]:
            layers.above.extend(marks.arrow(at.centers[cell], at.centers[helper], full))
        if arrows[kind]:
            layers.legend.append(Entry(_MEANING[kind], marks.sample(full)))
    return layers


_MEANING = {"reversible": "reversible: the answer", "dominated": "dominated by"}


class _Marks:
    """The marks in the colors of a theme."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.gray = Palette((theme.cell, theme.line)).color(0.3)
        self.ink = theme.readable_on(self.gray)

    def cross(self, spots: Iterable[Point]) -> list[Shape]:
        s = 0.26 * RADIUS
        strokes = [((x - s, y + k * s), (x + s, y - k * s)) for x, y in spots for k in (1, -1)]
        return [Lines(tuple(strokes), Paint(stroke=self.ink, width=2))]

    def stones(self, color: int) -> _Draw:
        fill, rim = self._theme.stone(color)
        return lambda spots: [Discs(tuple(spots), _SMALL, Paint(fill=fill, stroke=rim, width=1.2))]

    def arrow(self, start: Point, goal: Point, full: bool) -> list[Shape]:
        """From a cell's center most of the way to the next cell, however far the goal is."""
        (x, y), (gx, gy) = start, goal
        far = hypot(gx - x, gy - y)
        if not far:
            return [Discs((start,), 0.14 * RADIUS, Paint(fill=self.ink))]
        ux, uy = (gx - x) / far, (gy - y) / far
        length, head = 0.95 * RADIUS, 0.34 * RADIUS
        x, y = x - 0.35 * RADIUS * ux, y - 0.35 * RADIUS * uy
        tip = (x + length * ux, y + length * uy)
        wings = [
            (tip[0] - head * (ux + k * 0.62 * uy), tip[1] - head * (uy - k * 0.62 * ux))
            for k in (1, -1)
        ]
        line = Paint(stroke=self.ink, width=1.8)
        if full:
            back = (x + (length - 0.8 * head) * ux, y + (length - 0.8 * head) * uy)
            top = Polygons(((wings[0], tip, wings[1]),), Paint(fill=self.ink, stroke=self.ink))
            return [Lines(((((x, y)), back),), line), top]
        return [Lines((((x, y), tip), (wings[0], tip, wings[1])), line)]

    def sample(self, full: bool) -> Callable[[Point], list[Shape]]:
        return lambda spot: self.arrow((spot[0] - 4, spot[1]), (spot[0] + 99, spot[1]), full)
