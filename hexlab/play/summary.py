"""What a match says: scores of pairs, ratings, and what both rest on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from hexlab.board.notation import cell_id, cell_name
from hexlab.board.symmetry import rotate_cells
from hexlab.play.rating import Ratings, Result, bootstrap_differences, fit_ratings, holm
from hexlab.play.records import GameRecord
from hexlab.run.estimate import Estimate, proportion

__all__ = [
    "PairScore",
    "Summary",
    "opening_pairs",
    "pair_points",
    "percent",
    "score_pair",
    "sign_test",
    "summarize",
    "unique_games",
]


@dataclass(frozen=True)
class PairScore:
    """How one player did against another.

    Attributes
    ----------
    one, other : str
    wins, games : int
        Of `one`, over all games.
    pairs : int
        Complete opening pairs among them.
    score : Estimate
        The share of `one` over the opening pairs, with an interval by bootstrap over them (over the
        games where no pair is complete).
    plain : Estimate
        The share over all games with ±1.96·sqrt(p(1−p)/n), which takes games as independent.
        Source: Takada 2019, caption of Table 4.6 (T20).
    p_value : float
        Of the two-sided sign test on opening pairs: how likely so clear a result is if both are
        equally strong.
    adjusted : float
        The same after Holm's correction over all pairs of the summary.
    """

    one: str
    other: str
    wins: int
    games: int
    pairs: int
    score: Estimate
    plain: Estimate
    p_value: float
    adjusted: float


@dataclass(frozen=True)
class Summary:
    """What a match says.

    Attributes
    ----------
    games, unique : int
        How many games, and how many different ones (`unique_games`).
    first_player : Estimate
        The share that Black won.
    adjudicated : float
        The share that the solver ended.
    faults : dict
        For each player that lost games by faults: how many of each kind.
    reasons : dict
        For each of them what its first one was, in words.
    seconds : dict
        For each player the mean seconds of a move.
    pairs : tuple of PairScore
    ratings : Ratings or None
        None where there are no games, or games that rate nobody (see `note`).
    intervals : dict of str to Estimate
        For each player the difference to the anchor, with an interval over opening pairs (by the
        information alone where somebody won everything).
    note : str
        Why there are no ratings.
    """

    games: int
    unique: int
    first_player: Estimate
    adjudicated: float
    faults: dict[str, dict[str, int]]
    reasons: dict[str, str]
    seconds: dict[str, float]
    pairs: tuple[PairScore, ...]
    ratings: Ratings | None
    intervals: dict[str, Estimate]
    note: str = ""

    def __str__(self) -> str:
        return "\n".join([*_pair_lines(self), *_rating_lines(self), *_base_lines(self)])


def summarize(
    records: Iterable[GameRecord],
    *,
    anchor: str | None = None,
    draws: int = 1000,
    rng: np.random.Generator | int | None = 0,
) -> Summary:
    """Sum up the games of a match.

    Parameters
    ----------
    records : iterable of GameRecord
        At least one.
    anchor : str, optional
        The player whose rating is 0; by default the first one.
    draws : int
        Of the bootstrap.
    rng : Generator, int or None
        For the bootstrap; the same seed gives the same intervals.

    Raises
    ------
    ValueError
        For no records, or an anchor that did not play.
    """
    games = list(records)
    if not games:
        raise ValueError("no game was finished yet")
    names = sorted({name for game in games for name in (game.black, game.white)})
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor!r} played no game; there are {', '.join(names)}")
    first = sum(game.color == "black" for game in games)
    ratings, note = _ratings(games, anchor)
    intervals = {} if ratings is None else _intervals(games, ratings, draws, rng)
    return Summary(
        games=len(games),
        unique=unique_games(games),
        first_player=proportion(first, len(games)),
        adjudicated=sum(game.end == "adjudicated" for game in games) / len(games),
        faults=_faults(games),
        reasons={game.loser: game.reason for game in reversed(games) if game.faulty},
        seconds=_seconds(games),
        pairs=_pair_scores(games, draws, rng),
        ratings=ratings,
        intervals=intervals,
        note=note,
    )


# -- pairs -------------------------------------------------------------------------------------


def opening_pairs(records: Iterable[GameRecord]) -> list[tuple[GameRecord, GameRecord]]:
    """The complete pairs: same players, opening and round, colors exchanged."""
    return [(unit[0], unit[1]) for unit in _units(records) if len(unit) == 2]


def _units(records: Iterable[GameRecord]) -> list[list[GameRecord]]:
    """Opening pairs, and alone what has no partner yet."""
    found: dict[tuple[frozenset[str], str, int], list[GameRecord]] = {}
    for record in records:
        key = frozenset((record.black, record.white)), record.opening, record.round
        found.setdefault(key, []).append(record)
    return list(found.values())


def pair_points(records: Iterable[GameRecord], one: str, other: str) -> list[float]:
    """The points of `one` in each opening pair with `other`, as a share: 0, ½ or 1."""
    return [
        sum(game.winner == one for game in pair) / 2
        for pair in opening_pairs(records)
        if {pair[0].black, pair[0].white} == {one, other}
    ]


def sign_test(points: Sequence[float], alternative: str = "two-sided") -> float:
    """The p-value of the exact sign test on opening pairs.

    Pairs with ½ say nothing; of the others half should be 1 if both players are equally strong,
    however unfair the openings are.

    Parameters
    ----------
    points : sequence of float
        0, ½ or 1 for each pair.
    alternative : {"two-sided", "greater"}
        "greater": that the points are not above ½ on average.

    Raises
    ------
    ValueError
        For another alternative.

    Examples
    --------
    >>> sign_test([1, 1, 1, 0.5, 0], "greater"), sign_test([])
    (0.3125, 1.0)
    """
    if alternative not in ("two-sided", "greater"):
        raise ValueError(f"alternative is 'two-sided' or 'greater', not {alternative!r}")
    up, down = sum(p > 0.5 for p in points), sum(p < 0.5 for p in points)
    if alternative == "greater":
        return _tail(up, up + down)
    return min(1.0, 2 * _tail(max(up, down), up + down))


def _tail(at_least: int, n: int) -> float:
    """How likely so many heads of n fair coins are, or more."""
    return sum(math.comb(n, k) for k in range(at_least, n + 1)) / 2**n


def score_pair(
    records: Iterable[GameRecord],
    one: str,
    other: str,
    *,
    draws: int = 1000,
    rng: np.random.Generator | int | None = 0,
) -> PairScore:
    """How `one` did against `other`.

    Raises
    ------
    ValueError
        If they played no game.
    """
    games = [game for game in records if {game.black, game.white} == {one, other}]
    if not games:
        raise ValueError(f"{one!r} and {other!r} played no game")
    wins = sum(game.winner == one for game in games)
    points = pair_points(games, one, other)
    p = sign_test(points)
    return PairScore(
        one=one,
        other=other,
        wins=wins,
        games=len(games),
        pairs=len(points),
        score=_over_pairs(points, draws, rng) if points else proportion(wins, len(games)),
        plain=proportion(wins, len(games), method="normal"),
        p_value=p,
        adjusted=p,
    )


def _over_pairs(
    points: Sequence[float], draws: int, rng: np.random.Generator | int | None
) -> Estimate:
    """The mean with its interval; Wilson's where all pairs are alike and drawing shows nothing."""
    values = np.array(points, float)
    n = len(values)
    if np.ptp(values) == 0:
        return proportion(float(values.sum()), n)
    found = np.random.default_rng(rng).choice(values, (draws, n)).mean(axis=1)
    low, high = np.percentile(found, [2.5, 97.5])
    return Estimate(float(values.mean()), float(low), float(high), n)


