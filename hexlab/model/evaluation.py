"""Who stands better: the resistance ratio E and the network value E_v (Takada 2019, 3.3).

Both compare Black's network with White's and are numbers from 0 to infinity, 1 for an even
position. E is low where Black is better (0: Black has joined his sides), E_v is high (inf: Black
has). `scaled_resistance` and `scaled_value` map either to [-1, 1] with 1 for Black; for White to
move, a search takes the negative of these, never 1/E_v: E_v of a position with the colors
exchanged is not 1/E_v unless alpha is 0 or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from hexlab.board.notation import BLACK, WHITE
from hexlab.network.allpairs import distance_planes
from hexlab.network.boards import chunk_size, flat_boards
from hexlab.network.build import NO_ENDS, build
from hexlab.network.centrality import fraction_values, membership_values
from hexlab.network.features import path_betweenness, with_bridges
from hexlab.network.network import Kind, Links, Own, check_ends
from hexlab.network.resistance import adjacent_pairs, wire_circuit
from hexlab.network.shortest import adjacency_lists, path_summary
from hexlab.run.batch import in_chunks
from hexlab.run.kernel import kernel

if TYPE_CHECKING:
    from hexlab.board.board import Board

__all__ = [
    "network_value",
    "network_values",
    "resistance_ratio",
    "resistance_ratios",
    "scaled_resistance",
    "scaled_value",
]

_NO_FLOW = np.empty((2, 0))


# -- the resistance ratio ----------------------------------------------------------------------


def resistance_ratio(board: Board, links: Links = "adjacent") -> float:
    """E = R_b / R_w, the players' resistances between their sides (Takada 2019, eq. 3.3).

    The wire circuit of `hexlab.network.resistance`. 0.0 if Black has joined his sides, inf if
    White has; with ``links="bridge"`` also if bridges join them.

    Examples
    --------
    >>> from hexlab import Board
    >>> round(resistance_ratio(Board(3)), 9)
    1.0
    >>> resistance_ratio(Board(3, black="b1 b2 b3"))
    0.0
    >>> resistance_ratio(Board(3, black="b2")) < 1
    True
    """
    return float(resistance_ratios(board.to_array()[None], links=links, threads=1)[0])


def resistance_ratios(
    boards: np.ndarray, *, links: Links = "adjacent", threads: int | None = None
) -> np.ndarray:
    """`resistance_ratio` of many boards.

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
    (B,) float64

    Raises
    ------
    ValueError
        For other links.

    Examples
    --------
    >>> resistance_ratios(np.array([[[0]], [[1]], [[-1]]]))
    array([ 1.,  0., inf])
    """
    cells, n = flat_boards(boards)
    bridge = _flag("links", links, "adjacent", "bridge")
    ratios = np.empty(len(cells))
    pairs = adjacent_pairs(n, BLACK), adjacent_pairs(n, WHITE)

    def work(start: int, stop: int) -> None:
        _ratios(cells[start:stop], n, bridge, *pairs, _NO_FLOW, ratios[start:stop])

    in_chunks(len(cells), work, chunk=chunk_size(n), threads=threads, desc="resistance")
    return ratios


@kernel(allocates=True, nogil=True)
def _ratios(
    cells: np.ndarray,
    n: int,
    bridge: bool,
    black_pairs: np.ndarray,
    white_pairs: np.ndarray,
    no_flow: np.ndarray,
    ratios: np.ndarray,
) -> None:
    """Fill `ratios`."""
    ohm = np.empty(2)
    for b in range(len(cells)):
        for side in range(2):  # the player as a variable: numba compiles anew for every constant
            player = 1 - 2 * side
            pairs = black_pairs if side == 0 else white_pairs
            if bridge:
                pairs = with_bridges(cells[b], n, player, pairs)
            ohm[side] = wire_circuit(cells[b], player, pairs, no_flow)
        ratios[b] = ohm[0] / ohm[1] if ohm[1] > 0.0 else np.inf


# -- the network value -------------------------------------------------------------------------


def network_value(
    board: Board,
    alpha: float,
    *,
    kind: Kind = "membership",
    local: Kind = "membership",
    links: Links | Literal["virtual"] | tuple[Any, Any] = "adjacent",
    own: Own = "contract",
) -> float:
    """E_v = (1−alpha)·C_W/C_B + alpha·C'_W/C'_B (Takada 2019, eq. 3.4).

    C is the mean betweenness of a player's board network, C' the largest in its shortest-path
    network, where only paths between the two sides count.

    Parameters
    ----------
    board : Board
        The position.
    alpha : float
        0 (whole network only) to 1 (shortest paths only).
    kind : "membership" or "fraction"
        The betweenness of C: the thesis's, or Freeman's.
    local : "membership" or "fraction"
        The betweenness of C'. As printed (eq. 3.6) every node of a shortest-path network lies on
        *some* shortest path, so C' = 2/((N'−1)(N'−2)) with N' the number of nodes on shortest
        paths: "membership" depends on N' and nothing else, and a stone that leaves fewer shortest
        paths counts against its owner (see the example). "fraction" multiplies by the largest
        share of the shortest paths that one node has, so that bottlenecks count.
    links : "adjacent", "bridge", "virtual" or a pair of (m, 2) arrays
        As in `board_network`; "virtual" are the full connections that `find_connections` finds
        (their carriers may overlap, so infinity is no proof then); a pair holds Black's
        connections and White's.
    own : "contract" or "keep"
        As in `board_network`.

    Returns
    -------
    float
        High: Black is better. inf if Black's sides are joined (also if C_B or C'_B is 0), 0.0 if
        White's are. Not 1/E_v of the position with colors exchanged, unless alpha is 0 or 1.

    Raises
    ------
    ValueError
        For an alpha outside [0, 1], an unknown word, or a bad connection.

    Notes
    -----
    The mean C is over all N nodes, terminals too. About 0.1 ms on 11×11, 0.4 ms by fractions;
    "virtual" takes the time of the two searches.

    Examples
    --------
    >>> from hexlab import Board
    >>> round(network_value(Board(3), 0.075), 12)
    1.0
    >>> board = Board(5, black="c3")
    >>> [round(network_value(board, alpha), 3) for alpha in (0, 0.5, 1)]
    [1.086, 0.634, 0.183]
    >>> network_value(board, 0.5, links="virtual")
    inf
    """
    cells = board.to_array().reshape(-1)
    given = NO_ENDS, NO_ENDS
    if isinstance(links, str) and links == "virtual":
        from hexlab.connection.hsearch import find_connections

        given = find_connections(board, BLACK).links, find_connections(board, WHITE).links
        links = "adjacent"
    elif not isinstance(links, str):
        if not isinstance(links, (tuple, list)) or len(links) != 2:
            raise ValueError(
                "links must be 'adjacent', 'bridge', 'virtual' or a pair of arrays, Black's "
                f"connections and White's, not {links!r}"
            )
        black, white = links
        given = (
            check_ends(black, cells, board.n, BLACK),
            check_ends(white, cells, board.n, WHITE),
        )
        links = "adjacent"
    return _value(cells, board.n, *_options(alpha, kind, local, links, own), *given)


def network_values(
    boards: np.ndarray,
    alpha: float,
    *,
    kind: Kind = "membership",
    local: Kind = "membership",
    links: Links = "adjacent",
    own: Own = "contract",
    threads: int | None = None,
) -> np.ndarray:
    """`network_value` of many boards.

    Parameters
    ----------
    boards : (B, n, n) int8
        1 Black, -1 White, 0 empty.
    alpha, kind, local, links, own
        As in `network_value`; `links` is a word.
    threads : int, optional
        Default: all. The answer does not depend on it.

    Returns
    -------
    (B,) float64

    Examples
    --------
    >>> network_values(np.array([[[0]], [[1]], [[-1]]]), 0.5)
    array([ 1., inf,  0.])
    """
    cells, n = flat_boards(boards)
    options = _options(alpha, kind, local, links, own)
    values = np.empty(len(cells))

    def work(start: int, stop: int) -> None:
        _values(cells[start:stop], n, *options, NO_ENDS, values[start:stop])

    in_chunks(len(cells), work, chunk=chunk_size(n), threads=threads, desc="network value")
    return values


def _options(
    alpha: float, kind: str, local: str, links: str, own: str
) -> tuple[float, bool, bool, bool, bool]:
    """The words as flags for kernels, checked."""
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must be from 0 to 1, not {alpha!r}")
    words = (
        ("kind", kind, ("membership", "fraction")),
        ("local", local, ("membership", "fraction")),
        ("links", links, ("adjacent", "bridge")),
        ("own", own, ("contract", "keep")),
    )
    by_fraction, local_fraction, bridge, keep = (
        _flag(name, word, *known) for name, word, known in words
    )
    return float(alpha), by_fraction, local_fraction, bridge, keep


def _flag(name: str, word: str, no: str, yes: str) -> bool:
    """Whether the second of two words was given."""
    if word not in (no, yes):
        raise ValueError(f"{name} must be {no!r} or {yes!r}, not {word!r}")
    return word == yes


@kernel(allocates=True)
def _value(
    cells: np.ndarray,
    n: int,
    alpha: float,
    by_fraction: bool,
    local_fraction: bool,
    bridge: bool,
    keep: bool,
    black_ends: np.ndarray,
    white_ends: np.ndarray,
) -> float:
    whole = np.empty(2)
    near = np.empty(2)
    for side in range(2):
        ends = black_ends if side == 0 else white_ends
        whole[side], near[side], joined = _sizes(
            cells, n, 1 - 2 * side, by_fraction, local_fraction, bridge, keep, ends
        )
        if joined:
            return np.inf if side == 0 else 0.0
    if whole[0] == 0.0 or near[0] == 0.0:
        return np.inf
    return (1.0 - alpha) * whole[1] / whole[0] + alpha * near[1] / near[0]


@kernel(allocates=True)
def _sizes(
    cells: np.ndarray,
    n: int,
    player: int,
    by_fraction: bool,
    local_fraction: bool,
    bridge: bool,
    keep: bool,
    ends: np.ndarray,
) -> tuple[float, float, bool]:
    """(C, C', whether the sides are joined) of a player; C and C' are 0 if they are."""
    bits, _, _, joined, _ = build(cells, n, player, keep, bridge, ends)
    if joined:
        return 0.0, 0.0, True
    indptr, indices = adjacency_lists(bits)
    if by_fraction:
        between = fraction_values(indptr, indices)
    else:
        planes, reach, longest = distance_planes(indptr, indices)
        between = membership_values(planes, reach, longest)
    _, nodes, share = path_summary(indptr, indices)
    local = path_betweenness(nodes) * (share if local_fraction else 1.0)
    return between.mean(), local, False


@kernel(nogil=True)
def _values(
    cells: np.ndarray,
    n: int,
    alpha: float,
    by_fraction: bool,
    local_fraction: bool,
    bridge: bool,
    keep: bool,
    no_ends: np.ndarray,
    values: np.ndarray,
) -> None:
    """Fill `values`."""
    for b in range(len(cells)):
        values[b] = _value(
            cells[b], n, alpha, by_fraction, local_fraction, bridge, keep, no_ends, no_ends
        )


# -- on one scale ------------------------------------------------------------------------------


@overload
def scaled_resistance(ratio: float) -> float: ...
@overload
def scaled_resistance(ratio: np.ndarray) -> np.ndarray: ...
def scaled_resistance(ratio: float | np.ndarray) -> float | np.ndarray:
    """(1−E)/(1+E): 1 where Black has won, 0 even, -1 where White has; for plots and searches.

    >>> scaled_resistance(0.0), scaled_resistance(1.0), scaled_resistance(np.inf)
    (1.0, 0.0, -1.0)
    """
    return 2.0 / (1.0 + ratio) - 1.0  # the same, but sound at infinity


@overload
def scaled_value(value: float) -> float: ...
@overload
def scaled_value(value: np.ndarray) -> np.ndarray: ...
def scaled_value(value: float | np.ndarray) -> float | np.ndarray:
    """(E_v−1)/(E_v+1): 1 where Black has won, 0 even, -1 where White has.

    >>> scaled_value(np.inf), scaled_value(1.0), scaled_value(0.0)
    (1.0, 0.0, -1.0)
    """
    return 1.0 - 2.0 / (value + 1.0)


def _warmup() -> None:
    from hexlab.board.board import Board

    resistance_ratio(Board(2))
    network_value(Board(2), 0.5)
    boards = np.zeros((1, 2, 2), np.int8)
    resistance_ratios(boards)
    network_values(boards, 0.5)
