"""Pattern-enhanced alpha-beta (Rasmussen 2007, 8.1, after van Rijswijck): alpha-beta that proves.

Beside its value the search returns, where a position is decided, the cells that the winner needs.
A losing move's refutation leaves only the moves inside these cells (as must-play does), so proofs
prune what the value alone would not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY

__all__ = ["Pattern", "peab"]


@dataclass(frozen=True)
class Pattern:
    """The answer of `peab`.

    Attributes
    ----------
    value : float
        For the player to move: 1 or −1 where that is proved, else between, the estimate.
    winner : int
        BLACK or WHITE if it is proved who wins, else 0.
    carrier : int
        If it is: the empty cells (bits) that the winner needs; whatever stands on the others.
    move : int or None
        A winning move, or the one of the best estimate.
    nodes : int
        Positions visited.
    """

    value: float
    winner: int
    carrier: int
    move: int | None
    nodes: int


def peab(
    board: Board,
    depth: int,
    value: Callable[[Board], float],
    order: Callable[[Board], Sequence[int]] | None = None,
) -> Pattern:
    """Search `depth` moves ahead for a proof, and for the best estimate where there is none.

    Parameters
    ----------
    board : Board
        Any position.
    depth : int
        Moves to look ahead; as many as there are empty cells solves it.
    value : callable
        Board to an estimate between −1 and 1 for the player to move, of undecided boards.
    order : callable, optional
        Board to its empty cells, the best first; default by id.

    Raises
    ------
    ValueError
        For a depth below 0, or an estimate that claims a result.

    Notes
    -----
    The printed algorithm (8.1.10) mixes values of the player to move with those of a color; here
    the proof has a field of its own, and a position stays open as long as one of its moves does.

    Examples
    --------
    >>> from hexlab import Board
    >>> found = peab(Board(3), 9, lambda board: 0.0)
    >>> found.winner, found.value
    (1, 1.0)
    """
    if depth < 0:
        raise ValueError(f"depth must be at least 0, not {depth!r}")
    search = _Search(value, order or (lambda board: board.empty))
    carrier, proved, found, move = search.visit(board, -inf, inf, depth)
    return Pattern(found, proved * board.to_move, carrier, move, search.nodes)


class _Search:
    def __init__(
        self, value: Callable[[Board], float], order: Callable[[Board], Sequence[int]]
    ) -> None:
        self.value = value
        self.order = order
        self.nodes = 0

    def visit(
        self, board: Board, low: float, high: float, depth: int
    ) -> tuple[int, int, float, int | None]:
        """(carrier, 1 or −1 if the player to move is proved to win or lose, value, move)."""
        self.nodes += 1
        if board.winner:
            won = 1 if board.winner == board.to_move else -1
            return 0, won, float(won), None
        if depth == 0:
            return 0, 0, self._estimate(board), None
        carrier, left = 0, board.bits(EMPTY)
        best, best_move = -1.0, None
        for move in self.order(board):
            if not left >> move & 1:
                continue
            used, proved, value, _ = self.visit(board.play(move), -high, -max(low, best), depth - 1)
            if proved == -1:
                return used | 1 << move, 1, 1.0, move
            if proved == 1:
                carrier |= used
                left &= used
                continue
            if -value > best or best_move is None:
                best, best_move = -value, move
            if best >= high:
                return 0, 0, best, move
        if left:
            return 0, 0, best, best_move
        return carrier, -1, -1.0, next(cells_of(board.bits(EMPTY)))

    def _estimate(self, board: Board) -> float:
        value = float(self.value(board))
        if not -1.0 < value < 1.0:
            raise ValueError(f"an estimate lies between -1 and 1, and is neither; this is {value}")
        return value
