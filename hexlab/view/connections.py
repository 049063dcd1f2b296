"""How connections and must-plays look on a board, and a derivation as a row of pictures.

A full connection is its carrier, hatched, with its ends framed; a semi connection has a small stone
on its key, too. Lines run along
neighbors and bridges in a row; a diamond is the stone that an AND goes through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import dist
from typing import TYPE_CHECKING, Any

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY, a_board, cell_name, color_name
from hexlab.connection.explain import Step, midpoint, pair_words, steps
from hexlab.connection.mustplay import MustPlay
from hexlab.connection.record import Connection
from hexlab.view.layout import RADIUS, Layout
from hexlab.view.legend import Entry, Layers
from hexlab.view.overlays import side_of
from hexlab.view.shapes import Discs, Hexagons, Lines, Paint, Point, Polygons, Shape
from hexlab.view.style import CARRIER_HATCHES, Palette, Theme

if TYPE_CHECKING:
    from hexlab.view.svg import Picture

__all__ = ["connection_layers", "derivation", "mustplay_layers", "threats"]

_SMALL_STONE = 0.42 * RADIUS
_RING = 0.82 * RADIUS


def connection_layers(connections: Any, board: Board, at: Layout, theme: Theme) -> Layers:
    """The look of one connection or several, each in a color and a hatching of its own.

    Raises
    ------
    ValueError
        For what is no connection, or one of another board size.
    """
    shown = [connections] if isinstance(connections, Connection) else connections
    layers = Layers()
    if not hasattr(shown, "__iter__"):
        raise ValueError(f"connections is one or a list of connections, not {connections!r}")
    for index, connection in enumerate(shown):
        if not isinstance(connection, Connection):
            raise ValueError(f"connections is a list of connections; {connection!r} is none")
        if connection.board.n != at.n:
            raise ValueError(
                f"a connection of {a_board(connection.board.n)} is shown on {a_board(at.n)}"
            )
        color = theme.carriers[index % len(theme.carriers)]
        hatch = CARRIER_HATCHES[index % len(CARRIER_HATCHES)]
        # Rings round the same stones lie round each other.
        ring = _RING + 2.6 * min(index, 2)
        layers.add(_one(connection, board, at, theme, color, hatch, ring))
    return layers


def _one(
    connection: Connection,
    board: Board,
    at: Layout,
    theme: Theme,
    color: str,
    hatch: int,
    ring: float,
) -> Layers:
    player, key = connection.player, connection.key
    middle = midpoint(connection)
    paint = Paint(fill=color, stroke=color, width=1.4, hatch=hatch)
    below: list[Shape] = [Hexagons(connection.cells, paint)]
    sides = [end for end in connection.ends if end < 0]
    cells = [end for end in connection.ends if end >= 0]
    free = tuple(cell for cell in cells if board[cell] == EMPTY)
    below += [
        Lines(
            tuple(at.terminal(side_of(end, player)) for end in sides),
            Paint(stroke=color, width=5),
            Paint(stroke=theme.paper, width=7.5),
        ),
        Hexagons(free, Paint(stroke=color, width=3.5)),
        Lines(
            _threads(connection, board, at),
            Paint(stroke=color, width=2.4),
            Paint(stroke=theme.paper, width=4.6),
        ),
    ]
    stones = [stone for cell in cells for stone in _group(board, cell, player)]
    above: list[Shape] = [
        Discs(tuple(at.centers[cell] for cell in stones), ring, Paint(stroke=color, width=2.8)),
        Discs(tuple(at.centers[cell] for cell in free), 0.2 * RADIUS, Paint(fill=color)),
    ]
    if key is not None and board[key] == EMPTY:
        above += [_ghost((at.centers[key],), player, theme, color)]
    elif middle is not None and middle >= 0:
        above.append(_diamond(at.centers[middle], color, theme))
    legend = [Entry(pair_words(connection, kind=True), _sample(at, paint))]
    return Layers(below, above, legend)


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


def _threads(connection: Connection, board: Board, at: Layout) -> tuple[tuple[Point, ...], ...]:
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
        raise ValueError(f"mustplay is what hexlab.connection.mustplay gives, not {mustplay!r}")
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
    color = theme.accent
    wash = Paint(fill=Palette((theme.cell, theme.line)).color(0.28), stroke=theme.line)
    region = Paint(fill=Palette((theme.cell, color)).color(0.45), stroke=color, width=2)
    others = tuple(cell for cell in cells_of(union) if cell not in mustplay.cells)
    keys = tuple(
        at.centers[threat.key]
        for threat in mustplay.carriers
        if threat.key is not None and board[threat.key] == EMPTY
    )
    opponent = color_name(-mustplay.player).capitalize()
    count = len(mustplay.carriers)
    return Layers(
        [Hexagons(others, wash), Hexagons(mustplay.cells, region)],
        [_ghost(tuple(dict.fromkeys(keys)), -mustplay.player, theme, theme.line)],
        [
            Entry(f"{who} must play here", _sample(at, region)),
            Entry(f"needed by {count} threats of {opponent}", _sample(at, wash)),
        ],
    )


def threats(mustplay: MustPlay, columns: int = 3, **options: Any) -> Picture:
    """Each threat of the opponent, and then the cells that all of them need: the must-play.

    Parameters
    ----------
    mustplay : MustPlay
        From `hexlab.connection.mustplay`.
    columns : int
        How many pictures stand beside each other.
    **options
        Passed to `hexlab.view.svg.picture`.

    Returns
    -------
    Picture
        Up to eight threats and the result.
    """
    from hexlab.view.svg import board_grid, picture

    shown = [
        picture(mustplay.board, connections=threat, legend=False, title=_name(threat), **options)
        for threat in mustplay.carriers[:8]
    ]
    shown.append(
        picture(
            mustplay.board,
            mustplay=mustplay,
            title=f"the must-play of {color_name(mustplay.player)}",
            **options,
        )
    )
    return board_grid(shown, columns)


# -- derivations -----------------------------------------------------------------------------------


def derivation(
    connection: Connection, *, most: int = 12, columns: int = 3, **options: Any
) -> Picture:
    """The rules that make a connection, one board each, the connection itself last.

    Parameters
    ----------
    connection : Connection
        Full or semi.
    most : int
        Show only the last so many steps; the earliest ones are the smallest.
    columns : int
        How many boards stand beside each other.
    **options
        Passed to `hexlab.view.svg.picture`.

    Returns
    -------
    Picture
        `hexlab.connection.explain.steps` has the sentences.

    Examples
    --------
    >>> from hexlab.connection.hsearch import find_connections
    >>> found = find_connections(Board(4, black="b2"), "black")
    >>> derivation(next(c for c in found.between("b2", "bottom") if c.key == 9))
    Picture of 2 boards
    """
    from hexlab.view.svg import board_grid

    made = steps(connection)
    numbered = list(enumerate(made, start=1))[-most:]
    return board_grid([step_picture(made, number, **options) for number, _ in numbered], columns)


def step_picture(made: Sequence[Step], number: int, **options: Any) -> Picture:
    """One step: what the rule is given in colors of its own, what it gives framed.

    Parameters
    ----------
    made : sequence of Step
        From `hexlab.connection.explain.steps`.
    number : int
        Which, from 1.
    **options
        Passed to `hexlab.view.svg.picture`.
    """
    from hexlab.view.svg import picture

    step = made[number - 1]
    connection = step.connection
    board = connection.board
    bridge = connection.rule == "or" and connection.carrier.bit_count() == 2
    shown: Iterable[Connection] = (not bridge and connection.parts) or [connection]
    if connection.key is not None and connection.parts:
        board = board.play(connection.key, connection.player)
        options = {"last": connection.key} | options
    title = f"{number}. {step.sentence.partition(':')[0]}"
    return picture(board, connections=shown, legend=False, title=title, **options)


def _name(connection: Connection) -> str:
    if connection.key is None:
        return pair_words(connection, kind=True)
    return f"{color_name(connection.player)} {cell_name(connection.key, connection.board.n)}"
