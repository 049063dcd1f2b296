"""The player `chev`: alpha-beta over the network value E_v (Takada 2019, 3.4.1: CH_Ev)."""

from __future__ import annotations

import time
from functools import partial
from math import inf
from typing import Literal

import numpy as np

from hexlab.board.board import Board
from hexlab.board.notation import BLACK, WHITE
from hexlab.connection.links import both_links
from hexlab.model.evaluation import network_value, network_values, scaled_value
from hexlab.network.network import Links, board_network
from hexlab.play.parameters import load_object
from hexlab.play.player import Choice, Limit, Stateless, register_player
from hexlab.play.simple import on_cells
from hexlab.play.worth import Estimate, board_rules, by_resistance, one_by_one
from hexlab.search.alphabeta import AlphaBeta

__all__ = ["ChevPlayer"]


@register_player("chev")
class ChevPlayer(Stateless):
    """Looks two moves ahead at the network value; no must-play, no inferior cells.

    Parameters
    ----------
    alpha : float, optional
        Weight of the shortest paths in E_v; default 0.075 as first player and 0.05 as second, as
        in the thesis.
    links : {"bridge", "adjacent", "virtual"}
        Links of the board network; "virtual" are those of
        `hexlab.connection.links.both_links`, some 4 ms a position.
    local : {"membership", "fraction"}
        The betweenness of the shortest-path network, see `hexlab.model.evaluation.network_value`.
    kind : {"membership", "fraction"}
        The betweenness of the whole network, see there.
    own : {"contract", "keep"}
        What becomes of own stones, see `hexlab.network.board_network`.
    value : str, optional
        Instead of E_v: "resistance" for the resistance ratio E, or ``FILE.py:FUNCTION`` for a
        function of your own, Board to a number from −1 to 1 for the player to move.
    depth : int
        Moves to look ahead.
    width : int, optional
        How many moves at each depth, those of highest betweenness; none: all, as in the thesis.

    Notes
    -----
    Moves are ordered by betweenness in both players' networks of the position to be played from,
    the sum; the order decides nothing but the time. A limit in seconds is not heeded, a count
    neither: the depth is the limit.
    """

    tactical = True
    deterministic = True

    def __init__(
        self,
        alpha: float | None = None,
        links: Literal["bridge", "adjacent", "virtual"] = "bridge",
        local: Literal["membership", "fraction"] = "membership",
        kind: Literal["membership", "fraction"] = "membership",
        own: Literal["contract", "keep"] = "contract",
        value: str | None = None,
        depth: int = 2,
        width: int | None = None,
    ) -> None:
        if alpha is not None and not 0 <= alpha <= 1:
            raise ValueError(f"alpha must be from 0 to 1, not {alpha!r}")
        for name, number in (("depth", depth), ("width", 1 if width is None else width)):
            if number < 1:
                raise ValueError(f"{name} must be at least 1, not {number!r}")
        self.alpha = alpha
        self.links: Literal["bridge", "adjacent", "virtual"] = links
        self.local: Literal["membership", "fraction"] = local
        self.kind: Literal["membership", "fraction"] = kind
        self.own: Literal["contract", "keep"] = own
        self.depth = depth
        self.width = width
        self._value: Estimate | None = None
        if value == "resistance":
            if links == "virtual":
                raise ValueError("the value 'resistance' takes links=bridge or adjacent")
            self._value = by_resistance(links)
        elif value is not None:
            self._value = one_by_one(load_object(value)[0], value)

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        """The lowest of the best cells."""
        start = time.perf_counter()
        ranked = self._order(board)

        def order(state: Board) -> list[int]:
            taken = state.bits(BLACK) | state.bits(WHITE)
            return [] if state.winner else [cell for cell in ranked if not taken >> cell & 1]

        rules = board_rules(board, self._estimate(board.to_move), order)
        search = AlphaBeta(rules, widths=(self.width,), window=inf, batch=2)
        found = search.search(board, self.depth)
        info = {
            "nodes": found.nodes,
            "depth": found.depth,
            "seconds": round(time.perf_counter() - start, 6),
            "pv": list(found.pv),
            "limit": "",
        }
        move = board.empty[0] if found.move is None else found.move
        return Choice(move, found.value, on_cells(board, dict(found.values)), info)

    def _estimate(self, player: int) -> Estimate:
        if self._value is not None:
            return self._value
        alpha = (0.075 if player == BLACK else 0.05) if self.alpha is None else self.alpha

        links = self.links
        one = partial(network_value, alpha=alpha, kind=self.kind, local=self.local, own=self.own)
        many = partial(
            network_values, alpha=alpha, kind=self.kind, local=self.local, own=self.own, threads=1
        )

        def estimate(boards: np.ndarray, to_move: int) -> np.ndarray:
            if links != "virtual":
                return scaled_value(many(boards, links=links))
            leaves = [Board.from_array(cells, to_move) for cells in boards]
            return scaled_value(np.array([one(leaf, links=both_links(leaf)) for leaf in leaves]))

        return estimate

    def _order(self, board: Board) -> list[int]:
        """The empty cells, those on most shortest paths first."""
        if board.winner:
            return []
        total = np.zeros(board.n**2)
        links: Links = "adjacent" if self.links == "adjacent" else "bridge"
        for player in (BLACK, WHITE):
            network = board_network(board, player, links=links)
            total += np.nan_to_num(network.on_board(network.betweenness())).ravel()
        empty = np.array(board.empty)
        return empty[np.argsort(-total[empty], kind="stable")].tolist()
