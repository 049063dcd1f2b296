"""Which rules the search for connections uses: presets, overrides, and what kernels read."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

__all__ = ["PRESETS", "Options", "no_edges", "options"]

Quality = Literal["fast", "deep", "canonical"]
OrRule = Literal["greedy", "mixed", "exact", "minimal", "A", "B"]

OR_RULES: dict[str, int] = {"greedy": 0, "exact": 1, "mixed": 2, "B": 3, "A": 4, "minimal": 5}


@dataclass(frozen=True)
class Options:
    """The rules of a search for connections.

    Attributes
    ----------
    or_rule : str
        How full connections are made from the semi connections of a pair:

        - "greedy": for each cell that all full connections of the pair hold one that avoids it, if
          taking semis while they shrink the common cells finds one; polynomial;
        - "exact": every union with no common cell that contains no other such union;
        - "mixed": greedy, then exact until `or_nodes` are used up;
        - "A", "B": Rasmussen's procedures (2007, Algorithms 6.1.3 and 6.1.4): all sequences of
          semis; increasing sequences, where a semi that doesn't shrink the common cells is skipped;
        - "minimal": as "B", but only the smallest union is kept (6.5).
    or_nodes : int
        Steps at most in one OR (greedy has no limit).
    side_midpoints : bool
        Whether AND may go through the player's sides.
    stone_midpoints : bool
        Whether AND may go through own stones if an end is an empty cell.
    shrinking_only : bool
        Keep a further full connection only if it frees a cell that all others of the pair hold, and
        a semi only if it avoids such a cell.
    edge_templates : bool
        Start with the edge templates of `hexlab.connection.edges` too.
    max_carrier, max_semis, max_fulls : int
        Cells in a carrier; connections of each kind between two points.
    records : int
        Room for connections, needless ones included; 0 means enough for most positions.
    """

    or_rule: OrRule = "mixed"
    or_nodes: int = 30
    side_midpoints: bool = False
    stone_midpoints: bool = True
    shrinking_only: bool = False
    edge_templates: bool = False
    max_carrier: int = 361
    max_semis: int = 10_000
    max_fulls: int = 10_000
    records: int = 0

    def array(self) -> np.ndarray:
        """The options as kernels read them, (8,) int64; places in `hexlab.connection.rules`."""
        return np.array(
            [
                self.side_midpoints,
                self.stone_midpoints,
                OR_RULES[self.or_rule],
                self.shrinking_only,
                self.max_carrier,
                self.max_semis,
                self.max_fulls,
                self.or_nodes,
            ],
            np.int64,
        )


PRESETS: dict[str, Options] = {
    "fast": Options(),
    "deep": Options(
        or_nodes=300, side_midpoints=True, edge_templates=True, max_semis=20, max_fulls=5
    ),
    "canonical": Options(or_rule="exact", or_nodes=1_000_000, side_midpoints=True, max_carrier=10),
}


def options(quality: str = "fast", **overrides: Any) -> Options:
    """A preset with some of its rules changed.

    Raises
    ------
    ValueError
        For an unknown preset or rule, or a value of the wrong kind.

    >>> options("fast", side_midpoints=True).side_midpoints
    True
    >>> options("fast", crossing=3)
    Traceback (most recent call last):
        ...
    ValueError: 'crossing' is no option of connections; there are: or_rule, or_nodes, ...
    """
    if quality not in PRESETS:
        raise ValueError(f"quality must be one of {', '.join(PRESETS)}, not {quality!r}")
    known = {field.name: field for field in fields(Options)}
    for name, value in overrides.items():
        if name not in known:
            raise ValueError(f"{name!r} is no option of connections; there are: {', '.join(known)}")
        wanted = type(getattr(PRESETS["fast"], name))
        if wanted is bool and not isinstance(value, (bool, np.bool_)):
            raise ValueError(f"{name} must be True or False, not {value!r}")
        if wanted is int and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
            raise ValueError(f"{name} must be a whole number from 0, not {value!r}")
        if name == "or_rule" and value not in OR_RULES:
            raise ValueError(f"or_rule must be one of {', '.join(OR_RULES)}, not {value!r}")
    return replace(PRESETS[quality], **overrides)


@lru_cache(maxsize=None)
def no_edges(n: int) -> tuple[np.ndarray, np.ndarray]:
    """No edge templates for n×n boards: carriers (0, W) uint64 and ends (0, 2) int32."""
    return np.empty((0, (n * n + 63) // 64), np.uint64), np.empty((0, 2), np.int32)
