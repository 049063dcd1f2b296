"""The Python side of the interactive board: what messages do, and what is sent back."""

import json

import numpy as np
import pytest

from hexlab import WHITE, Board, Game
from hexlab.board.formats import parse_game

pytest.importorskip("anywidget", reason="anywidget is not installed (pip install 'hexlab[lab]')")

from hexlab.view.explore import move_rows, nodes_in_order
from hexlab.view.measures import MEASURES
from hexlab.view.widget import BoardWidget


def send(widget, op, **content):
    """A message as the browser sends it; returns the error shown."""
    before = widget.answered
    widget._handle_custom_msg({"op": op, **content}, [])
    assert widget.answered > before
    json.dumps(widget.get_state(["picture", "state", "numbers"]))
    return widget.state["error"]


def line(widget):
    return [row["text"] for row in widget.state["tree"]]


@pytest.mark.parametrize("n", [1, 2, 11, 19])
def test_a_click_plays_the_side_to_move(n):
    widget = BoardWidget(n)
    assert widget.picture.count("hex-cell") == n * n
    assert not send(widget, "click", cell="a1")
    assert widget.board == Board(n).play("a1")
    assert widget.moves == ("B a1",)
    assert widget.board_text == str(widget.board)
    if n > 1:
        assert not send(widget, "click", cell="a2")
        assert widget.board == Board(n).play("a1").play("a2")


def test_a_click_plays_the_chosen_color():
    widget = BoardWidget(5, mode="white")
    send(widget, "click", cell="a1")
    send(widget, "click", cell="b2")
    widget.mode = "black"
    send(widget, "click", cell="c3")
    assert widget.board == Board(5, black="c3", white="a1 b2", to_move="white")


def test_set_up_places_and_erases():
    widget = BoardWidget(5, mode="put black")
    send(widget, "click", cell="a1")
    send(widget, "click", cell="b1")
    widget.mode = "put white"
    send(widget, "click", cell="c1")
    widget.mode = "erase"
    send(widget, "click", cell="a1")
    assert widget.board == Board(5, black="b1", white="c1")
    assert widget.moves == ()
    assert parse_game(widget.state["exports"]["sgf"]["text"]).board == widget.board


def test_stepping_through_a_game_stops_at_its_ends():
    widget = BoardWidget("https://hexworld.org/board/#5c1,a1b2c3,")
    send(widget, "first")
    assert widget.board == Board(5)
    assert not widget.state["can_undo"]
    assert widget.state["can_redo"]
    assert send(widget, "undo") == ""
    send(widget, "redo")
    assert widget.board == Board(5).play("a1")
    send(widget, "last")
    assert len(widget.board) == 3
    assert send(widget, "redo") == ""
    assert not widget.state["can_redo"]


def test_variations_are_made_walked_deleted_and_put_back():
    widget = BoardWidget(5)
    for cell in ("a1", "b2", "c3"):
        send(widget, "click", cell=cell)
    send(widget, "undo")
    send(widget, "undo")
    send(widget, "click", cell="d4")
    assert line(widget) == ["start", "1. B a1", "2. W b2", "2. W d4", "3. B c3"]
    assert [row["depth"] for row in widget.state["tree"]] == [0, 0, 0, 1, 0]
    send(widget, "variation", step=1)
    assert widget.board["b2"] == WHITE
    send(widget, "variation", step=-1)
    assert widget.board["d4"] == WHITE
    send(widget, "goto", node=2)
    assert widget.board["d4"] == WHITE
    send(widget, "goto", node=1)
    before = widget.game.to_sgf()
    send(widget, "delete")
    assert line(widget) == ["start", "1. B a1", "2. W d4"]
    send(widget, "put_back")
    assert widget.game.to_sgf() == before
    assert widget.board["b2"] == WHITE
    send(widget, "goto", node=-1)
    assert widget.board == Board(5)
    assert "start" in send(widget, "delete")
    assert "no move 99" in send(widget, "goto", node=99)
    assert widget.game.to_sgf() == before
    assert not send(widget, "variation", step=1)


def test_every_node_of_a_deep_tree_is_listed_once():
    rng = np.random.default_rng(5)
    game = Game(6)
    for _ in range(300):
        game.node = list(game.nodes())[rng.integers(sum(1 for _ in game.nodes()))]
        if game.board.empty:
            game.play(int(rng.choice(game.board.empty)))
    listed = [node for node, _, _ in nodes_in_order(game)]
    assert {id(node) for node in listed} == {id(node) for node in game.nodes()} - {id(game.root)}
    assert len(listed) == len({id(node) for node in listed})
    rows = move_rows(game)
    assert sum(row["current"] for row in rows) == 1
    for node in listed:  # a move is listed after the one before it
        if node.parent is not game.root:
            assert [id(x) for x in listed].index(id(node.parent)) < [id(x) for x in listed].index(
                id(node)
            )


