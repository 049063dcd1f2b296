"""Where the connections of one player are kept while they are searched: flat arrays, for kernels."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

FULL, DONE, DROPPED = 1, 2, 4
BASE, BY_AND, BY_OR, BY_TEMPLATE = 0, 16, 32, 48
RULE = 48

# Columns of `records`, of `pairs`, of `points`; places in `counts`.
X, Y, KEY, SIZE, STATE, ONE, TWO, AFTER, QUEUE, BESIDE, _, NOTE = range(12)
PAIR_X, PAIR_Y, FIRST, WAITS, NEXT = 0, 1, 2, 4, 5  # FIRST + 1: the first full
AT, OWN, POINT = range(3)
RECORDS, PAIRS, MEMBERS, SMALLEST, OR_HEAD, OR_TAIL, OVERFLOW, WON, TRIES = range(9)
WAITING = 16  # counts[WAITING + size]
ROWS = 140  # rows of `meet` that kernels work in


class Store(NamedTuple):
    carrier: np.ndarray
    meet: np.ndarray
    records: np.ndarray
    pairs: np.ndarray
    points: np.ndarray
    members: np.ndarray
    pair_of: np.ndarray
    counts: np.ndarray


def new_store(n: int, records: int | None = None) -> Store:
    """An empty store for n×n boards that takes so many records (dropped ones count)."""
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
