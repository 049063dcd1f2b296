"""Boards, game files and pictures: ``python -m benchmarks.boards``."""

from __future__ import annotations

import random

import numpy as np

from benchmarks.harness import machine, measure, table, write_section
from hexlab import BLACK, Game
from hexlab.network import board_network, winners
from hexlab.view.svg import board_svg

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.boards"


def filled(n: int, moves: int) -> Game:
    """A game of random moves from a fixed seed."""
    game = Game(n)
    for cell in random.Random(n).sample(range(n * n), moves):
        game.play(cell)
    return game


def row(n: int) -> list[object]:
    """All measurements of one size, in µs."""
    game = filled(n, n * n // 3)
    board, cells = game.board, [move.cell for move in game.moves]
    text, free = game.to_sgf(), board.empty[0]
    network = board_network(board, BLACK)
    heat = network.on_board(network.betweenness())
    full = np.random.default_rng(n).choice(np.array([-1, 1], np.int8), (1000, n, n))
    times = [
        measure(lambda: board.play(free)),
        measure(lambda: board.winner),
        measure(board.to_array),
        measure(lambda: Game.from_sgf(text)),
        measure(lambda: board_svg(board)),
        measure(lambda: board_svg(board, heat=heat, links=network, numbers=cells)),
        measure(lambda: winners(full, threads=1)).median / 1000,
    ]
    return [f"{n}×{n}", len(cells), *times[:-1], f"{times[-1]:.2f}"]


def main() -> None:
    """Measure and write the section."""
    head = ("size", "stones", "play", "winner", "to_array", "read SGF", "SVG", "SVG, all on it")
    text = f"""
## Boards, files, pictures

{machine("numba", "numpy")}. One thread. `{COMMAND}`

Medians in µs. A third of the cells has stones; the game is read with all its positions; "all on
it" is heat, a network and move numbers; the last column is the kernel, per full board in batches
of 1,000.

{table((*head, "winners"), [row(n) for n in (3, 5, 7, 9, 11, 13, 15, 17, 19)])}
"""
    write_section("boards", text)


if __name__ == "__main__":
    main()
