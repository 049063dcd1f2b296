"""The text protocol, and the solver as an engine."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from hexlab import BLACK, Board
from hexlab.play.htp import HtpServer, SolverServer


def talk(server: HtpServer, text: str) -> list[str]:
    out = io.StringIO()
    server.serve(io.StringIO(text), out)
    assert out.getvalue().endswith("\n\n") or not out.getvalue()
    return out.getvalue().split("\n\n")[:-1]


def test_every_engine_knows_the_usual_commands() -> None:
    server = HtpServer()
    usual = (
        "boardsize clear_board known_command list_commands name play protocol_version quit "
        "showboard undo version"
    )
    assert server.reply("list_commands") == "= " + usual.replace(" ", "\n") + "\n\n"
    for name in usual.split():
        assert server.reply(f"known_command {name}") == "= true\n\n"
    assert server.reply("known_command genmove") == "= false\n\n"
    assert server.reply("protocol_version") == "= 2\n\n"


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
        "undo",
        "known_command",
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(line: str) -> None:
    server = HtpServer(5)
    answer = server.reply("12 " + line)
    assert answer.startswith("?12 ")
    assert answer.endswith("\n\n")
    assert server.boards == [Board(5)]


def test_an_occupied_cell_and_the_end() -> None:
    server = HtpServer(3)
    answers = talk(server, "play b a1\nplay w a1\nquit\nname\n")
    assert answers == ["=", "? 'a1' is occupied (black)", "="]
    assert server.ended


def test_the_solver_answers() -> None:
    server = SolverServer(memory_mb=1)
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


def test_a_process() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexlab", "htp", "solver"],
        input="boardsize 3\ndfpn-solve-state black\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "=\n\n= black\n\n=\n\n"
