"""Degree, closeness and betweenness of all nodes of a network.

Other kernels call `degree`, `closeness`, `membership` and `fraction`, or the `…_values` below them
where one search from all nodes can serve for several measures.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from hexlab.network.allpairs import (
    FAR,
    distance_octets,
    distance_planes,
    distance_table,
    orders,
)
from hexlab.network.bits import equal_sums, pop_count
from hexlab.network.shortest import adjacency_lists
from hexlab.run.kernel import kernel

__all__ = [
    "betweenness",
    "closeness",
    "closeness_values",
    "degree",
    "fraction",
    "fraction_values",
    "membership",
    "membership_values",
]


@kernel(allocates=True)
def degree(bits: np.ndarray) -> np.ndarray:
    """The number of links of each node, (N,) float64."""
    size, words = bits.shape
    degrees = np.zeros(size, np.float64)
    for v in range(size):
        for word in range(words):
            degrees[v] += pop_count(bits[v, word])
    return degrees


@kernel(allocates=True)
def closeness_values(planes: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """Closeness (as `closeness`) from the distances of `distance_planes`; (N,) float64."""
    words, size = reach.shape
    values = np.zeros(size, np.float64)
    for v in range(size):
        total, others = 0, -1
        for word in range(words):
            others += pop_count(reach[word, v])
            for p in range(9):
                total += pop_count(planes[p, word, v]) << p
        if total:
            values[v] = others / total * (others / (size - 1))
    return values


@kernel(allocates=True)
def membership_values(planes: np.ndarray, reach: np.ndarray, longest: int) -> np.ndarray:
    """Membership betweenness from the distances of `distance_planes`; (N,) float64."""
    size = reach.shape[1]
    if size < 3:
        return np.zeros(size, np.float64)
    if longest < FAR:
        pairs = _pairs_near(planes, reach, longest)
    else:
        pairs = _pairs_far(distance_table(planes, reach))
    return pairs / ((size - 1) * (size - 2))


@kernel(allocates=True)
def _pairs_near(planes: np.ndarray, reach: np.ndarray, longest: int) -> np.ndarray:
    """For each v the ordered pairs of other nodes with a shortest path through it; (N,) int64.

    v lies between k and j if d(k, v) + d(v, j) = d(k, j). The pairs are counted 64×64 at a time,
    those of two different blocks of nodes once for both orders.
    """
    words, size = reach.shape
    rows = 64 * words
    octets = distance_octets(planes, reach, longest)
    pairs = np.empty(size, np.int64)
    for v in range(size):
        found, reached = 0, 0
        for high in range(words):
            reached += pop_count(reach[high, v])
            to = (high * rows + v) * 64
            for low in range(high + 1):
                add = (low * rows + v) * 64
                equal = equal_sums(octets, add, to, (high * rows + 64 * low) * 64)
                found += equal if low == high else 2 * equal
        # The equation also holds for k = v with every j, padding included; for j = v with every
        # other k; and modulo 256 (FAR + FAR = 0) for j = k where no path joins k and v.
        pairs[v] = found - rows - (rows - 1) - (size - reached)
    return pairs


@kernel(allocates=True)
def _pairs_far(distance: np.ndarray) -> np.ndarray:
    """The same from a table of distances, whatever they are: for long winding corridors."""
    size = len(distance)
    pairs = np.zeros(size, np.int64)
    for v in range(size):
        row = distance[v]
        for k in range(size):
            if k == v or row[k] < 0:
                continue
            between = 0
            for j in range(size):
                between += row[j] > 0 and row[k] + row[j] == distance[k, j]
            pairs[v] += between
    return pairs


@kernel(allocates=True)
def _neighbor_slots(
    indptr: np.ndarray, indices: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Neighbors of nodes in even and odd steps: (six, more, more_ptr), see `fraction_values`.

    Slot v is node v at an even distance, slot N + v at an odd one, where its neighbors of interest
    are at even ones; slot 2 N is nobody. `six` (2 N, 6) has the first six neighbors of each slot,
    ``more[more_ptr[slot] : more_ptr[slot + 1]]`` those beyond.
    """
    size = len(indptr) - 1
    six = np.full((2 * size, 6), 2 * size, np.uint16)
    more = np.empty(2 * len(indices), np.uint16)
    more_ptr = np.zeros(2 * size + 1, np.uint32)
    count = 0
    for slot in range(2 * size):
        v = slot if slot < size else slot - size
        shift = size if slot < size else 0
        for i in range(indptr[v], indptr[v + 1]):
            place = i - indptr[v]
            if place < 6:
                six[slot, place] = indices[i] + shift
            else:
                more[count] = indices[i] + shift
                count += 1
        more_ptr[slot + 1] = count
    return six, more, more_ptr


@kernel
def _sum_over(
    values: np.ndarray, slot: np.uint64, six: np.ndarray, more: np.ndarray, more_ptr: np.ndarray
) -> float:
    """The sum of `values` over the neighbors of a slot."""
    near = six[slot]
    total = (values[near[0]] + values[near[1]]) + (values[near[2]] + values[near[3]])
    total += values[near[4]] + values[near[5]]
    for i in range(more_ptr[slot], more_ptr[slot + np.uint64(1)]):
        total += values[more[i]]
    return total


