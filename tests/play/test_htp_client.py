"""Other programs as players: our own engine in a second process, and engines with faults."""

from __future__ import annotations

import sys
import time

import pytest
from little_players import engine

from hexlab import Board, Game
from hexlab.play.htp_client import HtpPlayer
from hexlab.play.htp_process import EngineError, EngineProcess, split_command
from hexlab.play.player import Limit, make_player

OWN = """
from hexlab.play.player import Stateless

class First(Stateless):
    def pick(self, board, limit, rng):
        return board.empty[-1 if limit.simulations == 2 else 0]

class Seeded(Stateless):
    def pick(self, board, limit, rng):
        return int(rng.choice(board.empty))
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The command line of our own engine, with players of one's own."""
    path = tmp_path_factory.mktemp("players") / "mine.py"
    path.write_text(OWN)
    return f"htp:{sys.executable} -m hexlab htp {path}"


def choose(player, game, *args):
    session = player.start(game)
    try:
        return session.choose(game, *args)
    finally:
        session.close()


def fault(command_line, game=None, **options):
    options = {"start_seconds": 20.0, "quick_seconds": 20.0, "grace": 0.2} | options
    with pytest.raises(EngineError) as caught:
        choose(HtpPlayer(command_line, **options), game or Game(3), Limit(seconds=0.2))
    assert str(caught.value)
    return caught.value.kind


def test_our_own_engine_follows_every_turn_of_a_game(own):
    game = Game(4)
    player = make_player(f"{own}:First")
    assert player.name == f"{own}:First"
    session = player.start(game)
    try:
        game.play("c2")
        assert session.choose(game).move == 0  # no swap, though this stone wins
        game.undo().play("a1")
        assert session.choose(game).move == 1
        game.play("c2").undo().undo().play("b1")
        choice = session.choose(game, Limit(seconds=5))
        assert (choice.move, choice.info["limit"]) == (0, "seconds")
        assert session.choose(game, Limit(simulations=2)).move == 15
        game.swap().play("d1")  # a black stone becomes a white one, at a2
        assert session.choose(game).move == 0
        game.set_up(white="a1 b1")
        assert session.choose(game).move == 2
        game = Game(Board(3, black="a1", white="b1"))
        assert session.choose(game).move == 2
        with pytest.raises(ValueError, match="the game is over"):
            session.choose(Game(1).play("a1"))
        game = Game(5).play("c3").play("d4", "black").swap("sides")
        assert session.choose(game).move == 0
    finally:
        session.close()
    with pytest.raises(EngineError) as caught:
        session.choose(Game(3))
    assert caught.value.kind == "crash"


@pytest.mark.long
def test_a_seed_reaches_our_own_engine(own):
    player = make_player(f"{own}:Seeded")
    moves = [choose(player, Game(9), Limit(simulations=1), seed).move for seed in (5, 5, 6, 7)]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_a_program_without_lists_and_undo_will_do(tmp_path):
    line = engine(tmp_path, list_commands="? what", genmove="=  C3 ")
    game = Game(4).play("a1").play("b1")
    session = HtpPlayer(line).start(game)
    try:
        choice = session.choose(game, Limit(simulations=5))
        assert (choice.move, choice.info["limit"]) == (10, "own")
        game.undo().play("b2")
        assert session.choose(game).move == 10
        assert session._told == ["play black a1", "play white b2", "play black c3"]
    finally:
        session.close()


def test_a_program_that_cannot_swap_is_shown_the_stones(tmp_path):
    script = tmp_path / "plain.py"
    script.write_text(
        "import sys\n"
        "told = []\n"
        "for line in sys.stdin:\n"
        "    told.append(line.strip())\n"
        "    if 'swap' in line: print('? no'); told = []\n"
        "    elif line.startswith('boardsize') and len(line.split()) == 2: print('? two numbers')\n"
        "    elif line.startswith('genmove'):\n"
        "        right = told[-2:-1] == ['play white a2']\n"
        "        print('gogui-gfx: uct\\nVAR\\n\\n= b4' if right else '= d4')\n"
        "    else: print('= ')\n"
        "    print(); sys.stdout.flush()\n"
    )
    game = Game(4).play("b1").swap()
    assert choose(HtpPlayer(f"{sys.executable} {script}"), game).move == 13


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ({"name": "crash"}, "start"),
        ({"genmove": "crash"}, "crash"),
        ({"genmove": "hang"}, "hang"),
        ({"genmove": "? I cannot"}, "refused"),
        ({"genmove": "= z9"}, "illegal"),
        ({"genmove": "= "}, "illegal"),
        ({"genmove": "= a1 b2"}, "illegal"),
        ({"genmove": "= swap-pieces"}, "illegal"),
        ({"genmove": "I play a1"}, "babble"),
        ({"*": "crash"}, "start"),
        ({"boardsize": "? no"}, "refused"),
        ({"play": "? no"}, "refused"),
        ({"list_commands": "crash"}, "crash"),
    ],
)
def test_every_fault_has_a_kind(tmp_path, answers, kind):
    game = Game(Board(3, black="b2", white="a2"))
    assert fault(engine(tmp_path, **answers), game) == kind


def test_an_occupied_cell_is_an_illegal_move(tmp_path):
    assert fault(engine(tmp_path, genmove="= b2"), Game(3).play("b2")) == "illegal"


def test_a_hung_program_is_ended(tmp_path):
    start = time.monotonic()
    assert fault(engine(tmp_path, name="hang"), start_seconds=0.5) == "start"
    assert time.monotonic() - start < 15
    process = EngineProcess(split_command(engine(tmp_path, play="hang")))
    with pytest.raises(EngineError, match=r"did not answer 'play b a1' within 0\.2 s"):
        process.ask("play b a1", 0.2)
    assert not process.running
    with pytest.raises(EngineError, match="ended at 'name'"):
        process.ask("name", 1)


def test_a_program_that_will_not_quit_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("hexlab.play.htp_process._FAREWELL", 0.2)
    process = EngineProcess(split_command(engine(tmp_path, quit="hang")))
    process.ask("name", 20)
    process.close()
    assert not process.running
    process.close()


def test_what_cannot_be_run():
    assert fault("/no/such/program --really") == "start"


@pytest.mark.parametrize("line", ["", "   ", '"open'])
def test_what_is_no_command_line(line):
    with pytest.raises(ValueError, match=r"no command line|no program is named"):
        make_player(f"htp:{line}")


@pytest.mark.parametrize("seconds", [1e9, 1e300])
def test_one_can_wait_for_very_long(tmp_path, seconds):
    process = EngineProcess(split_command(engine(tmp_path)))
    assert process.ask("name", seconds) == ""
    process.close()


def test_the_last_words_of_a_crash_are_told(tmp_path):
    process = EngineProcess(split_command(engine(tmp_path, name="crash")))
    with pytest.raises(EngineError, match="exit code 3"):
        process.ask("name", 20)


def test_resign_and_swap_are_moves(tmp_path):
    assert choose(HtpPlayer(engine(tmp_path, genmove="= resign")), Game(3)).move == "resign"
    game = Game(3).play("a2")
    assert choose(HtpPlayer(engine(tmp_path, genmove="= Swap")), game).move == "swap-pieces"
