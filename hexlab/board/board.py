"""`Board`: one Hex position, an immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Any

from hexlab.board.geometry import Grid, cells_of, check_size, grid
from hexlab.board.notation import (
    BLACK,
    EMPTY,
    WHITE,
    a_board,
    cell_id,
    cell_ids,
    cell_name,
    color_name,
    parse_color,
)
from hexlab.board.text import draw_text, read_text

if TYPE_CHECKING:
    import numpy as np

    from hexlab.view.svg import Picture

__all__ = ["Board"]


class Board:
    """A position of Hex: the stones on an n×n board and who is to move.

    Black joins top and bottom, White joins left and right, Black usually begins. A board never
    changes: `play` and the others return a new one. Boards with the same size, stones and side to
    move are equal and have the same hash.

    Parameters
    ----------
    n : int
        Size, 1 to 19.
    black, white : str or iterable of (str or int), optional
        The stones, as names ("a1 b2"), or as names and cell ids.
    to_move : int or str, default BLACK
        BLACK (1), WHITE (-1), "black" or "white".

    Raises
    ------
    ValueError
        For a size, cell or color that is none, or a cell given twice.

    Notes
    -----
    Any set of stones is a position, also one that no game reaches; playing on after a win is
    allowed (`winner` does not change by it). Groups are kept up to date move by move: `play` and
    `winner` cost a few microseconds on 11×11.

    Examples
    --------
    >>> board = Board(3).play("b2").play("a3")
    >>> board
    Board(3, black='b2', white='a3')
    >>> print(board)
      a b c
     1 . . .  1
      2 . B .  2
       3 W . .  3
          a b c
    black to move
    >>> board.play("b1").play("a1").play("b3").winner == BLACK
    True
    """

    __slots__ = ("_bits", "_groups", "_n", "_to_move")

    _n: int
    _to_move: int
    _bits: tuple[int, int]
    # Per color the groups as cell sets, in no particular order.
    _groups: tuple[tuple[int, ...], tuple[int, ...]]

    def __init__(
        self,
        n: int,
        black: str | Iterable[str | int] = (),
        white: str | Iterable[str | int] = (),
        to_move: int | str = BLACK,
    ) -> None:
        n = check_size(n)
        bits = {BLACK: 0, WHITE: 0}
        for color, cells in ((BLACK, black), (WHITE, white)):
            for cell in cell_ids(cells, n):
                if (bits[BLACK] | bits[WHITE]) >> cell & 1:
                    raise ValueError(f"{cell_name(cell, n)!r} is given twice")
                bits[color] |= 1 << cell
        self._fill(n, bits[BLACK], bits[WHITE], parse_color(to_move))

    def _fill(self, n: int, black: int, white: int, to_move: int) -> None:
        set_ = object.__setattr__
        set_(self, "_n", n)
        set_(self, "_to_move", to_move)
        set_(self, "_bits", (black, white))
        set_(self, "_groups", (_split(grid(n), black), _split(grid(n), white)))

    @classmethod
    def from_bits(cls, n: int, black: int, white: int, to_move: int = BLACK) -> Board:
        """A board from two cell sets (ints with bit ``cell`` set)."""
        n = check_size(n)
        if black & white or (black | white) & ~grid(n).all or black < 0 or white < 0:
            raise ValueError(f"the cell sets overlap or leave {a_board(n)}")
        board = cls.__new__(cls)
        board._fill(n, black, white, parse_color(to_move))
        return board

    @classmethod
    def from_array(cls, array: np.ndarray, to_move: int | str = BLACK) -> Board:
        """A board from an (n, n) array of 1 (Black), -1 (White) and 0."""
        if not hasattr(array, "__iter__") or not getattr(array, "shape", True):
            raise ValueError(f"a board is an array of n rows and n columns, not {array!r}")
        n = check_size(len(array))
        stones: dict[int, list[int]] = {BLACK: [], WHITE: [], EMPTY: []}
        for r, row in enumerate(array):
            if not hasattr(row, "__len__") or len(row) != n:
                raise ValueError(f"a board is square: row {r + 1} of the array is not {n} cells")
            for c, value in enumerate(row):
                if hasattr(value, "__len__") or value not in stones:
                    raise ValueError(f"{value} at {cell_name(r * n + c, n)} is none of 1, -1, 0")
                stones[value].append(r * n + c)
        return cls(n, stones[BLACK], stones[WHITE], to_move)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Read a board as `str` draws it, or just n rows of n symbols.

        Black is ``B``, ``X`` or ``#``, White ``W`` or ``O``, empty ``.``, ``+``, ``-`` or ``_``.
        Coordinates and slant are not needed. A line ``white to move`` sets the side to move.

        >>> Board.from_text('''
        ... . B .
        ...  W B .
        ...   . . .
        ... white to move''')
        Board(3, black='b1 b2', white='a2', to_move='white')
        """
        return cls(*read_text(text))

    # -- what stands where ---------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Size."""
        return self._n

    @property
    def to_move(self) -> int:
        """BLACK or WHITE."""
        return self._to_move

    @property
    def black(self) -> tuple[int, ...]:
        """Black's stones, as cell ids in order."""
        return tuple(cells_of(self._bits[0]))

    @property
    def white(self) -> tuple[int, ...]:
        """White's stones, as cell ids in order."""
        return tuple(cells_of(self._bits[1]))

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty cells, as ids in order."""
        return tuple(cells_of(self.bits(EMPTY)))

    def bits(self, color: int | str) -> int:
        """The stones of a color (or, for EMPTY, the empty cells) as a cell set."""
        black, white = self._bits
        if color == EMPTY:
            return grid(self._n).all & ~(black | white)
        return black if parse_color(color) == BLACK else white

    def __getitem__(self, cell: str | int) -> int:
        """BLACK, WHITE or EMPTY."""
        index = cell_id(cell, self._n)
        black, white = self._bits
        return (black >> index & 1) - (white >> index & 1)

    def __len__(self) -> int:
        """The number of stones."""
        return (self._bits[0] | self._bits[1]).bit_count()

    def __bool__(self) -> bool:
        return True

    def legal_cells(self) -> tuple[int, ...]:
        """The empty cells, or none once somebody has won."""
        return () if self.winner else self.empty

    def groups(self, color: int | str) -> tuple[tuple[int, ...], ...]:
        """The groups of a color, each as cell ids in order; groups by their lowest cell."""
        mine = self._groups[parse_color(color) != BLACK]
        return tuple(sorted(tuple(cells_of(group)) for group in mine))

    @property
    def winner(self) -> int:
        """BLACK or WHITE if their sides are joined, else EMPTY (0)."""
        g = grid(self._n)
        for color, (one, other) in ((BLACK, (g.top, g.bottom)), (WHITE, (g.left, g.right))):
            for group in self._groups[color != BLACK]:
                if group & one and group & other:
                    return color
        return EMPTY

    # -- other positions -----------------------------------------------------------------------

    def play(self, cell: str | int, color: int | str | None = None) -> Board:
        """The board after a stone on `cell`; the other color is to move then.

        Parameters
        ----------
        cell : str or int
            Name or id.
        color : int or str, optional
            Whose stone; the side to move if left out.

        Raises
        ------
        ValueError
            If the cell is off the board or occupied.
        """
        index = cell_id(cell, self._n)
        color = self._to_move if color is None else parse_color(color)
        stone = 1 << index
        if (self._bits[0] | self._bits[1]) & stone:
            taken = color_name(self[index])
            raise ValueError(f"{cell_name(index, self._n)!r} is occupied ({taken})")
        own = color != BLACK
        touching = grid(self._n).around(stone)
        merged, apart = stone, []
        for group in self._groups[own]:
            if group & touching:
                merged |= group
            else:
                apart.append(group)
        groups, bits = list(self._groups), list(self._bits)
        groups[own] = (*apart, merged)
        bits[own] |= stone
        board = Board.__new__(Board)
        set_ = object.__setattr__
        set_(board, "_n", self._n)
        set_(board, "_to_move", -color)
        set_(board, "_bits", tuple(bits))
        set_(board, "_groups", tuple(groups))
        return board

    def can_swap(self) -> bool:
        """Whether `swap` is legal: one stone on the board and its opponent to move."""
        return len(self) == 1 and bool(self.bits(-self._to_move))

    def swap(self) -> Board:
        """Swap-pieces: the only stone is reflected in the long diagonal and changes color.

        The player who swaps keeps the color; the opponent of the swapper moves next.

        Raises
        ------
        ValueError
            Unless there is one stone and the second player is to move.

        >>> Board(5).play("b1").swap()
        Board(5, white='a2')
        """
        if not self.can_swap():
            raise ValueError(
                "swap is legal only with one stone on the board and its opponent to move; here are "
                f"{len(self)} stones and {color_name(self._to_move)} is to move"
            )
        row, col = divmod(self.bits(-self._to_move).bit_length() - 1, self._n)
        stone = 1 << col * self._n + row
        black, white = (stone, 0) if self._to_move == BLACK else (0, stone)
        return Board.from_bits(self._n, black, white, -self._to_move)

    def with_to_move(self, color: int | str) -> Board:
        """The same stones with `color` to move."""
        return Board.from_bits(self._n, *self._bits, parse_color(color))

    def set_up(
        self,
        black: str | Iterable[str | int] = (),
        white: str | Iterable[str | int] = (),
        empty: str | Iterable[str | int] = (),
        to_move: int | str | None = None,
    ) -> Board:
        """The board with some cells overwritten (set-up, not moves)."""
        sets = [self._bits[0], self._bits[1]]
        for index, cells in ((0, black), (1, white), (None, empty)):
            for cell in cell_ids(cells, self._n):
                sets = [bits & ~(1 << cell) for bits in sets]
                if index is not None:
                    sets[index] |= 1 << cell
        color = self._to_move if to_move is None else parse_color(to_move)
        return Board.from_bits(self._n, sets[0], sets[1], color)

    # -- outward -------------------------------------------------------------------------------

    def show(self, **options: Any) -> Picture:
        """A picture of the board for a notebook: ``board.show(heat=values)``.

        `options` are those of `hexlab.view.svg.board_svg`: heat, marks, labels, links, path and
        more.
        """
        from hexlab.view.svg import picture

        return picture(self, **options)

    def save(self, file: str | PathLike[str], /, **options: Any) -> None:
        """Write a picture: the ending of `file` says which kind (.svg, .png, .pdf or .tex).

        `options` as for `show`.
        """
        self.show(**options).save(file)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.show()._repr_mimebundle_() | {"text/plain": repr(self)}

    def to_array(self) -> np.ndarray:
        """The position as an (n, n) int8 array of 1, -1 and 0."""
        import numpy as np

        # The binary digits as text; the code of "0" drops out in the difference.
        digits = (f"{bits:0{self._n * self._n}b}"[::-1].encode() for bits in self._bits)
        black, white = (np.frombuffer(row, np.int8) for row in digits)
        return (black - white).reshape(self._n, self._n)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, int, tuple[int, int]]:
        return self._n, self._to_move, self._bits

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Board never changes: play() and set_up() return a new one")

    def __reduce__(self) -> tuple[Any, ...]:
        return Board.from_bits, (self._n, *self._bits, self._to_move)

    def __repr__(self) -> str:
        parts = [str(self._n)]
        for word, cells in (("black", self.black), ("white", self.white)):
            if cells:
                names = " ".join(cell_name(cell, self._n) for cell in cells)
                parts.append(f"{word}={names!r}")
        if self._to_move == WHITE:
            parts.append("to_move='white'")
        return f"Board({', '.join(parts)})"

    def __str__(self) -> str:
        return draw_text(self)


def _split(g: Grid, bits: int) -> tuple[int, ...]:
    """The groups of a set of stones."""
    groups = []
    while bits:
        group = g.flood(bits & -bits, bits)
        groups.append(group)
        bits &= ~group
    return tuple(groups)
