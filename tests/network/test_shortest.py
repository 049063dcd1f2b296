"""Shortest-path networks against a list of all shortest paths, and by known counts."""

import itertools
from collections import Counter

import networkx as nx
import numpy as np
import pytest

from hexlab import BLACK, WHITE, Board
from hexlab.network import board_network
from hexlab.network.shortest import adjacency_lists, path_counts, path_summary


def listed_paths(graph):
    if not nx.has_path(graph, "s", "t"):
        return []
    return [list(path) for path in nx.all_shortest_paths(graph, "s", "t")]


@pytest.mark.parametrize("own", ["contract", "keep"])
@pytest.mark.parametrize("links", ["adjacent", "bridge"])
def test_equals_a_list_of_all_shortest_paths(some_boards, links, own):
    for board in some_boards(31, (1, 2, 3, 4, 5, 7), 15):
        for player in (BLACK, WHITE):
            network = board_network(board, player, links, own)
            paths = network.shortest_paths()
            listed = listed_paths(network.to_networkx())
            name = dict(enumerate([*network.node_cells.tolist(), "s", "t"]))
            through = Counter(itertools.chain.from_iterable(listed))
            steps = set(itertools.chain.from_iterable(map(itertools.pairwise, listed)))
            assert paths.total == len(listed)
            assert paths.length == (len(listed[0]) - 1 if listed else np.inf)
            assert {name[v]: c for v, c in zip(paths.nodes, paths.counts, strict=True)} == through
            assert len(paths.links) == len(steps)
            assert {(name[u], name[v]) for u, v in paths.links.tolist()} == steps
            end = {"s": -1, "t": -2}
            assert set(map(tuple, paths.cell_links.tolist())) == {
                (end.get(u, u), end.get(v, v)) for u, v in steps
            }


def test_summary(some_boards):
    for board in some_boards(32, (1, 2, 3, 5, 8), 20):
        network = board_network(board, WHITE)
        paths = network.shortest_paths()
        length, nodes, share = path_summary(*adjacency_lists(network.bits))
        if np.isinf(paths.length):
            assert (length, nodes, share) == (0, 0, 0)
        else:
            inner = paths.counts[:-2]
            assert (length, nodes) == (paths.length, len(paths.nodes))
            assert share == pytest.approx(max(inner, default=0) / paths.total, rel=1e-15)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7, 11, 19])
def test_empty_board(n):
    # Rasmussen's table for the empty board: length n+1, (n+1) 2^(n-2) paths, at most 2^(n-1) of
    # them through one cell, and that through the n cells of the short diagonal.
    for player in (BLACK, WHITE):
        network = board_network(Board(n), player)
        paths = network.shortest_paths()
        assert paths.length == n + 1
        assert paths.total == (n + 1) * 2 ** (n - 2)
        cells = paths.counts[:-2]
        assert cells.max() == 2 ** (n - 1)
        most = paths.nodes[:-2][cells == cells.max()].tolist()
        assert most == [row * n + n - 1 - row for row in range(n)]


def test_joined_and_separated():
    won = board_network(Board(3, black="b1 b2 b3"), BLACK)
    assert won.joined is True
    paths = won.shortest_paths()
    assert (paths.length, paths.total) == (1, 1)
    assert paths.links.tolist() == [[won.source, won.target]]
    lost = board_network(Board(3, black="b1 b2 b3"), WHITE)
    assert lost.joined is False
    paths = lost.shortest_paths()
    assert (paths.length, paths.total, len(paths.nodes), len(paths.links)) == (np.inf, 0, 0, 0)


def test_counts_from_any_node(some_boards):
    for board in some_boards(33, (3, 6), 8):
        network = board_network(board, BLACK, "bridge")
        graph = nx.from_numpy_array(network.adjacency)
        lists = adjacency_lists(network.bits)
        for start in range(0, network.size, 5):
            distance, count = path_counts(*lists, start)
            expected = nx.single_source_shortest_path_length(graph, start)
            assert {v: d for v, d in enumerate(distance) if d >= 0} == expected
            for v in expected:
                assert count[v] == sum(1 for _ in nx.all_shortest_paths(graph, start, v))
