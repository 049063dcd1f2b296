"""Connections after stones were added, from those before; kernels.

Every connection that no new stone of the opponent hits stays, with what it comes from; its cells
that became own stones leave the carrier, and a semi connection whose key is one of them is full.
Changed ones are added anew and combined again; a pair that lost a full connection gets a new OR.
Rows of ``meet`` that are written: 0, 6, 7.
"""

from __future__ import annotations

import numpy as np

from hexlab.connection.find import clear, close, find, set_points
from hexlab.connection.options import no_edges, options
from hexlab.connection.rules import ONE_BIT, add, empty_row, new_pair, queue_or
from hexlab.connection.store import (
    AFTER,
    AT,
    BESIDE,
    BY_AND,
    BY_OR,
    DROPPED,
    FIRST,
    FULL,
    KEY,
    LIMITS,
    MEMBERS,
    NO_ROOM,
    NOTE,
    ONE,
    OWN,
    PAIRS,
    POINT,
    RECORDS,
    ROWS,
    RULE,
    SIZE,
    STATE,
    TWO,
    WAITS,
    WON,
    Store,
    X,
    Y,
    int64,
    new_store,
)
from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel, kernel_part

__all__ = ["update"]

# In the old store NOTE is one of these, then the record's new number or -1; in the new store, one
# of the last three.
_GONE, _PARENT, _STAYS, _CHANGED = 0, 1, 2, 4
# WAITS of a pair that lost a full connection.
_LOST = 2
_THEIRS, _OWN = 6, 7  # rows of `meet`: the new stones


@kernel_part
def _now(point: int, cells: int, points: np.ndarray) -> int:
    """The point that an old point has become; a cell of the opponent stays what it is."""
    if point >= cells or points[point, POINT] < 0:
        return point
    return int64(points[point, POINT])


