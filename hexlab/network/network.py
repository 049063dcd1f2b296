"""`Network`: a position as one player sees it.

Kernels of other modules build networks from flat arrays with `hexlab.network.build.build` and
measure them with the kernels of `shortest` and `centrality`; this is the same for people.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from hexlab.board.notation import BLACK, a_board, cell_name, color_name, parse_color
from hexlab.network.build import NO_ENDS, SOURCE_END, TARGET_END, build
from hexlab.network.shortest import adjacency_lists

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.network.resistance import Resistance
    from hexlab.network.shortest import ShortestPaths

__all__ = ["Network", "board_network"]

Links = Literal["adjacent", "bridge"]
Own = Literal["contract", "keep"]
Kind = Literal["membership", "fraction"]


class Network:
    """A player's network; made by `board_network`, which explains it.

    Attributes
    ----------
    n : int
        Size of the board.
    player : int
        BLACK or WHITE.
    own : str
        "contract" or "keep".
    size : int
        N, the number of nodes.
    node_cells : (N-2,) int64
        The cell of each node that is one, in order.
    source, target : int
        N-2 and N-1, the nodes v_s (top or left) and v_t (bottom or right).
    bits : (N, W) uint64
        Adjacency, a row of bits for each node.
    joined : bool
        Whether own stones (or given connections) join the two sides.
    cells : (n²,) int8
        The board in the player's view: 1 own, -1 the opponent's, 0 empty.
    wires : (n²,) int16
        For each own stone the number of its wire, -1 or -2 for one that touches v_s or v_t; -9
        for other cells. See `hexlab.network.build`.
    extra_links : (k, 2) int64
        What full connections add to the electric circuit. See `hexlab.network.build`.
    """

    def __init__(
        self,
        cells: np.ndarray,
        n: int,
        player: int,
        links: np.ndarray | Links = "adjacent",
        own: Own = "contract",
    ) -> None:
        """Build from checked arguments: flat absolute int8 cells and (m, 2) int64 ends."""
        bridge = isinstance(links, str) and links == "bridge"
        given = NO_ENDS if isinstance(links, str) else links
        self.n = n
        self.player = player
        self.own = own
        self.bits, self.node_cells, self.wires, self.joined, self.extra_links = build(
            cells, n, player, own == "keep", bridge, given
        )
        self.cells = cells if player == BLACK else -cells
        self.size = len(self.bits)
        self.source, self.target = self.size - 2, self.size - 1

    def __repr__(self) -> str:
        """Say whose network it is and how large."""
        player = color_name(self.player)
        return (
            f"<Network of {player}, {self.n}×{self.n}: {self.size} nodes, {len(self.links)} links>"
        )

    # -- the graph in other forms --------------------------------------------------------------

    @cached_property
    def adjacency(self) -> np.ndarray:
        """The adjacency matrix, (N, N) bool."""
        octets = self.bits.astype("<u8").view(np.uint8)
        return np.unpackbits(octets, axis=1, bitorder="little")[:, : self.size].astype(bool)

    @cached_property
    def _lists(self) -> tuple[np.ndarray, np.ndarray]:
        indptr, indices = adjacency_lists(self.bits)
        return indptr.astype(np.int32), indices.astype(np.int32)

    @property
    def indptr(self) -> np.ndarray:
        """Where each node's neighbors begin in `indices`, (N+1,) int32."""
        return self._lists[0]

    @property
    def indices(self) -> np.ndarray:
        """The neighbors of node 0, of node 1 and so on, each in order; (2m,) int32."""
        return self._lists[1]

    @cached_property
    def links(self) -> np.ndarray:
        """Every link once as a pair of nodes u < v, in order; (m, 2) int64."""
        return np.argwhere(np.triu(self.adjacency))

    @cached_property
    def ends(self) -> np.ndarray:
        """What each node is on the board: a cell id, -1 for v_s, -2 for v_t; (N,) int64."""
        return np.append(self.node_cells, (SOURCE_END, TARGET_END))

    def cell_links(self) -> np.ndarray:
        """Every link once as a pair of cell ids (-1 = v_s, -2 = v_t), in node order; (m, 2) int64.

        >>> from hexlab import BLACK, Board
        >>> board_network(Board(2, white="a1"), BLACK).cell_links().tolist()
        [[1, 2], [1, 3], [1, -1], [2, 3], [2, -2], [3, -2]]
        """
        return self.ends[self.links]

    def on_board(self, values: np.ndarray, fill: float = np.nan) -> np.ndarray:
        """Lay values by node, (N,) or (N-2,), out on the board: (n, n) float64.

        Cells that are no nodes get `fill`.
        """
        values = np.asarray(values, np.float64)
        cells = len(self.node_cells)
        if values.shape not in ((self.size,), (cells,)):
            raise ValueError(
                f"values by node have shape ({self.size},) or ({cells},), not {values.shape}"
            )
        board = np.full(self.n * self.n, fill, np.float64)
        board[self.node_cells] = values[:cells]
        return board.reshape(self.n, self.n)

    def to_networkx(self) -> Any:
        """The same as a `networkx.Graph`; its nodes are the cell ids, then "s" and "t"."""
        import networkx as nx

        names = [*self.node_cells.tolist(), "s", "t"]
        graph = nx.Graph()
        graph.add_nodes_from(names)
        graph.add_edges_from((names[u], names[v]) for u, v in self.links.tolist())
        return graph

    # -- measures ------------------------------------------------------------------------------

    def degree(self) -> np.ndarray:
        """The number of links of each node, (N,) float64 (Takada, 3.3.3).

        >>> from hexlab import BLACK, Board
        >>> board_network(Board(3), BLACK).degree()
        array([3., 5., 4., 4., 6., 4., 4., 5., 3., 3., 3.])
        """
        from hexlab.network.centrality import degree

        return degree(self.bits)

    def closeness(self) -> np.ndarray:
        """The closeness of each node, (N,) float64; see `hexlab.network.centrality.closeness`."""
        from hexlab.network.centrality import closeness

        return closeness(self.bits)

    def betweenness(self, kind: Kind = "membership") -> np.ndarray:
        """The betweenness of each node, (N,) float64; see `hexlab.network.centrality.betweenness`.

        Parameters
        ----------
        kind : str
            "membership": the share of pairs of other nodes that have *some* shortest path through
            the node (Takada, eq. 3.6); "fraction": Freeman's, which weighs each pair with the share
            of its shortest paths that do.
        """
        from hexlab.network.centrality import betweenness

        return betweenness(self.bits, kind)

    def current_flow(self) -> np.ndarray:
        """Current-flow betweenness of each node, (N,) float64, within its component."""
        from hexlab.network.current_flow import current_flow

        return current_flow(self)

    def resistance(self, circuit: Literal["wire", "clique"] = "wire") -> Resistance:
        """The electrical resistance between the sides; see `hexlab.network.resistance`."""
        from hexlab.network.resistance import resistance

        return resistance(self, circuit)

    def shortest_paths(self) -> ShortestPaths:
        """The shortest paths from v_s to v_t; see `hexlab.network.shortest.shortest_paths`."""
        from hexlab.network.shortest import shortest_paths

        return shortest_paths(self.bits, self.ends)

    def two_distance(self) -> np.ndarray:
        """Two-distances to v_s and to v_t, (2, N) float64; see `hexlab.network.distance`."""
        from hexlab.network.distance import two_distance

        return two_distance(self.bits)