def _pair_scores(
    games: Sequence[GameRecord], draws: int, rng: np.random.Generator | int | None
) -> tuple[PairScore, ...]:
    names = list(dict.fromkeys(name for game in games for name in (game.black, game.white)))
    met = {frozenset((game.black, game.white)) for game in games}
    scores = [
        score_pair(games, one, other, draws=draws, rng=rng)
        for one, other in combinations(names, 2)
        if {one, other} in met
    ]
    adjusted = holm([score.p_value for score in scores])
    return tuple(
        PairScore(**{**vars(score), "adjusted": p})
        for score, p in zip(scores, adjusted, strict=True)
    )


# -- the rest ----------------------------------------------------------------------------------


def unique_games(records: Iterable[GameRecord]) -> int:
    """How many different games there are: the same players, colors and moves are the same game.

    Moves that half a turn makes the same are the same, too.
    """
    found = set()
    for record in records:
        moves, n = record.moves, record.size
        turned = tuple(_turned(move, n) for move in moves)
        found.add((record.black, record.white, min(moves, turned)))
    return len(found)


def _turned(move: str, n: int) -> str:
    try:
        return cell_name(rotate_cells(n)[cell_id(move, n)], n)
    except ValueError:  # a swap, a resignation
        return move


def _ratings(games: Sequence[GameRecord], anchor: str | None) -> tuple[Ratings | None, str]:
    results: list[Result] = [game.result for game in games]
    for first_move in (True, False):
        try:
            return fit_ratings(results, anchor=anchor, first_move=first_move), ""
        except ValueError as error:
            note = str(error)
    return None, note


