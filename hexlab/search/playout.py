"""Playouts: a position played to the end at random, and who wins how often.

Three manners: "uniform" fills the board (`hexlab.search.lanes`, 64 boards at once); "bridges" moves
at random too, but answers an intrusion into a bridge by saving it; "patterns" draws each move by
weights that depend on what surrounds it, and on the move before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from hexlab.board.board import Board
from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel
from hexlab.search.lanes import (
    below,
    fill_lanes,
    framed,
    lanes_won,
    new_state,
    pair_bridges,
    plane_of,
    share_owned,
)
from hexlab.search.playout_moves import Weights, even_weights, play_bridges, play_patterns

__all__ = [
    "KINDS",
    "Playouts",
    "Scratch",
    "every_lane",
    "new_scratch",
    "play_lanes",
    "playouts",
]

# What a playout is, by the number that kernels get.
KINDS = {"uniform": 0, "pairs": 1, "bridges": 2, "patterns": 3}
_PAIRS, _BRIDGES = 1, 2


class Scratch(NamedTuple):
    """Room for one position's playouts on n×n; S = (n + 2)² places.

    Attributes
    ----------
    plane, stones, reach : (S,) uint64
    empty, order, left, where, codes : (S,) int64
    taken : (S,) bool
    trial : (S,) int8
        The board of one playout.
    shares : (2, S, 2) float32
        See `share_owned`.
    """

    plane: np.ndarray
    stones: np.ndarray
    reach: np.ndarray
    empty: np.ndarray
    order: np.ndarray
    left: np.ndarray
    where: np.ndarray
    codes: np.ndarray
    taken: np.ndarray
    trial: np.ndarray
    shares: np.ndarray


def new_scratch(n: int) -> Scratch:
    """Scratch for n×n boards."""
    size = (n + 2) ** 2

    def words() -> np.ndarray:
        return np.zeros(size, np.uint64)

    def places() -> np.ndarray:
        return np.zeros(size, np.int64)

    return Scratch(
        words(),
        words(),
        words(),
        places(),
        places(),
        places(),
        places(),
        places(),
        np.zeros(size, np.bool_),
        np.zeros(size, np.int8),
        np.zeros((2, size, 2), np.float32),
    )


@kernel
def play_lanes(
    board: np.ndarray,
    n: int,
    mover: int,
    last: int,
    kind: int,
    lanes: int,
    weights: Weights,
    scratch: Scratch,
    state: np.ndarray,
) -> Any:
    """Play a framed board to the end in the first `lanes` lanes; those that Black wins.

    `kind` is a value of `KINDS`, `last` the place of the move before (0: none). `scratch.plane`
    holds the full boards.
    """
    plane, empty, order = scratch.plane, scratch.empty, scratch.order
    count = plane_of(board, plane, empty)
    if kind <= _PAIRS:
        front = 0
        if kind == _PAIRS:
            start = below(state, max(count, 1))
            front = pair_bridges(board, n, empty, count, start, scratch.taken, order)
        else:
            for i in range(count):
                order[i] = empty[i]
        fill_lanes(order, count, front, mover, plane, state)
    else:
        for lane in range(lanes):
            for place in range(len(board)):
                scratch.trial[place] = board[place]
            for i in range(count):
                scratch.left[i] = empty[i]
            if kind == _BRIDGES:
                play_bridges(
                    scratch.trial, n, scratch.left, count, scratch.where, mover, last, state
                )
            else:
                play_patterns(
                    scratch.trial, n, scratch.left, count, scratch.where, scratch.codes, mover,
                    last, weights, state,
                )  # fmt: skip
            bit = np.uint64(1) << np.uint64(lane)
            for i in range(count):
                if scratch.trial[empty[i]] == 1:
                    plane[empty[i]] |= bit
    return lanes_won(plane, n, scratch.reach)


@kernel
def every_lane(lanes: int) -> Any:
    """The first `lanes` bits of a word."""
    return np.uint64(0xFFFF_FFFF_FFFF_FFFF) >> np.uint64(64 - lanes)


@kernel(nogil=True)
def _count(
    board: np.ndarray,
    n: int,
    mover: int,
    last: int,
    kind: int,
    count: int,
    weights: Weights,
    scratch: Scratch,
    state: np.ndarray,
    owned: np.ndarray,
) -> float:
    """How many of `count` playouts Black wins; `owned` ((n + 2)²,) gets how often he owns each."""
    wins = 0.0
    while count > 0:
        lanes = min(count, 64)
        won = play_lanes(board, n, mover, last, kind, lanes, weights, scratch, state)
        used = every_lane(lanes)
        share_owned(scratch.plane, used, won & used, 1, scratch.shares)
        for place in range(len(owned)):
            owned[place] += scratch.shares[0, place, 0]
        wins += pop_count(won & used)
        count -= lanes
    return wins


@dataclass(frozen=True)
class Playouts:
    """What `playouts` found.

    Attributes
    ----------
    count : int
    black_wins : float
        In what share of them Black wins.
    black_owns : (n, n) float64
        In what share of them Black has the cell at the end.
    """

    count: int
    black_wins: float
    black_owns: np.ndarray


def playouts(
    board: Board,
    count: int = 1024,
    *,
    kind: str = "uniform",
    rng: np.random.Generator | int | None = None,
    last: int | None = None,
    weights: Weights | None = None,
) -> Playouts:
    """Play `board` to the end `count` times, until the board is full.

    Parameters
    ----------
    board : Board
        The position; whose turn it is decides who gets the odd cell.
    count : int
        How many.
    kind : str
        "uniform": every filling that play can lead to is equally likely. "pairs": of these, those
        in which each bridge holds (of two that share a cell, one). "bridges": moves at random, but
        who sees his bridge intruded upon saves it. "patterns": moves drawn by `weights`.
    rng : numpy.random.Generator or int, optional
        Where the random numbers come from.
    last : int, optional
        The cell of the opponent's last move, which "bridges" and "patterns" answer.
    weights : Weights, optional
        Default: the same for every move.

    Returns
    -------
    Playouts

    Raises
    ------
    ValueError
        For an unknown kind, a count below 1 or a last move that is no stone of the opponent's.

    Notes
    -----
    "uniform" and "pairs" are played 64 at a time by a random pairing of the empty cells: each
    playout by itself has the stated distribution, but those of one 64 share the pairing. The mean
    of 64 scatters 5 % more on 11×11 than if they were independent (3×3: 2.5 times as much).

    Examples
    --------
    >>> found = playouts(Board(3, black="b1 b2"), 640, rng=1)
    >>> found.black_wins > 0.7, float(found.black_owns[1, 1])
    (True, 1.0)
    """
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of playout: use {', '.join(map(repr, KINDS))}")
    if count < 1:
        raise ValueError(f"count must be at least 1, not {count!r}")
    n = board.n
    if last is not None and board[last] != -board.to_move:
        raise ValueError(f"last is no stone of the player who moved before: {last!r}")
    place = 0 if last is None else last // n * (n + 2) + last % n + n + 3
    cells = framed(board.to_array().reshape(-1), n)
    owned = np.zeros(len(cells))
    wins = _count(
        cells,
        n,
        board.to_move,
        place,
        KINDS[kind],
        int(count),
        even_weights() if weights is None else weights,
        new_scratch(n),
        new_state(rng),
        owned,
    )
    inner = owned.reshape(n + 2, n + 2)[1:-1, 1:-1] / count
    return Playouts(int(count), float(wins) / count, inner)


def _warmup() -> None:
    playouts(Board(2), 2, last=None)
