"""What is drawn over a board: marks, labels, numbers, links, paths, carriers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import Any

from hexlab.board.notation import BLACK, WHITE, cell_id, cell_ids, parse_color
from hexlab.view.layout import RADIUS, SIDES, Layout
from hexlab.view.shapes import Discs, Hexagons, Lines, Paint, Point, Polygons, Shape, Texts
from hexlab.view.style import CARRIER_HATCHES, Theme

__all__ = [
    "MARKS",
    "carriers_shapes",
    "cells_keyed",
    "links_by_player",
    "links_shapes",
    "marks_shapes",
    "move_numbers",
    "path_shapes",
    "side_of",
    "texts_on_cells",
]

MARKS = ("dot", "cross", "circle", "triangle", "square")

_TERMINALS = {BLACK: {-1: "top", -2: "bottom"}, WHITE: {-1: "left", -2: "right"}}


def cells_keyed(given: Any, n: int, name: str) -> dict[int, Any]:
    """A mapping from cells (names or ids) with the keys as ids."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{name} is a dict from cell to value, not {type(given).__name__}")
    return {cell_id(cell, n): value for cell, value in given.items()}


def move_numbers(given: Any, n: int) -> dict[int, str]:
    """Numbers by cell, from a dict or from the cells in the order of play (the first is 1)."""
    if isinstance(given, Mapping):
        return {cell: str(value) for cell, value in cells_keyed(given, n, "numbers").items()}
    return {cell: str(number) for number, cell in enumerate(cell_ids(given, n), start=1)}


def marks_shapes(marks: Mapping[int, str], at: Layout, ink: Mapping[int, str]) -> list[Shape]:
    """The symbols of `MARKS` on cells, each in that cell's ink."""
    groups: dict[tuple[str, str], list[Point]] = {}
    for cell, symbol in marks.items():
        if symbol not in MARKS:
            raise ValueError(f"mark {symbol!r} is none of {', '.join(map(repr, MARKS))}")
        groups.setdefault((symbol, ink[cell]), []).append(at.centers[cell])
    return [_mark(symbol, color, tuple(spots)) for (symbol, color), spots in groups.items()]


def _mark(symbol: str, color: str, spots: tuple[Point, ...]) -> Shape:
    outline = Paint(stroke=color, width=2.2)
    if symbol == "dot":
        return Discs(spots, 0.24 * RADIUS, Paint(fill=color))
    if symbol == "circle":
        return Discs(spots, 0.4 * RADIUS, outline)
    if symbol == "cross":
        s = 0.3 * RADIUS
        strokes = [((x - s, y + k * s), (x + s, y - k * s)) for x, y in spots for k in (1, -1)]
        return Lines(tuple(strokes), outline)
    s = 0.36 * RADIUS
    corners: tuple[Point, ...] = ((-s, -s), (s, -s), (s, s), (-s, s))
    if symbol == "triangle":
        s = 0.46 * RADIUS
        corners = ((0, -s), (0.87 * s, 0.5 * s), (-0.87 * s, 0.5 * s))
    return Polygons(tuple(tuple((x + dx, y + dy) for dx, dy in corners) for x, y in spots), outline)


def texts_on_cells(
    texts: Mapping[int, str], at: Layout, ink: Mapping[int, str], bold: bool = False
) -> list[Shape]:
    """Short texts centered on their cells, smaller the longer they are."""
    groups: dict[tuple[float, str], list[tuple[float, float, str]]] = {}
    for cell, text in texts.items():
        size = round(min(14.0, 1.5 * RADIUS / (0.58 * max(len(text), 1))), 1)
        groups.setdefault((size, ink[cell]), []).append((*at.centers[cell], text))
    return [Texts(tuple(items), size, color, bold) for (size, color), items in groups.items()]


def carriers_shapes(carriers: Any, n: int, theme: Theme) -> list[Shape]:
    """Each cell set in a color and a hatching of its own; overlaps show both."""
    if isinstance(carriers, str | Mapping) or not hasattr(carriers, "__iter__"):
        raise ValueError("carriers is a list of cell sets, like ['a1 b1', ['c3', 12]]")
    shapes: list[Shape] = []
    for index, cells in enumerate(carriers):
        color = theme.carriers[index % len(theme.carriers)]
        hatch = CARRIER_HATCHES[index % len(CARRIER_HATCHES)]
        ids = tuple(sorted(set(cell_ids(cells, n))))
        shapes.append(Hexagons(ids, Paint(fill=color, stroke=color, width=1.4, hatch=hatch)))
    return shapes


# -- links and paths -----------------------------------------------------------------------------


