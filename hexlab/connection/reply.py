"""How to keep a connection: the answer to each intrusion, read off its derivation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexlab.board.notation import cell_id, cell_name, color_name
from hexlab.connection.deduction import Deduction
from hexlab.connection.record import Connection

__all__ = ["AnyConnection", "Reply", "begin", "held", "region", "reply"]

AnyConnection = Connection | Deduction


class Reply(NamedTuple):
    """An answer and what it leaves.

    Attributes
    ----------
    cell : int or None
        Where the player answers; None if he need not.
    rest : tuple of Connection or Deduction
        Full connections that he still has to keep, with disjoint carriers. Together with the stones
        they join the ends.
    """

    cell: int | None
    rest: tuple[AnyConnection, ...]


def held(connection: AnyConnection) -> tuple[AnyConnection, ...]:
    """The OR connections that a full connection is made from by AND: what is to be kept.

    Raises
    ------
    ValueError
        For a semi connection: it holds nothing before its key is played.
    """
    if connection.key is not None:
        raise ValueError(f"{connection} is semi: the player begins, at its key")
    found: list[AnyConnection] = []
    stack: list[AnyConnection] = [connection]
    while stack:
        last = stack.pop()
        # After more stones two groups can have become one, and a semi a full connection.
        if not last.carrier or last.ends[0] == last.ends[1]:
            continue
        if isinstance(last, Connection) and last.rule == "template":
            last = last.derived
        sure: list[AnyConnection] = [part for part in last.parts if part.full]
        if last.rule == "and":
            stack += reversed(sure)
        elif sure:
            stack.append(min(sure, key=_size))
        else:
            found.append(last)
    return tuple(found)


def begin(semi: AnyConnection) -> Reply:
    """The move that makes a semi connection full.

    Raises
    ------
    ValueError
        For a full connection.

    Examples
    --------
    >>> from hexlab import Board
    >>> from hexlab.connection.hsearch import find_connections
    >>> found = find_connections(Board(3), "black")
    >>> key, rest = begin(found.across[-1])
    >>> cell_name(key, 3), [str(connection) for connection in rest]
    ('b2', ['b2–bottom full: a3 b3', 'b2–top full: b1 c1'])
    """
    if semi.key is None:
        raise ValueError(f"{semi} needs no first move")
    return Reply(semi.key, tuple(kept for part in semi.parts for kept in held(part)))


def reply(connections: AnyConnection | Iterable[AnyConnection], intrusion: str | int) -> Reply:
    """The answer to a move of the opponent.

    Parameters
    ----------
    connections : Connection or several
        A full connection, or the `rest` of an earlier reply.
    intrusion : str or int
        The opponent's cell, name or id.

    Returns
    -------
    Reply
        ``(None, …)`` if the move is in no carrier. AND: the answer belongs to the half whose
        carrier holds the intrusion. OR: the key of the semi connection with the fewest cells among
        those whose carriers avoid it.

    Raises
    ------
    ValueError
        For a semi connection, a cell off the board, or one where the player has a stone or an end.

    Examples
    --------
    >>> from hexlab import Board
    >>> from hexlab.connection.hsearch import find_connections
    >>> found = find_connections(Board(3, black="b2"), "black")
    >>> answer, rest = reply(found.between("b2", "bottom")[0], "a3")
    >>> cell_name(answer, 3), rest
    ('b3', ())
    """
    given = [connections] if isinstance(connections, AnyConnection) else list(connections)
    rest = [kept for connection in given for kept in held(connection)]
    for connection in given[:1]:
        _check(cell_id(intrusion, connection.board.n), given)
    for index, connection in enumerate(rest):
        cell = cell_id(intrusion, connection.board.n)
        if connection.carrier >> cell & 1:
            semis = [part for part in connection.parts if not part.carrier >> cell & 1]
            key, kept = begin(min(semis, key=_size))
            return Reply(key, (*rest[:index], *kept, *rest[index + 1 :]))
    return Reply(None, tuple(rest))


def region(connections: Iterable[AnyConnection]) -> int:
    """The cells that matter to any of some connections, as a cell set."""
    union = 0
    for connection in connections:
        union |= connection.carrier
    return union


def _size(connection: AnyConnection) -> tuple[int, int]:
    return connection.carrier.bit_count(), connection.carrier


def _check(cell: int, connections: Iterable[AnyConnection]) -> None:
    for connection in connections:
        n, who = connection.board.n, color_name(connection.player)
        if cell in connection.ends:
            raise ValueError(f"{cell_name(cell, n)!r} is an end, which counts as a stone of {who}")
        if connection.board[cell] == connection.player:
            raise ValueError(f"{cell_name(cell, n)!r} is a stone of {who}")
