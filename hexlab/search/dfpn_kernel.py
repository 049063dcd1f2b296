"""Depth-first proof-number search as a kernel that can stop and go on at any position.

The path from the root to the current position is a stack of frames, so the search is a loop over
its top: nothing is lost between two calls of `search`, and a table of four slots is enough.

Numbers are the mover's: phi (0: the mover wins) is the least delta of the moves in the window,
delta (0: the mover loses) the sum of all moves' phi. Whenever a move is refuted, the cells that the
opponent needs for it are a way to win, had the opponent the move: only moves on all such ways are
left (the must-play grows smaller), and the position is lost when none is. Source: Gao 2020, 2.3.1
and 5.2 (thresholds, window); the must-play of solved moves as in Hayward's DFS solver.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hexlab.network.bits import clear_bit, has_bit, set_bit
from hexlab.run.kernel import kernel
from hexlab.search.proofs import add_proof
from hexlab.search.stack import (
    ASK,
    CHILD,
    CHOOSE,
    COMMON,
    COUNT,
    DELTA,
    DELTA_LIMIT,
    DEPTH,
    ENTER,
    EVALUATED,
    FILL,
    FILLED,
    LEAVE,
    LOOK,
    MOVE,
    MOVER,
    NODES,
    PHASE,
    PHI,
    PHI_LIMIT,
    TURNED,
    UNION,
    WORK,
    Stack,
    Tuning,
    begin,
    make_stack,
)
from hexlab.search.table import (
    INFINITE,
    Table,
    fill_row,
    find,
    make_table,
    place,
    position_key,
    turn,
)

__all__ = [
    "ASKING",
    "FINISHED",
    "PAUSED",
    "answer",
    "look_up",
    "search",
    "take_filled",
    "window",
]

# What `search` returns.
PAUSED, FINISHED, ASKING = 0, 1, 2


@kernel
def window(live: int, base: int, factor: float) -> int:
    """How many of `live` moves the window shows.

    >>> [window(live, 1, 0.2) for live in (64, 30, 10, 5, 1)]
    [14, 7, 3, 2, 1]
    """
    # Without the allowance 0.2 * 5 and the like might round up to a move more.
    return min(live, base + int(factor * live + 1 - 1e-9))


@kernel(nogil=True)
def search(table: Table, stack: Stack, n: int, tuning: Tuning, steps: int) -> int:
    """Go on for at most `steps` steps: FINISHED, PAUSED, or ASKING what is known of a position.

    Modifies `table` and `stack`. Finished: the root's numbers and move stand in
    ``stack.register``, the winner's cells in ``stack.result[0]``. Asking: the caller is to fill in
    the top frame's cells and call `take_filled`, and if that says so to judge them and `answer`.
    """
    register = stack.register
    for _ in range(steps):
        phase = register[PHASE]
        if phase == ENTER:
            _enter(table, stack, n)
            if register[PHASE] <= FILL:
                return ASKING
        elif phase <= FILL:
            return ASKING
        elif phase == LOOK:
            _look_at_children(table, stack, n)
        elif phase == CHOOSE:
            _choose(table, stack, n, tuning)
        elif register[DEPTH] == 0:
            return FINISHED
        else:
            _leave(table, stack, n)
    return PAUSED


@kernel
def _enter(table: Table, stack: Stack, n: int) -> None:
    """Enter the top frame, whose cells and thresholds are set."""
    register = stack.register
    d = register[DEPTH]
    register[NODES] += 1
    stack.numbers[d, WORK] = 0
    stack.numbers[d, CHILD] = -1
    stack.numbers[d, TURNED] = position_key(stack.cells[d], stack.keys[d])
    row, there = fill_row(table.fills, stack.keys[d])
    register[PHASE] = FILL
    if there:
        register[PHASE] = ASK
        _fill_from(table, stack, d, row)
        _find_entry(table, stack, n, d)
    else:
        for side in range(2):
            for word in range(stack.sets.shape[2]):
                stack.sets[d, FILLED + side, word] = np.uint64(0)


@kernel
def _fill_from(table: Table, stack: Stack, d: int, row: int) -> None:
    """Fill in frame `d`, whose key is that of its cells as they stand, from a row of the cache."""
    cells, sets = stack.cells[d], stack.sets[d]
    size, words = cells.size, sets.shape[1]
    turned = stack.numbers[d, TURNED] != 0
    for side in range(2):
        start = (2 + side) * words
        filled = sets[FILLED + side]
        _copy_set(table.fills[row, start : start + words], size, turned, filled)
        for cell in range(size):
            if has_bit(filled, cell):
                if cells[cell] == 0:
                    cells[cell] = 1 - 2 * side
                else:
                    clear_bit(filled, cell)


@kernel
def _find_entry(table: Table, stack: Stack, n: int, d: int) -> None:
    """Load frame `d`, which is filled in, from the table if it is there."""
    stack.numbers[d, TURNED] = position_key(stack.cells[d], stack.keys[d])
    slot = find(table, stack.keys[d], stack.numbers[d, MOVER])
    if slot >= 0:
        _load(table, stack, n, d, slot)


@kernel
def take_filled(table: Table, stack: Stack, n: int, reason: np.ndarray) -> bool:
    """Go on after ASKING: the top frame has been filled in, where there is a `reason` just now.

    Returns whether the position is still to be judged.
    """
    register = stack.register
    d = register[DEPTH]
    cells, sets, key = stack.cells[d], stack.sets[d], stack.keys[d]
    words = sets.shape[1]
    for side in range(2):
        for cell in range(n * n):
            if cells[cell] == 1 - 2 * side and reason[cell] != 0:
                set_bit(sets[FILLED + side], cell)
    if register[PHASE] == FILL:
        row, _ = fill_row(table.fills, key)
        for word in range(2 * words):
            table.fills[row, word] = key[word]
        table.fills[row, 4 * words] = 1
        for side in range(2):
            whole = stack.result[1]
            for word in range(words):
                whole[word] = np.uint64(0)
            for cell in range(n * n):
                if cells[cell] == 1 - 2 * side:
                    set_bit(whole, cell)
            start = (2 + side) * words
            turned = stack.numbers[d, TURNED] != 0
            _copy_set(whole, n * n, turned, table.fills[row, start : start + words])
    register[PHASE] = ASK
    _find_entry(table, stack, n, d)
    return register[PHASE] == ASK


@kernel
def answer(
    table: Table, stack: Stack, n: int, verdict: int, count: int, share: float, known: bool
) -> None:
    """Go on after ASKING with what `hexlab.search.node.Judge` said of the top frame.

    `share` is the factor of the window; ``stack.moves`` and ``stack.sets`` of the frame are set.
    The verdict is `known` if it follows from a proof that ``stack.proofs`` has.
    """
    register = stack.register
    d = register[DEPTH]
    register[EVALUATED] += 1
    stack.numbers[d, WORK] = 1
    stack.numbers[d, COUNT] = count
    stack.share[d] = share
    if verdict == 0:
        register[PHI], register[DELTA] = 1, count
        _keep_open(table, stack, d)
        register[PHASE] = LOOK
        return
    _copy_set(stack.sets[d, UNION], n * n, False, stack.result[0])
    register[MOVE] = -1
    if verdict > 0:
        register[MOVE] = stack.moves[d, 0] if count else n * n
    _solve(table, stack, n, d, known)


@kernel
def _load(table: Table, stack: Stack, n: int, d: int, slot: int) -> None:
    """Fill frame `d` from the table; a solved entry ends it."""
    numbers, register = stack.numbers[d], stack.register
    register[PHI], register[DELTA] = table.numbers[slot, 0], table.numbers[slot, 1]
    size, words = n * n, stack.sets.shape[2]
    turned = numbers[TURNED] != 0
    if register[PHI] == 0 or register[DELTA] == 0:
        _copy_set(table.sets[slot, :words], size, turned, stack.result[0])
        register[MOVE] = size if register[PHI] == 0 else -1
        if table.info[slot, 1]:
            move = np.int64(table.moves[slot, 0])
            register[MOVE] = size - 1 - move if turned else move
        register[PHASE] = LEAVE
        return
    _copy_set(table.sets[slot, :words], size, turned, stack.sets[d, UNION])
    _copy_set(table.sets[slot, words:], size, turned, stack.sets[d, COMMON])
    count = table.info[slot, 1]
    numbers[COUNT] = count
    stack.share[d] = table.share[slot]
    for i in range(count):
        move = table.moves[slot, i]
        stack.moves[d, i] = size - 1 - move if turned else move
    register[PHASE] = LOOK


@kernel
def _copy_set(cells: np.ndarray, size: int, turned: bool, to: np.ndarray) -> None:
    """Copy a set of cells, after half a turn if `turned`, into `to`."""
    if turned:
        turn(cells, size, to)
    else:
        for word in range(len(cells)):
            to[word] = cells[word]


@kernel
def _keep_open(table: Table, stack: Stack, d: int) -> None:
    """Store frame `d` as an open position with the numbers of the register."""
    numbers, register = stack.numbers[d], stack.register
    slot = place(table, stack.keys[d], numbers[MOVER], numbers[WORK], numbers[WORK] < 0)
    if slot < 0:
        return
    size, words = stack.moves.shape[1], stack.sets.shape[2]
    turned = numbers[TURNED] != 0
    table.numbers[slot, 0], table.numbers[slot, 1] = register[PHI], register[DELTA]
    table.numbers[slot, 2] = numbers[WORK]
    _copy_set(stack.sets[d, UNION], size, turned, table.sets[slot, :words])
    _copy_set(stack.sets[d, COMMON], size, turned, table.sets[slot, words:])
    count = numbers[COUNT]
    table.info[slot, 1] = count
    table.share[slot] = stack.share[d]
    for i in range(count):
        move = stack.moves[d, i]
        table.moves[slot, i] = size - 1 - move if turned else move


@kernel
def _solve(table: Table, stack: Stack, n: int, d: int, known: bool) -> None:
    """Store frame `d` as solved and leave it; MOVE is negative if it is lost.

    The winner's cells stand in ``result[0]``; MOVE is n² if any move wins. Unless it is `known`,
    the proof is kept for other positions.
    """
    numbers, register = stack.numbers[d], stack.register
    move = register[MOVE]
    won = move >= 0
    register[PHI], register[DELTA] = (0, INFINITE) if won else (INFINITE, 0)
    register[PHASE] = LEAVE
    if not known:
        winner = numbers[MOVER] if won else -numbers[MOVER]
        add_proof(stack.proofs, n, stack.cells[d], winner, stack.result[0], move)
    slot = place(table, stack.keys[d], numbers[MOVER], numbers[WORK], numbers[WORK] >= 0)
    if slot < 0:
        return
    size, words = n * n, stack.sets.shape[2]
    turned = numbers[TURNED] != 0
    table.numbers[slot, 0], table.numbers[slot, 1] = register[PHI], register[DELTA]
    table.numbers[slot, 2] = numbers[WORK]
    _copy_set(stack.result[0], size, turned, table.sets[slot, :words])
    table.info[slot, 1] = 0 <= move < size
    if 0 <= move < size:
        table.moves[slot, 0] = size - 1 - move if turned else move


@kernel
def _look_at_children(table: Table, stack: Stack, n: int) -> None:
    """Find the numbers of the top frame's moves in the table, (1, 1) for those not there."""
    register = stack.register
    d = register[DEPTH]
    moves, numbers = stack.moves[d], stack.numbers[d]
    register[PHASE] = CHOOSE
    words = stack.sets.shape[2]
    # The next frame is free: it serves as scratch.
    cells, key = stack.cells[d + 1], stack.keys[d + 1]
    size, mover = n * n, numbers[MOVER]
    for i in range(numbers[COUNT]):
        stack.phi[d, i], stack.delta[d, i] = 1, 1
        move = np.int64(moves[i])
        if not has_bit(stack.sets[d, COMMON], move):
            continue  # refuted by what a move before it needs; `_prune` will drop it
        for cell in range(size):
            cells[cell] = stack.cells[d, cell]
        cells[move] = mover
        stack.numbers[d + 1, TURNED] = position_key(cells, key)
        row, there = fill_row(table.fills, key)
        if not there:
            continue
        _fill_from(table, stack, d + 1, row)
        turned = position_key(cells, key)
        slot = find(table, key, -mover)
        if slot < 0:
            continue
        stack.phi[d, i], stack.delta[d, i] = table.numbers[slot, 0], table.numbers[slot, 1]
        if stack.phi[d, i] == 0 or stack.delta[d, i] == 0:
            _copy_set(table.sets[slot, :words], size, turned, stack.result[0])
            if _take_solved(table, stack, n, d, i):
                return
    _prune(stack, d)


