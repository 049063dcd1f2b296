"""A player's connections from scratch; kernels.

`find` is the door for other kernels (a node of a search); people call `find_connections`. Rows of
``meet`` that are written: 0, 7.
"""

from __future__ import annotations

import numpy as np

from hexlab.connection.options import OR_RULES, no_edges, options
from hexlab.connection.or_rule import greedy_or, search_or
from hexlab.connection.rules import ONE_BIT, OR_RULE, add, empty_row, join
from hexlab.connection.store import (
    A_FULL,
    AT,
    BASE,
    BY_TEMPLATE,
    DROPPED,
    FIRST,
    NEXT,
    NONE,
    OR_HEAD,
    OWN,
    PAIR_X,
    PAIR_Y,
    PAIRS,
    POINT,
    QUEUE,
    ROWS,
    SMALLEST,
    STATE,
    WAITING,
    WAITS,
    WON,
    Store,
    int64,
    new_store,
)
from hexlab.network.build import neighbor, on_side, root, unite
from hexlab.run.kernel import kernel, kernel_part

__all__ = ["clear", "close", "find", "set_points", "sides"]

GREEDY, MIXED = OR_RULES["greedy"], OR_RULES["mixed"]


@kernel_part
def clear(cells: int, s: Store) -> None:
    """Forget all connections (`s` is modified)."""
    pairs = s.pairs
    points = s.points
    pair_of = s.pair_of
    counts = s.counts
    for pair in range(counts[PAIRS]):
        x, y = pairs[pair, PAIR_X], pairs[pair, PAIR_Y]
        pair_of[x, y] = -1
        pair_of[y, x] = -1
    counts[:WAITING] = 0
    counts[WAITING:] = -1
    points[:, AT] = -1
    counts[SMALLEST] = cells + 1
    counts[OR_HEAD] = -1


@kernel_part
def _lead(cell: int, n: int, player: int, parent: np.ndarray) -> bool:
    """Join an own stone's group to the sides it touches (`parent` is modified); is it both?"""
    cells = n * n
    sides = on_side(cell, n, player)
    both = False
    for side in range(2):
        if sides >> side & 1:
            lead = root(parent, cell)
            both |= lead >= cells and lead != cells + side
            if lead < cells:
                parent[lead] = cells + side
    return both


@kernel_part(allocates=True)
def set_points(board: np.ndarray, n: int, player: int, s: Store) -> None:
    """Name the point of each cell, and note if the sides are joined (`s` is modified)."""
    points = s.points
    counts = s.counts
    cells = n * n
    parent = np.arange(cells + 2).astype(np.int16)
    for cell in range(cells):
        if board[cell] == player:
            for step in (2, 3, 4):
                other = neighbor(cell, step, n)
                if other >= 0 and board[other] == player:
                    unite(parent, cell, other)
    for cell in range(cells):
        if board[cell] == player and _lead(cell, n, player, parent):
            counts[WON] = 1
    for cell in range(cells):
        point = -1
        if board[cell] == 0:
            point = cell
        elif board[cell] == player:
            point = root(parent, cell)
        points[cell, POINT] = point
        points[cell, OWN] = -1 if point != cell else board[cell] == player
    points[cells, OWN] = 1
    points[cells + 1, OWN] = 1


