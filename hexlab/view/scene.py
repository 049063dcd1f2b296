"""From a position and options to the shapes of its picture, before any renderer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hexlab.board.board import Board
from hexlab.board.notation import BLACK, WHITE, cell_id, cell_names, color_name, parse_color
from hexlab.view.heat import Heat, heat_of
from hexlab.view.layout import RADIUS, SIDES, Layout, layout
from hexlab.view.legend import Entry, Layers, legend_shapes
from hexlab.view.overlays import (
    carriers_shapes,
    cells_keyed,
    links_by_player,
    links_shapes,
    marks_shapes,
    move_numbers,
    path_shapes,
    texts_on_cells,
)
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
from hexlab.view.style import Theme, theme_named

__all__ = ["Options", "board_scene"]

_STONE = 0.74 * RADIUS
_MARGIN = 6.0


@dataclass(frozen=True, kw_only=True)
class Options:
    """What a picture shows besides the stones.

    Cells are names ("f6") or ids everywhere.

    Attributes
    ----------
    heat : array_like, optional
        One value a cell, shape (n, n) or (n²,); NaN (or None) leaves a cell uncolored.
    diverging : bool
        Two-sided colors centered at 0; negative cells carry a minus sign.
    heat_range : (float, float), optional
        The values at both ends of the palette; by default those of `heat`.
    heat_label : str
        Caption of the color bar.
    marks : dict from cell to str
        "dot", "cross", "circle", "triangle" or "square".
    labels : dict from cell to str
        Short texts, on cells or stones.
    numbers : dict from cell to int, or cells in the order of play
        Move numbers on the stones.
    last : cell
        The last move, ringed.
    links : Network, or array_like (m, 2), or several
        Drawn over the cells. Ends are cell ids, -1 and -2 for the player's first side (top or
        left) and second (bottom or right). Several: a list of networks, or a dict from player to
        either form.
    path : sequence of cells
        A thick line; may begin or end with -1, -2, "top", "bottom", "left" or "right".
    carriers : list of cell sets
        Each gets a color and a hatching of its own.
    connections : Connection or several
        Carriers hatched, ends framed, the key of a semi connection as a small stone; see
        `hexlab.connection.find_connections`.
    mustplay : MustPlay
        Where the player must play; see `hexlab.connection.must_play`.
    inferior : Inferior
        Dead, captured and dominated cells; see `hexlab.connection.inferior_cells`.
    legend : bool
        Whether lines below the board explain these three.
    player : int or str, optional
        Whose sides -1 and -2 are in plain `links` and `path`. Default: the network's player,
        else Black.
    orientation : str
        "flat", "diamond" (a1 at the left corner), "flat-mirrored" or "diamond-mirrored".
    theme : str or Theme
        "light", "dark" or "print" (grays).
    coordinates : bool
        Letters and numbers on all four sides.
    title : str
        A line above the board, also what a screen reader says first.
    """

    heat: Any = None
    diverging: bool = False
    heat_range: tuple[float, float] | None = None
    heat_label: str = ""
    marks: Mapping[str | int, str] | None = None
    labels: Mapping[str | int, object] | None = None
    numbers: Mapping[str | int, int] | Iterable[str | int] | None = None
    last: str | int | None = None
    links: Any = None
    path: Iterable[str | int] | None = None
    carriers: Iterable[Iterable[str | int]] | None = None
    connections: Any = None
    mustplay: Any = None
    inferior: Any = None
    legend: bool = True
    player: int | str | None = None
    orientation: str = "flat"
    theme: str | Theme = "light"
    coordinates: bool = True
    title: str = ""


def board_scene(board: Board, options: Options) -> Scene:
    """The scene of a position.

    Raises
    ------
    ValueError
        For an option that does not fit the board or is not known; the message says what fits.
    """
    n, theme, at = board.n, theme_named(options.theme), layout(board.n, options.orientation)
    heat = _heat(options, n, theme)
    title = "" if options.title is None else str(options.title)
    ink = _inks(board, heat, theme)
    player, links = _links(options, n)

    shapes = [*_ground(at, theme)]
    if heat:
        shapes += heat.shapes(at.centers, theme)
    if options.carriers is not None:
        shapes += carriers_shapes(options.carriers, n, theme)
    over = _overlays(board, options, at, theme)
    shapes += over.below
    shapes += links_shapes(links, at, theme)
    if options.path is not None:
        shapes += path_shapes(options.path, player, at, theme)
    shapes += _stones(board, heat, at, theme)
    shapes += over.above
    shapes += _on_cells(options, at, ink)
    if options.coordinates:
        shapes += _coordinates(at, theme)
    shapes = [shape for shape in shapes if not _is_empty(shape)]
    shapes += _captions(shapes, heat, title, over.legend if options.legend else [], theme)
    return Scene(
        box=_bounds(shapes, _MARGIN),
        background=theme.background,
        shapes=tuple(shapes),
        corners=at.corners,
        centers=at.centers,
        names=cell_names(n),
        title=title or f"Hex position, {n}×{n}, {color_name(board.to_move)} to move",
        description=str(board),
        sides=tuple((side, at.terminal(side)) for side in SIDES),
    )


def _heat(options: Options, n: int, theme: Theme) -> Heat | None:
    if options.heat is None:
        return None
    return heat_of(
        options.heat, n, theme, options.diverging, options.heat_range, str(options.heat_label)
    )


def _links(options: Options, n: int) -> tuple[int, list[tuple[int, list[tuple[int, int]]]]]:
    """Whose -1 and -2 are, and the links by player."""
    default = BLACK if options.player is None else parse_color(options.player)
    if options.links is None:
        return default, []
    links = links_by_player(options.links, default, n)
    if options.player is None and len(links) == 1:
        default = links[0][0]
    return default, links


def _overlays(board: Board, options: Options, at: Layout, theme: Theme) -> Layers:
    """What belongs to connections; their modules are read only if it is asked for."""
    layers = Layers()
    if options.inferior is not None:
        from hexlab.view.inferior import inferior_layers

        layers.add(inferior_layers(options.inferior, board, at, theme))
    if options.mustplay is not None:
        from hexlab.view.connections import mustplay_layers

        layers.add(mustplay_layers(options.mustplay, board, at, theme))
    if options.connections is not None:
        from hexlab.view.connections import connection_layers

        taken = {} if options.numbers is None else move_numbers(options.numbers, board.n)
        layers.add(connection_layers(options.connections, board, at, theme, taken))
    return layers


def _inks(board: Board, heat: Heat | None, theme: Theme) -> dict[int, str]:
    """For each cell the color that is readable on it."""
    inks = {}
    for cell in range(board.n * board.n):
        color = board[cell]
        below = theme.stone(color)[0] if color else (heat and heat.color(cell)) or theme.cell
        inks[cell] = theme.readable_on(below)
    return inks


def _ground(at: Layout, theme: Theme) -> list[Shape]:
    """The players' sides, and the cells over their inner part."""
    shapes: list[Shape] = []
    for color, sides in ((BLACK, ("top", "bottom")), (WHITE, ("left", "right"))):
        fill, rim = theme.stone(color)
        bands = tuple(at.band(side) for side in sides)
        shapes.append(Polygons(bands, Paint(fill=fill, stroke=rim, width=1.2)))
    everywhere = tuple(range(len(at.centers)))
    return [*shapes, Hexagons(everywhere, Paint(fill=theme.cell, stroke=theme.line))]


