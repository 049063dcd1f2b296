"""The contract of players: hexlab's keep it, and who breaks it is found out."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hexlab import Board, Game
from hexlab.play import player as registry
from hexlab.play.contract import check_player, read_sizes
from hexlab.play.player import Choice, Limit, Session, Stateless, make_player

# All but other programs (tests/play/test_htp_client.py), which are nothing without a name.
OWN = sorted({*registry._HOMES, "level=1", "level=10"} - {"htp", "level"})


def problems(player: registry.Player, sizes: tuple[int, ...] = (1, 2, 3, 5)) -> dict[str, str]:
    found = check_player(player, sizes=sizes, count=20)
    return {finding.rule: finding.problem for finding in found if finding.problem}


@pytest.mark.parametrize("name", OWN)
def test_own_players_keep_it(name: str) -> None:
    assert problems(make_player(name), (1, 2, 3, 4, 6)) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", OWN)
def test_own_players_keep_it_on_every_size(name: str) -> None:
    assert problems(make_player(name), tuple(range(1, 14))) == {}


def test_another_process_chooses_the_same() -> None:
    game = Game(5).play("c2").play("d4")
    limit = Limit(nodes=50)
    moves = [make_player(name).start(game).choose(game, limit, 11).move for name in OWN]
    code = (
        "from hexlab import Game; from hexlab.play import Limit, make_player;"
        "game = Game(5).play('c2').play('d4'); limit = Limit(nodes=50);"
        f"players = [make_player(name) for name in {OWN!r}];"
        "print(*(player.start(game).choose(game, limit, 11).move for player in players))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(move) for move in moves]


LOADING = """
import gc, sys
from hexlab import Game
from hexlab.play import Limit, make_player
from numba.core.registry import CPUDispatcher

def loaded():
    kernels = [kernel for kernel in gc.get_objects() if isinstance(kernel, CPUDispatcher)]
    return {(kernel.py_func.__qualname__, form) for kernel in kernels for form in kernel.signatures}

game = Game(9).play("a1").play("e5")
session = make_player(sys.argv[1]).start(game)
before = loaded()
assert before
for move in "d4", "c6", "f3":
    session.choose(game, Limit(seconds=0.3), 1)
    game.play(move)
print(*sorted(name for name, _ in loaded() - before))
"""


@pytest.mark.parametrize("name", ["wolve", "solver", "mohex", "mohex:playout=patterns"])
def test_kernels_are_loaded_before_the_clock_runs(name: str) -> None:
    # A quarter of a second each: a first move by the clock would be late, or hardly searched.
    done = subprocess.run(
        [sys.executable, "-c", LOADING, name], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


# -- who breaks it -----------------------------------------------------------------------------


class First(Stateless):
    name = "first"
    tactical = False
    deterministic = True

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        return board.empty[0]


class Occupied(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        taken = board.black + board.white
        return taken[0] if taken else 0


class Named(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        return Choice("a1")


class Numpy(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        return Choice(np.int64(board.empty[0]))  # type: ignore[arg-type]


class Sure(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        return Choice(board.empty[0], value=1.5)


class Misshapen(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        return Choice(board.empty[0], scores=np.zeros((board.n, board.n)))


class Slow(First):
    anytime = True

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        if limit.seconds is not None:
            time.sleep(limit.seconds + 1.1)
        return board.empty[0]


class Blind(First):
    tactical = True


class Seeded(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        return int(rng.choice(board.empty))


class Moody(First):
    deterministic = False
    calls = 0

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        Moody.calls += 1
        return board.empty[Moody.calls % len(board.empty)]


class Crashing(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        raise ZeroDivisionError("oh")


class Undecided(First):
    tactical = None  # type: ignore[assignment]


class Nameless(First):
    name = ""


class Meddling(First):
    def start(self, game: Game) -> Session:
        class Playing(Session):
            def choose(self, game: Game, limit: Limit = Limit(), rng: object = None) -> Choice:
                registry.check_open(game)
                move = game.board.empty[0]
                game.play(move)
                return Choice(move)

        return Playing()


class Unending(First):
    def start(self, game: Game) -> Session:
        class Playing(Session):
            def choose(self, game: Game, limit: Limit = Limit(), rng: object = None) -> Choice:
                return Choice(game.board.empty[0])

        return Playing()


class Resigning(First):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        return Choice("resign")


@pytest.mark.parametrize(
    ("player", "rule", "words"),
    [
        (Occupied, "legal moves on every size", "is not empty in"),
        (Named, "legal moves on every size", "'a1' is no move for black"),
        (Numpy, "legal moves on every size", "(int64)"),
        (Sure, "legal moves on every size", "1.5 is not from -1 to 1"),
        (Misshapen, "legal moves on every size", "not (1,)"),
        (Slow, "stops in time", "s for a move of 0.2 s"),
        (Blind, "wins when one move wins", "where one move does"),
        (Seeded, "same seed, same move", "the seed decides"),
        (Moody, "same seed, same move", "two sessions differ"),
        (Crashing, "legal moves on every size", "ZeroDivisionError: oh"),
        (Undecided, "says what it is", "tactical is None"),
        (Nameless, "says what it is", "its name is ''"),
        (Meddling, "goes on after odd moves", "it changed the game"),
        (Unending, "refuses a finished game", "it chose a move after"),
    ],
)
def test_who_breaks_it_is_found(player: type[First], rule: str, words: str) -> None:
    found = problems(player())
    assert rule in found
    assert words in found[rule]


def test_simple_players_keep_it() -> None:
    assert problems(First()) == {}
    assert problems(Resigning()) == {}


# -- the command -------------------------------------------------------------------------------

GOOD = """
from hexlab.play import Stateless

class Last(Stateless):
    deterministic = True

    def pick(self, board, limit, rng):
        return board.empty[-1]

class Wrong(Stateless):
    def pick(self, board, limit, rng):
        return 0
"""


def command(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hexlab", "check-player", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )


def test_the_command(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(GOOD)
    good = command("mine.py:Last", "--sizes", "1-3", cwd=tmp_path)
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.count("ok ") == 6
    wrong = command("mine.py:Wrong", "--sizes", "2,3", cwd=tmp_path)
    assert wrong.returncode == 1
    assert "FAILED  legal moves on every size: cell 0 is not empty in" in wrong.stdout
    none = command("nobody", cwd=tmp_path)
    assert (none.returncode, none.stdout) == (2, "")
    assert none.stderr.startswith("hexlab: no player 'nobody'; there are:")
    assert "Traceback" not in none.stderr


def test_sizes_are_read() -> None:
    assert read_sizes("13") == (13,)
    for wrong in ("", "a", "-3", "5-2", "20", "0"):
        with pytest.raises(ValueError, match=r"size"):
            read_sizes(wrong)


@pytest.mark.parametrize("wrong", [{"count": 0}, {"seconds": float("nan")}, {"seconds": -1}])
def test_limits_that_are_none_are_refused_at_once(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="of a move must be"):
        next(check_player(make_player("random"), sizes=(3,), **wrong))  # type: ignore[arg-type]
