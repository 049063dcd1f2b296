"""Why a connection or a must-play holds, as several boards in one picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexlab.board.notation import cell_name, color_name
from hexlab.connection.explain import Step, pair_words, steps
from hexlab.connection.must_play import MustPlay
from hexlab.connection.reply import AnyConnection
from hexlab.view.svg import Picture, board_grid, picture

__all__ = ["derivation", "step_picture", "threats"]


def derivation(
    connection: AnyConnection, *, most: int = 12, columns: int = 3, **options: Any
) -> Picture:
    """The rules that make a connection, one board each, the connection itself last.

    Parameters
    ----------
    connection : Connection or Deduction
        Full or semi.
    most : int
        Show only the last so many steps; the earliest ones are the smallest.
    columns : int
        How many boards stand beside each other.
    **options
        Passed to `hexlab.view.svg.picture`.

    Returns
    -------
    Picture
        `hexlab.connection.explain.steps` has the sentences.

    Examples
    --------
    >>> from hexlab import Board
    >>> from hexlab.connection.hsearch import find_connections
    >>> found = find_connections(Board(4, black="b2"), "black")
    >>> derivation(next(c for c in found.between("b2", "bottom") if c.key == 9))
    Picture of 2 boards
    """
    made = steps(connection)
    numbered = list(enumerate(made, start=1))[-most:]
    return board_grid([step_picture(made, number, **options) for number, _ in numbered], columns)


def step_picture(made: Sequence[Step], number: int, **options: Any) -> Picture:
    """One step: what the rule is given in colors of its own, what it gives framed.

    Parameters
    ----------
    made : sequence of Step
        From `hexlab.connection.explain.steps`.
    number : int
        Which, from 1.
    **options
        Passed to `hexlab.view.svg.picture`.
    """
    step = made[number - 1]
    connection = step.connection
    board = connection.board
    bridge = connection.rule == "or" and connection.carrier.bit_count() == 2
    shown: Iterable[AnyConnection] = (not bridge and connection.parts) or [connection]
    if connection.key is not None and connection.parts:
        board = board.play(connection.key, connection.player)
        options = {"last": connection.key} | options
    title = f"{number}. {step.sentence.partition(':')[0]}"
    return picture(board, connections=shown, legend=False, title=title, **options)


def threats(mustplay: MustPlay, columns: int = 3, **options: Any) -> Picture:
    """Each threat of the opponent, and then the cells that all of them need: the must-play.

    Parameters
    ----------
    mustplay : MustPlay
        From `hexlab.connection.must_play`.
    columns : int
        How many pictures stand beside each other.
    **options
        Passed to `hexlab.view.svg.picture`.

    Returns
    -------
    Picture
        Up to eight threats and the result.
    """
    shown = [
        picture(mustplay.board, connections=threat, legend=False, title=_name(threat), **options)
        for threat in mustplay.carriers[:8]
    ]
    shown.append(
        picture(
            mustplay.board,
            mustplay=mustplay,
            title=f"the must-play of {color_name(mustplay.player)}",
            **options,
        )
    )
    return board_grid(shown, columns)


def _name(connection: AnyConnection) -> str:
    if connection.key is None:
        return pair_words(connection, kind=True)
    return f"{color_name(connection.player)} {cell_name(connection.key, connection.board.n)}"
