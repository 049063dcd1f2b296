"""A Monte Carlo search's way down the tree and up again."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hexlab.run.kernel import kernel
from hexlab.search.playout import Scratch, new_scratch
from hexlab.search.tree import (
    COUNT,
    FIRST,
    KNOWN,
    MEAN,
    OPEN,
    PRIOR,
    PRUNED,
    RAVE_VISITS,
    RAVE_WINS,
    VISITS,
    Tree,
    fill_board,
)

__all__ = [
    "DEPTH",
    "MOVER",
    "NODE",
    "Rules",
    "Worker",
    "go_down",
    "go_up",
    "learn_rave",
    "new_worker",
]

# Places of Worker.register: of the path walked last its length, the player to move at its end, and
# the node whose position is asked about.
DEPTH, MOVER, NODE = range(3)


class Rules(NamedTuple):
    """How the search goes, as numbers.

    Attributes
    ----------
    uct, bias, first_play : float
        Weight of the exploration term; of the prior over sqrt(visits + 1); value of a move never
        made.
    puct : float
        Weight of the prior in PUCT, instead of all that; 0: not used.
    rave : bool
        Whether moves are learned from playouts in which they were made later.
    rave_slow, rave_later : float
        A move made n times, r in playouts, counts r / (n (slow + r later) + r) by these.
    expand, ask : float
        Visits from which a node gets children; from which knowledge is asked (0: never).
    lanes, kind : int
        Playouts a leaf, and which.
    pattern_prior : int
        1: a new child's prior is the share of its weight for "patterns"; 0: none.
    alone : bool
        Whether one thread searches the tree.
    """

    uct: float
    bias: float
    first_play: float
    puct: float
    rave: bool
    rave_slow: float
    rave_later: float
    expand: float
    ask: float
    lanes: int
    kind: int
    pattern_prior: int
    alone: bool


class Worker(NamedTuple):
    """What one thread needs; S = (n + 2)² places.

    Attributes
    ----------
    root, board : (S,) int8
        The framed position searched, and that at the end of the path.
    path : (S,) int64
        Nodes from the root on.
    prior : (S,) float32
        Priors of new children.
    register : (4,) int64
    random : (2,) uint64
    scratch : Scratch
    paths, ends, boards : (B, S) int64, (B, 2) int64, (B, S) int8
        Paths that wait for the answer of a net, their lengths and players to move, their positions.
    """

    root: np.ndarray
    board: np.ndarray
    path: np.ndarray
    prior: np.ndarray
    register: np.ndarray
    random: np.ndarray
    scratch: Scratch
    paths: np.ndarray
    ends: np.ndarray
    boards: np.ndarray


def new_worker(n: int, random: np.ndarray, batch: int = 1) -> Worker:
    """A worker for n×n boards, with room for `batch` questions to a net."""
    size = (n + 2) ** 2
    return Worker(
        np.zeros(size, np.int8),
        np.zeros(size, np.int8),
        np.zeros(size, np.int64),
        np.zeros(size, np.float32),
        np.zeros(4, np.int64),
        random,
        new_scratch(n),
        np.zeros((batch, size), np.int64),
        np.zeros((batch, 2), np.int64),
        np.zeros((batch, size), np.int8),
    )


@kernel
def _select(tree: Tree, node: int, board: np.ndarray, rules: Rules) -> int:
    """The child to go on with; -1 if none is left to look at.

    Children whose cell has been filled in since are marked as pruned.
    """
    stats = tree.stats
    first, count = tree.links[node, FIRST], tree.links[node, COUNT]
    one = np.float32(1.0)
    log = np.log(max(stats[node, VISITS], one))
    root = np.float32(rules.puct) * np.sqrt(stats[node, VISITS])
    uct, bias = np.float32(rules.uct), np.float32(rules.bias)
    slow, later = np.float32(rules.rave_slow), np.float32(rules.rave_later)
    # A net says nothing of moves not made: they count as much as the node itself.
    unknown = one - stats[node, MEAN] if rules.puct > 0 else np.float32(rules.first_play)
    best, best_value = -1, np.float32(-1e9)
    for child in range(first, first + count):
        if tree.state[child] != OPEN:
            continue
        if board[tree.moves[child]] != 0:
            tree.state[child] = PRUNED
            continue
        made, prior = stats[child, VISITS], stats[child, PRIOR]
        value = stats[child, MEAN] if made > 0 else unknown
        if rules.puct > 0:
            value += root * prior / (one + made)
        else:
            seen = stats[child, RAVE_VISITS]
            if made == 0:
                if seen > 0:
                    value = stats[child, RAVE_WINS] / seen
                value += bias * prior
            else:
                value += uct * np.sqrt(log / made)
                if seen > 0:
                    share = seen / (made * (slow + seen * later) + seen)
                    value += share * (stats[child, RAVE_WINS] / seen - value)
                if prior > 0:
                    value += bias * prior / np.sqrt(made + one)
        if value > best_value:
            best, best_value = child, value
    return best


@kernel
def go_down(tree: Tree, worker: Worker, n: int, mover: int, rules: Rules) -> int:
    """Walk to a leaf, or to a node without a move left; whether it is one of these (1) or not (0).

    Each node of the path counts as visited and lost until `go_up`, which keeps other threads and
    the other paths of a batch away. A node that is to be asked about comes into the register.
    """
    stats, links, register = tree.stats, tree.links, worker.register
    board = worker.board
    for place in range(len(board)):
        board[place] = worker.root[place]
    register[NODE] = -1
    node: Any = 0
    depth = 0
    while True:
        worker.path[depth] = node
        register[DEPTH], register[MOVER] = depth, mover
        made = stats[node, VISITS] + np.float32(1.0)
        stats[node, VISITS] = made
        stats[node, MEAN] *= (made - 1) / made
        if links[node, KNOWN] >= 0:
            fill_board(tree, n, links[node, KNOWN], board)
        if links[node, COUNT] == 0:
            return 0
        unasked = links[node, KNOWN] < 0 and register[NODE] < 0
        if rules.ask > 0 and made >= rules.ask and unasked and tree.state[node] == OPEN:
            register[NODE] = node
        child = _select(tree, node, board, rules)
        if child < 0:
            return 1
        board[tree.moves[child]] = mover
        mover = -mover
        node = np.int64(child)
        depth += 1


@kernel
def go_up(tree: Tree, path: np.ndarray, depth: int, value: float) -> None:
    """Add a result to each node of a path; `value` is 0 to 1 for the player to move at its end.

    The visit itself was counted on the way down.
    """
    gain = np.float32(1.0 - value)
    for d in range(depth, -1, -1):
        node = path[d]
        tree.stats[node, MEAN] += gain / tree.stats[node, VISITS]
        gain = np.float32(1.0) - gain


@kernel
def learn_rave(tree: Tree, path: np.ndarray, depth: int, mover: int, scratch: Scratch) -> None:
    """Add to all children along the path what the playouts say of their moves.

    A move counts as made in each playout that ends with the cell in the color of the player.
    `mover` is the player to move at the end.
    """
    stats, links = tree.stats, tree.links
    color = (1 - mover) >> 1
    for d in range(depth, -1, -1):
        node = path[d]
        first = links[node, FIRST]
        shares = scratch.shares[color]
        for child in range(first, first + links[node, COUNT]):
            place = tree.moves[child]
            stats[child, RAVE_VISITS] += shares[place, 0]
            stats[child, RAVE_WINS] += shares[place, 1]
        color = 1 - color


def _warmup() -> None:
    """Nothing to call: the kernels here are parts of others."""
