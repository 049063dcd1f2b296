"""The tree of a Monte Carlo search, in arrays: one block of rows for all children of a node.

A block lies behind its parent's row, so that `prune` can slide what is kept to the front in one
pass. A node's value is seen from the player whose move leads to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic

from hexlab.network.bits import has_bit
from hexlab.run.kernel import kernel

__all__ = [
    "COMMON",
    "COUNT",
    "FIRST",
    "KNOWN",
    "LOST",
    "MEAN",
    "OPEN",
    "PARENT",
    "PRIOR",
    "PRUNED",
    "RAVE_VISITS",
    "RAVE_WINS",
    "ROWS",
    "SIMULATIONS",
    "UNION",
    "USED",
    "VISITS",
    "WON",
    "Tree",
    "add_children",
    "cell_of",
    "clear",
    "fetch_add",
    "fill_board",
    "make_tree",
    "node_bytes",
    "place_of",
    "prune",
]

# Columns of Tree.stats and of Tree.links; places of Tree.register.
VISITS, MEAN, RAVE_VISITS, RAVE_WINS, PRIOR = range(5)
FIRST, COUNT, PARENT, KNOWN, BLOCK = range(5)
USED, ROWS, SIMULATIONS = range(3)
# Rows of Tree.ways.
UNION, COMMON = range(2)
# Tree.state: nothing proved; the move to the node wins, or loses; it need not be looked at.
OPEN, WON, LOST, PRUNED = 0, 1, 2, 3
# Tree.links[:, KNOWN] of a node that nobody has asked about.
_UNKNOWN = -1


class Tree(NamedTuple):
    """M nodes at most; node 0 is the root.

    Attributes
    ----------
    stats : (M, 5) float32
        Visits and mean value (0 to 1); how many playouts have the move made, then or later, and how
        many of these are won, in units of simulations; the prior.
    moves : (M,) int16
        The place of the move on the framed board.
    links : (M, 5) int32
        The first child, how many children there are, the parent, the row of `fills` (-1: none), and
        how many nodes the block of the node has.
    state : (M,) int8
        OPEN, WON, LOST or PRUNED.
    fills : (F, 2, W) uint64
        Cells that count as black, as white from a node on.
    ways : (F, 2, W) uint64
        For each row of `fills`, union and intersection of the opponent's known ways to win at the
        node if he had the move.
    register : (4,) int64
        Nodes in use, rows of `fills` in use, simulations so far.
    moved : (M,) int32
        Scratch of `prune`.
    """

    stats: np.ndarray
    moves: np.ndarray
    links: np.ndarray
    state: np.ndarray
    fills: np.ndarray
    ways: np.ndarray
    register: np.ndarray
    moved: np.ndarray


def node_bytes() -> int:
    """Memory of one node."""
    return 5 * 4 + 2 + 5 * 4 + 1 + 4


def make_tree(n: int, nodes: int, rows: int) -> Tree:
    """A tree with a root and room for `nodes` nodes, `rows` of them with filled cells."""
    tree = Tree(
        np.zeros((nodes, 5), np.float32),
        np.zeros(nodes, np.int16),
        np.zeros((nodes, 5), np.int32),
        np.zeros(nodes, np.int8),
        np.zeros((rows, 2, (n * n + 63) // 64), np.uint64),
        np.zeros((rows, 2, (n * n + 63) // 64), np.uint64),
        np.zeros(4, np.int64),
        np.zeros(nodes, np.int32),
    )
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Drop everything but a new root."""
    tree.stats[0] = 0
    tree.links[0] = 0
    tree.links[0, KNOWN] = _UNKNOWN
    tree.state[0] = OPEN
    tree.register[:] = 1, 0, 0, 0