def test_a_long_line_needs_no_deep_recursion():
    game = Game(19)
    for cell in range(361):
        game.play(cell)
    widget = BoardWidget(game)
    assert len(widget.state["tree"]) == 362
    assert widget.state["status"].startswith(("Black has won", "White has won"))


@pytest.mark.parametrize("kind", ["pieces", "sides"])
def test_swap_is_offered_once_and_only_when_legal(kind):
    widget = BoardWidget(5)
    assert not widget.state["can_swap"]
    assert "swap" in send(widget, "swap", kind="pieces")
    send(widget, "click", cell="b1")
    assert widget.state["can_swap"]
    assert not send(widget, "swap", kind=kind)
    assert widget.moves == ("B b1", f"W swap-{kind}")
    assert not widget.state["can_swap"]


def test_a_click_on_the_only_stone_swaps():
    widget = BoardWidget(5)
    send(widget, "click", cell="b1")
    send(widget, "click", cell="b1")
    assert widget.board == Board(5, white="a2")


def test_moves_can_be_typed():
    widget = BoardWidget(5)
    for text in ("B1", " swap ", "c3", "pass", "resign"):
        assert not send(widget, "move", text=text), text
    assert widget.moves == ("B b1", "W swap-pieces", "B c3", "W pass", "B resign")
    assert "resigned" in widget.state["status"]
    assert "'z9' is off" in send(widget, "move", text="z9")
    assert "no cell name" in send(widget, "move", text="")


def test_comments_are_kept_with_their_position():
    widget = BoardWidget(5)
    send(widget, "click", cell="b1")
    send(widget, "comment", text="weak: [see] \\ below")
    assert widget.state["comment"] == "weak: [see] \\ below"
    assert widget.state["tree"][1]["comment"] == "weak: [see] \\ below"
    send(widget, "undo")
    assert widget.state["comment"] == ""
    opened = BoardWidget(widget.state["exports"]["sgf"]["text"])
    send(opened, "last")
    assert opened.state["comment"] == "weak: [see] \\ below"


@pytest.mark.parametrize(
    "text",
    [
        "https://hexworld.org/board/#7c1,a3:sb4d6",
        "(;GM[11]SZ[7];B[a3];W[b4](;B[c3])(;B[c4]))",
        '<hexboard size="7x7" contents="R d4 B c3" />',
    ],
)
def test_a_pasted_game_opens_and_the_one_before_can_be_put_back(text):
    widget = BoardWidget(5)
    send(widget, "click", cell="b1")
    before = widget.game
    assert not send(widget, "open", text=text)
    assert widget.game == parse_game(text)
    assert widget.picture.count("hex-cell") == 49
    send(widget, "put_back")
    assert widget.game is before
    assert widget.board == Board(5).play("b1")
    assert "nothing was deleted" in send(widget, "put_back")


@pytest.mark.parametrize("text", ["", "hello", "(;GM[11]SZ[5];B[b1", "#99,a1", "\x00\xff", "#5,z9"])
def test_a_text_that_is_no_game_changes_nothing_and_says_why(text):
    widget = BoardWidget(5)
    send(widget, "click", cell="b1")
    game, tree = widget.game, widget.state["tree"]
    assert send(widget, "open", text=text)
    assert widget.game is game
    assert widget.state["tree"] == tree
    assert not widget.state["can_put_back"]
    assert not send(widget, "click", cell="c3")  # the error goes with the next success


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"op": None},
        {"op": "__init__"},
        {"op": "click"},
        {"op": "click", "cell": None},
        {"op": "click", "cell": "z99"},
        {"op": "click", "cell": ["a1"]},
        {"op": "goto", "node": "x"},
        {"op": "swap", "kind": "hats"},
        {"op": "open", "text": 5},
        {"op": "undo", "extra": 1},
    ],
)
def test_a_bad_message_is_shown_and_changes_nothing(message):
    widget = BoardWidget(5)
    send(widget, "click", cell="b1")
    sgf = widget.game.to_sgf()
    widget._handle_custom_msg(message, [])
    assert widget.state["error"]
    assert widget.game.to_sgf() == sgf


def test_a_doubt_about_a_pasted_game_is_told_and_the_game_opens():
    widget = BoardWidget(5)
    text = "(;GM[11]SZ[5];B[b1];W[swap-pieces];W[c3])"
    assert "read as swap-sides" in send(widget, "open", text=text)
    assert widget.moves == ("B b1", "W swap-sides", "W c3")
    assert not send(widget, "last")


def test_an_occupied_cell_is_named():
    widget = BoardWidget(5)
    for cell in ("b1", "c1"):
        send(widget, "click", cell=cell)
    assert send(widget, "click", cell="b1") == "'b1' is occupied (black)"


def test_the_copies_are_the_game():
    widget = BoardWidget(5)
    for cell in ("b1", "c3", "d4"):
        send(widget, "click", cell=cell)
    copies = {name: copy["text"] for name, copy in widget.state["exports"].items()}
    assert parse_game(copies["sgf"]) == widget.game
    assert parse_game(copies["hexworld"]).moves == widget.game.moves
    assert set(parse_game(copies["hexwiki"]).board.black) == set(widget.board.black)


