"""Boards as PNG and PDF: the SVG's shapes, drawn by matplotlib."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from hexlab.run.extras import need
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
from hexlab.view.style import Palette

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hexlab.view.svg import Picture

__all__ = ["figure", "render_file"]

_PIXELS_PER_INCH = 96
_DPI = 200

# Lines at 45° to the right and down are matplotlib's backslash: its y axis points up.
_HATCH = {45: "\\\\\\\\\\", 135: "/////", 0: "-----", 90: "|||||"}


def figure(picture: Picture) -> Figure:
    """The picture as a matplotlib figure of the same size."""
    need("matplotlib", "lab")
    from hexlab.view.figures import LabFigure

    made = LabFigure(figsize=(picture.width / _PIXELS_PER_INCH, picture.height / _PIXELS_PER_INCH))
    made.patch.set_alpha(0)
    axes = made.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    width, height = picture.natural
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    points = 72 / _PIXELS_PER_INCH * picture.width / width
    for (x, y), scene in picture.scenes:
        _Brush(axes, scene, (x - scene.box[0], y - scene.box[1]), points).draw()
    return made


def render_file(picture: Picture, kind: str) -> bytes:
    """The bytes of a "png" or "pdf" file; the same picture gives the same bytes."""
    made = figure(picture)
    from matplotlib import rc_context

    buffer = io.BytesIO()
    undated: dict[str, Any] = {"pdf": {"CreationDate": None}, "png": {"Software": None}}
    # Type 42 keeps text in a PDF selectable and its fonts acceptable to publishers.
    with rc_context({"hatch.linewidth": 0.9, "pdf.fonttype": 42}):
        made.savefig(buffer, format=kind, dpi=_DPI, metadata=undated[kind])
    return buffer.getvalue()


class _Brush:
    """Draws one scene into axes; `points` is the size of the scene's unit in points."""

    def __init__(self, axes: Axes, scene: Scene, shift: Point, points: float) -> None:
        self._axes, self._scene, self._shift, self._points = axes, scene, shift, points
        self._layer = 0

    def draw(self) -> None:
        from matplotlib.patches import FancyBboxPatch

        left, top, width, height = self._scene.box
        page = FancyBboxPatch(
            self._move((left + 6, top + 6)),
            width - 12,
            height - 12,
            boxstyle="round,pad=6",
            facecolor=self._scene.background,
            edgecolor="none",
        )
        self._axes.add_patch(page)
        for shape in self._scene.shapes:
            self._layer += 1
            self._shape(shape)

    def _move(self, point: Point) -> Point:
        return point[0] + self._shift[0], point[1] + self._shift[1]

    def _shape(self, shape: Shape) -> None:
        if isinstance(shape, Hexagons):
            rings = [self._scene.ring(cell) for cell in shape.cells]
            self._polygons(rings, shape.paint, list(shape.fills))
        elif isinstance(shape, Polygons):
            self._polygons(list(shape.rings), shape.paint, [])
        elif isinstance(shape, Lines):
            self._lines(shape)
        elif isinstance(shape, Discs):
            self._discs(shape)
        elif isinstance(shape, Texts):
            self._texts(shape)
        else:
            self._bar(shape)

    def _paint(self, paint: Paint, fills: list[str]) -> dict[str, Any]:
        face: Any = fills or paint.fill or "none"
        if paint.hatch is not None:
            face = (paint.fill, 0.25)
        options = {
            "facecolor": face,
            "edgecolor": paint.stroke or "none",
            "linewidth": paint.width * self._points,
            "zorder": self._layer,
        }
        return options if paint.hatch is None else options | {"hatch": _HATCH[paint.hatch]}

    def _polygons(self, rings: list[tuple[Point, ...]], paint: Paint, fills: list[str]) -> None:
        from matplotlib.collections import PolyCollection

        moved = [[self._move(point) for point in ring] for ring in rings]
        self._axes.add_collection(PolyCollection(moved, **self._paint(paint, fills)))

    def _lines(self, shape: Lines) -> None:
        from matplotlib.collections import LineCollection

        chains = [[self._move(point) for point in chain] for chain in shape.chains]
        for paint in filter(None, (shape.casing, shape.paint)):
            self._axes.add_collection(
                LineCollection(
                    chains,
                    colors=paint.stroke or "none",
                    linewidths=paint.width * self._points,
                    capstyle="round",
                    joinstyle="round",
                    zorder=self._layer,
                )
            )

    def _discs(self, shape: Discs) -> None:
        from matplotlib.collections import PatchCollection
        from matplotlib.patches import Circle

        circles = [Circle(self._move(center), shape.radius) for center in shape.centers]
        self._axes.add_collection(PatchCollection(circles, **self._paint(shape.paint, [])))

    def _texts(self, shape: Texts) -> None:
        for x, y, text in shape.items:
            # A dollar sign is a dollar sign: no mathematics in labels.
            px, py = self._move((x, y + 0.36 * shape.size))
            self._axes.text(
                px,
                py,
                text,
                size=shape.size * self._points,
                color=shape.color,
                weight="bold" if shape.bold else "normal",
                ha="center" if shape.anchor == "middle" else "left",
                va="baseline",
                zorder=self._layer,
                parse_math=False,
            )

    def _bar(self, bar: Bar) -> None:
        from matplotlib.collections import PatchCollection
        from matplotlib.patches import Rectangle

        slices = 128
        palette = Palette(bar.colors)
        patches = []
        for index in range(slices):
            left = bar.corner[0] + bar.width * index / slices
            color = palette.color((index + 0.5) / slices)
            # Each slice reaches to the right end, so no seam shows between two of them.
            spot, rest = self._move((left, bar.corner[1])), bar.width * (1 - index / slices)
            patches.append(Rectangle(spot, rest, bar.height, facecolor=color))
        # One collection: patches added one by one take ten times as long.
        strip = PatchCollection(patches, match_original=True, zorder=self._layer)
        self._axes.add_collection(strip, autolim=False)
        frame = Rectangle(
            self._move(bar.corner),
            bar.width,
            bar.height,
            facecolor="none",
            edgecolor=bar.line,
            linewidth=0.8 * self._points,
            zorder=self._layer,
        )
        self._axes.add_patch(frame)
