"""Connections and inferior cells: from scratch, after a move, and how the time grows.

``python -m benchmarks.connections``: one process, one thread; midgame positions need HEXLAB_GAMES.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.harness import machine, table, write_section
from hexlab import load_games
from hexlab.connection.edges import edge_arrays
from hexlab.connection.find import find
from hexlab.connection.inferior_kernel import fill_and_prune
from hexlab.connection.inferior_tables import inferior_tables
from hexlab.connection.options import Options, no_edges, options
from hexlab.connection.store import DROPPED, FIRST, FULL, PAIRS, RECORDS, STATE, new_store
from hexlab.connection.update import update

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.connections"
PLIES = (12, 20, 24, 40)

# A C++ program (2019 version) on a machine of the same class, its default rules, ms for both
# players' connections and the inferior cells of a position: empty boards, and single games.
PEER = {
    "empty 9×9": "4",
    "empty 11×11": "8",
    "empty 13×13": "15",
    "ply 12": "14–16",
    "ply 20": "11",
    "ply 24": "12–13",
    "ply 40": "3–4",
}


class Work(NamedTuple):
    """What one analysis of a position gave."""

    ms: float
    full: int
    pairs: int
    semi: int


class Analyst:
    """Analyzes n×n positions as a node of a search does: fills in, then finds connections."""

    def __init__(self, n: int, rules: Options) -> None:
        self.n = n
        self.rules = rules.array()
        self.stores = [new_store(n, 400_000 if n < 12 else 0) for _ in range(4)]
        self.edges = [
            edge_arrays(n, player) if rules.edge_templates else no_edges(n) for player in (1, -1)
        ]
        self.work = inferior_tables(), np.zeros(n * n, np.int8), np.zeros(n * n, np.int16)

    def analyze(self, board: np.ndarray) -> Work:
        """Both players' connections and inferior cells of an (n²,) int8 board."""
        cells = board.copy()
        start = time.perf_counter()
        fill_and_prune(cells, self.n, 1, False, *self.work)
        for player, edges, store in zip((1, -1), self.edges, self.stores, strict=False):
            find(cells, self.n, player, self.rules, *edges, store)
        ms = (time.perf_counter() - start) * 1e3
        return Work(ms, *(sum(c) for c in zip(*map(count, self.stores[:2]), strict=True)))

    def play(self, board: np.ndarray, cell: int, color: int) -> float:
        """After `analyze(board)` without filling in: ms to bring both players up to date."""
        for player, edges, store in zip((1, -1), self.edges, self.stores, strict=False):
            find(board, self.n, player, self.rules, *edges, store)
        after = board.copy()
        after[cell] = color
        start = time.perf_counter()
        for i, player in enumerate((1, -1)):
            update(self.stores[i], after, self.n, player, self.rules, self.stores[2 + i])
        return (time.perf_counter() - start) * 1e3


def count(store) -> tuple[int, int, int]:  # type: ignore[no-untyped-def]
    """Full connections, pairs that have one, and semi connections."""
    state = store.records[: store.counts[RECORDS], STATE]
    live = state[(state & DROPPED) == 0]
    full = int((live & FULL).sum())
    pairs = store.pairs[: store.counts[PAIRS], FIRST + 1]
    return full, int((pairs >= 0).sum()), len(live) - full


def midgame(ply: int) -> tuple[list[tuple[np.ndarray, int, int]], int]:
    """Positions of 11×11 games after `ply` stones with the move that followed; games too short."""
    found, short = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        games = [g for g in load_games(os.environ["HEXLAB_GAMES"] + "/olympiad") if g.n == 11]
    for game in games:
        boards = list(game.boards())
        if len(boards) <= ply + 1:
            short += 1
            continue
        before, after = (b.to_array().ravel() for b in boards[ply : ply + 2])
        changed = np.flatnonzero(before != after)
        if len(changed) == 1:
            found.append((before, int(changed[0]), int(after[changed[0]])))
    return found, short


def spread(values: Sequence[float]) -> str:
    """Median, 95th percentile, maximum."""
    return f"{np.median(values):.2f} / {np.percentile(values, 95):.2f} / {max(values):.1f}"


def line(name: str, works: list[Work], peer: str = "") -> list[object]:
    """A row: times, and medians of what was found."""
    full, pairs, semi = (int(np.median([w[i] for w in works])) for i in (1, 2, 3))
    return [name, len(works), spread([w.ms for w in works]), peer, f"{full} ({pairs})", semi]


def positions() -> Iterator[tuple[str, int, list[tuple[np.ndarray, int, int]]]]:
    """(name, size, positions with a move) of all rows."""
    for n in (9, 11, 13):
        yield f"empty {n}×{n}", n, [(np.zeros(n * n, np.int8), n * n // 2, 1)] * 15
    if "HEXLAB_GAMES" in os.environ:
        for ply in PLIES:
            found, short = midgame(ply)
            yield f"ply {ply} ({short} games too short)", 11, found


def main() -> None:
    """Measure and write the section."""
    rows, moves = [], []
    fast, deep = options("fast"), options("deep")
    analysts = {n: Analyst(n, fast) for n in (9, 11, 13)}
    deeper = {n: Analyst(n, deep) for n in (9, 11)}
    for analyst in (*analysts.values(), *deeper.values()):
        empty = np.zeros(analyst.n**2, np.int8)
        analyst.analyze(empty)
        analyst.play(empty, 0, 1)
    deep_rows = []
    for name, n, found in positions():
        peer = next((text for key, text in PEER.items() if name.startswith(key)), "")
        rows.append(line(name, [analysts[n].analyze(board) for board, _, _ in found], peer))
        moves.append((name, len(found), spread([analysts[n].play(*item) for item in found])))
        if n in deeper:
            deep_rows.append(line(name, [deeper[n].analyze(b) for b, _, _ in found[:20]]))
    growth = []
    for n in (5, 7, 9, 11, 13, 15, 17, 19):
        analyst = Analyst(n, fast)
        works = [analyst.analyze(np.zeros(n * n, np.int8)) for _ in range(7)]
        growth.append(
            (f"{n}×{n}", f"{np.median([w.ms for w in works]):.2f}", works[0].full, works[0].semi)
        )
    head = ("position", "n", "ms: median / 95 % / max", "C++ peer, ms", "full (pairs)", "semi")
    text = f"""
## Connections

{machine("numba", "numpy")}. One thread. `{COMMAND}`

Both players' connections and the inferior cells of a position from scratch, preset "fast". What was
found is for both players together. The peer's figures are of another, quieter run on the same kind
of machine, mean of 40 calls (midgame: one game a row).

{table(head, rows)}

The same with the preset "deep" (sides as midpoints, edge templates; at most 20 positions a row):

{table(("position", "n", "ms: median / 95 % / max", "", "full (pairs)", "semi"), deep_rows)}

Bringing both players' connections up to date after the move that was played next (no filling in):

{table(("position", "n", "ms: median / 95 % / max"), moves)}

Empty boards, "fast":

{table(("size", "ms", "full", "semi"), growth)}
"""
    write_section("connections", text)


if __name__ == "__main__":
    main()
