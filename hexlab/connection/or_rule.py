"""The OR rule on a `Store`: full connections of a pair from its semi connections; kernels.

Rows of `meet` that are written: 0, 4, 5, and from MEETS on.
"""

from __future__ import annotations

import numpy as np

from hexlab.connection.options import OR_RULES
from hexlab.connection.rules import (
    ALL_BITS,
    MAX_SIZE,
    ONE_BIT,
    OR_NODES,
    OR_RULE,
    add,
    empty_row,
    has,
    within,
)
from hexlab.connection.store import (
    AFTER,
    BY_OR,
    DEEPEST,
    DONE,
    DROPPED,
    FIRST,
    MEETS,
    MEMBERS,
    NO_ROOM,
    OR_STEPS,
    OR_STOPPED,
    OVERFLOW,
    PAIR_X,
    PAIR_Y,
    ROWS,
    STATE,
    UNIONS,
)
from hexlab.network.bits import low_bit, pop_count
from hexlab.run.kernel import kernel

__all__ = ["greedy_or", "search_or"]

EXACT, MIXED, MINIMAL = OR_RULES["exact"], OR_RULES["mixed"], OR_RULES["minimal"]
PROCEDURE_A = OR_RULES["A"]


@kernel
def greedy_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts):
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
                        counts[OVERFLOW] |= NO_ROOM
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
        record = add(
            x,
            y,
            1,
            -1,
            BY_OR,
            start,
            kept - start,
            opts,
            carrier,
            meet,
            records,
            pairs,
            pair_of,
            counts,
        )
        if record >= 0:
            counts[MEMBERS] = kept
        elif first:
            return
        first = False
        for w in range(words):
            meet[4, w] &= meet[fulls, w]


@kernel
def _gather(pair, records, pairs, members):
    """Put the pair's semis at the end of `members`, those not yet combined first: (new, all)."""
    many = 0
    r = pairs[pair, FIRST]
    while r >= 0:
        many += 1
        r = records[r, AFTER]
    place = len(members) - many
    new = 0
    for done in range(2):
        r = pairs[pair, FIRST]
        while r >= 0:
            if (records[r, STATE] & DONE != 0) == (done == 1):
                members[place] = r
                place += 1
                new += 1 - done
            r = records[r, AFTER]
    return new, many


@kernel
def _hopeless(depth, place, base, many, pair, carrier, meet, records, pairs, members):
    """Whether the `depth` chosen semis and later ones make no full connection that is needed."""
    full = pairs[pair, FIRST + 1]
    while full >= 0:
        if within(carrier, full, meet, UNIONS + depth):
            return True
        full = records[full, AFTER]
    for w in range(meet.shape[1]):
        meet[5, w] = meet[MEETS + depth, w]
    for i in range(place + 1, many):
        for w in range(meet.shape[1]):
            meet[5, w] &= carrier[members[base + i], w]
    return not empty_row(meet, 5)


@kernel
def _keep(pair, depth, base, opts, carrier, meet, records, pairs, members, pair_of, counts):
    """Add the union of the `depth` chosen semis; the chosen ones move up behind its members."""
    start = counts[MEMBERS]
    for w in range(meet.shape[1]):
        meet[0, w] = meet[UNIONS + depth, w]
    x, y = pairs[pair, PAIR_X], pairs[pair, PAIR_Y]
    record = add(
        x, y, 1, -1, BY_OR, start, depth, opts, carrier, meet, records, pairs, pair_of, counts
    )
    if record < 0:
        return
    for d in range(depth - 1, -1, -1):
        members[start + depth + d] = members[start + d]
    for d in range(depth):
        members[start + d] = members[base + members[start + d]]
    counts[MEMBERS] = start + depth


@kernel
def search_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts):
    """Full connections from sets of a pair's semis with no common cell, by depth-first search.

    The chosen semis lie in `members` from counts[MEMBERS] on, as places in the list of candidates
    that `_gather` puts at its end; row MEETS + d of `meet` has the cells common to the first d,
    row UNIONS + d all of theirs. A set that was tried before is not tried again: at least one semi
    is new (but for Rasmussen's procedures, which begin anew each time).
    """
    words = meet.shape[1]
    rule = opts[OR_RULE]
    sequences = rule == PROCEDURE_A
    pruned = rule == EXACT or rule == MIXED
    new, many = _gather(pair, records, pairs, members)
    if not pruned:
        new = many
    base = len(members) - many
    for w in range(words):
        meet[MEETS, w] = ALL_BITS
        meet[UNIONS, w] = 0
    depth, place, nodes = 0, -1, 0
    smallest = opts[MAX_SIZE] + 1
    while True:
        start = counts[MEMBERS]
        if start + 3 * DEEPEST > base:
            counts[OVERFLOW] |= NO_ROOM
            break
        place += 1
        if place >= (new if depth == 0 else many) or depth == DEEPEST:
            if depth == 0:
                break
            depth -= 1
            place = members[start + depth]
            continue
        nodes += 1
        if nodes > opts[OR_NODES]:
            counts[OVERFLOW] |= OR_STOPPED
            break
        r = members[base + place]
        if records[r, STATE] & DROPPED:
            continue
        shrinks, left, size = False, False, 0
        for w in range(words):
            shrinks |= (meet[MEETS + depth, w] & ~carrier[r, w]) != 0
            meet[MEETS + depth + 1, w] = meet[MEETS + depth, w] & carrier[r, w]
            left |= meet[MEETS + depth + 1, w] != 0
            meet[UNIONS + depth + 1, w] = meet[UNIONS + depth, w] | carrier[r, w]
            size += pop_count(meet[UNIONS + depth + 1, w])
        if sequences:
            shrinks = True
            for d in range(depth):
                shrinks &= members[start + d] != place
        if not shrinks or size > opts[MAX_SIZE]:
            continue
        members[start + depth] = place
        if not left:
            if rule != MINIMAL or size < smallest:
                smallest = size
                _keep(
                    pair, depth + 1, base, opts, carrier, meet, records, pairs, members, pair_of,
                    counts,
                )  # fmt: skip
        elif not pruned or not _hopeless(
            depth + 1, place, base, many, pair, carrier, meet, records, pairs, members
        ):
            depth += 1
            if sequences:
                place = -1
    counts[OR_STEPS] += nodes
    r = pairs[pair, FIRST]
    while r >= 0:
        records[r, STATE] |= DONE
        r = records[r, AFTER]
