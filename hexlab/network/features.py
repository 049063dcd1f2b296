"""Numbers of many positions at once, for learning: 12 of each position, 12 of each empty cell.

Columns are Black's six, then White's six, all of the network that `board_network` makes of adjacent
cells with own stones contracted; betweenness counts membership (Takada 2019, eq. 3.6).
"""

from __future__ import annotations

import numpy as np

from hexlab.board.notation import BLACK, WHITE
from hexlab.network.allpairs import distance_planes
from hexlab.network.boards import chunk_size, flat_boards
from hexlab.network.build import NO_ENDS, bridge_ends, build
from hexlab.network.centrality import closeness_values, membership_values
from hexlab.network.network import Links
from hexlab.network.resistance import adjacent_pairs, wire_circuit
from hexlab.network.shortest import adjacency_lists, path_summary
from hexlab.run.batch import in_chunks
from hexlab.run.kernel import kernel

__all__ = [
    "CELL_FEATURES",
    "POSITION_FEATURES",
    "cell_features",
    "position_features",
    "with_bridges",
]

_OF_POSITION = (
    "betweenness max",
    "betweenness min",
    "betweenness variance",
    "betweenness mean",
    "shortest-path betweenness max",
    "path length",
)
_OF_CELL = ("betweenness", "closeness", "degree", "path length", "side betweenness", "current")

POSITION_FEATURES = tuple(f"{who} {what}" for who in ("black", "white") for what in _OF_POSITION)
CELL_FEATURES = tuple(f"{who} {what}" for who in ("black", "white") for what in _OF_CELL)


def position_features(
    boards: np.ndarray,
    *,
    links: Links = "adjacent",
    threads: int | None = None,
) -> np.ndarray:
    """The characteristics of whole positions that the phase classifier reads (Takada 2019, 3.5).

    Parameters
    ----------
    boards : (B, n, n) int8
        1 Black, -1 White, 0 empty.
    links : "adjacent" or "bridge"
        As in `board_network`.
    threads : int, optional
        Default: all. The answer does not depend on it.

    Returns
    -------
    (B, 12) float64
        `POSITION_FEATURES`, for each player: maximum, minimum, variance (of all N nodes, ddof 0)
        and mean of the betweenness in the board network; the largest betweenness in the
        shortest-path network, 2/((N'−1)(N'−2)), 0 if nothing lies between the sides; the length of
        the shortest path, N if there is none.

    Raises
    ------
    ValueError
        For boards of another shape, cells that are none of 1, -1, 0, or other links.

    Notes
    -----
    Shows a progress bar; Ctrl-C works within a second.

    Examples
    --------
    >>> features = position_features(np.zeros((1, 3, 3), np.int8))
    >>> dict(zip(POSITION_FEATURES[3:6], features[0, 3:6].round(4).tolist()))
    {'black betweenness mean': 0.1879, 'black shortest-path betweenness max': 0.0222,
     'black path length': 4.0}
    """
    cells, n = flat_boards(boards)
    bridge = _is_bridge(links)
    features = np.empty((len(cells), 12))

    def work(start: int, stop: int) -> None:
        _fill_positions(cells[start:stop], n, bridge, False, NO_ENDS, features[start:stop])

    in_chunks(len(cells), work, chunk=chunk_size(n), threads=threads, desc="features")
    return features


def cell_features(
    boards: np.ndarray,
    *,
    links: Links = "adjacent",
    threads: int | None = None,
) -> np.ndarray:
    """The characteristics of empty cells that the linear policy weighs (Takada 2019, 4.3.2).

    Parameters
    ----------
    boards, links, threads
        As in `position_features`.

    Returns
    -------
    (B, 12, n²) float64
        `CELL_FEATURES`, not yet standardized; NaN on stones. For each player: betweenness;
        closeness; degree; path length, the links from v_s to the cell and on to v_t, N if there is
        no such way; side betweenness, over the shortest ways v_s–cell–v_t the largest sum of the
        betweenness of the first node after v_s and of the last before v_t, 0 if there is none;
        the current through the cell in the wire circuit, as in `Resistance.current`.

    Raises
    ------
    ValueError
        As in `position_features`.

    Notes
    -----
    A way may lead through the other terminal where that is shorter, as in any graph. 12 kB of
    memory for each 11×11 position.

    Examples
    --------
    >>> features = cell_features(np.array([[[0, 1], [-1, 0]]]))
    >>> features.shape
    (1, 12, 4)
    >>> dict(zip(CELL_FEATURES[2:6], features[0, 2:6, 3].round(2).tolist()))
    {'black degree': 2.0, 'black path length': 2.0, 'black side betweenness': 1.33,
     'black current': 1.0}
    """
    cells, n = flat_boards(boards)
    bridge = _is_bridge(links)
    features = np.full((len(cells), 12, n * n), np.nan)
    pairs = adjacent_pairs(n, BLACK), adjacent_pairs(n, WHITE)

    def work(start: int, stop: int) -> None:
        _fill_cells(cells[start:stop], n, bridge, False, NO_ENDS, *pairs, features[start:stop])

    in_chunks(len(cells), work, chunk=chunk_size(n), threads=threads, desc="features")
    return features


def _is_bridge(links: str) -> bool:
    if links not in ("adjacent", "bridge"):
        raise ValueError(f"links must be 'adjacent' or 'bridge', not {links!r}")
    return links == "bridge"


