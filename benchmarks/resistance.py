"""Wire resistance, evaluations and batch features.

``python -m benchmarks.resistance``: one process; all but the batches in one thread.
"""

from __future__ import annotations

import time

import numpy as np

from benchmarks.harness import machine, measure, table, write_section
from benchmarks.networks import positions, show
from hexlab import BLACK, Board
from hexlab.model import network_value, network_values, resistance_ratio, resistance_ratios
from hexlab.network import board_network, cell_features, position_features
from hexlab.network.resistance import wire_resistances

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.resistance"


def dense(board: Board) -> np.ndarray:
    """The least that a dense solution of one player's clique circuit costs."""
    linked = board_network(board, BLACK).adjacency
    laplacian = np.diag(linked.sum(axis=1).astype(float)) - linked
    return np.linalg.solve(laplacian[:-1, :-1], np.eye(len(linked) - 1)[-1])


def single() -> str:
    """The table of calls for one board."""
    boards = positions()
    calls = {
        "wire resistance of both, all currents": wire_resistances,
        "resistance_ratio": resistance_ratio,
        "network_value, alpha 0.075": lambda board: network_value(board, 0.075),
        "the same, fraction": lambda board: network_value(
            board, 0.075, kind="fraction", local="fraction"
        ),
        "dense solution of one player (numpy)": dense,
    }
    rows = [
        (name, *(show(measure(lambda b=board, c=call: c(b))) for board in boards.values()))
        for name, call in calls.items()
    ]
    return table(("call, µs", *boards), rows)


def batches(count: int = 10_000) -> str:
    """The table of batch functions: positions of 0 to 80 stones, a second."""
    rng = np.random.default_rng(1)
    filled = rng.random((count, 1, 1)) * 80 / 121
    stones = rng.choice(np.array([-1, 1], np.int8), size=(count, 11, 11))
    boards = np.where(rng.random((count, 11, 11)) < filled, stones, np.int8(0))
    calls = {
        "resistance_ratios": resistance_ratios,
        "network_values": lambda boards, threads: network_values(boards, 0.075, threads=threads),
        "position_features": position_features,
        "cell_features": cell_features,
    }
    rows = []
    for name, call in calls.items():
        call(boards[:2], threads=1)
        speeds = []
        for threads in (1, 2):
            start = time.perf_counter()
            call(boards, threads=threads)
            speeds.append(f"{count / (time.perf_counter() - start):,.0f}")
        rows.append((name, *speeds))
    return table(("positions a second", "one thread", "two threads"), rows)


def main() -> None:
    """Measure and write the section."""
    text = f"""
## Resistance, evaluations, features

{machine("numba", "numpy")}. `{COMMAND}`

Medians in µs from a `Board` on, the minimum in square brackets; 11×11.

{single()}

Many 11×11 positions with up to 80 stones:

{batches()}
"""
    write_section("resistance", text)


if __name__ == "__main__":
    main()
