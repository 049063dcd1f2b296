"""Boards to click on that do more than show a game: connections, solutions, proofs, opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.view.widget import BoardWidget

if TYPE_CHECKING:
    from hexlab.connection.certificate import Certificate
    from hexlab.play.player import Player
    from hexlab.search.dfpn import Solution
    from hexlab.view.bot import BotWidget

__all__ = ["explore_connections", "explore_proof", "explore_solution", "play_bot"]


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


def play_bot(
    player: Player | str = "mohex",
    start: Game | Board | int | str = 11,
    *,
    level: int | None = None,
    **options: Any,
) -> BotWidget:
    """A board to play on against a player.

    Parameters
    ----------
    player : Player or str
        The opponent: any player, by name or made by yourself.
    start : Game, Board, int or str
        As for `BoardWidget`.
    level : int, optional
        Instead of `player`: a step of the ladder from 1, for beginners, to 10.
    **options
        As for `hexlab.view.bot.BotWidget` (color, limit, seed, swap, thoughts) and `BoardWidget`.

    Raises
    ------
    ValueError
        For an unknown player or level.
    """
    from hexlab.view.bot import BotWidget

    return BotWidget(player if level is None else f"level={level}", start, **options)