def _stones(board: Board, heat: Heat | None, at: Layout, theme: Theme) -> list[Shape]:
    shapes: list[Shape] = []
    if heat:  # a pale ring keeps dark stones apart from dark heat
        hot = tuple(at.centers[cell] for cell in board.black if heat.color(cell))
        shapes.append(Discs(hot, _STONE + 2.2, Paint(fill=theme.paper)))
    for color, cells in ((BLACK, board.black), (WHITE, board.white)):
        fill, rim = theme.stone(color)
        spots = tuple(at.centers[cell] for cell in cells)
        shapes.append(Discs(spots, _STONE, Paint(fill=fill, stroke=rim, width=1.5)))
    return shapes


def _on_cells(options: Options, at: Layout, ink: Mapping[int, str]) -> list[Shape]:
    n = at.n
    shapes: list[Shape] = []
    if options.last is not None:
        cell = cell_id(options.last, n)
        ring = Paint(stroke=ink[cell], width=1.8)
        shapes.append(Discs((at.centers[cell],), 0.56 * RADIUS, ring))
    if options.marks is not None:
        shapes += marks_shapes(cells_keyed(options.marks, n, "marks"), at, ink)
    if options.numbers is not None:
        shapes += texts_on_cells(move_numbers(options.numbers, n), at, ink, bold=True)
    if options.labels is not None:
        labels = cells_keyed(options.labels, n, "labels")
        shapes += texts_on_cells({cell: str(text) for cell, text in labels.items()}, at, ink)
    return shapes


def _coordinates(at: Layout, theme: Theme) -> list[Shape]:
    last, out = at.n - 1, 1.37
    items = []
    for index in range(at.n):
        for beyond in (-out, last + out):  # in line with their columns and rows
            items.append((*at.at(beyond, index), chr(97 + index)))
            items.append((*at.at(index, beyond), str(index + 1)))
    return [Texts(tuple(items), 11.5, theme.text)]


def _captions(
    shapes: list[Shape], heat: Heat | None, title: str, legend: list[Entry], theme: Theme
) -> list[Shape]:
    """Title above, color bar and legend below what is drawn already."""
    left, top, width, height = _bounds(shapes)
    added: list[Shape] = []
    if title:
        added.append(Texts(((left + width / 2, top - 13, title),), 13, theme.text, bold=True))
    if heat:
        length = min(max(0.5 * width, 110), 260)
        corner = (left + (width - length) / 2, top + height + 12)
        added += heat.bar(corner, length, theme)
    if legend:
        _, above, _, tall = _bounds([*shapes, *added])
        added += legend_shapes(legend, left + width / 2, above + tall + 8, width, theme)
    return added


def _is_empty(shape: Shape) -> bool:
    """Whether there is nothing in a shape (no stones of a color, no links)."""
    for name in ("cells", "rings", "centers", "chains", "items"):
        if hasattr(shape, name):
            return not getattr(shape, name)
    return False


def _bounds(shapes: list[Shape], margin: float = 0.0) -> tuple[float, float, float, float]:
    """Left, top, width and height of all that is drawn, texts by estimate."""
    points: list[Point] = []
    for shape in shapes:
        if isinstance(shape, Polygons):
            points += [point for ring in shape.rings for point in ring]
        elif isinstance(shape, Lines):
            points += [point for chain in shape.chains for point in chain]
        elif isinstance(shape, Texts):
            for x, y, text in shape.items:
                wide = 0.62 * shape.size * len(text)
                left = x - wide / 2 if shape.anchor == "middle" else x
                points += [(left, y - shape.size / 2), (left + wide, y + shape.size / 2)]
        elif isinstance(shape, Bar):
            x, y = shape.corner
            points += [shape.corner, (x + shape.width, y + shape.height)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin
