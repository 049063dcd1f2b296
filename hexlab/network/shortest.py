"""Shortest paths between a player's two sides, and the kernels that count paths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hexlab.network.bits import low_bit, pop_count
from hexlab.run.kernel import kernel

__all__ = [
    "ShortestPaths",
    "adjacency_lists",
    "path_counts",
    "path_summary",
    "shortest_paths",
]


@dataclass(frozen=True)
class ShortestPaths:
    """The shortest-path network: what lies on some shortest v_s–v_t path (Takada, 3.2).

    Attributes
    ----------
    length : float
        Links of a shortest path; infinity if there is none (the arrays are empty then).
    nodes : (k,) int64
        The nodes on shortest paths, in node order; v_s and v_t are the last two.
    links : (m, 2) int64
        The links on shortest paths as pairs of nodes, directed away from v_s; in order.
    counts : (k,) float64
        How many shortest paths go through each of `nodes` (exact up to 2**53).
    total : float
        How many shortest paths there are.
    cell_links : (m, 2) int64
        `links` as cell ids, -1 for v_s and -2 for v_t.
    """

    length: float
    nodes: np.ndarray
    links: np.ndarray
    counts: np.ndarray
    total: float
    cell_links: np.ndarray


@kernel(allocates=True)
def adjacency_lists(bits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The neighbors of all nodes one after the other: (indptr, indices).

    (N+1,) uint32 and (2m,) uint16: with unsigned numbers kernels ask nothing about negative ones.
    """
    size, words = bits.shape
    indptr = np.empty(size + 1, np.uint32)
    indptr[0] = 0
    for u in range(size):
        degree = 0
        for word in range(words):
            degree += pop_count(bits[u, word])
        indptr[u + 1] = indptr[u] + degree
    indices = np.empty(indptr[size], np.uint16)
    i = 0
    for u in range(size):
        for word in range(words):
            left = bits[u, word]
            while left:
                indices[i] = 64 * word + low_bit(left)
                i += 1
                left &= left - np.uint64(1)
    return indptr, indices


@kernel(allocates=True)
def path_counts(
    indptr: np.ndarray, indices: np.ndarray, start: int
) -> tuple[np.ndarray, np.ndarray]:
    """Distance (int16, -1 unreachable) and number of shortest paths (float64) from `start`."""
    size = len(indptr) - 1
    distance = np.full(size, -1, np.int16)
    count = np.zeros(size, np.float64)
    queue = np.empty(size, np.int32)
    distance[start], count[start], queue[0] = 0, 1.0, start
    head, tail = 0, 1
    while head < tail:
        u = queue[head]
        head += 1
        for i in range(indptr[u], indptr[u + 1]):
            v = indices[i]
            if distance[v] < 0:
                distance[v] = distance[u] + 1
                queue[tail] = v
                tail += 1
            if distance[v] == distance[u] + 1:
                count[v] += count[u]
    return distance, count


@kernel(allocates=True)
def path_summary(indptr: np.ndarray, indices: np.ndarray) -> tuple[int, int, float]:
    """The shortest-path network in three numbers: (length, nodes, share).

    ``share`` is the largest share of shortest v_s–v_t paths that go through one node between; 0 if
    there is none. Without a path all three are 0.
    """
    size = len(indptr) - 1
    source, target = size - 2, size - 1
    from_source, ahead = path_counts(indptr, indices, source)
    from_target, behind = path_counts(indptr, indices, target)
    length = from_source[target]
    if length < 0:
        return 0, 0, 0.0
    nodes, most = 2, 0.0
    for v in range(source):
        if from_source[v] >= 0 and from_source[v] + from_target[v] == length:
            nodes += 1
            most = max(most, ahead[v] * behind[v])
    return length, nodes, most / ahead[target]


def shortest_paths(bits: np.ndarray, ends: np.ndarray) -> ShortestPaths:
    """The shortest-path network between the last two nodes, v_s and v_t (Takada, 3.2).

    Parameters
    ----------
    bits : (N, W) uint64
        Adjacency.
    ends : (N,) int64
        The name of each node, for `ShortestPaths.cell_links`.

    Notes
    -----
    Two breadth-first searches: O(N + m), 50 µs on 11×11. A path's first and last node are v_s
    and v_t, so its length is one more than the number of stones that it asks for.

    Examples
    --------
    >>> from hexlab import BLACK, Board
    >>> from hexlab.network import board_network
    >>> paths = board_network(Board(3), BLACK).shortest_paths()
    >>> paths.length, paths.total
    (4.0, 8.0)
    >>> paths.counts.tolist()
    [1.0, 3.0, 4.0, 2.0, 4.0, 2.0, 4.0, 3.0, 1.0, 8.0, 8.0]
    """
    indptr, indices = adjacency_lists(bits)
    size = len(bits)
    source, target = size - 2, size - 1
    from_source, ahead = path_counts(indptr, indices, source)
    from_target, behind = path_counts(indptr, indices, target)
    length = int(from_source[target])
    if length < 0:
        none = np.empty(0, np.int64)
        pairs = np.empty((0, 2), np.int64)
        return ShortestPaths(np.inf, none, pairs, np.empty(0), 0.0, pairs)
    on_path = (from_source >= 0) & (from_source + from_target == length)
    nodes = np.flatnonzero(on_path)
    tails = np.repeat(np.arange(size), np.diff(indptr))
    forward = on_path[tails] & on_path[indices] & (from_source[tails] < from_source[indices])
    links = np.column_stack((tails[forward], indices[forward]))
    counts = (ahead * behind)[nodes]
    return ShortestPaths(float(length), nodes, links, counts, float(ahead[target]), ends[links])


def _warmup() -> None:
    bits = np.array([[2], [1]], np.uint64)
    shortest_paths(bits, np.arange(2))
    path_summary(*adjacency_lists(bits))
