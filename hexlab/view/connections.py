"""How connections and must-plays look on a board.

A full connection is its carrier, hatched, with its ends framed; a semi connection has a small stone
on its key, too. Lines run along neighbors and bridges in a row; a diamond is the stone that an AND
goes through.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import product
from math import dist
from typing import Any

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY, a_board, color_name
from hexlab.connection.explain import midpoint, pair_words
from hexlab.connection.must_play import MustPlay
from hexlab.connection.reply import AnyConnection
from hexlab.view.layout import RADIUS, Layout
from hexlab.view.legend import Entry, Layers
from hexlab.view.overlays import side_of
from hexlab.view.shapes import Discs, Hexagons, Lines, Paint, Point, Polygons, Shape
from hexlab.view.style import CARRIER_HATCHES, Palette, Theme

__all__ = ["Frame", "Region", "connection_layers", "mustplay_layers"]

_SMALL_STONE = 0.42 * RADIUS
_RING = 0.82 * RADIUS


@dataclass(frozen=True, slots=True)
class Frame:
    """Frames cells, groups (by any stone) and sides (-1, -2) of a player."""

    player: int
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Tints cells: in the accent color if `strong`, else gray; `text` stands in the legend."""

    cells: tuple[int, ...]
    text: str
    strong: bool = True


def connection_layers(
    connections: Any, board: Board, at: Layout, theme: Theme, taken: Collection[int] = ()
) -> Layers:
    """The look of one connection or several, each in a color and a hatching of its own.

    Among them may be a `Frame` or a `Region`. No diamonds are put on `taken` cells, where something
    else stands.

    Raises
    ------
    ValueError
        For what is no connection, or one of another board size.
    """
    shown = [connections] if isinstance(connections, AnyConnection) else connections
    layers = Layers()
    if not hasattr(shown, "__iter__"):
        raise ValueError(f"connections is one or a list of connections, not {connections!r}")
    for index, connection in enumerate(shown):
        color = theme.carriers[index % len(theme.carriers)]
        # Rings round the same stones lie round each other.
        ring = _RING + 2.6 * min(index, 2)
        if isinstance(connection, Region):
            layers.add(_region(connection, at, theme))
            continue
        if isinstance(connection, Frame):
            layers.add(_frame(connection.ends, connection.player, board, at, theme, color, ring))
            continue
        if not isinstance(connection, AnyConnection):
            raise ValueError(f"connections is a list of connections; {connection!r} is none")
        if connection.board.n != at.n:
            raise ValueError(
                f"a connection of {a_board(connection.board.n)} is shown on {a_board(at.n)}"
            )
        hatch = CARRIER_HATCHES[index % len(CARRIER_HATCHES)]
        layers.add(_one(connection, board, at, theme, color, hatch, ring))
        middle = midpoint(connection)
        if connection.full and middle is not None and middle >= 0 and middle not in taken:
            layers.above.append(_diamond(at.centers[middle], color, theme))
    return layers


def _one(
    connection: AnyConnection,
    board: Board,
    at: Layout,
    theme: Theme,
    color: str,
    hatch: int,
    ring: float,
) -> Layers:
    player, key = connection.player, connection.key
    paint = Paint(fill=color, stroke=color, width=1.4, hatch=hatch)
    legend = Entry(pair_words(connection, kind=True), _sample(at, paint))
    layers = Layers([Hexagons(connection.cells, paint)], [], [legend])
    layers.add(_frame(connection.ends, player, board, at, theme, color, ring))
    threads = _threads(connection, board, at)
    core, casing = Paint(stroke=color, width=2.4), Paint(stroke=theme.paper, width=4.6)
    layers.below.append(Lines(threads, core, casing))
    if key is not None and board[key] == EMPTY:
        layers.above.append(_ghost((at.centers[key],), player, theme, color))
    return layers


def _frame(
    ends: Iterable[int],
    player: int,
    board: Board,
    at: Layout,
    theme: Theme,
    color: str,
    ring: float,
) -> Layers:
    """Bars along sides, rings round stones, thick outlines of empty cells."""
    ends = tuple(ends)
    sides = tuple(at.terminal(side_of(end, player)) for end in ends if end < 0)
    free = tuple(end for end in ends if end >= 0 and board[end] == EMPTY)
    stones = tuple(at.centers[s] for end in ends if end >= 0 for s in _group(board, end, player))
    dots = tuple(at.centers[cell] for cell in free)
    return Layers(
        [
            Lines(sides, Paint(stroke=color, width=5), Paint(stroke=theme.paper, width=7.5)),
            Hexagons(free, Paint(stroke=color, width=3.5)),
        ],
        [
            Discs(stones, ring, Paint(stroke=color, width=2.8)),
            Discs(dots, 0.2 * RADIUS, Paint(fill=color)),
        ],
    )


