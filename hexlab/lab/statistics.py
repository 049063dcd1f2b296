"""Shares with intervals, and how often a value points at the winner."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from hexlab.run.estimate import Estimate, proportion

__all__ = [
    "Estimate",
    "bootstrap_shares",
    "holm_differences",
    "mean_difference",
    "needed",
    "proportion",
    "share_difference",
    "winner_hits",
]


def bootstrap_shares(
    hits: np.ndarray,
    counts: np.ndarray,
    *,
    draws: int = 2000,
    confidence: float = 0.95,
    rng: np.random.Generator | int | None = 0,
) -> list[Estimate]:
    """Shares Σ hits / Σ counts over games, each with a bootstrap interval over games.

    Positions of one game are alike, so whole games are drawn (with replacement), not positions.

    Parameters
    ----------
    hits, counts : float array (games, k)
        Per game and column; k shares come out.
    draws : int
        How many times the games are drawn.
    confidence : float
        Of the intervals.
    rng : Generator, int or None
        The same seed gives the same intervals.

    Returns
    -------
    list of Estimate
        One a column; NaN for a column without counts. `n` is the number of games that have any.

    Raises
    ------
    ValueError
        If the arrays are not two alike of two dimensions, or there are no games.

    Notes
    -----
    The percentiles lie as far out as Student's t and the number of games ask: the plain ones of ten
    games would hold 90 % of the time, not 95 %. Source: Hesterberg 2015, 5.3 (expanded percentile
    interval). One game tells no interval: both ends are its share.

    >>> bootstrap_shares([[1], [0]], [[1], [1]])[0]
    Estimate(value=0.5, low=0.0, high=1.0, n=2, confidence=0.95)
    """
    hits, counts = np.asarray(hits, float), np.asarray(counts, float)
    if hits.shape != counts.shape or hits.ndim != 2 or not len(hits):
        raise ValueError(
            f"hits and counts must both be (games, k) with games: {hits.shape}, {counts.shape}"
        )
    games = len(hits)
    weights = np.random.default_rng(rng).multinomial(games, np.full(games, 1 / games), draws)
    estimates = []
    for hit, count in zip(hits.T, counts.T, strict=True):
        if not count.any():
            estimates.append(Estimate(math.nan, math.nan, math.nan, 0, confidence))
            continue
        totals = weights @ count
        shares = (weights @ hit)[totals > 0] / totals[totals > 0]
        n = int(np.count_nonzero(count))
        tail = _tail(n, confidence)
        low, high = np.quantile(shares, [tail, 1 - tail])
        value = hit.sum() / count.sum()
        estimates.append(Estimate(float(value), float(low), float(high), n, confidence))
    return estimates


def _tail(n: int, confidence: float) -> float:
    """The share of drawn values to leave out at either end, for `n` units."""
    from scipy.special import ndtr, stdtrit

    if n == 1:
        return (1 - confidence) / 2
    return float(ndtr(math.sqrt(n / (n - 1)) * stdtrit(n - 1, (1 - confidence) / 2)))


def mean_difference(
    new: Sequence[float] | np.ndarray, old: Sequence[float] | np.ndarray
) -> Estimate:
    """How much more, in the mean, is in `new` than in `old`, pair by pair.

    The interval is that of `bootstrap_shares`, which draws pairs.

    Raises
    ------
    ValueError
        If the lengths differ or there are no pairs.

    >>> mean_difference([1, 1, 0], [0, 0, 0]).value.__round__(3)
    0.667
    """
    if len(new) != len(old):
        raise ValueError(f"{len(new)} values and {len(old)} make no pairs")
    difference = (np.asarray(new, float) - np.asarray(old, float)).reshape(-1, 1)
    return bootstrap_shares(difference, np.ones_like(difference))[0]


def share_difference(
    new: tuple[int, int], old: tuple[int, int], confidence: float = 0.95
) -> Estimate:
    """How much larger one share is than another, from other games, with its interval.

    Parameters
    ----------
    new, old : (int, int)
        How many of how many.
    confidence : float
        Of the interval.

    Returns
    -------
    Estimate
        `n` is that of the smaller sample.

    Notes
    -----
    Newcombe 1998, method 10: Wilson's intervals of both shares, combined.

    >>> print(share_difference((56, 70), (48, 80)))
    0.2 [0.0524, 0.334]
    """
    one, other = proportion(*new, confidence), proportion(*old, confidence)
    value = one.value - other.value
    below = math.hypot(one.value - one.low, other.high - other.value)
    above = math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, value - below, value + above, min(new[1], old[1]), confidence)


def holm_differences(
    pairs: Sequence[tuple[tuple[int, int], tuple[int, int]]], confidence: float = 0.95
) -> list[Estimate]:
    """Several `share_difference` with intervals that may be read together, by Holm's steps.

    The clearest one has the interval of a Bonferroni correction over all, the next over the others
    if the first does not reach 0, and so on: intervals that leave out 0 are all right with the
    confidence.

    Parameters
    ----------
    pairs : sequence of (new, old)
        As for `share_difference`.
    confidence : float
        That all are right.

    Notes
    -----
    Source: Holm 1979; the clearest is that of the least p of Fisher's exact test.

    >>> found = holm_differences([((9, 10), (1, 10)), ((5, 9), (4, 9))])
    >>> [round(one.confidence, 3) for one in found]
    [0.975, 0.95]
    """
    from scipy.stats import fisher_exact

    def p_value(i: int) -> float:
        (won, of), (lost, out) = pairs[i]
        return float(fisher_exact([[won, of - won], [lost, out - lost]])[1])

    found: dict[int, Estimate] = {}
    left = len(pairs)
    for i in sorted(range(len(pairs)), key=p_value):
        found[i] = share_difference(*pairs[i], confidence=1 - (1 - confidence) / left)
        if not found[i].low <= 0 <= found[i].high:
            left -= 1
    return [found[i] for i in range(len(pairs))]


def winner_hits(
    curves: Sequence[np.ndarray], winners: Sequence[int], parts: int = 10
) -> tuple[np.ndarray, np.ndarray]:
    """How often a value is on the winner's side, per game and tenth of the game.

    Parameters
    ----------
    curves : sequence of float array
        For each game a value per position, from the first to the last; above 0 is Black's side. A
        value of 0 counts half, one that is not a number is left out.
    winners : sequence of int
        1 (Black) or -1 (White) for each game.
    parts : int
        Position i of m (from 0) lies in part ``i * parts // m``.

    Returns
    -------
    hits, counts : float array (games, parts)
        As `bootstrap_shares` takes them.

    Raises
    ------
    ValueError
        For a winner that is none, or lists of different lengths.

    >>> winner_hits([[0.0, -0.1, 0.2, 0.9]], [1], parts=2)
    (array([[0.5, 2. ]]), array([[2., 2.]]))
    """
    if len(curves) != len(winners):
        raise ValueError(f"{len(curves)} games, but {len(winners)} winners")
    hits = np.zeros((len(curves), parts))
    counts = np.zeros((len(curves), parts))
    for game, (curve, winner) in enumerate(zip(curves, winners, strict=True)):
        if winner not in (1, -1):
            raise ValueError(f"game {game}: the winner is {winner!r}, neither 1 nor -1")
        values = np.asarray(curve, float)
        part = np.arange(len(values)) * parts // max(len(values), 1)
        valid = ~np.isnan(values)
        score = np.sign(values[valid]) * winner / 2 + 0.5
        np.add.at(hits[game], part[valid], score)
        np.add.at(counts[game], part[valid], 1)
    return hits, counts


def needed(estimate: Estimate, threshold: float) -> int | None:
    """About how many games would decide on which side of `threshold` the value lies.

    Widths shrink with the square root of the number, so n·(width / distance)², where the width is
    that of the side of the interval where the threshold lies. None if the value is on the threshold
    itself (no number would do).

    >>> needed(Estimate(0.55, 0.45, 0.65, 100), 0.5)
    400
    """
    distance = abs(estimate.value - threshold)
    if not distance > 0:
        return None
    up, down = estimate.high - estimate.value, estimate.value - estimate.low
    width = up if threshold > estimate.value else down
    return math.ceil(round(estimate.n * (width / distance) ** 2, 6))
