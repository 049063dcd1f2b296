"""A player's connections of a position from scratch; kernels."""

from __future__ import annotations

import numpy as np

from hexlab.connection.options import OR_RULES
from hexlab.connection.or_rule import greedy_or, search_or
from hexlab.connection.rules import ALL_BITS, ONE_BIT, OR_RULE, add, empty_row, join
from hexlab.connection.store import *
from hexlab.network.build import neighbor, on_side, root, unite
from hexlab.run.kernel import kernel

GREEDY, MIXED = OR_RULES["greedy"], OR_RULES["mixed"]


@kernel
def clear(cells, s):
    carrier, meet, records, pairs, points, members, pair_of, counts = s
    for pair in range(counts[PAIRS]):
        x, y = pairs[pair, PAIR_X], pairs[pair, PAIR_Y]
        pair_of[x, y] = -1
        pair_of[y, x] = -1
    counts[:WAITING] = 0
    counts[WAITING:] = -1
    points[:, AT] = -1
    counts[SMALLEST] = cells + 1
    counts[OR_HEAD] = -1


@kernel
def set_points(board, n, player, points, counts):
    cells = n * n
    parent = np.arange(cells + 2).astype(np.int16)
    for cell in range(cells):
        if board[cell] == player:
            for step in (2, 3, 4):
                other = neighbor(cell, step, n)
                if other >= 0 and board[other] == player:
                    unite(parent, cell, other)
    # A side takes the groups that touch it; the first takes those that touch both.
    for cell in range(cells):
        if board[cell] == player:
            sides = on_side(cell, n, player)
            if sides:
                lead = root(parent, cell)
                for side in range(2):
                    if sides >> side & 1:
                        point = cells + side
                        if lead < cells:
                            parent[lead] = point
                            lead = point
                        elif lead != point:
                            counts[WON] = 1
    for cell in range(cells):
        if board[cell] == 0:
            points[cell, POINT] = cell
            points[cell, OWN] = 0
        elif board[cell] == player:
            lead = root(parent, cell)
            points[cell, POINT] = lead
            points[cell, OWN] = 1 if lead == cell else -1
        else:
            points[cell, POINT] = -1
            points[cell, OWN] = -1
    points[cells, OWN] = 1
    points[cells + 1, OWN] = 1


@kernel
def close(cells, opts, s):
    """Combine until nothing new is found."""
    carrier, meet, records, pairs, points, members, pair_of, counts = s
    level = 0
    while True:
        while counts[SMALLEST] <= cells and counts[WAITING + counts[SMALLEST]] < 0:
            counts[SMALLEST] += 1
        size = counts[SMALLEST]
        pending = counts[OR_HEAD] >= 0
        if size <= cells and not (pending and size > level):
            level = max(level, size)
            f = counts[WAITING + size]
            counts[WAITING + size] = records[f, QUEUE]
            if not records[f, STATE] & DROPPED:
                join(f, cells, opts, carrier, meet, records, pairs, points, pair_of, counts)
            continue
        if not pending:
            return
        pair = counts[OR_HEAD]
        counts[OR_HEAD] = pairs[pair, NEXT]
        pairs[pair, WAITS] = 0
        if empty_row(meet, ROWS + 2 * pair):
            if opts[OR_RULE] == GREEDY or opts[OR_RULE] == MIXED:
                greedy_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts)
            if opts[OR_RULE] != GREEDY:
                search_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts)


@kernel
def find(board, n, player, opts, edge_carriers, edge_ends, s):
    """All connections of `player` on `board` ((n²,) int8, absolute); `s` is overwritten."""
    carrier, meet, records, pairs, points, members, pair_of, counts = s
    cells = n * n
    clear(cells, s)
    set_points(board, n, player, points, counts)
    if counts[WON]:
        return
    for w in range(meet.shape[1]):
        meet[0, w] = 0
    for cell in range(cells):
        if board[cell] != 0:
            continue
        sides = on_side(cell, n, player)
        for step in range(8):
            if step < 6:
                other = neighbor(cell, step, n)
                use = (
                    other >= 0 and points[other, POINT] >= 0 and (board[other] != 0 or other > cell)
                )
                other = points[other, POINT] if use else 0
            else:
                use = sides >> (step - 6) & 1 != 0
                other = cells + step - 6
            if use:
                add(
                    cell,
                    other,
                    1,
                    -1,
                    BASE,
                    -1,
                    -1,
                    opts,
                    carrier,
                    meet,
                    records,
                    pairs,
                    pair_of,
                    counts,
                )
    if len(edge_ends):
        # Row 7: the empty cells.
        for w in range(meet.shape[1]):
            meet[7, w] = 0
        for cell in range(cells):
            if board[cell] == 0:
                meet[7, cell >> 6] |= ONE_BIT << np.uint64(cell & 63)
        for i in range(len(edge_ends)):
            point = points[edge_ends[i, 0], POINT]
            free = point >= 0 and point < cells
            for w in range(meet.shape[1]):
                free &= (edge_carriers[i, w] & ~meet[7, w]) == 0
            if free:
                for w in range(meet.shape[1]):
                    meet[0, w] = edge_carriers[i, w]
                add(
                    point,
                    cells + edge_ends[i, 1],
                    1,
                    -1,
                    BY_TEMPLATE,
                    i,
                    -1,
                    opts,
                    carrier,
                    meet,
                    records,
                    pairs,
                    pair_of,
                    counts,
                )
    close(cells, opts, s)


@kernel
def sides(cells, s):
    """How the player's sides are connected: 3 by stones, 2 full, 1 semi, 0 not known to be."""
    if s.counts[WON]:
        return 3
    pair = s.pair_of[cells, cells + 1]
    if pair < 0:
        return 0
    if s.pairs[pair, FIRST + 1] >= 0:
        return 2
    return 1 if s.pairs[pair, FIRST] >= 0 else 0


@kernel
def side_meet(cells, s, out):
    """`out` (W,) uint64 becomes the cells in the carriers of all semis from side to side: while
    these are all that is known, any other move of the opponent loses. All ones if there are none.
    """
    pair = s.pair_of[cells, cells + 1]
    for w in range(len(out)):
        out[w] = ALL_BITS if pair < 0 else s.meet[ROWS + 2 * pair, w]
