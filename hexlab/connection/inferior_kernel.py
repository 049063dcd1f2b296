"""Kernels that find inferior cells: fill-in that keeps the winner, and moves that may be skipped.

`fill_in` and `dominated` are the doors; people call `hexlab.connection.inferior_cells`. Both work on
``cells`` (n²,) int8, absolute: 1 Black, -1 White, 0 empty, and say why in ``reason`` (n²,) int8 and
``helper`` (n²,) int16, the cell that explains it, or -1. First the tables of `derive_patterns` are
asked, then the graphs of the two players (`hexlab.connection.inferior_graph`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hexlab.board.geometry import NEIGHBOR_STEPS
from hexlab.connection.derive_patterns import PAIR_CAPTURED, PAIR_SECOND_DOMINATES, TABLE
from hexlab.connection.inferior_graph import find_kills, lay_graph
from hexlab.network.bits import clear_bit, has_bit, low_bit, set_bit, words_for
from hexlab.run.kernel import kernel

__all__ = [
    "CAPTURED",
    "DEAD",
    "DOMINATED",
    "REVERSIBLE",
    "InferiorTables",
    "dominated",
    "fill_in",
    "fill_and_prune",
    "inferior_tables",
]

_STEPS = np.array(NEIGHBOR_STEPS)
_POWERS = 3 ** np.arange(12)

# Why a cell was filled, or may be skipped.
DEAD, CAPTURED, REVERSIBLE, DOMINATED = 1, 2, 3, 4


class InferiorTables(NamedTuple):
    """The tables that `derive_patterns` explains, as kernels take them."""

    ring: np.ndarray
    pair: np.ndarray
    dominators: np.ndarray
    answers: np.ndarray


@lru_cache(maxsize=None)
def inferior_tables() -> InferiorTables:
    """The stored tables, read once."""
    with np.load(TABLE) as stored:
        return InferiorTables(*(stored[name] for name in InferiorTables._fields))


@kernel
def _pad(cells: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The board in a frame two cells wide, and the steps from a cell to the places of its star.

    Colors are 0, 1 (Black) and 2 (White). Rows beyond the board are Black's, columns White's; the
    corners, where both meet, touch no cell that does not touch the same side anyway.
    """
    width = n + 4
    padded = np.empty(width * width, np.int64)
    for row in range(width):
        for col in range(width):
            color = 2
            if row < 2 or row >= n + 2:
                color = 1
            elif 2 <= col < n + 2:
                color = cells[(row - 2) * n + col - 2] % 3
            padded[row * width + col] = color
    steps = np.empty(12, np.int64)
    for k in range(6):
        steps[k] = _STEPS[k, 0] * width + _STEPS[k, 1]
    for k in range(6):
        steps[6 + k] = steps[k] + steps[(k + 1) % 6]
    return padded, steps


@kernel
def _codes(padded: np.ndarray, at: int, steps: np.ndarray) -> tuple[int, int]:
    """The code of the places `steps` round `at`, in Black's view and in White's."""
    black = white = 0
    for k in range(len(steps)):
        color = padded[at + steps[k]]
        black += _POWERS[k] * (color == 1)
        white += _POWERS[k] * (color == 2)
    return black + 2 * white, white + 2 * black


@kernel
def _pair_steps(steps: np.ndarray) -> np.ndarray:
    """The steps from a cell to the ring of eight round it and its neighbor k, (6, 8)."""
    found = np.empty((6, 8), np.int64)
    for k in range(6):
        for i in range(5):
            found[k, i] = steps[(k + 1 + i) % 6]
        found[k, 5] = steps[6 + (k + 5) % 6]
        found[k, 6] = 2 * steps[k]
        found[k, 7] = steps[6 + k]
    return found


