"""Ratings from games: Bradley–Terry with a term for the first move, on the Elo scale.

Ratings have no zero of their own, so everything here is a difference: to an anchor, or between two
players, with the variance of that difference (the diagonal of a covariance of ratings without an
anchor says next to nothing).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from hexlab.run.estimate import Estimate, z_value

__all__ = [
    "ELO",
    "Ratings",
    "Result",
    "bootstrap_differences",
    "elo",
    "expected_score",
    "fit_ratings",
    "holm",
]

# Elo points of one unit of log odds.
ELO = 400 / math.log(10)
# Drawn games a pair in each draw of a bootstrap, or a draw without a loss would have no maximum.
_PRIOR_OF_DRAWS = 0.1
# Newton's method ends when no rating moves by more than this (in log odds), far below any interval.
_CLOSE = 1e-10

# Who was Black, who White, and Black's points (1, 0; a draw would be ½).
Result = tuple[str, str, float]


def expected_score(difference: float) -> float:
    """The expected score of a player that is `difference` Elo points stronger.

    >>> round(expected_score(70.44), 3)
    0.6
    """
    return 1 / (1 + math.exp(-difference / ELO))


def elo(score: float) -> float:
    """The difference that gives the expected score: infinite for 0 and 1.

    >>> round(elo(0.6), 2), elo(1.0)
    (70.44, inf)
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score is from 0 to 1, not {score!r}")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return ELO * math.log(score / (1 - score))


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings in Elo points, as differences to an anchor.

    Attributes
    ----------
    players : tuple of str
        The anchor first, the others in the order given.
    values : (k,) float
        ``values[0]`` is 0.
    first_move : float
        What having the first move is worth; nan if it was not fitted.
    covariance : (k + 1, k + 1) float
        Of the differences to the anchor (row and column 0 are 0) and, last, of `first_move`.
    games : int
        How many games they rest on, drawn ones that were added not counted.
    prior : float
        How many drawn games were added to each pair that met; 0 for plain maximum likelihood.
    """

    players: tuple[str, ...]
    values: np.ndarray
    first_move: float
    covariance: np.ndarray
    games: int
    prior: float

    def difference(self, one: str, other: str, confidence: float = 0.95) -> Estimate:
        """How many Elo points `one` is above `other`, with its interval.

        The variance is ``var_i + var_j − 2 cov_ij``.
        """
        value, deviation = self._difference(one, other)
        half = z_value(confidence) * deviation
        return Estimate(value, value - half, value + half, self.games, confidence)

    def superiority(self, one: str, other: str) -> float:
        """The likelihood that `one` is stronger than `other`, by the normal approximation.

        >>> games = [("a", "b", 1.0)] * 60 + [("a", "b", 0.0)] * 40
        >>> fitted = fit_ratings(games, first_move=False)
        >>> round(fitted.superiority("a", "b"), 3)
        0.977
        """
        value, deviation = self._difference(one, other)
        if deviation == 0:
            return 0.5
        return 0.5 * math.erfc(-value / deviation / math.sqrt(2))

    def first_move_estimate(self, confidence: float = 0.95) -> Estimate:
        """What the first move is worth, with its interval; nan if it was not fitted."""
        half = z_value(confidence) * math.sqrt(self.covariance[-1, -1])
        value = self.first_move
        return Estimate(value, value - half, value + half, self.games, confidence)

    def ranking(self, confidence: float = 0.95) -> list[tuple[str, Estimate]]:
        """All players with their differences to the anchor, the strongest first."""
        anchor = self.players[0]
        rows = [(name, self.difference(name, anchor, confidence)) for name in self.players]
        return sorted(rows, key=lambda row: -row[1].value)

    def _difference(self, one: str, other: str) -> tuple[float, float]:
        i, j = (self._index(name) for name in (one, other))
        c = self.covariance
        variance = c[i, i] + c[j, j] - 2 * c[i, j]
        return float(self.values[i] - self.values[j]), math.sqrt(max(variance, 0.0))

    def _index(self, name: str) -> int:
        if name not in self.players:
            raise ValueError(f"no ratings of {name!r}: there are {', '.join(self.players)}")
        return self.players.index(name)


def fit_ratings(
    results: Iterable[Result],
    *,
    anchor: str | None = None,
    first_move: bool = True,
    prior: float | None = None,
) -> Ratings:
    """Fit ratings by maximum likelihood: P(Black wins) = σ((r_black − r_white + f) / 173.7).

    Parameters
    ----------
    results : iterable of (black, white, score)
        Black's points of each game.
    anchor : str, optional
        The player at 0, by default the first one named.
    first_move : bool
        Whether f is fitted (else it is 0).
    prior : float, optional
        Drawn games added to each pair that met, half of them with either color. By default none
        where the maximum is finite, else one (somebody won every game of a group, say).

    Raises
    ------
    ValueError
        For no games, a score outside 0 to 1, an unknown anchor, players that no chain of games
        joins, or a first move that cannot be told from the players (each always had one color).

    Notes
    -----
    Newton's method; the covariance is the inverse of the information. It takes games as
    independent; for games paired on openings there is `bootstrap_differences`.

    Examples
    --------
    >>> games = [("a", "b", 1.0)] * 30 + [("b", "a", 0.0)] * 30 + [("a", "b", 0.0)] * 20
    >>> fitted = fit_ratings(games + [("b", "a", 1.0)] * 20, anchor="b")
    >>> print(fitted.difference("a", "b", confidence=0.68))
    70.4 [35, 106]
    """
    rows = list(results)
    names = _names(rows, anchor)
    design, wins, counts = _counts(rows, names, first_move)
    _check_joined(design, names, first_move)
    if prior is None:
        prior = 0.0 if _is_finite(design, wins, counts) else 1.0
    if not prior >= 0:
        raise ValueError(f"prior must be a number of games from 0 on, not {prior!r}")
    if prior:
        design, wins, counts = _with_draws(design, wins, counts, len(names), first_move, prior)
    weights, information = _newton(design, wins, counts)
    covariance = np.linalg.inv(information)
    return _ratings(names, weights, covariance, len(rows), prior, first_move)


def _names(rows: Sequence[Result], anchor: str | None) -> tuple[str, ...]:
    if not rows:
        raise ValueError("no games to rate")
    for black, white, score in rows:
        if not 0 <= score <= 1 or black == white:
            raise ValueError(f"{(black, white, score)!r} is no result: two players and 0 to 1")
    names = list(dict.fromkeys(name for row in rows for name in row[:2]))
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor!r} played no game; there are {', '.join(names)}")
    first = names[0] if anchor is None else anchor
    return (first, *(name for name in names if name != first))


def _counts(
    rows: Sequence[Result], names: tuple[str, ...], first_move: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """One line for each (black, white) that met: its design, Black's points, games."""
    index = {name: i for i, name in enumerate(names)}
    totals: dict[tuple[int, int], list[float]] = {}
    for black, white, score in rows:
        entry = totals.setdefault((index[black], index[white]), [0.0, 0.0])
        entry[0] += score
        entry[1] += 1
    design = np.zeros((len(totals), len(names) - 1 + first_move))
    for line, (i, j) in enumerate(totals):
        _put(design[line], i, j, first_move)
    values = np.array(list(totals.values()))
    return design, values[:, 0], values[:, 1]


