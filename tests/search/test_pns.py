"""Proof-number search with a tree."""

from __future__ import annotations

from math import inf

from search_oracles import sampled, winner

from hexlab import Board
from hexlab.search.pns import ProofTree


def toy(state):
    """The root has A (three tips) and B (a tip B1, and B2 with two tips)."""
    tree = {
        "root": ["A", "B"],
        "A": ["A1", "A2", "A3"],
        "B": ["B1", "B2"],
        "B2": ["C1", "C2"],
    }
    return [(name, name) for name in tree.get(state, [state + "x"])]


def named(tree: ProofTree) -> dict[str, tuple[float, float]]:
    return {node.state: (node.phi, node.delta) for node in tree}


def test_worked_example() -> None:
    """Gao 2020, 2.3.1, numbers worked out by hand."""
    tree = ProofTree("root", toy)
    tree.expand(tree.root)
    for name in ("A", "B", "B2"):
        tree.expand(next(node for node in tree if node.state == name))
    numbers = named(tree)
    assert numbers["A"] == (1, 3)
    assert numbers["B2"] == (1, 2)
    assert numbers["B"] == (1, 2)
    assert numbers["root"] == (2, 2)
    leaf = tree.most_proving()
    assert leaf.state == "B1"
    leaf.set(True)
    tree.back_up(leaf)
    numbers = named(tree)
    assert numbers["B"] == (2, 1)
    assert numbers["root"] == (1, 3)


def test_winners() -> None:
    boards = [Board(1), Board(2), Board(3), Board(3).play("a1"), *sampled(6, 3, 60)]
    for board in boards:
        tree = ProofTree(board)
        won = tree.run()
        assert won == (winner(board) == board.to_move)
        assert tree.solved
        assert (tree.root.phi, tree.root.delta) == ((0, inf) if won else (inf, 0))


def test_a_limit_leaves_it_open() -> None:
    tree = ProofTree(Board(4))
    assert tree.run(nodes=5) is None
    assert not tree.solved
    assert tree.root.phi >= 1
    assert tree.root.delta >= 1


def test_nowhere_to_move_is_lost() -> None:
    tree = ProofTree(0, lambda state: [])
    assert tree.run() is False
