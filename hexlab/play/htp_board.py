"""Commands of the text protocol that set up, change and show the game."""

from __future__ import annotations

from collections.abc import Sequence

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.gamefiles import load
from hexlab.board.notation import BLACK, cell_name, parse_color
from hexlab.play.htp import Family, command
from hexlab.play.solving import up_to_cursor

__all__ = ["BoardCommands", "make_move", "take_back"]


class BoardCommands(Family):
    """The game: its size, moves, result and file."""

    @command("boardsize")
    def boardsize(self, words: Sequence[str]) -> str:
        """An empty board: n, or n twice."""
        if not 1 <= len(words) <= 2 or len(set(words)) != 1 or not words[0].isdecimal():
            raise ValueError("boardsize takes one number (boards are square)")
        self.server.begin(Game(Board(int(words[0]))))
        return ""

    @command("clear_board")
    def clear_board(self, words: Sequence[str]) -> str:
        """Begin anew."""
        self.server.begin(Game(self.board.n))
        return ""

    @command("play")
    def play(self, words: Sequence[str]) -> str:
        """A color and a cell, ``swap-pieces``, ``swap-sides`` or ``resign``."""
        if len(words) != 2:
            raise ValueError("play takes a color and a cell")
        make_move(self.server.game, parse_color(words[0]), words[1].lower())
        return ""

    @command("undo")
    def undo(self, words: Sequence[str]) -> str:
        """Take the last move back."""
        take_back(self.server.game)
        return ""

    @command("showboard")
    def showboard(self, words: Sequence[str]) -> str:
        """The board as text."""
        return "\n" + str(self.board)

    @command("all_legal_moves", "plist/All Legal Moves/all_legal_moves")
    def all_legal_moves(self, words: Sequence[str]) -> str:
        """The cells that the player to move may take, and a swap if that is possible."""
        board = self.board
        names = [cell_name(cell, board.n) for cell in board.legal_cells()]
        if not board.winner and board.can_swap() and not self.server.game.node.swapped:
            names.append("swap-pieces")
        return " ".join(names)

    @command("final_score", "string/Final Score/final_score")
    def final_score(self, words: Sequence[str]) -> str:
        """Who has won: ``B+`` or ``W+``."""
        winner = self.server.game.winner
        if not winner:
            raise ValueError("cannot score: the game is not over")
        return "B+" if winner == BLACK else "W+"

    @command("loadsgf")
    def loadsgf(self, words: Sequence[str]) -> str:
        """A file, and how many of its moves are to be made (all, if that is left out)."""
        if not 1 <= len(words) <= 2 or (len(words) == 2 and not words[1].isdecimal()):
            raise ValueError("loadsgf takes a file and perhaps a number of moves")
        game = load(words[0]).last()
        if len(words) == 2:
            count = int(words[1])
            nodes = [node for node in game.line() if node.move is not None]
            if count > len(nodes):
                raise ValueError(f"{words[0]} has {len(nodes)} moves, not {count}")
            game.goto(nodes[count - 1] if count else game.root)
        self.server.begin(up_to_cursor(game))
        return ""


def make_move(game: Game, color: int, move: str) -> None:
    """A move by its name: a cell, ``swap-pieces`` (``swap``), ``swap-sides`` or ``resign``."""
    if move == "resign":
        game.resign(color)
    elif move.startswith("swap"):
        if color != game.board.to_move:
            raise ValueError("only the player to move can swap")
        game.swap(move.removeprefix("swap").strip("-") or None)
    else:
        game.play(move, color)


def take_back(game: Game) -> None:
    """Delete the last move."""
    if game.node.parent is None:
        raise ValueError("cannot undo: no move was played")
    game.delete()
