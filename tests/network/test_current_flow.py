from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from positions import odd_boards, random_boards

from hexlab import BLACK, WHITE, Board
from hexlab.network import board_network
from hexlab.network import current_flow as module


def by_networkx(graph: nx.Graph) -> list[float]:
    value = dict.fromkeys(graph, 0.0)
    for part in nx.connected_components(graph):
        if len(part) >= 3:
            inner = nx.Graph(graph.subgraph(part).edges)
            value |= nx.current_flow_betweenness_centrality(inner, normalized=True)
    return list(value.values())


def check(board: Board, player: int, links: str) -> None:
    network = board_network(board, player, links)  # type: ignore[arg-type]
    np.testing.assert_allclose(
        network.current_flow(), by_networkx(network.to_networkx()), atol=1e-9, rtol=0
    )


def test_equals_networkx_on_random_boards() -> None:
    for board in random_boards(seed=41, count=60, sizes=range(1, 8)):
        check(board, BLACK, "adjacent")
        check(board, WHITE, "bridge")


@pytest.mark.parametrize("name", odd_boards())
def test_equals_networkx_on_odd_boards(name: str) -> None:
    if name != "empty 19×19":  # half a minute in networkx
        check(odd_boards()[name], WHITE, "adjacent")


def test_path_of_three() -> None:
    assert board_network(Board(1), BLACK).current_flow().tolist() == pytest.approx([1, 0, 0])


def test_kernels_are_compiled_once() -> None:
    # Whatever is asked, the types are those of the warm-up.
    module._warmup()
    for name in ("_current_flow",):
        assert len(getattr(module, name).signatures) == 1
