"""A sequential test of two players: play until one of two strengths is decided.

The unit is an opening pair (the same opening with colors exchanged), whose points 0, ½ or 1 depend
on each other through the opening; the three counts hold all of that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from hexlab.play.rating import expected_score

__all__ = ["Sprt", "log_likelihood_ratio"]

_SCORES = (0.0, 0.5, 1.0)
# Added to each count, so that three pairs won do not prove everything.
_FLOOR = 1e-3


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test of ``elo0`` (or less) against ``elo1`` (or more).

    Attributes
    ----------
    elo0, elo1 : float
        How much stronger the first player is under either hypothesis, elo0 < elo1.
    alpha, beta : float
        How often "elo1" may be said though elo0 is true, and the other way round.

    Raises
    ------
    ValueError
        For hypotheses that do not rise, or error rates outside 0 to ½.

    Examples
    --------
    >>> test = Sprt(0, 50)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    >>> test.decision((5, 10, 9)), test.decision((20, 70, 110))
    ('', 'elo1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -math.inf < self.elo0 < self.elo1 < math.inf:
            raise ValueError(f"elo0 must be below elo1: {self.elo0!r}, {self.elo1!r}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5, not {getattr(self, name)!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds of the log likelihood ratio: at the lower "elo0", at the upper "elo1"."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def ratio(self, counts: Sequence[float]) -> float:
        """The log likelihood ratio of the counts (see `log_likelihood_ratio`)."""
        return log_likelihood_ratio(counts, expected_score(self.elo0), expected_score(self.elo1))

    def decision(self, counts: Sequence[float]) -> str:
        """What is decided after pairs with 0, ½ and 1 point, this many: "elo0", "elo1" or ""."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else ""

    def first_decision(self, points: Sequence[float]) -> tuple[int, str]:
        """After how many pairs of a sequence it was decided, and what; "" if it was not.

        Parameters
        ----------
        points : sequence of float
            The first player's points of each pair as a share, 0, ½ or 1, in the order of play.

        >>> Sprt(0, 200).first_decision([1.0, 0.5] * 20)
        (9, 'elo1')
        """
        counts = [0, 0, 0]
        for number, point in enumerate(points, start=1):
            counts[round(2 * point)] += 1
            decided = self.decision(counts)
            if decided:
                return number, decided
        return len(points), ""


def log_likelihood_ratio(counts: Sequence[float], score0: float, score1: float) -> float:
    """How much likelier the counts of a trinomial are with mean `score1` than with `score0`.

    Both likelihoods are the largest that any trinomial with that mean has (a generalized ratio),
    so nothing is assumed of how much the openings favor a color.

    Parameters
    ----------
    counts : sequence of 3 float
        Pairs with 0, ½ and 1 point.
    score0, score1 : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        For counts or scores that are none.

    Notes
    -----
    Source: Van den Bergh 2019, "Comments on normalized Elo" (generalized, for a multinomial).

    Examples
    --------
    >>> log_likelihood_ratio((0, 0, 0), 0.5, 0.6)
    0.0
    >>> log_likelihood_ratio((10, 20, 10), 0.4, 0.6)
    0.0
    """
    if len(counts) != 3 or min(counts) < 0:
        raise ValueError(f"three counts of pairs with 0, ½ and 1 point, not {counts!r}")
    for score in (score0, score1):
        if not 0 < score < 1:
            raise ValueError(f"a score is between 0 and 1, not {score!r}")
    if not sum(counts):
        return 0.0
    known = [count or _FLOOR for count in counts]
    total = sum(known)
    shares = [count / total for count in known]
    zero, one = _most_likely(shares, score0), _most_likely(shares, score1)
    ratio = sum(n * math.log(q / p) for n, p, q in zip(known, zero, one, strict=True))
    return round(ratio, 12) + 0.0


def _most_likely(shares: Sequence[float], score: float) -> list[float]:
    """Of all trinomials with mean `score` the one under which the shares are most likely.

    It is p / (1 + θ (x − score)), with the θ that makes the mean right.
    """
    x, y, z = (value - score for value in _SCORES)
    p, q, r = shares
    # Of p x / (1 + θ x) + … = 0 the numerator: a θ² + b θ + c.
    a = x * y * z
    b = p * x * (y + z) + q * y * (x + z) + r * z * (x + y)
    c = p * x + q * y + r * z
    theta = -c / b if a == 0 else _root(a, b, c, -1 / z, -1 / x)
    return [share / (1 + theta * offset) for share, offset in ((p, x), (q, y), (r, z))]


def _root(a: float, b: float, c: float, low: float, high: float) -> float:
    """The root of a θ² + b θ + c between two bounds, where there is exactly one."""
    large = -(b + math.copysign(math.sqrt(max(b * b - 4 * a * c, 0.0)), b)) / 2
    roots = (large / a, c / large)
    return next((root for root in roots if low < root < high), roots[1])
