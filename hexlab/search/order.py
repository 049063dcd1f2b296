"""In which order the solver tries moves: the current through them if connections are resistors."""

from __future__ import annotations

import numpy as np

from hexlab.connection.store import FIRST, OWN, PAIR_X, PAIR_Y, PAIRS, ROWS, Store, new_store
from hexlab.network.bits import pop_count
from hexlab.run.kernel import kernel

__all__ = ["add_current"]

# Conductance of a full connection between two empty cells, a stone and a cell, two stones; divided
# by the root of one more than the cells that all full connections of the pair need. (Without the
# root the solver looks at a tenth more positions on 7×7.)
_CONDUCTANCE = np.array([1.0, 2.0, 4.0])


@kernel(allocates=True)
def add_current(s: Store, size: int, score: np.ndarray) -> None:
    """Add to `score` (n²,) the part of the current from side to side that passes each empty cell.

    The circuit has the player's groups, sides and empty cells as nodes and a resistor for each pair
    with a full connection in `s` (after `benzene`'s evaluation, in our own numbers).
    """
    node = np.full(size + 2, -1, np.int64)
    count = 0
    for point in range(size):
        if s.points[point, OWN] >= 0:
            node[point] = count
            count += 1
    node[size], node[size + 1] = count, count + 1
    matrix = np.zeros((count + 1, count + 1))
    links = np.zeros((count + 2, count + 2))
    for pair in range(s.counts[PAIRS]):
        if s.pairs[pair, FIRST + 1] < 0:
            continue
        x, y = s.pairs[pair, PAIR_X], s.pairs[pair, PAIR_Y]
        shared = 1
        for word in range(s.meet.shape[1]):
            shared += pop_count(s.meet[ROWS + 2 * pair + 1, word])
        value = _CONDUCTANCE[s.points[x, OWN] + s.points[y, OWN]] / np.sqrt(shared)
        a, b = min(node[x], node[y]), max(node[x], node[y])
        links[a, b] = value
        matrix[a, a] += value
        if b <= count:
            matrix[b, b] += value
            matrix[a, b] -= value
    volts = _volts(matrix, count)
    total = 0.0
    for a in range(count + 1):
        total += links[a, count + 1] * volts[a]
    if total <= 0.0:
        return
    through = np.zeros(count + 2)
    for a in range(count + 1):
        for b in range(a + 1, count + 2):
            if links[a, b] != 0.0:
                half = 0.5 * abs(links[a, b] * (volts[a] - volts[b]))
                through[a] += half
                through[b] += half
    for point in range(size):
        if s.points[point, OWN] == 0:
            score[point] += through[node[point]] / total


@kernel(allocates=True)
def _volts(matrix: np.ndarray, count: int) -> np.ndarray:
    """Volts of ``count`` nodes, one volt at node `count`, none at the last (not in `matrix`).

    Gaussian elimination of the upper triangle of `matrix` (modified).
    """
    volts = np.zeros(count + 2)
    volts[count] = 1.0
    for k in range(count):
        pivot = matrix[k, k]
        if pivot < 1e-12:
            continue
        for i in range(k + 1, count + 1):
            if matrix[k, i] != 0.0:
                factor = matrix[k, i] / pivot
                for j in range(i, count + 1):
                    matrix[i, j] -= factor * matrix[k, j]
    for k in range(count - 1, -1, -1):
        if matrix[k, k] >= 1e-12:
            total = 0.0
            for j in range(k + 1, count + 1):
                total -= matrix[k, j] * volts[j]
            volts[k] = total / matrix[k, k]
    return volts


def _warmup() -> None:
    add_current(new_store(2), 4, np.zeros(4))
