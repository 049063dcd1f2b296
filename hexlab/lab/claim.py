"""One claim of a thesis beside what came out here, with a verdict.

A chapter's notebook makes one `hexlab.lab.table.ClaimTable`, adds its claims to it, records results
as they come, and ends with the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from hexlab.data.manifest import describe_machine
from hexlab.lab.scale import Scale
from hexlab.lab.statistics import Estimate, needed

__all__ = ["Claim", "Result"]

SUPPORTED, CONTRADICTED, UNDECIDED = "supported", "contradicted", "undecided"


@dataclass(frozen=True)
class Result:
    """What came out for a claim in one run.

    Attributes
    ----------
    scale : str
        "quick", "long" or "thesis".
    source : str
        The games or positions looked at.
    value : float or str
    low, high : float or None
        The interval, where there is one.
    n : int or None
    unit : str
        "%" for shares, "points" for differences of shares (value and interval are fractions).
    board, budget, opponent : str
    seed : int or None
    machine : str
    verdict : str
        "supported", "contradicted", "undecided", or "" where the claim is no yes or no.
    needed : int or None
        About the n that would decide an undecided one.
    """

    scale: str
    source: str
    value: float | str
    low: float | None = None
    high: float | None = None
    n: int | None = None
    unit: str = ""
    board: str = ""
    budget: str = ""
    opponent: str = ""
    seed: int | None = None
    machine: str = ""
    verdict: str = ""
    needed: int | None = None

    def text(self) -> str:
        """One line: value and interval, n, board, budget, opponent.

        >>> Result("quick", "own games", 0.83, 0.79, 0.87, 59, "%", "11×11").text()
        '83 % [79, 87], n = 59, 11×11'
        """
        parts = [self._number(self.value) + (" %" if self.unit == "%" else "")]
        if self.unit not in ("", "%"):
            parts[0] += f" {self.unit}"
        if self.low is not None and self.high is not None:
            parts[0] += f" [{self._number(self.low)}, {self._number(self.high)}]"
        if self.n is not None:
            parts.append(f"n = {self.n:,}")
        if self.opponent:
            parts.append(f"vs {self.opponent}")
        return ", ".join([*parts, *filter(None, (self.board, self.budget))])

    def _number(self, value: float | str) -> str:
        if isinstance(value, str):
            return value
        return f"{value * 100 if self.unit in ('%', 'points') else value:.3g}"

    @property
    def judgment(self) -> str:
        """The verdict, with the n that would decide an undecided one."""
        if self.verdict == UNDECIDED and self.needed:
            return f"undecided (about n = {self.needed} would decide)"
        return self.verdict


@dataclass
class Claim:
    """One claim of a thesis.

    Attributes
    ----------
    id : str
        Unique, with the thesis: "takada-3.3-earlier".
    sentence : str
        The claim in our own words.
    section : str
        Where it stands, with table or figure.
    paper : str
        The thesis's value.
    results : list of Result

    Examples
    --------
    >>> claim = Claim("takada-2.3-nodes", "The empty 11×11 network has 123 nodes", "2.3.4", "123")
    >>> claim.record(123, scale="quick", source="hexlab", holds=True).verdict
    'supported'
    """

    id: str
    sentence: str
    section: str
    paper: str
    results: list[Result] = field(default_factory=list)

    def record(
        self,
        value: Estimate | float | str,
        *,
        scale: Scale | str,
        source: str,
        above: float | None = None,
        below: float | None = None,
        holds: bool | None = None,
        n: int | None = None,
        unit: str = "",
        board: str = "",
        budget: str = "",
        opponent: str = "",
        seed: int | None = None,
    ) -> Result:
        """Add what came out, in place of an earlier result of the same run, and judge it.

        Parameters
        ----------
        value : Estimate, float or str
            With an interval or without.
        scale, source
            As in `Result`, with those below.
        above, below : float, optional
            What the claim says of an Estimate: on which side of which number it lies. Supported
            if the whole interval does, contradicted if none of it, else undecided.
        holds : bool, optional
            The verdict where it needs no interval.
        n, unit, board, budget, opponent, seed
            As in `Result`.

        Raises
        ------
        ValueError
            For a scale that is none, more than one of above, below and holds, or a bound without
            an interval.
        """
        if sum(rule is not None for rule in (above, below, holds)) > 1:
            raise ValueError("give one of above, below and holds")
        threshold = above if above is not None else below
        verdict = "" if holds is None else SUPPORTED if holds else CONTRADICTED
        low = high = more = None
        number: float | str
        if isinstance(value, Estimate):
            number, low, high, n = value.value, value.low, value.high, value.n if n is None else n
            if threshold is not None:
                verdict = _verdict(value, threshold, up=above is not None)
                more = needed(value, threshold) if verdict == UNDECIDED else None
        else:
            number = value
            if threshold is not None:
                raise ValueError(f"{value!r} has no interval: record an Estimate, or say `holds`")
        result = Result(
            str(Scale(scale)), source, number, low, high, n, unit, board, budget, opponent, seed,
            describe_machine(), verdict, more,
        )  # fmt: skip
        self.results = [r for r in self.results if _run(r) != _run(result)] + [result]
        return result

    def _repr_html_(self) -> str:
        from hexlab.lab.table import html_table

        return html_table([self])

    def __repr__(self) -> str:
        from hexlab.lab.table import text_lines

        return "\n".join(text_lines(self))


def _run(result: Result) -> tuple[str, ...]:
    return result.scale, result.source, result.board, result.opponent, result.budget


def _verdict(value: Estimate, threshold: float, up: bool) -> str:
    if math.isnan(value.value):
        return UNDECIDED
    if value.low > threshold:
        return SUPPORTED if up else CONTRADICTED
    if value.high < threshold:
        return CONTRADICTED if up else SUPPORTED
    return UNDECIDED
