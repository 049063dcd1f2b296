"""The OR rule on a `Store`: full connections of a pair from its semi connections; kernels.

Rows of ``meet`` that are written: 0, 4, 5, and from MEETS on.
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
    A_FULL,
    AFTER,
    BY_OR,
    DEEPEST,
    DONE,
    DROPPED,
    FIRST,
    LIMITS,
    MEETS,
    MEMBERS,
    NO_ROOM,
    NONE,
    OR_STEPS,
    OR_STOPPED,
    PAIR_X,
    PAIR_Y,
    ROWS,
    STATE,
    UNIONS,
    int64,
)
from hexlab.network.bits import low_bit, pop_count
from hexlab.run.kernel import kernel_part

__all__ = ["greedy_or", "search_or"]

EXACT, MIXED, MINIMAL = OR_RULES["exact"], OR_RULES["mixed"], OR_RULES["minimal"]
PROCEDURE_A = OR_RULES["A"]
_MEET = int64(5)  # the row of the cells that those looked at have in common


@kernel_part
def _take(
    pair: int,
    avoid: int,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    members: np.ndarray,
    counts: np.ndarray,
) -> int:
    """Choose semi connections without cell `avoid` (-1: any) until none is common to all.

    Their records come to the end of `members`, which stay out of count (`s` is modified). Returns
    how many, or 0 if all of them have a cell in common.
    """
    words = meet.shape[1]
    start = int64(counts[MEMBERS])
    for w in range(words):
        meet[_MEET, w] = ALL_BITS
    count = 0
    r = int64(pairs[pair, FIRST])
    while r >= 0:
        if (avoid < 0 or not has(carrier, r, avoid)) and not within(meet, _MEET, carrier, r):
            if start + count == len(members):
                counts[LIMITS] |= NO_ROOM
                return 0
            members[start + count] = r
            count += 1
            for w in range(words):
                meet[_MEET, w] &= carrier[r, w]
            if empty_row(meet, _MEET):
                return count
        r = int64(records[r, AFTER])
    return 0


@kernel_part
def _thin_out(
    count: int, carrier: np.ndarray, meet: np.ndarray, members: np.ndarray, counts: np.ndarray
) -> int:
    """Leave out chosen members that the others make needless, the larger first; how many stay.

    The union of those that stay comes to row 0 (`s` is modified).
    """
    words = meet.shape[1]
    start = int64(counts[MEMBERS])
    i = count - 2  # without the last one a cell was common
    while i >= 0:
        for w in range(words):
            meet[_MEET, w] = ALL_BITS
        for j in range(count):
            if j != i:
                for w in range(words):
                    meet[_MEET, w] &= carrier[members[start + j], w]
        if empty_row(meet, _MEET):
            count -= 1
            for j in range(i, count):
                members[start + j] = members[start + j + 1]
        i -= 1
    for w in range(words):
        meet[0, w] = 0
        for j in range(count):
            meet[0, w] |= carrier[members[start + j], w]
    return count


@kernel_part
def greedy_or(
    pair: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    members: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Full connections of a pair, each without some cell that all earlier ones hold."""
    words = meet.shape[1]
    x, y = int64(pairs[pair, PAIR_X]), int64(pairs[pair, PAIR_Y])
    fulls = ROWS + 2 * pair + 1
    avoid = NONE
    first = pairs[pair, FIRST + 1] < 0
    for w in range(words):
        meet[4, w] = meet[fulls, w]  # the cells still to be avoided
    while True:
        if not first:
            avoid = NONE
            for w in range(words):
                if meet[4, w]:
                    avoid = 64 * w + low_bit(meet[4, w])
                    break
            if avoid < 0:
                return
            meet[4, avoid >> 6] &= ~(ONE_BIT << np.uint64(avoid & 63))
        count = _take(pair, avoid, carrier, meet, records, pairs, members, counts)
        if count:
            count = _thin_out(count, carrier, meet, members, counts)
            start = int64(counts[MEMBERS])
            if (
                add(
                    x,
                    y,
                    A_FULL,
                    NONE,
                    BY_OR,
                    start,
                    count,
                    opts,
                    carrier,
                    meet,
                    records,
                    pairs,
                    pair_of,
                    counts,
                )
                >= 0
            ):
                counts[MEMBERS] += count
            for w in range(words):
                meet[4, w] &= meet[fulls, w]
        if first and (not count or pairs[pair, FIRST + 1] < 0):
            return
        first = False


@kernel_part
def _gather(
    pair: int, records: np.ndarray, pairs: np.ndarray, members: np.ndarray
) -> tuple[int, int]:
    """Put the pair's semis at the end of `members`, those not yet combined first: (new, all)."""
    many = 0
    r = int64(pairs[pair, FIRST])
    while r >= 0:
        many += 1
        r = int64(records[r, AFTER])
    place = len(members) - many
    new = 0
    for done in range(2):
        r = int64(pairs[pair, FIRST])
        while r >= 0 and place >= 0:
            if (records[r, STATE] & DONE != 0) == (done == 1):
                members[place] = r
                place += 1
                new += 1 - done
            r = int64(records[r, AFTER])
    return new, many


