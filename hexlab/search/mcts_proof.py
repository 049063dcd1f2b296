"""What follows from a node of a Monte Carlo search that is won or lost.

A proof comes with the cells that the winner needs. So the loss of one move is also that of every
other move outside these cells, a node is lost once its moves' refutations have no cell in common,
and the proof serves other positions as well (`hexlab.search.proofs`).
"""

from __future__ import annotations

import numpy as np

from hexlab.network.bits import has_bit, set_bit
from hexlab.run.kernel import kernel
from hexlab.search.mcts_walk import DEPTH, MOVER, NODE, Worker, new_worker
from hexlab.search.proofs import Proofs, add_proof, make_proofs, use_proofs
from hexlab.search.tree import (
    COMMON,
    COUNT,
    FIRST,
    KNOWN,
    LOST,
    OPEN,
    PRUNED,
    UNION,
    WON,
    Tree,
    cell_of,
    fill_board,
    make_tree,
    place_of,
)

__all__ = ["lose", "prove", "settle_known"]


@kernel(allocates=True)
def prove(
    tree: Tree,
    worker: Worker,
    proofs: Proofs,
    n: int,
    state: int,
    need: np.ndarray,
    move: int,
    learn: bool,
) -> None:
    """The node at the end of the worker's path is WON or LOST; see what follows for those before.

    Parameters
    ----------
    tree, worker, proofs
        `tree` and `proofs` are modified.
    n : int
        Size.
    state : int
        WON or LOST, as seen from the move to the node.
    need : (W,) uint64
        The cells that the winner needs, those filled in for him at the node among them; modified.
    move : int
        The cell with which the player to move at the node wins; -1 if he loses, or any will do.
    learn : bool
        Whether to narrow other moves and keep proofs. What several threads prove at once serves
        the moves' states alone.
    """
    bare = _positions(tree, worker, n) if learn else np.zeros((0, n * n), np.int8)
    _go_back(tree, worker, proofs, n, state, need, move, learn, bare)


@kernel
def _go_back(
    tree: Tree,
    worker: Worker,
    proofs: Proofs,
    n: int,
    state: int,
    need: np.ndarray,
    move: int,
    learn: bool,
    bare: np.ndarray,
) -> None:
    """`prove`, with the positions along the path if something is to be learned."""
    path, depth, mover = worker.path, worker.register[DEPTH], worker.register[MOVER]
    for d in range(depth, -1, -1):
        node = path[d]
        tree.state[node] = state
        if learn:
            winner = mover if state == LOST else -mover
            row = tree.links[node, KNOWN]
            if row >= 0:
                _take_filled(tree.fills[row, (1 - winner) >> 1], bare[d], need)
            if (row >= 0 or node == worker.register[NODE]) and _any(need):
                add_proof(proofs, n, bare[d], winner, need, move)
        if d == 0:
            return
        parent = path[d - 1]
        if state == LOST:
            if learn:
                _refute(tree, parent, n, need)
            if _has_moves(tree, parent):
                return
            if learn:
                _take_ways(tree, parent, bare[d - 1], need)
            state, move = WON, -1
        else:
            state, move = LOST, cell_of(tree.moves[node], n)
            set_bit(need, move)
        mover = -mover


@kernel(allocates=True)
def lose(tree: Tree, worker: Worker, proofs: Proofs, n: int, learn: bool) -> None:
    """The player to move at the end of the path has no move left; for the rest see `prove`."""
    need = np.zeros(tree.ways.shape[2], np.uint64)
    bare = np.zeros((0, n * n), np.int8)
    if learn:
        depth = worker.register[DEPTH]
        bare = _positions(tree, worker, n)
        _take_ways(tree, worker.path[depth], bare[depth], need)
    _go_back(tree, worker, proofs, n, WON, need, -1, learn, bare)


