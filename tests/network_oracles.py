"""Centralities the slow way: networkx, and membership by distances."""

import networkx as nx
import numpy as np


def by_node(values):
    return np.array(list(values.values()), float)


def fraction_of(graph):
    return by_node(nx.betweenness_centrality(graph))


def closeness_of(graph):
    return by_node(nx.closeness_centrality(graph, wf_improved=True))


def slow_membership(graph):
    """By distances: faster than listing paths, for larger graphs."""
    size = len(graph)
    far = 10 * size
    distance = np.full((size, size), far)
    index = {v: i for i, v in enumerate(graph)}
    for k, reached in nx.all_pairs_shortest_path_length(graph):
        for j, d in reached.items():
            distance[index[k], index[j]] = d
    values = np.zeros(size)
    for v in range(size):
        on_path = distance[:, v, None] + distance[v] == distance
        on_path &= distance < far
        on_path[v, :] = on_path[:, v] = False
        values[v] = on_path.sum() / ((size - 1) * (size - 2)) if size > 2 else 0
    return values
