"""Boards to click on that show more than a game: connections, a solution, a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.view.widget import BoardWidget

if TYPE_CHECKING:
    from hexlab.connection.certificate import Certificate
    from hexlab.search.dfpn import Solution

__all__ = ["explore_connections", "explore_proof", "explore_solution"]


def explore_connections(start: Game | Board | int | str = 11, **options: Any) -> BoardWidget:
    """A board on which two clicks show what connects two points.

    Parameters
    ----------
    start : Game, Board, int or str
        As for `BoardWidget`.
    **options
        As for `BoardWidget`.

    Returns
    -------
    BoardWidget
        Click two cells, groups or sides; then click into the carrier to intrude.

    Examples
    --------
    >>> widget = explore_connections(Board(5, black="c3"))
    >>> widget.command("click", cell="c3")
    >>> widget.command("side", side="bottom")
    >>> widget.state["status"]
    'c3–bottom, full (1 of 5): click a hatched cell to intrude as White.'
    >>> widget.command("click", cell="c4")
    >>> widget.state["status"]
    'White c4, Black b4: 2 cells still matter.'
    """
    return BoardWidget(start, mode="connections", **options)


def explore_solution(solution: Solution, **options: Any) -> BoardWidget:
    """The winning moves of a solved position, with the refutations of the others by a click.

    Parameters
    ----------
    solution : Solution
        From ``hexlab.solve(board, all_moves=True)``.
    **options
        As for `BoardWidget`.

    Examples
    --------
    >>> from hexlab.search import solve
    >>> widget = explore_solution(solve(Board(3), all_moves=True))
    >>> widget.command("click", cell="a1")
    >>> widget.state["status"]
    'Black a1 loses: White b2 refutes it.'
    """
    widget = BoardWidget(solution.board, **options)
    widget.show_solution(solution)
    return widget


def explore_proof(certificate: Certificate, **options: Any) -> BoardWidget:
    """Play the losing side against a certificate, and see what still matters.

    Parameters
    ----------
    certificate : Certificate
        See `hexlab.connection.certificate`.
    **options
        As for `BoardWidget`.
    """
    widget = BoardWidget(certificate.board, **options)
    widget.show_proof(certificate)
    return widget
