r"""Boards as TikZ code for LaTeX documents.

The file holds one ``tikzpicture``. The preamble needs ``\usepackage{tikz}`` and
``\usetikzlibrary{patterns}`` (patterns only for carriers).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hexlab.view.shapes import (
    Bar,
    Discs,
    Hexagons,
    Lines,
    Paint,
    Point,
    Polygons,
    Scene,
    Shape,
    Texts,
)

if TYPE_CHECKING:
    from hexlab.view.svg import Picture

__all__ = ["tikz"]

_POINTS_PER_PIXEL = 0.75
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "−": r"$-$",
    "×": r"$\times$",
    "\n": " ",
}
_PATTERN = {45: "north west lines", 135: "north east lines", 0: "horizontal lines"}
_PATTERN[90] = "vertical lines"


def tikz(picture: Picture) -> str:
    r"""The picture as a ``tikzpicture``, to be read with ``\input``.

    >>> from hexlab import Board
    >>> print(tikz(Board(1).show(coordinates=False)).splitlines()[-1])
    \end{tikzpicture}
    """
    unit = _POINTS_PER_PIXEL * picture.width / picture.natural[0]
    writer = _Writer(unit)
    body = [line for corner, scene in picture.scenes for line in writer.scene(scene, corner)]
    head = [
        r"% Preamble: \usepackage{tikz}\usetikzlibrary{patterns}",
        rf"\begin{{tikzpicture}}[x={unit:.4f}pt,y=-{unit:.4f}pt,line cap=round,line join=round]",
    ]
    colors = [
        rf"\definecolor{{{name}}}{{HTML}}{{{color[1:].upper()}}}"
        for color, name in writer.colors.items()
    ]
    return "\n".join([*head, *colors, *body, r"\end{tikzpicture}", ""])


class _Writer:
    """Writes scenes; remembers the colors they use."""

    def __init__(self, unit: float) -> None:
        self._unit = unit
        self.colors: dict[str, str] = {}

    def _color(self, color: str | None) -> str:
        if color is None:
            return "none"
        return self.colors.setdefault(color, f"hexcolor{len(self.colors)}")

    def scene(self, scene: Scene, corner: Point) -> Iterator[str]:
        left, top, width, height = scene.box
        yield f"% {scene.title.splitlines()[0] if scene.title else 'Hex position'}"
        yield rf"\begin{{scope}}[shift={{({_n(corner[0] - left)},{_n(corner[1] - top)})}}]"
        yield (
            rf"\fill[{self._color(scene.background)}] ({_n(left)},{_n(top)}) "
            f"rectangle ({_n(left + width)},{_n(top + height)});"
        )
        for shape in scene.shapes:
            yield from self._shape(shape, scene)
        yield r"\end{scope}"

    def _shape(self, shape: Shape, scene: Scene) -> Iterator[str]:
        if isinstance(shape, Hexagons):
            fills: Iterable[str | None] = shape.fills or [shape.paint.fill] * len(shape.cells)
            for cell, fill in zip(shape.cells, fills, strict=True):
                yield from self._filled(_ring(scene.ring(cell)), shape.paint, fill)
        elif isinstance(shape, Polygons):
            for ring in shape.rings:
                yield from self._filled(_ring(ring), shape.paint, shape.paint.fill)
        elif isinstance(shape, Discs):
            radius = f"circle[radius={shape.radius * self._unit:.2f}pt]"
            for center in shape.centers:
                yield from self._filled(f"{_point(center)} {radius}", shape.paint, shape.paint.fill)
        elif isinstance(shape, Lines):
            for paint in filter(None, (shape.casing, shape.paint)):
                lines = " ".join(" -- ".join(map(_point, chain)) for chain in shape.chains)
                yield rf"\draw[{self._outline(paint)}] {lines};"
        elif isinstance(shape, Texts):
            yield from self._texts(shape)
        else:
            yield from self._bar(shape)

    def _filled(self, outline: str, paint: Paint, fill: str | None) -> Iterator[str]:
        draw = self._outline(paint)
        if paint.hatch is None:
            yield rf"\path[fill={self._color(fill)},{draw}] {outline};"
            return
        color = self._color(fill)
        pattern = f"pattern={_PATTERN[paint.hatch]},pattern color={color}"
        yield rf"\fill[{color},fill opacity=0.25] {outline};"
        yield rf"\path[{pattern},{draw}] {outline};"

    def _outline(self, paint: Paint) -> str:
        width = paint.width * self._unit
        return f"draw={self._color(paint.stroke)},line width={width:.2f}pt"

    def _texts(self, shape: Texts) -> Iterator[str]:
        size = shape.size * self._unit
        font = rf"\fontsize{{{size:.1f}}}{{{1.2 * size:.1f}}}\selectfont\sffamily"
        if shape.bold:
            font += r"\bfseries"
        anchor = "base" if shape.anchor == "middle" else "base west"
        style = f"anchor={anchor},inner sep=0pt,text={self._color(shape.color)},font={font}"
        for x, y, text in shape.items:
            spot = _point((x, y + 0.36 * shape.size))
            yield rf"\node[{style}] at {spot} {{{_escaped(text)}}};"

    def _bar(self, bar: Bar) -> Iterator[str]:
        (x, y), parts = bar.corner, len(bar.colors) - 1
        for index in range(parts):
            left, right = (x + bar.width * (index + k) / parts for k in (0, 1))
            one, other = (self._color(bar.colors[index + k]) for k in (0, 1))
            yield (
                rf"\shade[left color={one},right color={other}] {_point((left, y))} "
                f"rectangle {_point((right, y + bar.height))};"
            )
        yield (
            rf"\draw[draw={self._color(bar.line)},line width={0.8 * self._unit:.2f}pt] "
            f"{_point((x, y))} rectangle {_point((x + bar.width, y + bar.height))};"
        )


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in text if char.isprintable() or char == "\n")


def _n(value: float) -> str:
    return f"{value:.2f}"


def _point(point: Point) -> str:
    return f"({_n(point[0])},{_n(point[1])})"


def _ring(ring: Iterable[Point]) -> str:
    return " -- ".join(map(_point, ring)) + " -- cycle"