@kernel(allocates=True)
def fraction_values(indptr: np.ndarray, indices: np.ndarray) -> np.ndarray:
    """Freeman's betweenness of all nodes, (N,) float64.

    Brandes' two passes from every node, without questions about levels: values of nodes at even and
    at odd distances stand apart. Outward, a node's neighbors in the other half are those one step
    nearer (known) and one step further (still 0), so their sum is the number of shortest paths;
    inward likewise.
    """
    size = len(indptr) - 1
    order, count = orders(indptr, indices)
    six, more, more_ptr = _neighbor_slots(indptr, indices)
    sums = np.zeros(2 * size, np.float64)
    paths = np.empty(2 * size + 1, np.float64)
    shares = np.empty(2 * size + 1, np.float64)
    in_order = np.empty(size, np.float64)
    for k in range(size):
        row = order[k]
        paths[:] = 0.0
        shares[:] = 0.0
        paths[k] = 1.0
        for place in range(1, count[k]):
            slot = np.uint64(row[place])
            total = _sum_over(paths, slot, six, more, more_ptr)
            paths[slot] = total
            in_order[place] = total
        for place in range(count[k] - 1, 0, -1):
            slot = np.uint64(row[place])
            total = _sum_over(shares, slot, six, more, more_ptr)
            sums[slot] += total * in_order[place]
            shares[slot] = total + 1.0 / in_order[place]
    values = np.zeros(size, np.float64)
    if size > 2:
        for v in range(size):
            values[v] = (sums[v] + sums[size + v]) / ((size - 1) * (size - 2))
    return values


@kernel(allocates=True)
def closeness(bits: np.ndarray) -> np.ndarray:
    """Closeness of all nodes: the higher, the more central (Takada 2019, eq. 3.7).

    Parameters
    ----------
    bits : (N, W) uint64
        Adjacency.

    Returns
    -------
    (N,) float64
        (N-1) / Σ distances on a connected network. Where a node reaches r others only, r / Σ
        distances to them, times r / (N-1) (Wasserman and Faust; `networkx` with wf_improved).

    Notes
    -----
    The thesis says that a lower value is more central; by its formula it is a higher one.
    Cost: all distances by bitsets, 20 µs on 11×11.

    Examples
    --------
    >>> from hexlab import BLACK, Board
    >>> from hexlab.network import board_network
    >>> board_network(Board(2, white="a2 b1"), BLACK).closeness()
    array([0.33333333, 0.33333333, 0.33333333, 0.33333333])
    """
    indptr, indices = adjacency_lists(bits)
    planes, reach, _ = distance_planes(indptr, indices)
    return closeness_values(planes, reach)


@kernel(allocates=True)
def membership(bits: np.ndarray) -> np.ndarray:
    """Membership betweenness of all nodes, (N,) float64; see `betweenness`."""
    indptr, indices = adjacency_lists(bits)
    planes, reach, longest = distance_planes(indptr, indices)
    return membership_values(planes, reach, longest)


@kernel(allocates=True)
def fraction(bits: np.ndarray) -> np.ndarray:
    """Fraction betweenness of all nodes, (N,) float64; see `betweenness`."""
    indptr, indices = adjacency_lists(bits)
    return fraction_values(indptr, indices)


def betweenness(
    bits: np.ndarray, kind: Literal["membership", "fraction"] = "membership"
) -> np.ndarray:
    """Betweenness of all nodes (Takada 2019, eq. 3.6): B(v) = 2/((N-1)(N-2)) Σ g(v, k, j).

    The sum is over unordered pairs {k, j} of other nodes. (Over ordered pairs, as printed, B would
    reach 2.) Pairs that no path joins count nothing, and B is 0 where N < 3.

    Parameters
    ----------
    bits : (N, W) uint64
        Adjacency.
    kind : "membership" or "fraction", default "membership"
        "membership": g is 1 if v lies on some shortest path from k to j, as in the thesis;
        "fraction": g is the share of the shortest paths that do, as in Freeman (1977).

    Returns
    -------
    (N,) float64

    Raises
    ------
    ValueError
        For another kind.

    Notes
    -----
    Cost on the empty 11×11: membership 60 µs, from all distances by bitsets and 64×64 blocks of
    pairs compared at once; fraction 140 µs, by Brandes' algorithm over the bitset searches.

    Examples
    --------
    >>> from hexlab import BLACK, Board
    >>> from hexlab.network import board_network
    >>> network = board_network(Board(2), BLACK)
    >>> (network.betweenness() * 10).round(9)
    array([2., 4., 4., 2., 0., 0.])
    """
    if kind not in ("membership", "fraction"):
        raise ValueError(f"kind must be 'membership' or 'fraction', not {kind!r}")
    values: np.ndarray = membership(bits) if kind == "membership" else fraction(bits)
    return values


def _warmup() -> None:
    bits = np.array([[2], [1]], np.uint64)
    degree(bits)
    closeness(bits)
    betweenness(bits, "membership")
    betweenness(bits, "fraction")
