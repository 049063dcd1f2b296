"""What positions of Hex are worth to a search: results, estimates, and games as `Rules`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.model.evaluation import resistance_ratios, scaled_resistance
from hexlab.network.network import Links
from hexlab.network.winner import winners
from hexlab.search.rules import Rules

__all__ = [
    "Estimate",
    "after",
    "board_rules",
    "by_resistance",
    "decided",
    "one_by_one",
    "value_of",
    "values_after",
    "won_at_once",
]

# Many boards (B, n, n) and who is to move there, to what they are worth to Black, from -1 to 1.
Estimate = Callable[[np.ndarray, int], np.ndarray]

# A result counts a little less for each move that it takes, and any estimate less than a result.
_LATER = 1e-6
_UNSURE = 0.999


def after(board: Board, moves: Sequence[int]) -> np.ndarray:
    """The positions after each of some moves, (B, n, n) int8.

    >>> after(Board(2, black="a1", to_move="white"), [1, 3]).tolist()
    [[[1, -1], [0, 0]], [[1, 0], [0, -1]]]
    """
    boards = np.repeat(board.to_array().reshape(1, -1), len(moves), axis=0)
    boards[np.arange(len(moves)), list(moves)] = board.to_move
    return boards.reshape(-1, board.n, board.n)


def by_resistance(links: Links) -> Estimate:
    """The resistance ratio E (Takada 2019, eq. 3.3), scaled, as an estimate."""

    def estimate(boards: np.ndarray, to_move: int) -> np.ndarray:
        return scaled_resistance(resistance_ratios(boards, links=links, threads=1))

    return estimate


def one_by_one(value: Callable[[Board], Any], name: str) -> Estimate:
    """The estimate of a function of one board, from −1 to 1 for the player to move.

    Raises
    ------
    ValueError
        When it is used, if the function gives anything else.
    """

    def estimate(boards: np.ndarray, to_move: int) -> np.ndarray:
        found = np.empty(len(boards))
        for i, cells in enumerate(boards):
            said = value(Board.from_array(cells, to_move))
            try:
                worth = float(said)
            except (TypeError, ValueError):
                worth = np.nan
            if not -1.0 <= worth <= 1.0:
                raise ValueError(
                    f"the value function {name} gives a number from -1 to 1 for the player to "
                    f"move, not {said!r}"
                )
            found[i] = worth * to_move
        return found

    return estimate


def decided(plies: int) -> float:
    """What it is worth to have won so many moves ahead; the negative to have lost."""
    return 1.0 - plies * _LATER


def value_of(board: Board, estimate: Estimate, plies: int = 0) -> float:
    """What a position is worth to the player to move, `plies` moves ahead."""
    if board.winner:
        return board.winner * board.to_move * decided(plies)
    worth = estimate(board.to_array()[None], board.to_move)[0]
    return float(_UNSURE * board.to_move * worth)


def values_after(
    board: Board, moves: Sequence[int], estimate: Estimate, plies: int = 0
) -> np.ndarray:
    """What each move of a position that is `plies` moves ahead is worth to who makes it.

    An estimate is kept apart from a result, and an early result from a late one.

    >>> board = Board(2, black="a1", white="b1")
    >>> values_after(board, board.empty, by_resistance("adjacent")).round(3).tolist()
    [1.0, 0.0]
    """
    boards = after(board, moves)
    won = winners(boards, threads=1) * board.to_move
    worth = _UNSURE * board.to_move * np.clip(estimate(boards, -board.to_move), -1.0, 1.0)
    return np.where(won == 0, worth, won * decided(plies + 1))


def won_at_once(board: Board) -> int | None:
    """The lowest cell that wins at once for the player to move, None if there is none.

    >>> won_at_once(Board(2, black="a1", white="b1")), won_at_once(Board(2))
    (2, None)
    """
    if board.winner or board.bits(board.to_move).bit_count() + 1 < board.n:
        return None
    won = np.flatnonzero(winners(after(board, board.empty), threads=1))
    return board.empty[int(won[0])] if len(won) else None


def board_rules(
    root: Board, estimate: Estimate, order: Callable[[Board], Sequence[int]]
) -> Rules[Board]:
    """Hex from a position on, with an estimate, as a search wants it.

    Parameters
    ----------
    root : Board
        Where the search begins: an early win is worth more than a late one.
    estimate : callable
        For Black, of many boards; those that are won need not be seen by it.
    order : callable
        Board to its moves, the best first.
    """
    start = len(root)
    return Rules(
        order,
        Board.play,
        lambda board: value_of(board, estimate, len(board) - start),
        lambda board, moves: values_after(board, moves, estimate, len(board) - start),
    )
