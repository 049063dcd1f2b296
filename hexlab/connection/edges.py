"""Edge templates: cells that are sure to connect one stone to a side.

They come from a table that `hexlab.connection.derive_edges` makes. H-search takes those from the
third line on as known connections (`Options.edge_templates`); bridges it finds at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hexlab.board.notation import WHITE
from hexlab.board.symmetry import reflect_cells, rotate_cells

__all__ = ["TABLE", "EdgeTemplate", "edge_arrays", "edge_templates"]

TABLE = Path(__file__).resolve().parents[1] / "tables" / "edge_templates.txt"


class EdgeTemplate(NamedTuple):
    """The minimal carrier of one stone's connection to a side.

    Attributes
    ----------
    name : str
        The line of the stone, the number of stones, a letter by size: ``IV-1-a``. Mirror images
        share it.
    height : int
        The line of the stone; 1 is the line along the side.
    places : tuple of (int, int)
        Height and column of each cell; the stone is at column 0, and columns run as on the board
        when the side is the bottom.
    """

    name: str
    height: int
    places: tuple[tuple[int, int], ...]

    def on_board(self, n: int, column: int) -> tuple[int, list[int]] | None:
        """The stone's cell and those of the carrier above the bottom of an n×n board.

        Parameters
        ----------
        n : int
            Size of the board.
        column : int
            The stone's column.

        Returns
        -------
        (int, list of int) or None
            None if the board does not hold all of them.

        >>> edge_templates()[2].on_board(5, 2)
        (12, [20, 21, 22, 23, 16, 17, 18, 13])
        """
        columns = [column + c for _, c in self.places]
        if self.height > n or min(columns) < 0 or max(columns) >= n or not 0 <= column < n:
            return None
        cells = [(n - h) * n + c for (h, _), c in zip(self.places, columns, strict=True)]
        return (n - self.height) * n + column, cells


@lru_cache(maxsize=None)
def edge_templates() -> tuple[EdgeTemplate, ...]:
    """All edge templates of the table.

    >>> [(t.name, len(t.places)) for t in edge_templates()]
    [('II-1-a', 2), ('III-1-a', 8), ('III-1-a', 8), ('III-1-b', 10), ('IV-1-a', 19), ('IV-1-a', 19),
    ('IV-1-b', 22)]
    """
    return tuple(_read(TABLE.read_text(encoding="utf-8")))


def _read(text: str) -> Iterator[EdgeTemplate]:
    heights = {"II": 2, "III": 3, "IV": 4, "V": 5}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, *places = line.split()
        pairs = [place.split(",") for place in places]
        height = heights[name.split("-")[0]]
        yield EdgeTemplate(name, height, tuple((int(h), int(c)) for h, c in pairs))


@lru_cache(maxsize=None)
def edge_arrays(n: int, player: int) -> tuple[np.ndarray, np.ndarray]:
    """Where edge templates fit on an empty board, as `hexlab.connection.find` takes them.

    Parameters
    ----------
    n : int
        Size of the board.
    player : int
        BLACK or WHITE.

    Returns
    -------
    carriers : (T, W) uint64
        The cells that must be empty; shared, not to be changed.
    ends : (T, 2) int32
        The stone's cell and the side: 0 for the first (top or left), 1 for the second.

    >>> [len(edge_arrays(n, 1)[1]) for n in (2, 3, 5, 11)]
    [0, 0, 10, 74]
    """
    reflected, turned = reflect_cells(n), rotate_cells(n)
    carriers, ends = [], []
    for template in edge_templates():
        for column in range(n):
            laid = template.on_board(n, column)
            if laid is None or template.height < 3:
                continue
            for side in range(2):
                cells = [laid[0], *laid[1]]
                if side == 0:
                    cells = [turned[cell] for cell in cells]
                if player == WHITE:
                    cells = [reflected[cell] for cell in cells]
                ends.append((cells[0], side))
                carriers.append(sum(1 << cell for cell in cells[1:]))
    words = (n * n + 63) // 64
    packed = b"".join(carrier.to_bytes(8 * words, "little") for carrier in carriers)
    return (
        np.frombuffer(packed, "<u8").astype(np.uint64).reshape(-1, words),
        np.array(ends, np.int32).reshape(-1, 2),
    )
