"""The players ``level=1`` to ``level=10``: `mohex` made weaker, a ladder for learners."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.geometry import cells_of, grid
from hexlab.play.player import (
    Choice,
    Limit,
    Player,
    Session,
    check_open,
    make_player,
    register_player,
)

__all__ = ["LEVELS", "Level", "LevelPlayer"]


@dataclass(frozen=True)
class Level:
    """What a level is made of.

    Attributes
    ----------
    sims : int
        Simulations a move.
    noise : float
        The chance that a move is drawn by lot instead of searched.
    knowledge : bool
        Whether connections and inferior cells are known.
    """

    sims: int
    noise: float
    knowledge: bool


LEVELS = {
    1: Level(5, 0.72, False),
    2: Level(9, 0.59, False),
    3: Level(18, 0.47, False),
    4: Level(40, 0.37, False),
    5: Level(90, 0.28, False),
    6: Level(200, 0.20, False),
    7: Level(500, 0.13, False),
    8: Level(1000, 0.075, True),
    9: Level(1500, 0.028, True),
    10: Level(4000, 0.00, True),
}


@register_player("level")
class LevelPlayer(Player):
    """A step of the ladder.

    Parameters
    ----------
    level : int
        1 (a beginner) to 10.

    Notes
    -----
    Its simulations are part of the level: a smaller limit is heeded, a larger one changes nothing.
    A move drawn by lot is any empty cell next to a stone, or any at all if there are none.
    """

    def __init__(self, level: int) -> None:
        if level not in LEVELS:
            raise ValueError(f"level must be from 1 to {max(LEVELS)}, not {level!r}")
        self.level = LEVELS[level]
        self.tactical = self.level.noise == 0
        words = "" if self.level.knowledge else ",knowledge=0"
        self._strong = make_player(f"mohex:sims={self.level.sims}{words}")

    def start(self, game: Game) -> Session:
        """A session of the player below it."""
        return _Weakened(self.level, self._strong.start(game))


class _Weakened(Session):
    def __init__(self, level: Level, strong: Session) -> None:
        self._level = level
        self._strong = strong

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """A move by lot with the level's chance, else what the search finds."""
        check_open(game)
        rng = np.random.default_rng(rng)
        lot, seed = rng.random(), int(rng.integers(2**32))
        if lot < self._level.noise:
            return Choice(int(rng.choice(_near(game.board))))
        sims = min(self._level.sims, limit.count or self._level.sims)
        return self._strong.choose(game, Limit(simulations=sims), seed)

    def close(self) -> None:
        """Close the stronger session."""
        self._strong.close()


def _near(board: Board) -> list[int]:
    """The empty cells that touch a stone, or all of them."""
    stones = board.bits(1) | board.bits(-1)
    return list(cells_of(grid(board.n).around(stones) & board.bits(0))) or list(board.empty)
