"""Moves and nodes."""

from __future__ import annotations

import pytest
from board_strategies import TEXTS
from hypothesis import given

from hexlab import BLACK, WHITE, Board
from hexlab.board.tree import Move, Node, add_node, outcome


def test_names_of_moves() -> None:
    assert str(Move(BLACK, "cell", 60, 11)) == "B f6"
    assert str(Move(WHITE, "resign")) == "W resign"
    assert Move(BLACK, "cell", 0, 3) == Move(BLACK, "cell", 0, 3) != Move(WHITE, "cell", 0, 3)
    with pytest.raises(AttributeError):
        Move(BLACK).color = WHITE  # type: ignore[misc]


def test_what_moves_do() -> None:
    board = Board(5).play("b1")
    assert Move(WHITE, "swap-pieces").apply(board) == Board(5, white="a2")
    assert Move(WHITE, "swap-sides").apply(board) == board
    assert Move(BLACK, "swap-sides").apply(board) == board.with_to_move(BLACK)
    assert Move(WHITE, "pass").apply(board) == board.with_to_move(BLACK)
    assert Move(WHITE, "resign").apply(board) is board
    assert Move(BLACK, "forfeit").apply(board) is board
    assert Move(BLACK, "cell", 24, 5).apply(board) == board.play("e5", BLACK)


def test_an_illegal_move_adds_no_node() -> None:
    root = Node(Board(3, black="a1", to_move=WHITE))
    with pytest.raises(ValueError, match="occupied"):
        add_node(root, Move(WHITE, "cell", 0, 3))
    swapped = add_node(root, Move(WHITE, "swap-pieces"))
    with pytest.raises(ValueError, match="swap is legal only once"):
        add_node(swapped, Move(BLACK, "swap-pieces"))
    assert root.children == [swapped]
    assert swapped.children == []
    assert (root.swapped, swapped.swapped) == (False, True)


@given(TEXTS, TEXTS)
def test_properties_hold_any_text(one: str, two: str) -> None:
    node = Node(Board(3))
    node.set_text("GN", "first")
    node.comment = one
    node.set_text("RE", "last")
    node.comment = two
    assert node.comment == two
    assert [p.key for p in node.properties if p.key != "C"] == ["GN", "RE"]
    # A comment that was never empty keeps its place.
    if one and two:
        assert [prop.key for prop in node.properties] == ["GN", "C", "RE"]


def test_outcomes() -> None:
    root = Node(Board(2))
    assert outcome(root) == (0, "")
    resigned = add_node(add_node(root, Move(WHITE, "resign")))
    assert outcome(resigned) == (BLACK, "resign")
    assert outcome(add_node(root, Move(BLACK, "forfeit"))) == (WHITE, "resign")
    won = add_node(root, board=Board(2, white="a1 b1"))
    assert outcome(add_node(won, Move(WHITE, "resign"))) == (WHITE, "chain")
