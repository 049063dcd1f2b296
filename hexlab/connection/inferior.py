"""`inferior_cells`: cells that do not matter, cells whose owner is settled, and idle moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.notation import cell_id, cell_name, color_name, parse_color
from hexlab.connection.inferior_kernel import fill_and_prune
from hexlab.connection.inferior_tables import (
    CAPTURED,
    DEAD,
    DOMINATED,
    REVERSIBLE,
    inferior_tables,
)
from hexlab.connection.regions import Region, settled_regions

if TYPE_CHECKING:
    from hexlab.view.svg import Picture

__all__ = ["Inferior", "inferior_cells"]

KINDS = {DEAD: "dead", CAPTURED: "captured", REVERSIBLE: "reversible", DOMINATED: "dominated"}


@dataclass(frozen=True)
class Inferior:
    """The inferior cells of a position; made by `inferior_cells`, which explains the kinds.

    Attributes
    ----------
    board : Board
        The position, with the player to move for whom `reversible` and `dominated` hold.
    filled : Board
        The same with dead and captured cells filled: whoever wins it, moving first or second, wins
        `board`.
    kinds : dict of int to str
        Of each inferior cell, by id: "dead", "captured", "reversible" or "dominated".
    helpers : dict of int to int
        The cell that explains it: the other one of a captured pair, the opponent's answer to a
        reversible move, a move at least as good as a dominated one.
    regions : tuple of Region
        Those that were filled, each as of the position where it was found; their cells are dead or
        captured and have no helper.
    moves : tuple of int
        The empty cells that are none of these. If the player to move wins, one of them wins. Empty
        too where somebody wins already once the cells are filled.
    """

    board: Board
    filled: Board
    kinds: Mapping[int, str]
    helpers: Mapping[int, int]
    moves: tuple[int, ...] = field(repr=False)
    regions: tuple[Region, ...] = ()

    def cells(self, kind: str) -> tuple[int, ...]:
        """The cells of one kind, in order."""
        if kind not in KINDS.values():
            raise ValueError(f"{kind!r} is no kind: use {', '.join(map(repr, KINDS.values()))}")
        return tuple(cell for cell, its in self.kinds.items() if its == kind)

    @property
    def captured_pairs(self) -> tuple[tuple[int, int, int], ...]:
        """(owner, cell, other cell) of each captured pair: the owner answers one with the other."""
        return tuple(
            (self.filled[cell], cell, self.helpers[cell])
            for cell in self.cells("captured")
            if cell < self.helpers.get(cell, -1)
        )

    def reason(self, cell: str | int) -> str:
        """Why a cell is inferior, in a sentence.

        Raises
        ------
        ValueError
            If the cell is not inferior.
        """
        n = self.board.n
        cell = cell_id(cell, n)
        kind, name = self.kinds.get(cell), cell_name(cell, n)
        if kind is None:
            raise ValueError(f"{name!r} is not inferior")
        for region in self.regions:
            if cell in region.cells:
                return f"{name}: {region.reason(n)}"
        if kind == "dead":
            return f"{name} is dead: no stone there can ever matter."
        other = cell_name(self.helpers[cell], n)
        mover, opponent = _names(self.board.to_move)
        if kind == "captured":
            owner, rival = _names(self.filled[cell])
            return (
                f"{name} and {other} are captured by {owner}: if {rival} plays one, {owner} plays "
                "the other."
            )
        if kind == "reversible":
            return f"{name} is reversible: {opponent} answers {other}, and {mover}'s stone is lost."
        return f"{name} is dominated: {other} is at least as good for {mover}."

    def reasons(self) -> Iterator[str]:
        """Each sentence once, in the order of the cells; those of regions first."""
        for region in self.regions:
            yield region.reason(self.board.n)
        within = {cell for region in self.regions for cell in region.cells}
        for cell, kind in self.kinds.items():
            if cell not in within and (kind != "captured" or cell < self.helpers[cell]):
                yield self.reason(cell)

    def __repr__(self) -> str:
        counts = ", ".join(f"{len(self.cells(kind))} {kind}" for kind in KINDS.values())
        return f"<Inferior cells for {color_name(self.board.to_move)}: {counts}>"

    def show(self, **options: Any) -> Picture:
        """A picture of it; `options` as for `hexlab.view.svg.picture`."""
        from hexlab.view.svg import picture

        return picture(self.board, **({"inferior": self} | options))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.show()._repr_mimebundle_() | {"text/plain": repr(self)}


def _names(color: int) -> tuple[str, str]:
    """A player and the opponent, as names in a sentence."""
    return color_name(color).capitalize(), color_name(-color).capitalize()


def inferior_cells(
    board: Board, to_move: int | str | None = None, *, regions: bool = False
) -> Inferior:
    r"""Find the cells that a player need not consider.

    Parameters
    ----------
    board : Board
        Any position.
    to_move : int or str, optional
        Who moves; default: as the board says.
    regions : bool, default False
        Fill regions between stones too where one player has nothing to gain; see
        `hexlab.connection.regions.settled_regions`, which is a hundred times as slow as the rest.

    Returns
    -------
    Inferior
        *dead*: a stone of either color there never matters. *captured*: of two cells the owner
        always gets one, and then the other is dead. *reversible*: the opponent has an answer that
        makes the move worthless. *dominated*: another move is at least as good; the bases of edge
        triangles are such cells.

    Notes
    -----
    Dead and captured cells are filled (dead ones with the color of most stones round them) until
    there are none; reversible and dominated moves are those of the filled board. Local patterns
    come from tables that `hexlab.connection.derive_patterns` makes; then the graph of each player
    with own groups contracted. 40 microseconds for an 11×11 board, 18 for 7×7, on one core.

    Cells found on average, on 11×11: at random positions with 15, 30 and 50 % of the cells full,
    and in games between programs at plies 12, 24 and 40:

    =========== ====== ====== ====== ======= ======= =======
    kind         15 %   30 %   50 %   ply 12  ply 24  ply 40
    =========== ====== ====== ====== ======= ======= =======
    empty        103     85     61     109      97      81
    dead         2.3    7.0    14.0    0.3      1.0     3.3
    captured     9.1    19.7   27.2    3.0      7.5     16.4
    reversible   12.7   12.5   5.5     6.1      9.0     9.5
    dominated    12.7   10.9   3.9     18.7     17.3    11.5
    =========== ====== ====== ====== ======= ======= =======

    A move that may be skipped may win nevertheless: to list all winning moves, ask for none of
    this. Source: Gao 2020, 2.4 and algorithm 1; Rasmussen 2007, 6.4 (edge triangles).

    Examples
    --------
    >>> import hexlab
    >>> found = inferior_cells(hexlab.Board(4, black="b2", white="c3"), "white")
    >>> found
    <Inferior cells for white: 2 dead, 8 captured, 2 reversible, 1 dominated>
    >>> print(found.reason("b1"), found.reason("a3"), sep="\n")
    b1 and c1 are captured by Black: if White plays one, Black plays the other.
    a3 is reversible: Black answers b3, and White's stone is lost.
    """
    mover = board.to_move if to_move is None else parse_color(to_move)
    board = board.with_to_move(mover)
    n = board.n
    cells = board.to_array().ravel()
    reason, helper = np.empty(n * n, np.int8), np.empty(n * n, np.int16)
    kinds: dict[int, str] = {}
    helpers: dict[int, int] = {}
    settled: list[Region] = []
    while True:
        _, winner = fill_and_prune(cells, n, mover, False, inferior_tables(), reason, helper)
        marked = {cell: int(reason[cell]) for cell in np.flatnonzero(reason).tolist()}
        filled = Board.from_array(cells.reshape(n, n), to_move=mover)
        more = settled_regions(filled) if regions else ()
        if more:
            # What may be skipped is another matter once these are filled.
            marked = {cell: kind for cell, kind in marked.items() if cells[cell]}
        kinds |= {cell: KINDS[kind] for cell, kind in marked.items()}
        helpers |= {cell: int(helper[cell]) for cell in marked if helper[cell] >= 0}
        if not more:
            break
        for region in more:
            cells[list(region.cells)] = region.owner
            kinds |= dict.fromkeys(region.cells, region.kind)
        settled += more
    moves = () if winner else tuple(np.flatnonzero((cells == 0) & (reason == 0)).tolist())
    return Inferior(board, filled, dict(sorted(kinds.items())), helpers, moves, tuple(settled))
