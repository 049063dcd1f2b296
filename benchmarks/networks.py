"""Network measures beside networkx and igraph on the same graphs.

``python -m benchmarks.networks``: one process, one thread (``NUMBA_NUM_THREADS=1``). The midgame
positions are random games of 20, 40 and 60 moves from fixed seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import igraph
import networkx as nx
import numpy as np

from benchmarks.harness import Timing, machine, measure, table, write_section
from hexlab import BLACK, WHITE, Board
from hexlab.model.evaluation import network_value, resistance_ratio
from hexlab.network import Network, board_network

FIGURE = Path(__file__).parent / "growth.png"
COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.networks"


def midgame(n: int, moves: int, seed: int) -> Board:
    """A position after random moves that nobody has won yet."""
    rng = np.random.default_rng(seed)
    while True:
        board = Board(n)
        for cell in rng.permutation(n * n)[:moves].tolist():
            board = board.play(cell)
        if not board.winner:
            return board


def positions() -> dict[str, Board]:
    """The empty board and three midgame ones, 11×11."""
    boards = {"empty": Board(11)}
    for seed, moves in enumerate((20, 40, 60)):
        boards[f"{moves} stones"] = midgame(11, moves, seed)
    return boards


def to_igraph(network: Network) -> igraph.Graph:
    """The same graph for igraph."""
    return igraph.Graph(n=network.size, edges=network.links.tolist())


def peers(network: Network) -> dict[str, tuple[Callable[[], object], ...]]:
    """For each measure the calls of hexlab, networkx and igraph."""
    graph, other = network.to_networkx(), to_igraph(network)
    return {
        "fraction betweenness": (
            lambda: network.betweenness("fraction"),
            lambda: nx.betweenness_centrality(graph),
            other.betweenness,
        ),
        "membership betweenness": (network.betweenness,),
        "closeness": (network.closeness, lambda: nx.closeness_centrality(graph), other.closeness),
        "current-flow betweenness": (
            network.current_flow,
            lambda: nx.current_flow_betweenness_centrality(graph),
        ),
    }


def whole_calls(board: Board) -> dict[str, Callable[[], object]]:
    """Calls that begin with a board."""
    return {
        "board_network": lambda: board_network(board, BLACK),
        "board_network, bridges": lambda: board_network(board, BLACK, "bridge"),
        "network_value, both players": lambda: network_value(board, 0.5),
        "resistance_ratio, both players": lambda: resistance_ratio(board),
        "shortest_paths": board_network(board, BLACK).shortest_paths,
        "two_distance": board_network(board, BLACK).two_distance,
    }


def compare() -> str:
    """The table of measures beside the peers."""
    rows = []
    for name, board in positions().items():
        network = board_network(board, WHITE)
        label = f"{name} ({network.size} nodes, {len(network.links)} links)"
        for what, calls in peers(network).items():
            times = [measure(call) for call in calls]
            ours, others = times[0], times[1:]
            factors = [f"{other} ({other.median / ours.median:.1f}×)" for other in others]
            rows.append((label, what, show(ours), *[*factors, "", ""][:2]))
    return table(("position", "measure", "hexlab µs", "networkx µs", "igraph µs"), rows)


def whole() -> str:
    """The table of calls from a board on, one row a call."""
    boards = positions()
    calls = {name: whole_calls(board) for name, board in boards.items()}
    rows = [
        (what, *(show(measure(calls[name][what])) for name in boards)) for what in calls["empty"]
    ]
    return table(("call, µs", *boards), rows)


def growth() -> str:
    """How the cost grows with the size of an empty board: a table, and a figure beside it."""
    head = (
        "network",
        "closeness",
        "membership",
        "fraction",
        "igraph fraction",
        "networkx fraction",
    )
    nodes, times = {}, {}
    for n in range(3, 20, 2):
        board = Board(n)
        network = board_network(board, BLACK)
        graph, other = network.to_networkx(), to_igraph(network)
        calls = (
            lambda board=board: board_network(board, BLACK),
            network.closeness,
            network.betweenness,
            lambda network=network: network.betweenness("fraction"),
            other.betweenness,
            lambda graph=graph: nx.betweenness_centrality(graph),
        )
        nodes[n] = network.size
        times[n] = [measure(call, at_least=1) for call in calls]
    draw_growth(
        list(nodes.values()), dict(zip(head, zip(*times.values(), strict=True), strict=True))
    )
    rows = [(f"{n}×{n}", nodes[n], *times[n]) for n in nodes]
    return table(("size", "nodes", *head), rows)


def draw_growth(nodes: list[int], times: dict[str, tuple[Timing, ...]]) -> None:
    """Both axes logarithmic, where a power of N is a straight line; N² and N³ to compare."""
    from hexlab.view.figures import LabFigure
    from hexlab.view.plots import figure_style

    with figure_style():
        figure = LabFigure(figsize=(7, 4.6), layout="constrained")
        axes = figure.add_subplot()
        for name, timings in times.items():
            axes.loglog(nodes, [timing.median for timing in timings], marker="o", label=name)
        for power in (2, 3):
            line = [20 * (size / nodes[0]) ** power for size in nodes]
            axes.loglog(nodes, line, color="#999999", linestyle=":", linewidth=1)
            axes.annotate(f"N{'⁰¹²³'[power]}", (nodes[-1], line[-1]), color="#777777")
        axes.set_xlabel("Nodes of the network (3×3 to 19×19)")
        axes.set_ylabel("µs")
        axes.legend()
        figure.savefig(FIGURE, dpi=110, metadata={"Software": None})


def show(timing: Timing) -> str:
    """Median and, in brackets, minimum."""
    return f"{timing} [{timing.minimum:.3g}]"


def main() -> None:
    """Measure and write the section."""
    text = f"""
## Networks

{machine("numba", "numpy", "networkx", "igraph")}. One thread. `{COMMAND}`

Medians in µs of many short runs, the minimum in square brackets; in round brackets how many times
as long a peer takes. All on the networks that `board_network` makes, 11×11; the same numbers come
out of each (tests/network). Membership betweenness has no peer.

{compare()}

Calls from a board on:

{whole()}

Empty boards, µs:

{growth()}

![Cost against the number of nodes, both axes logarithmic]({FIGURE.name})
"""
    write_section("networks", text)


if __name__ == "__main__":
    main()