def _intervals(
    games: Sequence[GameRecord],
    ratings: Ratings,
    draws: int,
    rng: np.random.Generator | int | None,
) -> dict[str, Estimate]:
    """Over opening pairs by bootstrap; by the information where drawing shows nothing.

    So it is where somebody won everything, or all pairs are alike.
    """
    units = [[game.result for game in unit] for unit in _units(games)]
    found = bootstrap_differences(units, ratings, draws=draws, rng=rng)
    anchor = ratings.players[0]
    for name, estimate in found.items():
        if name != anchor and (ratings.prior or estimate.high - estimate.low < 1e-6):
            found[name] = ratings.difference(name, anchor)
    return found


def _faults(games: Iterable[GameRecord]) -> dict[str, dict[str, int]]:
    counts: dict[str, Counter[str]] = {}
    for game in games:
        if game.faulty:
            counts.setdefault(game.loser, Counter())[game.end] += 1
    return {name: dict(counter) for name, counter in sorted(counts.items())}


def _seconds(games: Iterable[GameRecord]) -> dict[str, float]:
    spent: dict[str, list[float]] = {}
    for game in games:
        for turn in game.turns:
            name = game.black if turn["color"] == "black" else game.white
            spent.setdefault(name, []).append(turn["seconds"])
    return {name: sum(values) / len(values) for name, values in sorted(spent.items())}


# -- in words ----------------------------------------------------------------------------------


def percent(estimate: Estimate) -> str:
    """A share with its interval.

    >>> percent(Estimate(0.5, 0.25, 0.75, 8))
    '50.0 % [25.0, 75.0]'
    """
    value, low, high = (100 * x for x in estimate[:3])
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def _pair_lines(summary: Summary) -> list[str]:
    return [
        f"{pair.one} – {pair.other}: {pair.wins} of {pair.games} games, {percent(pair.score)} "
        f"over {pair.pairs} opening pairs, p = {pair.p_value:.2g}"
        + (f" ({pair.adjusted:.2g} by Holm)" if len(summary.pairs) > 1 else "")
        for pair in summary.pairs
    ]


def _rating_lines(summary: Summary) -> list[str]:
    ratings = summary.ratings
    if ratings is None:
        return [f"No ratings: {summary.note}"]
    anchor = ratings.players[0]
    lines = [f"Elo above {anchor} (95 % over opening pairs; likelihood of being stronger):"]
    for name, _ in ratings.ranking():
        # Rounded first, so that no zero has a minus sign.
        value, low, high = (round(x) for x in summary.intervals[name][:3])
        if name == anchor:
            lines.append(f"  {name}: 0")
        else:
            superior = ratings.superiority(name, anchor)
            lines.append(f"  {name}: {value:+d} [{low:+d}, {high:+d}], {superior:.1%}")
    if not math.isnan(ratings.first_move):
        value, low, high = (round(x) for x in ratings.first_move_estimate()[:3])
        lines.append(f"  the first move: {value:+d} [{low:+d}, {high:+d}]")
    if ratings.prior:
        lines.append(
            f"  ({ratings.prior:g} drawn game added to each pair: without it somebody's rating "
            "would be infinite)"
        )
    return lines


def _base_lines(summary: Summary) -> list[str]:
    adjudicated = f"{summary.adjudicated:.1%} ended by the solver"
    lines = [
        f"{summary.games} games, {summary.unique} different; Black won "
        f"{percent(summary.first_player)}; {adjudicated}"
    ]
    lines += [f"{name}: {seconds:.3f} s a move" for name, seconds in summary.seconds.items()]
    for name, kinds in summary.faults.items():
        words = ", ".join(f"{count} by {end}" for end, count in kinds.items())
        first = summary.reasons[name] and f" (the first: {summary.reasons[name]})"
        lines.append(f"{name} lost by faults: {words}{first}")
    return lines
