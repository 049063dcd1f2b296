"""The board against a player: turns, hints, swaps, thoughts, and a person who goes elsewhere."""

import asyncio
import json

import pytest
from little_players import Faulty, First, Plain, Resigns, Swapping, Thinking, wait_until

from hexlab import WHITE, Board, Game

pytest.importorskip("anywidget", reason="anywidget is not installed (pip install 'hexlab[lab]')")

from hexlab.play.player import Choice, Limit
from hexlab.view.bot import BotWidget
from hexlab.view.explorers import play_bot


def send(widget, op, **content):
    """A message as the browser sends it; returns the error shown."""
    before = widget.answered
    widget._handle_custom_msg({"op": op, **content}, [])
    assert widget.answered > before
    json.dumps(widget.get_state(["picture", "state", "numbers"]))
    return widget.state["error"]


def at_once(player, *args, **options):
    return BotWidget(player, *args, background=False, **options)


def test_the_player_answers_and_only_at_the_end_of_a_line():
    widget = at_once(First(), 4)
    assert widget.state["bot"] == {"name": "first", "thinking": False}
    assert not send(widget, "click", cell="c2")
    assert not send(widget, "move", text="d4")
    assert widget.moves == ("B c2", "W a1", "B d4", "W b1")
    for op in ("first", "redo", "last", "variation"):
        send(widget, op, **({"step": 1} if op == "variation" else {}))
    assert len(widget.moves) == 4
    send(widget, "undo")
    assert widget.board == Board(4).play("c2").play("a1")
    send(widget, "undo")
    assert widget.board == Board(4)
    send(widget, "undo")
    send(widget, "click", cell="d1")
    assert widget.moves == ("B d1", "W a1")
    assert len(list(widget.game.nodes())) == 7


def test_the_player_begins_as_black_and_again_after_everything_is_undone():
    widget = at_once(First(), 4, color="white")
    assert widget.moves == ("B a1",)
    send(widget, "click", cell="c2")
    assert widget.moves == ("B a1", "W c2", "B b1")
    send(widget, "undo")
    assert widget.board == Board(4).play("a1")
    send(widget, "go")
    assert widget.moves == ("B a1", "W b1", "B c1")


def test_a_move_made_once_more_is_answered_once_more():
    widget = at_once(First(), 4)
    send(widget, "click", cell="c2")
    send(widget, "undo")
    assert widget.board == Board(4)
    send(widget, "click", cell="c2")
    assert widget.board == Board(4).play("c2").play("a1")
    assert len(list(widget.game.nodes())) == 3


def test_hints_are_shown_until_one_moves():
    widget = at_once(First(), 3)
    send(widget, "click", cell="b2")
    assert not send(widget, "hint")
    assert widget.state["status"] == "Black to move, 2 stones. Hint: b1 (win rate 62 %)."
    assert "what first thinks" in widget.picture
    assert widget.moves == ("B b2", "W a1")
    send(widget, "click", cell="b1")
    assert "Hint" not in widget.state["status"]
    assert "thinks" not in widget.picture
    send(widget, "hint")
    send(widget, "first")
    assert "Hint" not in widget.state["status"]


def test_swaps_of_both():
    widget = at_once(Swapping(), 4)
    send(widget, "click", cell="b1")
    assert widget.moves == ("B b1", "W swap-pieces")
    assert widget.board == Board(4, white="a2")
    widget = at_once(Swapping(), 4, swap=False)
    send(widget, "click", cell="b1")
    assert widget.moves == ("B b1", "W a1")
    widget = at_once(First(), 4, color="white")
    assert widget.state["can_swap"]
    send(widget, "swap", kind="pieces")
    assert widget.moves == ("B a1", "W swap-pieces", "B b1")
    widget = at_once(First(), 4, color="white")
    send(widget, "swap", kind="sides")
    assert widget.bot_color == WHITE
    assert widget.moves == ("B a1", "W swap-sides", "W b1")


def test_the_end_of_a_game():
    widget = at_once(Resigns(), 3)
    send(widget, "click", cell="a1")
    assert widget.state["status"] == "White has resigned: 1 stone."
    assert send(widget, "hint") == "the game is over"
    assert send(widget, "resign") == "the game is over"
    widget = at_once(First(), 3)
    send(widget, "resign")
    assert widget.moves == ("B resign",)
    widget = at_once(First(), 1)
    send(widget, "click", cell="a1")
    assert widget.state["status"] == "Black has won: 1 stone."
    assert at_once(First(), Game(1).play("a1")).moves == ("B a1",)