@kernel_part
def _hopeless(
    depth: int,
    place: int,
    base: int,
    many: int,
    pair: int,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    members: np.ndarray,
) -> bool:
    """Whether the `depth` chosen semis and later ones make no full connection that is needed."""
    full = int64(pairs[pair, FIRST + 1])
    while full >= 0:
        if within(carrier, full, meet, UNIONS + depth):
            return True
        full = int64(records[full, AFTER])
    for w in range(meet.shape[1]):
        meet[_MEET, w] = meet[MEETS + depth, w]
    for i in range(place + 1, many):
        for w in range(meet.shape[1]):
            meet[_MEET, w] &= carrier[members[base + i], w]
    return not empty_row(meet, _MEET)


@kernel_part
def _keep(
    pair: int,
    depth: int,
    base: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    members: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Add the union of the `depth` chosen semis; the chosen ones move up behind its members."""
    start = int64(counts[MEMBERS])
    for w in range(meet.shape[1]):
        meet[0, w] = meet[UNIONS + depth, w]
    x, y = int64(pairs[pair, PAIR_X]), int64(pairs[pair, PAIR_Y])
    if (
        add(
            x,
            y,
            A_FULL,
            NONE,
            BY_OR,
            start,
            depth,
            opts,
            carrier,
            meet,
            records,
            pairs,
            pair_of,
            counts,
        )
        < 0
    ):
        return
    for d in range(depth - 1, -1, -1):
        members[start + depth + d] = members[start + d]
    for d in range(depth):
        members[start + d] = members[base + members[start + d]]
    counts[MEMBERS] += depth


@kernel_part
def _choose(r: int, depth: int, carrier: np.ndarray, meet: np.ndarray) -> tuple[bool, bool, int]:
    """Take `r` to the `depth` chosen semis: does it shrink what is common, is any left, cells."""
    shrinks, left, size = False, False, 0
    for w in range(meet.shape[1]):
        common = meet[MEETS + depth, w] & carrier[r, w]
        shrinks |= common != meet[MEETS + depth, w]
        left |= common != 0
        meet[MEETS + depth + 1, w] = common
        meet[UNIONS + depth + 1, w] = meet[UNIONS + depth, w] | carrier[r, w]
        size += pop_count(meet[UNIONS + depth + 1, w])
    return shrinks, left, size


@kernel_part
def search_or(
    pair: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    members: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Full connections from sets of a pair's semis with no common cell, by depth-first search.

    The chosen semis lie in `members` from counts[MEMBERS] on, as places in the list of candidates
    that `_gather` puts at its end; row MEETS + d of `meet` has the cells common to the first d,
    row UNIONS + d all of theirs. Sets of old ones were tried before: at least one semi is new (but
    Rasmussen's procedures begin anew each time).
    """
    rule = opts[OR_RULE]
    sequences = rule == PROCEDURE_A
    pruned = rule in (EXACT, MIXED)
    new, many = _gather(pair, records, pairs, members)
    if not pruned:
        new = many
    base = len(members) - many
    for w in range(meet.shape[1]):
        meet[MEETS, w] = ALL_BITS
        meet[UNIONS, w] = 0
    depth, place, nodes = int64(0), NONE, 0
    smallest = opts[MAX_SIZE] + 1
    while True:
        start = int64(counts[MEMBERS])
        if start + 3 * DEEPEST > base:
            counts[LIMITS] |= NO_ROOM
            break
        place += 1
        if place >= (new if depth == 0 else many) or depth == DEEPEST:
            if depth == 0:
                break
            depth -= 1
            place = int64(members[start + depth])
            continue
        nodes += 1
        if nodes > opts[OR_NODES]:
            counts[LIMITS] |= OR_STOPPED
            break
        r = int64(members[base + place])
        if records[r, STATE] & DROPPED:
            continue
        shrinks, left, size = _choose(r, depth, carrier, meet)
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
                    pair,
                    depth + 1,
                    base,
                    opts,
                    carrier,
                    meet,
                    records,
                    pairs,
                    members,
                    pair_of,
                    counts,
                )
        elif not pruned or not _hopeless(
            depth + 1, place, base, many, pair, carrier, meet, records, pairs, members
        ):
            depth += 1
            if sequences:
                place = -1
    counts[OR_STEPS] += nodes
    r = int64(pairs[pair, FIRST])
    while r >= 0:
        records[r, STATE] |= DONE
        r = int64(records[r, AFTER])


def _warmup() -> None:
    """Nothing: only kernels call these kernels, and `hexlab.connection.find` warms them up."""
