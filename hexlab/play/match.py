"""Matches and round robins: every opening with both colors, resumable, on one process or many."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hexlab.play.isolate import Isolated, Isolation
from hexlab.play.openings import opening_name, read_openings
from hexlab.play.parameters import file_of, is_file_name
from hexlab.play.player import Limit, Player, make_player
from hexlab.play.records import GAMES, GameRecord, read_records, write_tables
from hexlab.play.referee import Rules, play_game
from hexlab.play.sprt import Sprt
from hexlab.run.cluster import map_tasks
from hexlab.run.journal import Journal

__all__ = ["Match", "Pairing", "Plan", "canonical_name", "play_match"]

_SCHEMA = 1
# Games: their indices and records are kept in memory.
_MOST = 1_000_000

Watch = Callable[[GameRecord], None]


class Pairing(NamedTuple):
    """Who plays what in one game of a plan."""

    black: str
    white: str
    opening: tuple[int, ...]
    round: int


@dataclass(frozen=True)
class Plan:
    """All games of a match by index. The first games of a plan are those of a shorter one.

    Attributes
    ----------
    players : tuple of str
        At least two names, no name twice.
    rules : Rules
    openings : tuple of tuple of int
        In the order of play.
    seed : int
    isolation : Isolation
        For players in processes of their own.
    isolate : bool
        Whether all players are, not only those of files.
    made : dict
        Players that are no names, by their names.
    """

    players: tuple[str, ...]
    rules: Rules
    openings: tuple[tuple[int, ...], ...]
    seed: int = 0
    isolation: Isolation = Isolation()  # noqa: RUF009 (immutable)
    isolate: bool = False
    made: Mapping[str, Player] = field(default_factory=dict)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Who meets whom, each pair once."""
        return list(combinations(self.players, 2))

    def game(self, index: int) -> Pairing:
        """Game `index`: all pairs in turn, then the next color, then the next opening.

        >>> plan = Plan(("a", "b", "c"), Rules(3), ((0,), (1,)))
        >>> [plan.game(index)[:3] for index in (0, 1, 3, 6)]
        [('a', 'b', (0,)), ('a', 'c', (0,)), ('b', 'a', (0,)), ('a', 'b', (1,))]
        """
        number, pair = divmod(index, len(self.pairs))
        one, other = self.pairs[pair]
        black, white = (other, one) if number % 2 else (one, other)
        turn, opening = divmod(number // 2, len(self.openings))
        return Pairing(black, white, self.openings[opening], turn)


@dataclass(frozen=True)
class Match:
    """A match that was played.

    Attributes
    ----------
    parameters : dict
        Everything the games depend on.
    records : tuple of GameRecord
        In the order of their indices.
    decided : tuple of (int, str) or None
        Of a sequential test: after how many opening pairs it was decided, and what ("elo0",
        "elo1", "" if it is open).
    folder : Path or None
    """

    parameters: dict[str, Any]
    records: tuple[GameRecord, ...]
    decided: tuple[int, str] | None = None
    folder: Path | None = None


def play_match(
    players: Sequence[str | Player],
    *,
    n: int = 11,
    openings: str = "all",
    games: int | None = None,
    limit: Limit | None = None,
    swap: bool = False,
    out: str | os.PathLike[str] | None = None,
    processes: int = 1,
    cluster: str | None = None,
    seed: int = 0,
    adjudicate: int | None = None,
    temperature: float | None = None,
    patience: float | None = None,
    sprt: Sprt | None = None,
    isolate: bool = False,
    isolation: Isolation | None = None,
    watch: Watch | None = None,
) -> Match:
    """Let two players meet, or several each with each.

    Parameters
    ----------
    players : sequence of str or Player
        Names as `hexlab.play.player.make_player` takes them; those of files (``FILE.py:Class``)
        play in processes of their own. A `Player` object needs a name; over several processes it
        is sent by pickle.
    n : int
        Board size.
    openings : str
        As for `hexlab.play.openings.read_openings`. They are played in a random order that depends
        on the seed alone, so any number of games has a fair sample of them.
    games : int, optional
        For each pair of players, an even number: each opening is played with both colors. By
        default every opening once.
    limit : Limit, optional
        The work that each move may take; by default the players' own.
    swap : bool
        Whether a single stone may be swapped.
    out : path, optional
        Folder of the record (``games.jsonl``) and the tables. A match that is there is gone on
        with, also with more games than before.
    processes : int
        How many games are played at the same time.
    cluster : str, optional
        The address of a Dask scheduler (``tcp://…``) whose workers play instead. They find players
        as this process does: by hexlab, entry points, or files at the same place.
    seed : int
        A game's moves depend on it, the game's index and the players alone.
    adjudicate, temperature, patience
        See `hexlab.play.referee.Rules`.
    sprt : Sprt, optional
        Stop when it is decided which of two strengths the first of two players has.
    isolate : bool
        Give every player a process of its own.
    isolation : Isolation, optional
        Limits of such processes.
    watch : callable, optional
        Called with each `GameRecord`, those of an earlier run first.

    Returns
    -------
    Match

    Raises
    ------
    ValueError
        For fewer than two players, a name twice, an odd number of games or millions of them, more
        games between deterministic players than there are different ones, or a folder with another
        match or a damaged one.
    OSError
        If a player's file cannot be found, or the record cannot be written (a full disk); what is
        in it is safe.

    Notes
    -----
    A game that is finished is on the disk before the next one is taken. Stopped (even by
    ``kill -9``), the same call goes on; games in progress are played again, with the same moves
    where players have counts as limits.

    Examples
    --------
    >>> from hexlab.play.player import Stateless
    >>> class Any(Stateless):
    ...     def __init__(self, name):
    ...         self.name = name
    ...
    ...     def pick(self, board, limit, rng):
    ...         return int(rng.choice(board.empty))
    >>> match = play_match([Any("one"), Any("two")], n=3, openings="all", seed=1)
    >>> len(match.records), match.records[0].opening, match.records[1].opening
    (10, 'b2', 'b2')
    """
    rules = Rules(n, limit or Limit(), swap, adjudicate, temperature, patience)
    starts = read_openings(openings, n)
    order = np.random.default_rng([seed, 0]).permutation(len(starts))
    plan = _plan(players, rules, [starts[i] for i in order], seed, isolation, isolate)
    count = 2 * len(starts) if games is None else games
    _check(plan, count, sprt)
    parameters = _parameters(plan, openings, sprt)
    with ExitStack() as stack:
        journal = None
        if out is not None:
            journal = stack.enter_context(Journal(Path(out) / GAMES, parameters))
        rows = [] if journal is None else journal.rows
        before = () if journal is None else read_records(rows, journal.path)
        test = None if sprt is None else _Decision(plan, sprt)
        stack.callback(_forget)
        played = _run(plan, count, before, journal, processes, cluster, test, watch)
    records = sorted([*before, *played], key=lambda record: record.game)
    if out is not None:
        write_tables(out, records)
    decided = None if test is None else (test.pairs, test.what)
    return Match(parameters, tuple(records), decided, None if out is None else Path(out))


# -- the plan ----------------------------------------------------------------------------------


def _plan(
    players: Sequence[str | Player],
    rules: Rules,
    openings: Iterable[tuple[int, ...]],
    seed: int,
    isolation: Isolation | None,
    isolate: bool,
) -> Plan:
    made = {one.name: one for one in players if isinstance(one, Player)}
    limits = isolation or Isolation()
    if rules.patience is not None:
        limits = Isolation(rules.patience, limits.start_seconds, limits.memory_mb)
    names = [
        one.name if isinstance(one, Player) else canonical_name(one, isolate) for one in players
    ]
    if "" in names:
        raise ValueError(f"{players[names.index('')]!r} has no name; a player in a match needs one")
    return Plan(tuple(names), rules, tuple(openings), seed, limits, isolate, made)


def canonical_name(name: str, isolate: bool = False) -> str:
    """The name under which a match knows a player: with its parameters in order.

    Players of files keep the name as it is, since their code is not run in this process; with
    `isolate` all do.

    Raises
    ------
    ValueError
        For an unknown player or parameter.
    """
    return name if isolate or is_file_name(name) else make_player(name).name


def _check(plan: Plan, games: int, sprt: Sprt | None) -> None:
    names = plan.players
    for name in names:
        if name not in plan.made and is_file_name(name):
            file_of(name)
    if len(names) < 2:
        raise ValueError(f"a match needs at least two players, not {len(names)}")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(f"{twice[0]!r} is named twice; a player does not play against itself")
    if games < 2 or games % 2:
        raise ValueError(
            f"games must be an even number from 2 on, not {games}: each opening is played with "
            "both colors"
        )
    if games * len(plan.pairs) > _MOST:
        raise ValueError(f"a match has at most {_MOST:,} games, not {games * len(plan.pairs):,}")
    if sprt is not None and len(names) != 2:
        raise ValueError(f"a sequential test compares two players, not {len(names)}")
    distinct = 2 * len(plan.openings)
    if games <= distinct or plan.rules.temperature is not None:
        return
    same = [name for name in names if _find(plan, name).deterministic]
    if len(same) > 1:
        raise ValueError(
            f"{same[0]} and {same[1]} always play the same: of {games} games at most {distinct} "
            "differ (openings × colors); take fewer games, more openings or a temperature"
        )


def _parameters(plan: Plan, openings: str, sprt: Sprt | None) -> dict[str, Any]:
    """What the games depend on, as JSON values; the number of games is not among it."""
    rules = plan.rules
    names = " ".join(sorted(opening_name(opening, rules.n) for opening in plan.openings))
    return {
        "schema": _SCHEMA,
        "players": list(plan.players),
        "size": rules.n,
        "openings": openings,
        "opening list": hashlib.sha256(names.encode()).hexdigest()[:16],
        "limit": asdict(rules.limit),
        "swap": rules.swap,
        "adjudicate": rules.adjudicate,
        "temperature": rules.temperature,
        "patience": rules.patience,
        "seed": plan.seed,
        "sprt": None if sprt is None else asdict(sprt),
    }


# -- playing -----------------------------------------------------------------------------------

# The players of this process, so that their tables and processes last for more than a game.
_MADE: dict[tuple[str, Isolation | None], Player] = {}


def _forget() -> None:
    """End the processes of players: their files may change before the next match."""
    for player in _MADE.values():
        if isinstance(player, Isolated):
            player.end()
    _MADE.clear()


def _find(plan: Plan, name: str) -> Player:
    if name in plan.made:
        return plan.made[name]
    own = plan.isolate or is_file_name(name)
    key = (name, plan.isolation if own else None)
    if key not in _MADE:
        _MADE[key] = Isolated(name, plan.isolation) if own else make_player(name)
    return _MADE[key]


def _play(index: int, plan: Plan) -> dict[str, Any]:
    """Game `index` as a row of the journal."""
    pairing = plan.game(index)
    record = play_game(
        _find(plan, pairing.black),
        _find(plan, pairing.white),
        plan.rules,
        opening=pairing.opening,
        seed=plan.seed,
        game=index,
        turn=pairing.round,
    )
    return record.to_row()


def _run(
    plan: Plan,
    count: int,
    records: Sequence[GameRecord],
    journal: Journal | None,
    processes: int,
    cluster: str | None,
    test: _Decision | None,
    watch: Watch | None,
) -> list[GameRecord]:
    """Play what is missing of a match; the new records, which go into the journal, too."""
    new: list[GameRecord] = []
    if journal is not None and records:
        write_tables(journal.path.parent, records)
    if _told(records, test, watch):
        return new
    have = {record.game for record in records}
    todo = [index for index in range(count * len(plan.pairs)) if index not in have]
    with closing(map_tasks(partial(_play, plan=plan), todo, processes, cluster)) as results:
        for row in results:
            if journal is not None:
                journal.append(row)
            new.append(GameRecord.from_row(row))
            if _told(new[-1:], test, watch):
                break
    return new


def _told(records: Iterable[GameRecord], test: _Decision | None, watch: Watch | None) -> bool:
    """Tell of games that are over; whether the match is, too."""
    for record in records:
        if watch is not None:
            watch(record)
        if test is not None:
            test.add(record)
    return test is not None and bool(test.what)


class _Decision:
    """A sequential test in progress, fed with games in any order.

    It takes opening pairs in the order of play, whatever finished first: quick games are others
    than slow ones.
    """

    def __init__(self, plan: Plan, sprt: Sprt) -> None:
        self._sprt, self._first = sprt, plan.players[0]
        self._won: dict[int, bool] = {}
        self._counts = [0, 0, 0]
        self.what = ""

    @property
    def pairs(self) -> int:
        """How many pairs it has taken."""
        return sum(self._counts)

    def add(self, record: GameRecord) -> None:
        """Take a game."""
        self._won[record.game] = record.winner == self._first
        while not self.what:
            games = 2 * self.pairs, 2 * self.pairs + 1
            if not all(game in self._won for game in games):
                return
            self._counts[sum(self._won[game] for game in games)] += 1
            self.what = self._sprt.decision(self._counts)
