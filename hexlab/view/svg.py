"""Boards as SVG: `board_svg`, `picture` and `board_grid`, in plain Python strings.

A picture of an 11×11 board takes a few milliseconds. Every cell has one transparent element with
class ``hex-cell`` and its name in ``data-cell``, on top of all others, for pages that react to
clicks; each side has one with class ``hex-side`` and ``data-side``. Colors are attributes, not
style sheets, so pictures on one page never disturb each other.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from hexlab.board.board import Board
from hexlab.run.files import write_atomic
from hexlab.view.scene import Options, board_scene
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
from hexlab.view.still import still_html

__all__ = ["Picture", "board_grid", "board_svg", "picture"]

# Stands for the prefix of all ids until the content, and so its hash, is known. The escaping below
# keeps it out of texts.
_PREFIX = "\x00"
_GAP = 16.0
_FONT = "DejaVu Sans,Verdana,Helvetica,Arial,sans-serif"
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_KNOWN = tuple(field.name for field in fields(Options))


class Picture:
    """One or more boards, drawn; shows itself in notebooks.

    Attributes
    ----------
    scenes : tuple of ((float, float), Scene)
        Each board's shapes and where the top-left corner of its box lies.
    natural : (float, float)
        Width and height in the units of the scenes.
    width, height : float
        Size in pixels.
    """

    def __init__(
        self, scenes: Iterable[tuple[Point, Scene]], text: str, size: float | None = None
    ) -> None:
        self.scenes = tuple(scenes)
        self.natural = (
            max(x + scene.box[2] for (x, _), scene in self.scenes),
            max(y + scene.box[3] for (_, y), scene in self.scenes),
        )
        scale = 1.0 if size is None else _check_size(size) / self.natural[0]
        self.width, self.height = (scale * side for side in self.natural)
        self._text = text
        self._svg = ""

    @property
    def svg(self) -> str:
        """The picture as an SVG document; the same picture gives the same text."""
        if not self._svg:
            # Cell names say nothing where there are several boards.
            self._svg = _render(self, targets=len(self.scenes) == 1)
        return self._svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture; the ending says how: .svg, .png, .pdf or .tex.

        PNG (200 dots an inch) and PDF need matplotlib. The .tex file holds a ``tikzpicture`` to
        input. A file of that name is replaced only when the new one is complete.

        Raises
        ------
        ValueError
            For another ending.
        """
        target = Path(path)
        ending = target.suffix.lower()
        if ending not in _WRITERS:
            raise ValueError(
                f"{target.name!r} ends in none of {', '.join(_WRITERS)}, the kinds of pictures"
            )
        write_atomic(target, _WRITERS[ending](self))

    def __repr__(self) -> str:
        return self._text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        # HTML for JupyterLab, which shows no SVG of a notebook that the reader has not run.
        svg = _render(self, targets=False)
        told = "\n".join(f"{scene.title}\n{scene.description}" for _, scene in self.scenes)
        html = still_html(svg, told)
        return {"text/plain": repr(self), "text/html": html, "image/svg+xml": svg}


def picture(board: Board, *, size: float | None = None, **options: Any) -> Picture:
    """The picture of a position.

    Parameters
    ----------
    board : Board
        Any position.
    size : float, optional
        Width in pixels; by default a cell is about 35 pixels wide.
    **options
        The fields of `hexlab.view.scene.Options`: heat, diverging, heat_range, heat_label, marks,
        labels, numbers, last, links, path, carriers, connections, mustplay, inferior, legend,
        player, orientation, theme, coordinates, title.

    Raises
    ------
    ValueError
        For an option or value that is not known or does not fit the board.

    Examples
    --------
    >>> from hexlab import Board
    >>> board = Board(3).play("b2")
    >>> shown = picture(board, last="b2", labels={"a1": "x"}, orientation="diamond")
    >>> shown
    Picture of Board(3, black='b2', to_move='white')
    >>> shown.svg.count('class="hex-cell"')
    9
    """
    unknown = sorted(options.keys() - set(_KNOWN))
    if unknown:
        raise ValueError(f"{unknown[0]!r} is none of the options size, {', '.join(_KNOWN)}")
    scene = board_scene(board, Options(**options))
    return Picture([((0.0, 0.0), scene)], f"Picture of {board!r}", size)


def board_svg(board: Board, *, size: float | None = None, **options: Any) -> str:
    """The SVG text of a position; parameters as for `picture`.

    >>> from hexlab import Board
    >>> board_svg(Board(1))[:4]
    '<svg'
    """
    return picture(board, size=size, **options).svg


