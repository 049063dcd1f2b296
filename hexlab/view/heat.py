"""Values per cell as colors, and the color bar that explains them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, floor, inf, isfinite, isnan, log10, nan
from typing import Any

from hexlab.board.notation import a_board
from hexlab.view.shapes import Bar, Hexagons, Lines, Paint, Point, Shape, Texts
from hexlab.view.style import Palette, Theme

__all__ = ["Heat", "heat_of"]

_MINUS = "−"


@dataclass(frozen=True, slots=True)
class Heat:
    """Checked heat: one value a cell (NaN: none), its range and its palette."""

    values: tuple[float, ...]
    low: float
    high: float
    diverging: bool
    palette: Palette
    label: str

    def color(self, cell: int) -> str | None:
        """The color of a cell, None where there is no value."""
        value = self.values[cell]
        return None if isnan(value) else self.palette.color(self._share(value))

    def _share(self, value: float) -> float:
        # Halves first: the difference of two huge numbers overflows.
        span = self.high / 2 - self.low / 2
        if span > 0:
            return (value / 2 - self.low / 2) / span
        return 0.5 if isfinite(value) else float(value > 0)

    def shapes(self, centers: tuple[Point, ...], theme: Theme) -> list[Shape]:
        """The colored cells; on a diverging map a minus sign in the negative ones."""
        colors = [(cell, self.color(cell)) for cell in range(len(self.values))]
        found = [(cell, color) for cell, color in colors if color is not None]
        cells, fills = tuple(c for c, _ in found), tuple(color for _, color in found)
        shapes: list[Shape] = [Hexagons(cells, Paint(stroke=theme.line), fills)]
        if self.diverging:
            shapes += self._signs(found, centers, theme)
        return shapes

    def _signs(
        self, found: list[tuple[int, str]], centers: tuple[Point, ...], theme: Theme
    ) -> list[Shape]:
        # Both ends of the palette are dark; in gray the sign tells them apart.
        by_ink: dict[str, list[tuple[Point, Point]]] = {}
        for cell, color in found:
            if self.values[cell] < 0:
                x, y = centers[cell]
                dash = ((x - 3.5, y + 11.5), (x + 3.5, y + 11.5))
                by_ink.setdefault(theme.readable_on(color), []).append(dash)
        return [Lines(tuple(lines), Paint(stroke=ink)) for ink, lines in sorted(by_ink.items())]

    def bar(self, corner: Point, width: float, theme: Theme) -> list[Shape]:
        """The color bar below the board: caption, bar and ticks with numbers."""
        x, y = corner
        if self.label:
            y += 15
        stops = self.palette.stops
        shapes: list[Shape] = [Bar((x, y), width, 10, stops, theme.text)]
        ticks, marks = [], []
        values = _ticks(self.low, self.high)
        while len(values) > 2 and 6.4 * sum(len(_number(v)) + 1 for v in values) > width:
            values = values[::2]
        for value in values:
            place = x + width * self._share(value)
            marks.append(((place, y + 10), (place, y + 13.5)))
            ticks.append((place, y + 20, _number(value)))
        shapes.append(Lines(tuple(marks), Paint(stroke=theme.text)))
        shapes.append(Texts(tuple(ticks), 10, theme.text))
        if self.label:
            shapes.append(Texts(((x + width / 2, y - 9, self.label),), 11, theme.text))
        return shapes


def heat_of(
    heat: Any,
    n: int,
    theme: Theme,
    diverging: bool = False,
    heat_range: tuple[float, float] | None = None,
    label: str = "",
) -> Heat:
    """Check values per cell and settle their range.

    Raises
    ------
    ValueError
        For a wrong shape, entries that are no numbers, or a range that is none.
    """
    values = _values(heat, n)
    known = [value for value in values if isfinite(value)]
    if heat_range is not None:
        low, high = _range(heat_range)
        if diverging and low != -high:
            raise ValueError(f"a diverging heat_range is centered at 0, not {low:g} to {high:g}")
    elif diverging:
        high = max(map(abs, known), default=0.0) or 1.0
        low = -high
    else:
        low, high = (min(known), max(known)) if known else (0.0, 1.0)
    palette = theme.diverging if diverging else theme.sequential
    return Heat(values, low, high, diverging, palette, label)


def _range(heat_range: Any) -> tuple[float, float]:
    try:
        low, high = (float(value) for value in heat_range)
    except (TypeError, ValueError):
        low, high = nan, nan
    if not -inf < low < high < inf:
        raise ValueError(f"heat_range is (lowest, highest), two rising numbers, not {heat_range!r}")
    return low, high


def _values(heat: Any, n: int) -> tuple[float, ...]:
    data = heat.tolist() if hasattr(heat, "tolist") else heat
    data = list(data) if _nested(data) else data
    rows = [list(row) if _nested(row) else row for row in data] if _nested(data) else data
    if _nested(rows) and len(rows) == n and all(_nested(r) and len(r) == n for r in rows):
        flat = [value for row in rows for value in row]
    elif _nested(rows) and len(rows) == n * n and not any(map(_nested, rows)):
        flat = rows
    else:
        raise ValueError(
            f"heat for {a_board(n)} has shape ({n}, {n}) or ({n * n},), not {_shape(heat)}"
        )
    try:
        return tuple(nan if value is None else float(value) for value in flat)
    except (TypeError, ValueError, OverflowError):
        raise ValueError("heat holds something that is no number") from None


def _nested(data: Any) -> bool:
    return hasattr(data, "__iter__") and not isinstance(data, str | bytes | dict)


def _shape(heat: Any) -> str:
    if hasattr(heat, "shape"):
        return str(tuple(heat.shape))
    if not _nested(heat):
        return repr(heat)
    rows = list(heat)
    lengths = {len(row) for row in rows if hasattr(row, "__len__") and not isinstance(row, str)}
    if not lengths:
        return f"({len(rows)},)"
    return f"({len(rows)}, {' or '.join(map(str, sorted(lengths)))})"


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers within the range, three to six of them."""
    raw = high / 4 - low / 4
    if not 1e-300 < raw < 1e300:
        return [low, high] if raw else [low]
    power = 10.0 ** floor(log10(raw))
    step = next(k * power for k in (1, 2, 2.5, 5, 10) if k * power >= raw * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def _number(value: float) -> str:
    text = re.sub(r"e([+-])0*", lambda sign: "e" + sign[1].strip("+"), f"{value:.6g}")
    return text.replace("-", _MINUS, 1) if text.startswith("-") else text
