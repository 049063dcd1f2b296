"""The solver beside the C++ program: ``python -m benchmarks.solver [LARGEST]``.

Each opening starts from an empty table and empty connection stores. The peer's figures were
measured once on another machine of the same kind (benzene, version of 2019, one thread).
"""

from __future__ import annotations

import sys
import time

from benchmarks.harness import machine, table, write_section
from hexlab import BLACK, Board
from hexlab.board.notation import cell_name
from hexlab.run.progress import progress
from hexlab.search import solve

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.solver"
# Seconds and connection builds of the peer for all openings; 7×7 up to half a turn.
PEER = {4: (0.07, 16), 5: (0.15, 72), 6: (4.08, 3_037), 7: (118.6, 54_391)}
PEER_7 = {
    "a1": 0.49, "b1": 0.48, "c1": 0.40, "d1": 0.25, "e1": 0.38, "f1": 0.27, "g1": 10.95, "a2": 5.69,
    "b2": 5.18, "c2": 1.60, "d2": 0.28, "e2": 3.41, "f2": 0.30, "g2": 30.80, "a3": 4.48, "b3": 1.83,
    "c3": 1.29, "d3": 3.23, "e3": 0.35, "f3": 4.21, "g3": 7.10, "a4": 28.48, "b4": 6.74, "c4": 0.24,
    "d4": 0.22,
}  # fmt: skip
# Nodes of DFPN, FDFPN and FDFPN with a policy net on 8×8 (Gao 2020, Table 5.1).
PAPER_8 = {
    "b7": (19_182, 12_146, 6_601),
    "d5": (13_821, 6_914, 4_068),
    "d4": (20_368, 13_265, 8_469),
    "c6": (41_018, 30_637, 10_536),
    "c1": (46_926, 28_775, 10_645),
    "d1": (44_295, 14_858, 10_649),
    "c4": (56_951, 18_687, 11_618),
}
NODES_8 = "Ours are positions visited, as often as they were come to; what theirs are is not said."
LIMIT = 1_800.0


class Row:
    """One opening, solved from nothing."""

    def __init__(self, n: int, opening: str) -> None:
        start = time.process_time()
        found = solve(Board(n).play(opening), seconds=LIMIT)
        self.seconds = time.process_time() - start
        self.opening = opening
        self.winner = "black" if found.winner == BLACK else "white" if found.winner else "open"
        self.nodes, self.evaluations = found.nodes, found.evaluations


def openings(n: int) -> list[str]:
    """All of them; from 7×7 on one of two that half a turn exchanges."""
    cells = range(n * n if n < 7 else (n * n + 1) // 2)
    return [cell_name(cell, n) for cell in cells]


def sums(largest: int) -> tuple[str, list[Row]]:
    """The table of whole boards, and the rows of 7×7."""
    lines, rows = [], []
    for n in range(4, min(largest, 7) + 1):
        rows = [Row(n, name) for name in progress(openings(n), desc=f"{n}×{n}")]
        hardest = max(rows, key=lambda row: row.seconds)
        lines.append(
            (
                f"{n}×{n}",
                f"{sum(row.winner != 'open' for row in rows)} of {len(rows)}",
                sum(row.winner == "black" for row in rows),
                f"{sum(row.seconds for row in rows):.2f}",
                f"{PEER[n][0]:.2f}",
                f"{hardest.seconds:.2f} ({hardest.opening})",
                f"{sum(row.nodes for row in rows):,}",
                f"{sum(row.evaluations for row in rows):,}",
                f"{PEER[n][1]:,}",
            )
        )
    head = (
        "board", "solved", "black wins", "seconds", "peer's", "hardest", "nodes", "evaluated",
        "peer's builds",
    )  # fmt: skip
    return table(head, lines), rows if largest >= 7 else []


def each_of_7(rows: list[Row]) -> str:
    """Opening by opening."""
    head = ("opening", "winner", "seconds", "peer's", "nodes", "evaluated")
    return table(
        head,
        (
            (
                row.opening,
                row.winner,
                f"{row.seconds:.2f}",
                f"{PEER_7[row.opening]:.2f}",
                f"{row.nodes:,}",
                f"{row.evaluations:,}",
            )
            for row in rows
        ),
    )


def each_of_8() -> str:
    """The easy openings of 8×8."""
    rows = [Row(8, name) for name in progress(PAPER_8, desc="8×8")]
    head = ("opening", "winner", "seconds", "nodes", "evaluated", "DFPN", "FDFPN", "with a net")
    return table(
        head,
        (
            (
                row.opening,
                row.winner,
                f"{row.seconds:.1f}",
                f"{row.nodes:,}",
                f"{row.evaluations:,}",
                *(f"{nodes:,}" for nodes in PAPER_8[row.opening]),
            )
            for row in rows
        ),
    )


def main() -> None:
    """Measure and write the section."""
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    solve(Board(5).play("e1"))  # what is loaded from disk once
    solve(Board(6).play("f2"))
    whole, rows = sums(largest)
    text = f"""
## The solver

{machine("numba", "numpy")}. One thread, no book. `{COMMAND}`

Each opening from an empty table; up to 6×6 all of them, 7×7 up to half a turn. Nodes are positions
visited, one as often as it was come to; evaluated are those new, for which the opponent's
connections (preset `fast`) were searched, and a smaller set of the mover's if there are moves to
order. The peer is benzene's DFPN (version of 2019, same kind of machine). It looks at fewer
positions, which cost it five times as much each. Proofs that serve other positions save a quarter
of the hard openings' positions. The count hardly depends on the order of moves, on estimates of new
positions, on the window or on more steps in OR; it doubles without the connections of more than 16
cells; sides as midpoints, which find more, cost more than they save.

{whole}
"""
    if rows:
        text += f"\n7×7:\n\n{each_of_7(rows)}\n"
    if largest >= 8:
        head = f"Easy openings of 8×8, beside the node counts of Gao 2020, Table 5.1. {NODES_8}"
        text += f"\n{head}\n\n{each_of_8()}\n"
    write_section("solver", text)


if __name__ == "__main__":
    main()
