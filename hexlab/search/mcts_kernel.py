"""The Monte Carlo search itself: down the tree, a playout or a question, and up again.

`simulate` returns to Python when its simulations are done or when something is to be asked of
knowledge or of a net, and goes on where it was once the answer is in. Several threads may run it on
one tree, each with its own `Worker`: numbers of the tree are then changed without locks, so that
now and then one simulation's update is lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hexlab.network.bits import has_bit, pop_count, set_bit
from hexlab.run.kernel import kernel
from hexlab.search.lanes import framed, new_state, share_owned, stones_won
from hexlab.search.mcts_proof import lose, prove, settle_known
from hexlab.search.mcts_walk import (
    DEPTH,
    MOVER,
    NODE,
    Rules,
    Worker,
    go_down,
    go_up,
    learn_rave,
    new_worker,
)
from hexlab.search.playout import every_lane, play_lanes
from hexlab.search.playout_moves import ONE, Weights, even_weights, ring_code, saving_bits, steps_of
from hexlab.search.proofs import Proofs, make_proofs
from hexlab.search.tree import (
    COUNT,
    FIRST,
    KNOWN,
    LOST,
    OPEN,
    PRIOR,
    PRUNED,
    ROWS,
    SIMULATIONS,
    USED,
    VISITS,
    WON,
    Tree,
    add_children,
    clear,
    fetch_add,
    fill_board,
    make_tree,
    place_of,
)

__all__ = [
    "ASKING",
    "DONE",
    "FULL",
    "PROVED",
    "gather",
    "settle",
    "simulate",
    "take_answer",
]

# What `simulate` says.
DONE, ASKING, FULL, PROVED = range(4)


@kernel(allocates=True)
def _settle_end(
    tree: Tree, worker: Worker, proofs: Proofs, n: int, blocked: bool, learn: bool
) -> float:
    """The value for the player to move at the end of a path, where somebody has won; else -1.

    `blocked`: all moves there are lost or need not be looked at. For `learn` see `prove`.
    """
    scratch, register = worker.scratch, worker.register
    mover = register[MOVER]
    winner = stones_won(worker.board, n, scratch.stones, scratch.reach)
    if winner == 0 and not blocked:
        return -1.0
    if winner == 0:
        lose(tree, worker, proofs, n, learn)
        return 0.0
    need = np.zeros(tree.ways.shape[2], np.uint64)  # nothing but what is there
    prove(tree, worker, proofs, n, LOST if winner == mover else WON, need, -1, learn)
    return 1.0 if winner == mover else 0.0


@kernel
def _play_leaf(
    tree: Tree, worker: Worker, proofs: Proofs, n: int, rules: Rules, weights: Weights
) -> float:
    """Value of the leaf at the end of the path by playouts; may give it children and prove it."""
    scratch, register = worker.scratch, worker.register
    mover, depth = register[MOVER], register[DEPTH]
    node = worker.path[depth]
    last = np.int64(tree.moves[node]) if depth > 0 else 0
    board = worker.board
    opens = tree.stats[node, VISITS] >= rules.expand and tree.links[node, COUNT] == 0
    if opens and rules.ask > 0:
        value = settle_known(tree, worker, proofs, n, rules.alone)
        if value >= 0:
            return value
    won = play_lanes(
        board, n, mover, last, rules.kind, rules.lanes, weights, scratch, worker.random
    )
    used = every_lane(rules.lanes)
    black = pop_count(won & used)
    if black == 0 or black == rules.lanes:  # perhaps the game is over
        value = _settle_end(tree, worker, proofs, n, False, rules.alone)
        if value >= 0:
            return value
    share_owned(scratch.plane, used, won & used, rules.lanes, scratch.shares)
    if opens:
        _expand(tree, worker, n, last, rules, weights)
    if rules.rave:
        learn_rave(tree, worker.path, depth, mover, scratch)
    share = black / rules.lanes
    return share if mover == 1 else 1 - share


@kernel
def _expand(tree: Tree, worker: Worker, n: int, last: int, rules: Rules, weights: Weights) -> None:
    """Give the node at the end of the path the free places as children, if there is room."""
    board, prior, places = worker.board, worker.prior, worker.scratch.left
    color = (1 - worker.register[MOVER]) >> 1
    count = 0
    total = 0.0
    saving = 0
    if last > 0 and rules.pattern_prior:
        saving = saving_bits(board, n, last, worker.register[MOVER])
    for place in range(len(board)):
        if board[place] != 0:
            continue
        places[count] = place
        count += 1
        prior[place] = 0.0
        if rules.pattern_prior:
            prior[place] = weights.ring[ring_code(board, n, place), color]
            total += prior[place]
    if rules.pattern_prior:
        steps = steps_of(n)
        for k in range(6 if last > 0 else 0):
            place = last + steps[k]
            if board[place] == 0:
                old = prior[place]
                prior[place] = old * weights.near[saving >> k & 1] / ONE
                total += prior[place] - old
        for i in range(count):
            prior[places[i]] /= max(total, 1.0)
    node = worker.path[worker.register[DEPTH]]
    add_children(tree, node, places, count, prior)


@kernel(nogil=True)
def simulate(
    tree: Tree,
    worker: Worker,
    proofs: Proofs,
    n: int,
    mover: int,
    rules: Rules,
    weights: Weights,
    count: int,
) -> int:
    """Make up to `count` simulations: DONE, or why it stopped before.

    PROVED: the root is. FULL: no room for children. ASKING: about the node in the register, at
    whose position `worker.board` stands with `mover` there to move.
    """
    for _ in range(count):
        if tree.state[0] != OPEN:
            return PROVED
        if tree.register[USED] + n * n > len(tree.links):
            return FULL
        blocked = go_down(tree, worker, n, mover, rules)
        if blocked:
            value = _settle_end(tree, worker, proofs, n, True, rules.alone)
        else:
            value = _play_leaf(tree, worker, proofs, n, rules, weights)
        register = worker.register
        go_up(tree, worker.path, register[DEPTH], value)
        fetch_add(tree.register, SIMULATIONS, 1)
        if register[NODE] >= 0 and tree.register[ROWS] < len(tree.fills):
            _stand_at(tree, worker, n, mover)
            return ASKING
    return PROVED if tree.state[0] != OPEN else DONE


@kernel(nogil=True)
def gather(
    tree: Tree, worker: Worker, proofs: Proofs, n: int, mover: int, rules: Rules, count: int
) -> Any:
    """Walk to up to `count` leaves for a net, into `worker.paths`: how many, and why it stopped.

    Paths that end where somebody has won are settled at once. For the reasons see `simulate`.
    """
    register = worker.register
    found = 0
    for _ in range(count):
        if tree.state[0] != OPEN:
            return found, PROVED
        if tree.register[USED] + (found + 1) * n * n > len(tree.links):
            return found, FULL
        blocked = go_down(tree, worker, n, mover, rules)
        fetch_add(tree.register, SIMULATIONS, 1)
        value = _settle_end(tree, worker, proofs, n, blocked != 0, rules.alone)
        if value >= 0:
            go_up(tree, worker.path, register[DEPTH], value)
        else:
            for d in range(register[DEPTH] + 1):
                worker.paths[found, d] = worker.path[d]
            worker.ends[found, 0], worker.ends[found, 1] = register[DEPTH], register[MOVER]
            for place in range(len(worker.board)):
                worker.boards[found, place] = worker.board[place]
            found += 1
        if register[NODE] >= 0 and tree.register[ROWS] < len(tree.fills):
            _stand_at(tree, worker, n, mover)
            return found, ASKING
    return found, DONE


@kernel
def settle(tree: Tree, worker: Worker, at: int, value: float, prior: np.ndarray) -> None:
    """Take a net's value (0 to 1, for the player to move) and priors ((n + 2)²,) of a path."""
    path, depth = worker.paths[at], worker.ends[at, 0]
    if tree.links[path[depth], COUNT] == 0:
        places = worker.scratch.left
        count = 0
        for place in range(len(prior)):
            if worker.boards[at, place] == 0:
                places[count] = place
                count += 1
        add_children(tree, path[depth], places, count, prior)
    go_up(tree, path, depth, value)