def _region(region: Region, at: Layout, theme: Theme) -> Layers:
    if region.strong:
        fill = Palette((theme.cell, theme.accent)).color(0.45)
        paint = Paint(fill=fill, stroke=theme.accent, width=2)
    else:
        paint = Paint(fill=Palette((theme.cell, theme.line)).color(0.28), stroke=theme.line)
    legend = [Entry(region.text, _sample(at, paint))] if region.cells else []
    return Layers([Hexagons(region.cells, paint)], [], legend)


def _group(board: Board, cell: int, player: int) -> tuple[int, ...]:
    return next((group for group in board.groups(player) if cell in group), ())


def _ghost(spots: tuple[Point, ...], player: int, theme: Theme, color: str) -> Shape:
    """Small stones: where the player would play."""
    return Discs(spots, _SMALL_STONE, Paint(fill=theme.stone(player)[0], stroke=color, width=2.4))


def _diamond(spot: Point, color: str, theme: Theme) -> Shape:
    x, y = spot
    s = 0.36 * RADIUS
    ring = ((x, y - s), (x + s, y), (x, y + s), (x - s, y))
    return Polygons((ring,), Paint(fill=color, stroke=theme.paper, width=1.4))


def _sample(at: Layout, paint: Paint) -> Any:
    def draw(spot: Point) -> list[Shape]:
        x, y = spot
        return [Polygons((tuple((x + 0.4 * dx, y + 0.4 * dy) for dx, dy in at.corners),), paint)]

    return draw


def _threads(connection: AnyConnection, board: Board, at: Layout) -> tuple[tuple[Point, ...], ...]:
    """Lines along the neighbors and bridges that AND has put in a row."""
    one, other = connection.ends
    if connection.carrier.bit_count() > 2:
        if connection.rule != "and":
            return ()
        halves = (_threads(part, board, at) for part in connection.parts)
        return tuple(line for lines in halves for line in lines)
    if one == other or max(one, other) < 0:
        return ()
    if one < 0:
        one, other = other, one
    player = connection.player
    starts = [at.centers[cell] for cell in _group(board, one, player) or (one,)]
    if other < 0:
        side = side_of(other, player)
        feet = [at.foot(cell, side) for cell in _group(board, one, player) or (one,)]
        return (min(zip(starts, feet, strict=True), key=lambda line: dist(*line)),)
    goals = [at.centers[cell] for cell in _group(board, other, player) or (other,)]
    return (min(product(starts, goals), key=lambda line: dist(*line)),)


# -- must-play -------------------------------------------------------------------------------------


def mustplay_layers(mustplay: Any, board: Board, at: Layout, theme: Theme) -> Layers:
    """The cells that can still save the game, and below them all that the opponent threatens.

    Raises
    ------
    ValueError
        For what is no must-play, or one of another board size.
    """
    if not isinstance(mustplay, MustPlay):
        raise ValueError(f"mustplay is what hexlab.connection.must_play gives, not {mustplay!r}")
    if mustplay.board.n != at.n:
        raise ValueError(f"a must-play of {a_board(mustplay.board.n)} is shown on {a_board(at.n)}")
    if mustplay.won and mustplay.keep is not None:
        return connection_layers(mustplay.keep, board, at, theme)
    if mustplay.lost and mustplay.carriers:
        return connection_layers(mustplay.carriers, board, at, theme)
    if not mustplay.carriers:
        return Layers()
    who = color_name(mustplay.player).capitalize()
    union = 0
    for threat in mustplay.carriers:
        union |= threat.carrier
    others = tuple(cell for cell in cells_of(union) if cell not in mustplay.cells)
    keys = tuple(
        at.centers[threat.key]
        for threat in mustplay.carriers
        if threat.key is not None and board[threat.key] == EMPTY
    )
    opponent = color_name(-mustplay.player).capitalize()
    layers = Layers()
    layers.add(
        _region(Region(others, f"needed by a threat of {opponent}", strong=False), at, theme)
    )
    layers.add(_region(Region(mustplay.cells, f"{who} must play here"), at, theme))
    layers.add(
        Layers([], [_ghost(tuple(dict.fromkeys(keys)), -mustplay.player, theme, theme.line)])
    )
    return layers
