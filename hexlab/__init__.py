"""hexlab: a laboratory for the game of Hex.

Names are imported when they are first used, so ``import hexlab`` costs next to nothing.
"""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.board.board import Board as Board
    from hexlab.board.game import Game as Game
    from hexlab.board.gamefiles import load as load
    from hexlab.board.gamefiles import load_games as load_games
    from hexlab.board.notation import BLACK as BLACK
    from hexlab.board.notation import EMPTY as EMPTY
    from hexlab.board.notation import WHITE as WHITE
    from hexlab.lab.analysis import analyze as analyze
    from hexlab.search.dfpn import solve as solve

__version__ = "0.1.0"

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "BLACK": "hexlab.board.notation",
        "Board": "hexlab.board.board",
        "EMPTY": "hexlab.board.notation",
        "Game": "hexlab.board.game",
        "WHITE": "hexlab.board.notation",
        "analyze": "hexlab.lab.analysis",
        "load": "hexlab.board.gamefiles",
        "load_games": "hexlab.board.gamefiles",
        "solve": "hexlab.search.dfpn",
    },
)
