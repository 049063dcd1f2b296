"""Playouts move by move: bridges saved, or each move drawn by what surrounds it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hexlab.run.kernel import kernel
from hexlab.search.lanes import below, draw

__all__ = [
    "ONE",
    "Weights",
    "even_weights",
    "make_weights",
    "play_bridges",
    "play_patterns",
    "ring_code",
    "saving_bits",
    "steps_of",
]

# Factors of `Weights.near` are whole numbers of this part of 1; weights of no preference are this.
ONE = 1024


class Weights(NamedTuple):
    """How "patterns" draws a move: with probability proportional to ring times near.

    Attributes
    ----------
    ring : (4096, 2) int16
        By code of the six neighbors and color to move (0 Black, 1 White). Two bits each, in the
        order of `hexlab.board.geometry.NEIGHBOR_STEPS`, the first lowest: 0 empty, 1 black or
        Black's side, 2 white or White's side, 3 a corner beyond two sides.
    near : (2,) int64
        Factor, in 1/1024, for a cell that touches the opponent's last move, and for one that saves
        a bridge from it. At least 1024: they can only be likelier than without that move.
    usual : (2,) int64
        The commonest weight of each color. What cells weigh beyond it is drawn for apart, so that
        the few heavy ones do not make all draws slow.
    sums : (4096, 2) int64
        By code and color the weight and, from bit 32 on, what it has beyond the usual.
    """

    ring: np.ndarray
    near: np.ndarray
    usual: np.ndarray
    sums: np.ndarray


def make_weights(ring: np.ndarray, near: np.ndarray) -> Weights:
    """The weights of `ring` and `near`."""
    usual = np.array([np.bincount(ring[:, color]).argmax() for color in range(2)], np.int64)
    weight = ring.astype(np.int64)
    return Weights(ring, near, usual, weight | np.maximum(weight - usual, 0) << 32)


def even_weights() -> Weights:
    """Weights that prefer nothing."""
    return make_weights(np.full((4096, 2), ONE, np.int16), np.full(2, ONE, np.int64))


@kernel
def steps_of(n: int) -> Any:
    """From a place to its six neighbors, in order round it."""
    side = n + 2
    return (-side, 1 - side, 1, side, side - 1, -1)


@kernel
def saving_bits(board: np.ndarray, n: int, last: int, mover: int) -> int:
    """Six bits: which neighbors of `last`, just played against `mover`, save a bridge of his."""
    mine = free = 0
    steps = steps_of(n)
    for k in range(6):
        value = board[last + steps[k]]
        mine |= (value == mover) << k
        free |= (value == 0) << k
    around = mine | mine << 6
    return free & (around >> 1) & (around >> 5)


@kernel
def play_bridges(
    board: np.ndarray,
    n: int,
    empty: np.ndarray,
    count: int,
    where: np.ndarray,
    mover: int,
    last: int,
    state: np.ndarray,
) -> None:
    """Play `board` to the end at random, saving bridges; `last` is the move before (or 0).

    `empty` holds the `count` free places and is used up, `where` ((n + 2)²,) is scratch.
    """
    for i in range(count):
        where[empty[i]] = i
    steps = steps_of(n)
    while count > 0:
        place = -1
        if last > 0:
            saving = saving_bits(board, n, last, mover)
            if saving:
                k = 0
                while saving & (saving - 1):  # one of several at random
                    k = below(state, 6)
                    if saving >> k & 1:
                        saving = 1 << k
                while not saving >> k & 1:
                    k += 1
                place = last + steps[k]
        if place < 0:
            place = empty[below(state, count)]
        count -= 1
        moved = empty[count]
        empty[where[place]] = moved
        where[moved] = where[place]
        board[place] = mover
        last = place
        mover = -mover


# Of a place with -1, 0, 1 or 2 its two bits in a code.
_VALUES = np.array([2, 0, 1, 3])


@kernel
def ring_code(board: np.ndarray, n: int, place: int) -> int:
    """The code of what surrounds a place, see `Weights`."""
    code = 0
    steps = steps_of(n)
    for k in range(6):
        value = board[place + steps[k]]
        code |= _VALUES[value + 1] << (2 * k)
    return code


@kernel
def play_patterns(
    board: np.ndarray,
    n: int,
    empty: np.ndarray,
    count: int,
    where: np.ndarray,
    codes: np.ndarray,
    mover: int,
    last: int,
    weights: Weights,
    state: np.ndarray,
) -> None:
    """As `play_bridges`, each move drawn by `weights`; `codes` ((n + 2)²,) is scratch too."""
    ring, near, usual, sums = weights
    # Of all free cells, as in `sums`.
    black = white = np.int64(0)
    for i in range(count):
        place = empty[i]
        where[place] = i
        code = ring_code(board, n, place)
        codes[place] = code
        black += sums[code, 0]
        white += sums[code, 1]
    steps = steps_of(n)
    while count > 0:
        color = (1 - mover) >> 1
        both = black if mover == 1 else white
        total, over = both & 0xFFFF_FFFF, both >> 32
        place = _draw_near(board, n, codes, last, mover, total, ring[:, color], near, state)
        if place < 0 and over > 0 and below(state, total) < over:
            place = _draw_over(empty, codes, ring[:, color], usual[color], over, state)
        while place < 0:
            # A cell at random, kept with a chance proportional to its weight up to the usual.
            bits = draw(state)
            at = np.int64(((bits >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))
            low = bits & np.uint64(0xFFFF_FFFF)
            if (
                np.int64((low * np.uint64(usual[color])) >> np.uint64(32))
                < ring[codes[empty[at]], color]
            ):
                place = empty[at]
        count -= 1
        moved = empty[count]
        empty[where[place]] = moved
        where[moved] = where[place]
        board[place] = mover
        black -= sums[codes[place], 0]
        white -= sums[codes[place], 1]
        value = 1 if mover == 1 else 2
        for k in range(6):
            other = place + steps[k]
            if board[other] == 0:
                old = codes[other]
                new = old | value << (2 * ((k + 3) % 6))
                codes[other] = new
                black += sums[new, 0] - sums[old, 0]
                white += sums[new, 1] - sums[old, 1]
        last = place
        mover = -mover


@kernel
def _draw_near(
    board: np.ndarray,
    n: int,
    codes: np.ndarray,
    last: int,
    mover: int,
    total: int,
    ring: np.ndarray,
    near: np.ndarray,
    state: np.ndarray,
) -> int:
    """A place beside the last move, with the chance that it owes to that move alone; else -1.

    What `near` adds to the weights there competes with `total`, the sum of all plain weights.
    """
    if last <= 0:
        return -1
    saving = saving_bits(board, n, last, mover)
    steps = steps_of(n)
    added = 0
    for k in range(6):
        place = last + steps[k]
        if board[place] == 0:
            added += (np.int64(ring[codes[place]]) * (near[saving >> k & 1] - ONE)) >> 10
    if added == 0:
        return -1
    left = below(state, total + added)
    if left >= added:
        return -1
    for k in range(6):
        place = last + steps[k]
        if board[place] == 0:
            left -= (np.int64(ring[codes[place]]) * (near[saving >> k & 1] - ONE)) >> 10
            if left < 0:
                return place
    return -1


@kernel
def _draw_over(
    empty: np.ndarray, codes: np.ndarray, ring: np.ndarray, usual: int, over: int, state: np.ndarray
) -> int:
    """A place by what it weighs beyond the usual, `over` in all."""
    left, at = below(state, over), -1
    while left >= 0:
        at += 1
        left -= max(ring[codes[empty[at]]] - usual, 0)
    return empty[at]


def _warmup() -> None:
    """Nothing to call: the kernels here are parts of others."""