def _fetch_add(typing: Any, array: Any, at: Any, amount: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.atomic_rmw("add", builder.gep(data, [args[1]]), args[2], "seq_cst")

    return types.int64(array, types.int64, types.int64), generate


# For kernels: fetch_add(array, at, amount) adds to an item of an int64 array and returns what it
# was, in one step that no other thread can come between.
fetch_add: Any = intrinsic(_fetch_add)


@kernel
def add_children(tree: Tree, node: int, moves: np.ndarray, count: int, prior: np.ndarray) -> bool:
    """Give a leaf children for `moves` (places), priors by place; False if there is no room.

    Two threads that do so at once make two blocks, of which one is lost until `prune`.
    """
    first = fetch_add(tree.register, USED, count)
    if first + count > len(tree.links):
        fetch_add(tree.register, USED, -count)
        return False
    for k in range(count):
        child = first + k
        for column in range(4):
            tree.stats[child, column] = 0.0
        tree.stats[child, PRIOR] = prior[moves[k]]
        tree.moves[child] = moves[k]
        tree.links[child, COUNT] = tree.links[child, FIRST] = 0
        tree.links[child, PARENT] = node
        tree.links[child, KNOWN] = _UNKNOWN
        tree.links[child, BLOCK] = count
        tree.state[child] = OPEN
    # Other threads must not see the block before it is complete: nothing is moved across this.
    fetch_add(tree.register, USED, 0)
    tree.links[node, FIRST] = first
    tree.links[node, COUNT] = count
    return True


@kernel
def prune(tree: Tree, root: int, least: float) -> int:
    """Make `root` the root, and keep the children of its nodes with `least` visits or more.

    Other nodes become leaves that keep their numbers; what was asked about them is forgotten.
    Returns how many nodes are left.
    """
    links, moved, used = tree.links, tree.moved, tree.register[USED]
    for node in range(used):
        moved[node] = -1
    _copy(tree, root, 0)
    moved[root] = 0
    kept = 1
    start = 1
    while start < used:
        size = links[start, BLOCK]
        parent = moved[links[start, PARENT]]
        # A block that another thread's block took the place of has a parent that does not know it.
        if parent >= 0 and links[parent, FIRST] == start and links[parent, COUNT] > 0:
            if parent == 0 or tree.stats[parent, VISITS] >= least:
                for k in range(size):
                    _copy(tree, start + k, kept + k)
                    links[kept + k, PARENT] = parent
                    moved[start + k] = kept + k
                links[parent, FIRST] = kept
                kept += size
            else:
                links[parent, COUNT] = 0
                links[parent, KNOWN] = _UNKNOWN
        start += size
    tree.register[USED] = kept
    _prune_rows(tree, kept)
    return kept


@kernel
def _copy(tree: Tree, source: int, target: int) -> None:
    """Copy the row of a node."""
    for column in range(5):
        tree.stats[target, column] = tree.stats[source, column]
        tree.links[target, column] = tree.links[source, column]
    tree.moves[target] = tree.moves[source]
    tree.state[target] = tree.state[source]


@kernel(allocates=True)
def _prune_rows(tree: Tree, kept: int) -> None:
    """Drop the rows of `fills` and `ways` that no node names."""
    rows = tree.register[ROWS]
    new = np.full(rows, -1, np.int64)
    for node in range(kept):
        if tree.links[node, KNOWN] >= 0:
            new[tree.links[node, KNOWN]] = 0
    count = 0
    for row in range(rows):
        if new[row] == 0:
            new[row] = count
            for k in range(2):
                for word in range(tree.fills.shape[2]):
                    tree.fills[count, k, word] = tree.fills[row, k, word]
                    tree.ways[count, k, word] = tree.ways[row, k, word]
            count += 1
    for node in range(kept):
        if tree.links[node, KNOWN] >= 0:
            tree.links[node, KNOWN] = new[tree.links[node, KNOWN]]
    tree.register[ROWS] = count


@kernel
def place_of(cell: int, n: int) -> int:
    """The place of a cell on the framed board."""
    return (cell // n + 1) * (n + 2) + cell % n + 1


@kernel
def cell_of(place: int, n: int) -> int:
    """The cell of a place on the framed board."""
    return (place // (n + 2) - 1) * n + place % (n + 2) - 1


@kernel
def fill_board(tree: Tree, n: int, row: int, board: np.ndarray) -> None:
    """Put the cells of a row of `fills` on a framed board, where nothing stands yet."""
    for cell in range(n * n):
        place = place_of(cell, n)
        if board[place] == 0:
            if has_bit(tree.fills[row, 0], cell):
                board[place] = 1
            elif has_bit(tree.fills[row, 1], cell):
                board[place] = -1


def _warmup() -> None:
    """Make a tree of one node and prune it."""
    prune(make_tree(1, 1, 1), 0, 0.0)