@kernel
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

    Returns how many were filled; `cells`, `padded`, `reason` and `helper` are modified, the queue is
    empty afterwards.
    """
    width, filled = n + 4, 0
    while count:
        count -= 1
        cell = queue[count]
        queued[cell] = False
        if cells[cell] != 0:
            continue
        at = (cell // n + 2) * width + cell % n + 2
        blacks = whites = 0
        for k in range(6):
            blacks += padded[at + steps[k]] == 1
            whites += padded[at + steps[k]] == 2
        if blacks + whites < 3:  # neither dead nor captured in a pair
            continue
        code, _ = _codes(padded, at, steps[:6])
        if tables.ring[code]:
            _put(cells, padded, at, cell, 1 if blacks >= whites else -1)
            reason[cell] = DEAD
            filled += 1
            count = _push_round(padded, n, at, steps, queue, queued, count)
            continue
        for k in range(6):
            there = at + steps[k]
            if padded[there] != 0:
                continue
            black, white = _codes(padded, at, pairs[k])
            color = 0
            if tables.pair[black] & PAIR_CAPTURED:
                color = 1
            elif tables.pair[white] & PAIR_CAPTURED:
                color = -1
            if color:
                other = (there // width - 2) * n + there % width - 2
                _put(cells, padded, at, cell, color)
                _put(cells, padded, there, other, color)
                reason[cell] = reason[other] = CAPTURED
                helper[cell], helper[other] = other, cell
                filled += 2
                count = _push_round(padded, n, at, steps, queue, queued, count)
                count = _push_round(padded, n, there, steps, queue, queued, count)
                break
    return filled


@kernel
def _put(cells: np.ndarray, padded: np.ndarray, at: int, cell: int, color: int) -> None:
    """Put a stone (`cells` and `padded` are modified)."""
    cells[cell] = color
    padded[at] = color % 3


@kernel
def _push_round(
    padded: np.ndarray,
    n: int,
    at: int,
    steps: np.ndarray,
    queue: np.ndarray,
    queued: np.ndarray,
    count: int,
) -> int:
    """Queue the empty cells whose ring, or whose pair's ring, a new stone at `at` is in."""
    width = n + 4
    for k in range(12):
        there = at + steps[k]
        if padded[there] == 0:
            cell = (there // width - 2) * n + there % width - 2
            if not queued[cell]:
                queued[cell] = True
                queue[count] = cell
                count += 1
    return count


@kernel
def _find_all_kills(cells: np.ndarray, n: int, dead: np.ndarray, kills: np.ndarray) -> bool:
    """Both players' `find_kills`: kills[0] by Black, kills[1] by White; False if one has won.

    `dead` (n²,) and `kills` (2, n², W) are filled.
    """
    near = np.empty((n * n + 2, kills.shape[2]), np.uint64)
    dead[:] = False
    kills[:] = 0
    for side in range(2):
        if not lay_graph(cells, n, 1 - 2 * side, near):
            return False
        find_kills(cells, n, near, dead, kills[side], kills[1 - side])
    return True


@kernel
def _fill(
    cells: np.ndarray,
    n: int,
    tables: InferiorTables,
    dead: np.ndarray,
    kills: np.ndarray,
    reason: np.ndarray,
    helper: np.ndarray,
) -> tuple[int, bool]:
    """`fill_in`; returns also False if somebody has won. `kills` are those of the filled board."""
    size, width = n * n, n + 4
    padded, steps = _pad(cells, n)
    pairs = _pair_steps(steps)
    queue = np.empty(size, np.int16)
    queued = np.ones(size, np.bool_)
    for cell in range(size):
        queue[cell] = size - 1 - cell
    reason[:] = 0
    helper[:] = -1
    count, filled = size, 0
    while True:
        filled += _fill_by_tables(
            cells, n, padded, steps, pairs, tables, queue, queued, count, reason, helper
        )
        count = 0
        if not _find_all_kills(cells, n, dead, kills):
            return filled, False
        before = filled
        for a in range(size):
            if cells[a] != 0:
                continue
            at = (a // n + 2) * width + a % n + 2
            color, other = 0, -1
            if dead[a]:
                color = _majority(padded, at, steps)
                reason[a] = DEAD
            else:
                for side in range(2):
                    for word in range(kills.shape[2]):
                        left = kills[side, a, word]
                        while left and color == 0:
                            b = 64 * word + low_bit(left)
                            left &= left - np.uint64(1)
                            if b > a and b < size and cells[b] == 0 and not dead[b]:
                                if has_bit(kills[side, b], a):
                                    color, other = 1 - 2 * side, b
            if color == 0:
                continue
            _put(cells, padded, at, a, color)
            filled += 1
            count = _push_round(padded, n, at, steps, queue, queued, count)
            if other >= 0:
                at = (other // n + 2) * width + other % n + 2
                _put(cells, padded, at, other, color)
                filled += 1
                count = _push_round(padded, n, at, steps, queue, queued, count)
                reason[a] = reason[other] = CAPTURED
                helper[a], helper[other] = other, a
        if filled == before:
            return filled, True


@kernel
def _majority(padded: np.ndarray, at: int, steps: np.ndarray) -> int:
    """The color of most stones round a cell; Black's if there are as many of each."""
    balance = 0
    for k in range(6):
        color = padded[at + steps[k]]
        balance += (color == 1) - (color == 2)
    return 1 if balance >= 0 else -1


@kernel(nogil=True)
def fill_in(
    cells: np.ndarray, n: int, tables: InferiorTables, reason: np.ndarray, helper: np.ndarray
) -> int:
    """Fill dead and captured cells until there are none; return how many.

    Whoever wins, moving first or second, does so in the filled board too. `cells` is modified;
    ``reason`` and ``helper`` are filled: DEAD (helper -1) where a stone of either color is worth
    the same, CAPTURED (helper: the other one of the pair, on which the owner of the color answers).
    """
    words = words_for(n * n + 2)
    dead = np.empty(n * n, np.bool_)
    kills = np.empty((2, n * n, words), np.uint64)
    return _fill(cells, n, tables, dead, kills, reason, helper)[0]


@kernel(nogil=True)
def dominated(
    cells: np.ndarray,
    n: int,
    mover: int,
    tables: InferiorTables,
    reason: np.ndarray,
    helper: np.ndarray,
) -> int:
    """Mark the empty cells of a filled board that `mover` may skip; return how many.

    If he wins at all, he wins by a move that is not marked. Of empty cells, ``reason`` and
    ``helper`` are filled (those of stones stay): 0, REVERSIBLE (the helper is the opponent's
    answer that makes the move worthless) or DOMINATED (the helper, not marked itself, is at least
    as good a move: if it loses, for whatever reason, so does the cell).
    """
    words = words_for(n * n + 2)
    dead = np.empty(n * n, np.bool_)
    kills = np.empty((2, n * n, words), np.uint64)
    for cell in range(n * n):
        if cells[cell] == 0:
            reason[cell], helper[cell] = 0, -1
    if not _find_all_kills(cells, n, dead, kills):
        return 0
    return _prune(cells, n, mover, tables, kills, reason, helper)


@kernel(nogil=True)
def fill_and_prune(
    cells: np.ndarray,
    n: int,
    mover: int,
    tables: InferiorTables,
    reason: np.ndarray,
    helper: np.ndarray,
) -> int:
    """`fill_in` and `dominated` in one go, for less than both; return how many cells are filled."""
    words = words_for(n * n + 2)
    dead = np.empty(n * n, np.bool_)
    kills = np.empty((2, n * n, words), np.uint64)
    filled, open_ = _fill(cells, n, tables, dead, kills, reason, helper)
    if open_:
        _prune(cells, n, mover, tables, kills, reason, helper)
    return filled


@kernel
def _prune(
    cells: np.ndarray,
    n: int,
    mover: int,
    tables: InferiorTables,
    kills: np.ndarray,
    reason: np.ndarray,
    helper: np.ndarray,
) -> int:
    """`dominated`, with the kills known (those by `mover` are modified)."""
    size, words, width = n * n, kills.shape[2], n + 4
    padded, steps = _pad(cells, n)
    pairs = _pair_steps(steps)
    better, answers = kills[0 if mover == 1 else 1], kills[1 if mover == 1 else 0]
    pruned = 0
    skipped = np.zeros(words, np.uint64)
    # Only cells with a better one take part in what follows.
    members = np.empty(size, np.int16)
    count = 0
    for a in range(size):
        if cells[a] != 0:
            continue
        at = (a // n + 2) * width + a % n + 2
        black, white = _codes(padded, at, steps)
        mine, theirs = (black, white) if mover == 1 else (white, black)
        answer = _first(answers[a])
        if answer < 0 and tables.answers[theirs]:
            answer = _place(at + steps[low_bit(np.uint64(tables.answers[theirs]))], n)
        if answer >= 0:
            reason[a], helper[a] = REVERSIBLE, answer
            set_bit(skipped, a)
            pruned += 1
            continue
        left = np.uint64(tables.dominators[mine])
        while left:
            set_bit(better[a], _place(at + steps[low_bit(left)], n))
            left &= left - np.uint64(1)
        for k in range(6):
            there = at + steps[k]
            if padded[there] == 0:
                black, white = _codes(padded, at, pairs[k])
                if tables.pair[black if mover == 1 else white] & PAIR_SECOND_DOMINATES:
                    set_bit(better[a], _place(there, n))
        members[count] = a
        count += 1
    # Reversible moves are no help; keep those that dominate something.
    kept = 0
    for i in range(count):
        a = members[i]
        some = False
        for w in range(words):
            better[a, w] &= ~skipped[w]
            some |= better[a, w] != 0
        clear_bit(better[a], size)
        clear_bit(better[a], size + 1)
        if some:
            members[kept] = a
            kept += 1
    count = kept
    for i in range(count):  # the transitive closure
        k = members[i]
        for j in range(count):
            a = members[j]
            if has_bit(better[a], k):
                for w in range(words):
                    better[a, w] |= better[k, w]
    for i in range(count):
        if _has_strictly_better(better, members[i], size):
            reason[members[i]] = DOMINATED
            pruned += 1
    for i in range(count):
        a = members[i]
        if reason[a] != DOMINATED:
            continue
        for word in range(words):
            left = better[a, word]
            while left and helper[a] < 0:
                b = 64 * word + low_bit(left)
                left &= left - np.uint64(1)
                if reason[b] == 0:
                    helper[a] = b
    return pruned


@kernel
def _has_strictly_better(better: np.ndarray, a: int, size: int) -> bool:
    """Whether something better than `a` is not as good as each other, or is its lowest equal."""
    for word in range(better.shape[1]):
        left = better[a, word]
        while left:
            b = 64 * word + low_bit(left)
            left &= left - np.uint64(1)
            if b != a and (b < a or not has_bit(better[b], a)):
                return True
    return False


@kernel
def _first(row: np.ndarray) -> int:
    """The lowest member of a set, or -1."""
    for word in range(len(row)):
        if row[word]:
            return 64 * word + low_bit(row[word])
    return -1


@kernel
def _place(at: int, n: int) -> int:
    """The cell of a place in the padded board."""
    width = n + 4
    return (at // width - 2) * n + at % width - 2


def _warmup() -> None:
    cells = np.zeros(4, np.int8)
    reason, helper = np.zeros(4, np.int8), np.zeros(4, np.int16)
    fill_in(cells, 2, inferior_tables(), reason, helper)
    dominated(cells, 2, 1, inferior_tables(), reason, helper)
    fill_and_prune(cells, 2, 1, inferior_tables(), reason, helper)
