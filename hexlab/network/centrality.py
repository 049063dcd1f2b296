"""Degree, closeness and betweenness of all nodes, over bitset searches from all nodes at once."""

from __future__ import annotations

import numpy as np

from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel

__all__ = [
    "degree",
]


@kernel
def degree(bits: np.ndarray) -> np.ndarray:
    """The number of links of each node, (N,) float64."""
    size, words = bits.shape
    degrees = np.zeros(size, np.float64)
    for v in range(size):
        for word in range(words):
            degrees[v] += pop_count(bits[v, word])
    return degrees
