"""The player `ezo`: `chev` that raises alpha once a classifier says so (Takada 2019, 3.6: EZO)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.model.phase import PhaseModel, load_phase
from hexlab.play.chev import ChevPlayer
from hexlab.play.player import Choice, Limit, Player, Session, check_open, register_player

__all__ = ["EzoPlayer"]


@register_player("ezo")
class EzoPlayer(Player):
    """`chev` with a low alpha until the phase classifier calls a position of its own turns high.

    From then on alpha is high for the rest of the game.

    Parameters
    ----------
    low : float, optional
        Alpha at first; default as of `chev`: 0.075 as first player and 0.05 as second.
    high : float
        Alpha later.
    links, depth, width
        As of `chev`.

    Notes
    -----
    The classifiers are those of `hexlab.model.phase.load_phase`, one for each color. What it said
    of the earlier positions is found again from the game's moves, so an undo takes it back.
    """

    tactical = True
    deterministic = True

    def __init__(
        self,
        low: float | None = None,
        high: float = 0.5,
        links: Literal["bridge", "adjacent", "virtual"] = "bridge",
        depth: int = 2,
        width: int | None = None,
    ) -> None:
        self.calm = ChevPlayer(low, links, depth=depth, width=width)
        self.sharp = ChevPlayer(high, links, depth=depth, width=width)

    def start(self, game: Game) -> Session:
        """A session that asks the classifier at each of its turns."""
        return _Switching(self)


class _Switching(Session):
    def __init__(self, player: EzoPlayer) -> None:
        self._player = player
        self._margins: dict[Board, float] = {}

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """The move of `chev` with the alpha of the phase."""
        check_open(game)
        board = game.board
        model = load_phase(board.n, board.to_move)
        turns = [one.board for one in game.node.path() if one.board.to_move == board.to_move]
        margins = [self._margin(model, one) for one in turns]
        high = any(margin > 0 for margin in margins)
        player = self._player.sharp if high else self._player.calm
        choice = player.pick(board, limit, np.random.default_rng(rng))
        told = {"phase": "high" if high else "low", "margin": round(margins[-1], 6)}
        return replace(choice, info={**choice.info, **told})

    def _margin(self, model: PhaseModel, board: Board) -> float:
        if board not in self._margins:
            self._margins[board] = model.of_board(board)
        return self._margins[board]
