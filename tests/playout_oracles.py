"""Playouts the slow way: every filling, every sequence of moves, by the rules and nothing else."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np

from hexlab import BLACK, Board
from hexlab.board.geometry import NEIGHBOR_STEPS


def fillings(board: Board) -> dict[tuple[int, ...], float]:
    """Each full board that play can lead to, and its share, as sorted black cells."""
    free = board.empty
    own = (len(free) + 1) // 2 if board.to_move == BLACK else len(free) // 2
    chosen = list(combinations(free, own))
    return {tuple(sorted(board.black + cells)): 1 / len(chosen) for cells in chosen}


def around(board: Board, cell: int) -> list[int]:
    """What stands on the six neighbors in order; sides are stones, 2 is a corner beyond two."""
    n = board.n
    row, col = divmod(cell, n)
    values = []
    for down, right in NEIGHBOR_STEPS:
        r, c = row + down, col + right
        over, beside = not 0 <= r < n, not 0 <= c < n
        values.append(2 if over and beside else 1 if over else -1 if beside else board[r * n + c])
    return values


def savers(board: Board, last: int | None) -> list[int]:
    """The cells that save a bridge of the mover's from the stone on `last`."""
    if last is None:
        return []
    n, values = board.n, around(board, last)
    row, col = divmod(last, n)
    found = []
    for k, (down, right) in enumerate(NEIGHBOR_STEPS):
        ends = values[k - 1], values[(k + 1) % 6]
        if values[k] == 0 and ends == (board.to_move, board.to_move):
            found.append((row + down) * n + col + right)
    return found


@lru_cache(maxsize=None)
def ends_of_saving(board: Board, last: int | None) -> dict[tuple[int, ...], float]:
    """As `fillings`, for random moves that save bridges."""
    return _spread(board, dict.fromkeys(savers(board, last) or board.empty, 1.0), "saving")


def ends_of_weights(
    board: Board, last: int | None, ring: np.ndarray, near: np.ndarray
) -> dict[tuple[int, ...], float]:
    """As `fillings`, for moves drawn by `Weights`."""
    saving = savers(board, last)
    n = board.n
    weights = {}
    for cell in board.empty:
        code = sum({-1: 2, 2: 3}.get(v, v) << 2 * k for k, v in enumerate(around(board, cell)))
        weight = float(ring[code, int(board.to_move != BLACK)])
        if last is not None and _touch(n, cell, last):
            # The kernel adds whole numbers.
            weight += int(weight) * (int(near[int(cell in saving)]) - 1024) >> 10
        weights[cell] = weight
    return _spread(board, weights, (ring, near))


def _touch(n: int, one: int, other: int) -> bool:
    step = one // n - other // n, one % n - other % n
    return step in NEIGHBOR_STEPS


def _spread(board: Board, weights: dict[int, float], how: object) -> dict[tuple[int, ...], float]:
    if not weights:
        return {board.black: 1.0}
    total = sum(weights.values())
    ends: dict[tuple[int, ...], float] = {}
    for cell, weight in weights.items():
        after = board.play(cell)
        rest = (
            ends_of_saving(after, cell) if how == "saving" else ends_of_weights(after, cell, *how)
        )
        for end, share in rest.items():
            ends[end] = ends.get(end, 0.0) + weight / total * share
    return ends


def bridge_pairs(board: Board) -> set[frozenset[int]]:
    """The pairs of empty cells of all bridges, those to a side among them."""
    pairs = set()
    n = board.n
    for cell in board.empty:
        values = around(board, cell)
        row, col = divmod(cell, n)
        for k, (down, right) in enumerate(NEIGHBOR_STEPS):
            ends = values[k - 1], values[(k + 1) % 6]
            if values[k] == 0 and ends in ((1, 1), (-1, -1)):
                pairs.add(frozenset((cell, (row + down) * n + col + right)))
    return pairs


def black_wins(n: int, black: tuple[int, ...]) -> bool:
    """Whether the full board with these black cells is Black's."""
    return Board(n, black).winner == BLACK
