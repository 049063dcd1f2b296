"""The kernel that finds inferior cells: fill-in that keeps the winner, moves that may be skipped.

`fill_and_prune` is the door for other kernels; people call `hexlab.connection.inferior_cells`.
First the tables of `hexlab.connection.derive_patterns` are asked, then the graphs of the two
players (`hexlab.connection.inferior_graph`); which moves may be skipped, and why, is in
`hexlab.connection.inferior_prune`.
"""

from __future__ import annotations

import numpy as np

from hexlab.connection.derive_patterns import PAIR_CAPTURED
from hexlab.connection.inferior_graph import find_kills, lay_graph
from hexlab.connection.inferior_prune import prune
from hexlab.connection.inferior_tables import (
    CAPTURED,
    DEAD,
    InferiorTables,
    codes,
    inferior_tables,
    pad,
    place,
)
from hexlab.network.bits import has_bit, low_bit, words_for
from hexlab.run.kernel import kernel, kernel_part

__all__ = ["fill_and_prune"]


@kernel(allocates=True, nogil=True)
def fill_and_prune(
    cells: np.ndarray,
    n: int,
    mover: int,
    local: bool,
    tables: InferiorTables,
    reason: np.ndarray,
    helper: np.ndarray,
) -> tuple[int, int]:
    """Fill dead and captured cells until there are none, then mark the moves that may be skipped.

    Whoever wins, moving first or second, does so in the filled board too. If `mover` wins the
    filled board moving first, he does so by an empty cell that is not marked.

    Parameters
    ----------
    cells : (n²,) int8
        Absolute: 1 Black, -1 White, 0 empty. Modified: filled.
    n : int
        Size.
    mover : int
        1 or -1; 0 to fill only.
    local : bool
        Leave out what is captured because of stones farther away, and give dead cells to who sees
        that they are. What is filled in for a player then stays right when all else becomes the
        opponent's but some empty cells, those filled among them, and the groups that touch these.
    tables : InferiorTables
        From `inferior_tables`.
    reason : (n²,) int8
        Filled: 0, DEAD or CAPTURED for cells that were filled, REVERSIBLE or DOMINATED for empty
        cells that may be skipped.
    helper : (n²,) int16
        Filled: for DEAD -1 (a stone of either color is worth the same); for CAPTURED the other cell
        of the pair, with which the owner of the color answers; for REVERSIBLE the opponent's
        answer; for DOMINATED a move not marked itself that is at least as good: if it loses, for
        whatever reason, so does this. Else -1.

    Returns
    -------
    filled : int
        How many cells were filled.
    winner : int
        Who has joined his sides now, or 0; no cell is marked then.
    """
    size, width, words = n * n, n + 4, words_for(n * n + 2)
    padded, steps, pairs = pad(cells, n)
    queue = np.empty(size, np.int64)
    queued = np.zeros(size, np.bool_)
    for cell in range(size):
        queue[cell], queued[cell] = size - 1 - cell, True
        reason[cell], helper[cell] = 0, -1
    count, filled = size, 0
    while True:
        filled += _fill_by_tables(
            cells, n, padded, steps, pairs, tables, queue, queued, count, reason, helper
        )
        count, before = 0, filled
        dead = np.zeros(size, np.bool_)
        seen_by = np.zeros(size, np.int8)  # in whose graph a cell is dead
        kills = np.zeros((2, size, words), np.uint64)  # by Black, by White
        own_kills = np.zeros((2, size, words), np.uint64)  # those seen in his own graph
        for side in range(2):
            near = np.zeros((size + 2, words), np.uint64)
            player = 1 - 2 * side
            if not lay_graph(cells, n, player, near):
                return filled, player
            find_kills(cells, n, near, dead, own_kills[side], kills[1 - side])
            for a in range(size):
                if dead[a] and seen_by[a] == 0:
                    seen_by[a] = player
        _add_all(own_kills, kills)
        capturing = own_kills if local else kills
        for a in range(size):
            if cells[a] != 0:
                continue
            at = (a // n + 2) * width + a % n + 2
            color, other = 0, -1
            if dead[a]:
                color = seen_by[a] if local else _majority(padded, at, steps)
                reason[a] = DEAD
            else:
                for side in range(2):
                    if other < 0:
                        other = _mutual(capturing[side], cells, dead, a)
                        color = 1 - 2 * side
                if other < 0:
                    continue
                reason[a] = reason[other] = CAPTURED
                helper[a], helper[other] = other, a
                there = (other // n + 2) * width + other % n + 2
                _put(cells, padded, there, other, color)
                filled += 1
                count = _push_round(padded, n, there, steps, queue, queued, count)
            _put(cells, padded, at, a, color)
            filled += 1
            count = _push_round(padded, n, at, steps, queue, queued, count)
        if filled == before:
            break
    if mover != 0:
        prune(cells, n, mover, padded, steps, pairs, tables, kills, reason, helper)
    return filled, 0


@kernel_part
def _put(cells: np.ndarray, padded: np.ndarray, at: int, cell: int, color: int) -> None:
    """Put a stone (`cells` and `padded` are modified)."""
    cells[cell] = color
    padded[at] = color % 3


@kernel_part
def _add_all(sets: np.ndarray, to: np.ndarray) -> None:
    """Add all `sets` (2, n², W) to those of `to`."""
    for side in range(2):
        for a in range(sets.shape[1]):
            for word in range(sets.shape[2]):
                to[side, a, word] |= sets[side, a, word]


@kernel_part
def _majority(padded: np.ndarray, at: int, steps: np.ndarray) -> int:
    """The color of most stones round a cell; Black's if there are as many of each."""
    balance = 0
    for k in range(6):
        color = padded[at + steps[k]]
        balance += (color == 1) - (color == 2)
    return 1 if balance >= 0 else -1


@kernel_part
def _push_round(
    padded: np.ndarray,
    n: int,
    at: int,
    steps: np.ndarray,
    queue: np.ndarray,
    queued: np.ndarray,
    count: int,
) -> int:
    """Queue the empty cells up to a bridge away from a new stone.

    They hold one cell of each pair that it may matter to.
    """
    for k in range(12):
        there = at + steps[k]
        if padded[there] == 0:
            cell = place(there, n)
            if not queued[cell]:
                queued[cell] = True
                queue[count] = cell
                count += 1
    return count


@kernel_part
def _fill_by_tables(
    cells: np.ndarray,
    n: int,
    padded: np.ndarray,
    steps: np.ndarray,
    pairs: np.ndarray,
    tables: InferiorTables,
    queue: np.ndarray,
    queued: np.ndarray,
    count: int,
    reason: np.ndarray,
    helper: np.ndarray,
) -> int:
    """Fill what the tables say of the `count` cells in `queue`, and of those round each filled one.

    Returns how many were filled; `cells`, `padded`, `reason` and `helper` are modified, the queue
    is empty afterwards.
    """
    width, filled = n + 4, 0
    while count:
        count -= 1
        cell = queue[count]
        queued[cell] = False
        if cells[cell] != 0:
            continue
        at = (cell // n + 2) * width + cell % n + 2
        stones = 0
        for k in range(6):
            stones += padded[at + steps[k]] != 0
        if stones < 3:  # neither dead nor captured
            continue
        color, there = 0, -1
        code, _ = codes(padded, at, steps, 6)
        if tables.ring[code]:
            color = _majority(padded, at, steps)
            reason[cell] = DEAD
        for k in range(6):
            if color == 0 and padded[at + steps[k]] == 0:
                black, white = codes(padded, at, pairs[k], 8)
                if tables.pair[black] & PAIR_CAPTURED:
                    color, there = 1, at + steps[k]
                elif tables.pair[white] & PAIR_CAPTURED:
                    color, there = -1, at + steps[k]
        if color == 0:
            continue
        _put(cells, padded, at, cell, color)
        filled += 1
        if there >= 0:
            other = place(there, n)
            _put(cells, padded, there, other, color)
            filled += 1
            reason[cell] = reason[other] = CAPTURED
            helper[cell], helper[other] = other, cell
            count = _push_round(padded, n, there, steps, queue, queued, count)
        count = _push_round(padded, n, at, steps, queue, queued, count)
    return filled


@kernel_part
def _mutual(kills: np.ndarray, cells: np.ndarray, dead: np.ndarray, a: int) -> int:
    """A cell after `a` such that either kills the other, or -1."""
    for word in range(a >> 6, kills.shape[1]):
        left = kills[a, word]
        while left:
            b = 64 * word + low_bit(left)
            left &= left - np.uint64(1)
            if b > a and cells[b] == 0 and not dead[b] and has_bit(kills[b], a):
                return b
    return -1


def _warmup() -> None:
    cells = np.zeros(4, np.int8)
    fill_and_prune(
        cells, 2, 1, False, inferior_tables(), np.zeros(4, np.int8), np.zeros(4, np.int16)
    )