def board_grid(
    pictures: Iterable[Picture | Board], columns: int = 3, *, size: float | None = None
) -> Picture:
    """Several pictures in rows, as one picture.

    Parameters
    ----------
    pictures : iterable of Picture or Board
        Row by row.
    columns : int
        How many stand beside each other.
    size : float, optional
        Width of the whole in pixels; at most 960 by default.

    >>> from hexlab import Board
    >>> board_grid([Board(2), Board(2).play("a1"), Board(3)], columns=2)
    Picture of 3 boards
    """
    if not hasattr(pictures, "__iter__"):
        raise ValueError(f"a grid is made of a list of pictures or boards, not of {pictures!r}")
    shown = [picture(item) if isinstance(item, Board) else item for item in pictures]
    for item in shown:
        if not isinstance(item, Picture):
            raise ValueError(f"a grid is made of pictures and boards, not of {item!r}")
    if not shown:
        raise ValueError("a grid needs at least one picture")
    if isinstance(columns, bool) or not hasattr(columns, "__index__") or int(columns) < 1:
        raise ValueError(f"columns must be a whole number from 1, not {columns!r}")
    placed = list(_placed(shown, int(columns)))
    text = f"Picture of {len(placed)} board{'s' if len(placed) > 1 else ''}"
    grid = Picture(placed, text)
    return Picture(placed, text, min(grid.width, 960.0) if size is None else size)


def _placed(shown: list[Picture], columns: int) -> Iterator[tuple[Point, Scene]]:
    rows = [shown[start : start + columns] for start in range(0, len(shown), columns)]
    widths = [max(row[i].natural[0] for row in rows if i < len(row)) for i in range(len(rows[0]))]
    top = 0.0
    for row in rows:
        left = 0.0
        for item, width in zip(row, widths, strict=False):
            shift = left + (width - item.natural[0]) / 2
            for (x, y), scene in item.scenes:
                yield (shift + x, top + y), scene
            left += width + _GAP
        top += max(item.natural[1] for item in row) + _GAP


def _check_size(size: float) -> float:
    try:
        width = float(size)
    except (TypeError, ValueError):
        width = 0.0
    if not 0 < width < 1e5:
        raise ValueError(f"size is the width in pixels, not {size!r}")
    return width


# -- rendering -----------------------------------------------------------------------------------


def _render(picture: Picture, targets: bool) -> str:
    width, height = picture.natural
    boards = [
        part
        for index, (corner, scene) in enumerate(picture.scenes)
        for part in _board(scene, corner, f"{_PREFIX}{index or ''}", targets)
    ]
    body = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(picture.width)}" height="{_n(picture.height)}" role="img" '
        f'aria-labelledby="{_PREFIX}t {_PREFIX}d" font-family="{_FONT}" '
        'style="max-width:100%;height:auto">\n' + "\n".join(boards) + "\n</svg>"
    )
    digest = hashlib.sha256(body.encode()).hexdigest()[:8]
    return body.replace(_PREFIX, f"hex{digest}")


def _board(scene: Scene, corner: Point, prefix: str, targets: bool) -> Iterator[str]:
    left, top, width, height = scene.box
    yield f"<title id={_quoted(prefix + 't')}>{_escaped(scene.title)}</title>"
    yield f"<desc id={_quoted(prefix + 'd')}>{_escaped(scene.description)}</desc>"
    yield f'<g transform="translate({_n(corner[0] - left)} {_n(corner[1] - top)})">'
    hexagon = _ring(scene.corners)
    yield f'<defs><path id={_quoted(prefix + "h")} d="{hexagon}"/>'
    filled = [s.paint for s in scene.shapes if isinstance(s, Hexagons | Polygons)]
    used = {paint for paint in filled if paint.hatch is not None}
    for paint in sorted(used, key=repr):
        yield _pattern(paint, prefix)
    yield "</defs>"
    yield (
        f'<rect x="{_n(left)}" y="{_n(top)}" width="{_n(width)}" height="{_n(height)}" '
        f'rx="6" fill="{scene.background}"/>'
    )
    for index, shape in enumerate(scene.shapes):
        yield _shape(shape, scene, prefix, index)
    if targets:
        yield from _targets(scene, prefix)
    yield "</g>"


def _targets(scene: Scene, prefix: str) -> Iterator[str]:
    """A transparent hexagon on each cell and a bar on each side, for pointers."""
    yield '<g fill="#fff" fill-opacity="0" pointer-events="all">'
    for side, bar in scene.sides:
        yield (
            f'<path class="hex-side" data-side="{side}" d="M{"L".join(map(_point, bar))}" '
            'stroke="#fff" stroke-opacity="0" stroke-width="16" stroke-linecap="round"/>'
        )
    for name, (x, y) in zip(scene.names, scene.centers, strict=True):
        yield (
            f'<use class="hex-cell" data-cell="{name}" href="#{prefix}h" x="{_n(x)}" y="{_n(y)}"/>'
        )
    yield "</g>"


def _shape(shape: Shape, scene: Scene, prefix: str, index: int) -> str:
    if isinstance(shape, Hexagons):
        return _hexagons(shape, scene, prefix)
    if isinstance(shape, Polygons):
        rings = "".join(map(_ring, shape.rings))
        return f'<path d="{rings}" {_paint(shape.paint, _pattern_fill(shape.paint, prefix))}/>'
    if isinstance(shape, Lines):
        return _lines(shape, f"{prefix}l{index}")
    if isinstance(shape, Discs):
        spots = "".join(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.radius)}"/>' for x, y in shape.centers
        )
        return f"<g {_paint(shape.paint)}>{spots}</g>"
    if isinstance(shape, Texts):
        return _texts(shape)
    return _bar(shape, f"{prefix}b{index}")


