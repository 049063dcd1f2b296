"""E against E_v: the same search with either value, which the thesis could not compare.

Two players without chance would repeat one game. Here they meet from all first moves, each with
some random answers of White, both colors each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from hexlab.board.notation import cell_name
from hexlab.data.alpha_sweep import COLORS
from hexlab.data.experiment import Experiment, GameTask, Plan, Row, seats, size_of
from hexlab.data.openings import opening_cells

__all__ = ["BY_NETWORK", "BY_RESISTANCE", "DuelSize", "pairs_won", "value_duel"]

NAME = "value-duel"
ABOUT = "Games of the same search with E and with E_v from all first moves and random answers"

BY_NETWORK, BY_RESISTANCE = "chev", "chev:value=resistance"
_SEED = 61


@dataclass(frozen=True)
class DuelSize:
    """How much is played.

    Attributes
    ----------
    n : int
        Board size.
    replies : int
        White's random answers to each first move, no two alike.
    openings : int, optional
        First moves, drawn by lot; by default all up to half a turn.
    adjudicate : int or None
        As in `hexlab.data.experiment.GameTask`.
    """

    n: int
    replies: int
    openings: int | None = None
    adjudicate: int | None = None


SIZES = {
    "quick": DuelSize(7, 1, 10),
    "long": DuelSize(11, 3, adjudicate=20),
    "thesis": DuelSize(11, 30, adjudicate=20),
}


def value_duel(scale: str = "long") -> Experiment:
    """The experiment at a scale; "quick" is on 7×7, the thesis has none.

    >>> value_duel("quick").name
    'value-duel'
    """
    return Experiment(NAME, ABOUT, partial(_plan, size_of(SIZES, scale)), (GameTask,))


def pairs_won(rows: Iterable[Row]) -> dict[str, int]:
    """By opening how many of its two games `BY_NETWORK` won, where both have been played."""
    won: dict[str, list[bool]] = {}
    for row in rows:
        won.setdefault(row["opening"], []).append(row[row["winner"]] == BY_NETWORK)
    return {opening: sum(games) for opening, games in won.items() if len(games) == len(COLORS)}


def _plan(size: DuelSize) -> Plan:
    rng = np.random.default_rng(_SEED)
    first = rng.permutation(opening_cells(size.n))[: size.openings]
    tasks = []
    for cell in sorted(int(one) for one in first):
        others = [one for one in range(size.n**2) if one != cell]
        for reply in rng.permutation(others)[: size.replies]:
            opening = f"{cell_name(cell, size.n)} {cell_name(int(reply), size.n)}"
            for color in COLORS:
                sides = seats(color, BY_NETWORK, BY_RESISTANCE)
                tasks.append(GameTask("duel", *sides, size.n, _SEED, 0, opening, size.adjudicate))
    yield tasks
