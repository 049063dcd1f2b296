"""The measures a board can be colored by, under one name each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from hexlab.network.network import Network

__all__ = ["MEASURES", "cell_values"]


def _two_distance(network: Network) -> np.ndarray:
    """The sum of a node's two-distances to both terminals; low is good."""
    return network.two_distance().sum(axis=0).astype(float)


# Each gives one number per node of a network, in node order, or (n, n) numbers by cell.
MEASURES: dict[str, Callable[[Network], np.ndarray]] = {
    "degree": lambda network: network.degree(),
    "closeness": lambda network: network.closeness(),
    "betweenness (membership)": lambda network: network.betweenness(kind="membership"),
    "betweenness (fraction)": lambda network: network.betweenness(kind="fraction"),
    "current": lambda network: network.resistance(circuit="wire").current,
    "current flow": lambda network: network.current_flow(),
    "two-distance": _two_distance,
}


def cell_values(network: Network, measure: str) -> np.ndarray:
    """A measure of a network, laid out on the board.

    Parameters
    ----------
    network : Network
        Of either player.
    measure : str
        A name in `MEASURES`: degree, closeness, betweenness (membership), betweenness (fraction),
        current (through the wire circuit), current flow, two-distance (to both sides, summed).

    Returns
    -------
    ndarray of float, shape (n, n)
        NaN where the network has no node or the value is not finite.

    Raises
    ------
    ValueError
        For an unknown measure.

    Examples
    --------
    >>> from hexlab import BLACK, Board
    >>> from hexlab.network.network import board_network
    >>> cell_values(board_network(Board(3).play("b2", "white"), BLACK), "degree")
    array([[ 3.,  4.,  3.],
           [ 3., nan,  3.],
           [ 3.,  4.,  3.]])
    """
    if measure not in MEASURES:
        raise ValueError(f"{measure!r} is no measure: choose one of {', '.join(MEASURES)}")
    values = np.asarray(MEASURES[measure](network), dtype=float)
    if values.shape != (network.n, network.n):
        values = network.on_board(values)
    return np.where(np.isfinite(values), values, np.nan)