def board_network(
    board: Board,
    player: int | str,
    links: Links | np.ndarray = "adjacent",
    own: Own = "contract",
) -> Network:
    """The network of a position for one player (Takada, 2.3.4).

    Nodes are the empty cells and the player's two sides v_s (top or left) and v_t (bottom or
    right). Opponent cells are gone. An own group that touches no own side is a wire: its empty
    neighbors are all linked to each other. A group that touches a side belongs to it: its empty
    neighbors are linked to the side's node. If a group joins both sides, v_s and v_t are linked.

    Parameters
    ----------
    board : Board
        The position.
    player : int or str
        BLACK, WHITE, "black" or "white".
    links : "adjacent", "bridge" or (m, 2) array of int, default "adjacent"
        "bridge" adds the bridges between cells, groups and sides whose two carrier cells are empty
        and whose ends are empty or own. An array gives the player's full connections; each end is
        a cell id (an empty cell, or any stone of an own group), -1 for v_s or -2 for v_t.
    own : "contract" or "keep", default "contract"
        "keep" leaves own stones as nodes, as the thesis prints its steps 1-4; v_s and v_t are then
        linked by a given connection only, but `joined` tells as ever whether the sides are joined.

    Returns
    -------
    Network

    Raises
    ------
    ValueError
        For another player, kind of links or `own`, or for a connection with an end that is off the
        board or an opponent's cell, or with the same end twice.

    Notes
    -----
    What a connection means depends on its ends, groups being those that the board and connections
    make together:

    - cell and cell: one link;
    - cell and group: a link from the cell to every empty neighbor of the group;
    - group and group: the two become one wire;
    - group and side: a link from every empty neighbor of the group to the side's node; from a group
      that touches the other side: the link v_s–v_t;
    - cell, side: a link to the side's node; side, side: the link v_s–v_t.

    Every link is there once, however often it is implied. Cost on 11×11: 20 µs, of which the kernel
    takes 6.

    Examples
    --------
    >>> from hexlab import Board
    >>> board_network(Board(11), "black")
    <Network of black, 11×11: 123 nodes, 342 links>
    >>> board_network(Board(3, black="b2"), "black").size
    10
    """
    player = parse_color(player)
    if own not in ("contract", "keep"):
        raise ValueError(f"own must be 'contract' or 'keep', not {own!r}")
    cells = board.to_array().ravel()
    if isinstance(links, str):
        if links not in ("adjacent", "bridge"):
            raise ValueError(f"links must be 'adjacent', 'bridge' or an array, not {links!r}")
    else:
        links = check_ends(links, cells, board.n, player)
    return Network(cells, board.n, player, links, own)


def check_ends(links: Any, cells: np.ndarray, n: int, player: int) -> np.ndarray:
    """Full connections of shape (m, 2) as int64, checked against absolute flat `cells`.

    Raises
    ------
    ValueError
        As in `board_network`; the message names the first bad connection.
    """
    ends = np.asarray(links)
    if ends.size == 0:
        return NO_ENDS
    if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
        raise ValueError(
            f"links must be whole numbers of shape (m, 2), not {ends.dtype} of {ends.shape}"
        )
    off = (ends < TARGET_END) | (ends >= n * n)
    theirs = ~off & (ends >= 0) & (cells[ends.clip(0, n * n - 1)] == -player)
    same = ends[:, 0] == ends[:, 1]
    bad = off.any(axis=1) | theirs.any(axis=1) | same
    if bad.any():
        i = int(bad.argmax())
        pair = tuple(ends[i].tolist())
        if off[i].any():
            why = f"an end is off {a_board(n)} (-1 and -2 are the sides)"
        elif theirs[i].any():
            cell = cell_name(int(ends[i, int(theirs[i].argmax())]), n)
            why = f"{cell!r} is occupied by {color_name(-player)}"
        else:
            why = "both ends are the same"
        raise ValueError(f"link {i}, {pair}: {why}")
    # Kernels would be compiled anew for an array that may not be written.
    return np.require(ends, np.int64, ["C", "W"])