def _put(line: np.ndarray, black: int, white: int, first_move: bool) -> None:
    """Set the coefficients of one meeting; the anchor (0) has none."""
    if black:
        line[black - 1] = 1
    if white:
        line[white - 1] = -1
    if first_move:
        line[-1] = 1


def _check_joined(design: np.ndarray, names: tuple[str, ...], first_move: bool) -> None:
    columns = design[:, : len(names) - 1]
    if np.linalg.matrix_rank(columns) < len(names) - 1:
        raise ValueError("no chain of games joins all of " + ", ".join(names))
    if first_move and np.linalg.matrix_rank(design) < design.shape[1]:
        raise ValueError(
            "the first move cannot be told from the players: let them change colors, or fit with "
            "first_move=False"
        )


def _is_finite(design: np.ndarray, wins: np.ndarray, counts: np.ndarray) -> bool:
    """Whether the likelihood has its maximum at finite ratings.

    It has not if some direction of the ratings makes no result less likely and one more likely.
    """
    from scipy.optimize import linprog

    toward = np.concatenate([design[wins > 0], -design[wins < counts]])
    gain = toward.sum(axis=0)
    found = linprog(-gain, A_ub=-toward, b_ub=np.zeros(len(toward)), bounds=(-1, 1))
    return bool(found.status == 0 and -found.fun < 1e-9)


