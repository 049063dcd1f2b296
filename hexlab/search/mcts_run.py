"""When a Monte Carlo search stops."""

from __future__ import annotations

import time

import numpy as np

__all__ = ["Run"]

# Simulations between two looks at the clock: a few milliseconds.
_SLICE = 200
# What a question costs, in simulations: about so on 11×11.
_QUESTION = 250


class Run:
    """When a search stops: after so many simulations or seconds, counted from now on.

    `early`: also once no other move can catch up with the most visited one.
    """

    def __init__(self, simulations: int | None, seconds: float | None, early: bool) -> None:
        self.start = self._reported = time.perf_counter()
        self._simulations = simulations
        self._seconds = seconds
        self._early = early

    def reached(self, done: int, visits: np.ndarray) -> str:
        """Why to stop after `done` simulations; "" to go on."""
        used = time.perf_counter() - self.start
        left = float("inf")
        if self._simulations is not None:
            left = self._simulations - done
            if left <= 0:
                return "simulations"
        if self._seconds is not None:
            # One slice is made in any case: a move out of nothing would be a move by lot.
            if done and used >= self._seconds:
                return "seconds"
            if done:
                left = min(left, (self._seconds - used) * done / used)
        if self._early and done and len(visits):
            most, second = (*np.sort(visits)[:-3:-1], 0.0)[:2]
            if most - second > left:
                return "decided"
        return ""

    def has_used(self, share: float, asked: int) -> bool:
        """Whether `asked` questions are that share of the work."""
        used = time.perf_counter() - self.start
        if self._seconds is not None and used >= share * self._seconds:
            return True
        return self._simulations is not None and asked * _QUESTION >= share * self._simulations

    def slice(self, done: int) -> int:
        """How many simulations to make before the next look."""
        if self._simulations is None:
            return _SLICE
        return min(_SLICE, self._simulations - done)

    def time_to_report(self) -> bool:
        """Whether a fifth of a second has gone by."""
        now = time.perf_counter()
        if now - self._reported < 0.2:
            return False
        self._reported = now
        return True
