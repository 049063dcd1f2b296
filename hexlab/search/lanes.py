"""64 full boards at once, one bit of a word each: filled at random and decided together.

Boards here have a frame: cell (row, col) of n×n stands at ``(row + 1) * (n + 2) + col + 1``. In the
frame 1 is Black's side, -1 White's, and two corners of it belong to nobody (2). A plane is one
uint64 word a place: bit b is set where board b (lane b) has a black stone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel

__all__ = [
    "below",
    "draw",
    "fill_lanes",
    "framed",
    "lanes_won",
    "new_state",
    "pair_bridges",
    "plane_of",
    "share_owned",
    "stones_won",
]

_ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_HALF = np.uint64(32)


def framed(cells: np.ndarray, n: int) -> np.ndarray:
    """A board of n² cells with its frame, ((n + 2)²,) int8."""
    board = np.full((n + 2, n + 2), 2, np.int8)
    board[[0, -1], 1:-1] = 1
    board[1:-1, [0, -1]] = -1
    board[1:-1, 1:-1] = cells.reshape(n, n)
    return board.reshape(-1)


def new_state(rng: np.random.Generator | int | None) -> np.ndarray:
    """What `draw` needs, (2,) uint64, from a generator or a seed."""
    return np.random.default_rng(rng).integers(1, 2**63, 2, np.uint64)


@kernel
def draw(state: np.ndarray) -> Any:
    """64 random bits; `state` is modified (xorshift128+, Vigna 2017)."""
    x, y = state[0], state[1]
    state[0] = y
    x ^= x << np.uint64(23)
    x ^= x >> np.uint64(17)
    x ^= y ^ (y >> np.uint64(26))
    state[1] = x
    return x + y


@kernel
def below(state: np.ndarray, count: int) -> Any:
    """A random whole number from 0 to ``count - 1``; uneven by one part in 2³² / `count`."""
    return np.int64(((draw(state) >> _HALF) * np.uint64(count)) >> _HALF)


@kernel
def plane_of(board: np.ndarray, plane: np.ndarray, empty: np.ndarray) -> int:
    """Fill `plane` with the stones and the frame, `empty` with the places free; their number."""
    count = 0
    for place in range(len(board)):
        plane[place] = _ALL if board[place] == 1 else np.uint64(0)
        if board[place] == 0:
            empty[count] = place
            count += 1
    return count


@kernel
def pair_bridges(
    board: np.ndarray,
    n: int,
    empty: np.ndarray,
    count: int,
    start: int,
    taken: np.ndarray,
    order: np.ndarray,
) -> int:
    """Fill `order` with the places of `empty`, the two of a bridge side by side in front.

    Returns how many places these are. Each is in one pair at most: which comes first from item
    `start` of `empty` on. A bridge may end at a side of its color. `taken` ((n + 2)²,) bool is
    scratch, all False before and after.
    """
    side = n + 2
    front = 0
    at = start
    for _ in range(count):
        x = empty[at]
        at = at + 1 if at + 1 < count else 0
        if taken[x]:
            continue
        # The neighbor that may lose the bridge with x, and the two places that touch both.
        for k in range(3):
            if k == 0:
                y, one, two = x + 1, x + 1 - side, x + side
            elif k == 1:
                y, one, two = x + side, x + side - 1, x + 1
            else:
                y, one, two = x + side - 1, x + side, x - 1
            ends = board[one]
            if board[y] == 0 and not taken[y] and ends == board[two] and (ends == 1 or ends == -1):
                taken[x] = taken[y] = True
                order[front], order[front + 1] = x, y
                front += 2
                break
    back = front
    for i in range(count):
        x = empty[i]
        if taken[x]:
            taken[x] = False
        else:
            order[back] = x
            back += 1
    return front


@kernel
def fill_lanes(
    order: np.ndarray, count: int, front: int, mover: int, plane: np.ndarray, state: np.ndarray
) -> None:
    """Fill the `count` empty places of `order` in all lanes of `plane`, in the right numbers.

    The first `front` of them are pairs already, of which each color gets one; the others are paired
    at random (`order` is modified) and one that is left is the mover's. A fair coin in each lane
    splits each pair. So each lane is uniform among the fillings that play from here can lead to,
    given the pairs in front: a random pairing prefers no set of half the places to another. The
    lanes are not independent of each other, as they share the pairing.
    """
    for i in range(count - 1, front, -1):
        j = front + below(state, i + 1 - front)
        order[i], order[j] = order[j], order[i]
    for i in range(0, count - 1, 2):
        coins = draw(state)
        plane[order[i]] = coins
        plane[order[i + 1]] = ~coins
    if count & 1:
        plane[order[count - 1]] = _ALL if mover == 1 else np.uint64(0)


@kernel
def lanes_won(plane: np.ndarray, n: int, reach: np.ndarray) -> Any:
    """The lanes in which Black's stones join his sides; `reach` ((n + 2)²,) is scratch.

    Rows are swept down and up, each left and right, until nothing more is reached in lanes that are
    open.
    """
    side = n + 2
    for place in range(side * side):
        reach[place] = _ALL if place < side else np.uint64(0)
    won = np.uint64(0)
    while True:
        changed = np.uint64(0)
        for row in range(1, n + 1):
            changed |= _sweep(plane, reach, row * side, n, -side, 1 - side)
        for place in range(n * side + 1, n * side + n + 1):
            won |= reach[place]
        if changed & ~won == 0:
            return won
        changed = np.uint64(0)
        for row in range(n - 1, 0, -1):
            changed |= _sweep(plane, reach, row * side, n, side, side - 1)
        if changed & ~won == 0:
            return won


@kernel
def _sweep(
    plane: np.ndarray, reach: np.ndarray, start: int, n: int, step_one: int, step_two: int
) -> Any:
    """Extend `reach` in one row from the row that the steps lead to; what has changed."""
    changed = along = np.uint64(0)
    for place in range(start + 1, start + n + 1):
        old = reach[place]
        along = plane[place] & (old | along | reach[place + step_one] | reach[place + step_two])
        changed |= along ^ old
        reach[place] = along
    along = np.uint64(0)
    for place in range(start + n, start, -1):
        along = reach[place] | (plane[place] & along)
        reach[place] = along
    return changed


@kernel
def stones_won(board: np.ndarray, n: int, plane: np.ndarray, reach: np.ndarray) -> int:
    """Who has joined his sides with the stones of `board`: 1, -1 or 0. The others are scratch."""
    # Lane 0 gives the empty places to White, lane 1 to Black.
    for place in range(len(board)):
        plane[place] = np.uint64(3 if board[place] == 1 else 2 if board[place] == 0 else 0)
    won = lanes_won(plane, n, reach)
    if won & np.uint64(1):
        return 1
    return 0 if won & np.uint64(2) else -1


@kernel
def share_owned(plane: np.ndarray, lanes: Any, won: Any, count: int, shares: np.ndarray) -> None:
    """Fill, by color (0 Black, 1 White) and place, in what share of the lanes it is the color's.

    `shares` (2, (n + 2)², 2) float32: of all lanes, and of those only that this color wins. `lanes`
    are the `count` lanes in use, `won` those of them that Black wins.
    """
    scale = np.float32(1.0 / count)
    for place in range(len(plane)):
        mine = plane[place] & lanes
        theirs = lanes & ~mine
        shares[0, place, 0] = np.float32(pop_count(mine)) * scale
        shares[0, place, 1] = np.float32(pop_count(mine & won)) * scale
        shares[1, place, 0] = np.float32(pop_count(theirs)) * scale
        shares[1, place, 1] = np.float32(pop_count(theirs & ~won)) * scale


def _warmup() -> None:
    """Nothing to call: the kernels here are parts of others."""
