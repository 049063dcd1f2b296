"""Who wins, found the slow way: every move tried, nothing known of Hex but its rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of, grid


@lru_cache(maxsize=None)
def mover_wins(n: int, own: int, other: int, black_moves: bool) -> bool:
    """Whether the player to move, with stones `own`, wins."""
    g = grid(n)
    one, two = (g.top, g.bottom) if black_moves else (g.left, g.right)
    if g.flood(one & own, own) & two:
        return True
    # The opponent's sides are joined exactly if no way is left.
    open_or_own = g.all & ~other
    if not g.flood(one & open_or_own, open_or_own) & two:
        return False
    return any(
        not mover_wins(n, other, own | 1 << cell, not black_moves)
        for cell in cells_of(g.all & ~own & ~other)
    )


def winner(board: Board) -> int:
    """BLACK or WHITE. A position with both sides joined does not exist."""
    mover = board.to_move
    wins = mover_wins(board.n, board.bits(mover), board.bits(-mover), mover == BLACK)
    return mover if wins else -mover


def winning_moves(board: Board) -> list[int]:
    """All moves that win for the player to move; none once the game is over."""
    if board.winner:
        return []
    return [cell for cell in board.empty if winner(board.play(cell)) == board.to_move]


def all_positions(n: int) -> Iterator[Board]:
    """Every set of stones on n×n, with either player to move."""
    for code in range(3 ** (n * n)):
        black = white = 0
        for cell in range(n * n):
            code, digit = divmod(code, 3)
            black |= (digit == 1) << cell
            white |= (digit == 2) << cell
        for mover in (BLACK, WHITE):
            yield Board.from_bits(n, black, white, mover)


def sampled(seed: int, n: int, count: int, least: int = 0) -> Iterator[Board]:
    """Random positions with at least `least` stones, the colors in any proportion."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        stones = int(rng.integers(least, n * n + 1))
        cells = rng.permutation(n * n)[:stones].tolist()
        cut = stones // 2 if rng.random() < 0.5 else int(rng.integers(0, stones + 1))
        yield Board(n, cells[:cut], cells[cut:], int(rng.choice((BLACK, WHITE))))