def links_by_player(links: Any, player: int, n: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """Links as (player, pairs of ends), for each of the forms in which they may be given."""
    if isinstance(links, Mapping):
        return [(parse_color(color), _pairs(some, n)) for color, some in links.items()]
    if hasattr(links, "cell_links"):
        links = [links]
    if isinstance(links, list | tuple) and any(hasattr(some, "cell_links") for some in links):
        return [(int(some.player), _pairs(some, n)) for some in links]
    return [(player, _pairs(links, n))]


def _pairs(links: Any, n: int) -> list[tuple[int, int]]:
    if hasattr(links, "cell_links"):
        if links.n != n:
            raise ValueError(f"a network of a {links.n}×{links.n} board on one of {n}×{n}")
        links = links.cell_links()
    data = links.tolist() if hasattr(links, "tolist") else links
    try:
        return [(int(one), int(other)) for one, other in data]
    except (TypeError, ValueError):
        raise ValueError(
            "links is a Network, or an (m, 2) array of cell ids with -1 and -2 for the terminals"
        ) from None


def links_shapes(
    links: list[tuple[int, list[tuple[int, int]]]], at: Layout, theme: Theme
) -> list[Shape]:
    """The links of each player as cased lines in that player's colors, terminals as bars."""
    shapes: list[Shape] = []
    for index, (player, pairs) in enumerate(links):
        ends = sorted({end for pair in pairs for end in pair})
        for end in ends:
            if end < 0:
                side_of(end, player)
            else:
                cell_id(end, at.n)
        # Two players' lines run side by side where they share a link.
        aside = 3.4 * (index - (len(links) - 1) / 2)
        lines = tuple(_aside(_link(pair, player, at), aside) for pair in pairs)
        bars = tuple(at.terminal(side_of(end, player)) for end in ends if end < 0)
        core, casing = _cased(player, theme)
        nodes = tuple(at.centers[end] for end in ends if end >= 0)
        shapes += [
            Lines(lines, Paint(stroke=core, width=1.4), Paint(stroke=casing, width=3)),
            Lines(bars, Paint(stroke=core, width=4), Paint(stroke=casing, width=6.5)),
            Discs(nodes, 2.9, Paint(fill=core, stroke=casing)),
        ]
    return shapes


def _aside(line: tuple[Point, Point], shift: float) -> tuple[Point, Point]:
    """The line moved sideways, to the same side whichever end comes first."""
    if not shift:
        return line
    (ax, ay), (bx, by) = sorted(line)
    length = hypot(bx - ax, by - ay) or 1.0
    dx, dy = shift * (ay - by) / length, shift * (bx - ax) / length
    return (ax + dx, ay + dy), (bx + dx, by + dy)


def _cased(player: int, theme: Theme) -> tuple[str, str]:
    # Dark in light for Black, light in dark for White: both stand out from any heat.
    return (theme.ink, theme.paper) if player == BLACK else (theme.paper, theme.ink)


def side_of(terminal: int, player: int) -> str:
    """The name of a player's first (-1) or second (-2) side."""
    if terminal not in (-1, -2):
        raise ValueError(f"{terminal} is no terminal: -1 and -2 are the player's two sides")
    return _TERMINALS[player][terminal]


def _link(pair: tuple[int, int], player: int, at: Layout) -> tuple[Point, Point]:
    one, other = pair
    if one < 0 and other < 0:  # the sides are joined: from the middle of one bar to the other's
        (ax, ay), (bx, by) = (_middle(at.terminal(side_of(end, player))) for end in pair)
        return (ax, ay), (bx, by)
    if one < 0:
        one, other = other, one
    far = at.foot(one, side_of(other, player)) if other < 0 else at.centers[other]
    return at.centers[one], far


def _middle(bar: tuple[Point, Point]) -> Point:
    (ax, ay), (bx, by) = bar
    return (ax + bx) / 2, (ay + by) / 2


def path_shapes(path: Iterable[Any] | str, player: int, at: Layout, theme: Theme) -> list[Shape]:
    """A path as one thick line; its steps are cells, -1, -2 or names of sides."""
    if not hasattr(path, "__iter__"):
        raise ValueError(f"path is a list of cells, like ['top', 'c3', 12], not {path!r}")
    steps = path.replace(",", " ").split() if isinstance(path, str) else list(path)
    places: list[int | str] = []
    for step in steps:
        if isinstance(step, str) and step in SIDES:
            places.append(step)
        elif not isinstance(step, str) and step in (-1, -2):
            places.append(side_of(int(step), player))
        else:
            places.append(cell_id(step, at.n))
    cells = [place for place in places if isinstance(place, int)]
    if not cells:
        raise ValueError("a path has at least one cell")
    points = []
    for index, place in enumerate(places):
        if isinstance(place, int):
            points.append(at.centers[place])
        else:  # a side is met straight from the nearest cell of the path
            near = min(
                (i for i, p in enumerate(places) if isinstance(p, int)),
                key=lambda i: abs(i - index),
            )
            points.append(at.foot(int(places[near]), place))
    casing = Paint(stroke=theme.paper, width=7.5)
    return [Lines((tuple(points),), Paint(stroke=theme.accent, width=5), casing)]
