"""Playing: players, engines that speak a protocol, and what people ask of them."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.play.htp import HtpServer as HtpServer
    from hexlab.play.htp_client import HtpPlayer as HtpPlayer
    from hexlab.play.htp_engine import engine_server as engine_server
    from hexlab.play.htp_process import EngineError as EngineError
    from hexlab.play.player import Choice as Choice
    from hexlab.play.player import Limit as Limit
    from hexlab.play.player import Player as Player
    from hexlab.play.player import Session as Session
    from hexlab.play.player import Stateless as Stateless
    from hexlab.play.player import check_open as check_open
    from hexlab.play.player import make_player as make_player
    from hexlab.play.player import player_names as player_names
    from hexlab.play.player import register_player as register_player
    from hexlab.play.solving import Puzzle as Puzzle
    from hexlab.play.solving import read_position as read_position
    from hexlab.play.swap import wants_swap as wants_swap
    from hexlab.play.terminal import TerminalGame as TerminalGame

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Choice": "hexlab.play.player",
        "EngineError": "hexlab.play.htp_process",
        "HtpPlayer": "hexlab.play.htp_client",
        "HtpServer": "hexlab.play.htp",
        "Limit": "hexlab.play.player",
        "Player": "hexlab.play.player",
        "Puzzle": "hexlab.play.solving",
        "Session": "hexlab.play.player",
        "Stateless": "hexlab.play.player",
        "TerminalGame": "hexlab.play.terminal",
        "check_open": "hexlab.play.player",
        "engine_server": "hexlab.play.htp_engine",
        "make_player": "hexlab.play.player",
        "player_names": "hexlab.play.player",
        "read_position": "hexlab.play.solving",
        "register_player": "hexlab.play.player",
        "wants_swap": "hexlab.play.swap",
    },
)
