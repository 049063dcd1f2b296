"""A slow, plain solver for tests: it knows chains of stones, must-play regions and nothing else.

Pattern search (Rasmussen 2007, 5.1): the winner's search also returns the empty cells it used; a
losing move's refutation leaves only moves inside them. It shares no code with hexlab's kernels.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types

from hexlab import Board
from hexlab.board.geometry import grid

__all__ = ["PatternSearch"]

_U = types.uint64
_SIGNATURE = types.UniTuple(_U, 2)(_U, _U, _U, _U, _U[::1], types.Array(_U, 2, "C"), _U[::1])


@njit(types.boolean(_U, _U, _U, _U, _U[::1]))
def _joined(stones, first, last, n, edges):
    one = np.uint64(1)
    reached = stones & first
    while True:
        inner_left, inner_right = reached & edges[0], reached & edges[1]
        spread = reached | reached << n | reached >> n | inner_left >> one | inner_right << one
        spread |= inner_left << (n - one) | inner_right >> (n - one)
        spread &= stones
        if spread & last:
            return True
        if spread == reached:
            return False
        reached = spread


@njit(_SIGNATURE)
def _search(black, white, white_moves, n, edges, table, order):
    """(1 if Black wins, carrier); `table` rows: black, white, mover + 2·result, carrier."""
    zero, one = np.uint64(0), np.uint64(1)
    slot = (black * np.uint64(0x9E3779B97F4A7C15) ^ white * np.uint64(0xC2B2AE3D27D4EB4F)) >> _U(20)
    slot = (slot ^ white_moves) % np.uint64(len(table))
    row = table[slot]
    if row[0] == black and row[1] == white and row[2] & one == white_moves and row[2] >> _U(2):
        return row[2] >> one & one, row[3]
    allowed = edges[6] & ~(black | white)
    carrier = zero
    winner = white_moves  # if every move fails, the other one
    for k in range(len(order)):
        move = one << order[k]
        if not allowed & move:
            continue
        mine = (white if white_moves else black) | move
        first, last = (edges[4], edges[5]) if white_moves else (edges[2], edges[3])
        if _joined(mine, first, last, n, edges):
            winner, carrier = one - white_moves, move
            break
        if white_moves:
            found, used = _search(black, mine, zero, n, edges, table, order)
        else:
            found, used = _search(mine, white, one, n, edges, table, order)
        if found == one - white_moves:
            winner, carrier = found, used | move
            break
        carrier |= used
        allowed &= used
    row[0], row[1], row[2], row[3] = black, white, white_moves | winner << one | _U(4), carrier
    return winner, carrier


class PatternSearch:
    """Solves n×n positions (n ≤ 6) one after another with one table."""

    def __init__(self, n: int, rows: int = 1 << 18) -> None:
        g = grid(n)
        sets = (g.all & ~g.left, g.all & ~g.right, g.top, g.bottom, g.left, g.right, g.all)
        self.n = n
        self.edges = np.array(sets, np.uint64)
        middle = (n - 1) / 2
        cells = sorted(range(n * n), key=lambda c: abs(c // n - middle) + abs(c % n - middle))
        self.order = np.array(cells, np.uint64)
        self.table = np.zeros((rows, 4), np.uint64)

    def winner(self, black: int, white: int, mover: int) -> int:
        """1 or -1: who wins with `mover` to move."""
        for player, stones, at in ((1, black, 2), (-1, white, 4)):
            if _joined(*map(np.uint64, (stones, *self.edges[at : at + 2], self.n)), self.edges):
                return player
        found, _ = _search(
            *map(np.uint64, (black, white, mover < 0, self.n)), self.edges, self.table, self.order
        )
        return 1 if found else -1

    def winner_of(self, board: Board, mover: int | None = None) -> int:
        """The same for a board."""
        return self.winner(board.bits(1), board.bits(-1), mover or board.to_move)
