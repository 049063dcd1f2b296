"""SGF for Hex (FF[4] GM[11]) and its dialects: what the properties mean.

Reads the standard's cells (``a1``, any case), Little Golem's two letters (column, row: ``am`` is
a13), ``swap-pieces``, ``swap-sides``, bare ``swap``, ``resign``, ``forfeit``, ``pass``, set-up
properties with rectangles (``AB[a1:c2]``), variations and comments. Everything else in a file is
kept and written back as it stood.

Which swap a file means is read from the color that moves next: the color that swapped means
swap-sides, the other one swap-pieces. Many programs wrote one name and meant the other; a warning
says so where the name and the moves disagree. Only where no move follows does the name decide,
HexGui's before version 1 being known to say ``swap-pieces`` for swap-sides.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.geometry import check_size
from hexlab.board.notation import (
    BLACK,
    EMPTY,
    WHITE,
    a_board,
    cell_id,
    cell_name,
    color_name,
    parse_color,
)
from hexlab.board.sgf_text import Property, RawNode, parse_sgf, position, unescape, write_tree
from hexlab.board.tree import Move, Node, add_node

__all__ = ["MAX_TEXT", "node_properties", "read_collection", "read_sgf", "write_sgf"]

# Longer texts are refused before anything is read: the largest archives of Hex games are smaller.
MAX_TEXT = 16 * 2**20

_COLORS = {"B": BLACK, "W": WHITE}
_SETUP = {"AB", "AW", "AE", "PL"}
_KINDS = {word: word for word in ("swap", "swap-pieces", "swap-sides", "resign", "forfeit", "pass")}
_KINDS[""] = "pass"
_LETTERS = re.compile(r"[a-z]{2}")
_SIZE = re.compile(r"\s*(\d{1,9})\s*(?::\s*(\d{1,9})\s*)?")
_OLD_HEXGUI = re.compile(r"\s*HexGui\s*:\s*0\.", re.IGNORECASE)
_BENZENE = re.compile(r"\s*Hex-benzene", re.IGNORECASE)


def read_sgf(text: str) -> Game:
    """Read an SGF text that holds one game.

    Raises
    ------
    ValueError
        With line, column and reason, for what is no SGF, not Hex, not square, an illegal move, or
        several games (`read_collection` reads those); also for a text over `MAX_TEXT` characters.

    >>> game = read_sgf("(;GM[11]SZ[5];B[b1];W[swap-pieces];B[c3]C[Well played.])")
    >>> game.last().board, game.comment
    (Board(5, black='c3', white='a2', to_move='white'), 'Well played.')
    """
    games = read_collection(text)
    if len(games) > 1:
        raise ValueError(f"{len(games)} games in one text: load_games() reads them one by one")
    return games[0]


def read_collection(text: str, source: str = "") -> list[Game]:
    """Read all games of an SGF text; errors as for `read_sgf`, warnings begin with `source`."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"{len(text)} characters of SGF are too many (limit {MAX_TEXT})")
    return [_Reader(text, nodes, source).game() for nodes in parse_sgf(text)]


