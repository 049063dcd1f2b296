"""The shapes a picture is made of. Every renderer (SVG, matplotlib, TikZ) draws just these."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Bar", "Discs", "Hexagons", "Lines", "Paint", "Point", "Polygons", "Scene", "Texts"]

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined.

    `hatch` is None or an angle in degrees: then lines in the fill's color, which run in that
    direction, take the place of the plain fill (over a pale wash of it).
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    hatch: int | None = None


@dataclass(frozen=True, slots=True)
class Hexagons:
    """Some cells of the scene's board; `fills` has one color a cell, or is empty."""

    cells: tuple[int, ...]
    paint: Paint
    fills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Polygons:
    """Closed polygons."""

    rings: tuple[tuple[Point, ...], ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Discs:
    """Circles of one radius."""

    centers: tuple[Point, ...]
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Lines:
    """Open polylines with round ends; `casing` is drawn first, below all of them."""

    chains: tuple[tuple[Point, ...], ...]
    paint: Paint
    casing: Paint | None = None


@dataclass(frozen=True, slots=True)
class Texts:
    """Strings, each centered on its point (or beginning there, with ``anchor="start"``)."""

    items: tuple[tuple[float, float, str], ...]
    size: float
    color: str
    bold: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Bar:
    """A horizontal color bar; its colors blend from left to right."""

    corner: Point
    width: float
    height: float
    colors: tuple[str, ...]
    line: str


Shape = Hexagons | Polygons | Discs | Lines | Texts | Bar


@dataclass(frozen=True, slots=True)
class Scene:
    """One board's picture before any renderer: shapes from the lowest to the topmost.

    Attributes
    ----------
    box : tuple of float
        Left, top, width and height of the visible part; y grows downwards, one unit is a pixel
        at natural size.
    background : str
    shapes : tuple of Shape
    corners : tuple of Point
        The six corners of a cell seen from its center.
    centers : tuple of Point
        The center of each cell, in id order.
    names : tuple of str
        The name of each cell.
    title, description : str
        What a screen reader reads.
    sides : tuple of (str, (Point, Point))
        The name of each side and the ends of the bar along its middle.
    """

    box: tuple[float, float, float, float]
    background: str
    shapes: tuple[Shape, ...]
    corners: tuple[Point, ...]
    centers: tuple[Point, ...]
    names: tuple[str, ...]
    title: str
    description: str
    sides: tuple[tuple[str, tuple[Point, Point]], ...] = ()

    def ring(self, cell: int) -> tuple[Point, ...]:
        """The six corners of a cell."""
        x, y = self.centers[cell]
        return tuple((x + dx, y + dy) for dx, dy in self.corners)
