"""`settled_regions`: regions of empty cells between stones, where one player has nothing to gain.

Source: chain decomposition, Gao 2020, 2.4.2, which takes it from Henderson et al. 2009. That one
asks for a region with four chains round it; here any number may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from hexlab.board.geometry import cells_of, grid
from hexlab.board.notation import BLACK, WHITE, cell_name, color_name
from hexlab.connection.hsearch import Connections, find_connections
from hexlab.connection.options import Quality

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.connection.record import Connection

__all__ = ["Region", "settled_regions"]


@dataclass(frozen=True)
class Region:
    """A region of empty cells that one player may fill; made by `settled_regions`.

    Attributes
    ----------
    owner : int
        BLACK or WHITE: whose stones it may be filled with.
    cells : tuple of int
        All empty cells that hang together, by id, in order.
    links : tuple of Connection
        The owner's full connections within the region that join all his groups and sides round it.
        Empty where it is dead.
    """

    owner: int
    cells: tuple[int, ...]
    links: tuple[Connection, ...]

    @property
    def dead(self) -> bool:
        """Whether at most one group or side of the owner's opponent lies round it.

        Then he gains nothing there, and neither does the owner.
        """
        return not self.links

    @property
    def kind(self) -> str:
        """What its cells are: "dead" or "captured"."""
        return "dead" if self.dead else "captured"

    def reason(self, n: int) -> str:
        """Why it does not matter, in a sentence, on an n×n board."""
        count = len(self.cells)
        cells = "cell" if count == 1 else "cells"
        region = f"The region of {count} {cells} round {cell_name(self.cells[0], n)}"
        owner, other = (color_name(c).capitalize() for c in (self.owner, -self.owner))
        if self.dead:
            return f"{region} is dead: no two groups or sides of {other} touch it."
        joins = "; ".join(str(link).replace(" full:", " by") for link in self.links)
        return (
            f"{region} is captured by {owner}: whatever {other} does there, {owner}'s groups round "
            f"it are joined ({joins})."
        )


def settled_regions(
    board: Board, *, quality: Quality = "fast", **overrides: Any
) -> tuple[Region, ...]:
    """Find regions whose cells may be filled without changing who wins.

    Parameters
    ----------
    board : Board
        Any position.
    quality, **overrides
        As for `find_connections`.

    Returns
    -------
    tuple of Region
        In the order of their cells. None where somebody has won, and none where all empty cells
        hang together: whether somebody wins there is asked of `hexlab.connection.mustplay`.

    Notes
    -----
    A region is a set of empty cells with only stones and sides round it. If its owner joins all
    his groups and sides round it by connections within it, no two of which need the same cell, then
    all that a filled region would give him he has already: he answers each move there. So he wins
    the filled board if and only if he wins this one, whoever moves. Cost, where there are several
    regions: both players' connections. On 11×11 10 ms in games, half a second at worst, on 19×19
    seconds.

    At ply 40 of 68 Computer Olympiad games on 11×11 and 13×13, dead and captured cells filled, a
    third of the positions have such a region, of 19 cells at the mean; at ply 24 none has.

    Examples
    --------
    >>> from hexlab import Board
    >>> late = Board(7, black="c1 c2 c3 b4 e4 g5 e6 e7", white="d1 d2 d3 d4 c4 d5 c6 c7 g3 g4")
    >>> for region in settled_regions(late):
    ...     print(len(region.cells), "cells", *region.links)
    14 cells d1–left full: a5 b5 a6 b6 a7 b7
    17 cells d1–right full: g1 e2 f2 g2 e3 f4 e5 f5
    """
    components = tuple(_components(board))
    if board.winner or len(components) < 2:
        return ()
    both = {
        color: find_connections(board, color, quality=quality, **overrides)
        for color in (BLACK, WHITE)
    }
    found = (_settled(cells, both) for cells in components)
    return tuple(region for region in found if region is not None)


def _components(board: Board) -> Iterator[int]:
    """The sets of empty cells that hang together."""
    left = board.bits(0)
    while left:
        cells = grid(board.n).flood(left & -left, left)
        yield cells
        left &= ~cells


def _settled(cells: int, both: dict[int, Connections]) -> Region | None:
    ends = {color: _ends(cells, found) for color, found in both.items()}
    few, many = sorted(both, key=lambda color: len(ends[color]))
    region = tuple(cells_of(cells))
    if len(ends[few]) <= 1:
        return Region(many, region, ())
    for color in (few, many):
        links = _links(cells, ends[color], both[color])
        if links is not None:
            return Region(color, region, links)
    return None


def _ends(cells: int, found: Connections) -> list[int]:
    """The groups and sides of a player round a region, as connections name them."""
    board, player = found.board, found.player
    g = grid(board.n)
    sides = (g.top, g.bottom) if player == BLACK else (g.left, g.right)
    near = g.around(cells) & board.bits(player)
    ends = {-1 - i for i, side in enumerate(sides) if cells & side}
    return sorted(ends | {found.end(stone) for stone in cells_of(near)})


def _links(cells: int, ends: list[int], found: Connections) -> tuple[Connection, ...] | None:
    """Connections within a region that join the ends, the smallest first; None if they don't."""
    inside = sorted(
        (
            link
            for pair in combinations(ends, 2)
            for link in found.between(*pair)
            if link.full and not link.carrier & ~cells
        ),
        key=lambda link: link.carrier.bit_count(),
    )
    joined = {end: {end} for end in ends}
    links, used = [], 0
    for link in inside:
        one, other = (joined[end] for end in link.ends)
        if one is other or link.carrier & used:
            continue
        one |= other
        joined.update(dict.fromkeys(one, one))
        links.append(link)
        used |= link.carrier
    return tuple(links) if all(len(one) == len(ends) for one in joined.values()) else None
