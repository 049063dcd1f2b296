"""`Engine`: the search kernel with its memory, driven from Python in short slices.

Between two slices Python has control, so an interrupt, a limit or a policy costs nothing that was
found. `hexlab.search.dfpn.solve` is the door for people.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of, check_size
from hexlab.search.dfpn_kernel import (
    ASKING,
    FINISHED,
    answer,
    look_up,
    search,
    take_filled,
    window,
)
from hexlab.search.node import Judge
from hexlab.search.proofs import use_proofs
from hexlab.search.stack import (
    CHOOSE,
    COUNT,
    DELTA,
    DEPTH,
    EVALUATED,
    FILLED,
    LEAVE,
    MOVE,
    MOVER,
    NODES,
    PHASE,
    PHI,
    Tuning,
    begin,
    make_stack,
)
from hexlab.search.table import BLOCK, make_table, move_all, slot_bytes

__all__ = ["Engine", "Limits", "Policy", "window_size"]

# A policy sees a filled-in board and the moves left, and gives each a score (the best move the
# highest), or the scores and a value from -1 to 1 for the player to move.
Policy = Callable[[Board, tuple[int, ...]], Any]

# Steps of one slice: some 20 ms at most. A slice ends anyway at each position to be judged.
_SLICE = 400
# Slots of a new table.
_FIRST = 1 << 14


def window_size(live: int, base: int = 1, factor: float = 0.2, value: float = 0.0) -> int:
    """How many of `live` moves the window of focused DFPN shows.

    Parameters
    ----------
    live : int
        Moves that are not decided yet.
    base, factor : float
        ``base + ceil(factor * live)``.
    value : float
        What a value net says, −1 to 1 for the player to move: below 0 the factor is at most
        ``1 + value``, so that positions that look lost are gone through move by move.

    Notes
    -----
    Source: Gao 2020, 5.2 (eqs. 5.2, 5.3).

    Examples
    --------
    >>> window_size(64), window_size(5), window_size(1)
    (14, 2, 1)
    >>> window_size(30, value=-0.95), window_size(30, value=-1.0)
    (3, 1)
    """
    return int(window(live, base, _share(factor, value)))


def _share(factor: float, value: float) -> float:
    return float(min(factor, 1.0 + value) if value < 0 else factor)


class Limits:
    """When to stop: after so many nodes or seconds, counted from now on."""

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        for name, value in (("nodes", nodes), ("seconds", seconds)):
            if value is not None and not value >= 0:
                raise ValueError(f"{name} must be a number from 0 on, not {value!r}")
        self.start = time.perf_counter()
        self.nodes = nodes
        self.seconds = seconds

    def reached(self, nodes: int) -> str:
        """Which limit is reached after `nodes` nodes: "nodes", "seconds" or ""."""
        if self.nodes is not None and nodes >= self.nodes:
            return "nodes"
        if self.seconds is not None and time.perf_counter() - self.start >= self.seconds:
            return "seconds"
        return ""


class Engine:
    """Proves positions of one board size, all with the same table.

    Parameters
    ----------
    n : int
        Board size.
    memory_mb : float
        Memory of the table, in MiB.
    tuning : Tuning, optional
    policy : callable, optional
        Orders the moves of each new position.
    slots : int, optional
        Instead of `memory_mb`: how many positions the table holds.
    """

    def __init__(
        self,
        n: int,
        *,
        memory_mb: float = 256,
        tuning: Tuning | None = None,
        policy: Policy | None = None,
        slots: int | None = None,
    ) -> None:
        self.n = check_size(n)
        if slots is None:
            if not 0 < memory_mb < inf:
                raise ValueError(f"memory_mb must be a number above 0, not {memory_mb!r}")
            slots = int(memory_mb * 2**20 / slot_bytes(n))
        base, factor, epsilon = Tuning() if tuning is None else tuning
        # Of these types: numba would compile the search anew for an int as factor.
        self.tuning = Tuning(int(base), float(factor), float(epsilon))
        self.policy = policy
        self._most = max(BLOCK, slots // BLOCK * BLOCK)
        self.table = make_table(n, min(self._most, _FIRST))
        self.stack = make_stack(n)
        self._judge = Judge(n)
        self._ways = np.zeros((2, self.stack.sets.shape[2]), np.uint64)

    # -- what was done -------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """Positions visited so far, one as often as it was come to."""
        return int(self.stack.register[NODES])

    @property
    def evaluations(self) -> int:
        """Positions looked at with connections and inferior cells so far."""
        return int(self.stack.register[EVALUATED])

    # -- a proof -------------------------------------------------------------------------------

    def start(self, board: Board) -> None:
        """Make `board` the position to be proved. The table stays."""
        begin(self.stack, board.to_array().reshape(-1), board.to_move)

    def run(self, stop: Callable[[int], str]) -> str:
        """Go on with the position of `start` until it is proved: "", or what `stop` said.

        `stop` is called with the number of nodes after each slice. An interrupt may come at any
        time, too; `run` called again goes on.
        """
        stack, n, tuning = self.stack, self.n, self.tuning
        register = stack.register
        while True:
            if register[EVALUATED] > len(self.table.info) // 2:
                self._grow()
            status = search(self.table, stack, n, tuning, _SLICE)
            if status == FINISHED:
                return ""
            why = stop(int(register[NODES]))
            if why:
                return why
            if status == ASKING:
                self._answer()

    def _grow(self) -> None:
        """Take a table four times as large, up to the memory allowed.

        Few positions spread over a large table would each cost several fresh pages of memory.
        """
        slots = min(self._most, 4 * len(self.table.info))
        if slots > len(self.table.info):
            larger = make_table(self.n, slots)
            move_all(self.table, larger)
            self.table = larger

    def _answer(self) -> None:
        """Tell the search about the position on top of its stack."""
        stack, n = self.stack, self.n
        d = stack.register[DEPTH]
        mover = int(stack.numbers[d, MOVER])
        cells, moves, sets = stack.cells[d], stack.moves[d], stack.sets[d, :FILLED]
        winner = self._judge.fill(cells, mover, local=True)
        if not take_filled(self.table, stack, n, self._judge.reason):
            return
        if winner:
            verdict, move = winner * mover, -1
            self._ways[0] = 0
        else:
            verdict, move = use_proofs(stack.proofs, n, cells, mover, self._ways)
        known = verdict != 0
        if known:
            sets[0] = self._ways[0]
            moves[0] = max(move, 0)
            count = int(0 <= move < n * n)
        else:
            verdict, count = self._judge(cells, mover, moves, sets, self._ways)
        share = self.tuning.factor
        if self.policy is not None and verdict == 0:
            moves = moves[:count]
            board = Board.from_array(cells.reshape(n, n), mover)
            scores, value = _ask(self.policy, board, tuple(moves.tolist()))
            moves[:] = moves[np.argsort(-scores, kind="stable")]
            share = _share(share, value)
        answer(self.table, stack, n, verdict, count, share, known)

    @property
    def numbers(self) -> tuple[int, int]:
        """Proof and disproof number of the position of `start`, as far as they are known."""
        stack = self.stack
        if stack.register[DEPTH] == 0:
            if stack.register[PHASE] == LEAVE:
                return int(stack.register[PHI]), int(stack.register[DELTA])
            if stack.register[PHASE] != CHOOSE:
                return 1, max(1, int(stack.numbers[0, COUNT]))
        count = int(stack.numbers[0, COUNT])
        shown = int(window(count, self.tuning.base, stack.share[0]))
        return int(stack.delta[0, :shown].min()), int(stack.phi[0, :count].sum())

    @property
    def move(self) -> int | None:
        """Of a position proved won: the winning move, or None if any move wins."""
        move = int(self.stack.register[MOVE])
        return move if 0 <= move < self.n**2 else None

    def best_move(self, board: Board) -> int:
        """A winning move of the player to move, for a position he wins; found anew where need be.

        Quick where the table knows the position: about 0.1 ms on 7×7.

        Raises
        ------
        ValueError
            If there is none.
        """
        self.start(board)
        self.run(lambda nodes: "")
        if board.winner or self.numbers[0] != 0:
            raise ValueError(f"the player to move does not win {board!r}")
        return self.winning_move(board)

    def winning_move(self, board: Board) -> int:
        """A winning move of `board`, the position just proved won.

        Whoever wins with any move takes one that belongs to his connection, if there is one.
        """
        move = self.move
        return next(cells_of(self.needed()), board.empty[0]) if move is None else move

    def needed(self) -> int:
        """The cells (bits) that the winner of the position just proved needs, of its empty ones."""
        stack = self.stack
        winner = stack.numbers[0, MOVER] * (1 if stack.register[PHI] == 0 else -1)
        return _bits(stack.result[0]) | _bits(stack.sets[0, FILLED + (winner < 0)])

    def known(self, board: Board) -> tuple[int, int, int, int | None]:
        """What the table has of a position: (proof number, disproof number, work, winning move).

        (1, 1, 0, None) if nothing.
        """
        cells = board.to_array().reshape(-1)
        self._judge.fill(cells, 0, local=True)
        phi, delta, work, move = look_up(self.table, self.stack, self.n, cells, board.to_move)
        return phi, delta, work, move if 0 <= move < self.n**2 else None


def _bits(words: np.ndarray) -> int:
    return int.from_bytes(words.astype("<u8").tobytes(), "little")


def _ask(policy: Policy, board: Board, moves: tuple[int, ...]) -> tuple[np.ndarray, float]:
    """The scores of the moves and the value that a policy gives."""
    said = policy(board, moves)
    scores, value = said if isinstance(said, tuple) and len(said) == 2 else (said, 0.0)
    try:
        scores = np.asarray(scores, float)
    except (TypeError, ValueError):
        scores = np.empty(0)
    if scores.shape != (len(moves),) or not np.isfinite(scores).all():
        raise ValueError(
            f"a policy gives one finite score for each of the {len(moves)} moves, or these and a "
            f"value; this one gave {said!r}"
        )
    if not -1 <= value <= 1:
        raise ValueError(f"the value that a policy gives is from -1 to 1, not {value!r}")
    return scores, float(value)
