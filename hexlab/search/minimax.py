"""Plain minimax: every line to a depth, nothing cut, nothing remembered.

It says what `hexlab.search.alphabeta` has to find, and how much that saves.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexlab.search.rules import Found, Rules, State, lowest, width_at

__all__ = ["minimax"]


def minimax(
    rules: Rules[State], state: State, depth: int, widths: Sequence[int | None] = ()
) -> Found:
    """The value of a state `depth` moves ahead, by visiting them all.

    Parameters
    ----------
    rules : Rules
        `values` is not used: each leaf is valued by itself.
    state
        Where to begin.
    depth : int
        Moves to look ahead, from 0.
    widths : sequence of int or None
        How many moves at each depth, see `hexlab.search.rules.width_at`.

    Returns
    -------
    Found
        With the value of every move.

    Examples
    --------
    >>> from hexlab import Board
    >>> rules = Rules(lambda b: b.legal_cells(), Board.play, lambda b: -abs(b.winner))
    >>> minimax(rules, Board(2), 4).nodes
    53
    """
    value, line, nodes, values = _visit(rules, state, depth, tuple(widths), 0)
    if not values:
        return Found(None, value, nodes=nodes)
    move = lowest(values)
    pv = line if line[0] == move else (move,)
    return Found(move, value, pv, depth, nodes, values)


def _visit(
    rules: Rules[State], state: State, depth: int, widths: tuple[int | None, ...], ply: int
) -> tuple[float, tuple[int, ...], int, dict[int, float]]:
    """(value, line, states visited, value of each move)."""
    moves: Sequence[int] | None = None
    if rules.reduce is not None:
        known = rules.reduce(state)
        if known.value is not None:
            return known.value, (), 1, {}
        state, moves = known.state, known.moves  # type: ignore[assignment]
    if depth > 0 and moves is None:
        moves = rules.moves(state)
    if depth == 0 or not moves:
        return rules.value(state), (), 1, {}
    nodes = 1
    values: dict[int, float] = {}
    line: tuple[int, ...] = ()
    for move in moves[: width_at(widths, ply)]:
        value, tail, below, _ = _visit(rules, rules.play(state, move), depth - 1, widths, ply + 1)
        nodes += below
        if not values or -value > max(values.values()):
            line = (move, *tail)
        values[move] = -value
    return max(values.values()), line, nodes, values
