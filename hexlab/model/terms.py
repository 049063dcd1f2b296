"""The two terms of the network value E_v (Takada 2019, eq. 3.4), one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexlab.model.evaluation import network_value
from hexlab.network.network import Links

if TYPE_CHECKING:
    from hexlab.board.board import Board

__all__ = ["Terms", "network_terms"]


class Terms(NamedTuple):
    """What E_v is mixed from: E_v = (1 − alpha) · whole + alpha · paths.

    Attributes
    ----------
    whole : float
        C_W / C_B, the mean betweenness of both whole networks: high is good for Black.
    paths : float
        C'_W / C'_B, the largest betweenness of both shortest-path networks.
    """

    whole: float
    paths: float


def network_terms(board: Board, links: Links = "adjacent") -> Terms:
    """Both terms of a position, as `hexlab.model.network_value` mixes them.

    Both are inf where Black's sides are joined and 0 where White's are. Cost: two evaluations.

    Examples
    --------
    >>> from hexlab import Board
    >>> terms = network_terms(Board(5, black="c3"))
    >>> round(terms.whole, 3), round(terms.paths, 3)
    (1.086, 0.183)
    """
    return Terms(network_value(board, 0.0, links=links), network_value(board, 1.0, links=links))