class _Reader:
    """One game being read."""

    def __init__(self, text: str, raw: Sequence[RawNode], source: str) -> None:
        self.text = text
        self.raw = raw
        self.source = source
        self.program = next((p.values[0] for p in raw[0].properties if p.key == "AP"), "")

    def game(self) -> Game:
        self.n = self._size()
        self.next_color = self._next_colors()
        game = Game(self.n)
        nodes = [self._read_root(game.root)]
        for index, raw in enumerate(self.raw[1:], start=1):
            nodes.append(self._read_node(index, nodes[raw.parent]))
        return game

    def _read_root(self, root: Node) -> Node:
        raw = self.raw[0]
        root.board, root.properties = self._set_up(raw, root.board), raw.properties
        found = self._move_property(raw)
        if found:
            root.move = self._move(0, found)
            root.swapped = root.move.kind.startswith("swap")
            try:
                root.board = root.move.apply(root.board)
            except ValueError as error:
                raise self._error(found, str(error)) from None
        return root

    def _read_node(self, index: int, parent: Node) -> Node:
        raw = self.raw[index]
        board = self._set_up(raw, parent.board)
        found = self._move_property(raw)
        if not found:
            return add_node(parent, board=board, properties=raw.properties)
        try:
            return add_node(parent, self._move(index, found), board, raw.properties)
        except _Located:
            raise
        except ValueError as error:
            raise self._error(found, str(error)) from None

    def _size(self) -> int:
        """The board size, once the header is known to be Hex."""
        size = 11
        for prop in self.raw[0].properties:
            if prop.key == "GM" and prop.values[0].strip() != "11":
                raise self._error(prop, "only GM[11], Hex, is read here")
            if prop.key == "SZ":
                match = _SIZE.fullmatch(prop.values[0])
                if not match:
                    raise self._error(prop, "a board size is a number or columns:rows")
                if match[2] and int(match[1]) != int(match[2]):
                    raise self._error(prop, "only square boards are supported")
                try:
                    size = check_size(int(match[1]))
                except ValueError as error:
                    raise self._error(prop, str(error)) from None
        return size

    # -- moves ---------------------------------------------------------------------------------

    def _next_colors(self) -> list[int]:
        """For each node the color of the next turn on its main continuation, 0 if none."""
        first_child = [-1] * len(self.raw)
        for index in range(len(self.raw) - 1, 0, -1):
            first_child[self.raw[index].parent] = index
        following = [EMPTY] * len(self.raw)
        for index in range(len(self.raw) - 1, -1, -1):
            child = first_child[index]
            # Behind set-up anybody may be to move: it ends the search.
            if child >= 0 and not _sets_up(self.raw[child]):
                following[index] = _turn(self.raw[child]) or following[child]
        return following

    def _move_property(self, raw: RawNode) -> Property | None:
        found = [prop for prop in raw.properties if prop.key in _COLORS]
        if len(found) > 1:
            raise self._error(found[1], "a second move in one node")
        if found and len(found[0].raw) > 1:
            raise self._error(found[0], "a move has one value")
        return found[0] if found else None

    def _move(self, index: int, prop: Property) -> Move:
        color = _COLORS[prop.key]
        token = prop.values[0].strip().lower()
        kind = _KINDS.get(token)
        if kind is None:
            return Move(color, "cell", self._cell(prop, token), self.n)
        if kind.startswith("swap"):
            kind = self._swap(kind, color, self.next_color[index], prop)
        return Move(color, kind)

    def _swap(self, token: str, color: int, following: int, prop: Property) -> str:
        """The swap that the file means."""
        stated = "" if token == "swap" else token
        old = token == "swap-pieces" and _OLD_HEXGUI.match(self.program)
        if old or (token == "swap" and _BENZENE.match(self.program)):
            stated = "swap-sides"
        if not following:
            return stated or "swap-pieces"
        played = "swap-sides" if following == color else "swap-pieces"
        if stated and stated != played:
            where = f"{self.source}: " if self.source else ""
            warnings.warn(
                f"{where}{position(self.text, prop.at)}: {_quote(prop)} is read as {played}, "
                f"because {color_name(following)} moves next",
                stacklevel=2,
            )
        return played

    # -- set-up --------------------------------------------------------------------------------

    def _set_up(self, raw: RawNode, board: Board) -> Board:
        props = [prop for prop in raw.properties if prop.key in _SETUP]
        if not props:
            return board
        cells: dict[str, list[int]] = {"AB": [], "AW": [], "AE": []}
        given: set[int] = set()
        to_move = None
        for prop in props:
            if prop.key == "PL":
                to_move = self._player(prop)
                continue
            for cell in self._cells(prop):
                if cell in given:
                    raise self._error(prop, f"{cell_name(cell, self.n)!r} is set up twice")
                given.add(cell)
                cells[prop.key].append(cell)
        return board.set_up(cells["AB"], cells["AW"], cells["AE"], to_move)

    def _player(self, prop: Property) -> int:
        try:
            return parse_color(prop.values[0])
        except ValueError:
            reason = f"{prop.values[0][:20]!r} is no color: the side to move is B or W"
            raise self._error(prop, reason) from None

    def _cells(self, prop: Property) -> list[int]:
        """The cells of a list property, rectangles (``a1:c2``) resolved."""
        cells = []
        for value in prop.raw:
            corners = [self._cell(prop, unescape(part).lower()) for part in value.split(":", 1)]
            (top, left), (bottom, right) = (divmod(c, self.n) for c in (corners[0], corners[-1]))
            rows, cols = sorted((top, bottom)), sorted((left, right))
            cells += [
                row * self.n + col
                for row in range(rows[0], rows[1] + 1)
                for col in range(cols[0], cols[1] + 1)
            ]
        return cells

    def _cell(self, prop: Property, token: str) -> int:
        token = token.strip()
        try:
            if not _LETTERS.fullmatch(token):
                return cell_id(token, self.n)
            col, row = (ord(letter) - ord("a") for letter in token)
            if max(row, col) >= self.n:
                raise ValueError(f"{token!r} is off {a_board(self.n)}")
            return row * self.n + col
        except ValueError as error:
            raise self._error(prop, str(error)) from None

    def _error(self, prop: Property, reason: str) -> _Located:
        return _Located(f"{position(self.text, prop.at)}: {_quote(prop)}: {reason}")