def test_other_modes_set_up_without_an_answer():
    widget = at_once(First(), 3)
    widget.mode = "put white"
    send(widget, "click", cell="a1")
    widget.mode = "black"
    send(widget, "click", cell="b1")
    assert widget.board == Board(3, white="a1", black="b1", to_move="white")
    widget.mode = "alternate"
    send(widget, "go")
    assert widget.board[2] == WHITE


class Repeats(Plain):
    """Plays an occupied cell."""

    name = "repeats"

    def pick(self, board, limit, rng):
        return Choice((board.black + board.white)[0])


def test_faults_of_the_player_are_told():
    widget = at_once(Faulty(), 3)
    send(widget, "click", cell="a1")
    assert widget.state["error"] == "faulty: a fault of the player"
    assert not widget.thinking
    send(widget, "click", cell="b1")
    assert widget.moves == ("B a1", "W b1")
    widget = at_once(Repeats(), 3)
    assert "occupied" in send(widget, "click", cell="a1")


def test_the_page_stays_alive_while_the_player_thinks(monkeypatch):
    monkeypatch.setattr("hexlab.play.background._LOOK", 0.01)
    player = Thinking()
    widget = BotWidget(player, 4)
    send(widget, "click", cell="b2")
    assert widget.thinking
    assert widget.state["status"] == "White to move, 1 stone. thinking is thinking …"
    assert widget.state["bot"]["thinking"]
    wait_until(lambda: "what thinking thinks" in widget.picture)
    assert "wait" in send(widget, "click", cell="a1")
    assert "wait" in send(widget, "hint")
    player.go.set()
    wait_until(lambda: not widget.thinking and len(widget.moves) == 2)
    assert widget.moves == ("B b2", "W d4")
    assert "thinks" not in widget.picture
    widget.close()


def test_who_steps_back_wants_no_answer_any_more():
    player = Thinking()
    widget = BotWidget(player, 4)
    send(widget, "click", cell="b2")
    wait_until(player.began.is_set)
    send(widget, "undo")
    assert not widget.thinking
    assert widget.board == Board(4)
    send(widget, "click", cell="c3")
    player.go.set()
    wait_until(lambda: not widget.thinking and len(widget.moves) == 2)
    assert widget.moves == ("B c3", "W d4")
    widget.close()
    widget.close()


def test_a_session_is_told_to_stop():
    class Stoppable(Thinking):
        def start(self, game):
            session = super().start(game)
            session.stop = self.go.set
            return session

    player = Stoppable()
    widget = BotWidget(player, 3)
    send(widget, "click", cell="b2")
    wait_until(player.began.is_set)
    send(widget, "undo")
    assert player.go.is_set()


def test_answers_come_through_the_event_loop_where_one_runs():
    async def play():
        widget = BotWidget(First(), 3)
        widget.command("click", cell="b2")
        assert widget.thinking  # nothing happens before the loop gets its turn
        for _ in range(2000):
            await asyncio.sleep(0.005)
            if len(widget.moves) == 2:
                return widget.moves
        return ()

    assert asyncio.run(play()) == ("B b2", "W a1")


def test_play_bot_takes_names_levels_and_limits():
    assert play_bot(First(), 3, background=False, limit=Limit(nodes=3)).bot.name == "first"
    with pytest.raises(ValueError, match="no player 'nobody'"):
        play_bot("nobody")
    with pytest.raises(ValueError, match="level must be from 1 to 10"):
        play_bot(level=11)
    assert play_bot(level=3, start=5).bot.name == "level=3"


def test_the_tree_search_shows_its_visits_and_is_ended_by_who_leaves(monkeypatch):
    monkeypatch.setattr("hexlab.play.background._LOOK", 0.01)
    widget = play_bot("mohex:sims=100000000,knowledge=0", 11)
    send(widget, "click", cell="a2")
    wait_until(lambda: "what mohex" in widget.picture, 120)
    assert widget.thinking
    thread = widget._thinker._thread
    widget.close()
    thread.join(60)
    assert not thread.is_alive()
