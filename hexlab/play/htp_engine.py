"""A player and all that hexlab knows as an engine for other programs: ``hexlab htp PLAYER``."""

from __future__ import annotations

from hexlab.play.htp import HtpServer
from hexlab.play.htp_connections import ConnectionCommands
from hexlab.play.htp_measures import MeasureCommands
from hexlab.play.htp_player import PlayerCommands
from hexlab.play.htp_solver import SolverCommands
from hexlab.play.player import Limit, Player, make_player

__all__ = ["engine_server"]


def engine_server(
    player: Player | str = "random",
    n: int = 11,
    *,
    limit: Limit | None = None,
    seed: int | None = None,
    memory_mb: float = 256,
) -> HtpServer:
    """A server with every command of ``docs/htp.md``.

    Parameters
    ----------
    player : Player or str
        Who answers ``genmove``.
    n : int
        Board size at the start.
    limit : Limit, optional
        For each move; default: the player's own.
    seed : int, optional
        The same game then gets the same moves.
    memory_mb : float
        Of the solver's table, in MiB.

    Raises
    ------
    ValueError
        For an unknown player.
    """
    chosen = make_player(player) if isinstance(player, str) else player
    return HtpServer(
        n,
        (
            lambda server: PlayerCommands(server, chosen, limit, seed),
            ConnectionCommands,
            MeasureCommands,
            lambda server: SolverCommands(server, memory_mb),
        ),
    )
