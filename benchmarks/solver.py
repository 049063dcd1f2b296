"""The solver: every opening of small boards, each from an empty table.

``python -m benchmarks.solver``: one process, one thread, no book. ``--eight`` adds openings of 8×8.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from benchmarks.harness import machine, table, write_section
from hexlab import BLACK, Board
from hexlab.board.notation import cell_name
from hexlab.search.dfpn import Solution, solve

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.solver"

# A C++ program (2019 version) on a quiet machine of the same class: seconds for all openings (of
# 7×7 one of each two that half a turn exchanges), nodes searched and positions looked at.
PEER = {4: (0.07, 0, 16), 5: (0.15, 34, 72), 6: (4.08, 4_359, 3_037), 7: (118.6, 96_501, 54_391)}
PEER_WINS = {4: 4, 5: 13, 6: 24, 7: 14}

# Openings of 8×8 with the nodes of Gao 2020, Table 5.1: DFPN, focused DFPN, the same with a net.
EIGHT = {
    "b7": (19_182, 12_146, 6_601),
    "d5": (13_821, 6_914, 4_068),
    "d4": (20_368, 13_265, 8_469),
    "c6": (41_018, 30_637, 10_536),
    "c1": (46_926, 28_775, 10_645),
    "d1": (44_295, 14_858, 10_649),
    "c4": (56_951, 18_687, 11_618),
}


class Opening(NamedTuple):
    """How one opening was solved."""

    cell: int
    seconds: float
    solution: Solution


def openings(n: int) -> list[Opening]:
    """Solve each opening of n×n, of 7×7 one of each two that half a turn exchanges."""
    cells = range(n * n // 2 + 1) if n == 7 else range(n * n)
    done = []
    for cell in cells:
        start = time.perf_counter()
        solution = solve(Board(n).play(cell))
        done.append(Opening(cell, time.perf_counter() - start, solution))
    return done


def line(n: int, done: list[Opening]) -> list[object]:
    """A row of sums."""
    hardest = max(done, key=lambda one: one.seconds)
    wins = sum(one.solution.winner == BLACK for one in done)
    peer, calls, builds = PEER[n]
    return [
        f"{n}×{n}",
        f"{len(done)}, {wins} won by Black ({PEER_WINS[n]})",
        f"{sum(one.seconds for one in done):.2f}",
        peer,
        f"{hardest.seconds:.2f} ({cell_name(hardest.cell, n)})",
        f"{sum(one.solution.nodes for one in done):,} ({calls:,})",
        f"{sum(one.solution.evaluations for one in done):,} ({builds:,})",
    ]


def eight() -> str:
    """The table of 8×8 openings."""
    rows = []
    for name, nodes in EIGHT.items():
        start = time.perf_counter()
        solution = solve(Board(8).play(name))
        seconds = time.perf_counter() - start
        winner = "Black" if solution.winner == BLACK else "White"
        mine = f"{solution.nodes:,}", f"{solution.evaluations:,}"
        rows.append((name, winner, f"{seconds:.1f}", *mine, *(f"{count:,}" for count in nodes)))
        print(*rows[-1], file=sys.stderr, flush=True)
    paper = "DFPN", "focused", "focused, net"
    return table(("opening", "winner", "s", "nodes", "positions looked at", *paper), rows)


def main() -> None:
    """Measure and write the section."""
    solve(Board(3))
    results = {n: openings(n) for n in (4, 5, 6, 7)}
    head = (
        "board", "openings", "s in all", "C++ peer, s", "hardest, s", "nodes (peer)",
        "positions looked at (peer)",
    )  # fmt: skip
    single = [
        (cell_name(one.cell, 7), "Black" if one.solution.winner == BLACK else "White",
         f"{one.seconds:.2f}", f"{one.solution.nodes:,}", f"{one.solution.evaluations:,}")
        for one in results[7]
    ]  # fmt: skip
    text = f"""
## Solver

{machine("numba", "numpy")}. One thread, each opening from an empty table. `{COMMAND}`

{table(head, [line(n, done) for n, done in results.items()])}

7×7, opening by opening:

{table(("opening", "winner", "s", "nodes", "positions looked at"), single)}
"""
    write_section("solver", text)
    if "--eight" in sys.argv:
        section = f"""
### Openings of 8×8

`{COMMAND} --eight`; nodes of Gao 2020, Table 5.1, on the right.

{eight()}
"""
        write_section("solver-8", section)


if __name__ == "__main__":
    main()
