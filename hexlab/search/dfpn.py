"""`solve`: who wins a position, by focused depth-first proof-number search."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hexlab.board.board import Board
from hexlab.board.notation import cell_name, color_name
from hexlab.connection.certificate import Certificate
from hexlab.network.resistance import wire_resistances
from hexlab.run.progress import progress
from hexlab.search.certificate import write_certificate
from hexlab.search.dfpn_kernel import Tuning
from hexlab.search.engine import Engine, Limits, Policy
from hexlab.search.state import Task, read_state, write_state

__all__ = ["Bounds", "Solution", "Tuning", "prove", "solve", "winning_openings"]


class Bounds(NamedTuple):
    """What is left to prove, for the player to move: 0 is done, inf impossible.

    Attributes
    ----------
    proof : float
        At least so many positions must still be won to prove a win.
    disproof : float
        At least so many must still be lost to prove a loss.
    """

    proof: float
    disproof: float


@dataclass(frozen=True)
class Solution:
    """The answer of `solve`.

    Attributes
    ----------
    board : Board
        The position.
    winner : int or None
        BLACK or WHITE; None if a limit or an interrupt came first.
    winning_moves : tuple of int
        Cells that win for the player to move. One proved move (none if the game is over or lost),
        or with ``all_moves=True`` all that are proved so far; see `complete`.
    pv : tuple of int
        A line of best play, up to where connections decide: the winner plays proved moves, the
        loser those that were hardest to refute.
    nodes, evaluations : int
        Positions visited, and how many of them were new and had to be looked at in earnest.
    seconds : float
        Time, of all runs together if the search was resumed.
    bounds : Bounds
        Proof and disproof number of the position.
    complete : bool
        Whether all that was asked is answered.
    stopped : str
        Why not: "nodes", "seconds", "interrupt"; else "".
    engine : Engine
        What solved it, with its table: for more positions of the game.
    certificate : Certificate or None
        The winner's whole strategy as a proof that `hexlab.connection.verify` checks; None if there
        is no winner. Made when it is first asked for, which may take longer than to solve.
    """

    board: Board
    winner: int | None
    winning_moves: tuple[int, ...]
    pv: tuple[int, ...]
    nodes: int
    evaluations: int
    seconds: float
    bounds: Bounds
    complete: bool
    stopped: str = ""
    engine: Engine | None = field(default=None, repr=False, compare=False)

    @cached_property
    def certificate(self) -> Certificate | None:
        """See the class."""
        if self.winner is None or self.engine is None:
            return None
        return write_certificate(self.board, self.winner, self.engine.best_move)

    def __str__(self) -> str:
        """One or two lines for people."""
        n = self.board.n
        if self.winner is None:
            proof, disproof = self.bounds
            text = f"open after {self.nodes} nodes (to win {proof:g}, to lose {disproof:g} to go)"
        else:
            text = f"{color_name(self.winner)} wins"
        if self.winning_moves:
            text += "; winning: " + " ".join(cell_name(cell, n) for cell in self.winning_moves)
        return text + ("" if self.complete else " (not complete)")


def solve(
    board: Board,
    *,
    all_moves: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: float = 256,
    threads: int = 1,
    resume: str | PathLike[str] | None = None,
    tuning: Tuning | None = None,
    policy: Policy | None = None,
) -> Solution:
    """Find the winner of any position.

    Parameters
    ----------
    board : Board
        Any stones, the player to move as it says.
    all_moves : bool
        Decide every move of the player to move, also those that are plainly inferior.
    nodes, seconds : number, optional
        Stop after so much work. Ctrl-C stops, too; both give what is known then.
    memory_mb : float
        Memory of the table in MiB; a small one makes the search longer, never wrong.
    threads : int
        Only 1 so far.
    resume : path, optional
        A file for the state of the search: if it is there the search goes on from it (with the
        tuning it began with), and in the end it is written anew.
    tuning : Tuning, optional
        Window and thresholds.
    policy : callable, optional
        ``policy(board, moves)`` orders the moves of each new position instead of the electric
        current: a score for each, or (scores, value from −1 to 1 for the player to move). The board
        has cells filled in that no longer matter.

    Returns
    -------
    Solution

    Raises
    ------
    ValueError
        For limits, threads or memory that are none, or a state file of another search or damaged.

    Notes
    -----
    Source: Gao 2020, 2.3.1 and 5.2. Shows a progress bar. The table holds about 1.6 million
    positions of 7×7.

    Examples
    --------
    >>> solution = solve(Board(3).play("a1"))
    >>> print(solution)
    white wins; winning: b2
    >>> print(solve(Board(3), all_moves=True))
    black wins; winning: c1 a2 b2 c2 a3
    """
    if threads != 1:
        raise ValueError(f"the solver works with one thread so far: threads=1, not {threads!r}")
    limits = Limits(nodes, seconds)
    path = None if resume is None else Path(resume)
    engine = Engine(board.n, memory_mb=memory_mb, tuning=tuning, policy=policy)
    task = Task(board, bool(all_moves))
    if path is not None and path.exists():
        read_state(path, engine, task)
    solution = prove(engine, task, limits)
    if path is not None:
        write_state(path, engine, task)
    return solution


def winning_openings(n: int) -> tuple[int, ...]:
    """Black's winning first moves on the empty n×n board, as cell ids in order.

    Notes
    -----
    Cells that half a turn exchanges are decided once. Up to 5×5 less than a second, 6×6 seconds.

    Examples
    --------
    >>> [cell_name(cell, 4) for cell in winning_openings(4)]
    ['d1', 'c2', 'b3', 'a4']
    """
    return solve(Board(n), all_moves=True).winning_moves


def prove(engine: Engine, task: Task, limits: Limits) -> Solution:
    """Go on with `task` until it is done or a limit is reached; `engine` and `task` are modified.

    The engine may be used for one position after the other: its table stays.
    """
    board = task.board
    if task.base is None:
        task.base = engine.nodes, engine.evaluations
    start, before, shown = time.perf_counter(), engine.nodes, 0.0
    stopped = ""
    with progress(desc="solving", unit="node") as bar:

        def stop(visited: int) -> str:
            nonlocal shown
            now = time.perf_counter()
            if now - shown > 0.2:
                shown = now
                bar.update(visited - before - bar.n)
            return limits.reached(visited - before)

        try:
            if not board.winner:
                stopped = (_all_moves if task.all_moves else _one_position)(engine, task, stop)
        except KeyboardInterrupt:
            stopped = "interrupt"
    task.seconds += time.perf_counter() - start
    return _solution(engine, task, stopped)


def _one_position(engine: Engine, task: Task, stop: Any) -> str:
    if not task.started:
        engine.start(task.board)
        task.started = True
    why = engine.run(stop)
    if not why:
        task.won = engine.numbers[0] == 0
        if task.won:
            task.decided[engine.best_move(task.board)] = 1
    return why


def _all_moves(engine: Engine, task: Task, stop: Any) -> str:
    """Decide each move by a search of its own; all use the same table."""
    board, decided = task.board, task.decided
    for cell in _by_current(board):
        if decided[cell] != 0:
            continue
        if not task.common >> cell & 1:
            decided[cell] = -1  # outside of what refutes another move
            continue
        after = board.play(cell)
        if after.winner:
            decided[cell] = 1
            continue
        if task.current != cell:
            engine.start(after)
            task.current = cell
        why = engine.run(stop)
        if why:
            return why
        if engine.numbers[0] == 0:
            task.common &= engine.needed()
            decided[cell] = -1
        else:
            decided[cell] = 1
        task.current = -1
    task.won = bool((decided > 0).any())
    return ""


def _by_current(board: Board) -> list[int]:
    """The empty cells, those with the most current in both circuits first."""
    black, white = wire_resistances(board)
    current = (black.current + white.current).reshape(-1)
    return sorted(board.empty, key=lambda cell: -current[cell])


def _solution(engine: Engine, task: Task, stopped: str) -> Solution:
    """What is known now."""
    board, decided = task.board, task.decided
    mover = board.to_move
    won = task.won
    if board.winner:
        won = board.winner == mover
    elif (decided > 0).any():
        won = True  # whatever the other moves do
    winner = None if won is None else mover if won else -mover
    moves = tuple(np.flatnonzero(decided > 0).tolist())
    nodes, evaluations = task.base or (0, 0)
    return Solution(
        board=board,
        winner=winner,
        winning_moves=moves,
        pv=() if winner is None else _line(engine, board, moves),
        nodes=engine.nodes - nodes,
        evaluations=engine.evaluations - evaluations,
        seconds=task.seconds,
        bounds=_bounds(engine, task, won),
        complete=not stopped,
        stopped=stopped,
        engine=engine,
    )


def _bounds(engine: Engine, task: Task, won: bool | None) -> Bounds:
    if won is not None:
        return Bounds(0, inf) if won else Bounds(inf, 0)
    if not task.all_moves:
        return Bounds(*(engine.numbers if task.started else (1, 1)))
    proof, disproof = engine.numbers if task.current >= 0 else (1, 1)
    # The position being proved is one after a move: its numbers are the opponent's.
    others = sum(task.decided[cell] == 0 for cell in task.board.empty) - 1
    return Bounds(min(disproof, 1) if others else disproof, proof + others)


def _line(engine: Engine, board: Board, first: tuple[int, ...]) -> tuple[int, ...]:
    """The principal variation, as far as the table has it."""
    line: list[int] = []
    while not board.winner:
        move: int | None = None
        if not line and first:
            move = max(first, key=lambda cell: engine.known(board.play(cell))[2])
        else:
            phi, delta, _, move = engine.known(board)
            if delta == 0 or (not line and phi != 0):
                move = _hardest(engine, board)
        if move is None:
            break
        line.append(move)
        board = board.play(move)
    return tuple(line)


def _hardest(engine: Engine, board: Board) -> int | None:
    """Of a lost position the move that took the most work to refute, None if none is known."""
    work = {}
    for cell in board.empty:
        phi, _, cost, _ = engine.known(board.play(cell))
        if phi == 0:
            work[cell] = cost
    return max(work, key=lambda cell: work[cell]) if work else None
