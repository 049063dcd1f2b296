"""Whether to swap: a table of the first moves that win, which hexlab computes itself."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import BLACK, WHITE, cell_ids, cell_names
from hexlab.board.symmetry import reflect_cells

if TYPE_CHECKING:
    from hexlab.play.player import Player

__all__ = ["TABLE", "SwapTable", "like_cell", "swap_table", "table_text", "wants_swap"]

TABLE = Path(__file__).resolve().parents[1] / "tables" / "swap.json"
_SCHEMA = 1

# Per board size Black's first moves that win, and how that was found: "solved" or a player's name.
SwapTable = dict[int, tuple[frozenset[int], str]]


def wants_swap(board: Board, player: Player | None = None) -> bool:
    """Whether the second player should swap the one stone on the board.

    Parameters
    ----------
    board : Board
        With swap legal.
    player : Player, optional
        Who would swap; asked first (`Player.swaps`), since he may know better.

    Raises
    ------
    ValueError
        If swap is not legal here.

    Notes
    -----
    The table says of each first move whether it wins; boards larger than those of the table (it
    goes to 7×7, solved) are read as its largest one is, by the distance from the nearer sides.

    Examples
    --------
    >>> wants_swap(Board(7).play("d4")), wants_swap(Board(7).play("a1"))
    (True, False)
    >>> wants_swap(Board(5, white="e1"))
    True
    """
    if not board.can_swap():
        raise ValueError(f"swap is not legal in {board!r}")
    own = None if player is None else player.swaps(board)
    if own is not None:
        return bool(own)
    n = board.n
    cell = next(cells_of(board.bits(BLACK) | board.bits(WHITE)))
    if board.bits(WHITE):  # the table has Black begin
        cell = reflect_cells(n)[cell]
    table = swap_table()
    size = n if n in table else max(table)
    return like_cell(cell, n, size) in table[size][0]


def like_cell(cell: int, n: int, size: int) -> int:
    """The cell of a smaller board that lies as far from the nearer sides.

    >>> from hexlab.board.notation import cell_id, cell_name
    >>> [cell_name(like_cell(cell_id(name, 19), 19, 11), 11) for name in ("b3", "q18", "k8")]
    ['b3', 'i10', 'f6']
    """
    middle = size // 2

    def shrink(at: int) -> int:
        return min(at, middle) if at < n - 1 - at else max(at - (n - size), middle)

    return shrink(cell // n) * size + shrink(cell % n)


@lru_cache(maxsize=None)
def swap_table(path: Path = TABLE) -> SwapTable:
    """The table, read.

    Raises
    ------
    ValueError
        If the file is damaged.
    """
    try:
        boards = json.loads(path.read_text(encoding="utf-8"))["boards"]
        return {
            int(n): (frozenset(cell_ids(row["wins"], int(n))), str(row["by"]))
            for n, row in boards.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} can't be understood: {error!r}") from None


def table_text(table: SwapTable) -> str:
    """The table as its file, one board a line."""

    def names(n: int, cells: Iterable[int]) -> str:
        return " ".join(cell_names(n)[cell] for cell in sorted(cells))

    rows = ",\n".join(
        f'    "{n}": {json.dumps({"by": by, "wins": names(n, cells)})}'
        for n, (cells, by) in sorted(table.items())
    )
    return f'{{\n  "schema": {_SCHEMA},\n  "boards": {{\n{rows}\n  }}\n}}\n'