def test_python_can_observe():
    widget, seen = BoardWidget(5), []
    widget.observe(lambda change: seen.append((change.new, widget.moves)), "position")
    widget.command("click", cell="b1")
    widget.command("undo")
    assert [board for board, _ in seen] == [Board(5).play("b1"), Board(5)]
    assert seen[0][1] == ("B b1",)
    widget.command("click", cell="b1")
    widget.command("click", cell="c1")
    with pytest.raises(ValueError, match="'c1' is occupied"):
        widget.command("click", cell="c1")
    with pytest.raises(ValueError, match="no command"):
        widget.command("dance")


def test_a_game_is_shared_and_can_be_replaced():
    game = Game(5).play("a1")
    widget = BoardWidget(game)
    widget.command("click", cell="b2")
    assert game.board == widget.board
    game.play("c3")
    widget.refresh()
    assert widget.moves[-1] == "B c3"
    widget.game = Game(3)
    assert widget.picture.count("hex-cell") == 9


def test_bad_arguments_are_refused():
    for bad in ({"measure": "beauty"}, {"player": "red"}, {"links": "all"}, {"mode": "dance"}):
        with pytest.raises(ValueError, match="is none of"):
            BoardWidget(5, **bad)
    with pytest.raises(ValueError, match="board size"):
        BoardWidget(20)
    with pytest.raises(ValueError, match="theme"):
        BoardWidget(5, theme="pink")


# -- measures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", list(MEASURES))
def test_every_measure_colors_the_board_and_fills_the_numbers(measure):
    board = Board(5).play("c3").play("b2")
    widget = BoardWidget(board)
    plain = widget.picture
    assert widget.numbers == []
    widget.measure = measure
    assert widget.state["error"] == ""
    assert widget.picture != plain
    rows = {row["name"]: row for row in widget.numbers}
    assert set(MEASURES) - set(rows) <= {"current flow"}
    row = rows[measure]
    assert len(row["black"]) == len(row["white"]) == 25
    for stone in board.black + board.white:
        if measure != "current":  # stones carry current, too
            assert row["black"][stone] is None
    single = widget.picture
    widget.player = "both"
    assert widget.picture != single
    assert f"{measure}, Black − White" in widget.picture
    widget.measure = "none"
    assert widget.picture == plain


def test_links_are_drawn_for_each_player():
    widget = BoardWidget(Board(5).play("c3"))
    pictures = {}
    for links in ("none", "black", "white", "both"):
        widget.links = links
        assert widget.state["error"] == ""
        pictures[links] = widget.picture
    assert len(set(pictures.values())) == 4
    assert len(pictures["both"]) > max(len(pictures["black"]), len(pictures["white"]))


@pytest.mark.parametrize(
    "board",
    [
        Board(1),
        Board(1, black="a1"),
        Board(3, black="a1 a2 a3"),
        Board(3, white="a1 b1 c1"),
        Board(2, black="a1 b2", white="a2 b1"),
        Board(19),
    ],
    ids=["1x1", "full 1x1", "won", "lost", "full", "19x19"],
)
@pytest.mark.parametrize("player", ["black", "white", "both"])
def test_degenerate_positions_are_shown(board, player):
    widget = BoardWidget(board, player=player, links="both")
    measures = ["betweenness (membership)"] if board.n == 19 else MEASURES
    for measure in measures:
        widget.measure = measure
        assert widget.state["error"] == ""
    assert widget.picture.count("hex-cell") == board.n**2


def test_an_error_in_a_measure_is_shown(monkeypatch):
    def broken(network):
        raise ZeroDivisionError("no luck")

    widget = BoardWidget(5)
    monkeypatch.setitem(MEASURES, "degree", broken)
    widget.measure = "degree"
    assert widget.state["error"] == "ZeroDivisionError: no luck"
    monkeypatch.undo()
    widget.measure = "closeness"
    assert widget.state["error"] == ""


# -- in a notebook -------------------------------------------------------------------------------


def test_display_writes_a_still_and_then_the_live_view(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "IPython.display.display", lambda data, **options: shown.append((data, options))
    )
    widget = BoardWidget(5)
    widget.command("click", cell="c3")
    widget._ipython_display_()
    (still, _), (live, _) = shown
    assert still["text/html"].startswith(f'<img data-hexlab="{widget.key}"')
    assert "hex-cell" not in still["text/html"]
    assert still["text/plain"] == str(widget.board)
    assert live["application/vnd.jupyter.widget-view+json"]["model_id"] == widget.model_id
    assert "image/svg+xml" not in live


def test_the_picture_follows_the_page_unless_told_otherwise():
    widget = BoardWidget(5)
    light = widget.picture
    widget.page_theme = "dark"
    assert widget.picture != light
    fixed = BoardWidget(5, theme="light")
    fixed.page_theme = "dark"
    assert fixed.picture == light