def _hexagons(shape: Hexagons, scene: Scene, prefix: str) -> str:
    if not shape.fills:
        rings = "".join(_outlines(shape.cells, scene))
        return f'<path d="{rings}" {_paint(shape.paint, _pattern_fill(shape.paint, prefix))}/>'
    uses = []
    for cell, fill in zip(shape.cells, shape.fills, strict=True):
        x, y = scene.centers[cell]
        uses.append(f'<use href="#{prefix}h" x="{_n(x)}" y="{_n(y)}" fill="{fill}"/>')
    return f'<g stroke="{shape.paint.stroke}">{"".join(uses)}</g>'


def _lines(shape: Lines, name: str) -> str:
    chains = "".join("M" + "L".join(map(_point, chain)) for chain in shape.chains)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    if shape.casing is None:
        return f'<path d="{chains}" {_paint(shape.paint)} {ends}/>'
    return (
        f'<defs><path id={_quoted(name)} d="{chains}" {ends}/></defs>'
        f'<use href="#{name}" {_paint(shape.casing)}/><use href="#{name}" {_paint(shape.paint)}/>'
    )


def _outlines(cells: Iterable[int], scene: Scene) -> Iterator[str]:
    """Hexagons as path data: an absolute first corner, then the same relative steps for all."""
    corners = scene.corners
    (fx, fy), pairs = corners[0], pairwise(corners)
    steps = "".join(f"l{_n(x2 - x1)},{_n(y2 - y1)}" for (x1, y1), (x2, y2) in pairs) + "z"
    for cell in cells:
        x, y = scene.centers[cell]
        yield f"M{_n(x + fx)},{_n(y + fy)}{steps}"


def _texts(shape: Texts) -> str:
    # A third of the size below the point: renderers disagree about dominant-baseline.
    drop = 0.36 * shape.size
    items = "".join(
        f'<text x="{_n(x)}" y="{_n(y + drop)}">{_escaped(text)}</text>'
        for x, y, text in shape.items
    )
    weight = ' font-weight="bold"' if shape.bold else ""
    return (
        f'<g font-size="{_n(shape.size)}" fill="{shape.color}" text-anchor="{shape.anchor}"'
        f"{weight}>{items}</g>"
    )


def _bar(bar: Bar, name: str) -> str:
    last = len(bar.colors) - 1
    stops = "".join(
        f'<stop offset="{_n(100 * i / last)}%" stop-color="{color}"/>'
        for i, color in enumerate(bar.colors)
    )
    (x, y), width, height = bar.corner, bar.width, bar.height
    return (
        f"<linearGradient id={_quoted(name)}>{stops}</linearGradient>"
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
        f'fill="url(#{name})" stroke="{bar.line}" stroke-width="0.8"/>'
    )


def _pattern_fill(paint: Paint, prefix: str) -> str:
    return f"url(#{_pattern_id(paint, prefix)})" if paint.hatch is not None else ""


def _pattern_id(paint: Paint, prefix: str) -> str:
    return f"{prefix}p{paint.hatch}{(paint.fill or '')[1:]}"


def _pattern(paint: Paint, prefix: str) -> str:
    return (
        f"<pattern id={_quoted(_pattern_id(paint, prefix))} "
        'width="5" height="5" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate({paint.hatch})"><path d="M0,0H5V5H0Z" fill="{paint.fill}" '
        f'fill-opacity="0.25"/><path d="M0,2.5H5" stroke="{paint.fill}" stroke-width="1.5"/>'
        "</pattern>"
    )


def _paint(paint: Paint, fill: str = "") -> str:
    text = f'fill="{fill or paint.fill or "none"}"'
    if paint.stroke:
        text += f' stroke="{paint.stroke}"'
        if paint.width != 1:
            text += f' stroke-width="{_n(paint.width)}"'
    return text


def _n(value: float) -> str:
    """A coordinate to a tenth, without needless characters."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def _point(point: Point) -> str:
    return f"{_n(point[0])},{_n(point[1])}"


def _ring(ring: Iterable[Point]) -> str:
    return "M" + "L".join(map(_point, ring)) + "Z"


def _quoted(name: str) -> str:
    return f'"{name}"'


def _escaped(text: str) -> str:
    text = _NOT_XML.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# -- writing -------------------------------------------------------------------------------------


def _svg_bytes(picture: Picture) -> bytes:
    return picture.svg.encode()


def _png_bytes(picture: Picture) -> bytes:
    from hexlab.view.export import render_file

    return render_file(picture, "png")


def _pdf_bytes(picture: Picture) -> bytes:
    from hexlab.view.export import render_file

    return render_file(picture, "pdf")


def _tex_bytes(picture: Picture) -> bytes:
    from hexlab.view.tikz import tikz

    return tikz(picture).encode()


_WRITERS = {".svg": _svg_bytes, ".png": _png_bytes, ".pdf": _pdf_bytes, ".tex": _tex_bytes}
