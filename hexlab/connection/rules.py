"""Adding a connection to a `Store`, and the AND rule; kernels.

The carrier of a connection to be added stands in row 0 of ``meet``. Rows 1 and 2 are AND's.

Kernels here and in the modules beside get the arrays of a `Store` one by one, since handing on the
whole takes twice the time; where a text says that `s` is modified, it means these.
"""

from __future__ import annotations

import numpy as np

from hexlab.connection.store import (
    A_FULL,
    A_SEMI,
    AFTER,
    AT,
    BESIDE,
    BY_AND,
    DONE,
    DROPPED,
    FIRST,
    KEY,
    LIMITS,
    NEXT,
    NO_ROOM,
    NONE,
    ONE,
    OR_HEAD,
    OR_TAIL,
    OWN,
    PAIR_X,
    PAIR_Y,
    PAIRS,
    QUEUE,
    RECORDS,
    ROWS,
    SIZE,
    SMALLEST,
    STATE,
    TWO,
    WAITING,
    WAITS,
    X,
    Y,
    int64,
)
from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel_part

__all__ = ["add", "empty_row", "has", "join", "new_pair", "queue_or", "within"]

# Places in the array that `Options.array` makes.
SIDE_MIDPOINTS, STONE_MIDPOINTS, OR_RULE, SHRINKING, MAX_SIZE, MAX_SEMIS, MAX_FULLS, OR_NODES = (
    range(8)
)

ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE_BIT = np.uint64(1)
_NEW = int64(0)  # the row of the carrier to be added


@kernel_part
def within(a: np.ndarray, i: int, b: np.ndarray, j: int) -> bool:
    """Whether row `i` of `a` is a subset of row `j` of `b`."""
    for w in range(a.shape[1]):  # noqa: SIM110
        if a[i, w] & ~b[j, w]:
            return False
    return True


@kernel_part
def has(a: np.ndarray, i: int, cell: int) -> bool:
    """Whether row `i` of `a` holds the cell."""
    return (a[i, cell >> 6] >> np.uint64(cell & 63)) & ONE_BIT != 0


@kernel_part
def empty_row(a: np.ndarray, i: int) -> bool:
    """Whether row `i` of `a` holds nothing."""
    for w in range(a.shape[1]):  # noqa: SIM110 (numba's all() is slow)
        if a[i, w]:
            return False
    return True


@kernel_part
def new_pair(
    x: int, y: int, meet: np.ndarray, pairs: np.ndarray, pair_of: np.ndarray, counts: np.ndarray
) -> int:
    """Make the pair of two points, without connections (`s` is modified)."""
    pair = int64(counts[PAIRS])
    counts[PAIRS] += 1
    pair_of[x, y] = pair
    pair_of[y, x] = pair
    pairs[pair, PAIR_X] = min(x, y)
    pairs[pair, PAIR_Y] = max(x, y)
    pairs[pair, WAITS] = 0
    for kind in range(2):
        pairs[pair, FIRST + kind] = -1
        for w in range(meet.shape[1]):
            meet[ROWS + 2 * pair + kind, w] = ALL_BITS
    return pair


@kernel_part
def queue_or(pair: int, pairs: np.ndarray, counts: np.ndarray) -> None:
    """Let a pair wait for OR (`s` is modified)."""
    if pairs[pair, WAITS]:
        return
    pairs[pair, WAITS] = 1
    pairs[pair, NEXT] = -1
    if counts[OR_HEAD] < 0:
        counts[OR_HEAD] = pair
    else:
        pairs[counts[OR_TAIL], NEXT] = pair
    counts[OR_TAIL] = pair


@kernel_part
def _unlink(
    r: int, before: int, pair: int, kind: int, records: np.ndarray, pairs: np.ndarray
) -> None:
    """Drop record `r`, which follows `before` (-1: none) in its list (`s` is modified)."""
    records[r, STATE] |= DROPPED
    if before < 0:
        pairs[pair, FIRST + kind] = records[r, AFTER]
    else:
        records[before, AFTER] = records[r, AFTER]


@kernel_part
def _drop_semis(
    pair: int,
    record: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
) -> None:
    """Drop the semi connections that a new full one makes needless (`s` is modified)."""
    semis = ROWS + 2 * pair
    for w in range(meet.shape[1]):
        meet[semis, w] = ALL_BITS
    before = NONE
    r = int64(pairs[pair, FIRST])
    while r >= 0:
        if opts[SHRINKING]:
            needless = within(meet, semis + 1, carrier, r)
        else:
            needless = within(carrier, record, carrier, r)
        if needless:
            _unlink(r, before, pair, A_SEMI, records, pairs)
        else:
            before = r
            for w in range(meet.shape[1]):
                meet[semis, w] &= carrier[r, w]
        r = int64(records[r, AFTER])


