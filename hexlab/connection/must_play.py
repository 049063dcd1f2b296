"""Must-play: which moves can still save the game, told by what the opponent has connected.

Source: Takada 2019, 2.4.4; Rasmussen 2007, 4.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY, cell_name, color_name, parse_color
from hexlab.connection.hsearch import Connections, find_connections
from hexlab.connection.options import Quality
from hexlab.connection.record import Connection

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.connection.deduction import Deduction
    from hexlab.view.svg import Picture

__all__ = ["MustPlay", "judge", "mustplay", "smallest", "spanning"]


@dataclass(frozen=True)
class MustPlay:
    """What a player who is to move must do; made by `mustplay`, which explains it.

    Attributes
    ----------
    board : Board
    player : int
        BLACK or WHITE: who is taken to be to move.
    cells : tuple of int
        The empty cells that can still save the game, in order; all of them if the opponent
        threatens nothing, none if the game is lost.
    lost : bool
        Whether no move saves the game.
    proof : tuple of Connection or Deduction
        If it is lost: the opponent's full connection from side to side, or semi connections that no
        cell is common to. Nothing if his stones join his sides already.
    won : bool
        Whether the player has connected his sides, moving first.
    keep : Connection, Deduction or None
        If it is won: the connection to keep (semi: to play at its key), None if stones join his
        sides.
    carriers : tuple of Connection or Deduction
        The opponent's connections that say so, to draw: as few of his semi connections from side to
        side as `cells` is common to, or the `proof`.
    """

    board: Board
    player: int
    cells: tuple[int, ...]
    lost: bool
    proof: tuple[Connection | Deduction, ...]
    won: bool
    keep: Connection | Deduction | None
    carriers: tuple[Connection | Deduction, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The `cells` by name."""
        return tuple(cell_name(cell, self.board.n) for cell in self.cells)

    def __str__(self) -> str:
        """What to do, in a sentence."""
        who = color_name(self.player).capitalize()
        opponent = color_name(-self.player).capitalize()
        if self.lost:
            why = f" ({self.proof[0]})" if len(self.proof) == 1 else ""
            return f"{who} has lost: {opponent} is connected{why}."
        if self.won:
            return f"{who} is connected{f' ({self.keep})' if self.keep else ''}."
        if not self.carriers:
            return f"{who} may play anywhere."
        return f"{who} must play at one of {len(self.cells)} cells: {' '.join(self.names)}."

    def show(self, **options: Any) -> Picture:
        """A picture of it; `options` as for `hexlab.view.svg.picture`."""
        from hexlab.view.svg import picture

        return picture(self.board, **({"mustplay": self} | options))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.show()._repr_mimebundle_() | {"text/plain": str(self)}


class _WithCarrier(Protocol):
    @property
    def carrier(self) -> int: ...


OneOf = TypeVar("OneOf", bound=_WithCarrier)


def smallest(found: Sequence[OneOf]) -> OneOf:
    """The connection with the fewest cells; of several the one that was found first."""
    return min(found, key=lambda one: one.carrier.bit_count())


def spanning(semis: Sequence[OneOf]) -> tuple[tuple[OneOf, ...], int]:
    """Few of the connections with the same common cells as all, and these cells as a set.

    All ones (-1) are common to none.
    """
    chosen: list[OneOf] = []
    common = -1
    left = list(semis)
    while True:
        # The one that takes out most; small ones first.
        best = min(
            left,
            key=lambda s: ((common & s.carrier).bit_count(), s.carrier.bit_count()),
            default=None,
        )
        if best is None or common & best.carrier == common:
            break
        common &= best.carrier
        chosen.append(best)
        left.remove(best)
    for one in chosen[:-1]:
        others = -1
        for other in chosen:
            others &= other.carrier if other is not one else -1
        if others == common:
            chosen.remove(one)
    return tuple(chosen), common


def mustplay(
    board: Board,
    player: int | str,
    *,
    quality: Quality = "fast",
    depth: int = 0,
    nodes: int = 300,
    **overrides: Any,
) -> MustPlay:
    """Which moves can still save the game for a player to move.

    If the opponent has semi connections from side to side, a move outside the carrier of one of
    them leaves him that connection and loses, whatever it threatens.

    Parameters
    ----------
    board : Board
        The position.
    player : int or str
        BLACK, WHITE, "black" or "white"; he is taken to be to move, whatever `board.to_move` says.
    depth, nodes : int, default 0 and 300
        Must-play deduction: so many answers in a row are tried where H-search shows no connection,
        in so many positions for each side; see `hexlab.connection.deduction.deduce`.
    quality, **overrides
        The rules of the search for connections, see `hexlab.connection.find_connections`.

    Returns
    -------
    MustPlay

    Raises
    ------
    ValueError
        For an unknown player or rule.

    Notes
    -----
    Every winning move lies in `cells`, but not every one of `cells` wins, and a lost game need not
    show: H-search does not find every connection. Costs two searches for connections.

    Examples
    --------
    >>> from hexlab import Board
    >>> print(mustplay(Board(3, black="b2"), "white"))
    White has lost: Black is connected (top–bottom full: b1 c1 a3 b3).
    >>> must = mustplay(Board(7, black="d4"), "white")
    >>> len(must.cells), [str(connection.key) for connection in must.carriers]
    (24, ['23', '25'])
    """
    player = parse_color(player)
    theirs = find_connections(board, -player, quality=quality, **overrides)
    mine = find_connections(board, player, quality=quality, **overrides)
    if not depth:
        return judge(theirs, mine)
    from hexlab.connection.deduction import deepened

    return deepened(theirs, mine, depth, nodes)


def judge(theirs: Connections, mine: Connections) -> MustPlay:
    """`mustplay` for the player whose connections are `mine`, from both players' connections."""
    board, player = mine.board, mine.player
    empty = board.bits(EMPTY)
    against = theirs.across
    fulls = tuple(c for c in against if c.full)
    carriers, common = ((smallest(fulls),), 0) if fulls else spanning(against)
    cells = empty & common
    lost = theirs.joined or (bool(carriers) and not cells)
    if lost:
        cells = 0
    own = mine.across
    keep = None
    if own and not lost:
        keep = smallest(tuple(c for c in own if c.full) or own)
    return MustPlay(
        board=board,
        player=player,
        cells=tuple(cells_of(cells)),
        lost=lost,
        proof=carriers if lost else (),
        won=mine.joined or keep is not None,
        keep=keep,
        carriers=carriers,
    )
