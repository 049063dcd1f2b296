"""A game from a text in any notation that hexlab knows."""

from __future__ import annotations

import re

from hexlab.board.game import Game
from hexlab.board.hexwiki import is_hexwiki, read_hexwiki
from hexlab.board.hexworld import is_hexworld, read_hexworld
from hexlab.board.sgf import read_collection

__all__ = ["parse_game", "parse_games"]

_SIX = re.compile(r"\s*BoardSize:\s*\d", re.IGNORECASE)


def parse_game(text: str) -> Game:
    """Read one game: SGF, a HexWorld link or a HexWiki ``<hexboard>`` tag.

    Raises
    ------
    ValueError
        If it is none of these, breaks their rules, or holds several games.

    >>> parse_game("https://hexworld.org/board/#5c1,b1:sc3")
    Game(5×5, 3 moves, cursor at move 3)
    >>> parse_game("(;GM[11]SZ[5];B[b1])")
    Game(5×5, 1 move, cursor at move 0)
    """
    games = parse_games(text)
    if len(games) > 1:
        raise ValueError(f"{len(games)} games in one text: load_games() reads them one by one")
    return games[0]


def parse_games(text: str, source: str = "") -> list[Game]:
    """Read all games of a text; only SGF holds several. Warnings begin with `source`."""
    start = text[:1000].lstrip("\ufeff \t\r\n\f\v")[:1]
    if start == "(":
        return read_collection(text, source)
    if is_hexwiki(text):
        return [read_hexwiki(text)]
    if is_hexworld(text):
        return [read_hexworld(text)]
    if _SIX.match(text):
        raise ValueError(
            "this is a game saved by the program Six (BoardSize, First, Swap, Moves), which "
            "hexlab does not read: its cells are mirrored after a swap, and it may leave a swap out"
        )
    raise ValueError(
        "line 1, column 1: this is none of SGF ('(;…'), a HexWorld link ('#11,a3…') and a HexWiki "
        "diagram ('<hexboard …')"
    )
