"""Boards to test measures on: random ones, and every odd case by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from hexlab import BLACK, Board


def random_boards(seed: int, count: int, sizes: Sequence[int]) -> Iterator[Board]:
    """Boards with any mixture of stones, from empty to full, more often fair than not."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n = int(rng.choice(sizes))
        filled = rng.random()
        black = rng.choice([0.5, 0.5, 0.8, 0.2])
        odds = [filled * (1 - black), 1 - filled, filled * black]
        yield Board.from_array(rng.choice([-1, 0, 1], size=(n, n), p=odds))


@lru_cache(maxsize=None)
def odd_boards() -> dict[str, Board]:
    """Empty, full, won, one color, cut off: what random boards seldom are."""
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
