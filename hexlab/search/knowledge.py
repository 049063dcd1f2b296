"""What a Monte Carlo search asks about the positions it visits often."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexlab.search.node import Judge
from hexlab.search.proofs import make_proofs, use_proofs

__all__ = ["Answer", "Knowledge"]


class Answer(NamedTuple):
    """What `Knowledge` says of a position; S = (n + 2)² places of the framed board.

    Attributes
    ----------
    verdict : int
        1 or -1 if the player to move wins or loses, else 0.
    move : int
        The winning cell, -1 if any cell wins or none is known to.
    fill : (2, W) uint64
        All cells that count as black, as white.
    kept : (S,) bool
        The moves that are left.
    prior : (S,) float32
        The current through each of them if connections are resistors; sums to 1.
    ways : (2, W) uint64
        Decided: in the first row the cells that the winner needs, beside those filled in for him.
        Open: union and intersection of the opponent's known ways to win if he had the move.
    """

    verdict: int
    move: int
    fill: np.ndarray
    kept: np.ndarray
    prior: np.ndarray
    ways: np.ndarray


class Knowledge:
    """Connections and inferior cells of positions of n×n boards, and what is proved of others.

    Attributes
    ----------
    proofs : Proofs
        Those that the search has found: they serve wherever they fit.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self.proofs = make_proofs(n)
        self._judge = Judge(n)
        self._moves = np.zeros(n * n, np.uint16)
        words = (n * n + 63) // 64
        self._sets, self._ways = np.zeros((2, words), np.uint64), np.zeros((2, words), np.uint64)

    def forget(self) -> None:
        """Drop all proofs."""
        self.proofs.added[:] = 0

    def ask(self, board: np.ndarray, mover: int) -> Answer:
        """What is known of a framed board with `mover` to move. Some milliseconds on 11×11."""
        n = self.n
        cells = board.reshape(n + 2, n + 2)[1:-1, 1:-1].reshape(-1).astype(np.int8)
        winner = self._judge.fill(cells, mover, local=True)
        verdict, move, count = winner * mover, -1, 0
        self._ways[:] = 0
        if not winner:
            verdict, move = use_proofs(self.proofs, n, cells, mover, self._ways)
        ways = self._ways
        if verdict == 0:
            ways = self._sets
            verdict, count = self._judge(cells, mover, self._moves, ways, self._ways)
            move = int(self._moves[0]) if verdict > 0 and count else -1
        return Answer(
            int(verdict),
            int(move) if 0 <= move < n * n else -1,
            np.stack([_words(cells == 1), _words(cells == -1)]),
            *self._left(self._moves[:count].astype(np.int64), verdict),
            ways.copy(),
        )

    def _left(self, moves: np.ndarray, verdict: int) -> tuple[np.ndarray, np.ndarray]:
        """The moves that are left and their current, by place."""
        n = self.n
        kept = np.zeros((n + 2, n + 2), np.bool_)
        prior = np.zeros((n + 2, n + 2), np.float32)
        if verdict == 0:
            rows, columns = moves // n + 1, moves % n + 1
            kept[rows, columns] = True
            prior[rows, columns] = self._judge.score[moves]
            prior /= max(float(prior.sum()), 1e-9)
        return kept.reshape(-1), prior.reshape(-1)


def _words(cells: np.ndarray) -> np.ndarray:
    """A set of cells as words of 64 bits."""
    octets = np.packbits(cells, bitorder="little")
    words = np.zeros((len(cells) + 63) // 64 * 8, np.uint8)
    words[: len(octets)] = octets
    return words.view("<u8").astype(np.uint64)
