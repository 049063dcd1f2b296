"""Connections after stones were added, from those before; kernels."""

from __future__ import annotations

import numpy as np

from hexlab.connection.find import clear, close, set_points
from hexlab.connection.rules import ONE_BIT, add, empty_row, new_pair, queue_or
from hexlab.connection.store import *
from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel


@kernel
def update(old, board, n, player, opts, s):
    """The connections of `player` on `board` into `s`, from `old`, those of a position with fewer
    stones (modified only in a column of notes).
    """
    o_carrier, o_meet, o_records, o_pairs, o_points, o_members, o_pair_of, o_counts = old
    carrier, meet, records, pairs, points, members, pair_of, counts = s
    cells = n * n
    words = meet.shape[1]
    clear(cells, s)
    set_points(board, n, player, points, counts)
    if counts[WON]:
        return
    # rows: 6 the opponent's new stones, 7 own new stones
    for w in range(words):
        meet[6, w] = 0
        meet[7, w] = 0
    for cell in range(cells):
        if board[cell] != 0 and o_points[cell, OWN] == 0:
            row = 7 if board[cell] == player else 6
            meet[row, cell >> 6] |= ONE_BIT << np.uint64(cell & 63)
    total = o_counts[RECORDS]
    # Which to keep: those not hit, and what they come from. NOTE: 0 no, 1 as a parent, 2 linked
    for r in range(total):
        note = 0
        if not o_records[r, STATE] & DROPPED:
            note = 2
            for e in range(2):
                if points[point_now(o_records[r, X + e], cells, points), OWN] < 0:
                    note = 0
            for w in range(words):
                if o_carrier[r, w] & meet[6, w]:
                    note = 0
            if note == 0 and o_records[r, STATE] & FULL:
                x = point_now(o_records[r, X], cells, points)
                y = point_now(o_records[r, Y], cells, points)
                if points[x, OWN] >= 0 and points[y, OWN] >= 0 and x != y:
                    pair = pair_of[x, y]
                    if pair < 0:
                        pair = new_pair(x, y, meet, pairs, pair_of, counts)
                    pairs[pair, WAITS] = 2
        o_records[r, NOTE] = note
    for r in range(total - 1, -1, -1):
        if o_records[r, NOTE]:
            rule = o_records[r, STATE] & RULE
            one, two = o_records[r, ONE], o_records[r, TWO]
            if rule == BY_AND:
                o_records[one, NOTE] |= 1
                o_records[two, NOTE] |= 1
            elif rule == BY_OR:
                for i in range(one, one + two):
                    o_records[o_members[i], NOTE] |= 1
    # Copy; NOTE becomes the new number.
    for r in range(total):
        note = o_records[r, NOTE]
        o_records[r, NOTE] = -1
        if note == 0:
            continue
        record = counts[RECORDS]
        if record >= len(records):
            counts[OVERFLOW] |= NO_ROOM
            return
        counts[RECORDS] += 1
        o_records[r, NOTE] = record
        for c in range(10):
            records[record, c] = o_records[r, c]
        changed = False
        size = o_records[r, SIZE]
        for w in range(words):
            changed |= (o_carrier[r, w] & meet[7, w]) != 0
            carrier[record, w] = o_carrier[r, w] & ~meet[7, w]
        if changed:
            size = 0
            for w in range(words):
                size += pop_count(carrier[record, w])
            records[record, SIZE] = size
        x = point_now(o_records[r, X], cells, points)
        y = point_now(o_records[r, Y], cells, points)
        changed |= x != o_records[r, X] or y != o_records[r, Y]
        changed |= (
            points[x, OWN] != o_points[o_records[r, X], OWN]
            or points[y, OWN] != o_points[o_records[r, Y], OWN]
        )
        records[record, X] = min(x, y)
        records[record, Y] = max(x, y)
        state = o_records[r, STATE]
        key = o_records[r, KEY]
        if key >= 0 and points[key, OWN] != 0:
            records[record, KEY] = -1
            state |= FULL
        rule = state & RULE
        if rule == BY_AND:
            records[record, ONE] = o_records[o_records[r, ONE], NOTE]
            records[record, TWO] = o_records[o_records[r, TWO], NOTE]
        elif rule == BY_OR:
            start = counts[MEMBERS]
            for i in range(o_records[r, TWO]):
                members[start + i] = o_records[o_members[o_records[r, ONE] + i], NOTE]
            records[record, ONE] = start
            counts[MEMBERS] += o_records[r, TWO]
        # 0 linked as it is; 1 not linked; 2 to be added anew
        if note < 2 or x == y:
            state |= DROPPED
            records[record, NOTE] = 1
        elif changed:
            state |= DROPPED
            records[record, NOTE] = 2
        else:
            records[record, NOTE] = 0
        records[record, STATE] = state
    copied = counts[RECORDS]
    for r in range(copied - 1, -1, -1):
        if records[r, NOTE] == 0:
            relink(r, carrier, meet, records, pairs, points, pair_of, counts)
    for r in range(copied):
        if records[r, NOTE] == 2:
            for w in range(words):
                meet[0, w] = carrier[r, w]
            state = records[r, STATE]
            add(
                records[r, X],
                records[r, Y],
                state & FULL,
                records[r, KEY],
                state & RULE,
                records[r, ONE],
                records[r, TWO],
                opts,
                carrier,
                meet,
                records,
                pairs,
                pair_of,
                counts,
            )
    for pair in range(counts[PAIRS]):
        if pairs[pair, WAITS] == 2:
            pairs[pair, WAITS] = 0
            if empty_row(meet, ROWS + 2 * pair):
                queue_or(pair, pairs, counts)
    close(cells, opts, s)


@kernel
def point_now(point, cells, points):
    """The point that an old point has become; the opponent's cells stay as they are."""
    if point >= cells or points[point, POINT] < 0:
        return point
    return points[point, POINT]


@kernel
def relink(r, carrier, meet, records, pairs, points, pair_of, counts):
    """Put a record that has not changed at the head of its lists."""
    x, y = records[r, X], records[r, Y]
    pair = pair_of[x, y]
    if pair < 0:
        pair = new_pair(x, y, meet, pairs, pair_of, counts)
    kind = records[r, STATE] & FULL
    records[r, AFTER] = pairs[pair, FIRST + kind]
    pairs[pair, FIRST + kind] = r
    for w in range(meet.shape[1]):
        meet[ROWS + 2 * pair + kind, w] &= carrier[r, w]
    if kind:
        for e in range(2):
            z = records[r, X + e]
            records[r, BESIDE + e] = points[z, AT]
            points[z, AT] = r
