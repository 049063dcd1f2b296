"""Links for networks: the full connections that H-search finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.notation import BLACK, WHITE
from hexlab.connection.hsearch import find_connections
from hexlab.network.network import Network, Own, board_network

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.connection.options import Quality

__all__ = ["POSITION_RULES", "both_links", "virtual_network"]

# Neither the order of work nor the color changes what is found. Eight cells are enough for what a
# stone of the third row has to its side; ten, and AND at sides, take 100 times as long.
POSITION_RULES: dict[str, Any] = {"quality": "canonical", "max_carrier": 8, "side_midpoints": False}


def both_links(board: Board) -> tuple[np.ndarray, np.ndarray]:
    """Black's and White's links for an evaluation of many positions, each for itself.

    Connections of at most eight cells, which depend on the position alone: the preset "canonical"
    without AND at sides.

    Returns
    -------
    tuple of (m, 2) arrays
        For ``links=`` of `hexlab.model.evaluation.network_value`.

    Notes
    -----
    Cost on 11×11: 3 to 4 ms, up to 15.

    >>> from hexlab import Board
    >>> [len(links) for links in both_links(Board(3))]
    [34, 34]
    """
    black, white = (
        find_connections(board, player, **POSITION_RULES).links for player in (BLACK, WHITE)
    )
    return black, white


def virtual_network(
    board: Board,
    player: int | str,
    *,
    quality: Quality = "fast",
    own: Own = "contract",
    **overrides: Any,
) -> Network:
    """The network of a position with a player's full connections as links (Takada 2019, 2.3.4).

    Parameters
    ----------
    board : Board
        The position.
    player : int or str
        BLACK, WHITE, "black" or "white".
    quality, **overrides
        The rules of the search, see `hexlab.connection.find_connections`.
    own : "contract" or "keep", default "contract"
        See `hexlab.network.board_network`, which also says what a connection means by its ends.

    Returns
    -------
    Network
        `joined` if links lead from side to side through groups. That is no proof: a link stands
        whatever carrier it shares with others; `Connections.across` has what is proved.

    Raises
    ------
    ValueError
        As `find_connections` and `board_network`.

    Notes
    -----
    Cost on 11×11: 1 to 4 ms, nearly all of it the search.

    >>> from hexlab import Board
    >>> virtual_network(Board(5), "black")
    <Network of black, 5×5: 27 nodes, 120 links>
    """
    found = find_connections(board, player, quality=quality, **overrides)
    return board_network(board, found.player, links=found.links, own=own)
