"""The player `solver`: it proves who wins and plays the proof, else it plays as `wolve` does."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from math import inf

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.play.player import Choice, Limit, Player, Session, check_open, register_player
from hexlab.play.wolve import WolvePlayer
from hexlab.play.worth import decided, won_at_once
from hexlab.search.engine import Engine, Limits

__all__ = ["SolverPlayer"]


@register_player("solver")
class SolverPlayer(Player):
    """Proves the position if it can.

    Parameters
    ----------
    nodes : int
        The limit of a move for which none is given. Half of any limit goes to the proof, and if it
        is not found the rest to `wolve`.
    memory : float
        MiB of the proof-number search's table.

    Notes
    -----
    A position proved lost is played as `wolve` plays it: the opponent has to find the proof.
    Between moves limited in seconds the table is kept; under a count each move begins with an empty
    one, so that the count alone decides.
    """

    tactical = True
    deterministic = True
    anytime = True

    def __init__(self, nodes: int = 10_000, memory: float = 256) -> None:
        if nodes < 2:
            raise ValueError(f"nodes must be at least 2, not {nodes!r}")
        if not 0 < memory < inf:
            raise ValueError(f"memory must be a number above 0, not {memory!r}")
        self.nodes = nodes
        self.memory = memory

    def start(self, game: Game) -> Session:
        """A session with a table of its own."""
        _load()
        return _Proving(self, game)


@cache
def _load() -> None:
    """Load the kernels, once: that takes a second, which belongs to no move's time."""
    engine = Engine(6, memory_mb=1)
    engine.start(Board(6))
    engine.run(lambda nodes: "nodes" if nodes >= 50 else "")


class _Proving(Session):
    def __init__(self, player: SolverPlayer, game: Game) -> None:
        self._player = player
        self._wolve = WolvePlayer().start(game)
        self._engine: Engine | None = None

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """A move that wins, if that is proved within half of the limit."""
        check_open(game)
        start = time.perf_counter()
        if limit == Limit():
            limit = Limit(nodes=self._player.nodes)
        board, at_once = game.board, won_at_once(game.board)
        nodes, won, move = (0, True, at_once) if at_once is not None else self._prove(board, limit)
        if move is None:
            choice = self._wolve.choose(game, _rest(limit, start), rng)
            if won is not None:
                choice = replace(choice, value=-decided(1))
        else:
            choice = Choice(move, decided(1), info={"nodes": 0, "pv": [move], "limit": ""})
        info = {
            **choice.info,
            "nodes": nodes + choice.info["nodes"],
            "proved": won is not None,
            "seconds": round(time.perf_counter() - start, 6),
        }
        return replace(choice, info=info)

    def _prove(self, board: Board, limit: Limit) -> tuple[int, bool | None, int | None]:
        """(nodes, whether the player to move wins, a winning move)."""
        if self._engine is None or limit.seconds is None or self._engine.n != board.n:
            self._engine = Engine(board.n, memory_mb=self._player.memory)
        engine, before = self._engine, self._engine.nodes
        half = None if limit.count is None else max(1, limit.count // 2)
        limits = Limits(nodes=half, seconds=limit.seconds and limit.seconds / 2)
        engine.start(board)
        stopped = engine.run(lambda nodes: limits.reached(nodes - before))
        nodes = engine.nodes - before
        if stopped:
            return nodes, None, None
        won = engine.numbers[0] == 0
        return nodes, won, engine.winning_move(board) if won else None


def _rest(limit: Limit, start: float) -> Limit:
    """What is left for a move without a proof."""
    if limit.seconds is not None:
        return Limit(seconds=max(1e-3, limit.seconds - (time.perf_counter() - start)))
    return Limit(nodes=max(1, (limit.count or 0) // 2))
