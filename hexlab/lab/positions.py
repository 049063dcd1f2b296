"""Random positions whose truth the solver knows, to count claims on."""

from __future__ import annotations

import numpy as np

from hexlab.board.board import Board
from hexlab.board.notation import BLACK, WHITE

__all__ = ["random_position", "winnable_position"]


def random_position(
    n: int, stones: tuple[int, int], rng: np.random.Generator | int | None
) -> Board:
    """Stones of both colors in turn on random cells, nobody has won.

    Parameters
    ----------
    n : int
        Board size.
    stones : (int, int)
        How many at least and at most; the number is drawn anew with each try.
    rng : Generator, int or None
        Where the random numbers come from.

    Raises
    ------
    ValueError
        If there are no such numbers of stones on the board short of a full one, on which somebody
        has always won.

    >>> board = random_position(5, (4, 4), 1)
    >>> len(board), board.winner, board.to_move
    (4, 0, 1)
    """
    few, most = stones
    if not 0 <= few <= most < n * n:
        raise ValueError(f"an open {n}×{n} board has from 0 to {n * n - 1} stones, not {stones}")
    random = np.random.default_rng(rng)
    while True:
        count = int(random.integers(few, most, endpoint=True))
        cells = random.permutation(n * n)[:count].tolist()
        color = WHITE if count % 2 else BLACK
        board = Board(n, black=cells[0::2], white=cells[1::2], to_move=color)
        if not board.winner:
            return board


def winnable_position(
    n: int, stones: tuple[int, int], rng: np.random.Generator | int | None, share: float = 0.5
) -> tuple[Board, tuple[int, ...]]:
    """A `random_position` that the player to move wins, but not with most moves; and these moves.

    Parameters
    ----------
    n, stones, rng
        As for `random_position`.
    share : float
        At most so large a part of the moves wins.

    Notes
    -----
    Every move is solved: some 10 ms a position on 5×5, far more on boards above 6×6.

    >>> board, good = winnable_position(3, (2, 2), 1)
    >>> 0 < len(good) <= 3 and all(board.play(move).winner != -board.to_move for move in good)
    True
    """
    from hexlab.search.dfpn import solve

    random = np.random.default_rng(rng)
    while True:
        board = random_position(n, stones, random)
        good = solve(board, all_moves=True, memory_mb=1).winning_moves
        if 0 < len(good) <= share * len(board.empty):
            return board, good
