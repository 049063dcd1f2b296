"""`mohex`: Monte Carlo tree search with connections, in the manner of MoHex 2.0."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Literal

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.model.patterns import playout_weights
from hexlab.play.player import Choice, Limit, Player, Session, check_open, register_player
from hexlab.search.mcts import Mcts, MctsOptions, MctsResult
from hexlab.search.playout_moves import make_weights

__all__ = ["MohexPlayer"]

# Part of the time that is used at once; the rest only if the move is in doubt then.
_FIRST = 0.65
# Value from which on a position is clear. In others a proof may still refute the move chosen.
_CLEAR = 0.5


@register_player("mohex")
class MohexPlayer(Player):
    """Plays the move that a Monte Carlo tree search visits most, see `hexlab.search.mcts`.

    What is connected already is looked at first: a found win is played, moves that lose to a
    connection are left out. Then the tree is searched, with connections and inferior cells at the
    nodes visited often; what is proved of one move narrows the others. Against the clock it stops
    early if one side is well ahead and no other move can catch up or is better.

    Parameters
    ----------
    sims : int
        Simulations a move, where no limit is given.
    playout : {"pairs", "uniform", "bridges", "patterns"}
        See `hexlab.search.playout.playouts`.
    lanes : int
        Playouts a simulation, 1 to 64.
    knowledge : int
        Visits from which connections and inferior cells of a node are looked at; 0: never.
    rave : bool
        Whether moves are learned from all playouts that have them.
    prior : {"patterns", "none"}
        What says how good a move looks before it is tried.
    uct : float
        Weight of exploration.
    threads : int
        With more than one the same seed may give another move.
    memory_mb : int
        Memory of the tree.
    temperature : float
        Above 0 moves are drawn by their visits.

    Notes
    -----
    Source: Huang, Arneson, Hayward, Müller, Pawlewicz 2013. The playouts are others: 64 at once, in
    which each bridge of the position holds. With a limit in seconds the tree is kept from move to
    move; with a count each move is searched anew, so that it depends on game, count and seed alone.

    Examples
    --------
    >>> from hexlab import Game
    >>> game = Game(3).play("a1")
    >>> MohexPlayer().start(game).choose(game, Limit(simulations=100), rng=1).value
    1.0
    """

    tactical = True
    anytime = True

    def __init__(
        self,
        sims: int = 10_000,
        playout: Literal["pairs", "uniform", "bridges", "patterns"] = "pairs",
        lanes: int = 64,
        knowledge: int = 64,
        rave: bool = True,
        prior: Literal["patterns", "none"] = "none",
        uct: float = 0.05,
        threads: int = 1,
        memory_mb: int = 256,
        temperature: float = 0.0,
    ) -> None:
        if sims < 1:
            raise ValueError(f"sims must be at least 1, not {sims!r}")
        if not temperature >= 0:
            raise ValueError(f"temperature must be a number from 0 on, not {temperature!r}")
        self.sims = sims
        self.temperature = temperature
        self.options = MctsOptions(
            playout=playout,
            lanes=lanes,
            knowledge=knowledge,
            rave=MctsOptions.rave if rave else 0.0,
            prior=prior == "patterns",
            uct=uct,
            threads=threads,
            memory_mb=memory_mb,
        )

    def start(self, game: Game) -> Session:
        """A session that keeps its tree."""
        _load(self.options)
        return _Thinking(self)


def _search(options: MctsOptions, n: int) -> Mcts:
    """What n×n boards are searched with."""
    needed = options.prior or options.playout == "patterns"
    return Mcts(n, options, weights=make_weights(*playout_weights()) if needed else None)


@lru_cache(maxsize=8)
def _load(options: MctsOptions) -> None:
    """Load the kernels, once: that takes a second, which belongs to no move's time."""
    small = replace(options, memory_mb=1, knowledge=min(options.knowledge, 8))
    for n in (3, 6):  # one that connections decide, one that is searched
        search, board = _search(small, n), Board(n)
        move = search.search(board, simulations=100, rng=0).move
        search.search(board.play(move), simulations=1, rng=0)  # from the tree that is there


class _Unwanted(Exception):
    """Nobody waits for the move any more."""


class _Thinking(Session):
    def __init__(self, player: MohexPlayer) -> None:
        self._player = player
        self._search: Mcts | None = None
        self._latest: Choice | None = None
        self._unwanted = False

    def progress(self) -> Choice | None:
        """What the search that goes on in another thread has found so far."""
        return self._latest

    def stop(self) -> None:
        """End that search soon, with what it has."""
        self._unwanted = True

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """The most visited move; after an interrupt the one that is so far."""
        check_open(game)
        board, player = game.board, self._player
        if self._search is None or self._search.n != board.n:
            self._search = _search(player.options, board.n)
        self._latest, self._unwanted = None, False
        rng = np.random.default_rng(rng)
        try:
            if limit.seconds is not None:
                return _choice(self._by_clock(board, limit.seconds, rng))
            found = self._search.search(
                board,
                simulations=limit.count or player.sims,
                rng=rng,
                temperature=player.temperature,
                reuse=False,
                watch=self._watch,
            )
            return _choice(found)
        except (KeyboardInterrupt, _Unwanted):
            self._search.forget()  # it may have been left anywhere
            if self._latest is None:
                raise
            return replace(self._latest, info={**self._latest.info, "limit": "interrupt"})

    def _watch(self, found: MctsResult) -> None:
        self._latest = _choice(found)
        if self._unwanted:
            raise _Unwanted

    def _by_clock(self, board: Board, seconds: float, rng: np.random.Generator) -> MctsResult:
        """Search for part of the time, and for the rest if the move is in doubt."""
        search, temperature = self._search, self._player.temperature
        assert search is not None
        found = search.search(
            board,
            seconds=_FIRST * seconds,
            rng=rng,
            temperature=temperature,
            early=True,
            watch=self._watch,
        )
        rest = seconds - found.seconds
        if found.stopped == "proved" or _is_clear(found) or rest <= 0:
            return found
        more = search.search(
            board, seconds=rest, rng=rng, temperature=temperature, watch=self._watch
        )
        return replace(
            more,
            simulations=found.simulations + more.simulations,
            asked=found.asked + more.asked,
            seconds=found.seconds + more.seconds,
        )


def _is_clear(found: MctsResult) -> bool:
    """Whether one side is well ahead, and no move visited half as often as the chosen is better."""
    often = found.visits * 2 >= found.visits.max()
    return abs(found.value) >= _CLEAR and bool(found.values[often].max() <= found.value)


def _choice(found: MctsResult) -> Choice:
    """The result in the words of the protocol."""
    visits = found.visits.reshape(-1).astype(float)
    visits[visits == 0] = np.nan
    info = {
        "simulations": found.simulations,
        "nodes": found.nodes,
        "asked": found.asked,
        "depth": len(found.pv),
        "pv": list(found.pv),
        "proved": found.proved,
        "seconds": round(found.seconds, 6),
        "limit": found.stopped if found.stopped in ("simulations", "seconds") else "",
    }
    return Choice(found.move, found.value, visits, info)
