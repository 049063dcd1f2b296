"""HexWiki diagrams: ``<hexboard size="5x5" contents="R 1:b2 B 2:c3 E *:d4"/>``.

Red is Black, blue is White. Stones numbered 1, 2, 3, … without a gap are moves; other labels are
kept as the SGF property LB, shaded cells (``S``) as SL, both at the last node.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.geometry import check_size
from hexlab.board.notation import BLACK, EMPTY, WHITE, cell_id, cell_name
from hexlab.board.sgf_text import Property, escape, position, unescape
from hexlab.board.tree import Node

__all__ = ["is_hexwiki", "read_hexwiki", "write_hexwiki"]

_TAG = re.compile(r"<hexboard\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"\b([a-z]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'/]+))", re.IGNORECASE
)
_SIZE = re.compile(r"\s*(\d{1,9})\s*(?:[x×]\s*(\d{1,9})\s*)?", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_LABEL = re.compile(r"\d{1,3}|[^\s\d:\"<>]|arrow\(\d{1,2}\)")
_MODES = {"R": BLACK, "B": WHITE, "E": EMPTY}
_MAX_TEXT = 100_000


def is_hexwiki(text: str) -> bool:
    """Whether a text has a ``<hexboard>`` tag."""
    return "<hexboard" in text.lower()


def read_hexwiki(text: str) -> Game:
    """Read the first ``<hexboard>`` tag of a text; the cursor is behind the numbered moves.

    A diagram does not say who is to move. Without numbered stones that is the color with fewer
    stones, Black if they are even.

    Raises
    ------
    ValueError
        With line and column, for a tag without a square size, or contents that are none.

    >>> game = read_hexwiki('<hexboard size="3x3" contents="R 1:b2 B a1 2:c1 E *:a3"/>')
    >>> print(*game.moves, sep=", ")
    B b2, W c1
    >>> write_hexwiki(game)
    '<hexboard size="3x3" contents="R 1:b2 B 2:c1 a1 E *:a3"/>'
    """
    if len(text) > _MAX_TEXT:
        raise ValueError(f"{len(text)} characters are too many for a diagram (limit {_MAX_TEXT})")
    tag = _TAG.search(text)
    if not tag:
        raise ValueError("line 1, column 1: no complete <hexboard …> tag in this text")
    values: dict[str, tuple[str, int]] = {}
    for match in _ATTRIBUTE.finditer(text, tag.start(1), tag.end(1)):
        group = match.lastindex or 2
        values[match[1].lower()] = (match[group], match.start(group))
    n = _read_size(text, values, tag.start())
    contents, at = values.get("contents", ("", tag.start()))
    return _Diagram(n, contents, lambda offset: position(text, at + offset)).game()


def _read_size(text: str, values: dict[str, tuple[str, int]], at: int) -> int:
    size, at = values.get("size", ("", at))
    match = _SIZE.fullmatch(size)
    try:
        if not match:
            raise ValueError(f"size={size!r} is no board size like '11x11'")
        if match[2] and int(match[1]) != int(match[2]):
            raise ValueError(f"only square boards are supported, not {size.strip()}")
        return check_size(int(match[1]))
    except ValueError as error:
        raise ValueError(f"{position(text, at)}: {error}") from None


class _Diagram:
    """The contents of a tag being read."""

    def __init__(self, n: int, contents: str, where: Callable[[int], str]) -> None:
        self.n = n
        self.stones: dict[int, int] = {}
        self.labels: dict[int, str] = {}
        self.shaded: list[int] = []
        mode = None
        for word in _WORD.finditer(contents):
            try:
                if word[0] in ("R", "B", "E", "S"):
                    mode = word[0]
                else:
                    self._put(mode, word[0])
            except ValueError as error:
                raise ValueError(f"{where(word.start())}: {error}") from None

    def _put(self, mode: str | None, word: str) -> None:
        label, colon, name = word.rpartition(":")
        cell = cell_id(name, self.n)
        if mode is None:
            raise ValueError(f"{word!r} stands before any of R, B, E, S")
        if colon and not _LABEL.fullmatch(label):
            raise ValueError(f"{label!r} is no label (a number, a sign or arrow(n))")
        if mode == "S":
            if colon:
                raise ValueError(f"{word!r}: kinds of shading are not supported, only cells")
            self.shaded.append(cell)
            return
        if cell in self.stones:
            raise ValueError(f"{name!r} is given twice")
        self.stones[cell] = _MODES[mode]
        if colon:
            self.labels[cell] = label

    def game(self) -> Game:
        moves = self._moves()
        plain: dict[int, list[int]] = {BLACK: [], WHITE: [], EMPTY: []}
        for cell, color in self.stones.items():
            if cell not in moves:
                plain[color].append(cell)
        black, white = plain[BLACK], plain[WHITE]
        to_move = BLACK if len(black) <= len(white) else WHITE
        if moves:
            to_move = self.stones[moves[0]]
        game = Game(Board(self.n, black, white, to_move))
        for cell in moves:
            game.play(cell, self.stones[cell])
        names = (
            (f"{cell_name(cell, self.n)}:{escape(label)}" for cell, label in self.labels.items()),
            (cell_name(cell, self.n) for cell in self.shaded),
        )
        props = (Property(key, tuple(raw)) for key, raw in zip(("LB", "SL"), names, strict=True))
        game.node.properties += [prop for prop in props if prop.raw]
        return game

    def _moves(self) -> list[int]:
        """The numbered stones in order, if their numbers go 1, 2, 3, …; their labels go."""
        numbered = sorted(
            (int(label), cell)
            for cell, label in self.labels.items()
            if label.isdecimal() and self.stones[cell] != EMPTY
        )
        if [number for number, _ in numbered] != list(range(1, len(numbered) + 1)):
            return []
        for _, cell in numbered:
            del self.labels[cell]
        return [cell for _, cell in numbered]


def write_hexwiki(game: Game) -> str:
    """The position at the cursor as a ``<hexboard>`` tag.

    The moves that led here, back to the last swap or set-up stones, are numbered from 1. Labels
    that HexWiki can't draw are left out.

    >>> write_hexwiki(Game(5).play("b1").swap().play("c3").play("d2"))
    '<hexboard size="5x5" contents="R 1:c3 B 2:d2 a2"/>'
    """
    board, n = game.board, game.n
    moves = _numbered(game)
    labels = {cell: str(number) for number, cell in enumerate(moves, start=1)}
    marks, shaded = _marks(game.node, n)
    for cell, label in marks.items():
        # With numbered moves about, a number on another stone would read as a move.
        if not (moves and board[cell] != EMPTY and label.isdecimal()):
            labels.setdefault(cell, label)
    parts = []
    for letter, color in _MODES.items():
        cells = [cell for cell in moves if board[cell] == color]
        cells += [
            cell
            for cell in range(n * n)
            if board[cell] == color
            and cell not in moves
            and (color != EMPTY or labels.get(cell, ""))
        ]
        if cells:
            words = (
                f"{labels[cell]}:{cell_name(cell, n)}" if cell in labels else cell_name(cell, n)
                for cell in cells
            )
            parts.append(f"{letter} {' '.join(words)}")
    if shaded:
        parts.append("S " + " ".join(cell_name(cell, n) for cell in shaded))
    return f'<hexboard size="{n}x{n}" contents="{" ".join(parts)}"/>'


def _numbered(game: Game) -> list[int]:
    """The cells of the last moves in a row that only placed stones."""
    cells: list[int] = []
    for node in reversed(game.node.path()):
        if node.move is None or node.move.cell is None or node.parent is None:
            if node.parent is None or node.board != node.parent.board:
                break
            continue
        if node.move.apply(node.parent.board) != node.board:
            break
        cells.append(node.move.cell)
    return cells[::-1]


def _marks(node: Node, n: int) -> tuple[dict[int, str], list[int]]:
    """The labels and shaded cells that a node's LB and SL name, as far as they are sound."""
    labels: dict[int, str] = {}
    shaded: list[int] = []
    for prop in node.properties:
        for raw in prop.raw if prop.key in ("LB", "SL") else ():
            name, _, label = raw.partition(":")
            try:
                cell = cell_id(unescape(name), n)
            except ValueError:
                continue
            if prop.key == "SL":
                shaded.append(cell)
            elif _LABEL.fullmatch(unescape(label)):
                labels[cell] = unescape(label)
    return labels, shaded