@kernel(nogil=True)
def _fill_positions(
    cells: np.ndarray,
    n: int,
    bridge: bool,
    keep: bool,
    no_ends: np.ndarray,
    features: np.ndarray,
) -> None:
    """Fill `features` (B, 12). No constants are handed on: numba compiles anew for each of them."""
    for b in range(len(cells)):
        for side in range(2):
            row = features[b, 6 * side : 6 * side + 6]
            _measure_position(cells[b], n, 1 - 2 * side, bridge, keep, no_ends, row)


@kernel(allocates=True)
def _measure_position(
    cells: np.ndarray,
    n: int,
    player: int,
    bridge: bool,
    keep: bool,
    no_ends: np.ndarray,
    row: np.ndarray,
) -> None:
    """Fill `row` (6,)."""
    bits, _, _, _, _ = build(cells, n, player, keep, bridge, no_ends)
    indptr, indices = adjacency_lists(bits)
    planes, reach, longest = distance_planes(indptr, indices)
    between = membership_values(planes, reach, longest)
    length, nodes, _ = path_summary(indptr, indices)
    most, least, mean, variance = between[0], between[0], 0.0, 0.0
    for value in between:
        most, least = max(most, value), min(least, value)
        mean += value / between.size
    for value in between:
        variance += (value - mean) ** 2 / between.size
    row[0], row[1], row[2], row[3] = most, least, variance, mean
    row[4] = path_betweenness(nodes)
    row[5] = length if nodes else len(bits)


@kernel
def path_betweenness(nodes: int) -> float:
    """The largest betweenness in a shortest-path network of `nodes` nodes, terminals included.

    Only pairs (v_s, v_t) count, and every node between lies on some of their paths (eq. 3.6). 0 if
    there is none.
    """
    return 2.0 / ((nodes - 1) * (nodes - 2)) if nodes > 2 else 0.0


@kernel(nogil=True)
def _fill_cells(
    cells: np.ndarray,
    n: int,
    bridge: bool,
    keep: bool,
    no_ends: np.ndarray,
    black_pairs: np.ndarray,
    white_pairs: np.ndarray,
    features: np.ndarray,
) -> None:
    """Fill `features` (B, 12, n²)."""
    for b in range(len(cells)):
        for side in range(2):
            pairs = black_pairs if side == 0 else white_pairs
            rows = features[b, 6 * side : 6 * side + 6]
            _measure_cells(cells[b], n, 1 - 2 * side, bridge, keep, no_ends, pairs, rows)


@kernel(allocates=True)
def _measure_cells(
    cells: np.ndarray,
    n: int,
    player: int,
    bridge: bool,
    keep: bool,
    no_ends: np.ndarray,
    pairs: np.ndarray,
    rows: np.ndarray,
) -> None:
    """Fill `rows` (6, n²) at the empty cells."""
    bits, node_cells, _, _, _ = build(cells, n, player, keep, bridge, no_ends)
    size = len(bits)
    indptr, indices = adjacency_lists(bits)
    planes, reach, longest = distance_planes(indptr, indices)
    between = membership_values(planes, reach, longest)
    close = closeness_values(planes, reach)
    from_source, first = _ways(indptr, indices, size - 2, between)
    from_target, last = _ways(indptr, indices, size - 1, between)
    flow = np.empty((2, n * n))
    if bridge:
        pairs = with_bridges(cells, n, player, pairs)
    wire_circuit(cells, player, pairs, flow)
    for node in range(size - 2):
        cell = node_cells[node]
        rows[0, cell] = between[node]
        rows[1, cell] = close[node]
        rows[2, cell] = indptr[node + 1] - indptr[node]
        rows[3, cell] = size
        rows[4, cell] = 0.0
        if from_source[node] >= 0 and from_target[node] >= 0:
            rows[3, cell] = from_source[node] + from_target[node]
            rows[4, cell] = first[node] + last[node]
        rows[5, cell] = flow[0, cell]


@kernel(allocates=True)
def _ways(
    indptr: np.ndarray, indices: np.ndarray, start: int, between: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Distance of each node from `start` (−1: unreachable), and the largest betweenness of a node
    that a shortest way from there begins with.
    """
    size = len(indptr) - 1
    distance = np.full(size, -1, np.int64)
    best = np.zeros(size)
    queue = np.empty(size, np.int64)
    distance[start], queue[0] = 0, start
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
                best[v] = max(best[v], between[v] if u == start else best[u])
    return distance, best


@kernel(allocates=True)
def with_bridges(cells: np.ndarray, n: int, player: int, pairs: np.ndarray) -> np.ndarray:
    """`pairs` of the circuit and the player's bridges."""
    view = np.empty(cells.size, np.int8)
    for cell in range(cells.size):
        view[cell] = cells[cell] * player
    ends = bridge_ends(view, n, player)
    both = np.empty((len(pairs) + len(ends), 2), np.uint16)
    both[: len(pairs)] = pairs
    for i in range(len(ends)):
        for side in range(2):
            end = ends[i, side]
            both[len(pairs) + i, side] = end if end >= 0 else n * n - 1 - end
    return both


def _warmup() -> None:
    boards = np.zeros((1, 2, 2), np.int8)
    position_features(boards)
    cell_features(boards)
