"""What the solver knows of a position before it searches: the place where knowledge enters.

`prepare` fills in cells that no longer matter, `judge` decides the position or says which moves are
left, the best first. Sets of cells are W = ⌈n²/64⌉ words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexlab.board.notation import BLACK, WHITE
from hexlab.network.bits import set_bit
from hexlab.network.resistance import adjacent_pairs, wire_circuit
from hexlab.network.winner import _winner
from hexlab.run.kernel import kernel

__all__ = ["Knowledge", "judge", "make_knowledge", "prepare"]


class Knowledge(NamedTuple):
    """Work space of `judge` for one board size."""

    black_pairs: np.ndarray
    white_pairs: np.ndarray
    flow: np.ndarray  # (2, 2, n²)
    score: np.ndarray  # (n²,)


def make_knowledge(n: int) -> Knowledge:
    """Work space for n×n boards."""
    return Knowledge(
        adjacent_pairs(n, BLACK),
        adjacent_pairs(n, WHITE),
        np.zeros((2, 2, n * n)),
        np.zeros(n * n),
    )


@kernel
def prepare(cells: np.ndarray, n: int, filled: np.ndarray) -> None:
    """Fill in `cells` (modified); `filled` (2, W) becomes the cells filled for Black and White."""
    for word in range(filled.shape[1]):
        filled[0, word] = filled[1, word] = np.uint64(0)


@kernel
def judge(
    cells: np.ndarray, n: int, mover: int, know: Knowledge, moves: np.ndarray, sets: np.ndarray
) -> tuple[int, int]:
    """Look at a filled-in position with `mover` to move: (verdict, count).

    The verdict is 1 if the mover wins, -1 if the opponent does, 0 if that is open. Decided:
    ``sets[0]`` becomes the cells that the winner needs, and with `count` 1 ``moves[0]`` is the
    winning move (with 0 any move will do). Open: ``moves[:count]`` are the moves that are left, the
    best first; ``sets[0]`` is the union and ``sets[1]`` the intersection of the opponent's ways to
    win moving first, of which there may be none (nothing and all empty cells).
    """
    for word in range(sets.shape[1]):
        sets[0, word] = sets[1, word] = np.uint64(0)
    winner = _winner(cells, n)
    if winner != 0:
        return (1 if winner == mover else -1), 0
    count = 0
    for cell in range(n * n):
        if cells[cell] == 0:
            set_bit(sets[1], cell)
            moves[count] = cell
            count += 1
    _order(cells, n, know, moves, count)
    return 0, count


@kernel
def _order(cells: np.ndarray, n: int, know: Knowledge, moves: np.ndarray, count: int) -> None:
    """Sort ``moves[:count]`` by the current through them in both circuits (`moves` modified)."""
    for side in range(2):
        pairs = know.black_pairs if side == 0 else know.white_pairs
        wire_circuit(cells, 1 - 2 * side, pairs, know.flow[side])
    for cell in range(n * n):
        know.score[cell] = know.flow[0, 0, cell] + know.flow[1, 0, cell]
    for i in range(1, count):  # insertion: few moves, nearly none equal
        move = moves[i]
        j = i
        while j > 0 and know.score[moves[j - 1]] < know.score[move]:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move


def _warmup() -> None:
    know = make_knowledge(2)
    cells, sets = np.zeros(4, np.int8), np.zeros((2, 1), np.uint64)
    prepare(cells, 2, sets)
    judge(cells, 2, 1, know, np.zeros(4, np.uint16), sets)
