"""How much of an exhaustive test is run: a seeded sample, or everything (``make verify-all``)."""

from __future__ import annotations

import os

__all__ = ["FULL", "count"]

FULL = os.environ.get("HEXLAB_FULL") == "1"


def count(sample: int, full: int) -> int:
    """`sample`, or `full` under ``HEXLAB_FULL=1``."""
    return full if FULL else sample
