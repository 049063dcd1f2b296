"""What the solver knows of a position before it searches: the place where knowledge enters.

`Judge` fills in cells that no longer matter, decides the position or says which moves are left, the
best first. Sets of cells are W = ⌈n²/64⌉ words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hexlab.connection.find import find, sides
from hexlab.connection.inferior_kernel import fill_and_prune
from hexlab.connection.inferior_tables import inferior_tables
from hexlab.connection.options import no_edges, options
from hexlab.connection.store import AFTER, FIRST, KEY, SIZE, Store, new_store
from hexlab.network.bits import has_bit, set_bit
from hexlab.run.kernel import kernel
from hexlab.search.order import add_current

__all__ = ["Judge"]

# What `sides` says; 3, joined by stones, is more than either.
_SEMI, _FULL = 1, 2


class Judge:
    """Looks at positions of n×n boards, one after the other.

    The parts are kernels of their own, called from Python: numba would compile what a kernel calls
    again with each kernel around it.
    """

    def __init__(self, n: int) -> None:
        self.n = n
        # Per cell the current through it, of the position judged last if it is open.
        self.score = np.zeros(n * n)
        self._stores = new_store(n), new_store(n)
        self._options = options("fast").array()
        # The mover's own connections serve to order his moves: fewer of them order as well.
        self._rough = options("fast", or_rule="greedy", shrinking_only=True).array()
        self._edges = no_edges(n)
        self._tables = inferior_tables()
        # Per cell why it was filled or may be skipped, of the position filled in last.
        self.reason = np.zeros(n * n, np.int8)
        self._helper = np.zeros(n * n, np.int16)
        self._ways = np.zeros((2, (n * n + 63) // 64), np.uint64)

    def fill(self, cells: np.ndarray, mover: int, *, local: bool = False) -> int:
        """Fill in `cells` (modified); `reason` says which moves `mover` may skip (0: nobody).

        Returns who has joined his sides by stones then, or 0. For `local` see
        `hexlab.connection.inferior_kernel.fill_and_prune`.
        """
        work = self._tables, self.reason, self._helper
        _, winner = fill_and_prune(cells, self.n, mover, local, *work)
        return int(winner)

    def __call__(
        self,
        cells: np.ndarray,
        mover: int,
        moves: np.ndarray,
        sets: np.ndarray,
        ways: np.ndarray | None = None,
    ) -> tuple[int, int]:
        """Look at the position just filled in, with `mover` to move: (verdict, count).

        The verdict is 1 if the mover wins, -1 if the opponent does, 0 if that is open. Decided:
        ``sets[0]`` becomes the cells that the winner needs, and with `count` 1 ``moves[0]`` is the
        winning move (with 0 any move will do). Open: ``moves[:count]`` are the moves that are left,
        the best first; ``sets[0]`` is the union and ``sets[1]`` the intersection of the opponent's
        ways to win moving first, of which there may be none (nothing and all empty cells). `ways`
        are union and intersection of those that are known before.
        """
        n, size = self.n, self.n**2
        theirs, ours = self._stores
        find(cells, n, -mover, self._options, *self._edges, theirs)
        if sides(size, theirs) >= _FULL:
            _shortest(theirs, size, 1, sets[0])
            return -1, 0
        self.score[:] = 0.0
        add_current(theirs, size, self.score)
        if ways is None:
            ways = self._ways
            _no_ways(cells, ways)
        count = _open(theirs, ways, self.score, self.reason, moves, sets)
        if count == 1:
            return 0, 1  # nothing to order; if the move wins, the position after it says so
        find(cells, n, mover, self._rough, *self._edges, ours)
        found = sides(size, ours)
        if found >= _SEMI:
            key = _shortest(ours, size, int(found >= _FULL), sets[0])
            moves[0] = max(key, 0)
            return 1, int(found == _SEMI)
        add_current(ours, size, self.score)
        return 0, _open(theirs, ways, self.score, self.reason, moves, sets)


@kernel
def _shortest(s: Store, size: int, kind: int, carrier: np.ndarray) -> Any:
    """Fill `carrier` with the least one from side to side of a kind (1 full); return its key.

    Empty if the sides are joined by stones.
    """
    for word in range(len(carrier)):
        carrier[word] = np.uint64(0)
    pair = s.pair_of[size, size + 1]
    best: Any = -1
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
def _no_ways(cells: np.ndarray, ways: np.ndarray) -> None:
    """Fill `ways` with union and intersection of no way at all."""
    for word in range(ways.shape[1]):
        ways[0, word] = ways[1, word] = np.uint64(0)
    for cell in range(cells.size):
        if cells[cell] == 0:
            set_bit(ways[1], cell)


@kernel
def _open(
    s: Store,
    ways: np.ndarray,
    score: np.ndarray,
    reason: np.ndarray,
    moves: np.ndarray,
    sets: np.ndarray,
) -> int:
    """Fill `moves` and `sets` of an open position, see `Judge`; `s` are the opponent's connections.

    `ways` are his that are known beside them. The moves come sorted by `score` (n²,).
    """
    size = len(score)
    union, common = sets[0], sets[1]
    for word in range(len(common)):
        union[word], common[word] = ways[0, word], ways[1, word]
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
    judge = Judge(3)
    moves, sets = np.zeros(9, np.uint16), np.zeros((2, 1), np.uint64)
    judge.fill(np.zeros(9, np.int8), 1)
    judge(np.zeros(9, np.int8), 1, moves, sets)
    judge(np.array([0, 0, 0, -1, 0, 0, 0, 0, 0], np.int8), 1, moves, sets)
