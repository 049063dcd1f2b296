import subprocess
import sys

import pytest

from hexlab import cli
from hexlab.play.records import read_match

PLAYERS = """
from hexlab.play.player import Stateless

class First(Stateless):
    deterministic = True

    def pick(self, board, limit, rng):
        return board.empty[0]

class Last(First):
    def pick(self, board, limit, rng):
        return board.empty[-1]
"""


@pytest.fixture
def hexlab(monkeypatch, capsys, tmp_path):
    """Call the command line in an empty folder: (exit code, standard output, standard error)."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["hexlab", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        shown = capsys.readouterr()
        return end.value.code or 0, shown.out, shown.err

    return call


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "class"
    place.mkdir()
    (place / "mine.py").write_text(PLAYERS, encoding="utf-8")
    (place / "broken.py").write_text("def", encoding="utf-8")
    return place


def test_a_folder_of_players_is_one_tournament(hexlab, folder, tmp_path):
    words = ["match", "class", "random", "--size", 3, "--out", "out", "--processes", 1]
    code, out, err = hexlab(*words, "--games", 2, "--nodes", 5)
    assert code == 0
    assert "left out broken.py: ValueError" in err
    assert "6 games, 6 different" in out
    assert "Record: out" in out
    played = read_match(tmp_path / "out")
    assert played.parameters["players"] == ["class/mine.py:First", "class/mine.py:Last", "random"]
    assert played.parameters["limit"] == {"seconds": None, "simulations": None, "nodes": 5}
    # More games, then the results alone.
    code, out, _ = hexlab(*words, "--games", 4, "--nodes", 5, "--anchor", "random")
    assert (code, "12 games" in out, "Elo above random" in out) == (0, True, True)
    words = ["results", "out", "--tables", "--plots", "--anchor", "random", "--judge", 1000]
    code, again, _ = hexlab(*words)
    assert code == 0
    assert out.splitlines()[:-1] == again.splitlines()[: len(out.splitlines()) - 1]
    assert "class/mine.py:First gave away " in again
    for name in ("games.csv", "moves.parquet", "cross-table.png", "openings.png"):
        assert (tmp_path / "out" / name).exists()
        assert name in again


def test_a_sequential_test(hexlab):
    words = ["match", "random", "resistance", "--size", 3, "--games", 200, "--processes", 1]
    code, out, _ = hexlab(*words, "--sprt", -300, 0, "--openings", "empty")
    assert code == 0
    assert "Sequential test: elo0 after " in out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["random"], "at least two players"),
        (["random", "nobody"], "no player 'nobody'"),
        (["random", "random"], "named twice"),
        (["random", "resistance", "--games", 3], "even number"),
        (["random", "resistance", "--size", 99], "board size must be"),
        (["random", "resistance", "--time", "1s", "--nodes", 3], "one limit"),
        (["random", "resistance", "--time", "soon"], "'soon' is no time"),
        (["random", "resistance", "--openings", "what"], "no list of openings"),
        (["random", "resistance", "--swap", "maybe"], "--swap is on or off"),
        (["random", "resistance", "--sprt", 5, 1], "elo0 must be below elo1"),
        (["random", "resistance", "--temperature", 0], "temperature must be above 0"),
        (["random", "resistance", "--plots"], "--plots needs a folder"),
        (["random", "class"], "no player 'class'"),
        (["random", ""], "no player ''"),
        (["random", "resistance", "--openings", ""], "'' is no list of openings"),
        (["random", "no/such.py:Player"], "no/such.py: No such file"),
        (["random", "htp:"], "no program is named"),
        (["random", "htp:engine 'x"], "is no command line"),
        (["random", "resistance", "--time", "inf"], "seconds of a move must be"),
        (["random", "resistance", "--patience", "inf"], "patience must be above 0"),
        (["random", "resistance", "--memory", "inf"], "memory_mb of an isolated player must be"),
        (["random", "mohex:memory_mb=0"], "memory_mb must be a number above 0"),
        (["random", "solver:memory=inf"], "memory must be a number above 0"),
        (
            ["random", "resistance", "--games", 10**15, "--temperature", 1],
            "at most 1,000,000 games",
        ),
        (["random", "."], "there is no player (FILE.py) in this folder"),
    ],
)
def test_wrong_words_are_one_sentence(hexlab, words, reason):
    code, out, err = hexlab("match", *words)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.startswith("hexlab: ")
    assert err.count("\n") == 1


def test_results_of_no_match(hexlab, tmp_path):
    code, _, err = hexlab("results", tmp_path)
    assert code == 2
    assert "holds no match" in err


def test_a_match_with_other_rules_is_refused(hexlab):
    words = ["match", "random", "resistance", "--size", 2, "--games", 2, "--processes", 1]
    words += ["--out", "out"]
    assert hexlab(*words)[0] == 0
    code, _, err = hexlab(*words, "--seed", 1)
    assert code == 2
    assert "seed = 0, not 1" in err


def test_an_interrupt_says_how_to_go_on(hexlab, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("hexlab.play.match.play_match", interrupted)
    code, _, err = hexlab("match", "random", "resistance", "--out", "out")
    assert code == 130
    assert "the same command goes on from here" in err
    code, _, err = hexlab("match", "random", "resistance")
    assert "without --out nothing is kept" in err


def test_help_names_the_commands():
    done = subprocess.run(
        [sys.executable, "-m", "hexlab", "--help"], capture_output=True, text=True, check=True
    )
    assert "match" in done.stdout
    assert "results" in done.stdout
