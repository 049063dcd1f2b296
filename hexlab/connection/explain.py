"""Connections in sentences: how to answer each intrusion, and the derivation rule by rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY, cell_name, color_name
from hexlab.connection.record import end_name
from hexlab.connection.reply import AnyConnection, begin, held, reply

__all__ = ["Step", "end_words", "explain", "midpoint", "pair_words", "steps", "what_is_left"]


class Step(NamedTuple):
    """One rule in the derivation of a connection.

    Attributes
    ----------
    connection : Connection or Deduction
        What the rule gives.
    sentence : str
    parts : tuple of int
        The numbers, from 1, of the earlier steps that it is made from; neighbors have none.
    """

    connection: AnyConnection
    sentence: str
    parts: tuple[int, ...]


def explain(connection: AnyConnection) -> str:
    """Say what is connected and what answers each intrusion.

    Parameters
    ----------
    connection : Connection or Deduction
        Full or semi.

    Returns
    -------
    str
        One sentence a line.

    Examples
    --------
    >>> from hexlab import Board
    >>> from hexlab.connection.hsearch import find_connections
    >>> found = find_connections(Board(4, black="b2"), "black")
    >>> print(explain(found.between("b2", "top")[0]))
    b2 and the top are connected: Black joins them even if White moves first.
    If White plays b1, Black answers c1, and they are joined.
    If White plays c1, Black answers b1, and they are joined.
    >>> semi = next(c for c in found.between("b2", "bottom") if c.key == 9)
    >>> print(explain(semi))
    b2 and the bottom can be connected: Black joins them by playing b3 first.
    Then b3–bottom (a4 b4) is left.
    If White plays a4, Black answers b4, and they are joined.
    If White plays b4, Black answers a4, and they are joined.
    """
    return "\n".join(_explained(connection))


def _explained(connection: AnyConnection) -> Iterator[str]:
    n = connection.board.n
    who, other = _players(connection)
    one, two = (end_words(end, connection) for end in connection.ends)
    one = one[0].upper() + one[1:] if one.startswith("the ") else one
    if connection.key is not None:
        rest = begin(connection).rest
        yield (
            f"{one} and {two} can be connected: {who} joins them by playing "
            f"{cell_name(connection.key, n)} first."
        )
        if rest:
            yield f"Then {what_is_left(rest)} {'is' if len(rest) == 1 else 'are'} left."
    elif not connection.carrier:
        touch = connection.rule == "base"
        yield f"{one} and {two} {'touch' if touch else 'are joined by stones'}."
        return
    else:
        yield f"{one} and {two} are connected: {who} joins them even if {other} moves first."
        rest = held(connection)
    for cells, answer, after in _answers(rest):
        names = _words([cell_name(cell, n) for cell in cells], "or")
        yield (
            f"If {other} plays {names}, {who} answers {cell_name(answer, n)}"
            + (f" and keeps {what_is_left(after)}." if after else ", and they are joined.")
        )


def _answers(
    rest: Sequence[AnyConnection],
) -> list[tuple[list[int], int, tuple[AnyConnection, ...]]]:
    """Intrusions with the same answer, the answer, and what it leaves."""
    found: dict[object, tuple[list[int], int, tuple[AnyConnection, ...]]] = {}
    for connection in rest:
        for cell in cells_of(connection.carrier):
            answer, after = reply(rest, cell)
            assert answer is not None
            found.setdefault((answer, after), ([], answer, after))[0].append(cell)
    return list(found.values())


def what_is_left(rest: Sequence[AnyConnection]) -> str:
    """Connections in words: ``b2–top (b1 c1) and b3–bottom (a4 b4)``."""
    return _words([f"{pair_words(connection)} ({_cells(connection)})" for connection in rest])


# -- the derivation --------------------------------------------------------------------------------


def steps(connection: AnyConnection) -> tuple[Step, ...]:
    """The derivation of a connection: every rule that was used, after those whose results it needs.

    Neighbors have no step of their own, a bridge is one step, and the last step gives `connection`
    itself.

    Examples
    --------
    >>> from hexlab import Board
    >>> from hexlab.connection.hsearch import find_connections
    >>> found = find_connections(Board(4, black="b2"), "black")
    >>> semi = next(c for c in found.between("b2", "bottom") if c.key == 9)
    >>> for number, step in enumerate(steps(semi), start=1):
    ...     print(number, step.sentence)
    1 b3–bottom: a bridge, by a4 or b4.
    2 AND at b3: b3–bottom (1) and b2–b3 (neighbors), once Black plays b3.
    """
    made: list[Step] = []
    number: dict[AnyConnection, int] = {}
    stack: list[AnyConnection] = [connection]
    while stack:
        last = stack[-1]
        parts: tuple[AnyConnection, ...] = () if _bridge(last) else last.parts
        waiting = [part for part in parts if part.carrier and part not in number]
        if last not in number and waiting:
            stack += reversed(waiting)
            continue
        stack.pop()
        if last not in number:
            of = tuple(number[part] for part in parts if part in number)
            made.append(Step(last, _sentence(last, number), of))
            number[last] = len(made)
    return tuple(made)


def _touch(connection: AnyConnection) -> str:
    return "neighbors" if connection.rule == "base" else "stones"


def _bridge(connection: AnyConnection) -> bool:
    """Two cells, either of which joins the ends."""
    singles = all(part.carrier.bit_count() == 1 for part in connection.parts)
    return connection.rule == "or" and len(connection.parts) == 2 and singles


def midpoint(connection: AnyConnection) -> int | None:
    """The cell, group or side in the middle of an AND connection; None for other rules."""
    if connection.rule != "and":
        return None
    if connection.key is not None:
        return connection.key
    one, other = (set(part.ends) for part in connection.parts)
    return max((one & other) - set(connection.ends) or one & other, default=None)


def _sentence(connection: AnyConnection, number: dict[AnyConnection, int]) -> str:
    who, other = _players(connection)
    if connection.rule == "and":
        one, two = (
            f"{pair_words(part)} ({number.get(part) or _touch(part)})" for part in connection.parts
        )
        if connection.key is not None:
            key = cell_name(connection.key, connection.board.n)
            return f"AND at {key}: {one} and {two}, once {who} plays {key}."
        middle = midpoint(connection)
        where = "stones" if middle is None else end_words(middle, connection)
        return f"AND through {where}: {one} and {two} share no cell."
    if _bridge(connection):
        ways = _words([cell_name(cell, connection.board.n) for cell in connection.cells], "or")
        return f"{pair_words(connection)}: a bridge, by {ways}."
    if connection.rule == "or":
        names = _words([str(number[part]) for part in connection.parts])
        return f"OR of {names}: no cell is in all their carriers, so {other} can't be in each."
    if connection.rule == "play":
        (part,) = connection.parts
        key = cell_name(connection.key or 0, connection.board.n)
        return f"PLAY at {key}: {pair_words(part)} ({number.get(part)}), once {who} plays {key}."
    if connection.rule == "template":
        return f"{pair_words(connection)} is an edge template: {_cells(connection)}."
    return f"{pair_words(connection)}: neighbors."


# -- words -----------------------------------------------------------------------------------------


def end_words(end: int, connection: AnyConnection) -> str:
    """An end for a sentence: "c3", "the group of c3", "the bottom", "the left side"."""
    board = connection.board
    name = end_name(end, board.n, connection.player)
    if end < 0:
        return f"the {name}" if name in ("top", "bottom") else f"the {name} side"
    if board[end] == EMPTY:
        return name
    group = next(group for group in board.groups(connection.player) if end in group)
    return name if len(group) == 1 else f"the group of {name}"


def _players(connection: AnyConnection) -> tuple[str, str]:
    own = color_name(connection.player).capitalize()
    return own, color_name(-connection.player).capitalize()


def pair_words(connection: AnyConnection, kind: bool = False) -> str:
    """The ends, a cell before a side: "c3–bottom", with `kind` "c3–bottom, semi at c4"."""
    one, other = sorted(connection.ends, key=lambda end: (end < 0, abs(end)))
    n, player, key = connection.board.n, connection.player, connection.key
    words = f"{end_name(one, n, player)}–{end_name(other, n, player)}"
    if not kind:
        return words
    return f"{words}, {'full' if key is None else f'semi at {cell_name(key, n)}'}"


def _cells(connection: AnyConnection) -> str:
    return " ".join(cell_name(cell, connection.board.n) for cell in connection.cells)


def _words(names: Iterable[str], last: str = "and") -> str:
    *most, final = names
    return f"{', '.join(most)} {last} {final}" if most else final
