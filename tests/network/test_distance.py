"""Two-distances against the recursion itself, and Rasmussen's maps of the empty board."""

import numpy as np
import pytest

from hexlab import BLACK, WHITE, Board
from hexlab.network import board_network


def slow_two_distance(graph, goal):
    """Repeat the recursion until nothing changes."""
    other = {"s": "t", "t": "s"}[goal]
    value = dict.fromkeys(graph, np.inf)
    value[goal] = 0.0
    value.update(dict.fromkeys(graph[goal], 1.0))
    for _ in range(len(graph)):
        for v in graph:
            if v != goal and not graph.has_edge(v, goal):
                ways = sorted(value[u] for u in graph[v] if u != other)
                if ways:
                    value[v] = 1 + ways[min(1, len(ways) - 1)]
    return [value[v] for v in graph]


@pytest.mark.parametrize("links", ["adjacent", "bridge"])
def test_equals_the_recursion(some_boards, links):
    for board in some_boards(41, (1, 2, 3, 4, 6, 8), 12):
        for player in (BLACK, WHITE):
            network = board_network(board, player, links)
            graph = network.to_networkx()
            found = network.two_distance()
            assert found.shape == (2, network.size)
            assert found[0].tolist() == slow_two_distance(graph, "s")
            assert found[1].tolist() == slow_two_distance(graph, "t")


def test_maps_of_the_empty_board():
    network = board_network(Board(3), BLACK)
    to_top, to_bottom = map(network.on_board, network.two_distance())
    assert to_top.tolist() == [[1, 1, 1], [2, 2, 3], [3, 4, 5]]
    assert (to_top + to_bottom).tolist() == [[6, 5, 4], [5, 4, 5], [4, 5, 6]]
    network = board_network(Board(4), BLACK)
    assert network.on_board(network.two_distance()[0]).tolist() == [
        [1, 1, 1, 1],
        [2, 2, 2, 3],
        [3, 3, 4, 5],
        [4, 5, 6, 7],
    ]


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7, 11])
def test_potential_of_the_empty_board(n):
    # The potential is n+1, attained by the n cells of the short diagonal.
    for player in (BLACK, WHITE):
        network = board_network(Board(n), player)
        total = network.two_distance().sum(axis=0)[:-2]
        assert total.min() == n + 1
        assert np.flatnonzero(total == n + 1).tolist() == [r * n + n - 1 - r for r in range(n)]


def test_a_side_out_of_reach():
    network = board_network(Board(3, white="a2 b2 c2"), BLACK)
    to_top = network.on_board(network.two_distance()[0], fill=-1)
    assert to_top.tolist() == [[1, 1, 1], [-1, -1, -1], [np.inf, np.inf, np.inf]]
