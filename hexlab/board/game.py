"""`Game`: a tree of moves with a cursor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from os import PathLike
from typing import TYPE_CHECKING, Any

from hexlab.board.board import Board
from hexlab.board.notation import EMPTY, cell_id, color_name, parse_color
from hexlab.board.sgf_text import Property
from hexlab.board.tree import Move, Node, add_node, outcome

if TYPE_CHECKING:
    from hexlab.view.svg import Picture

__all__ = ["Game", "Move", "Node"]

# The winner alone, with what follows a plus, or with a verb: "Black resigned" names the loser.
_RESULT = re.compile(r"\s*(black|white|b|w)\s*(\+.*|(wins?|won)\b.*)?$", re.IGNORECASE | re.DOTALL)
_SETUP = ("AB", "AW", "AE", "PL")


class Game:
    """A game of Hex with its variations, and a cursor that stands at one node.

    Moving about and playing change the cursor. The first child of every node is the main line.
    Playing on after a win or a resignation is allowed.

    Parameters
    ----------
    start : int or Board, default 11
        The size of an empty board, or the position at the root.

    Attributes
    ----------
    root, node : Node
        The root, and the node at the cursor.
    source : str
        Where the game was read from ("final.sgf", in a file of several "final.sgf:3"), or "".
    hexworld_flags : str
        The display flags of the HexWorld link the game was read from ("c1"), kept for writing.

    Examples
    --------
    >>> game = Game(5)
    >>> game.play("b1").swap().play("c3").undo().play("d3")
    Game(5×5, 3 moves, cursor at move 3)
    >>> print(*game.moves, sep=", ")
    B b1, W swap-pieces, B d3
    >>> game.board
    Board(5, black='d3', white='a2', to_move='white')
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, start: int | Board = 11) -> None:
        board = start if isinstance(start, Board) else Board(start)
        header = {"FF": "4", "GM": "11", "CA": "UTF-8", "AP": "hexlab", "SZ": str(board.n)}
        self.root = Node(board, properties=[Property(k, (v,)) for k, v in header.items()])
        self._node = self.root
        self.source = ""
        self.hexworld_flags = ""

    # -- where the cursor is -------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Size of the board."""
        return self.root.board.n

    @property
    def node(self) -> Node:
        """The node at the cursor; assign one of this game's nodes to go there."""
        return self._node

    @node.setter
    def node(self, node: Node) -> None:
        self.goto(node)

    @property
    def board(self) -> Board:
        """The position at the cursor."""
        return self._node.board

    @property
    def comment(self) -> str:
        """The comment at the cursor."""
        return self._node.comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._node.comment = text

    # -- moves ---------------------------------------------------------------------------------

    def play(self, cell: str | int, color: int | str | None = None) -> Game:
        """A stone at the cursor: follows the variation that has it, else adds one.

        Parameters
        ----------
        cell : str or int
            Name or id.
        color : int or str, optional
            The side to move if left out.

        Raises
        ------
        ValueError
            If the cell is off the board or occupied.
        """
        return self._add(Move(self._color(color), "cell", cell_id(cell, self.n), self.n))

    def swap(self, kind: str | None = None) -> Game:
        """The second player swaps.

        Parameters
        ----------
        kind : {"pieces", "sides"}, default "pieces"
            Swap-pieces: the stone changes color and is reflected in the long diagonal, and its
            first owner moves next. Swap-sides: the stone stays, the players exchange colors, and
            so the color that is to move stays to move.

        Raises
        ------
        ValueError
            For swap-pieces unless there is one stone, its opponent is to move and nobody has
            swapped before. Swap-sides is accepted anywhere, as SGF does.
        """
        name = (kind or "pieces").removeprefix("swap-")
        if name not in ("pieces", "sides"):
            raise ValueError(f"{kind!r} is no kind of swap: use 'pieces' or 'sides'")
        return self._add(Move(self.board.to_move, f"swap-{name}"))

    def resign(self, color: int | str | None = None) -> Game:
        """A color (the side to move if left out) resigns."""
        return self._add(Move(self._color(color), "resign"))

    def forfeit(self, color: int | str | None = None) -> Game:
        """A color (the side to move if left out) loses by forfeit, out of time for example."""
        return self._add(Move(self._color(color), "forfeit"))

    def pass_turn(self) -> Game:
        """The side to move passes."""
        return self._add(Move(self.board.to_move, "pass"))

    def _color(self, color: int | str | None) -> int:
        return self.board.to_move if color is None else parse_color(color)

    def _add(self, move: Move) -> Game:
        for child in self._node.children:
            if child.move == move:
                self._node = child
                return self
        self._node = add_node(self._node, move)
        return self

    def set_up(
        self,
        black: str | Iterable[str | int] = (),
        white: str | Iterable[str | int] = (),
        empty: str | Iterable[str | int] = (),
        to_move: int | str | None = None,
    ) -> Game:
        """Put and remove stones that are no moves.

        Changes the node at the cursor if that is the root or a set-up node with nothing after it,
        else adds a set-up node.

        Raises
        ------
        ValueError
            For a cell or color that is none.
        """
        board = self.board.set_up(black, white, empty, to_move)
        if self._node.move is not None or self._node.children:
            self._node = add_node(self._node, board=board)
        else:
            kept = [prop for prop in self._node.properties if prop.key not in _SETUP]
            self._node.board, self._node.properties = board, kept
        return self

    # -- the cursor ----------------------------------------------------------------------------

    def undo(self) -> Game:
        """One node back. ValueError at the root."""
        if self._node.parent is None:
            raise ValueError("nothing to undo: this is the start of the game")
        self._node = self._node.parent
        return self

    def redo(self, index: int = 0) -> Game:
        """One node on, into the variation `index`. ValueError if there is none."""
        if not 0 <= index < len(self._node.children):
            count = len(self._node.children)
            raise ValueError(f"no variation {index} to redo: {count} go on from here")
        self._node = self._node.children[index]
        return self

    def first(self) -> Game:
        """To the root."""
        self._node = self.root
        return self

    def last(self) -> Game:
        """To the end of the line that goes on from the cursor."""
        self._node = self._node.main_line()[-1]
        return self

    def goto(self, node: Node) -> Game:
        """To a node of this game. ValueError for another game's."""
        if not isinstance(node, Node) or node.path()[0] is not self.root:
            raise ValueError("that node belongs to another game, or was deleted")
        self._node = node
        return self

    def delete(self) -> Game:
        """Delete the node at the cursor and all that follows it; the cursor goes one back."""
        parent = self._node.parent
        if parent is None:
            raise ValueError("the start of a game can't be deleted")
        parent.children = [child for child in parent.children if child is not self._node]
        self._node.parent, self._node = None, parent
        return self

    # -- what was played -----------------------------------------------------------------------

    def line(self) -> tuple[Node, ...]:
        """The nodes from the root through the cursor to the end of its line."""
        return (*self._node.path(), *self._node.main_line()[1:])

    def nodes(self) -> Iterator[Node]:
        """All nodes, each before its children, main line first."""
        todo = [self.root]
        while todo:
            node = todo.pop()
            yield node
            todo += reversed(node.children)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the line through the cursor."""
        return tuple(node.move for node in self.line() if node.move is not None)

    def changes(self) -> tuple[Node, ...]:
        """The nodes of that line that change the position, the start first."""
        line = self.line()
        return (line[0], *(node for last, node in pairwise(line) if node.board != last.board))

    def boards(self) -> tuple[Board, ...]:
        """The positions of that line: the start, then one for every node that changes it."""
        return tuple(node.board for node in self.changes())

    @property
    def players(self) -> tuple[str, str]:
        """The names of Black and White, "" where unknown."""
        return self.root.text("PB"), self.root.text("PW")

    @players.setter
    def players(self, names: tuple[str, str]) -> None:
        if isinstance(names, str) or len(names) != 2:
            raise ValueError(f"players are two names, Black's and White's, not {names!r}")
        for key, name in zip(("PB", "PW"), names, strict=True):
            self.root.set_text(key, name)

    @property
    def result(self) -> str:
        """The result as the file states it ("B+", "W+Resign"), "" if it doesn't."""
        return self.root.text("RE")

    @result.setter
    def result(self, text: str) -> None:
        self.root.set_text("RE", text)

    @property
    def winner(self) -> int:
        """BLACK, WHITE or 0 if not known. `winner_source` says how it is known."""
        return self._verdict()[0]

    @property
    def winner_source(self) -> str:
        """How the winner is known: the first of these that tells.

        "chain", a finished chain at the end of the main line; "resign", a resignation or forfeit
        there; "result", the RE property; "variation", the ends of the variations, as far as they
        agree (some records keep the end of the game beside a main line that stops); else "".
        """
        return self._verdict()[1]

    def _verdict(self) -> tuple[int, str]:
        color, source = outcome(self.root.main_line()[-1])
        if color:
            return color, source
        stated = _RESULT.match(self.result)
        if stated:
            return parse_color(stated[1]), "result"
        ends = {outcome(node)[0] for node in self.nodes() if not node.children} - {EMPTY}
        return (ends.pop(), "variation") if len(ends) == 1 else (EMPTY, "")

    # -- outward -------------------------------------------------------------------------------

    @classmethod
    def from_sgf(cls, text: str) -> Game:
        """Read the one game of an SGF text; see `hexlab.board.sgf`."""
        from hexlab.board.sgf import read_sgf

        return read_sgf(text)

    def to_sgf(self) -> str:
        """The whole tree as SGF; see `hexlab.board.sgf`."""
        from hexlab.board.sgf import write_sgf

        return write_sgf(self)

    @classmethod
    def from_hexworld(cls, link: str) -> Game:
        """Read a HexWorld link; see `hexlab.board.hexworld`."""
        from hexlab.board.hexworld import read_hexworld

        return read_hexworld(link)

    def to_hexworld(self) -> str:
        """The line through the cursor as a HexWorld link; see `hexlab.board.hexworld`."""
        from hexlab.board.hexworld import write_hexworld

        return write_hexworld(self)

    @classmethod
    def from_hexwiki(cls, text: str) -> Game:
        """Read a HexWiki diagram; see `hexlab.board.hexwiki`."""
        from hexlab.board.hexwiki import read_hexwiki

        return read_hexwiki(text)

    def to_hexwiki(self) -> str:
        """The position at the cursor as a HexWiki diagram; see `hexlab.board.hexwiki`."""
        from hexlab.board.hexwiki import write_hexwiki

        return write_hexwiki(self)

    def save(self, file: str | PathLike[str], /, **options: Any) -> None:
        """Write the game as an SGF file, or the board at the cursor as a picture.

        The ending says which: .sgf, else as `Board.save`. `options` as for `show`, for pictures.

        Raises
        ------
        ValueError
            For another ending, or an option that is none.
        """
        from hexlab.board.gamefiles import save_game

        if not str(file).lower().endswith(".sgf"):
            self.show(**options).save(file)
        elif options:
            raise ValueError(f"{next(iter(options))!r} is an option of pictures, not of SGF files")
        else:
            save_game(self, file)

    def show(self, **options: Any) -> Picture:
        """A picture of the board at the cursor, the last stone marked; options as `Board.show`."""
        move = self._node.move
        if move is not None and move.cell is not None:
            options.setdefault("last", move.cell)
        return self.board.show(**options)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.show()._repr_mimebundle_() | {"text/plain": repr(self)}

    def __eq__(self, other: object) -> bool:
        """Whether the trees are equal: positions, moves and what is written as SGF, in order.

        The cursor and where the game was read from don't matter.
        """
        from hexlab.board.sgf import node_properties

        if not isinstance(other, Game):
            return NotImplemented
        mine, others = self._flat(), other._flat()
        return [entry[:3] for entry in mine] == [entry[:3] for entry in others] and all(
            node_properties(one) == node_properties(two)
            for one, two in zip(self.nodes(), other.nodes(), strict=True)
        )

    def _flat(self) -> list[tuple[int, Move | None, Board, list[Property]]]:
        """The tree without links, so that neither comparing nor pickling recurses."""
        index: dict[int, int] = {id(None): -1}
        flat = []
        for count, node in enumerate(self.nodes()):
            index[id(node)] = count
            flat.append((index[id(node.parent)], node.move, node.board, node.properties))
        return flat

    def __reduce__(self) -> tuple[Any, ...]:
        cursor = next(i for i, node in enumerate(self.nodes()) if node is self._node)
        return _rebuild, (self._flat(), cursor, self.source, self.hexworld_flags)

    def __repr__(self) -> str:
        size = f"{self.n}×{self.n}"
        count = len(self.moves)
        at = sum(node.move is not None for node in self._node.path())
        plural = "" if count == 1 else "s"
        color, source = self._verdict()
        won = f", {color_name(color)} won ({source})" if color else ""
        return f"Game({size}, {count} move{plural}, cursor at move {at}{won})"


def _rebuild(
    flat: list[tuple[int, Move | None, Board, list[Property]]],
    cursor: int,
    source: str,
    hexworld_flags: str,
) -> Game:
    nodes: list[Node] = []
    for up, move, board, properties in flat:
        node = Node(board, nodes[up] if up >= 0 else None, move, properties)
        if node.parent is not None:
            node.parent.children.append(node)
        nodes.append(node)
    game = Game(nodes[0].board)
    game.root, game._node = nodes[0], nodes[cursor]
    game.source, game.hexworld_flags = source, hexworld_flags
    return game
