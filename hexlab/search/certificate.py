"""Write the whole strategy of a solved position as a certificate.

The search says who wins and with which move; the proof is made anew, of what anybody can check:
connections that H-search finds on the position as it stands (nothing filled in, no move left out),
and a reply to every move that enters the carrier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY
from hexlab.connection.certificate import Certificate
from hexlab.connection.derivation import along_stones, proof_steps
from hexlab.connection.hsearch import find_connections
from hexlab.connection.must_play import smallest, spanning
from hexlab.connection.proof import Proof
from hexlab.connection.record import Connection
from hexlab.run.progress import progress

if TYPE_CHECKING:
    from hexlab.board.board import Board

__all__ = ["write_certificate"]


def write_certificate(
    board: Board, winner: int, winning_move: Callable[[Board], int]
) -> Certificate:
    """The winner's strategy for a position, against every reply.

    Parameters
    ----------
    board : Board
        The position.
    winner : int
        BLACK or WHITE: who wins it, which must be known.
    winning_move : callable
        Gives a winning move for a position of the same game with the winner to move.

    Returns
    -------
    Certificate

    Notes
    -----
    No argument with inferior cells stands in it. A step holds wherever its support are the winner's
    stones and its carrier is empty, so positions share what was proved for others. Cost: 5 to 20 ms
    a position of 7×7.
    """
    with progress(desc="certificate", unit="position") as bar:
        writer = _Writer(board.n, winner, winning_move, bar)
        root = (writer.semi if board.to_move == winner else writer.full)(board)
    proof = Proof(board.n, winner)
    return Certificate(board, proof, proof.graft(writer.proof, root))


class _Writer:
    """Proves positions for one winner, all in one proof."""

    def __init__(self, n: int, winner: int, winning_move: Callable[[Board], int], bar: Any) -> None:
        self.proof = Proof(n, winner)
        self.winner = winner
        self._winning_move = winning_move
        self._bar = bar
        # Steps from side to side so far, the newest last: (carrier, support, step).
        self._fulls: list[tuple[int, int, int]] = []
        self._semis: list[tuple[int, int, int]] = []

    def full(self, board: Board) -> int:
        """A full step for a position with the loser to move."""
        step = self._known(self._fulls, board)
        if step is None:
            self._bar.update()
            step = self._new_full(board)
            self._keep(step)
        return step

    def semi(self, board: Board) -> int:
        """A step for a position with the winner to move: a semi, or a full one if he may pass."""
        step = self._known(self._fulls, board)
        if step is None:
            step = self._known(self._semis, board)
        if step is None:
            self._bar.update()
            step = self._new_semi(board)
            self._keep(step)
        return step

    def _known(self, steps: list[tuple[int, int, int]], board: Board) -> int | None:
        own, empty = board.bits(self.winner), board.bits(EMPTY)
        for carrier, support, step in reversed(steps):
            if not carrier & ~empty and not support & ~own:
                return step
        return None

    def _keep(self, number: int) -> None:
        step = self.proof[number]
        steps = self._fulls if step.key is None else self._semis
        steps.append((step.carrier, step.support, number))

    def _new_full(self, board: Board) -> int:
        found = find_connections(board, self.winner)
        if found.joined:
            return self._chain(board)
        if found.across and found.across[0].full:
            return self._written(tuple(c for c in found.across if c.full))
        chosen, common = spanning(found.across)
        branches = [proof_steps(one, self.proof) for one in chosen]
        common &= board.bits(EMPTY)
        for one in branches:  # may need less than the connection says
            common &= self.proof[one].carrier
        while common:
            move = self._dangerous(board, common)
            branch = self.semi(board.play(move, -self.winner))
            if self.proof[branch].key is None:
                return branch
            branches.append(branch)
            common &= self.proof[branch].carrier
        return self.proof.either(*self._thinned(branches))

    def _dangerous(self, board: Board, cells: int) -> int:
        """Of the loser's moves in `cells` the one to be answered first: one in the middle."""
        n = board.n

        def far(cell: int) -> int:
            row, col = 2 * (cell // n) - n + 1, 2 * (cell % n) - n + 1
            return row * row + col * col + row * col

        return min(cells_of(cells), key=far)

    def _thinned(self, branches: list[int]) -> list[int]:
        """The branches without those that the others make needless, the largest first."""
        kept = sorted(set(branches), key=lambda b: -self.proof[b].carrier.bit_count())
        for branch in tuple(kept):
            common = -1
            for other in kept:
                common &= self.proof[other].carrier if other != branch else -1
            if common == 0:
                kept.remove(branch)
        return kept

    def _new_semi(self, board: Board) -> int:
        found = find_connections(board, self.winner)
        if found.joined:
            return self._chain(board)
        if found.across:
            return self._written(found.across)
        move = self._winning_move(board)
        step = self.full(board.play(move, self.winner))
        if self.proof[step].support >> move & 1:
            return self.proof.play(step, move)
        return step

    def _written(self, across: tuple[Connection, ...]) -> int:
        """The step of the best of these connections: full before semi, few cells."""
        fulls = tuple(one for one in across if one.full)
        return proof_steps(smallest(fulls or across), self.proof)

    def _chain(self, board: Board) -> int:
        """The step of stones that join the winner's sides."""
        step = along_stones(self.proof, board, -1, -2)
        if step is None:
            raise ValueError("the winner's sides are not joined")
        return step
