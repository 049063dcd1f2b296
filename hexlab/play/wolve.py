"""The player `wolve`: iterative deepening over resistances, with connections and inferior cells."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.play.player import Choice, Limit, Player, Session, check_open, register_player
from hexlab.play.sight import Sight, Spotter
from hexlab.play.simple import on_cells
from hexlab.play.worth import by_resistance, decided, value_of, values_after, won_at_once
from hexlab.search.alphabeta import AlphaBeta
from hexlab.search.engine import Limits
from hexlab.search.rules import Found, Reduced, Rules, lowest

__all__ = ["Spot", "WolvePlayer", "WolveSession"]

_ESTIMATE = by_resistance("bridge")
# A value so near to 1 is a result, however many moves away.
_RESULT = decided(400)


@register_player("wolve")
class WolvePlayer(Player):
    """Deepens an alpha-beta search until its limit is reached.

    Parameters
    ----------
    width : int
        How many moves at each depth: those that the must-play region and the inferior cells leave,
        by the current through them.
    nodes : int
        The limit of a move for which none is given: positions visited, leaves among them.
    depth : int
        The greatest depth.

    Notes
    -----
    In the manner of Wolve (Arneson, Hayward and Henderson 2010), as Takada 2019 describes it in
    2.4 and 4.3. At each inner position dead and captured cells are filled in, both players'
    connections found, and the moves cut down to the must-play region; leaves are worth the ratio of
    the resistances with bridges as links. A proved win is played along its connection; a lost
    position is played where it bothers the winner.
    """

    tactical = True
    deterministic = True
    anytime = True

    def __init__(self, width: int = 15, nodes: int = 1000, depth: int = 99) -> None:
        for name, number in (("width", width), ("nodes", nodes), ("depth", depth)):
            if number < 1:
                raise ValueError(f"{name} must be at least 1, not {number!r}")
        self.width = width
        self.nodes = nodes
        self.depth = depth

    def start(self, game: Game) -> WolveSession:
        """A session that remembers the connections it has found."""
        _load()
        return WolveSession(self, game.n)


@cache
def _load() -> None:
    """Load the kernels, once: that takes most of a second, which belongs to no move's time."""
    for n in (3, 7):  # one that connections decide, one that is searched
        WolveSession(WolvePlayer(), n).choose(Game(n), Limit(nodes=20))


class Spot(NamedTuple):
    """A state of the search: a position, and how many moves ahead it is."""

    board: Board
    plies: int


class WolveSession(Session):
    """One game of `wolve`."""

    def __init__(self, player: WolvePlayer, n: int) -> None:
        self._player = player
        self._see = Spotter(n)

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """The move of the deepest search that was finished, or better seen by the next."""
        check_open(game)
        start = time.perf_counter()
        found = self._find(game.board, limit)
        info = {
            "nodes": found.nodes,
            "depth": found.depth,
            "seconds": round(time.perf_counter() - start, 6),
            "pv": list(found.pv),
            "limit": found.limit,
        }
        scores = on_cells(game.board, dict(found.values))
        return Choice(int(found.move or 0), found.value, scores, info)

    def _find(self, board: Board, limit: Limit) -> Found:
        at_once = won_at_once(board)
        if at_once is not None:
            return Found(at_once, decided(1), (at_once,), 1, 1)
        sight = self._see(board)
        if sight.verdict == 1 and sight.moves:
            return Found(sight.moves[0], decided(3), sight.moves, 1, 1)
        if sight.verdict:
            return self._settled(board, sight)
        if len(sight.moves) == 1:
            return Found(sight.moves[0], value_of(board, _ESTIMATE), sight.moves, 0, 1)
        return self._search(sight, limit)

    def _settled(self, board: Board, sight: Sight) -> Found:
        """Whoever wins: the move that shortens, or lengthens, the winner's way most."""
        moves = self._see.useful(board)
        # Adjacent cells only: with bridges as links all moves of a connected player are alike.
        values = values_after(board, moves, by_resistance("adjacent"))
        move = lowest(dict(zip(moves, values.tolist(), strict=True)))
        return Found(move, sight.verdict * decided(3), (move,), 1, 1)

    def _search(self, sight: Sight, limit: Limit) -> Found:
        count = limit.count
        if count is None and limit.seconds is None:
            count = self._player.nodes
        limits = Limits(nodes=count, seconds=limit.seconds)
        search = AlphaBeta(self.rules(), widths=(self._player.width,))
        return search.search(
            Spot(sight.filled, 0),
            self._player.depth,
            moves=sight.moves,
            stop=limits.reached,
            decided=_RESULT,
        )

    def rules(self) -> Rules[Spot]:
        """The game as the search sees it: states are positions with dead cells filled in."""
        return Rules(_no_moves, _play, _value, _values, self._reduce)

    def _reduce(self, spot: Spot) -> Reduced:
        board, plies = spot
        if board.winner:
            return Reduced(spot, (), board.winner * board.to_move * decided(plies))
        sight = self._see(board)
        value = sight.verdict * decided(plies + 1) if sight.verdict else None
        return Reduced(Spot(sight.filled, plies), sight.moves, value)


def _play(spot: Spot, move: int) -> Spot:
    return Spot(spot.board.play(move), spot.plies + 1)


def _value(spot: Spot) -> float:
    return value_of(spot.board, _ESTIMATE, spot.plies)


def _values(spot: Spot, moves: Sequence[int]) -> np.ndarray:
    return values_after(spot.board, moves, _ESTIMATE, spot.plies)


def _no_moves(spot: Spot) -> tuple[int, ...]:
    """What `_reduce` leaves open."""
    return ()
