"""`Game`: the tree, the cursor and who won."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise
from pathlib import Path

import pytest
from board_strategies import games, lines
from hypothesis import given

from hexlab import BLACK, WHITE, Board, Game

GOLDEN = Path(__file__).parent / "golden"


def test_variations_and_the_cursor() -> None:
    game = Game(5).play("a1").play("b1").play("c1").undo().undo()
    game.play("b2").undo().play("b1")
    assert [str(move) for move in game.moves] == ["B a1", "W b1", "B c1"]
    assert len(game.root.children) == 1
    assert [str(child.move) for child in game.undo().node.children] == ["W b1", "W b2"]
    assert str(game.redo(1).node.move) == "W b2"
    assert game.line() == (game.root, game.root.children[0], game.node)
    second = game.node
    game.first()
    assert game.node is game.root
    assert str(game.last().node.move) == "B c1"
    assert game.goto(second).node is second
    game.node = game.root
    assert game.board == Board(5)
    assert [str(node.move) for node in game.nodes()] == ["None", "B a1", "W b1", "B c1", "W b2"]


def test_the_cursor_stays_in_the_tree() -> None:
    game = Game(3)
    with pytest.raises(ValueError, match="nothing to undo"):
        game.undo()
    with pytest.raises(ValueError, match="no variation 0 to redo: 0 go on from here"):
        game.redo()
    game.play("a1").undo()
    for index in (1, -1):
        with pytest.raises(ValueError, match="no variation"):
            game.redo(index)
    with pytest.raises(ValueError, match="another game"):
        game.goto(Game(3).root)


def test_delete() -> None:
    game = Game(3).play("a1").play("b1").undo().play("c1").play("a2")
    gone = game.undo().node
    assert game.delete().node.move == game.root.children[0].move
    assert [str(child.move) for child in game.node.children] == ["W b1"]
    with pytest.raises(ValueError, match="deleted"):
        game.goto(gone)
    with pytest.raises(ValueError, match="can't be deleted"):
        game.first().delete()


def test_illegal_moves_change_nothing() -> None:
    game = Game(5).play("a1")
    before = game.to_sgf()
    for bad in (
        lambda: game.play("a1"),
        lambda: game.play("f1"),
        lambda: game.play("b1", "red"),
        lambda: game.swap("both"),
        lambda: game.set_up(black="z9"),
        lambda: game.set_up(to_move=0),
        lambda: game.resign(0),
    ):
        with pytest.raises(ValueError, match=r"'|0"):
            bad()
    game.play("b1")
    with pytest.raises(ValueError, match="swap is legal only with one stone"):
        game.swap()
    game.delete()
    assert game.to_sgf() == before


def test_swap_pieces() -> None:
    game = Game(11).play("b1").swap()
    assert game.board == Board(11, white="a2")
    assert str(game.play("f6").node.move) == "B f6"
    with pytest.raises(ValueError, match="swap is legal only once"):
        Game(11).play("b1").swap().swap()


def test_swap_sides() -> None:
    game = Game(11).play("b1").swap("sides")
    assert game.board == Board(11).play("b1")
    assert str(game.play("f6").node.move) == "W f6"
    assert len(game.boards()) == 3
    assert len(game.moves) == 3


def test_set_up() -> None:
    game = Game(5).set_up(black="a1 b1").set_up(white="c1", empty="a1", to_move="white")
    assert game.board == Board(5, "b1", "c1", to_move=WHITE)
    assert game.node is game.root
    game.play("d1").set_up(empty="d1").set_up(black="e5")
    assert len(game.line()) == 3
    assert game.node.move is None
    assert game.board == Board(5, "b1 e5", "c1")
    # With something behind it a node is not changed under it.
    game.play("a5").undo().set_up(empty="e5")
    assert len(game.line()) == 4
    assert Game.from_sgf(game.to_sgf()) == game


def test_boards_along_the_line() -> None:
    game = Game(5).play("b1").swap()
    game.comment = "a comment changes nothing"
    game.play("c3").pass_turn().resign()
    expected = [Board(5), Board(5).play("b1"), Board(5, white="a2")]
    expected += [expected[-1].play("c3"), expected[-1].play("c3").with_to_move(BLACK)]
    assert list(game.boards()) == expected
    assert list(game.first().boards()) == expected


@pytest.mark.parametrize(
    ("sgf", "winner", "source"),
    [
        ("(;SZ[2];B[a1];W[b1];B[a2])", BLACK, "chain"),
        ("(;SZ[2]RE[W+];B[a1];W[b1];B[a2];W[resign];C[over])", BLACK, "chain"),
        ("(;SZ[2]RE[W+];B[a1];W[resign])", BLACK, "resign"),
        ("(;SZ[2]RE[W+];B[a1];B[forfeit];C[out of time])", WHITE, "resign"),
        ("(;SZ[2]RE[ w+Resign];B[a1])", WHITE, "result"),
        ("(;SZ[2]RE[B];B[a1])", BLACK, "result"),
        ("(;SZ[2]RE[Black wins];B[a1])", BLACK, "result"),
        ("(;SZ[2]RE[white won on time];B[a1])", WHITE, "result"),
        ("(;SZ[2]RE[W ];B[a1])", WHITE, "result"),
        ("(;SZ[2]RE[Black resigned];B[a1])", 0, ""),
        ("(;SZ[2]RE[white lost on time];B[a1])", 0, ""),
        ("(;SZ[2]RE[B-];B[a1])", 0, ""),
        ("(;SZ[2]RE[Black 0-1];B[a1])", 0, ""),
        ("(;SZ[2]RE[Void];B[a1])", 0, ""),
        ("(;SZ[2]RE[bye];B[a1])", 0, ""),
        ("(;SZ[2]RE[?];B[a1];W[resign];B[b2])", 0, ""),
        ("(;SZ[2];B[a1](;W[b1])(;W[b2];B[a2]))", BLACK, "variation"),
        ("(;SZ[2];B[a1](;W[b1])(;W[b2];B[a2])(;B[resign]))", 0, ""),
        ("(;SZ[2];B[a1](;W[b1];B[a2])(;B[resign]))", BLACK, "chain"),
        ("(;SZ[2])", 0, ""),
    ],
)
def test_winner(sgf: str, winner: int, source: str) -> None:
    game = Game.from_sgf(sgf)
    assert (game.winner, game.winner_source) == (winner, source)


def test_players_and_result() -> None:
    game = Game(3)
    assert (game.players, game.result, game.comment) == (("", ""), "", "")
    game.players, game.result, game.comment = ("A]", "B\\"), "B+", "two\nlines"
    again = Game.from_sgf(game.to_sgf())
    assert (again.players, again.result) == (("A]", "B\\"), "B+")
    assert again.comment == "two\nlines"
    game.players = ("", "B")
    assert game.players == ("", "B")


@given(games())
def test_pickling_and_copying(game: Game) -> None:
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again == game
        assert again.board == game.board
        assert [n.board for n in again.node.path()] == [n.board for n in game.node.path()]
        assert again.root is not game.root


@given(games())
def test_every_node_follows_from_the_one_before(game: Game) -> None:
    for node in game.nodes():
        assert all(child.parent is node for child in node.children)
        if node.parent and node.move:
            assert node.move.apply(node.parent.board) == node.board
    assert game.node in list(game.nodes())
    line = game.line()
    assert line[0] is game.root
    assert game.node in line
    assert all(two.parent is one for one, two in pairwise(line))
    assert not line[-1].children


@given(lines(), lines())
def test_equality(one: Game, two: Game) -> None:
    same = one.n == two.n and [str(m) for m in one.moves] == [str(m) for m in two.moves]
    assert (one == two) == same
    assert one != one.to_sgf()
    with pytest.raises(TypeError):
        hash(one)


def test_what_is_no_text_or_node_changes_nothing() -> None:
    game = Game(5).play("a1")
    before = game.to_sgf()
    for attribute, value, message in (
        ("players", ("Ann",), "players are two names"),
        ("players", "xy", "players are two names"),
        ("comment", 5, "C holds a text, not 5"),
        ("result", None, "RE holds a text, not None"),
        ("node", 5, "another game"),
    ):
        with pytest.raises(ValueError, match=message):
            setattr(game, attribute, value)
    assert game.to_sgf() == before


def test_a_deep_tree() -> None:
    game = Game(2)
    for _ in range(3_000):
        game.pass_turn()
    again = pickle.loads(pickle.dumps(game))
    assert again == game == Game.from_sgf(game.to_sgf())
    assert len(game.first().line()) == 3_001
    assert repr(game) == "Game(2×2, 3000 moves, cursor at move 0)"
    game.redo().delete()
    assert len(game.line()) == 1


def transcript(game: Game) -> str:
    """All that can be seen of a game, step by step."""
    parts = [repr(game), f"players: {game.players}", f"result: {game.result!r}"]
    for node in game.line():
        game.goto(node)
        parts += ["", f"{node.move or 'start'}  {node.comment}".rstrip(), str(game.board)]
        parts += [repr(game.board), f"winner: {game.board.winner}"]
    parts += ["", repr(game), game.to_sgf().rstrip(), game.to_hexworld(), game.to_hexwiki()]
    return "\n".join(parts) + "\n"


def test_a_whole_game_looks_as_it_always_did() -> None:
    game = Game(5)
    game.players = ("Ann", "Bob")
    game.comment = "A short game."
    game.play("b1").swap().play("c3").play("b4")
    game.comment = "Blocks, [but]\ntoo close."
    game.play("d2").play("b3").play("c2").play("d1").play("c1").play("a5").play("c4")
    game.play("b5").play("c5").first()
    assert transcript(game) == (GOLDEN / "5x5.txt").read_text(encoding="utf-8")
