"""Where a player's connections are kept while they are searched: flat arrays, for kernels.

A *point* is what a connection ends at: an empty cell or an own group (by its lowest stone), by cell
id, or one of the player's sides, ``n²`` (top or left) and ``n² + 1``, with the own stones that
touch it. A *record* is one connection. Records keep their places, so that others can name what they
come from; one that a smaller carrier makes needless is *dropped*: it leaves its list, no more. All
records between the same two points are a *pair*.

Arrays of a `Store`, with R records, Q pairs, P = n² + 2 points, W words in a carrier:

``carrier``
    (R, W) uint64, the cells of each record.
``records``
    (R, 12) int32: ends `X` < `Y`; `KEY`, the cell where a semi connection is played, -1 for a full
    one; `SIZE` of the carrier; `STATE` (bits below); what it comes from: `ONE` and `TWO` are two
    full connections (`BY_AND`), a place in ``members`` and the number of semi connections there
    (`BY_OR`), or the number of a template (`BY_TEMPLATE`); `AFTER`, the next of the same pair and
    kind; `QUEUE`, the next full connection of the same size that waits; `BESIDE` and the next
    column, the next full connection at either end that has been combined; `NOTE`, scratch. -1 ends
    a list.
``pairs``
    (Q, 6) int32: `PAIR_X` < `PAIR_Y`; the `FIRST` semi connection and, next to it, the first full
    one; `WAITS` (in the queue for OR) and `NEXT` there.
``meet``
    (ROWS + 2 Q, W) uint64: rows that kernels work in; then for each pair the cells that all its
    semi connections have in common, and those of its full ones (all ones if there are none).
``points``
    (P, 3) int32: `AT`, the first full connection combined at the point; `OWN`: 1 own group or side,
    0 empty, -1 neither (the opponent's, or a stone that another one names); `POINT`: the point that
    a cell belongs to, -1 for the opponent's.
``members``
    (M,) int32, the semi connections of each OR.
``pair_of``
    (P, P) int32, the pair of two points or -1.
``counts``
    (WAITING + n² + 2,) int32: numbers at the places below; from `WAITING` on the first waiting full
    connection of each size.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import numpy as np

__all__ = ["Store", "named_end", "new_store", "trimmed", "work_store"]

# Columns of `records`, of `pairs`, of `points`; places in `counts`.
X, Y, KEY, SIZE, STATE, ONE, TWO, AFTER, QUEUE, BESIDE, _, NOTE = range(12)
PAIR_X, PAIR_Y, FIRST, _, WAITS, NEXT = range(6)
AT, OWN, POINT = range(3)
RECORDS, PAIRS, MEMBERS, SMALLEST, OR_HEAD, OR_TAIL, LIMITS, WON, OR_STEPS = range(9)
WAITING = 9

# Bits of STATE: the kind, whether it was combined with the others or dropped, and (two bits, RULE)
# the rule it comes from.
FULL, DONE, DROPPED = 1, 2, 4
RULE = 48
# Numbers that kernels hand on: numba compiles a kernel anew for every literal int and every other
# type of number, so all are made the same.
int64: Any = np.int64
BASE, BY_AND, BY_OR, BY_TEMPLATE = (int64(16 * i) for i in range(4))
A_SEMI, A_FULL, NONE = int64(0), int64(1), int64(-1)

# Bits of counts[LIMITS]: no room for more records; an OR stopped at its limit of steps.
NO_ROOM, OR_STOPPED = 1, 2

# Rows of `meet` that kernels work in: from MEETS and UNIONS on one for each semi OR has chosen.
DEEPEST = 62
MEETS, UNIONS = 8, 8 + DEEPEST + 1
ROWS = UNIONS + DEEPEST + 1


def named_end(point: int, cells: int) -> int:
    """A point as connections name it outside of a store: the sides are -1 and -2."""
    return point if point < cells else cells - 1 - point


class Store(NamedTuple):
    """The arrays of one player's connections; see the module's text."""

    carrier: np.ndarray
    meet: np.ndarray
    records: np.ndarray
    pairs: np.ndarray
    points: np.ndarray
    members: np.ndarray
    pair_of: np.ndarray
    counts: np.ndarray


def new_store(n: int, records: int = 0) -> Store:
    """An empty store for n×n boards with room for so many records (0: enough for most positions).

    Each record takes about 70 bytes; 11×11 has room for 86,700, 6 MB, by default.
    """
    cells = n * n
    points, words = cells + 2, (cells + 63) // 64
    records = records or 2000 + 700 * cells
    pairs = points * (points - 1) // 2
    return Store(
        carrier=np.zeros((records, words), np.uint64),
        meet=np.zeros((ROWS + 2 * pairs, words), np.uint64),
        records=np.zeros((records, 12), np.int32),
        pairs=np.zeros((pairs, 6), np.int32),
        points=np.zeros((points, 3), np.int32),
        members=np.zeros(3 * records + 6 * DEEPEST, np.int32),
        pair_of=np.full((points, points), -1, np.int32),
        counts=np.zeros(WAITING + cells + 2, np.int32),
    )


_kept = threading.local()


def work_store(n: int, records: int = 0) -> Store:
    """A store to search in, one for each thread and size: the next call may give the same one."""
    stores = vars(_kept)
    key = f"{n} {records}"
    if key not in stores:
        stores[key] = new_store(n, records)
    store: Store = stores[key]
    return store


def trimmed(store: Store) -> Store:
    """A copy with no more room than it needs: to be read or updated from, not searched in."""
    records, pairs = store.counts[RECORDS], store.counts[PAIRS]
    return Store(
        carrier=store.carrier[:records].copy(),
        meet=store.meet[: ROWS + 2 * pairs].copy(),
        records=store.records[:records].copy(),
        pairs=store.pairs[:pairs].copy(),
        points=store.points.copy(),
        members=store.members[: store.counts[MEMBERS]].copy(),
        pair_of=store.pair_of.copy(),
        counts=store.counts.copy(),
    )
