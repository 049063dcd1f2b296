"""Values with intervals: what every count of games, positions or wins is shown as."""

from __future__ import annotations

import math
from typing import NamedTuple

__all__ = ["Estimate", "proportion", "z_value"]


class Estimate(NamedTuple):
    """A value with its interval.

    Attributes
    ----------
    value, low, high : float
    n : int
        How many independent things (games, mostly) it rests on.
    confidence : float
        Of the interval, between 0 and 1.
    """

    value: float
    low: float
    high: float
    n: int
    confidence: float = 0.95

    def __str__(self) -> str:
        return f"{self.value:.3g} [{self.low:.3g}, {self.high:.3g}]"


def proportion(
    successes: float, n: int, confidence: float = 0.95, method: str = "wilson"
) -> Estimate:
    """A share of `n` with its interval.

    Parameters
    ----------
    successes : float
        Draws may count half.
    n : int
        How many in all.
    confidence : float, default 0.95
        0.68 gives exactly one standard deviation, 0.95 gives 1.96.
    method : {"wilson", "normal"}
        "normal" is ±z·sqrt(p(1−p)/n), the thesis's; it has no width at 0 and 1. "wilson" stays
        within 0 and 1 and is right for small `n` too.

    Raises
    ------
    ValueError
        For `n` < 1, successes outside 0 to `n`, or an unknown method.

    Notes
    -----
    Source: Takada 2019, captions of Tables 3.2 and 4.6 (normal); Wilson 1927.

    >>> share = proportion(92, 100, confidence=0.68, method="normal")
    >>> round(100 * (share.high - share.value), 1)
    2.7
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is no share")
    z, p = z_value(confidence), successes / n
    if method == "normal":
        half = z * math.sqrt(p * (1 - p) / n)
        return Estimate(p, p - half, p + half, n, confidence)
    if method != "wilson":
        raise ValueError(f"{method!r} is no interval: use 'wilson' or 'normal'")
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # At 0 and n successes rounding must not put an end just inside of p or outside of 0 to 1.
    low, high = max(min(middle - half, p), 0.0), min(max(middle + half, p), 1.0)
    return Estimate(p, low, high, n, confidence)


def z_value(confidence: float) -> float:
    """The half-width of the central interval in standard deviations.

    1 for 0.68 and 1.96 for 0.95, as is customary; exact for the rest.

    Raises
    ------
    ValueError
        Unless `confidence` is between 0 and 1.

    >>> z_value(0.95)
    1.96
    """
    customary = {0.68: 1.0, 0.95: 1.96}
    if confidence in customary:
        return customary[confidence]
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, not {confidence!r}")
    from scipy.special import ndtri

    return float(ndtri((1 + confidence) / 2))
