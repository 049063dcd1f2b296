"""A player's network with the links of the full connections that H-search finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlab.connection.hsearch import find_connections
from hexlab.network.network import Network, Own, board_network

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.connection.options import Quality

__all__ = ["virtual_network"]


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