@kernel_part
def _add_neighbors(
    board: np.ndarray,
    n: int,
    player: int,
    opts: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    points: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Connect neighboring points (`s` is modified)."""
    cells = n * n
    for w in range(meet.shape[1]):
        meet[0, w] = 0
    for cell in range(cells):
        if board[cell] != 0:
            continue
        sides = on_side(cell, n, player)
        for step in range(8):
            point = NONE
            if step >= 6:
                if sides >> (step - 6) & 1:
                    point = cells + step - 6
            else:
                other = neighbor(cell, step, n)
                if other >= 0 and (board[other] != 0 or other > cell):
                    point = int64(points[other, POINT])
            if point >= 0:
                add(
                    cell,
                    point,
                    A_FULL,
                    NONE,
                    BASE,
                    NONE,
                    NONE,
                    opts,
                    carrier,
                    meet,
                    records,
                    pairs,
                    pair_of,
                    counts,
                )


@kernel_part
def _add_edges(
    board: np.ndarray,
    n: int,
    opts: np.ndarray,
    edge_carriers: np.ndarray,
    edge_ends: np.ndarray,
    carrier: np.ndarray,
    meet: np.ndarray,
    records: np.ndarray,
    pairs: np.ndarray,
    points: np.ndarray,
    pair_of: np.ndarray,
    counts: np.ndarray,
) -> None:
    """Connect points to sides by the templates whose cells are empty (`s` is modified)."""
    cells = n * n
    for w in range(meet.shape[1]):
        meet[7, w] = 0
    for cell in range(cells):
        if board[cell] == 0:
            meet[7, cell >> 6] |= ONE_BIT << np.uint64(cell & 63)
    for i in range(len(edge_ends)):
        point = int64(points[edge_ends[i, 0], POINT])
        free = 0 <= point < cells
        for w in range(meet.shape[1]):
            free &= (edge_carriers[i, w] & ~meet[7, w]) == 0
            meet[0, w] = edge_carriers[i, w]
        if free:
            add(
                point,
                int64(cells + edge_ends[i, 1]),
                A_FULL,
                NONE,
                BY_TEMPLATE,
                i,
                NONE,
                opts,
                carrier,
                meet,
                records,
                pairs,
                pair_of,
                counts,
            )


@kernel_part
def close(cells: int, opts: np.ndarray, s: Store) -> None:
    """Apply AND and OR until they give nothing new, small carriers first (`s` is modified).

    A pair whose turn for OR has come goes before full connections of a new size: so what is found
    late is seldom smaller than what was found early, and little is dropped.
    """
    carrier = s.carrier
    meet = s.meet
    records = s.records
    pairs = s.pairs
    points = s.points
    members = s.members
    pair_of = s.pair_of
    counts = s.counts
    size = 0
    while True:
        while counts[SMALLEST] <= cells and counts[WAITING + counts[SMALLEST]] < 0:
            counts[SMALLEST] += 1
        smallest = int64(counts[SMALLEST])
        if counts[OR_HEAD] >= 0 and smallest > size:
            pair = int64(counts[OR_HEAD])
            counts[OR_HEAD] = pairs[pair, NEXT]
            pairs[pair, WAITS] = 0
            if empty_row(meet, ROWS + 2 * pair):
                if opts[OR_RULE] == GREEDY or opts[OR_RULE] == MIXED:
                    greedy_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts)
                if opts[OR_RULE] != GREEDY:
                    search_or(pair, opts, carrier, meet, records, pairs, members, pair_of, counts)
        elif smallest <= cells:
            size = max(size, smallest)
            f = int64(counts[WAITING + smallest])
            counts[WAITING + smallest] = records[f, QUEUE]
            if not records[f, STATE] & DROPPED:
                join(f, cells, opts, carrier, meet, records, pairs, points, pair_of, counts)
        else:
            return


@kernel
def find(
    board: np.ndarray,
    n: int,
    player: int,
    opts: np.ndarray,
    edge_carriers: np.ndarray,
    edge_ends: np.ndarray,
    s: Store,
) -> None:
    """All connections of `player` on `board` that the rules `opts` give; `s` is overwritten.

    Parameters
    ----------
    board : (n²,) int8
        Absolute: 1 Black, -1 White, 0 empty.
    n, player : int
        Board size; 1 or -1.
    opts : (8,) int64
        From `Options.array`.
    edge_carriers, edge_ends : (T, W) uint64 and (T, 2) int32
        Edge templates: the cells each needs empty; the own or empty cell, and 0 or 1 for the side,
        that it connects. `no_edges` gives none.
    s : Store
        For boards of this size.
    """
    carrier = s.carrier
    meet = s.meet
    records = s.records
    pairs = s.pairs
    points = s.points
    pair_of = s.pair_of
    counts = s.counts
    clear(n * n, s)
    set_points(board, n, player, s)
    if counts[WON]:
        return
    _add_neighbors(board, n, player, opts, carrier, meet, records, pairs, points, pair_of, counts)
    if len(edge_ends):
        _add_edges(
            board,
            n,
            opts,
            edge_carriers,
            edge_ends,
            carrier,
            meet,
            records,
            pairs,
            points,
            pair_of,
            counts,
        )
    close(n * n, opts, s)


@kernel
def sides(cells: int, s: Store) -> int:
    """How the player's sides are joined: 3 by stones, 2 full, 1 semi, 0 not known to be."""
    pairs = s.pairs
    pair_of = s.pair_of
    counts = s.counts
    if counts[WON]:
        return 3
    pair = pair_of[cells, cells + 1]
    if pair < 0:
        return 0
    if pairs[pair, FIRST + 1] >= 0:
        return 2
    return 1 if pairs[pair, FIRST] >= 0 else 0


def _warmup() -> None:
    store = new_store(2)
    find(np.zeros(4, np.int8), 2, 1, options().array(), *no_edges(2), store)
    sides(4, store)
