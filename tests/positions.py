"""Boards to test measures on: random ones, and every odd case by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from hexlab import BLACK, WHITE, Board


def random_board(rng: np.random.Generator, n: int) -> Board:
    """Each cell black, white or empty, the shares drawn anew (one color or none at times)."""
    shares = rng.dirichlet((0.6, 0.6, 1.0))
    cells = rng.choice((BLACK, WHITE, 0), size=(n, n), p=shares)
    return Board.from_array(cells, to_move=int(rng.choice((BLACK, WHITE))))


def random_boards(seed: int, count: int, sizes: Sequence[int]) -> Iterator[Board]:
    """Boards with any mixture of stones, from empty to full."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield random_board(rng, int(rng.choice(sizes)))


def corridor(n: int, wall: str = "white") -> Board:
    """A board with one winding corridor of empty cells between walls of a color."""
    walls = [
        row * n + col
        for row in range(1, n, 2)
        for col in range(n)
        if col != (n - 1 if row % 4 == 1 else 0)
    ]
    return Board(n, **{wall: walls})


def degenerate_boards(n: int) -> list[Board]:
    """Of any size: empty, full of one color, one stone, won, split, striped, corridors."""
    every = range(n * n)
    middle = [n // 2 * n + col for col in range(n)]
    return [
        Board(n),
        Board(n, black=every),
        Board(n, white=every),
        Board(n, black=[n * n // 2]),
        Board(n, white=[0], to_move=WHITE),
        Board(n, black=every[n // 2 :: n]),
        Board(n, white=middle),
        Board(n, black=every[::2], white=every[1::2]),
        corridor(n, "white"),
        corridor(n, "black"),
    ]


@lru_cache(maxsize=None)
def odd_boards() -> dict[str, Board]:
    """Empty, full, won, one color, cut off, by name: what random boards seldom are."""
    rng = np.random.default_rng(7)
    full = rng.permutation([1] * 13 + [-1] * 12).reshape(5, 5)
    pocket = Board(5, black="c3", white="a1 b1 c1 a2 c2 a3 b3 d1 d2")
    return {
        "1×1 empty": Board(1),
        "1×1 black": Board(1, black="a1"),
        "1×1 white": Board(1, white="a1"),
        "2×2 empty": Board(2),
        "empty": Board(6),
        "empty 19×19": Board(19),
        "full": Board.from_array(full),
        "all black": Board.from_array(np.ones((4, 4), int)),
        "all white": Board.from_array(-np.ones((4, 4), int)),
        "black only": Board(6, black="b2 b3 d4 e4 e5 a6"),
        "white only": Board(6, white="b2 b3 d4 e4 e5 a6"),
        "one stone": Board(5, black="c3"),
        "one empty cell": Board.from_array(np.where(np.arange(25).reshape(5, 5) == 12, 0, full)),
        "black has won": Board(4, black="b1 b2 b3 b4", white="a1 c1 d2"),
        "white has won": Board(4, black="a1 c1 d2", white="a3 b3 c3 d3"),
        "empty pocket": pocket,
        "own stones in a pocket": pocket.play("b2", BLACK),
        "group on both corners": Board(4, black="a1 b1 c1 d1 a4", white="b3"),
    }
