"""Playouts and Monte Carlo tree search: ``python -m benchmarks.playouts``.

The peer's figures were measured once on another machine of the same kind (MoHex 2.0, version of
2019, one thread). OpenSpiel's C++ bot is timed in the same run where `pyspiel` is installed.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from statistics import median

from benchmarks.harness import machine, table, write_section
from hexlab import Board
from hexlab.data.games import load_dataset
from hexlab.model.patterns import playout_weights
from hexlab.search.mcts import Mcts, MctsOptions, MctsResult
from hexlab.search.playout import playouts
from hexlab.search.playout_moves import make_weights
from hexlab.search.tree import node_bytes

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.playouts"
# Playouts a second of the peer on 11×11 and 13×13, and what was wanted on 11×11.
PEER = {"uniform": ("31,000", "24,000"), "patterns": ("11,400", "8,900")}
WANTED = {"uniform": "3,000,000", "bridges": "200,000", "patterns": "60,000"}
SECONDS = 2.0
PLY = 20
POSITIONS = 12


def rate(board: Board, kind: str) -> float:
    """Playouts a second of processor time, the median of many short runs."""
    weights = make_weights(*playout_weights()) if kind == "patterns" else None
    playouts(board, 64, kind=kind, rng=1, weights=weights)
    chunk = 50_000 if kind in ("uniform", "pairs") else 1_000
    rates: list[float] = []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.process_time()
        playouts(board, chunk, kind=kind, rng=len(rates), weights=weights)
        rates.append(chunk / (time.process_time() - start))
    return median(rates)


def playout_rows() -> list[tuple[object, ...]]:
    """A row for each kind of playout."""
    rows = []
    for kind in ("uniform", "pairs", "bridges", "patterns"):
        peers = PEER.get(kind, ("–", "–"))
        own = [f"{rate(Board(n), kind):,.0f}" for n in (11, 13)]
        rows.append((kind, own[0], WANTED.get(kind, "–"), peers[0], own[1], peers[1]))
    return rows


def midgames() -> list[Board]:
    """Positions of hexlab's own games that connections do not decide."""
    boards = []
    for game in load_dataset("resistance-greedy"):
        if game.n != 11 or len(game.moves) <= PLY:
            continue
        board = Board(11)
        for move in game.moves[:PLY]:
            board = board.play(move.cell)
        if not board.winner and not Mcts(11).search(board, simulations=1).proved:
            boards.append(board)
        if len(boards) == POSITIONS:
            break
    return boards


def search_all(boards: list[Board], options: MctsOptions, simulations: int) -> list[MctsResult]:
    """A search of each board from nothing."""
    search = Mcts(boards[0].n, options)
    search.search(boards[0], simulations=1000, rng=1, reuse=False)
    return [
        search.search(board, simulations=simulations, rng=seed, reuse=False)
        for seed, board in enumerate(boards)
    ]


def search_rows(boards: list[Board]) -> list[tuple[object, ...]]:
    """Whole searches: with and without knowledge, empty and midgame, one and two threads."""
    shipped = MctsOptions().knowledge
    rows: list[tuple[object, ...]] = []
    for name, group in (("empty 11×11", [Board(11)] * 3), (f"ply {PLY}, 11×11", boards)):
        for knowledge in sorted({0, 16, shipped, 256}):
            for threads in (1, 2) if knowledge in (0, shipped) else (1,):
                options = MctsOptions(knowledge=knowledge, threads=threads, memory_mb=1024)
                found = search_all(group, options, 30_000)
                seconds = sum(one.seconds for one in found)
                simulations = sum(one.simulations for one in found)
                wanted, peer = ("≥ 50,000", "≈ 10,000") if not knowledge else ("≥ 20,000", "4,964")
                if name.startswith("ply"):
                    wanted, peer = "≥ 20,000" if not knowledge else "–", "–"
                rows.append(
                    (
                        name,
                        knowledge or "none",
                        threads,
                        f"{simulations / seconds:,.0f}",
                        wanted if threads == 1 else "–",
                        peer if threads == 1 else "–",
                        f"{sum(one.asked for one in found) / len(found):,.0f}",
                        f"{sum(one.asking for one in found) / seconds:.0%}",
                        f"{sum(one.nodes for one in found) / len(found):,.0f}",
                    )
                )
    return rows


def open_spiel() -> str:
    """A sentence on OpenSpiel's C++ bot."""
    if find_spec("pyspiel") is None:
        return "OpenSpiel is not installed here."
    import pyspiel  # type: ignore[import-not-found]

    count = 5_000
    game = pyspiel.load_game("hex(board_size=11)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, count, 1000, False, 1, False)
    state = game.new_initial_state()
    start = time.perf_counter()
    bot.step(state)
    seconds = time.perf_counter() - start
    return (
        f"OpenSpiel's C++ `MCTSBot` (one random playout a simulation, no connections) in the same "
        f"run: {count / seconds:,.0f} simulations/s on the empty 11×11."
    )


def main() -> None:
    """Measure and write the section."""
    boards = midgames()
    first = table(
        ("playouts/s", "11×11", "wanted", "peer", "13×13", "peer"),
        playout_rows(),
    )
    second = table(
        (
            "search", "knowledge from", "threads", "simulations/s", "wanted", "peer", "asked",
            "time for it", "nodes",
        ),
        search_rows(boards),
    )  # fmt: skip
    text = f"""
## Playouts and Monte Carlo tree search

{machine("numba", "numpy")}. `{COMMAND}`

Playouts from the empty board to the last cell, winner and owner of each cell counted, one thread,
by the processor's clock. "uniform" and "pairs" are filled and decided 64 at a time, one bit a lane.

{first}

Whole searches of 30,000 simulations from an empty tree: RAVE, prior of the current where knowledge
was asked, {MctsOptions().lanes} "{MctsOptions().playout}" playouts a simulation;
{node_bytes()} bytes a node. "knowledge from": visits from which connections and inferior cells of a
node are looked at ({MctsOptions().knowledge} is the default); "asked" is how many nodes that were.
Midgame: {len(boards)} positions of hexlab's own games at ply {PLY} that connections do not decide.
The peer plays one playout a simulation, by patterns, and asks at 256 visits.

{second}

{open_spiel()}
"""
    write_section("playouts", text)


if __name__ == "__main__":
    sys.exit(main())
