"""The rules of Hex and its notations: boards, games, file formats. Plain Python."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.board.board import Board as Board
    from hexlab.board.formats import parse_game as parse_game
    from hexlab.board.game import Game as Game
    from hexlab.board.gamefiles import load as load
    from hexlab.board.gamefiles import load_games as load_games
    from hexlab.board.notation import BLACK as BLACK
    from hexlab.board.notation import EMPTY as EMPTY
    from hexlab.board.notation import WHITE as WHITE
    from hexlab.board.notation import cell_id as cell_id
    from hexlab.board.notation import cell_name as cell_name
    from hexlab.board.symmetry import reflect as reflect
    from hexlab.board.symmetry import rotate as rotate
    from hexlab.board.tree import Move as Move
    from hexlab.board.tree import Node as Node

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "BLACK": "hexlab.board.notation",
        "Board": "hexlab.board.board",
        "EMPTY": "hexlab.board.notation",
        "Game": "hexlab.board.game",
        "Move": "hexlab.board.tree",
        "Node": "hexlab.board.tree",
        "WHITE": "hexlab.board.notation",
        "cell_id": "hexlab.board.notation",
        "cell_name": "hexlab.board.notation",
        "load": "hexlab.board.gamefiles",
        "load_games": "hexlab.board.gamefiles",
        "parse_game": "hexlab.board.formats",
        "reflect": "hexlab.board.symmetry",
        "rotate": "hexlab.board.symmetry",
    },
)
