"""Two-distances: how far a cell is when the opponent may take away the best way on."""

from __future__ import annotations

import numpy as np

from hexlab.network.shortest import adjacency_lists
from hexlab.run.kernel import kernel

__all__ = ["two_distance"]


@kernel(allocates=True)
def _distances_to(indptr: np.ndarray, indices: np.ndarray, goal: int, other: int) -> np.ndarray:
    """Two-distances to terminal `goal`; `other` is the other terminal. float64, inf: none."""
    size = len(indptr) - 1
    distance = np.full(size, np.inf)
    settled = np.zeros(size, np.int32)  # neighbors at a known distance
    needed = np.empty(size, np.int32)
    for v in range(size):
        needed[v] = min(2, indptr[v + 1] - indptr[v])
    for i in range(indptr[other], indptr[other + 1]):
        # No way leads through a terminal, so it is no neighbor to go on to.
        v = indices[i]
        needed[v] = min(2, indptr[v + 1] - indptr[v] - 1)
    queue = np.empty(size, np.int32)
    distance[goal] = 0.0
    tail = 0
    for i in range(indptr[goal], indptr[goal + 1]):
        distance[indices[i]] = 1.0
        queue[tail] = indices[i]
        tail += 1
    head = 0
    while head < tail:  # nodes come in order of distance, as in breadth-first search
        u = queue[head]
        head += 1
        if u == other:
            continue
        for i in range(indptr[u], indptr[u + 1]):
            v = indices[i]
            settled[v] += 1
            if settled[v] == needed[v] and np.isinf(distance[v]):
                distance[v] = distance[u] + 1.0
                queue[tail] = v
                tail += 1
    return distance


def two_distance(bits: np.ndarray) -> np.ndarray:
    """Two-distances of all nodes to v_s and to v_t (Rasmussen 2007, 9.2; van Rijswijck's Queenbee).

    The distance of a terminal to itself is 0, of a node beside it 1, of any other node one more
    than the *second* smallest among its neighbors, or than that of its only neighbor.

    Parameters
    ----------
    bits : (N, W) uint64
        Adjacency; the last two nodes are v_s and v_t.

    Returns
    -------
    (2, N) float64
        To v_s and to v_t; infinity where the recursion never ends.

    Notes
    -----
    - Read literally, the recursion never gets away from the terminal: the nodes beside it would
      need a second neighbor first. They have distance 1, as in Queenbee.
    - The other terminal is not passed through: it is nobody's neighbor here. It has a distance
      itself, by the same rule.

    Cost: O(N + m), a few microseconds on 11×11.

    Examples
    --------
    >>> from hexlab import BLACK, Board
    >>> from hexlab.network import board_network
    >>> network = board_network(Board(3), BLACK)
    >>> network.on_board(network.two_distance()[0])
    array([[1., 1., 1.],
           [2., 2., 3.],
           [3., 4., 5.]])
    """
    indptr, indices = adjacency_lists(bits)
    source, target = len(bits) - 2, len(bits) - 1
    return np.stack(
        (
            _distances_to(indptr, indices, source, target),
            _distances_to(indptr, indices, target, source),
        )
    )


def _warmup() -> None:
    two_distance(np.array([[2], [1]], np.uint64))