@kernel
def _take_solved(table: Table, stack: Stack, n: int, d: int, i: int) -> bool:
    """Use that move `i` of frame `d` is solved; whether that wins.

    ``result[0]`` is what the winner needs after the move, frame d + 1 what was filled in there.
    """
    result, move = stack.result[0], np.int64(stack.moves[d, i])
    won = stack.delta[d, i] == 0
    winner = stack.numbers[d, MOVER] * (1 if won else -1)
    # What was filled in for the winner is held by replies there.
    filled = FILLED + (winner < 0)
    for word in range(len(result)):
        result[word] |= stack.sets[d + 1, filled, word]
    if won:
        set_bit(result, move)
        stack.register[MOVE] = move
        _solve(table, stack, n, d, False)
        return True
    _add_way(stack.sets[d], result)
    return False


@kernel
def _add_way(sets: np.ndarray, way: np.ndarray) -> None:
    """One more way of the opponent to win, had he the move (`sets` is modified)."""
    for word in range(len(way)):
        sets[UNION, word] |= way[word]
        sets[COMMON, word] &= way[word]


@kernel
def _prune(stack: Stack, d: int) -> None:
    """Drop the moves of frame `d` that are refuted."""
    moves, numbers = stack.moves[d], stack.numbers[d]
    child = numbers[CHILD]
    kept = 0
    numbers[CHILD] = -1
    for i in range(numbers[COUNT]):
        if stack.phi[d, i] == 0 or not has_bit(stack.sets[d, COMMON], np.int64(moves[i])):
            continue
        if i == child:
            numbers[CHILD] = kept
        moves[kept] = moves[i]
        stack.phi[d, kept], stack.delta[d, kept] = stack.phi[d, i], stack.delta[d, i]
        kept += 1
    numbers[COUNT] = kept


