"""What a depth-first search has to be told of a game: `Rules`; and what it answers: `Found`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

__all__ = ["TIE", "Found", "Reduced", "Rules", "lowest", "policy_width", "width_at"]

State = TypeVar("State", bound=Hashable)

# Values that differ by no more are equal; of equal moves the lowest is taken.
TIE = 1e-9


class Reduced(NamedTuple):
    """What is known of a position before it is searched.

    Attributes
    ----------
    state
        The position to be searched instead: cells that no longer matter filled in.
    moves : sequence of int, optional
        The moves that are left, the best first; None leaves them to `Rules.moves`.
    value : float, optional
        The value, for the player to move, if there is nothing left to search.
    """

    state: Hashable
    moves: Sequence[int] | None = None
    value: float | None = None


@dataclass(frozen=True)
class Rules(Generic[State]):
    """A game for two, as a search sees it. All values are for the player to move.

    Attributes
    ----------
    moves : callable
        State to moves (numbers), the most promising first; none if the game is over.
    play : callable
        State and move to state. The players take turns.
    value : callable
        State to a number: the result if the game is over, else an estimate.
    values : callable, optional
        State and moves to the values that these moves lead to, for the player who makes them: what
        `value` says of each state after, negated, but found for many at once.
    reduce : callable, optional
        State to `Reduced`; asked before a state is searched or valued (with `values`: searched).
    """

    moves: Callable[[State], Sequence[int]]
    play: Callable[[State, int], State]
    value: Callable[[State], float]
    values: Callable[[State, Sequence[int]], Iterable[float]] | None = None
    reduce: Callable[[State], Reduced] | None = None


@dataclass(frozen=True)
class Found:
    """The answer of a search.

    Attributes
    ----------
    move : int or None
        The best move; of moves within 1e-9 of the best the lowest. None if there is none.
    value : float
        For the player to move.
    pv : tuple of int
        How the game goes on. It ends early where the rest was known from another line.
    depth : int
        Moves looked ahead; 0 if not even one was.
    nodes : int
        States visited, one as often as it was come to.
    values : mapping
        Of each move searched a bound from above, which of the best move is its value. Moves of
        higher number than the best one may seem as good as it without being so.
    limit : str
        What stopped the search, "" if it ended.
    """

    move: int | None
    value: float
    pv: tuple[int, ...] = ()
    depth: int = 0
    nodes: int = 0
    values: Mapping[int, float] = field(default_factory=dict)
    limit: str = ""


def lowest(values: Mapping[int, float]) -> int:
    """The lowest move among those within 1e-9 of the best.

    >>> lowest({7: 0.5, 3: 0.5 - 1e-12, 1: 0.4})
    3
    """
    best = max(values.values())
    return min(move for move, value in values.items() if value >= best - TIE)


def width_at(widths: Sequence[int | None], ply: int) -> int | None:
    """How many moves are searched so deep: ``widths[ply]``, the last one from there on.

    None is all of them. (20, 10, 5) tapers; (8,) is the same width everywhere, as in Takada's
    searches (2019, 4.3), whose widths are 5, 8 and 11 at depth 4.

    >>> [width_at((20, 10, 5), ply) for ply in range(5)], width_at((), 3)
    ([20, 10, 5, 5, 5], None)
    """
    return widths[min(ply, len(widths) - 1)] if widths else None


def policy_width(probabilities: Sequence[float], cells: int, least: int = 3) -> int:
    """How many of the most probable moves are worth a search.

    Parameters
    ----------
    probabilities : sequence of float
        Of the legal moves, the largest first.
    cells : int
        C, the number of cells of the board.
    least : int
        So many at least.

    Notes
    -----
    Those above 1/C, at least the best three, all if there are no more (Takada 2019, 4.4.2).

    Examples
    --------
    >>> policy_width([0.5, 0.3, 0.1, 0.06, 0.04], 25), policy_width([0.9, 0.05, 0.03, 0.02], 9)
    (4, 3)
    >>> policy_width([1.0, 0.0], 9)
    2
    """
    if len(probabilities) <= least:
        return len(probabilities)
    return max(least, sum(probability > 1.0 / cells for probability in probabilities))
