"""`Scale`: how much of an experiment is run."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

__all__ = ["Scale"]

Value = TypeVar("Value")


class Scale(StrEnum):
    """quick (a minute a notebook, 2 cores), long (hours on 2 cores), thesis (the thesis's own).

    A member is its own name as a string, so ``Scale("quick") == "quick"``.

    >>> Scale("long").pick(quick=20, long=400, thesis=10_000)
    400
    """

    QUICK = "quick"
    LONG = "long"
    THESIS = "thesis"

    @classmethod
    def _missing_(cls, value: object) -> Scale:
        raise ValueError(f"{value!r} is no scale: use 'quick', 'long' or 'thesis'")

    def pick(self, quick: Value, long: Value, thesis: Value) -> Value:
        """The value for this scale."""
        return {"quick": quick, "long": long, "thesis": thesis}[self.value]
