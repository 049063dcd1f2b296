"""The text protocol: the server, the solver and a player behind it, any nonsense it may be told."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from little_players import Faulty, First, Plain, Resigns, Seeded, Swapping, Thinking, wait_until

from hexlab import BLACK, Board, Game
from hexlab.play.htp import HtpServer
from hexlab.play.htp_engine import engine_server
from hexlab.play.player import Limit


def talk(server: HtpServer, text: str) -> list[str]:
    out = io.StringIO()
    server.serve(io.StringIO(text), out)
    assert out.getvalue().endswith("\n\n") or not out.getvalue()
    return [answer.rstrip() for answer in out.getvalue().split("\n\n")[:-1]]


# -- the protocol ----------------------------------------------------------------------------------


def test_every_engine_knows_the_usual_commands() -> None:
    server = HtpServer()
    usual = (
        "all_legal_moves boardsize clear_board final_score gogui-analyze_commands gogui-interrupt "
        "hexgui-analyze_commands known_command list_commands loadsgf name play protocol_version "
        "quit showboard undo version"
    )
    assert server.reply("list_commands") == "= " + usual.replace(" ", "\n") + "\n\n"
    for name in usual.split():
        assert server.reply(f"known_command {name}") == "= true\n\n"
    assert server.reply("known_command genmove") == "= false\n\n"
    assert server.reply("protocol_version") == "= 2\n\n"


def test_an_answer_has_a_blank_after_its_mark() -> None:
    """HexGui takes nothing else for an answer."""
    server = HtpServer(3)
    assert server.reply("clear_board") == "= \n\n"
    assert server.reply("7 clear_board") == "=7 \n\n"
    assert server.reply("undo").startswith("? ")


def test_moves_and_undo() -> None:
    server = HtpServer()
    answers = talk(server, "boardsize 5\n1 play b a1\nplay white c3 # a comment\n\nundo\n")
    assert answers == ["=", "=1", "=", "="]
    assert server.board == Board(5).play("a1")
    assert talk(server, "showboard") == ["= \n" + str(server.board)]
    assert talk(server, "boardsize 4 4\nplay b a1\nclear_board") == ["="] * 3
    assert server.board == Board(4)


@pytest.mark.parametrize(
    "line",
    [
        "jump",
        "boardsize",
        "boardsize 0",
        "boardsize 20",
        "boardsize 3 4",
        "boardsize x",
        "play b",
        "play green a1",
        "play b k9",
        "play b swap-pieces",
        "play w swap",
        "undo",
        "known_command",
        "final_score",
        "loadsgf",
        "loadsgf nowhere.sgf",
        "loadsgf nowhere.sgf x",
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str) -> None:
    server = HtpServer(5)
    answer = server.reply("12 " + line)
    assert answer.startswith("?12 ")
    assert answer.endswith("\n\n")
    assert answer.count("\n") == 2
    assert server.game == Game(5)


def test_an_occupied_cell_and_the_end() -> None:
    server = HtpServer(3)
    answers = talk(server, "play b a1\nplay w a1\nquit\nname\n")
    assert answers == ["=", "? 'a1' is occupied (black)", "="]
    assert server.ended


def test_swaps_resignations_and_the_score() -> None:
    server = HtpServer(4)
    answers = talk(server, "play b b1\nall_legal_moves\nplay w swap-pieces\nall_legal_moves\n")
    assert answers[1].endswith("d4 swap-pieces")
    assert "swap" not in answers[3]
    assert server.board == Board(4, white="a2")
    assert talk(server, "final_score\nplay b resign\nfinal_score\nundo\nfinal_score")[2] == "= W+"
    answers = talk(server, "boardsize 1\nplay b a1\nfinal_score\nall_legal_moves")
    assert answers[2:] == ["= B+", "="]


def test_a_game_is_loaded_as_far_as_one_likes(tmp_path) -> None:
    path = tmp_path / "a game.sgf"
    Game(5).play("a1").play("c3").play("d4").save(path)
    server = HtpServer()
    assert server.reply(f'loadsgf "{path}" 2') == "= \n\n"
    assert server.board == Board(5).play("a1").play("c3")
    assert server.reply(f'loadsgf "{path}"') == "= \n\n"
    assert server.board == Board(5).play("a1").play("c3").play("d4")
    assert server.reply("undo") == "= \n\n"
    assert server.reply(f'loadsgf "{path}" 0') == "= \n\n"
    assert server.board == Board(5)
    assert "3 moves, not 4" in server.reply(f'loadsgf "{path}" 4')


# -- a player --------------------------------------------------------------------------------------


def test_moves_of_a_player_are_made_or_not() -> None:
    server = engine_server(First(), 3)
    assert talk(server, "name\ngenmove w\nreg_genmove b\nhexlab-pv\nhexlab-value") == [
        "= hexlab first",
        "= a1",
        "= b1",
        "= b1 c1 a2",
        "= 0.2500",
    ]
    assert server.board == Board(3, white="a1")
    assert server.board.to_move == BLACK
    assert server.reply("hexlab-scores").startswith("= b1 1 c1 0.5 a2 0.333")
    assert talk(server, "undo\nundo") == ["=", "? cannot undo: no move was played"]
    assert server.board == Board(3)


def test_a_finished_game_is_answered_by_resign() -> None:
    server = engine_server(First(), 1)
    assert talk(server, "genmove b\ngenmove w\nreg_genmove b") == ["= a1", "= resign", "= resign"]
    assert talk(engine_server(Resigns(), 2), "genmove b\nplay-game") == ["= resign"] * 2


def test_play_game_ends() -> None:
    server = engine_server(Seeded(), 4, seed=3)
    moves = server.reply("play-game").split()[1:]
    board = Board(4)
    for move in moves:
        board = board.play(move)
    assert board.winner
    assert server.board == board
    again = engine_server(Seeded(), 4, seed=3)
    assert again.reply("play-game").split()[1:] == moves
    assert again.reply("play-game") == "= \n\n"


def test_a_seed_makes_the_moves_of_a_game() -> None:
    def moves(server: HtpServer) -> list[str]:
        return talk(server, "clear_board\ngenmove b\ngenmove w\ngenmove b")

    assert moves(engine_server(Seeded(), 9, seed=4)) == moves(engine_server(Seeded(), 9, seed=4))
    server = engine_server(Seeded(), 9)
    talk(server, "set_random_seed 4")
    assert moves(server) == moves(engine_server(Seeded(), 9, seed=4))
    assert len({server.reply("reg_genmove b") for _ in range(4)}) == 1


def test_swap_is_the_players_affair() -> None:
    server = engine_server(Swapping(), 4)
    assert talk(server, "play b b1\ngenmove w") == ["=", "= swap-pieces"]
    assert server.board == Board(4, white="a2")
    server = engine_server(Swapping(), 4)
    assert talk(server, "param_game allow_swap 0\nplay b b1\ngenmove w")[2] == "= a1"


def test_a_fault_of_the_player_is_an_answer_and_changes_nothing() -> None:
    server = engine_server(Faulty(), 3)
    assert server.reply("genmove w") == "? ZeroDivisionError: a fault of the player\n\n"
    assert server.game == Game(3)
    talk(server, "play b a1")
    assert server.reply("genmove b").startswith("? ZeroDivisionError")
    assert server.board == Board(3).play("a1")


class Recorded(Plain):
    """Knows afterwards what limits it was given."""

    def __init__(self):
        self.limits = []

    def pick(self, board, limit, rng):
        self.limits.append(limit)
        return board.empty[0]


def test_limits_and_clocks_reach_the_player() -> None:
    player = Recorded()
    server = engine_server(player, 6, limit=Limit(nodes=7))
    talk(
        server,
        "genmove b\nparam_game simulations 5\ngenmove w\nparam_game simulations 0\ngenmove b",
    )
    assert player.limits == [Limit(nodes=7), Limit(simulations=5), Limit()]
    talk(
        server,
        "set_time 33\ngenmove w\ntime_left b 10 5\ngenmove b\nparam_game move_time 1\ngenmove b",
    )
    seconds = [limit.seconds for limit in player.limits[3:]]
    assert seconds[0] == pytest.approx(33 / 5.5)
    assert seconds[1] == pytest.approx(2)
    assert seconds[2] == 1
    assert 32 < float(server.reply("time_left w").split()[1]) <= 33
    assert talk(server, "clear_board\ntime_left w")[1] == "= 33.0"
    talk(server, "time_settings 0 10 4\ngenmove w\ntime_settings 600 10 5\nundo")
    assert player.limits[-1] == Limit(seconds=2.5)
    assert talk(server, "set_time 0\ntime_left")[1] == "= black unlimited white unlimited"


# -- interrupts ------------------------------------------------------------------------------------


def lines_when(player: Thinking):
    """`genmove`, and the interrupt once the player thinks."""
    yield "genmove b\n"
    wait_until(player.began.is_set)
    yield "  # Interrupt\n"
    yield "showboard\n"


def test_an_interrupt_ends_the_thinking_and_nothing_else() -> None:
    player = Thinking()
    server, out = engine_server(player, 3), io.StringIO()
    server.serve(lines_when(player), out)
    assert out.getvalue().startswith("? interrupted\n\n= \n")
    assert server.game == Game(3)
    assert talk(server, "# interrupt\nname\n# interrupt\n") == ["= hexlab thinking"]


def test_an_interrupt_hits_what_was_said_before_it() -> None:
    server = engine_server(Thinking(), 3)
    assert talk(server, "genmove b\n# interrupt\n") == ["? interrupted"]
    server = engine_server(First(), 7)
    out = io.StringIO()
    thread = threading.Thread(target=server.serve, args=(io.StringIO("genmove b\n"), out))
    thread.start()  # not the main thread: it works, without interrupts
    thread.join()
    assert out.getvalue() == "= a1\n\n"


def test_an_interrupted_tree_search_plays_what_it_has() -> None:
    server = engine_server("mohex:sims=100000000,knowledge=0", 11)

    def lines():
        yield "genmove b\n"
        session = None
        while session is None or session.progress() is None:
            session = next(f for f in server._families if hasattr(f, "_session"))._session
            time.sleep(0.01)
        yield "# interrupt\n"

    out = io.StringIO()
    server.serve(lines(), out)
    assert len(server.board) == 1
    assert out.getvalue() == f"= {server.game.moves[0].name}\n\n"


def test_thoughts_are_drawn_if_that_is_wanted(monkeypatch) -> None:
    monkeypatch.setattr("hexlab.play.htp_player._PICTURE", 0.01)
    player = Thinking()

    def lines():
        yield "param_game live_gfx 1\n"
        yield "genmove b\n"
        wait_until(lambda: "gogui-gfx" in out.getvalue())
        player.go.set()

    server, out = engine_server(player, 2), io.StringIO()
    server.serve(lines(), out)
    assert "gogui-gfx: uct\nVAR B a1 W b1 B a2\nINFLUENCE a1 1.00 b1 0.50" in out.getvalue()
    assert out.getvalue().endswith("= b2\n\n")


# -- all that is known of a position ---------------------------------------------------------------


def test_the_solver_answers() -> None:
    server = engine_server(First(), memory_mb=1)
    answers = talk(
        server,
        "boardsize 4\ndfpn-get-pv\ndfpn-solve-state b\nplay b a1\ndfpn-solve-state w\n"
        "dfpn-get-pv\nundo\ndfpn-solver-find-winning b\ndfpn-clear-tt\ndfpn-solve-state\n",
    )
    assert answers[1] == "? nothing was solved yet"
    assert answers[2] == "= black"
    assert answers[4] == "= white"
    assert answers[5].startswith("= ")
    assert answers[7] == "= d1 c2 b3 a4"
    assert answers[9] == "? takes a color"
    assert server.board.to_move == BLACK


def test_analyze_commands_are_known_and_written_as_hexgui_reads_them() -> None:
    server = engine_server(First(), 4)
    lines = server.reply("hexgui-analyze_commands").removeprefix("= ").split("\n")[:-2]
    labels = [line.split("/")[1] for line in lines]
    assert len(set(labels)) == len(labels)
    for line in lines:
        kind, _, command = line.split("/")
        assert kind in [
            "string",
            "plist",
            "pspairs",
            "gfx",
            "vc",
            "inferior",
            "move",
            "var",
            "param",
            "group",
        ]
        assert command.split()[0] in server.commands
    asked = [line.split("/")[2] for line in lines if "genmove" not in line]
    for command in asked:
        words = command.replace("%c", "b").replace("%m", "b")
        words = words.replace("%p", "b2").replace("%P", "b2 c3")
        assert server.reply(words)[0] == "=" or "?" in server.reply(words)
    heats = [line for line in lines if line.startswith("gfx")]
    assert len(heats) == len([line for line in lines if line.startswith("pspairs/Values")]) == 7


# -- nonsense --------------------------------------------------------------------------------------

NAMES = sorted(engine_server(First(), 3).commands)
QUICK = [name for name in NAMES if not name.startswith("dfpn") and name != "quit"]
WORDS = st.one_of(
    st.sampled_from(QUICK),
    st.sampled_from(
        [
            "b",
            "w",
            "black",
            "white",
            "green",
            "a1",
            "b2",
            "c3",
            "z99",
            "north",
            "east",
            "top",
            "0",
            "1",
            "3",
            "19",
            "-1",
            "1e9",
            "nan",
        ]
    ),
    st.sampled_from(
        ["swap-pieces", "resign", '"', '"a b"', "#", "closeness", "allow_swap", "nodes"]
    ),
    st.text(max_size=8),
)
LINES = st.one_of(
    st.lists(WORDS, max_size=5).map(" ".join),
    st.text(max_size=40),
    st.tuples(st.sampled_from(QUICK), st.lists(WORDS, max_size=3)).map(
        lambda pair: " ".join([pair[0], *pair[1]])
    ),
)


@given(st.lists(LINES, max_size=12))
def test_any_line_gets_an_answer_or_nothing(lines: list[str]) -> None:
    server = engine_server(First(), 3)
    for line in lines:
        for part in line.splitlines() or [""]:
            answer = server.reply(part)
            if answer is None:
                continue
            assert answer[0] in "=?"
            assert answer.endswith("\n\n")
            assert "\n\n" not in answer[:-2]
            assert "Traceback" not in answer
            assert "Error:" not in answer
        server.ended = False
    assert server.reply("protocol_version") == "= 2\n\n"


@pytest.mark.long
def test_any_bytes_leave_the_process_alive() -> None:
    rng = np.random.default_rng(0)
    alphabet = [*(name.encode() for name in QUICK), b" b", b" a1", b"\n", b"\n", b"#", b'"']
    for _ in range(4):
        some = [rng.bytes(3) if rng.random() < 0.3 else rng.choice(alphabet) for _ in range(400)]
        # Without interrupts: those would end the last command, too.
        text = b"boardsize 3\n" + b"".join(some).replace(b"quit", b"") + b"\n77 name\nquit\n"
        done = run_engine("random", text=text)
        answers = done.stdout.decode("utf-8").split("\n\n")
        assert answers[-3:] == ["=77 hexlab random", "= ", ""]
        assert all(answer[:1] in ("=", "?") for answer in answers[:-1])
        assert b"Traceback" not in done.stderr


# -- processes -------------------------------------------------------------------------------------


def run_engine(*words: str, text: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "hexlab", "htp", *words], input=text, capture_output=True, check=True
    )


def test_a_process(tmp_path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from hexlab.play.player import Stateless\n"
        "class Mine(Stateless):\n"
        "    def pick(self, board, limit, rng):\n"
        "        print('I think')\n"
        "        return board.empty[0]\n"
    )
    text = b"boardsize 3\n\xff\xfe\x00\n\ngenmove b\ndfpn-solve-state black\nquit\nname\n"
    done = run_engine(f"{path}:Mine", text=text)
    answers = done.stdout.decode().split("\n\n")
    assert answers[0] == "= "
    assert answers[1].startswith("? unknown command")
    assert answers[2:] == ["= a1", "= black", "= ", ""]
    assert b"I think" in done.stderr
    assert b"Traceback" not in done.stderr


def test_the_end_of_the_input_ends_the_engine() -> None:
    assert run_engine("htp:nobody", text=b"name").stdout == b"= hexlab htp:nobody\n\n"
