"""The tree of a game: its moves and nodes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexlab.board.board import Board
from hexlab.board.notation import BLACK, EMPTY, cell_name
from hexlab.board.sgf_text import Property, escape

__all__ = ["Move", "Node", "add_node", "outcome"]


@dataclass(frozen=True, slots=True)
class Move:
    """One turn of a game.

    Attributes
    ----------
    color : int
        BLACK or WHITE, who made it.
    kind : str
        "cell", "swap-pieces", "swap-sides", "resign", "forfeit" or "pass".
    cell : int or None
        The cell id of a stone.
    n : int
        The size of the board, for the cell's name.

    >>> str(Move(BLACK, "cell", 6, 5)), str(Move(-1, "swap-pieces"))
    ('B b2', 'W swap-pieces')
    """

    color: int
    kind: str = "cell"
    cell: int | None = None
    n: int = 0

    @property
    def name(self) -> str:
        """The cell's name, or the kind."""
        return self.kind if self.cell is None else cell_name(self.cell, self.n)

    def __str__(self) -> str:
        return f"{'B' if self.color == BLACK else 'W'} {self.name}"

    def apply(self, board: Board) -> Board:
        """The board after this move.

        Swap-sides, resign and forfeit change no stone. After swap-sides the color that swapped
        moves again: its player is now the other one.

        Raises
        ------
        ValueError
            If the cell is occupied, or for a swap-pieces with other than one stone.
        """
        if self.cell is not None:
            return board.play(self.cell, self.color)
        if self.kind == "swap-pieces":
            return _turn(board, self.color).swap()
        if self.kind == "swap-sides":
            return _turn(board, self.color)
        return _turn(board, -self.color) if self.kind == "pass" else board


def _turn(board: Board, color: int) -> Board:
    return board if board.to_move == color else board.with_to_move(color)


class Node:
    """One place in the tree of a `Game`.

    Attributes
    ----------
    parent : Node or None
        None for the root.
    children : list of Node
        The first is the main line.
    move : Move or None
        What led here; None for the root and for set-up or comment nodes.
    board : Board
        The position here.
    properties : list of Property
        SGF properties in the order of the file, those hexlab does not know among them.
    swapped : bool
        Whether a swap led here or to a node before.
    """

    __slots__ = ("board", "children", "move", "parent", "properties", "swapped")

    def __init__(
        self,
        board: Board,
        parent: Node | None = None,
        move: Move | None = None,
        properties: Iterable[Property] = (),
    ) -> None:
        self.board = board
        self.parent = parent
        self.move = move
        self.properties = list(properties)
        self.children: list[Node] = []
        swap = move is not None and move.kind.startswith("swap")
        self.swapped: bool = swap or (parent is not None and parent.swapped)

    @property
    def comment(self) -> str:
        """The comment, "" if there is none."""
        return self.text("C")

    @comment.setter
    def comment(self, text: str) -> None:
        self.set_text("C", text)

    def text(self, key: str) -> str:
        """The text of the SGF property `key`, "" if the node has none."""
        for prop in self.properties:
            if prop.key == key:
                return prop.values[0]
        return ""

    def set_text(self, key: str, text: str) -> None:
        """Give the SGF property `key` one value, in place; an empty text takes it away."""
        if not isinstance(text, str):
            raise ValueError(f"{key} holds a text, not {text!r}")
        if text == self.text(key):
            return
        found = [i for i, prop in enumerate(self.properties) if prop.key == key]
        new = [Property(key, (escape(text),))] if text else []
        at = found[0] if found else len(self.properties)
        for index in reversed(found):
            del self.properties[index]
        self.properties[at:at] = new

    def path(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def main_line(self) -> list[Node]:
        """The nodes from this one along first children to the end."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def __repr__(self) -> str:
        return f"Node({self.move or 'no move'}, {len(self.children)} children)"


def add_node(
    parent: Node,
    move: Move | None = None,
    board: Board | None = None,
    properties: Iterable[Property] = (),
) -> Node:
    """Append a child: `move` made on `board` (the parent's if left out).

    Raises
    ------
    ValueError
        For an illegal move; nothing is added then.
    """
    board = parent.board if board is None else board
    if move is not None:
        after = move.apply(board)
        if move.kind == "swap-pieces" and parent.swapped:
            raise ValueError("swap is legal only once in a game")
        board = after
    node = Node(board, parent, move, properties)
    parent.children.append(node)
    return node


def outcome(node: Node) -> tuple[int, str]:
    """Who has won at the end of a line, and by what; (0, "") if nobody."""
    if node.board.winner:
        return node.board.winner, "chain"
    last: Node | None = node
    while last is not None and last.move is None:
        last = last.parent
    if last is not None and last.move is not None and last.move.kind in ("resign", "forfeit"):
        return -last.move.color, "resign"
    return EMPTY, ""