def _with_draws(
    design: np.ndarray,
    wins: np.ndarray,
    counts: np.ndarray,
    k: int,
    first_move: bool,
    prior: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The counts with `prior` drawn games for each pair, either color half of them."""
    pairs = set()
    for line in design[:, : k - 1]:
        ends = np.flatnonzero(line) + 1
        pairs.add((0, int(ends[0])) if len(ends) == 1 else (int(ends[0]), int(ends[1])))
    extra = np.zeros((2 * len(pairs), design.shape[1]))
    for number, (i, j) in enumerate(sorted(pairs)):
        _put(extra[2 * number], i, j, first_move)
        _put(extra[2 * number + 1], j, i, first_move)
    games = np.full(len(extra), prior / 2)
    return (
        np.concatenate([design, extra]),
        np.concatenate([wins, games / 2]),
        np.concatenate([counts, games]),
    )


def _newton(
    design: np.ndarray, wins: np.ndarray, counts: np.ndarray, start: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The maximum of the likelihood and the information there, in log odds."""
    weights = np.zeros(design.shape[1]) if start is None else start
    for _ in range(200):
        share = 1 / (1 + np.exp(-np.clip(design @ weights, -500, 500)))
        information = (design.T * (counts * share * (1 - share))) @ design
        # Of no account unless rounding has made all of a player's games certain.
        information.flat[:: len(weights) + 1] += 1e-12
        step = np.linalg.solve(information, design.T @ (wins - counts * share))
        size = np.abs(step).max(initial=0.0)
        # Far from the maximum a whole step may overshoot.
        weights = weights + step * min(1.0, 2.0 / max(size, 1e-300))
        if size < _CLOSE:
            break
    return weights, information


def _ratings(
    names: tuple[str, ...],
    weights: np.ndarray,
    covariance: np.ndarray,
    games: int,
    prior: float,
    first_move: bool,
) -> Ratings:
    """In Elo points, with the anchor's zeros."""
    k = len(names)
    full = np.full((k + 1, k + 1), math.nan)
    full[0], full[:, 0] = 0.0, 0.0
    size = k if first_move else k - 1
    full[1 : size + 1, 1 : size + 1] = covariance * ELO**2
    values = np.concatenate([[0.0], weights[: k - 1] * ELO])
    first = float(weights[-1] * ELO) if first_move else math.nan
    return Ratings(names, values, first, full, games, prior)


def bootstrap_differences(
    units: Sequence[Sequence[Result]],
    ratings: Ratings,
    *,
    draws: int = 1000,
    confidence: float = 0.95,
    rng: np.random.Generator | int | None = 0,
) -> dict[str, Estimate]:
    """Intervals of the differences to the anchor, by drawing whole units with replacement.

    Parameters
    ----------
    units : sequence of sequence of Result
        What belongs together: the two games of an opening pair. Units of the same players are drawn
        among themselves, so every pair of players keeps its number of games.
    ratings : Ratings
        As fitted to all of these games.
    draws : int
        How many times everything is drawn.
    confidence : float
        Of the percentile intervals.
    rng : Generator, int or None
        The same seed gives the same intervals.

    Returns
    -------
    dict of str to Estimate
        By player; `Estimate.n` is the number of units.

    Examples
    --------
    >>> units = [[("a", "b", 1.0), ("b", "a", 0.0)]] * 9 + [[("a", "b", 0.0), ("b", "a", 1.0)]] * 3
    >>> fitted = fit_ratings([game for unit in units for game in unit])
    >>> found = bootstrap_differences(units, fitted)
    >>> found["b"].low < found["b"].value < found["b"].high
    True
    """
    rows = [row for unit in units for row in unit]
    has_first = not math.isnan(ratings.first_move)
    k = len(ratings.players)
    design, _, _ = _counts(rows, ratings.players, has_first)
    wins, counts = _by_unit(units)
    prior = max(ratings.prior, _PRIOR_OF_DRAWS)
    fitted = [*ratings.values[1:], *([ratings.first_move] if has_first else [])]
    start = np.array(fitted) / ELO
    found = np.empty((draws, k - 1))
    for number, weights in enumerate(_weights(units, draws, np.random.default_rng(rng))):
        # A line without games in this draw stays: it adds nothing.
        lines = _with_draws(design, weights @ wins, weights @ counts, k, has_first, prior)
        found[number] = _newton(*lines, start)[0][: k - 1] * ELO
    tail = 100 * (1 - confidence) / 2
    ends = np.percentile(found, [tail, 100 - tail], axis=0)
    n = len(units)
    result = {ratings.players[0]: Estimate(0.0, 0.0, 0.0, n, confidence)}
    for i, name in enumerate(ratings.players[1:]):
        value = float(ratings.values[i + 1])
        result[name] = Estimate(value, float(ends[0, i]), float(ends[1, i]), n, confidence)
    return result


def _by_unit(units: Sequence[Sequence[Result]]) -> tuple[np.ndarray, np.ndarray]:
    """Black's points and games (units, lines), lines in the order of `_counts`."""
    lines = {row[:2]: 0 for unit in units for row in unit}
    lines = {line: number for number, line in enumerate(lines)}
    wins = np.zeros((len(units), len(lines)))
    counts = np.zeros_like(wins)
    for number, unit in enumerate(units):
        for black, white, score in unit:
            wins[number, lines[black, white]] += score
            counts[number, lines[black, white]] += 1
    return wins, counts


def _weights(units: Sequence[Sequence[Result]], draws: int, rng: np.random.Generator) -> np.ndarray:
    """How often each unit is in each draw (draws, units)."""
    groups: dict[frozenset[str], list[int]] = {}
    for number, unit in enumerate(units):
        groups.setdefault(frozenset(unit[0][:2]), []).append(number)
    weights = np.zeros((draws, len(units)))
    for members in groups.values():
        share = np.full(len(members), 1 / len(members))
        weights[:, members] = rng.multinomial(len(members), share, draws)
    return weights


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values: those below α are significant together at level α.

    Raises
    ------
    ValueError
        For a p-value outside 0 to 1.

    Notes
    -----
    Source: Holm 1979, a simple sequentially rejective multiple test procedure.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    for p in p_values:
        if not 0 <= p <= 1:
            raise ValueError(f"a p-value is from 0 to 1, not {p!r}")
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted
