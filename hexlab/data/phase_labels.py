"""Where a higher alpha would have helped: both played from the same positions (Takada 2019, 3.5).

Positions come from games of `chev` with the thesis's low alpha. From each the rest is played ten
times with alpha 0.5 and ten times with the low one, on the same random numbers of the opponent; R
is how many games more the high one wins. What R > 4 is worth is seen when all this is done again.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, islice

import numpy as np

from hexlab.data.alpha_sweep import COLORS, OPPONENT, PRINTED, SIMULATIONS, chev_name
from hexlab.data.experiment import Experiment, GameTask, Plan, Row, Task, seats, size_of

__all__ = ["HIGH", "LOW", "MORE_THAN", "AlphaTask", "difference", "is_positive", "phase_labels"]

NAME = "phase-labels"
ABOUT = "Results of games from the same positions with a high and with a low alpha, 7×7 and 11×11"

LOW = PRINTED
HIGH = 0.5
# R from which on a position is labelled "alpha should be high".
MORE_THAN = 4
_SEEDS = {"source": 41, "labels": 42, "again": 43, "negatives": 44}
_BATCH = 20


@dataclass(frozen=True)
class AlphaTask:
    """Games from one position with two values of alpha.

    Attributes
    ----------
    stage : str
    color : str
        Of `chev`, who is to move.
    n : int
        Board size.
    opening : str
        The moves that led there, blanks between.
    game, turn : int, float
        Index of the game it comes from; after which part of its moves.
    opponent : str
    low, high : float
        The values of alpha.
    games : int
        With each of them.
    seed, index : int
        Game i of both has the random numbers of (seed, index · games + i).
    adjudicate : int or None
        As in `GameTask`.
    """

    stage: str
    color: str
    n: int
    opening: str
    game: int
    turn: float
    opponent: str
    low: float
    high: float
    games: int
    seed: int
    index: int
    adjudicate: int | None = None

    def run(self) -> Row:
        """Which games were won, "1" or "0" each, with the low and with the high alpha."""
        return {"low_won": self._won(self.low), "high_won": self._won(self.high)}

    def _won(self, alpha: float) -> str:
        sides = seats(self.color, chev_name(alpha), self.opponent)
        return "".join(
            str(int(GameTask(
                self.stage, *sides, self.n, self.seed, self.index * self.games + i, self.opening,
                self.adjudicate,
            ).run()["winner"] == self.color))
            for i in range(self.games)
        )  # fmt: skip


@dataclass(frozen=True)
class LabelSize:
    """How much is played on one board.

    Attributes
    ----------
    n : int
        Board size.
    positions : int
        At least so many for each color.
    games : int
        With each alpha from each position.
    spread : bool
        Whether each game gives one position, evenly over the turns, or all it has.
    adjudicate : int or None
    """

    n: int
    positions: int
    games: int = 10
    spread: bool = False
    adjudicate: int | None = None


SIZES = {
    "quick": (LabelSize(7, 3, 2, spread=True),),
    "long": (LabelSize(7, 400), LabelSize(11, 30, spread=True, adjudicate=20)),
    "thesis": (LabelSize(11, 650, adjudicate=20),),
}


def phase_labels(scale: str = "long") -> Experiment:
    """The experiment at a scale: "quick" and "long" on 7×7, "long" with a few from 11×11.

    >>> [size.n for size in SIZES["long"]]
    [7, 11]
    """
    return Experiment(NAME, ABOUT, partial(_plan, size_of(SIZES, scale)), (GameTask, AlphaTask))


def difference(row: Row) -> int:
    """R: wins with the high alpha less wins with the low one.

    >>> difference({"high_won": "111", "low_won": "010"})
    2
    """
    return int(row["high_won"].count("1") - row["low_won"].count("1"))


def is_positive(row: Row) -> bool:
    """Whether alpha should be high there."""
    return difference(row) > MORE_THAN


# -- the plan ----------------------------------------------------------------------------------


def _plan(sizes: Sequence[LabelSize]) -> Plan:
    for size in sizes:
        for color in COLORS:
            tasks = yield from _positions(size, color)
            rows = yield tasks
            yield _again(tasks, rows)


def _positions(
    size: LabelSize, color: str
) -> Generator[Sequence[Task], list[Row], list[AlphaTask]]:
    """Play games until there are enough positions; what is to be done with these."""
    found: dict[str, tuple[int, float]] = {}
    batch = size.positions if size.spread else _BATCH
    for start in count(0, batch):
        rows = yield [_source(size, color, index) for index in range(start, start + batch)]
        for game, row in enumerate(rows, start):
            moves = row["moves"].split()
            turns = list(range(color == "white", len(moves), 2))
            if size.spread:
                part = (game % size.positions + 0.5) / size.positions
                turns = [min(turns, key=lambda ply: abs(ply / len(moves) - part))]
            for ply in turns:
                found.setdefault(" ".join(moves[:ply]), (game, round(ply / len(moves), 3)))
        if len(found) >= size.positions:
            break
    if size.spread:
        found = dict(islice(found.items(), size.positions))
    return [
        AlphaTask(
            "labels", color, size.n, opening, game, turn, _opponent(size), LOW[color], HIGH,
            size.games, _SEEDS["labels"], index, size.adjudicate,
        )
        for index, (opening, (game, turn)) in enumerate(found.items())
    ]  # fmt: skip


def _opponent(size: LabelSize) -> str:
    return OPPONENT.format(SIMULATIONS[size.n])


def _source(size: LabelSize, color: str, index: int) -> GameTask:
    sides = seats(color, chev_name(LOW[color]), _opponent(size))
    return GameTask("source", *sides, size.n, _SEEDS["source"], index, adjudicate=size.adjudicate)


def _again(tasks: Sequence[AlphaTask], rows: Sequence[Row]) -> list[Task]:
    """A second time all positives, and as many of the others."""
    positive = [i for i, row in enumerate(rows) if is_positive(row)]
    others = [i for i, row in enumerate(rows) if not is_positive(row)]
    rng = np.random.default_rng(_SEEDS["negatives"])
    drawn = rng.permutation(len(others))[: len(positive)]
    chosen = sorted([*positive, *(others[i] for i in drawn)])
    return [AlphaTask(**{**vars(tasks[i]), "stage": "again", "seed": _SEEDS["again"]})
            for i in chosen]  # fmt: skip