@kernel
def _choose(table: Table, stack: Stack, n: int, tuning: Tuning) -> None:
    """Go down to the best move of the top frame, or leave it."""
    register = stack.register
    d = register[DEPTH]
    numbers, phi, delta = stack.numbers[d], stack.phi[d], stack.delta[d]
    count = numbers[COUNT]
    if count == 0:
        _lose(table, stack, n, d)
        return
    shown = window(count, tuning.base, stack.share[d])
    total = 0
    for i in range(count):
        total = min(total + phi[i], INFINITE - 1)
    # The move searched last is kept while no other is better.
    best = numbers[CHILD] if 0 <= numbers[CHILD] < shown else 0
    for i in range(shown):
        if delta[i] < delta[best]:
            best = i
    second = INFINITE
    for i in range(shown):
        if i != best:
            second = min(second, delta[i])
    if delta[best] >= numbers[PHI_LIMIT] or total >= numbers[DELTA_LIMIT]:
        register[PHI], register[DELTA] = delta[best], total
        register[MOVE] = -1
        register[PHASE] = LEAVE
        _keep_open(table, stack, d)
        return
    numbers[CHILD] = best
    below = stack.numbers[d + 1]
    raised = max(second + 1, np.int64(second * (1.0 + tuning.epsilon)))
    below[MOVER] = -numbers[MOVER]
    below[PHI_LIMIT] = min(numbers[DELTA_LIMIT] - (total - phi[best]), INFINITE)
    below[DELTA_LIMIT] = min(numbers[PHI_LIMIT], raised)
    for cell in range(n * n):
        stack.cells[d + 1, cell] = stack.cells[d, cell]
    stack.cells[d + 1, stack.moves[d, best]] = numbers[MOVER]
    register[DEPTH] = d + 1
    register[PHASE] = ENTER


