"""All boards of 3×3: every measure of both players against networkx and plain distances."""

from __future__ import annotations

from itertools import product

import networkx as nx
import numpy as np
import pytest
from counts import count
from network_oracles import closeness_of, fraction_of, slow_membership

from hexlab import BLACK, WHITE, Board
from hexlab.model import network_value, resistance_ratio
from hexlab.network import board_network

EVERY = 3**9


def boards() -> list[Board]:
    """A seeded sample of the 19,683 fillings of 3×3, or all of them."""
    numbers = np.random.default_rng(9).permutation(EVERY)[: count(800, EVERY)]
    fillings = list(product((0, BLACK, WHITE), repeat=9))
    return [Board.from_array(np.reshape(fillings[i], (3, 3))) for i in numbers]


def slow_resistance(graph: nx.Graph) -> float:
    """1 ohm a link, 0 once the sides are linked."""
    if graph.has_edge("s", "t"):
        return 0.0
    if not nx.has_path(graph, "s", "t"):
        return np.inf
    return float(
        nx.resistance_distance(graph.subgraph(nx.node_connected_component(graph, "s")), "s", "t")
    )


@pytest.mark.long
def test_measures_of_all_boards() -> None:
    for board in boards():
        for player in (BLACK, WHITE):
            network = board_network(board, player)
            graph = network.to_networkx()
            assert network.joined == (board.winner == player) == graph.has_edge("s", "t")
            assert network.betweenness() == pytest.approx(slow_membership(graph), abs=1e-12)
            assert network.betweenness("fraction") == pytest.approx(fraction_of(graph), abs=1e-12)
            assert network.closeness() == pytest.approx(closeness_of(graph), abs=1e-12)
            assert network.degree().tolist() == [degree for _, degree in graph.degree]
            found = network.resistance("clique").value
            assert found == pytest.approx(slow_resistance(graph), abs=1e-9)


@pytest.mark.long
def test_values_of_all_boards_and_their_images() -> None:
    """Exchanging the colors turns E and, at α = 0 and 1, E_v into its reciprocal."""
    for board in boards():
        image = Board.from_array(-board.to_array().T)
        assert resistance_ratio(board) == pytest.approx(_reciprocal(resistance_ratio(image)))
        for alpha in (0, 1):
            value = network_value(image, alpha)
            assert network_value(board, alpha) == pytest.approx(_reciprocal(value))


def _reciprocal(value: float) -> float:
    return np.inf if value == 0 else 1 / value
