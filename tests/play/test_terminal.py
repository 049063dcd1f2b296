"""A game in the terminal, and the commands around it."""

import io
import sys

import pytest
from little_players import First, Resigns, Swapping

from hexlab import BLACK, WHITE, Board, Game, cli, load
from hexlab.cli_play import move_limit
from hexlab.play.player import Choice, Limit
from hexlab.play.terminal import TerminalGame


def test_moves_undo_and_a_move_by_the_player():
    play = TerminalGame(First(), 4, BLACK)
    assert play.begin() == str(Board(4))
    assert play.answer(" C2 ").startswith("first plays a1 (win rate 62 %).\n")
    assert play.answer("go").startswith("first plays b1 (win rate 62 %).\nfirst plays c1")
    assert len(play.game.board) == 4
    play.answer("undo")
    assert play.game.board == Board(4).play("c2").play("a1")
    assert play.answer("board") == str(play.game.board)
    play.answer("undo")
    with pytest.raises(ValueError, match="nothing to undo"):
        play.answer("undo")
    assert play.answer("hint") == "first would play a1 (win rate 62 %)."
    assert play.game == TerminalGame(First(), 4, BLACK).game


def test_the_person_as_white_with_swaps():
    play = TerminalGame(First(), 4, WHITE)
    assert play.begin().startswith("first plays a1")
    with pytest.raises(ValueError, match="nothing to undo"):
        play.answer("undo")
    play.answer("swap")
    assert play.game.board == Board(4, black="b1", white="a1", to_move=WHITE)
    play.answer("undo")
    assert play.game.board == Board(4).play("a1")
    with pytest.raises(ValueError, match="without swap"):
        TerminalGame(First(), 4, WHITE, swap=False).answer("swap")
    assert "would swap pieces" not in play.answer("hint")
    assert TerminalGame(Swapping(), 4, BLACK).answer("b1").startswith("swapping swaps pieces.")


def test_ends_of_games(tmp_path):
    play = TerminalGame(Resigns(), 4, BLACK)
    shown = play.answer("a1")
    assert shown.startswith("resigns resigns.")
    assert shown.endswith("You have won by resignation (black).")
    with pytest.raises(ValueError, match="the game is over"):
        play.answer("b1")
    assert play.answer("undo") == str(Board(4))
    play.answer("resign")
    assert play.over
    path = tmp_path / "my game.sgf"
    assert play.answer(f'save "{path}"') == f"Saved {path}"
    assert load(path) == play.game
    for line in ("save", "save a b", "save x.doc"):
        with pytest.raises(ValueError, match=r"save|\.doc"):
            play.answer(line)
    assert play.answer("quit") == ""
    assert play.ended
    assert TerminalGame(First(), 1, BLACK).answer("a1").endswith("You have won (black).")


@pytest.mark.parametrize(
    "fault", [ValueError("no idea"), OSError("gone"), IndexError("list"), Choice(0), None, 99]
)
@pytest.mark.parametrize("word", ["a1", "go"])
def test_a_player_that_fails_leaves_the_game_to_the_person(fault, word):
    class Failing(First):
        def pick(self, board, limit, rng):
            if isinstance(fault, Exception):
                raise fault
            return fault

    play = TerminalGame(Failing(), 3, BLACK)
    play.game.play("a1", "white").play("b1", "black").play("c1", "white")
    before = play.game.to_sgf()
    with pytest.raises((ValueError, OSError)):
        play.answer("c3" if word == "a1" else word)
    assert play.game.to_sgf() == before
    assert play.game.board.to_move == BLACK


def test_a_seed_and_a_limit_are_kept():
    seen = []

    class Asked(First):
        def pick(self, board, limit, rng):
            seen.append((limit, int(rng.integers(1000))))
            return board.empty[0]

    for _ in range(2):
        TerminalGame(Asked(), 3, WHITE, Limit(nodes=3), seed=1).begin()
    assert seen[0] == seen[1]
    assert seen[0][0] == Limit(nodes=3)


def test_times_as_they_are_written():
    assert move_limit("1s", None, None) == Limit(seconds=1)
    assert move_limit("250ms", None, None) == Limit(seconds=0.25)
    assert move_limit("2", None, None) == Limit(seconds=2)
    assert move_limit(None, 5, None) == Limit(simulations=5)
    for wrong in ("soon", "-1s", "s", "nan"):
        with pytest.raises(ValueError, match=r"is no time|must be a number above 0"):
            move_limit(wrong, None, None)
    with pytest.raises(ValueError, match="one limit"):
        move_limit("1s", 5, None)


@pytest.fixture
def hexlab(monkeypatch, capsys):
    def call(*words, text=""):
        monkeypatch.setattr(sys, "argv", ["hexlab", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        with pytest.raises(SystemExit) as end:
            cli.main()
        shown = capsys.readouterr()
        return end.value.code or 0, shown.out, shown.err

    return call


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from hexlab.play.player import Choice, Stateless\n"
        "class Mine(Stateless):\n"
        "    def pick(self, board, limit, rng):\n"
        "        return Choice(board.empty[0], value=0.0)\n"
    )
    return f"{path}:Mine"


def test_the_command_play(hexlab, mine, tmp_path):
    code, shown, error = hexlab(
        "play", mine, "--size", 3, text=f"a1\n\nk9\nsave {tmp_path}/no/g.txt\nhint\nquit\n"
    )
    assert (code, error) == (0, "")
    assert "plays b1 (win rate 50 %)" in shown
    assert "'k9'" in shown
    assert "would play c1" in shown
    assert hexlab("play", mine, "--size", 3, "--color", "white")[0] == 0
    for words in (["nobody"], [mine, "--size", 0], [mine, "--color", "red"], ["htp:no-such"]):
        code, shown, error = hexlab("play", *words)
        assert (code, error.count("\n")) == (2, 1)


def test_limits_without_a_player_are_refused(hexlab, tmp_path):
    Game(3).play("a1").save(tmp_path / "g.sgf")
    code, shown, error = hexlab("analyze", tmp_path / "g.sgf", "--sims", 5)
    assert (code, shown, "--player" in error, error.count("\n")) == (2, "", True, 1)


def test_the_command_analyze_with_a_player(hexlab, mine, tmp_path):
    game = Game(3).play("a1").play("b2").play("c1")
    game.save(tmp_path / "g.sgf")
    out = tmp_path / "report"
    code, shown, error = hexlab("analyze", tmp_path / "g.sgf", "--player", mine, "--out", out)
    assert code == 0, error
    assert "Mistakes" in shown or "No mistakes" in shown
    assert "All moves" in (out / "report.html").read_text(encoding="utf-8")
    assert "win_rate,best,loss" in (out / "values.csv").read_text(encoding="utf-8")
    code, _, error = hexlab("analyze", tmp_path / "g.sgf", "--player", "nobody", "--out", out)
    assert code == 2
    assert "no player 'nobody'" in error
