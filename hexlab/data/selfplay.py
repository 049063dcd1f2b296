"""Games that Monte Carlo tree search plays against itself."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from hexlab.board.game import Game
from hexlab.data.games import row_from_game

__all__ = ["SelfPlay", "play_selfplay"]


@dataclass(frozen=True)
class SelfPlay:
    """How a data set of games between equal Monte Carlo searches is made.

    The first one to three stones lie at random, in turn. The searches know no connections and no
    patterns; each move is searched anew. Played until the sides are joined.

    Attributes
    ----------
    about : str
        One sentence.
    sizes : tuple of (int, int)
        Board sizes and how many games on each.
    simulations : int
        A move.
    temperature : float
        Of the first n moves, see `hexlab.search.mcts.Mcts.search`.
    seed : int
    """

    about: str
    sizes: tuple[tuple[int, int], ...]
    simulations: int
    temperature: float
    seed: int

    def size_of(self, index: int) -> int:
        """The board size of game `index`."""
        return list(chain.from_iterable([n] * count for n, count in self.sizes))[index]

    def __len__(self) -> int:
        return sum(count for _, count in self.sizes)


def play_selfplay(index: int, recipe: SelfPlay) -> dict[str, Any]:
    """Game `index` of a recipe, as a row of `hexlab.data.games`.

    >>> play_selfplay(1, SelfPlay("Tiny boards", ((2, 2),), 10, 0.0, seed=1))["n"]
    2
    """
    from hexlab.search.mcts import Mcts, MctsOptions

    rng = np.random.default_rng(np.random.SeedSequence(recipe.seed, spawn_key=(index,)))
    n = recipe.size_of(index)
    # All that matters is said here, so that better defaults do not change the data set.
    options = MctsOptions(
        playout="pairs", lanes=64, knowledge=0, uct=0.22, rave=2.12, rave_later=830.0, expand=2,
        bias=0.0, memory_mb=16,
    )  # fmt: skip
    search = Mcts(n, options)
    game = Game(n)
    game.players = (f"mcts simulations={recipe.simulations}",) * 2
    opening = int(rng.integers(1, 3, endpoint=True)) if n > 2 else 1
    while not game.board.winner:
        if len(game.board) < opening:
            game.play(int(rng.choice(game.board.empty)))
            continue
        found = search.search(
            game.board,
            simulations=recipe.simulations,
            rng=rng,
            temperature=recipe.temperature if len(game.board) < n else 0.0,
            reuse=False,
            early=True,
        )
        game.play(found.move)
    return row_from_game(game, index, opening=opening, seed=recipe.seed)
