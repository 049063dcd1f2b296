"""What the solver knows of a position before it searches: the place where knowledge enters.

`prepare` fills in cells that no longer matter, `Judge` decides the position or says which moves are
left, the best first. Sets of cells are W = ⌈n²/64⌉ words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexlab.connection.find import find, sides
from hexlab.connection.inferior_kernel import (
    InferiorTables,
    dominated,
    fill_in,
    inferior_tables,
)
from hexlab.connection.options import no_edges, options
from hexlab.connection.store import AFTER, FIRST, KEY, SIZE, Store, new_store
from hexlab.network.bits import has_bit, set_bit
from hexlab.run.kernel import kernel
from hexlab.search.order import add_current

__all__ = ["Filler", "Judge", "make_filler", "prepare"]

# What `sides` says.
_SEMI, _FULL, _STONES = 1, 2, 3


class Filler(NamedTuple):
    """What `prepare` needs: the tables of inferior cells, and work space."""

    tables: InferiorTables
    reason: np.ndarray
    helper: np.ndarray


def make_filler(n: int) -> Filler:
    """A `Filler` for n×n boards."""
    return Filler(inferior_tables(), np.zeros(n * n, np.int8), np.zeros(n * n, np.int16))


@kernel
def prepare(cells: np.ndarray, n: int, filler: Filler, filled: np.ndarray) -> None:
    """Fill in `cells` (modified); `filled` (2, W) becomes the cells filled for Black and White."""
    for word in range(filled.shape[1]):
        filled[0, word] = filled[1, word] = np.uint64(0)
    fill_in(cells, n, filler.tables, filler.reason, filler.helper)
    for cell in range(n * n):
        if filler.reason[cell] != 0:
            set_bit(filled[0 if cells[cell] > 0 else 1], cell)


class Judge:
    """Looks at positions of n×n boards, one after the other.

    The parts are kernels of their own, called from Python: numba would compile what a kernel calls
    again with each kernel around it.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        self._score = np.zeros(n * n)
        self._stores = new_store(n), new_store(n)
        self._options = options("fast").array()
        self._edges = no_edges(n)
        self._filler = make_filler(n)

    def __call__(
        self, cells: np.ndarray, mover: int, moves: np.ndarray, sets: np.ndarray
    ) -> tuple[int, int]:
        """Look at a filled-in position with `mover` to move: (verdict, count).

        The verdict is 1 if the mover wins, -1 if the opponent does, 0 if that is open. Decided:
        ``sets[0]`` becomes the cells that the winner needs, and with `count` 1 ``moves[0]`` is the
        winning move (with 0 any move will do). Open: ``moves[:count]`` are the moves that are left,
        the best first; ``sets[0]`` is the union and ``sets[1]`` the intersection of the opponent's
        ways to win moving first, of which there may be none (nothing and all empty cells).
        """
        n, size = self.n, self.n**2
        theirs, ours = self._stores
        find(cells, n, -mover, self._options, *self._edges, theirs)
        if sides(size, theirs) >= _FULL:
            _shortest(theirs, size, 1, sets[0])
            return -1, 0
        find(cells, n, mover, self._options, *self._edges, ours)
        found = sides(size, ours)
        if found >= _SEMI:
            key = _shortest(ours, size, int(found >= _FULL), sets[0])
            moves[0] = max(key, 0)
            return 1, int(found == _SEMI)
        dominated(cells, n, mover, *self._filler)
        self._score[:] = 0.0
        add_current(theirs, size, self._score)
        add_current(ours, size, self._score)
        return 0, _open(theirs, cells, self._score, self._filler.reason, moves, sets)


@kernel
def _shortest(s: Store, size: int, kind: int, carrier: np.ndarray) -> int:
    """Fill `carrier` with the least one from side to side of a kind (1 full); return its key.

    Empty if the sides are joined by stones.
    """
    for word in range(len(carrier)):
        carrier[word] = np.uint64(0)
    pair = s.pair_of[size, size + 1]
    best = -1
    r = s.pairs[pair, FIRST + kind] if pair >= 0 else np.int32(-1)
    while r >= 0:
        if best < 0 or s.records[r, SIZE] < s.records[best, SIZE]:
            best = r
        r = s.records[r, AFTER]
    if best < 0:
        return -1
    for word in range(len(carrier)):
        carrier[word] = s.carrier[best, word]
    return np.int64(s.records[best, KEY])


@kernel
def _open(
    s: Store,
    cells: np.ndarray,
    score: np.ndarray,
    reason: np.ndarray,
    moves: np.ndarray,
    sets: np.ndarray,
) -> int:
    """Fill `moves` and `sets` of an open position, see `Judge`; `s` are the opponent's connections.

    The moves come sorted by `score` (n²,).
    """
    size = cells.size
    union, common = sets[0], sets[1]
    for word in range(len(common)):
        union[word] = common[word] = np.uint64(0)
    for cell in range(size):
        if cells[cell] == 0:
            common[cell >> 6] |= np.uint64(1) << np.uint64(cell & 63)
    pair = s.pair_of[size, size + 1]
    r = s.pairs[pair, FIRST] if pair >= 0 else np.int32(-1)
    while r >= 0:
        smaller = False
        for word in range(len(common)):
            smaller |= common[word] & ~s.carrier[r, word] != 0
        if smaller:
            for word in range(len(common)):
                common[word] &= s.carrier[r, word]
                union[word] |= s.carrier[r, word]
        r = s.records[r, AFTER]
    count = 0
    for cell in range(size):
        if has_bit(common, cell) and reason[cell] == 0:
            place = count
            while place > 0 and score[moves[place - 1]] < score[cell]:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = cell
            count += 1
    return count


def _warmup() -> None:
    prepare(np.zeros(4, np.int8), 2, make_filler(2), np.zeros((2, 1), np.uint64))
    judge = Judge(3)
    moves, sets = np.zeros(9, np.uint16), np.zeros((2, 1), np.uint64)
    judge(np.zeros(9, np.int8), 1, moves, sets)
    judge(np.array([0, 0, 0, -1, 0, 0, 0, 0, 0], np.int8), 1, moves, sets)
