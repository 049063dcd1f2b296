"""Alpha-beta search with iterative deepening: the same answer as minimax, from fewer states.

Source: Takada 2019, 2.4.1–2.4.2. What moves there are, which come first and what a position is
worth is passed in as `Rules`. A search that looks two moves ahead at everything is
``AlphaBeta(rules).search(state, 2)``; Takada's four moves with five, eight or eleven moves at each
depth are ``AlphaBeta(rules, widths=(8,)).search(state, 4)``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Any, Generic, NamedTuple

from hexlab.search.rules import TIE, Found, Rules, State, lowest, width_at

__all__ = ["AlphaBeta"]

_EXACT, _AT_LEAST, _AT_MOST = 0, 1, -1


class _Stopped(Exception):
    """The limit is reached."""


class _Entry(NamedTuple):
    depth: int
    kind: int
    value: float
    line: tuple[int, ...]


class AlphaBeta(Generic[State]):
    """A depth-first search in a game that `rules` describe.

    Parameters
    ----------
    rules : Rules
        Moves, play and values.
    widths : sequence of int or None
        How many moves at each depth, the last for all further ones; none: all.
    entries : int
        States that the transposition table holds; full, it is emptied. 0: no table.
    window : float
        From the second depth on the value is looked for so near to the one before; where it is
        not, the search is repeated with a window open to that side. inf: always open.
    killers : bool
        Whether moves that refuted a state beside this one are tried early.
    history : bool
        Whether moves that refuted many states are tried before others, whatever `rules` say of
        the order: for rules that say nothing of it.
    batch : int
        How many moves are valued together first where only leaves follow, then twice as many and so
        on: few where the best move often comes first and a value takes long.

    Notes
    -----
    A table entry counts only for the same state at the same depth with as many moves to look
    ahead, so the value is that of `hexlab.search.minimax.minimax`, and so is the move: the lowest
    of those within 1e-9 of the best. The best moves of the depth before come first. Memory: about
    400 bytes an entry and the state itself.

    Examples
    --------
    >>> from hexlab import Board
    >>> rules = Rules(lambda b: b.legal_cells(), Board.play, lambda b: -abs(b.winner))
    >>> found = AlphaBeta(rules).search(Board(3), 9)
    >>> found.move, found.value, found.nodes < 20000
    (2, 1, True)
    """

    def __init__(
        self,
        rules: Rules[State],
        *,
        widths: Sequence[int | None] = (),
        entries: int = 1 << 18,
        window: float = 0.1,
        killers: bool = True,
        history: bool = False,
        batch: int = 8,
    ) -> None:
        for width in widths:
            if width is not None and width < 1:
                raise ValueError(f"a width must be at least 1, or None for all, not {width!r}")
        if batch < 1:
            raise ValueError(f"a batch must have at least 1 move, not {batch!r}")
        if not window > 0:
            raise ValueError(f"the window must be a number above 0, not {window!r}")
        self.rules = rules
        self.widths = tuple(widths)
        self._entries = entries
        self._window = window
        self._batch = batch
        self._use_killers = killers
        self._use_history = history
        self._begin(None)

    def _begin(self, stop: Callable[[int], str] | None) -> None:
        self.nodes = 0
        self._stop = stop
        self._why = ""
        self._table: dict[Any, _Entry] = {}
        self._killers: dict[int, list[int]] = defaultdict(list)
        self._history: dict[int, int] = defaultdict(int)
        self._seen: dict[int, tuple[float, tuple[int, ...]]] = {}

    # -- the door ------------------------------------------------------------------------------

    def search(
        self,
        state: State,
        depth: int,
        *,
        moves: Sequence[int] | None = None,
        deepen: bool = True,
        stop: Callable[[int], str] | None = None,
        decided: float = inf,
        every: Callable[[Found], None] | None = None,
    ) -> Found:
        """The best move, looking so many moves ahead.

        Parameters
        ----------
        state
            Where to begin; nothing is remembered of the search before.
        depth : int
            From 1.
        moves : sequence of int, optional
            The moves to be considered here, the best first, whatever the rules say.
        deepen : bool
            Whether to look 1, 2, ... `depth` moves ahead or at once so many.
        stop : callable, optional
            Called with the number of states visited; a word ends the search. What it has found by
            then counts, also of the depth it was at if that has seen the best move so far.
        decided : float
            No deeper search once the value is this far from 0.
        every : callable, optional
            Gets what was found after each depth.

        Raises
        ------
        ValueError
            For a depth below 1.
        """
        if depth < 1:
            raise ValueError(f"depth must be at least 1, not {depth!r}")
        self._begin(stop)
        if moves is None:
            state, known, value = self._look(state)
            if value is not None:
                return Found(None, value, nodes=1)
            moves = self.rules.moves(state) if known is None else known
        moves = list(moves[: width_at(self.widths, 0)])
        if not moves:
            return Found(None, self.rules.value(state), nodes=1)
        found = Found(None, 0.0)
        for ahead in range(1 if deepen else depth, depth + 1):
            try:
                found = self._deeper(state, moves, ahead, found)
            except _Stopped:
                found = self._partly(state, moves, ahead, found)
                break
            if every is not None:
                every(found)
            if abs(found.value) >= decided:
                break
            moves.sort(key=lambda move: (-found.values[move], move))
        return found

    def _deeper(self, state: State, moves: list[int], depth: int, before: Found) -> Found:
        """One depth, with a window around the value of the depth before."""
        low, high = -inf, inf
        if before.depth:
            low, high = before.value - self._window, before.value + self._window
        while True:
            value = self._root(state, moves, depth, low, high)
            if value <= low > -inf:
                low = -inf
            elif value >= high < inf:
                high = inf
            else:
                return self._found(depth)

    def _found(self, depth: int, limit: str = "") -> Found:
        values = {move: value for move, (value, _) in self._seen.items()}
        move = lowest(values)
        pv = (move, *self._seen[move][1])
        return Found(move, max(values.values()), pv, depth, self.nodes, values, limit)

    def _partly(self, state: State, moves: list[int], depth: int, before: Found) -> Found:
        """What counts of a depth that was not finished."""
        if self._seen:
            return self._found(depth, self._why)
        if before.depth:
            return replace(before, nodes=self.nodes, limit=self._why)
        return Found(moves[0], self.rules.value(state), (moves[0],), 0, self.nodes, {}, self._why)

    # -- the search ----------------------------------------------------------------------------

    def _count(self, states: int = 1) -> None:
        self.nodes += states
        if self._stop is not None:
            self._why = self._stop(self.nodes)
            if self._why:
                raise _Stopped

    def _look(self, state: State) -> tuple[State, Sequence[int] | None, float | None]:
        if self.rules.reduce is None:
            return state, None, None
        known = self.rules.reduce(state)
        return known.state, known.moves, known.value  # type: ignore[return-value]

    def _root(self, state: State, moves: list[int], depth: int, low: float, high: float) -> float:
        """The value; moves seen go to `_seen`, those within a tie of the best with their value."""
        self._seen = {}
        rules, best = self.rules, -inf
        if depth == 1 and rules.values is not None:
            values = rules.values(state, moves)
            self._seen = {m: (float(v), ()) for m, v in zip(moves, values, strict=True)}
            self._count(len(moves))
            return max(value for value, _ in self._seen.values())
        first = -1  # the lowest move worth just `best`
        for move in moves:
            # A tie of a lower move is seen with its value; of a higher one it changes nothing.
            bound = max(low, best) - (2 * TIE if move < first or best < low else 0.0)
            value, line = self._visit(rules.play(state, move), depth - 1, -high, -bound, 1)
            self._seen[move] = (-value, line)
            if -value > best or (-value == best and move < first):
                best, first = -value, move
            if best >= high:
                break
        return best

    def _visit(
        self, state: State, depth: int, low: float, high: float, ply: int
    ) -> tuple[float, tuple[int, ...]]:
        """Value and line of a state; outside (low, high) a bound is enough."""
        self._count()
        key = (state, ply)
        entry = self._table.get(key)
        if entry is not None and entry.depth == depth:
            outside = entry.value >= high if entry.kind == _AT_LEAST else entry.value <= low
            if entry.kind == _EXACT or outside:
                return entry.value, entry.line
        state, moves, value = self._look(state)
        if value is not None:
            return value, ()
        if depth > 0 and moves is None:
            moves = self.rules.moves(state)
        if depth == 0 or not moves:
            return self.rules.value(state), ()
        moves = self._ordered(moves[: width_at(self.widths, ply)], entry, ply)
        if depth == 1 and self.rules.values is not None:
            best, line = self._leaves(state, moves, high)
        else:
            best, line = self._children(state, moves, depth, low, high, ply)
        if best >= high:
            self._refuted(line[0], depth, ply)
        self._keep(key, depth, best, line, low, high)
        return best, line

    def _children(
        self, state: State, moves: Sequence[int], depth: int, low: float, high: float, ply: int
    ) -> tuple[float, tuple[int, ...]]:
        best = -inf
        line: tuple[int, ...] = ()
        for move in moves:
            after = self.rules.play(state, move)
            value, tail = self._visit(after, depth - 1, -high, -max(low, best), ply + 1)
            if -value > best:
                best, line = -value, (move, *tail)
            if best >= high:
                break
        return best, line

    def _leaves(
        self, state: State, moves: Sequence[int], high: float
    ) -> tuple[float, tuple[int, ...]]:
        best = -inf
        line: tuple[int, ...] = ()
        start, size = 0, self._batch
        while start < len(moves) and best < high:
            part = moves[start : start + size]
            self._count(len(part))
            values = self.rules.values(state, part)  # type: ignore[misc]
            for move, value in zip(part, values, strict=True):
                if value > best:
                    best, line = float(value), (move,)
            start, size = start + size, 2 * size
        return best, line

    def _ordered(self, moves: Sequence[int], entry: _Entry | None, ply: int) -> Sequence[int]:
        """The best move of the depth before, then refutations, then as the rules say."""
        first = list(entry.line[:1]) if entry is not None else []
        first += self._killers[ply] if self._use_killers else []
        first = [move for move in dict.fromkeys(first) if move in moves]
        rest = [move for move in moves if move not in first]
        if self._use_history:
            rest.sort(key=lambda move: -self._history[move])
        return first + rest

    def _refuted(self, move: int, depth: int, ply: int) -> None:
        if self._use_killers and move not in self._killers[ply]:
            self._killers[ply] = [move, *self._killers[ply][:1]]
        if self._use_history:
            self._history[move] += depth * depth

    def _keep(
        self, key: Any, depth: int, value: float, line: tuple[int, ...], low: float, high: float
    ) -> None:
        if self._entries == 0:
            return
        if len(self._table) >= self._entries:
            self._table.clear()
        kind = _AT_LEAST if value >= high else _AT_MOST if value <= low else _EXACT
        self._table[key] = _Entry(depth, kind, value, line)
