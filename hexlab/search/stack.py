"""The stack of the solver: the path from the root to where the search is, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hexlab.search.proofs import Proofs, make_proofs
from hexlab.search.table import INFINITE

__all__ = [
    "ASK",
    "CHILD",
    "CHOOSE",
    "COMMON",
    "COUNT",
    "DELTA",
    "DELTA_LIMIT",
    "DEPTH",
    "ENTER",
    "EVALUATED",
    "FILL",
    "FILLED",
    "LEAVE",
    "LOOK",
    "MOVE",
    "MOVER",
    "NODES",
    "PHASE",
    "PHI",
    "PHI_LIMIT",
    "TURNED",
    "UNION",
    "WORK",
    "Stack",
    "Tuning",
    "begin",
    "make_stack",
]

# Phases of the top frame: it is to be judged, to be filled in and judged; entered; its children are
# to be looked up; a move is to be chosen; it is to be left.
ASK, FILL, ENTER, LOOK, CHOOSE, LEAVE = range(6)
# Columns of Stack.numbers and of Stack.register.
MOVER, COUNT, CHILD, WORK, TURNED, PHI_LIMIT, DELTA_LIMIT = range(7)
DEPTH, PHASE, NODES, EVALUATED, PHI, DELTA, MOVE = range(7)
# Rows of Stack.sets: the two of a table entry, then what was filled in for Black and White.
UNION, COMMON, FILLED = 0, 1, 2


class Tuning(NamedTuple):
    """How the search goes: none of it changes an answer.

    Attributes
    ----------
    base, factor : float
        The window shows ``base + ceil(factor * live)`` of the live moves; factor 1 is plain DFPN.
    epsilon : float
        Each visit may raise a number to ``1 + epsilon`` times the second best.
    """

    base: int = 1
    factor: float = 0.2
    epsilon: float = 0.125


class Stack(NamedTuple):
    """The path from the root; D = n² + 2 frames.

    Attributes
    ----------
    cells : (D, n²) int8
        The position of a frame, filled in once it is entered.
    moves : (D, n²) uint16
        The moves that can still win, best first.
    phi, delta : (D, n²) int64
        The numbers of the positions after these moves.
    numbers : (D, 7) int64
        Mover, count of moves, the move being searched, work, whether the key is turned, thresholds.
    sets : (D, 4, W) uint64
        Union and intersection of the opponent's ways to win; what was filled in for Black, White.
    keys : (D, 2W) uint64
    share : (D,) float64
        The factor of the frame's window.
    register : (7,) int64
        Depth, phase, positions visited, positions evaluated; numbers and move of the frame left.
    result : (2, W) uint64
        The cells that the winner of the frame left needs, and a scratch set.
    proofs : Proofs
        Of positions proved so far.
    """

    cells: np.ndarray
    moves: np.ndarray
    phi: np.ndarray
    delta: np.ndarray
    numbers: np.ndarray
    sets: np.ndarray
    keys: np.ndarray
    share: np.ndarray
    register: np.ndarray
    result: np.ndarray
    proofs: Proofs


def make_stack(n: int) -> Stack:
    """A stack for n×n boards."""
    size, words, depth = n * n, (n * n + 63) // 64, n * n + 2
    return Stack(
        np.zeros((depth, size), np.int8),
        np.zeros((depth, size), np.uint16),
        np.zeros((depth, size), np.int64),
        np.zeros((depth, size), np.int64),
        np.zeros((depth, 7), np.int64),
        np.zeros((depth, 4, words), np.uint64),
        np.zeros((depth, 2 * words), np.uint64),
        np.zeros(depth),
        np.zeros(7, np.int64),
        np.zeros((2, words), np.uint64),
        make_proofs(n),
    )


def begin(stack: Stack, cells: np.ndarray, mover: int) -> None:
    """Make `cells` (n²,) the root. Counters go on."""
    stack.cells[0] = cells
    stack.numbers[0] = 0
    stack.numbers[0, MOVER] = mover
    stack.numbers[0, PHI_LIMIT:] = INFINITE
    stack.register[[DEPTH, PHASE]] = 0, ENTER
