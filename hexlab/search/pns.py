"""Proof-number search with the whole tree in memory, in plain Python: to be read and drawn.

The solver (`hexlab.search.dfpn`) does the same depth first, with a table instead of a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any

from hexlab.board.board import Board

__all__ = ["ProofNode", "ProofTree", "hex_moves"]

# What a game says of a state: True or False if its mover wins or loses, else its moves and the
# states after them.
Rules = Callable[[Any], "bool | Iterable[tuple[Any, Any]]"]


@dataclass(eq=False)
class ProofNode:
    """A node of a proof tree.

    Attributes
    ----------
    state
        The position.
    phi, delta : float
        For the player to move: how many leaves must be won at least to prove a win, and a loss;
        (0, inf) is won, (inf, 0) is lost.
    move
        The move that led here, None at the root.
    children : list of ProofNode
        Empty in a leaf.
    """

    state: Any
    move: Any = None
    parent: ProofNode | None = field(default=None, repr=False)
    phi: float = 1
    delta: float = 1
    children: list[ProofNode] = field(default_factory=list, repr=False)

    def update(self) -> None:
        """Numbers from those of the children: phi the least delta, delta the sum of phi."""
        self.phi = min(child.delta for child in self.children)
        self.delta = sum(child.phi for child in self.children)

    def set(self, won: bool) -> None:
        """Make it a win or a loss of its player to move."""
        self.phi, self.delta = (0, inf) if won else (inf, 0)


class ProofTree:
    """A tree of positions that grows at its most proving leaf.

    Parameters
    ----------
    state
        The root's position, for Hex a `Board`.
    rules : callable, optional
        Says of a state whether its player to move wins (True), loses (False), or, if that is not
        decided, gives (move, state after it). Hex if left out.

    Notes
    -----
    Source: Gao 2020, 2.3.1 (PNS in the form for the player to move). Each step costs the path from
    the leaf to the root.

    Examples
    --------
    >>> tree = ProofTree(Board(2))
    >>> tree.run()
    True
    >>> tree.root.phi, tree.root.delta, len(list(tree))
    (0, inf, 31)
    """

    def __init__(self, state: Any, rules: Rules | None = None) -> None:
        self.rules = hex_moves if rules is None else rules
        self.root = ProofNode(state)
        self._judge(self.root)

    def __iter__(self) -> Iterator[ProofNode]:
        """All nodes, parents first."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    @property
    def solved(self) -> bool:
        """Whether the root is won or lost."""
        return self.root.phi == 0 or self.root.delta == 0

    def most_proving(self) -> ProofNode:
        """The leaf to be looked at next: down by the least delta, the first of equals."""
        node = self.root
        while node.children:
            node = min(node.children, key=lambda child: child.delta)
        return node

    def expand(self, leaf: ProofNode) -> None:
        """Give a leaf its children, or its result."""
        said = self._said(leaf.state)
        if isinstance(said, bool):
            leaf.set(said)
        else:
            leaf.children = [ProofNode(state, move, leaf) for move, state in said]
            if not leaf.children:
                leaf.set(False)  # who cannot move has lost
            for child in leaf.children:
                self._judge(child)
        self.back_up(leaf)

    def back_up(self, node: ProofNode | None) -> None:
        """Bring the numbers from `node` to the root up to date."""
        while node is not None:
            if node.children:
                node.update()
            node = node.parent

    def run(self, nodes: int = 100_000) -> bool | None:
        """Expand until the root is decided or `nodes` leaves were: whether its mover wins."""
        for _ in range(nodes):
            if self.solved:
                break
            self.expand(self.most_proving())
        return self.root.phi == 0 if self.solved else None

    def _said(self, state: Any) -> bool | list[tuple[Any, Any]]:
        said = self.rules(state)
        return said if isinstance(said, bool) else list(said)

    def _judge(self, node: ProofNode) -> None:
        """A new node that is decided shows it at once."""
        said = self.rules(node.state)
        if isinstance(said, bool):
            node.set(said)


def hex_moves(board: Board) -> bool | Iterator[tuple[int, Board]]:
    """The rules of Hex for a `ProofTree`.

    >>> [move for move, _ in hex_moves(Board(2, black="a1 b1"))]
    [2, 3]
    """
    if board.winner:
        return board.winner == board.to_move
    return ((cell, board.play(cell)) for cell in board.empty)
