"""How strong E_v is with each alpha: the games of Takada 2019, Fig. 3.4, and checks of them.

`chev` meets a Monte Carlo search as first and as second player. First this gets so many simulations
that the games are no walk-over; few games with each alpha then choose one, and fresh games with it,
with 0 and with 1 say whether it is better. All stages have seeds of their own.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from hexlab.data.experiment import Experiment, GameTask, Plan, Row, Task, seats, size_of
from hexlab.play.openings import opening_name, read_openings
from hexlab.play.player import make_player

__all__ = [
    "OPTIONS",
    "PRINTED",
    "SIMULATIONS",
    "SIZES",
    "SweepSize",
    "alpha_of",
    "alpha_sweep",
    "calibrated",
    "chev_name",
    "chosen_alphas",
    "games_of",
    "score",
    "variants",
]

NAME = "alpha-sweep"
ABOUT = "Games of CH_Ev with different alphas against mohex and wolve on 11×11"

COLORS = ("black", "white")
# Of simulations: `chev` with TRIAL_ALPHA is to score from LEAST to MOST of TRIALS games. With its
# usual playouts and connections mohex wins everything, however few simulations it is given.
OPPONENT = "mohex:sims={},playout=uniform,lanes=1,knowledge=0"
LADDER = (5, 10, 20, 40, 80, 160, 320, 640, 1_280)
# What calibration found, for experiments that build on this one.
SIMULATIONS = {7: 80, 11: 80}
TRIAL_ALPHA, TRIALS, LEAST, MOST = 0.1, 60, 0.4, 0.8
_SEEDS = {"calibrate": 31, "screen": 32, "fresh": 33, "sensitivity": 34, "second opponent": 35}
# The best alphas of the thesis.
PRINTED = {"black": 0.075, "white": 0.05}
OPTIONS = ("links=adjacent", "local=fraction", "kind=fraction", "own=keep", "links=virtual")
SECOND = "wolve:nodes=200"


@dataclass(frozen=True)
class SweepSize:
    """How much of the sweep is done.

    Attributes
    ----------
    n : int
        Board size.
    alphas : tuple of float
    screen, fresh : int
        Games a color with each alpha to choose one, and with the chosen one, 0 and 1.
    sensitivity, second : int
        Games a color with each of `variants`, and with each alpha against `SECOND`, from the
        opening list.
    adjudicate : int or None
        As in `hexlab.data.experiment.GameTask`.
    calibrate : bool
        Whether to look for the opponent's simulations; by default they are those of `SIMULATIONS`.
    """

    n: int
    alphas: tuple[float, ...]
    screen: int
    fresh: int
    sensitivity: int = 0
    second: int = 0
    adjudicate: int | None = None
    calibrate: bool = False


_GRID = (0.0, 0.025, 0.05, 0.075, 0.125, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0)
SIZES = {
    "quick": SweepSize(7, (0.0, 0.075, 0.3, 1.0), 4, 4),
    "long": SweepSize(11, _GRID, 24, 100, 24, 61, adjudicate=20, calibrate=True),
    "thesis": SweepSize(11, _GRID, 100, 100, 100, 61, adjudicate=20, calibrate=True),
}


def alpha_sweep(scale: str = "long", opponent: str | None = None) -> Experiment:
    """The experiment at a scale: "quick" on 7×7, "long", or "thesis" with 100 games everywhere.

    Parameters
    ----------
    scale : str
        A key of `SIZES`.
    opponent : str, optional
        A player's name, such as ``htp:path/to/engine --its options`` for another program, instead
        of `OPPONENT`; then nothing is calibrated, and the rows need a file of their own.

    Raises
    ------
    ValueError
        If the opponent is no name, or a player of the kind that is measured.

    Examples
    --------
    >>> alpha_sweep("quick").name
    'alpha-sweep'
    """
    name = NAME
    if opponent is not None:
        if not opponent or opponent.startswith(("chev", "ezo", "wolve")):
            raise ValueError(
                f"the opponent of the sweep can't be {opponent!r}: name a player that is no chev, "
                'ezo or wolve, like "mohex:sims=100" or "htp:path/to/engine"'
            )
        make_player(opponent)  # says what is wrong with a name, before there is a file
        name = f"{NAME} against {opponent}"
    return Experiment(name, ABOUT, partial(_plan, size_of(SIZES, scale), opponent), (GameTask,))


def alpha_of(row: Row) -> float:
    """The alpha of the `chev` of a game."""
    return float(_side(row)[1].partition("alpha=")[2].partition(",")[0])


def _side(row: Row) -> tuple[str, str]:
    """Color and name of the `chev` (or `ezo`) of a game."""
    return next((color, row[color]) for color in COLORS if row[color].startswith(("chev", "ezo")))


def games_of(rows: Iterable[Row], stage: str, color: str, alpha: float | None = None) -> list[Row]:
    """The games of a stage in which `chev` has a color, and an alpha if one is given."""
    return [
        row
        for row in rows
        if row["stage"] == stage and row[color].startswith("chev")
        if alpha is None or alpha_of(row) == alpha
    ]


def score(rows: Sequence[Row]) -> tuple[int, int]:
    """How many games `chev` (or `ezo`) won, and of how many."""
    return sum(row["winner"] == _side(row)[0] for row in rows), len(rows)


def chosen_alphas(rows: Sequence[Row]) -> dict[str, float]:
    """By color the alpha between 0 and 1 with most wins when screened, the lowest of equal ones."""
    chosen = {}
    for color in COLORS:
        wins: dict[float, int] = {}
        for row in games_of(rows, "screen", color):
            alpha = alpha_of(row)
            if 0 < alpha < 1:
                wins[alpha] = wins.get(alpha, 0) + (row["winner"] == color)
        chosen[color] = min(wins, key=lambda alpha: (-wins[alpha], alpha))
    return chosen


# -- the plan ----------------------------------------------------------------------------------


def _plan(size: SweepSize, named: str | None) -> Plan:
    simulations = SIMULATIONS[size.n]
    if size.calibrate and named is None:
        yield from calibrated(7, None)
        simulations = yield from calibrated(size.n, size.adjudicate)
    opponent = OPPONENT.format(simulations) if named is None else named

    def games(stage: str, color: str, name: str, count: int) -> list[GameTask]:
        sides = seats(color, name, opponent)
        seed = _SEEDS[stage]
        return [
            GameTask(stage, *sides, size.n, seed, index, adjudicate=size.adjudicate)
            for index in range(count)
        ]

    screen = yield [
        task
        for alpha in size.alphas
        for color in COLORS
        for task in games("screen", color, chev_name(alpha), size.screen)
    ]
    chosen = chosen_alphas(screen)
    yield [
        task
        for color in COLORS
        for alpha in (chosen[color], 0.0, 1.0)
        for task in games("fresh", color, chev_name(alpha), size.fresh)
    ]
    yield [
        task
        for color in COLORS
        for alpha, option in variants(chosen[color], PRINTED[color])
        for task in games("sensitivity", color, chev_name(alpha, option), size.sensitivity)
    ]
    yield _against_second(size, chosen)


def variants(chosen: float, printed: float) -> list[tuple[float, str]]:
    """Alpha and option of each other network: all options with the chosen alpha.

    The local term as printed says nothing but how many nodes lie on shortest paths, so its other
    form is also tried with the thesis's alpha and with 1.
    """
    fraction = [(alpha, "local=fraction") for alpha in (printed, 1.0) if alpha != chosen]
    return [*((chosen, option) for option in OPTIONS), *fraction]


def chev_name(alpha: float, *options: str) -> str:
    """`chev` with an alpha and other options, as `hexlab.play.make_player` takes it."""
    return ",".join([f"chev:alpha={alpha:g}", *options])


def _against_second(size: SweepSize, chosen: dict[str, float]) -> list[GameTask]:
    """From each opening with both colors, with the chosen alpha and with 0."""
    tasks = []
    openings = read_openings("all", size.n)[: size.second]
    for opening in openings:
        name = opening_name(opening, size.n).replace("-", " ")
        for color in COLORS:
            for alpha in (chosen[color], 0.0):
                sides = seats(color, chev_name(alpha), SECOND)
                seed = _SEEDS["second opponent"]
                tasks.append(
                    GameTask("second opponent", *sides, size.n, seed, 0, name, size.adjudicate)
                )
    return tasks


def calibrated(n: int, adjudicate: int | None) -> Generator[Sequence[Task], list[Row], int]:
    """Find simulations with which `chev` as first player scores neither little nor nearly all.

    The middle of the ladder is tried first, then the middle of the half that is left. If none is in
    the range, the one nearest to its middle is taken.
    """
    low, high = 0, len(LADDER) - 1
    found: dict[int, float] = {}
    while low <= high:
        middle = (low + high) // 2
        sides = chev_name(TRIAL_ALPHA), OPPONENT.format(LADDER[middle])
        seed = _SEEDS["calibrate"]
        rows = yield [
            GameTask("calibrate", *sides, n, seed, index, adjudicate=adjudicate)
            for index in range(TRIALS)
        ]
        won, count = score(rows)
        share = found[LADDER[middle]] = won / count
        if LEAST <= share <= MOST:
            return LADDER[middle]
        if share > MOST:
            low = middle + 1
        else:
            high = middle - 1
    # Of equally bad ones the last, at that end of the ladder.
    return min(reversed(found), key=lambda sims: abs(found[sims] - (LEAST + MOST) / 2))
