"""The lines below a board that say what its marks mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hexlab.view.shapes import Point, Shape, Texts
from hexlab.view.style import Theme

__all__ = ["Entry", "Layers", "legend_shapes"]

_SIZE = 11.0
_ROW = 20.0
_GAP = 16.0
SAMPLE = 8.0  # half the width of a sample


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the legend: `draw` makes its sample, at most `SAMPLE` from a point."""

    text: str
    draw: Callable[[Point], list[Shape]]


@dataclass(frozen=True, slots=True)
class Layers:
    """What an overlay adds: shapes below the stones, shapes above them, and lines of the legend."""

    below: list[Shape] = field(default_factory=list)
    above: list[Shape] = field(default_factory=list)
    legend: list[Entry] = field(default_factory=list)

    def add(self, other: Layers) -> None:
        """Put another overlay on top."""
        self.below.extend(other.below)
        self.above.extend(other.above)
        self.legend.extend(other.legend)


def _width(entry: Entry) -> float:
    return 2 * SAMPLE + 6 + 0.6 * _SIZE * len(entry.text)


def legend_shapes(
    entries: Sequence[Entry], middle: float, top: float, width: float, theme: Theme
) -> list[Shape]:
    """The entries in rows below `top`, none wider than `width` unless one entry is."""
    rows: list[list[Entry]] = []
    used = width
    for entry in entries:
        used += _GAP + _width(entry)
        if used > width:
            rows.append([])
            used = _width(entry)
        rows[-1].append(entry)
    shapes: list[Shape] = []
    texts = []
    widest = max((sum(map(_width, row)) + _GAP * (len(row) - 1) for row in rows), default=0.0)
    for index, row in enumerate(rows):
        x, y = middle - widest / 2, top + (index + 0.5) * _ROW
        for entry in row:
            shapes += entry.draw((x + SAMPLE, y))
            texts.append((x + 2 * SAMPLE + 6, y, entry.text))
            x += _width(entry) + _GAP
    return [*shapes, Texts(tuple(texts), _SIZE, theme.text, anchor="start")]