@kernel_part
def _note_hit(
    r: int,
    cells: int,
    old: Store,
    meet: np.ndarray,
    pairs: np.ndarray,
    points: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> int:
    """Whether an old record that is in its list stays; if not, and it is full, its pair lost it."""
    x = _now(int64(old.records[r, X]), cells, points)
    y = _now(int64(old.records[r, Y]), cells, points)
    ends = points[x, OWN] >= 0 and points[y, OWN] >= 0
    hit = not ends
    for w in range(meet.shape[1]):
        hit |= (old.carrier[r, w] & meet[_THEIRS, w]) != 0
    if not hit:
        return _STAYS
    if ends and x != y and old.records[r, STATE] & FULL:
        pair = int64(pair_of[x, y])
        if pair < 0:
            pair = new_pair(x, y, meet, pairs, pair_of, counts)
        pairs[pair, WAITS] = _LOST
    return _GONE


@kernel_part
def _note_parents(r: int, old: Store) -> None:
    """Note what a record comes from as needed (`old` is modified)."""
    one, two = old.records[r, ONE], old.records[r, TWO]
    rule = old.records[r, STATE] & RULE
    if rule == BY_AND:
        old.records[one, NOTE] |= _PARENT
        old.records[two, NOTE] |= _PARENT
    elif rule == BY_OR:
        for i in range(one, one + two):
            old.records[old.members[i], NOTE] |= _PARENT


@kernel_part
def _copy_parents(
    r: int, record: int, old: Store, records: np.ndarray, members: np.ndarray, counts: np.ndarray
) -> None:
    """Name what record `r` comes from by the new numbers (`s` is modified)."""
    rule = old.records[r, STATE] & RULE
    if rule == BY_AND:
        records[record, ONE] = old.records[old.records[r, ONE], NOTE]
        records[record, TWO] = old.records[old.records[r, TWO], NOTE]
    elif rule == BY_OR:
        start = counts[MEMBERS]
        for i in range(old.records[r, TWO]):
            member = old.members[old.records[r, ONE] + i]
            members[start + i] = old.records[member, NOTE]
        records[record, ONE] = start
        counts[MEMBERS] += old.records[r, TWO]


@kernel_part
def _copy(
    r: int,
    cells: int,
    old: Store,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    points: np.ndarray,
    members: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Copy an old record that is needed (`s` is modified, and the note in `old`)."""
    note = old.records[r, NOTE]
    record = counts[RECORDS]
    counts[RECORDS] += 1
    old.records[r, NOTE] = record
    for column in range(NOTE):
        records[record, column] = old.records[r, column]
    size = 0
    for w in range(meet.shape[1]):
        carrier[record, w] = old.carrier[r, w] & ~meet[_OWN, w]
        size += pop_count(carrier[record, w])
    changed = size != old.records[r, SIZE]
    records[record, SIZE] = size
    old_x, old_y = int64(old.records[r, X]), int64(old.records[r, Y])
    x, y = _now(old_x, cells, points), _now(old_y, cells, points)
    changed |= x != old_x or points[x, OWN] != old.points[old_x, OWN]
    changed |= y != old_y or points[y, OWN] != old.points[old_y, OWN]
    records[record, X] = min(x, y)
    records[record, Y] = max(x, y)
    state = old.records[r, STATE]
    key = old.records[r, KEY]
    if key >= 0 and points[key, OWN] != 0:
        records[record, KEY] = -1
        state |= FULL
    _copy_parents(r, record, old, records, members, counts)
    records[record, NOTE] = _STAYS
    if note & _STAYS == 0 or x == y:
        records[record, NOTE] = _PARENT
    elif changed:
        records[record, NOTE] = _CHANGED
    if records[record, NOTE] != _STAYS:
        state |= DROPPED
    records[record, STATE] = state


@kernel_part
def _relink(
    r: int,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    points: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Put an unchanged record at the head of its lists (`s` is modified)."""
    x, y = int64(records[r, X]), int64(records[r, Y])
    pair = int64(pair_of[x, y])
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


@kernel_part
def _add_again(
    r: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Add a changed record anew (`s` is modified); its copy stays as what others come from."""
    for w in range(meet.shape[1]):
        meet[0, w] = carrier[r, w]
    x, y, key, state, one, two = (
        int64(records[r, X]),
        int64(records[r, Y]),
        int64(records[r, KEY]),
        int64(records[r, STATE]),
        int64(records[r, ONE]),
        int64(records[r, TWO]),
    )
    add(
        x,
        y,
        state & FULL,
        key,
        state & RULE,
        one,
        two,
        opts,
        carrier,
        meet,
        records,
        pairs,
        pair_of,
        counts,
    )


@kernel
def update(old: Store, board: np.ndarray, n: int, player: int, opts: np.ndarray, s: Store) -> None:
    """The connections of `player` on `board` from those of a position with fewer stones.

    `s` is overwritten; `old`, another store, is modified only in a column of notes. `board` and
    `opts` are as for `find`; stones of both colors may be new, none may be gone.
    """
    carrier = s.carrier
    meet = s.meet
    records = s.records
    pairs = s.pairs
    points = s.points
    members = s.members
    pair_of = s.pair_of
    counts = s.counts
    cells = n * n
    clear(cells, s)
    set_points(board, n, player, s)
    if counts[WON]:
        return
    for w in range(meet.shape[1]):
        meet[_THEIRS, w] = 0
        meet[_OWN, w] = 0
    for cell in range(cells):
        if board[cell] != 0 and old.points[cell, OWN] == 0:
            row = _OWN if board[cell] == player else _THEIRS
            meet[row, cell >> 6] |= ONE_BIT << np.uint64(cell & 63)
    total = old.counts[RECORDS]
    for r in range(total):
        dropped = old.records[r, STATE] & DROPPED
        old.records[r, NOTE] = (
            _GONE if dropped else _note_hit(r, cells, old, meet, pairs, points, pair_of, counts)
        )
    needed, listed = 0, 0
    for r in range(total - 1, -1, -1):  # what a record comes from stands before it
        if old.records[r, NOTE]:
            _note_parents(r, old)
            needed += 1
            if old.records[r, STATE] & RULE == BY_OR:
                listed += old.records[r, TWO]
    if needed > len(records) or listed > len(members):
        counts[LIMITS] |= NO_ROOM
        return
    for r in range(total):
        if old.records[r, NOTE]:
            _copy(r, cells, old, carrier, meet, records, points, members, counts)
    copied = counts[RECORDS]
    for r in range(copied - 1, -1, -1):
        if records[r, NOTE] == _STAYS:
            _relink(r, carrier, meet, records, pairs, points, pair_of, counts)
    for r in range(copied):
        if records[r, NOTE] == _CHANGED:
            _add_again(r, opts, carrier, meet, records, pairs, pair_of, counts)
    for pair in range(counts[PAIRS]):
        if pairs[pair, WAITS] == _LOST:
            pairs[pair, WAITS] = 0
            if empty_row(meet, ROWS + 2 * pair):
                queue_or(pair, pairs, counts)
    close(cells, opts, s)


def _warmup() -> None:
    board = np.zeros(4, np.int8)
    old, new = new_store(2), new_store(2)
    rules = options().array()
    find(board, 2, 1, rules, *no_edges(2), old)
    board[1] = 1
    update(old, board, 2, 1, rules, new)