@kernel
def _lose(table: Table, stack: Stack, n: int, d: int) -> None:
    """Frame `d` has no move left."""
    sets, result = stack.sets[d], stack.result[0]
    covered = True
    for word in range(len(result)):
        covered &= sets[COMMON, word] == 0
    _copy_set(sets[UNION], n * n, False, result)
    if not covered:
        # Moves were left out because others are as good: nothing says which cells refute them.
        for cell in range(n * n):
            if stack.cells[d, cell] == 0:
                set_bit(result, cell)
    stack.register[MOVE] = -1
    _solve(table, stack, n, d, False)


@kernel
def _leave(table: Table, stack: Stack, n: int) -> None:
    """Hand the result of the top frame to the one below it."""
    register = stack.register
    d = register[DEPTH] - 1
    register[DEPTH] = d
    register[PHASE] = CHOOSE
    numbers = stack.numbers[d]
    numbers[WORK] += stack.numbers[d + 1, WORK]
    i = numbers[CHILD]
    stack.phi[d, i], stack.delta[d, i] = register[PHI], register[DELTA]
    solved = register[PHI] == 0 or register[DELTA] == 0
    if solved and not _take_solved(table, stack, n, d, i):
        _prune(stack, d)


@kernel
def look_up(
    table: Table, stack: Stack, n: int, cells: np.ndarray, mover: int
) -> tuple[int, int, int, int]:
    """What the table has of a position: (phi, delta, work, winning move or -1).

    (1, 1, 0, -1) if nothing; the move is n² if any wins. `cells` are filled in; the last frame of
    `stack` is used.
    """
    d = len(stack.cells) - 1
    turned = position_key(cells, stack.keys[d])
    slot = find(table, stack.keys[d], mover)
    if slot < 0:
        return 1, 1, 0, -1
    phi, delta, work = table.numbers[slot, 0], table.numbers[slot, 1], table.numbers[slot, 2]
    move: Any = n * n if phi == 0 else -1
    if phi == 0 and table.info[slot, 1]:
        move = np.int64(table.moves[slot, 0])
        move = n * n - 1 - move if turned else move
    return phi, delta, work, move


def _warmup() -> None:
    n = 2
    table, stack = make_table(n, 4), make_stack(n)
    cells = np.zeros(4, np.int8)
    begin(stack, cells, 1)
    search(table, stack, n, Tuning(), 100)
    take_filled(table, stack, n, cells)
    answer(table, stack, n, 1, 0, 0.25, False)
    look_up(table, stack, n, cells, 1)
    window(1, 1, 0.25)