@kernel
def _stand_at(tree: Tree, worker: Worker, n: int, mover: int) -> None:
    """Cut the path at the node to be asked about and set up its position."""
    register, board = worker.register, worker.board
    for place in range(len(board)):
        board[place] = worker.root[place]
    depth = 0
    while True:
        node = worker.path[depth]
        if depth > 0:
            board[tree.moves[node]] = mover
            mover = -mover
        if tree.links[node, KNOWN] >= 0:
            fill_board(tree, n, tree.links[node, KNOWN], board)
        if node == register[NODE]:
            break
        depth += 1
    register[DEPTH], register[MOVER] = depth, mover


@kernel(allocates=True)
def take_answer(
    tree: Tree,
    worker: Worker,
    proofs: Proofs,
    n: int,
    forcing: float,
    verdict: int,
    move: int,
    fill: np.ndarray,
    ways: np.ndarray,
    kept: np.ndarray,
    prior: np.ndarray,
) -> None:
    """Take what knowledge says of the node asked about; no thread may be searching.

    `verdict` is 1 or -1 if the player to move wins, with the cell `move` (-1: with any), or loses;
    ``ways[0]`` (W,) are the cells that the winner needs, beside those of `fill` (2, W), the cells
    filled in. Else `ways` (2, W) are the opponent's, see `Tree`, `kept` ((n + 2)²,) bool the moves
    that are left, `prior` ((n + 2)²,) float32; where it is negative the prior stays. `forcing`: see
    `hexlab.search.mcts_options.MctsOptions`.
    """
    register = worker.register
    node = register[NODE]
    if verdict != 0:
        winner = register[MOVER] * verdict
        need = ways[0].copy()
        for cell in range(n * n):
            place = place_of(cell, n)
            if worker.board[place] == 0 and has_bit(fill[(1 - winner) >> 1], cell):
                set_bit(need, cell)
        prove(tree, worker, proofs, n, LOST if verdict > 0 else WON, need, move, True)
        return
    row = fetch_add(tree.register, ROWS, 1)
    if row >= len(tree.fills):
        fetch_add(tree.register, ROWS, -1)
        return
    for k in range(2):
        for word in range(tree.fills.shape[2]):
            tree.fills[row, k, word] = fill[k, word]
            tree.ways[row, k, word] = ways[k, word]
    left, empty = 0, tree.links[node, COUNT]
    first = tree.links[node, FIRST]
    for child in range(first, first + empty):
        place = tree.moves[child]
        if prior[place] >= 0:
            tree.stats[child, PRIOR] = prior[place]
        if not kept[place] and tree.state[child] == OPEN:
            tree.state[child] = PRUNED
        left += tree.state[child] == OPEN
    tree.links[node, KNOWN] = row
    tree.stats[node, PRIOR] *= np.float32((empty / max(left, 1)) ** forcing)
    if left == 0:
        lose(tree, worker, proofs, n, True)


def _warmup() -> None:
    """Search a small board, with playouts and with an answer of each kind."""
    n, size = 2, 16
    weights = even_weights()
    rules = Rules(0.2, 0.0, 0.3, 0.0, True, 0.5, 0.001, 2.0, 0.0, 64, 1, 0, True)
    tree, worker, proofs = make_tree(n, 100, 2), new_worker(n, new_state(1)), make_proofs(n)
    worker.root[:] = framed(np.zeros(4, np.int8), n)
    simulate(tree, worker, proofs, n, 1, rules, weights, 4)
    worker.register[NODE] = 0
    kept, prior = np.ones(size, np.bool_), np.zeros(size, np.float32)
    sets = np.zeros((2, 1), np.uint64)
    take_answer(tree, worker, proofs, n, 1.0, 0, -1, sets, sets, kept, prior)
    clear(tree)
    gather(tree, worker, proofs, n, 1, rules, 1)
    settle(tree, worker, 0, 0.5, prior)
    add_children(tree, 1, np.zeros(1, np.int64), 1, prior)