class _Located(ValueError):
    """An error that already says where."""


def _turn(raw: RawNode) -> int:
    """Whose turn a node is; 0 if none, or an end of the game, which both can call."""
    for prop in raw.properties:
        if prop.key in _COLORS:
            ends = prop.values[0].strip().lower() in ("resign", "forfeit")
            return EMPTY if ends else _COLORS[prop.key]
    return EMPTY


def _sets_up(raw: RawNode) -> bool:
    return any(prop.key in _SETUP for prop in raw.properties)


def _quote(prop: Property) -> str:
    """A property for a message: the first value, cut short."""
    value = prop.raw[0] if len(prop.raw[0]) <= 20 else prop.raw[0][:20] + "…"
    return f"{prop.name[:20]}[{value}]"


def write_sgf(game: Game) -> str:
    r"""A game as SGF: the properties of its nodes, and moves and set-up that these don't say yet.

    A game that was read is written with the same properties, spellings and order, so reading the
    result gives an equal game. Moves that would be read differently can't arise from play in
    turn: only a swap followed by a stone of the wrong color is such a case.

    >>> write_sgf(Game(3).play("b2").swap("sides"))
    '(;FF[4]GM[11]CA[UTF-8]AP[hexlab]SZ[3];B[b2];W[swap-sides])\n'
    """
    raw: list[RawNode] = []
    index: dict[int, int] = {id(None): -1}
    for node in game.nodes():
        index[id(node)] = len(raw)
        raw.append(RawNode(index[id(node.parent)], node_properties(node), 0))
    return write_tree(raw) + "\n"


def node_properties(node: Node) -> list[Property]:
    """What `write_sgf` writes of a node."""
    said = {prop.key for prop in node.properties}
    if node.move is not None:
        if said & _COLORS.keys():
            return node.properties
        key = "B" if node.move.color == BLACK else "W"
        return [Property(key, (node.move.name,)), *node.properties]
    if said & _SETUP:
        return node.properties
    if node.parent is None:
        return [*node.properties, *_difference(Board(node.board.n), node.board)]
    return [*_difference(node.parent.board, node.board), *node.properties]


def _difference(before: Board, after: Board) -> list[Property]:
    """The set-up properties that make one board into another."""
    if before == after:
        return []
    cells: dict[str, list[str]] = {"AB": [], "AW": [], "AE": []}
    keys = {BLACK: "AB", WHITE: "AW", EMPTY: "AE"}
    for cell in range(after.n**2):
        if before[cell] != after[cell]:
            cells[keys[after[cell]]].append(cell_name(cell, after.n))
    props = [Property(key, tuple(names)) for key, names in cells.items() if names]
    if before.to_move != after.to_move:
        props.append(Property("PL", ("B" if after.to_move == BLACK else "W",)))
    return props
