"""Playing: players, matches and ratings, engines that speak a protocol."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.play.htp import HtpServer as HtpServer
    from hexlab.play.htp_client import HtpPlayer as HtpPlayer
    from hexlab.play.htp_engine import engine_server as engine_server
    from hexlab.play.htp_process import EngineError as EngineError
    from hexlab.play.isolate import Isolated as Isolated
    from hexlab.play.match import Match as Match
    from hexlab.play.match import play_match as play_match
    from hexlab.play.openings import read_openings as read_openings
    from hexlab.play.player import Choice as Choice
    from hexlab.play.player import Limit as Limit
    from hexlab.play.player import Player as Player
    from hexlab.play.player import Session as Session
    from hexlab.play.player import Stateless as Stateless
    from hexlab.play.player import check_open as check_open
    from hexlab.play.player import make_player as make_player
    from hexlab.play.player import player_names as player_names
    from hexlab.play.player import register_player as register_player
    from hexlab.play.rating import Ratings as Ratings
    from hexlab.play.rating import fit_ratings as fit_ratings
    from hexlab.play.records import read_match as read_match
    from hexlab.play.referee import Rules as Rules
    from hexlab.play.referee import play_game as play_game
    from hexlab.play.solving import Puzzle as Puzzle
    from hexlab.play.solving import read_position as read_position
    from hexlab.play.sprt import Sprt as Sprt
    from hexlab.play.summary import summarize as summarize
    from hexlab.play.swap import wants_swap as wants_swap
    from hexlab.play.terminal import TerminalGame as TerminalGame

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Choice": "hexlab.play.player",
        "EngineError": "hexlab.play.htp_process",
        "HtpPlayer": "hexlab.play.htp_client",
        "HtpServer": "hexlab.play.htp",
        "Isolated": "hexlab.play.isolate",
        "Limit": "hexlab.play.player",
        "Match": "hexlab.play.match",
        "Player": "hexlab.play.player",
        "Puzzle": "hexlab.play.solving",
        "Ratings": "hexlab.play.rating",
        "Rules": "hexlab.play.referee",
        "Session": "hexlab.play.player",
        "Sprt": "hexlab.play.sprt",
        "Stateless": "hexlab.play.player",
        "TerminalGame": "hexlab.play.terminal",
        "check_open": "hexlab.play.player",
        "engine_server": "hexlab.play.htp_engine",
        "fit_ratings": "hexlab.play.rating",
        "make_player": "hexlab.play.player",
        "play_game": "hexlab.play.referee",
        "play_match": "hexlab.play.match",
        "player_names": "hexlab.play.player",
        "read_match": "hexlab.play.records",
        "read_openings": "hexlab.play.openings",
        "read_position": "hexlab.play.solving",
        "register_player": "hexlab.play.player",
        "summarize": "hexlab.play.summary",
        "wants_swap": "hexlab.play.swap",
    },
)
