"""Centralities against networkx and a brute force over all shortest paths."""

import itertools

import networkx as nx
import numpy as np
import pytest
from counts import count
from network_oracles import by_node, closeness_of, fraction_of, slow_membership
from positions import corridor

from hexlab import BLACK, WHITE, Board
from hexlab.network import board_network
from hexlab.network.allpairs import FAR, distance_octets, distance_planes, distance_table, orders
from hexlab.network.centrality import _pairs_far, _pairs_near, betweenness
from hexlab.network.shortest import adjacency_lists


def brute_membership(graph):
    """List every shortest path of every pair and note who stands on it."""
    counts = dict.fromkeys(graph, 0)
    for k, j in itertools.combinations(graph, 2):
        if nx.has_path(graph, k, j):
            between = set().union(*nx.all_shortest_paths(graph, k, j)) - {k, j}
            for v in between:
                counts[v] += 1
    size = len(graph)
    return by_node(counts) * (2 / ((size - 1) * (size - 2)) if size > 2 else 0)


def assert_equal(found, expected, what):
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12, err_msg=repr(what))


@pytest.mark.parametrize("links", ["adjacent", "bridge"])
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_fraction_and_closeness_equal_networkx(some_boards, player, links):
    for board in some_boards(11, (1, 2, 3, 4, 5, 6, 7), 14):
        network = board_network(board, player, links)
        graph = network.to_networkx()
        assert_equal(network.betweenness("fraction"), fraction_of(graph), board)
        assert_equal(network.closeness(), closeness_of(graph), board)


@pytest.mark.parametrize("n", [8, 9, 11])
def test_larger_boards(some_boards, n):
    for board in some_boards(12, (n,), 4):
        network = board_network(board, BLACK)
        graph = network.to_networkx()
        assert_equal(network.betweenness("fraction"), fraction_of(graph), board)
        assert_equal(network.closeness(), closeness_of(graph), board)
        assert_equal(network.betweenness(), slow_membership(graph), board)


def test_19(some_boards):
    for board in [Board(19), *some_boards(13, (19,), 2)[-3:]]:
        network = board_network(board, WHITE)
        graph = network.to_networkx()
        assert_equal(network.betweenness("fraction"), fraction_of(graph), board)
        assert_equal(network.closeness(), closeness_of(graph), board)
        assert_equal(network.betweenness(), slow_membership(graph), board)


@pytest.mark.parametrize("own", ["contract", "keep"])
@pytest.mark.parametrize("links", ["adjacent", "bridge"])
def test_membership_equals_brute_force(some_boards, links, own):
    for board in some_boards(14, (1, 2, 3, 4), 20) + some_boards(15, (5,), 4):
        network = board_network(board, BLACK, links, own)
        expected = brute_membership(network.to_networkx())
        assert_equal(network.betweenness(), expected, board)


def test_kept_stones(some_boards):
    for board in some_boards(16, (3, 6), 10):
        network = board_network(board, WHITE, own="keep")
        graph = network.to_networkx()
        assert_equal(network.betweenness("fraction"), fraction_of(graph), board)
        assert_equal(network.closeness(), closeness_of(graph), board)


def test_degree(some_boards):
    for board in some_boards(17, (1, 3, 7, 19), 5):
        network = board_network(board, BLACK, "bridge")
        assert network.degree().tolist() == [d for _, d in network.to_networkx().degree]


def test_membership_is_not_the_fraction():
    network = board_network(Board(3), BLACK)
    assert (network.betweenness() >= network.betweenness("fraction") - 1e-15).all()
    assert network.betweenness().sum() > network.betweenness("fraction").sum()


def test_nothing_between_fewer_than_three_nodes():
    for cells in ({"black": "a1"}, {"white": "a1"}):
        network = board_network(Board(1, **cells), BLACK)
        assert network.size == 2
        assert network.betweenness().tolist() == network.betweenness("fraction").tolist() == [0, 0]


def test_distances_beyond_an_octet():
    network = board_network(corridor(19), BLACK)
    lists = adjacency_lists(network.bits)
    planes, reach, longest = distance_planes(*lists)
    assert longest >= FAR
    graph = network.to_networkx()
    index = {v: i for i, v in enumerate(graph)}
    table = distance_table(planes, reach)
    for k, reached in nx.all_pairs_shortest_path_length(graph):
        assert all(table[index[k], index[j]] == d for j, d in reached.items())
    assert_equal(network.betweenness(), slow_membership(graph), "corridor")
    assert_equal(network.betweenness("fraction"), fraction_of(graph), "corridor")
    assert_equal(network.closeness(), closeness_of(graph), "corridor")


def test_the_longest_distances_that_fit_an_octet():
    # Paths of 126, 127, 128 and 129 links, and two nodes apart from them.
    for longest in range(126, 130):
        size = longest + 3
        bits = np.zeros((size, (size + 63) // 64), np.uint64)
        for u, v in itertools.pairwise(range(longest + 1)):
            for a, b in ((u, v), (v, u)):
                bits[a, b // 64] |= np.uint64(1) << np.uint64(b % 64)
        graph = nx.path_graph(longest + 1)
        graph.add_nodes_from((longest + 1, longest + 2))
        assert_equal(betweenness(bits), slow_membership(graph), longest)
        assert_equal(betweenness(bits, "fraction"), fraction_of(graph), longest)


def test_both_ways_of_counting_pairs_agree(some_boards):
    for board in some_boards(18, (3, 9, 12), 6):
        planes, reach, longest = distance_planes(*adjacency_lists(board_network(board, 1).bits))
        table = distance_table(planes, reach)
        assert longest == table.max()
        assert _pairs_near(planes, reach, longest).tolist() == _pairs_far(table).tolist()


def test_distance_octets(some_boards):
    for board in some_boards(19, (2, 8, 13), 4):
        planes, reach, longest = distance_planes(*adjacency_lists(board_network(board, 1).bits))
        table = distance_table(planes, reach)
        words, size = reach.shape
        octets = distance_octets(planes, reach, longest).reshape(words, 64 * words, 64)
        square = octets.transpose(1, 0, 2).reshape(64 * words, 64 * words)
        assert (square[:size, :size] == np.where(table < 0, FAR, table)).all()
        assert (square[size:] == FAR).all()
        assert (square[:, size:] == FAR).all()


def test_orders(some_boards):
    for board in some_boards(20, (1, 4, 9, 19), 2):
        lists = adjacency_lists(board_network(board, BLACK).bits)
        order, count = orders(*lists)
        size = len(order)
        table = distance_table(*distance_planes(*lists)[:2])
        for k in range(size):
            slots = order[k, : count[k]].astype(int)
            distances = table[k, slots % size]
            assert (np.diff(distances) >= 0).all()
            assert (slots // size == distances % 2).all()
            assert sorted(slots % size) == np.flatnonzero(table[k] >= 0).tolist()


def test_unknown_kind():
    with pytest.raises(ValueError, match="'freeman'"):
        board_network(Board(3), BLACK).betweenness("freeman")


@pytest.mark.long
def test_many_boards(some_boards):
    for board in some_boards(21, tuple(range(1, 14)), count(40, 400)):
        for player in (BLACK, WHITE):
            network = board_network(board, player)
            graph = network.to_networkx()
            assert_equal(network.betweenness("fraction"), fraction_of(graph), board)
            assert_equal(network.closeness(), closeness_of(graph), board)
            assert_equal(network.betweenness(), slow_membership(graph), board)
