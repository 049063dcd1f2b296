"""Proofs that decide more positions than the one they were found in.

A proof is two sets of cells: the winner wins with stones on ``own`` and nothing else, all cells
outside of ``own`` and ``need`` being the opponent's. So it holds wherever he has stones on all of
``own`` and the opponent has none in ``need``. A transposition table finds the same position again;
this finds any position that a proof fits, and where the opponent's proofs leave few moves.

Of a proved position ``own`` is not all of the winner's stones but the groups that touch a needed
cell: no path of his through needed cells and stones leads over the others. This takes a fill-in
that is ``local``, see `hexlab.connection.inferior_kernel`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hexlab.network.bits import has_bit, low_bit, set_bit
from hexlab.network.build import neighbor
from hexlab.run.kernel import kernel

__all__ = ["NEED", "OWN", "Proofs", "add_proof", "make_proofs", "use_proofs"]

OWN, NEED = 0, 1
# Of each kind; a further one takes the place of the oldest.
_MOST = 1 << 13


class Proofs(NamedTuple):
    """Four lists: Black wins moving first, Black moving second, White first, White second.

    Attributes
    ----------
    sets : (4, count, 2, W) uint64
        The rows are `OWN` and `NEED`.
    moves : (4, count) int16
        The move with which who moves first wins.
    added : (4,) int64
        How many proofs each list was given so far.
    """

    sets: np.ndarray
    moves: np.ndarray
    added: np.ndarray


def make_proofs(n: int, most: int = _MOST) -> Proofs:
    """Empty lists for n×n boards, of at most `most` proofs each."""
    words = (n * n + 63) // 64
    return Proofs(
        np.zeros((4, most, 2, words), np.uint64),
        np.zeros((4, most), np.int16),
        np.zeros(4, np.int64),
    )


@kernel
def _list_of(winner: int, first: bool) -> int:
    return (2 if winner < 0 else 0) + (0 if first else 1)


@kernel(allocates=True)
def add_proof(
    proofs: Proofs, n: int, cells: np.ndarray, winner: int, need: np.ndarray, move: int
) -> None:
    """Note that `winner` wins the position `cells` (n²,) in the cells `need` (W,), at least one.

    His stones alone must not join his sides: a proof says nothing of stones that touch no needed
    cell. He moves first, with `move`; or second, if `move` is negative or n².
    """
    size, first = n * n, 0 <= move < n * n
    kind = _list_of(winner, first)
    row = proofs.added[kind] % proofs.moves.shape[1]
    proofs.added[kind] += 1
    proofs.moves[kind, row] = move
    sets = proofs.sets[kind, row]
    stack = np.empty(size, np.int64)
    top = 0
    for word in range(len(need)):
        sets[OWN, word] = np.uint64(0)
        sets[NEED, word] = need[word]
    for cell in range(size):
        if has_bit(need, cell):
            stack[top] = cell
            top += 1
    while top:
        top -= 1
        cell = stack[top]
        for step in range(6):
            other = neighbor(cell, step, n)
            if other >= 0 and cells[other] == winner and not has_bit(sets[OWN], other):
                set_bit(sets[OWN], other)
                stack[top] = other
                top += 1


@kernel(allocates=True)
def use_proofs(
    proofs: Proofs, n: int, cells: np.ndarray, mover: int, ways: np.ndarray
) -> tuple[int, int]:
    """What the proofs say of a position with `mover` to move: (verdict, move).

    The verdict is 1 if the mover wins, by `move` (n²: by any), -1 if the opponent does, 0 if that
    is open. Fills `ways` (2, W): if decided, ``ways[0]`` with the empty cells that the winner
    needs; if not, with the union and the intersection of the opponent's ways to win moving first
    (nothing and all empty cells if there are none).
    """
    size, words = n * n, ways.shape[1]
    stones = np.zeros((3, words), np.uint64)  # the mover's, the opponent's, the empty cells
    for cell in range(size):
        set_bit(stones[0 if cells[cell] == mover else 1 if cells[cell] != 0 else 2], cell)
    ours, theirs, empty = stones[0], stones[1], stones[2]
    kind = _list_of(-mover, False)
    row = _find_fitting(proofs, kind, 0, theirs, ours)
    if row >= 0:
        _take(proofs.sets[kind, row, NEED], empty, ways[0])
        return -1, -1
    kind = _list_of(mover, True)
    row = _find_fitting(proofs, kind, 0, ours, theirs)
    if row >= 0:
        _take(proofs.sets[kind, row, NEED], empty, ways[0])
        move: Any = np.int64(proofs.moves[kind, row])
        return 1, (move if cells[move] == 0 else size)
    kind = _list_of(mover, False)
    row, lacking = _find_nearly_fitting(proofs, kind, ours, theirs, size)
    if row >= 0:
        _take(proofs.sets[kind, row, NEED], empty, ways[0])
        if lacking < size:
            set_bit(ways[0], lacking)
        return 1, lacking
    return (-1 if _find_ways(proofs, mover, stones, ways) else 0), -1


@kernel
def _take(need: np.ndarray, empty: np.ndarray, to: np.ndarray) -> None:
    """Fill `to` with the cells of `need` that are empty."""
    for word in range(len(to)):
        to[word] = need[word] & empty[word]


@kernel
def _find_fitting(
    proofs: Proofs, kind: int, start: int, winners: np.ndarray, losers: np.ndarray
) -> int:
    """The first row of a list, from `start` on, that fits these stones; -1 if there is none."""
    sets, words = proofs.sets[kind], len(winners)
    for row in range(start, min(proofs.added[kind], len(sets))):
        wrong = np.uint64(0)
        for word in range(words):
            wrong |= sets[row, OWN, word] & ~winners[word]
            wrong |= sets[row, NEED, word] & losers[word]
        if wrong == 0:
            return row
    return -1


@kernel
def _find_nearly_fitting(
    proofs: Proofs, kind: int, winners: np.ndarray, losers: np.ndarray, size: int
) -> tuple[int, int]:
    """The first row that fits once the winner has one more stone, and the cell; (-1, size) if none.

    The cell is `size` if it fits already.
    """
    sets, words = proofs.sets[kind], len(winners)
    for row in range(min(proofs.added[kind], len(sets))):
        wrong = np.uint64(0)
        cell, count = size, 0
        for word in range(words):
            wrong |= (sets[row, OWN, word] | sets[row, NEED, word]) & losers[word]
            lacking = sets[row, OWN, word] & ~winners[word]
            if lacking != 0:
                cell = 64 * word + low_bit(lacking)
                count += 1 if lacking & (lacking - np.uint64(1)) == 0 else 2
        if wrong == 0 and count <= 1:
            return row, cell
    return -1, size


@kernel
def _find_ways(proofs: Proofs, mover: int, stones: np.ndarray, ways: np.ndarray) -> bool:
    """Fill `ways` with union and intersection of the opponent's; whether no move meets them all."""
    ours, theirs, empty = stones[0], stones[1], stones[2]
    union, common = ways[0], ways[1]
    for word in range(len(empty)):
        union[word] = np.uint64(0)
        common[word] = empty[word]
    kind = _list_of(-mover, True)
    row = _find_fitting(proofs, kind, 0, theirs, ours)
    while row >= 0:
        need = proofs.sets[kind, row, NEED]
        smaller, left = np.uint64(0), np.uint64(0)
        for word in range(len(empty)):
            smaller |= common[word] & ~need[word]
            left |= common[word] & need[word]
        if smaller != 0:
            for word in range(len(empty)):
                common[word] &= need[word]
                union[word] |= need[word] & empty[word]
        if left == 0:
            return True
        row = _find_fitting(proofs, kind, row + 1, theirs, ours)
    return False


def _warmup() -> None:
    proofs, need = make_proofs(2, 2), np.ones(1, np.uint64)
    cells = np.zeros(4, np.int8)
    add_proof(proofs, 2, cells, 1, need, -1)
    use_proofs(proofs, 2, cells, 1, np.zeros((2, 1), np.uint64))
