"""Where the connections of one player are kept while they are searched: flat arrays, for kernels."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np

FULL, DONE, DROPPED = 1, 2, 4
BASE, BY_AND, BY_OR, BY_TEMPLATE = 0, 16, 32, 48
RULE = 48

# Columns of `records`, of `pairs`, of `points`; places in `counts`.
X, Y, KEY, SIZE, STATE, ONE, TWO, AFTER, QUEUE, BESIDE, _, NOTE = range(12)
PAIR_X, PAIR_Y, FIRST, WAITS, NEXT = 0, 1, 2, 4, 5  # FIRST + 1: the first full
AT, OWN, POINT = range(3)
RECORDS, PAIRS, MEMBERS, SMALLEST, OR_HEAD, OR_TAIL, OVERFLOW, WON, TRIES, OR_STEPS = range(10)
# What `counts[OVERFLOW]` says: no room for more records, an OR stopped at its limit of steps.
NO_ROOM, OR_STOPPED = 1, 2
WAITING = 16  # counts[WAITING + size]
# Rows of `meet` that kernels work in: from MEETS and UNIONS on one for each semi that OR has chosen.
DEEPEST = 62
MEETS, UNIONS = 8, 8 + DEEPEST + 1
ROWS = UNIONS + DEEPEST + 1


class Store(NamedTuple):
    carrier: np.ndarray
    meet: np.ndarray
    records: np.ndarray
    pairs: np.ndarray
    points: np.ndarray
    members: np.ndarray
    pair_of: np.ndarray
    counts: np.ndarray


def new_store(n: int, records: int = 0) -> Store:
    """An empty store for n×n boards with room for so many records (0: enough for most positions)."""
    cells = n * n
    points, words = cells + 2, (cells + 63) // 64
    records = records or 2000 + 700 * cells
    pairs = points * (points - 1) // 2
    i32, u64 = np.int32, np.uint64
    return Store(
        carrier=np.zeros((records, words), u64),
        meet=np.zeros((ROWS + 2 * pairs, words), u64),
        records=np.zeros((records, 12), i32),
        pairs=np.zeros((pairs, 6), i32),
        points=np.zeros((points, 3), i32),
        members=np.zeros(4 * records, i32),
        pair_of=np.full((points, points), -1, i32),
        counts=np.zeros(WAITING + cells + 2, i32),
    )


_kept = threading.local()


def work_store(n: int, records: int = 0) -> Store:
    """A store to search in, one for each thread and size: the next call may give the same one."""
    stores = vars(_kept)
    key = f"{n} {records}"
    if key not in stores:
        stores[key] = new_store(n, records)
    return stores[key]


def trimmed(store: Store) -> Store:
    """A copy that has no more room than it needs; to be read, not searched in."""
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