@kernel(allocates=True)
def settle_known(tree: Tree, worker: Worker, proofs: Proofs, n: int, learn: bool) -> float:
    """The value for the player to move at the end of the path, if a proof fits there; else -1."""
    if proofs.added.sum() == 0:
        return -1.0
    cells = np.zeros(n * n, np.int8)
    for cell in range(n * n):
        cells[cell] = worker.board[place_of(cell, n)]
    ways = np.zeros(tree.ways.shape[1:], np.uint64)
    verdict, move = use_proofs(proofs, n, cells, worker.register[MOVER], ways)
    if verdict == 0:
        return -1.0
    known = move if 0 <= move < n * n else -1
    prove(tree, worker, proofs, n, LOST if verdict > 0 else WON, ways[0], known, learn)
    return 1.0 if verdict > 0 else 0.0


@kernel(allocates=True)
def _positions(tree: Tree, worker: Worker, n: int) -> np.ndarray:
    """The positions along the path, (depth + 1, n²), before anything is filled in at each."""
    depth = worker.register[DEPTH]
    color = worker.register[MOVER]
    if depth % 2:
        color = -color
    board = worker.root.copy()
    bare = np.zeros((depth + 1, n * n), np.int8)
    for d in range(depth + 1):
        node = worker.path[d]
        if d > 0:
            board[tree.moves[node]] = color
            color = -color
        for cell in range(n * n):
            bare[d, cell] = board[place_of(cell, n)]
        if tree.links[node, KNOWN] >= 0:
            fill_board(tree, n, tree.links[node, KNOWN], board)
    return bare


@kernel
def _take_filled(filled: np.ndarray, bare: np.ndarray, need: np.ndarray) -> None:
    """Add to `need` the cells that were filled in."""
    for cell in range(len(bare)):
        if bare[cell] == 0 and has_bit(filled, cell):
            set_bit(need, cell)


@kernel
def _any(cells: np.ndarray) -> bool:
    for word in range(len(cells)):  # noqa: SIM110 (numba's any() is slow)
        if cells[word]:
            return True
    return False


@kernel
def _refute(tree: Tree, node: int, n: int, need: np.ndarray) -> None:
    """A move at the node loses to a win in `need`: so do all moves outside of it."""
    row = tree.links[node, KNOWN]
    if row < 0:
        return
    ways = tree.ways[row]
    for word in range(len(need)):
        ways[UNION, word] |= need[word]
        ways[COMMON, word] &= need[word]
    first = tree.links[node, FIRST]
    for child in range(first, first + tree.links[node, COUNT]):
        cell = cell_of(tree.moves[child], n)
        if tree.state[child] == OPEN and not has_bit(ways[COMMON], cell):
            tree.state[child] = PRUNED


@kernel
def _has_moves(tree: Tree, node: int) -> bool:
    """Whether a move at the node may still win."""
    first = tree.links[node, FIRST]
    for child in range(first, first + tree.links[node, COUNT]):
        if tree.state[child] == OPEN or tree.state[child] == WON:
            return True
    return False


@kernel
def _take_ways(tree: Tree, node: int, bare: np.ndarray, need: np.ndarray) -> None:
    """Set `need` to the cells that refute all moves at a lost node."""
    row = tree.links[node, KNOWN]
    if row >= 0 and not _any(tree.ways[row, COMMON]):
        for word in range(len(need)):
            need[word] = tree.ways[row, UNION, word]
        return
    # Moves were left out because others are as good, or nothing was noted: all may be needed.
    for word in range(len(need)):
        need[word] = np.uint64(0)
    for cell in range(len(bare)):
        if bare[cell] == 0:
            set_bit(need, cell)


def _warmup() -> None:
    """Prove a root."""
    tree, worker, proofs = (
        make_tree(2, 10, 1),
        new_worker(2, np.ones(2, np.uint64)),
        make_proofs(2, 2),
    )
    prove(tree, worker, proofs, 2, LOST, np.zeros(1, np.uint64), -1, True)
    lose(tree, worker, proofs, 2, True)
    settle_known(tree, worker, proofs, 2, True)
