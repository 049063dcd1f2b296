"""The OR rule on a `Store`: full connections of a pair from its semi connections; kernels."""

from __future__ import annotations

import numpy as np

from hexlab.connection.rules import (
    ALL_BITS,
    EXACT_OR,
    ONE_BIT,
    OR_NODES,
    add,
    empty_row,
    has,
    within,
)
from hexlab.connection.store import (
    AFTER,
    BY_OR,
    DONE,
    DROPPED,
    FIRST,
    MEMBERS,
    ONE,
    OVERFLOW,
    PAIR_X,
    PAIR_Y,
    ROWS,
    STATE,
)
from hexlab.network.bits import low_bit
from hexlab.run.kernel import kernel


@kernel
def or_pair(pair, opts, carrier, meet, records, pairs, members, pair_of, counts):
    """Full connections of a pair from its semis, each avoiding a cell that all fulls so far hold."""
    words = meet.shape[1]
    x, y = pairs[pair, PAIR_X], pairs[pair, PAIR_Y]
    first = pairs[pair, FIRST + 1] < 0
    fulls = ROWS + 2 * pair + 1
    # rows: 4: those still to try; 5: meet; 0: union.
    for w in range(words):
        meet[4, w] = meet[fulls, w]
    while True:
        avoid = -1
        if not first:
            for w in range(words):
                if meet[4, w]:
                    avoid = 64 * w + low_bit(meet[4, w])
                    break
            if avoid < 0:
                return
            meet[4, avoid >> 6] &= ~(ONE_BIT << np.uint64(avoid & 63))
        # Greedy: a semi is taken only if it shrinks the meet.
        for w in range(words):
            meet[5, w] = ALL_BITS
        start = counts[MEMBERS]
        count = start
        r = pairs[pair, FIRST]
        left = True
        while r >= 0 and left:
            if avoid < 0 or not has(carrier, r, avoid):
                shrinks = False
                left = False
                for w in range(words):
                    shrinks |= (meet[5, w] & ~carrier[r, w]) != 0
                if shrinks:
                    for w in range(words):
                        meet[5, w] &= carrier[r, w]
                        left |= meet[5, w] != 0
                    if count >= len(members):
                        counts[OVERFLOW] = 1
                        return
                    members[count] = r
                    count += 1
                else:
                    left = True
            r = records[r, AFTER]
        if left:
            if first:
                return
            continue
        # Take out what the others make needless, the largest (last) first.
        for i in range(count - 2, start - 1, -1):
            for w in range(words):
                meet[5, w] = ALL_BITS
            for j in range(start, count):
                if j != i and members[j] >= 0:
                    for w in range(words):
                        meet[5, w] &= carrier[members[j], w]
            if empty_row(meet, 5):
                members[i] = -1
        for w in range(words):
            meet[0, w] = 0
        kept = start
        for i in range(start, count):
            r = members[i]
            if r >= 0:
                members[kept] = r
                kept += 1
                for w in range(words):
                    meet[0, w] |= carrier[r, w]
        record = add(x, y, 1, -1, BY_OR, start, kept - start, opts, carrier, meet, records, pairs, pair_of, counts)
        if record >= 0:
            counts[MEMBERS] = kept
        elif first:
            return
        first = False
        for w in range(words):
            meet[4, w] &= meet[fulls, w]


@kernel
def exact_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts):
    """All minimal full connections that semis of a pair make, at least one of them new."""
    words = meet.shape[1]
    x, y = pairs[pair, PAIR_X], pairs[pair, PAIR_Y]
    # The semis at the end of `members`, new ones first.
    many = 0
    r = pairs[pair, FIRST]
    while r >= 0:
        many += 1
        r = records[r, AFTER]
    base = len(members) - many
    fresh = 0
    for want in range(2):
        r = pairs[pair, FIRST]
        while r >= 0:
            done = (records[r, STATE] & DONE) // DONE
            if done == want:
                members[base + fresh] = r
                fresh += 1
            r = records[r, AFTER]
        if want == 0:
            many = fresh
    many, fresh = fresh, many
    start = counts[MEMBERS]
    if start + 64 > base:
        counts[OVERFLOW] = 1
        return
    for w in range(words):
        meet[8, w] = ALL_BITS
        meet[72, w] = 0
    # members[start + d]: place in the list of the d-th chosen semi.
    depth = 0
    place = -1
    nodes = 0
    while True:
        place += 1
        nodes += 1
        last = fresh if depth == 0 else many
        if place >= last or depth >= 62 or nodes > opts[OR_NODES]:
            if nodes > opts[OR_NODES]:
                counts[OVERFLOW] |= 2
                break
            if depth == 0:
                break
            depth -= 1
            place = members[start + depth]
            continue
        r = members[base + place]
        if records[r, STATE] & DROPPED:
            continue
        shrinks = False
        left = False
        for w in range(words):
            shrinks |= (meet[8 + depth, w] & ~carrier[r, w]) != 0
            meet[9 + depth, w] = meet[8 + depth, w] & carrier[r, w]
            left |= meet[9 + depth, w] != 0
            meet[73 + depth, w] = meet[72 + depth, w] | carrier[r, w]
        if not shrinks:
            continue
        if not left:
            for w in range(words):
                meet[0, w] = meet[73 + depth, w]
            members[start + depth] = place
            for d in range(depth + 1):
                members[start + 64 + d] = members[base + members[start + d]]
            record = add(x, y, 1, -1, BY_OR, start + 64, depth + 1, opts, carrier, meet, records, pairs, pair_of, counts)
            if record >= 0:
                # Keep its members: they go down, the stack goes up behind them.
                records[record, ONE] = start
                for d in range(depth + 1):
                    one = members[start + d]
                    members[start + d] = members[start + 64 + d]
                    members[start + 64 + d] = one
                for d in range(depth + 1):
                    members[start + depth + 1 + d] = members[start + 64 + d]
                start += depth + 1
                counts[MEMBERS] = start
                if start + 192 > base:
                    counts[OVERFLOW] = 1
                    break
            continue
        covered = False
        full = pairs[pair, FIRST + 1]
        while full >= 0 and not covered:
            covered = within(carrier, full, meet, 73 + depth)
            full = records[full, AFTER]
        if covered:
            continue
        # Whether those that follow can empty the meet.
        for w in range(words):
            meet[5, w] = meet[9 + depth, w]
        for i in range(place + 1, many):
            for w in range(words):
                meet[5, w] &= carrier[members[base + i], w]
        if not empty_row(meet, 5):
            continue
        members[start + depth] = place
        depth += 1
    r = pairs[pair, FIRST]
    while r >= 0:
        records[r, STATE] |= DONE
        r = records[r, AFTER]


