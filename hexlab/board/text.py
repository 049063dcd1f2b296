"""The board as text: drawing it and reading it back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hexlab.board.geometry import MAX_SIZE
from hexlab.board.notation import BLACK, EMPTY, WHITE, color_name

if TYPE_CHECKING:
    from hexlab.board.board import Board

__all__ = ["draw_text", "read_text"]

_SYMBOLS = {BLACK: "B", WHITE: "W", EMPTY: "."}
_MEANING = dict.fromkeys("BbXx#", BLACK) | dict.fromkeys("WwOo", WHITE)
_MEANING |= dict.fromkeys(".+-_", EMPTY)
_TO_MOVE = re.compile(r"\s*(black|white) to move\s*", re.IGNORECASE)
_DIGITS = "0123456789"


def draw_text(board: Board) -> str:
    """The slanted drawing that ``print(board)`` shows; `read_text` reads it."""
    n = board.n
    letters = " ".join(chr(97 + col) for col in range(n))
    lines = ["  " + letters]
    for row in range(n):
        cells = " ".join(_SYMBOLS[board[row * n + col]] for col in range(n))
        lines.append(f"{' ' * row}{row + 1:>2} {cells}  {row + 1}")
    lines.append(" " * (n + 3) + letters)
    lines.append(f"{color_name(board.to_move)} to move")
    return "\n".join(lines)


def read_text(text: str) -> tuple[int, list[int], list[int], int]:
    """Read a drawing: (size, Black's cells, White's cells, side to move).

    Raises
    ------
    ValueError
        With line and column of what is no cell symbol, or the row whose length is wrong.
    """
    to_move = BLACK
    rows: list[tuple[int, list[int]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        turn = _TO_MOVE.fullmatch(line)
        if turn:
            to_move = BLACK if turn[1].lower() == "black" else WHITE
        elif line.strip() and not _is_letters(line):
            rows.append((number, _read_row(line, number)))
    n = len(rows)
    if not 1 <= n <= MAX_SIZE:
        raise ValueError(f"a board drawing has 1 to {MAX_SIZE} rows of cells, this one has {n}")
    for number, row in rows:
        if len(row) != n:
            raise ValueError(f"line {number}: {len(row)} cells in a drawing of {n} rows")
    cells = [color for _, row in rows for color in row]
    black, white = ([i for i, c in enumerate(cells) if c == color] for color in (BLACK, WHITE))
    return n, black, white, to_move


def _is_letters(line: str) -> bool:
    """Whether the line names the columns: a b c …"""
    words = line.split()
    return words == [chr(97 + col) for col in range(len(words))]


def _read_row(line: str, number: int) -> list[int]:
    """The colors of a line without its row numbers."""
    text = line.rstrip().rstrip(_DIGITS)
    symbols = text.lstrip().lstrip(_DIGITS)
    cells = []
    for column, symbol in enumerate(symbols, start=len(text) - len(symbols) + 1):
        if symbol.isspace():
            continue
        if symbol not in _MEANING:
            raise ValueError(f"line {number}, column {column}: {symbol!r} is no cell symbol")
        cells.append(_MEANING[symbol])
    return cells
