"""EZO and others against one opponent, and what its classifier is worth (Takada 2019, 3.6).

100 games a color for each player, as in Tables 3.2 and 3.3, on 11×11 and on 7×7, where the labels
of the classifier come from. Who raised alpha was often winning or losing already, so from each
position where EZO raised it the rest is played again with alpha raised and with alpha kept, on the
same random numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from hexlab.data.alpha_sweep import COLORS, OPPONENT, SECOND, SIMULATIONS
from hexlab.data.experiment import Experiment, GameTask, Plan, Row, size_of
from hexlab.data.phase_labels import HIGH, LOW, AlphaTask

__all__ = [
    "TournamentSize",
    "ezo_tournament",
    "player_of",
    "raised_at",
    "score_of",
    "tournament_games",
]

NAME = "ezo-tournament"
ABOUT = "Games of EZO, CH_Ev, wolve and mohex against mohex, and both alphas from where EZO changed"

PLAYERS = ("ezo", "chev", SECOND)
_SEEDS = {"tournament": 51, "switch": 52}


@dataclass(frozen=True)
class TournamentSize:
    """How much is played on one board.

    Attributes
    ----------
    n : int
        Board size.
    games : int
        For each player and color.
    again : int
        With each alpha from each position where EZO raised it.
    adjudicate : int or None
        As in `hexlab.data.experiment.GameTask`.
    """

    n: int
    games: int
    again: int = 10
    adjudicate: int | None = None


SIZES = {
    "quick": (TournamentSize(7, 8, 3),),
    "long": (TournamentSize(7, 100), TournamentSize(11, 100, adjudicate=20)),
    "thesis": (TournamentSize(11, 100, 100, adjudicate=20),),
}


def ezo_tournament(scale: str = "long") -> Experiment:
    """The experiment at a scale: "quick" on 7×7, "long" also on 11×11, "thesis" there alone.

    >>> ezo_tournament("quick").name
    'ezo-tournament'
    """
    return Experiment(NAME, ABOUT, partial(_plan, size_of(SIZES, scale)), (GameTask, AlphaTask))


def player_of(row: Row) -> tuple[str, str]:
    """Who met the opponent in a game, and with which color; "mohex", "black" if it met itself.

    >>> player_of({"black": "mohex:sims=80", "white": "ezo"})
    ('ezo', 'white')
    """
    for color in COLORS:
        if not row[color].startswith("mohex"):
            return row[color].partition(":")[0], color
    return "mohex", "black"


def tournament_games(rows: Iterable[Row], player: str, color: str) -> list[Row]:
    """The games of the tournament in which a player has a color; give rows of one board size.

    "mohex", the opponent, has both colors in its games against itself.
    """
    met = ("mohex", "black") if player == "mohex" else (player, color)
    return [row for row in rows if row["stage"] == "tournament" and player_of(row) == met]


def score_of(rows: Iterable[Row], player: str, color: str) -> tuple[int, int]:
    """How many games a player won with a color, and of how many, in rows of one board size."""
    games = tournament_games(rows, player, color)
    return sum(row["winner"] == color for row in games), len(games)


def raised_at(row: Row) -> str | None:
    """The moves before the one at which EZO first had the high alpha; None if it never had."""
    if "raised" not in row:
        return None
    return " ".join(row["moves"].split()[: row["raised"] - 1])


def _plan(sizes: Sequence[TournamentSize]) -> Plan:
    for size in sizes:
        opponent = OPPONENT.format(SIMULATIONS[size.n])
        pairs = [(name, opponent) for name in PLAYERS] + [(opponent, name) for name in PLAYERS]
        rows = yield [
            GameTask(
                "tournament", black, white, size.n, _SEEDS["tournament"], index,
                adjudicate=size.adjudicate,
            )
            for black, white in [*pairs, (opponent, opponent)]
            for index in range(size.games)
        ]  # fmt: skip
        yield list(_switches(rows, size, opponent))


def _switches(rows: Iterable[Row], size: TournamentSize, opponent: str) -> Iterable[AlphaTask]:
    number = 0
    for row in rows:
        opening = raised_at(row)
        if opening is None:
            continue
        color = player_of(row)[1]
        turn = round(len(opening.split()) / len(row["moves"].split()), 3)
        yield AlphaTask(
            "switch", color, size.n, opening, row["index"], turn, opponent, LOW[color], HIGH,
            size.again, _SEEDS["switch"], number, size.adjudicate,
        )  # fmt: skip
        number += 1
