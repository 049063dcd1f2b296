"""The table of a match that is being played, with a progress bar, in a terminal or notebook."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType

from hexlab.play.rating import elo
from hexlab.play.records import GameRecord
from hexlab.run.estimate import proportion
from hexlab.run.progress import progress, status_line

__all__ = ["LiveTable", "standing"]

# Seconds between two pictures of the table.
_EVERY = 0.5
# More players than lines: the last ones are not shown.
_MOST_LINES = 20


class LiveTable:
    """A progress bar over games and below it the standing; silent where nobody watches.

    Parameters
    ----------
    players : sequence of str
    total : int
        How many games there will be.

    Examples
    --------
    >>> with LiveTable(["a", "b"], 2) as table:
    ...     table.lines()
    ['a – b: 0 of 0']
    """

    def __init__(self, players: Sequence[str], total: int) -> None:
        self.players, self.total = list(players), total
        self.wins = dict.fromkeys(self.players, 0)
        self.games = dict.fromkeys(self.players, 0)
        self._shown = 0.0

    def __enter__(self) -> LiveTable:
        self._bar = progress(total=self.total, desc="games", unit="game")
        self._rows = [status_line() for _ in self.lines()]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for row in reversed(self._rows):
            row.close()
        self._bar.close()

    def add(self, record: GameRecord) -> None:
        """Count a game that is over."""
        self.wins[record.winner] += 1
        for name in (record.black, record.white):
            self.games[name] += 1
        self._bar.update()
        now = time.monotonic()
        if now - self._shown > _EVERY:
            self._shown = now
            for row, text in zip(self._rows, self.lines(), strict=True):
                row.set_description_str(text)

    def lines(self) -> list[str]:
        """The standing, a line a player, or one line for two."""
        return standing(self.wins, self.games)[:_MOST_LINES]


def standing(wins: dict[str, int], games: dict[str, int]) -> list[str]:
    """The players with what they won, the best first.

    >>> standing({"a": 7, "b": 3}, {"a": 10, "b": 10})
    ['a – b: 7 of 10, 70.0 % [39.7, 89.2], Elo +147']
    >>> standing({"a": 1, "b": 1, "c": 0}, {"a": 1, "b": 2, "c": 1})
    ['a: 1 of 1, 100.0 %', 'b: 1 of 2, 50.0 %', 'c: 0 of 1, 0.0 %']
    """
    names = list(wins)
    if len(names) == 2:
        return [_two_players(names[0], names[1], wins, games)]
    share = {name: wins[name] / max(games[name], 1) for name in names}
    return [
        f"{name}: {wins[name]} of {games[name]}, {share[name]:.1%}".replace("%", " %")
        for name in sorted(names, key=lambda name: -share[name])
    ]


def _two_players(one: str, other: str, wins: dict[str, int], games: dict[str, int]) -> str:
    text = f"{one} – {other}: {wins[one]} of {games[one]}"
    if not games[one]:
        return text
    share = proportion(wins[one], games[one])
    value, low, high = (100 * x for x in share[:3])
    return f"{text}, {value:.1f} % [{low:.1f}, {high:.1f}], Elo {elo(share.value):+.0f}"