# Called for each pair of connections: fourteen arrays handed on took longer than most of its work.
@kernel_part(forceinline=True)
def add(
    x: int,
    y: int,
    kind: int,
    key: int,
    rule: int,
    one: int,
    two: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> int:
    """Add the connection with the carrier in row 0 unless it is needless; its record or -1.

    Supersets of it are dropped; a full connection (`kind` 1) waits to be combined, a pair whose
    semi connections have no common cell waits for OR (`s` is modified).
    """
    words = meet.shape[1]
    pair = int64(pair_of[x, y])
    if pair < 0:
        pair = new_pair(x, y, meet, pairs, pair_of, counts)
    elif pairs[pair, FIRST + 1] >= 0:
        # Full connections of the pair that make this one needless.
        if opts[SHRINKING] and within(meet, ROWS + 2 * pair + 1, meet, _NEW):
            return -1
        r = int64(pairs[pair, FIRST + 1])
        while r >= 0:
            if within(carrier, r, meet, _NEW):
                return -1
            r = int64(records[r, AFTER])
    size = 0
    for w in range(words):
        size += pop_count(meet[0, w])
    if size > opts[MAX_SIZE]:
        return -1
    before, length = NONE, 0
    r = int64(pairs[pair, FIRST + kind])
    while r >= 0:
        following = int64(records[r, AFTER])
        smaller = records[r, SIZE] <= size
        if smaller and within(carrier, r, meet, _NEW):
            return -1
        if not smaller and within(meet, _NEW, carrier, r):
            _unlink(r, before, pair, kind, records, pairs)
        else:
            before = r
            length += 1
        r = following
    if length >= opts[MAX_SEMIS + kind]:
        return -1
    record = int64(counts[RECORDS])
    if record >= len(records):
        counts[LIMITS] |= NO_ROOM
        return -1
    counts[RECORDS] += 1
    for w in range(words):
        carrier[record, w] = meet[0, w]
        meet[ROWS + 2 * pair + kind, w] &= meet[0, w]
    records[record, X] = min(x, y)
    records[record, Y] = max(x, y)
    records[record, KEY] = key
    records[record, SIZE] = size
    records[record, STATE] = rule | kind
    records[record, ONE] = one
    records[record, TWO] = two
    # At the end: connections come by rising size, and OR takes the small ones first.
    records[record, AFTER] = -1
    if before < 0:
        pairs[pair, FIRST + kind] = record
    else:
        records[before, AFTER] = record
    if kind:
        records[record, QUEUE] = counts[WAITING + size]
        counts[WAITING + size] = record
        counts[SMALLEST] = min(counts[SMALLEST], size)
        if pairs[pair, FIRST] >= 0:
            _drop_semis(pair, record, opts, carrier, meet, records, pairs)
    elif empty_row(meet, ROWS + 2 * pair):
        queue_or(pair, pairs, counts)
    return record


@kernel_part
def _join_at(
    f: int,
    e: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    points: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """AND of full connection `f` with all combined ones at its end `e` (`s` is modified)."""
    words = meet.shape[1]
    z, x = int64(records[f, X + e]), int64(records[f, Y - e])
    through = points[z, OWN] == 1
    free_ends = opts[STONE_MIDPOINTS] or not through
    if not free_ends and points[x, OWN] != 1:
        return
    # Row 1: what may not be in the other carrier; row 2: this one's part of the new carrier.
    for w in range(words):
        meet[1, w] = carrier[f, w]
        meet[2, w] = carrier[f, w]
    if points[x, OWN] != 1:
        meet[1, x >> 6] |= ONE_BIT << np.uint64(x & 63)
    if not through:
        meet[2, z >> 6] |= ONE_BIT << np.uint64(z & 63)
    before, before_end = NONE, 0
    g = int64(points[z, AT])
    while g >= 0:
        end = 0 if records[g, X] == z else 1
        following = int64(records[g, BESIDE + end])
        if records[g, STATE] & DROPPED:
            if before < 0:
                points[z, AT] = following
            else:
                records[before, BESIDE + before_end] = following
            g = following
            continue
        before, before_end = g, end
        y = int64(records[g, Y - end])
        hit = x == y
        for w in range(words):
            hit |= (meet[1, w] & carrier[g, w]) != 0
        if not hit and points[y, OWN] != 1:
            hit = not free_ends or has(carrier, f, y)
        if not hit:
            for w in range(words):
                meet[0, w] = meet[2, w] | carrier[g, w]
            kind, key = (A_FULL, NONE) if through else (A_SEMI, z)
            add(
                x, y, kind, key, BY_AND, f, g, opts,
                carrier, meet, records, pairs, pair_of, counts,
            )  # fmt: skip
        g = following


@kernel_part
def join(
    f: int,
    cells: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    points: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """AND of full connection `f` with all that were combined; then it is one of them."""
    for e in range(2):
        if records[f, X + e] < cells or opts[SIDE_MIDPOINTS]:
            _join_at(f, e, opts, carrier, meet, records, pairs, points, pair_of, counts)
        if records[f, STATE] & DROPPED:
            return
    for e in range(2):
        z = records[f, X + e]
        records[f, BESIDE + e] = points[z, AT]
        points[z, AT] = f
    records[f, STATE] |= DONE


def _warmup() -> None:
    """Nothing: only kernels call these kernels, and `hexlab.connection.find` warms them up."""
