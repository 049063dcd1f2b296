"""The symmetries of Hex: half a turn, and the reflection that exchanges the players."""

from __future__ import annotations

from functools import lru_cache

from hexlab.board.board import Board
from hexlab.board.geometry import check_size

__all__ = ["reflect", "reflect_cells", "rotate", "rotate_cells"]


@lru_cache(maxsize=None)
def rotate_cells(n: int) -> tuple[int, ...]:
    """Where half a turn takes each cell of an n×n board: its own inverse.

    >>> rotate_cells(2)
    (3, 2, 1, 0)
    """
    check_size(n)
    return tuple(range(n * n - 1, -1, -1))


@lru_cache(maxsize=None)
def reflect_cells(n: int) -> tuple[int, ...]:
    """Where the reflection in the long diagonal (a1 to the last cell) takes each cell.

    Rows become columns, so Black's sides become White's. Its own inverse.

    >>> reflect_cells(2)
    (0, 2, 1, 3)
    """
    check_size(n)
    return tuple(col * n + row for row in range(n) for col in range(n))


def rotate(board: Board) -> Board:
    """The board turned by half a turn: the same game for both players.

    >>> rotate(Board(3, black="a1", white="c1"))
    Board(3, black='c3', white='a3')
    """
    to = rotate_cells(board.n)
    black, white = ([to[cell] for cell in cells] for cells in (board.black, board.white))
    return Board(board.n, black, white, board.to_move)


def reflect(board: Board) -> Board:
    """The board reflected in the long diagonal with the colors exchanged, the move too.

    Black's position becomes White's and the other way round; everything a board measures
    changes its color and nothing else.

    >>> reflect(Board(3, black="b1", white="c3", to_move="white"))
    Board(3, black='c3', white='a2')
    """
    to = reflect_cells(board.n)
    black, white = ([to[cell] for cell in cells] for cells in (board.white, board.black))
    return Board(board.n, black, white, -board.to_move)
