"""Kernels that search from all nodes at once.

One breadth-first search from every node costs m steps each. Here the sets of nodes that have been
reached are rows of bits, and one step of all searches together is m times an "or" of rows: on the
empty 11×11 network 20 µs for all pairs.

Arrays are laid out by word: bit ``k % 64`` of ``reach[k // 64, v]`` says whether the search from
k has reached v (or the other way round, links having no direction).
"""

from __future__ import annotations

import numpy as np

from hexlab.network.bits import low_bit, words_for
from hexlab.run.kernel import kernel

__all__ = ["FAR", "distance_octets", "distance_planes", "distance_table", "orders"]

# Where no path leads, in `distance_octets`; distances there are below.
FAR = 128

# An octet of bits, spread to eight octets of 0 or 1.
_SPREAD = np.array(
    [sum((octet >> i & 1) << 8 * i for i in range(8)) for octet in range(256)], np.uint64
)


@kernel(allocates=True)
def _start(size: int) -> np.ndarray:
    """The searches at the beginning: each node has reached itself. (W, N) uint64."""
    reach = np.zeros((words_for(size), size), np.uint64)
    for v in range(size):
        reach[v >> 6, v] = np.uint64(1) << np.uint64(v & 63)
    return reach


@kernel
def _step(indptr: np.ndarray, indices: np.ndarray, reach: np.ndarray, further: np.ndarray) -> None:
    """Let all searches go one link further, for one word of them (`further` is filled)."""
    for v in range(len(reach)):
        found = reach[v]
        for i in range(indptr[v], indptr[v + 1]):
            found |= reach[indices[i]]
        further[v] = found


@kernel(allocates=True)
def distance_planes(indptr: np.ndarray, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """All distances as binary digits: (planes, reach, longest distance).

    Bit k of ``planes[p]`` at v is the p-th binary digit of the distance from k to v, (9, W, N)
    uint64; it is 0 where `reach` has no bit.
    """
    size = len(indptr) - 1
    reach = _start(size)
    further = np.empty_like(reach)
    planes = np.zeros((9, *reach.shape), np.uint64)
    distance = 0
    while True:
        distance += 1
        some = np.uint64(0)
        for word in range(len(reach)):
            old, new = reach[word], further[word]
            _step(indptr, indices, old, new)
            for v in range(size):
                some |= new[v] ^ old[v]
            for p in range(9):
                if distance >> p & 1:
                    plane = planes[p, word]
                    for v in range(size):
                        plane[v] |= new[v] ^ old[v]
        if some == np.uint64(0):
            return planes, reach, distance - 1
        reach, further = further, reach


@kernel(allocates=True)
def distance_octets(planes: np.ndarray, reach: np.ndarray, longest: int) -> np.ndarray:
    """All distances in octets, for `longest` < FAR: (W, 64 W, 64) uint8, flat.

    The distance between u and v stands at [u // 64, v, u % 64], FAR where there is no path and in
    the rows and columns from N on.
    """
    words, size = reach.shape
    used = 0
    while longest >> used:
        used += 1
    octets = np.full(words * 64 * words * 64, FAR, np.uint8)
    eights = octets.view(np.uint64)
    low = np.uint64(255)
    for word in range(words):
        for v in range(size):
            missing = ~reach[word, v]
            for part in range(8):
                shift = np.uint64(8 * part)
                value = _SPREAD[missing >> shift & low] << np.uint64(7)
                for p in range(used):
                    value |= _SPREAD[planes[p, word, v] >> shift & low] << np.uint64(p)
                eights[(word * 64 * words + v) * 8 + part] = value
    return octets


@kernel(allocates=True)
def distance_table(planes: np.ndarray, reach: np.ndarray) -> np.ndarray:
    """All distances, (N, N) int16; -1 where there is no path."""
    size = reach.shape[1]
    table = np.full((size, size), -1, np.int16)
    for u in range(size):
        word, shift = u >> 6, np.uint64(u & 63)
        for v in range(size):
            if reach[word, v] >> shift & np.uint64(1):
                table[u, v] = 0
                for p in range(9):
                    table[u, v] |= np.int64(planes[p, word, v] >> shift & np.uint64(1)) << p
    return table


@kernel(allocates=True)
def orders(indptr: np.ndarray, indices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each start the nodes in the order of their distance: (order, count).

    ``order[k, :count[k]]``, uint16, begins with k; a node v at an odd distance stands there as
    ``v + N``.
    """
    size = len(indptr) - 1
    reach = _start(size)
    further = np.empty_like(reach)
    order = np.empty((size, size), np.uint16)
    count = np.ones(size, np.int64)
    for k in range(size):
        order[k, 0] = k
    odd = 0
    grown = True
    while grown:
        grown = False
        odd = size - odd
        for word in range(len(reach)):
            _step(indptr, indices, reach[word], further[word])
        for k in range(size):
            place = count[k]
            for word in range(len(reach)):
                new = further[word, k] & ~reach[word, k]
                while new:
                    order[k, place] = odd + 64 * word + low_bit(new)
                    place += 1
                    new &= new - np.uint64(1)
            grown |= place > count[k]
            count[k] = place
        reach, further = further, reach
    return order, count


def _warmup() -> None:
    lists = np.array([0, 1, 2], np.uint32), np.array([1, 0], np.uint16)
    planes, reach, longest = distance_planes(*lists)
    distance_octets(planes, reach, longest)
    distance_table(planes, reach)
    orders(*lists)
