"""The AND rule and the OR rule on a `Store`, to a fixed point; kernels."""

from __future__ import annotations

import numpy as np

from hexlab.connection.store import (
    AFTER,
    AT,
    BESIDE,
    BY_AND,
    DONE,
    DROPPED,
    FIRST,
    KEY,
    NEXT,
    NO_ROOM,
    ONE,
    OR_HEAD,
    OR_TAIL,
    OVERFLOW,
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
    TRIES,
    TWO,
    WAITING,
    WAITS,
    X,
    Y,
)
from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel

# Places in the array that `Options.array` makes.
SIDE_MIDPOINTS, STONE_MIDPOINTS, OR_RULE, LIMIT, MAX_SIZE, MAX_SEMIS, MAX_FULLS, OR_NODES = range(8)

ALL_BITS = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE_BIT = np.uint64(1)


@kernel
def within(a, i, b, j):
    """Whether carrier `i` of `a` is a subset of carrier `j` of `b`."""
    for w in range(a.shape[1]):
        if a[i, w] & ~b[j, w]:
            return False
    return True


@kernel
def has(a, i, cell):
    return (a[i, cell >> 6] >> np.uint64(cell & 63)) & ONE_BIT != 0


@kernel
def empty_row(a, i):
    for w in range(a.shape[1]):
        if a[i, w]:
            return False
    return True


@kernel
def new_pair(x, y, meet, pairs, pair_of, counts):
    pair = counts[PAIRS]
    counts[PAIRS] += 1
    pair_of[x, y] = pair
    pair_of[y, x] = pair
    pairs[pair, PAIR_X] = min(x, y)
    pairs[pair, PAIR_Y] = max(x, y)
    pairs[pair, WAITS] = 0
    pairs[pair, FIRST] = -1
    pairs[pair, FIRST + 1] = -1
    for kind in range(2):
        for w in range(meet.shape[1]):
            meet[ROWS + 2 * pair + kind, w] = ALL_BITS
    return pair


@kernel
def queue_or(pair, pairs, counts):
    if not pairs[pair, WAITS]:
        pairs[pair, WAITS] = 1
        pairs[pair, NEXT] = -1
        if counts[OR_HEAD] < 0:
            counts[OR_HEAD] = pair
        else:
            pairs[counts[OR_TAIL], NEXT] = pair
        counts[OR_TAIL] = pair


@kernel
def add(x, y, kind, key, rule, one, two, opts, carrier, meet, records, pairs, pair_of, counts):
    """Add the connection with carrier work[0] unless it is needless; its record or -1."""
    counts[TRIES] += 1
    words = meet.shape[1]
    pair = pair_of[x, y]
    if pair < 0:
        pair = new_pair(x, y, meet, pairs, pair_of, counts)
    fulls = ROWS + 2 * pair + 1
    if pairs[pair, FIRST + 1] >= 0:
        if opts[LIMIT]:
            if within(meet, fulls, meet, 0):
                return -1
        else:
            r = pairs[pair, FIRST + 1]
            while r >= 0:
                if within(carrier, r, meet, 0):
                    return -1
                r = records[r, AFTER]
    size = 0
    for w in range(words):
        size += pop_count(meet[0, w])
    if size > opts[MAX_SIZE]:
        return -1
    # The list of the same kind: stop at a subset, drop supersets.
    before = -1
    r = pairs[pair, FIRST + kind]
    length = 0
    while r >= 0:
        following = records[r, AFTER]
        if records[r, SIZE] <= size:
            if within(carrier, r, meet, 0):
                return -1
        elif within(meet, 0, carrier, r):
            records[r, STATE] |= DROPPED
            if before < 0:
                pairs[pair, FIRST + kind] = following
            else:
                records[before, AFTER] = following
            r = following
            continue
        before = r
        length += 1
        r = following
    if length >= opts[MAX_SEMIS + kind]:
        return -1
    record = counts[RECORDS]
    if record >= len(records):
        counts[OVERFLOW] |= NO_ROOM
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
            prune_semis(pair, record, opts, carrier, meet, records, pairs)
    elif empty_row(meet, ROWS + 2 * pair):
        queue_or(pair, pairs, counts)
    return record


@kernel
def prune_semis(pair, record, opts, carrier, meet, records, pairs):
    """Drop the semis that a new full makes needless."""
    words = meet.shape[1]
    semis = ROWS + 2 * pair
    for w in range(words):
        meet[semis, w] = ALL_BITS
    before = -1
    r = pairs[pair, FIRST]
    while r >= 0:
        following = records[r, AFTER]
        useless = True
        for w in range(words):
            must = meet[semis + 1, w] if opts[LIMIT] else carrier[record, w]
            if must & ~carrier[r, w]:
                useless = False
        if useless:
            records[r, STATE] |= DROPPED
            if before < 0:
                pairs[pair, FIRST] = following
            else:
                records[before, AFTER] = following
        else:
            before = r
            for w in range(words):
                meet[semis, w] &= carrier[r, w]
        r = following


@kernel
def join(f, cells, opts, carrier, meet, records, pairs, points, pair_of, counts):
    """AND of the full connection `f` with all that are done."""
    words = meet.shape[1]
    for e in range(2):
        z, x = records[f, X + e], records[f, Y - e]
        if z >= cells and not opts[SIDE_MIDPOINTS]:
            continue
        through = points[z, OWN] == 1
        x_own = points[x, OWN] == 1
        if through and not x_own and not opts[STONE_MIDPOINTS]:
            continue
        for w in range(words):
            meet[1, w] = carrier[f, w]
            meet[2, w] = carrier[f, w]
        if not x_own:
            meet[1, x >> 6] |= ONE_BIT << np.uint64(x & 63)
        if not through:
            meet[2, z >> 6] |= ONE_BIT << np.uint64(z & 63)
        before, before_end = -1, 0
        g = points[z, AT]
        while g >= 0:
            side = 0 if records[g, X] == z else 1
            following = records[g, BESIDE + side]
            if records[g, STATE] & DROPPED:
                if before < 0:
                    points[z, AT] = following
                else:
                    records[before, BESIDE + before_end] = following
                g = following
                continue
            before, before_end = g, side
            y = records[g, Y - side]
            hit = x == y
            for w in range(words):
                hit |= (meet[1, w] & carrier[g, w]) != 0
            if not hit and points[y, OWN] != 1:
                hit = has(carrier, f, y)
                hit |= through and not opts[STONE_MIDPOINTS]
            if not hit:
                for w in range(words):
                    meet[0, w] = meet[2, w] | carrier[g, w]
                pair = pair_of[x, y]
                if (
                    not opts[LIMIT]
                    or pair < 0
                    or pairs[pair, FIRST + 1] < 0
                    or not within(meet, ROWS + 2 * pair + 1, meet, 0)
                ):
                    add(
                        x,
                        y,
                        1 if through else 0,
                        -1 if through else z,
                        BY_AND,
                        f,
                        g,
                        opts,
                        carrier,
                        meet,
                        records,
                        pairs,
                        pair_of,
                        counts,
                    )
            g = following
        if records[f, STATE] & DROPPED:
            return
    for e in range(2):
        z = records[f, X + e]
        records[f, BESIDE + e] = points[z, AT]
        points[z, AT] = f
    records[f, STATE] |= DONE
