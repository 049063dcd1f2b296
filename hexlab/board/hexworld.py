"""HexWorld links: ``https://hexworld.org/board/#11c1,a3:sb4d7``.

A size with display flags, the moves up to the cursor, and after a second comma the moves ahead.
HexWorld's red is Black.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.geometry import check_size
from hexlab.board.notation import BLACK, WHITE, color_name
from hexlab.board.tree import Node

__all__ = ["is_hexworld", "read_hexworld", "write_hexworld"]

_SITE = "https://hexworld.org/board/"
_HEAD = re.compile(r"(\d{1,9})(?:x(\d{1,9}))?((?:r\d{1,3}|c\d{1,3}|m|n)*)")
_TOKEN = re.compile(r":(?:s|S|p|rb|rw|fb|fw)|[a-z]+\d+")
_FRAGMENT = re.compile(r"\d{1,9}(?:x\d{1,9})?[rcmn\d]*+(?:,\S*)?")
_COLORS = {"b": BLACK, "w": WHITE}
# No game has more moves than this, swaps and passes counted generously.
_MAX_LINK = 20_000


def is_hexworld(text: str) -> bool:
    """Whether a text looks like a HexWorld link, or the part of one from the ``#``."""
    site, _, fragment = text.strip().rpartition("#")
    return (
        len(text) <= _MAX_LINK
        and (not site or "hexworld.org" in site)
        and _FRAGMENT.fullmatch(fragment) is not None
    )


def read_hexworld(link: str) -> Game:
    """Read a link, with or without what stands before the ``#``. The cursor is kept.

    Raises
    ------
    ValueError
        With the column, for what is no link, an illegal move or a board that is not square.

    >>> game = read_hexworld("#5c1,b1:sc3,d2")
    >>> game
    Game(5×5, 4 moves, cursor at move 3)
    >>> write_hexworld(game)
    'https://hexworld.org/board/#5c1,b1:sc3,d2'
    """
    if len(link) > _MAX_LINK:
        raise ValueError(f"{len(link)} characters are no HexWorld link (limit {_MAX_LINK})")
    text = unquote(link.strip())
    start = text.find("#") + 1
    head = _HEAD.match(text, start)
    if not head or text[head.end() : head.end() + 1] not in ("", ","):
        at = head.end() if head else start
        raise ValueError(f"column {at + 1}: a HexWorld link goes #size, flags, comma, moves")
    if head[2] and int(head[1]) != int(head[2]):
        raise ValueError(f"column {start + 1}: only square boards are supported, not {head[0]}")
    try:
        game = Game(check_size(int(head[1])))
    except ValueError as error:
        raise ValueError(f"column {start + 1}: {error}") from None
    game.hexworld_flags = head[3]
    at, commas = head.end(), 0
    cursor: Node | None = None
    while at < len(text):
        if text[at] == ",":
            commas += 1
            if commas == 2:
                cursor = game.node
            if commas > 2:
                raise ValueError(f"column {at + 1}: a third comma in a HexWorld link")
            at += 1
            continue
        token = _TOKEN.match(text, at)
        if not token:
            raise ValueError(f"column {at + 1}: {text[at]!r} begins no move of a HexWorld link")
        try:
            _play(game, token[0])
        except ValueError as error:
            raise ValueError(f"column {at + 1}: {error}") from None
        at = token.end()
    return game.goto(cursor) if cursor else game


def _play(game: Game, token: str) -> None:
    if token in (":s", ":S"):
        game.swap("pieces" if token == ":s" else "sides")
    elif token == ":p":
        game.pass_turn()
    elif token.startswith(":"):
        color = _COLORS[token[2]]
        game.resign(color) if token[1] == "r" else game.forfeit(color)
    else:
        game.play(token)


def write_hexworld(game: Game) -> str:
    """The line through the cursor as a link; variations and comments are left out.

    Raises
    ------
    ValueError
        If the line has set-up stones or a color moves out of turn: links can't say that.
    """
    if game.root.board != Board(game.n) or game.root.move is not None:
        raise ValueError("a HexWorld link can't begin with set-up stones")
    past: list[str] = []
    ahead: list[str] = []
    passed = False
    for node in game.line():
        (ahead if passed else past).append(_token(node))
        passed = passed or node is game.node
    text = f"{_SITE}#{game.n}{game.hexworld_flags}"
    if any(past) or any(ahead):
        text += "," + "".join(past)
    if any(ahead):
        text += "," + "".join(ahead)
    return text


def _token(node: Node) -> str:
    """The token of a node, "" if nothing is played in it."""
    move, before = node.move, node.parent.board if node.parent else node.board
    if (before if move is None else move.apply(before)) != node.board:
        raise ValueError("a HexWorld link can't hold set-up stones")
    if move is None:
        return ""
    if move.kind in ("resign", "forfeit"):
        return f":{move.kind[0]}{'b' if move.color == BLACK else 'w'}"
    if move.color != before.to_move:
        raise ValueError(
            f"a HexWorld link can't hold {str(move)!r}: {color_name(before.to_move)} is to move"
        )
    special = {"swap-pieces": ":s", "swap-sides": ":S", "pass": ":p"}
    return special.get(move.kind, move.name)
