"""Cell names and ids: the only place where one becomes the other.

A name is column letters and a row number, ``a1`` at the top left. After ``z`` comes ``aa`` in files
of other programs; on hexlab's boards (at most 19 columns) a column is always one letter, a to s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = [
    "BLACK",
    "EMPTY",
    "WHITE",
    "a_board",
    "cell_id",
    "cell_ids",
    "cell_name",
    "cell_names",
    "color_name",
    "parse_color",
    "side_names",
]

BLACK, WHITE, EMPTY = 1, -1, 0

_NAME = re.compile(r"([A-Za-z]+)([0-9]+)")
_COLORS = {"black": BLACK, "b": BLACK, "white": WHITE, "w": WHITE}


def a_board(n: int) -> str:
    """A size in a sentence.

    >>> a_board(5), a_board(11)
    ('a 5×5 board', 'an 11×11 board')
    """
    return f"{'an' if n in (8, 11, 18) else 'a'} {n}×{n} board"


@lru_cache(maxsize=None)
def cell_names(n: int) -> tuple[str, ...]:
    """The names of all n² cells of an n×n board, in id order.

    >>> cell_names(2)
    ('a1', 'b1', 'a2', 'b2')
    """
    return tuple(f"{chr(97 + col)}{row + 1}" for row in range(n) for col in range(n))


@lru_cache(maxsize=None)
def _ids(n: int) -> dict[str, int]:
    return {name: cell for cell, name in enumerate(cell_names(n))}


def _short(value: object) -> str:
    """A value for a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def side_names(player: int) -> tuple[str, str]:
    """The names of a player's first and second side.

    >>> side_names(BLACK), side_names(WHITE)
    (('top', 'bottom'), ('left', 'right'))
    """
    return ("top", "bottom") if player == BLACK else ("left", "right")


def cell_name(cell: int, n: int) -> str:
    """The name of a cell id.

    >>> cell_name(6, 5)
    'b2'
    """
    return cell_names(n)[cell_id(cell, n)]


def cell_id(cell: str | int, n: int) -> int:
    """The id of a cell given by name (any case) or id.

    Raises
    ------
    ValueError
        If it is no cell of an n×n board; the message says what is wrong.

    >>> cell_id("B2", 5)
    6
    """
    if isinstance(cell, str):
        found = _ids(n).get(cell)
        if found is None:
            found = _ids(n).get(cell.strip().lower())
        if found is not None:
            return found
        if _NAME.fullmatch(cell.strip()):
            raise ValueError(f"{_short(cell)} is off {a_board(n)}")
        raise ValueError(
            f"{_short(cell)} is no cell name (a column letter and a row number, like 'c4')"
        )
    if isinstance(cell, bool) or not hasattr(cell, "__index__"):
        raise ValueError(f"{_short(cell)} is neither a cell name nor a cell id")
    index = int(cell)
    if not 0 <= index < n * n:
        raise ValueError(f"cell id {index} is off {a_board(n)} (ids are 0 to {n * n - 1})")
    return index


def cell_ids(cells: str | Iterable[str | int], n: int) -> list[int]:
    """Ids of cells given as one string of names ("a1 b2", commas allowed) or as an iterable."""
    if isinstance(cells, str):
        cells = cells.replace(",", " ").split()
    if not hasattr(cells, "__iter__"):
        raise ValueError(f"cells are names ('a1 b2') or a list of names and ids, not {cells!r}")
    return [cell_id(cell, n) for cell in cells]


def color_name(color: int) -> str:
    """'black' or 'white' ('nobody' for EMPTY)."""
    return {BLACK: "black", WHITE: "white", EMPTY: "nobody"}[color]


def parse_color(color: int | str) -> int:
    """BLACK or WHITE from a color constant or a word ('black', 'B', 'white', 'w')."""
    if isinstance(color, str):
        found = _COLORS.get(color.strip().lower())
        if found is not None:
            return found
    elif not isinstance(color, bool) and color in (BLACK, WHITE):
        return int(color)
    raise ValueError(f"{_short(color)} is no color: it is black or white (1 or -1)")
