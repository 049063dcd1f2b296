"""Players without a search: `random` and `resistance`."""

from __future__ import annotations

import time

import numpy as np

from hexlab.board.board import Board
from hexlab.network.network import Links
from hexlab.play.player import Choice, Limit, Stateless, register_player
from hexlab.play.worth import by_resistance, values_after
from hexlab.search.rules import lowest

__all__ = ["RandomPlayer", "ResistancePlayer", "on_cells"]


def on_cells(board: Board, values: dict[int, float]) -> np.ndarray:
    """Values of moves as the scores of a `Choice`: (n²,), nan where there is none."""
    scores = np.full(board.n**2, np.nan)
    scores[list(values)] = list(values.values())
    return scores


@register_player("random")
class RandomPlayer(Stateless):
    """Plays any empty cell, all with the same chance."""

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        """Source: the seed alone."""
        return Choice(int(rng.choice(board.empty)))


@register_player("resistance")
class ResistancePlayer(Stateless):
    """Looks one move ahead: the best ratio of the electrical resistances (Takada 2019, 3.3.1).

    Parameters
    ----------
    links : {"bridge", "adjacent"}
        What is joined by resistors: also cells that a bridge connects, or adjacent ones only. With
        bridges it plays better.

    Notes
    -----
    About 10 ms a move on 11×11.
    """

    tactical = True
    deterministic = True

    def __init__(self, links: Links = "bridge") -> None:
        self._estimate = by_resistance(links)

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        """The lowest of the best cells."""
        start = time.perf_counter()
        moves = board.empty
        found = values_after(board, moves, self._estimate)
        values = dict(zip(moves, found.tolist(), strict=True))
        move = lowest(values)
        seconds = round(time.perf_counter() - start, 6)
        info = {"nodes": len(moves), "depth": 1, "seconds": seconds, "limit": ""}
        return Choice(move, values[move], on_cells(board, values), info)
