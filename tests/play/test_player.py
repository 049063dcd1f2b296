"""The protocol of players and the registry."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from hexlab import Board, Game
from hexlab.play import player as registry
from hexlab.play.player import (
    Choice,
    Limit,
    Stateless,
    check_open,
    make_player,
    player_names,
    register_player,
)

MINE = """
from dataclasses import dataclass
from hexlab.play import Stateless

@dataclass
class Corner(Stateless):
    last: bool = False
    deterministic = True

    def pick(self, board, limit, rng):
        return board.empty[-1 if self.last else 0]

NUMBER = 3

def not_a_player():
    return 7

def worth(board):
    return 0.0
"""


class Nth(Stateless):
    """A test double: the cell of a given place, scored."""

    def __init__(self, place: int, kind: Literal["low", "high"] = "low", off: int | None = 1):
        self.place, self.kind, self.off = place, kind, off

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        return Choice(board.empty[self.place], 0.5, info={"limit": ""})


class Uniform(Stateless):
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> int:
        return int(rng.choice(board.empty))


@pytest.fixture(autouse=True)
def doubles() -> Iterator[None]:
    before = dict(registry._FACTORIES)
    register_player("nth")(Nth)
    register_player("uniform")(Uniform)
    yield
    registry._FACTORIES.clear()
    registry._FACTORIES.update(before)


def test_a_name_gives_a_player_with_its_parameters() -> None:
    player = make_player("nth:off=none,place=2")
    assert isinstance(player, Nth)
    assert (player.place, player.kind, player.off) == (2, "low", None)
    assert player.name == "nth:place=2,off=none"
    assert repr(player) == "<player nth:place=2,off=none>"
    assert make_player(player.name).name == player.name


def test_defaults_are_left_out_of_the_name() -> None:
    assert make_player("nth:place=2,kind=low,off=1").name == "nth:place=2"
    assert make_player("uniform").name == "uniform"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody", "no player 'nobody'; there are:"),
        ("", "no player ''"),
        ("nth", "needs a value of 'place'"),
        ("nth:place", "key=value, not 'place'"),
        ("nth:place=x", "'place' of nth must be a whole number, not 'x'"),
        ("nth:place=1,place=2", "given twice"),
        ("nth:place=1,", "key=value, not ''"),
        ("nth:place=1,kind=middle", "must be one of low, high, not 'middle'"),
        ("nth:sims=1", "'sims' is no parameter of nth; it has: place, kind, off"),
        ("uniform:x=1", "'x' is no parameter of uniform; it has none"),
    ],
)
def test_a_wrong_name_is_said(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        make_player(name)


@pytest.mark.parametrize("name", ["", "a:b", "a=b", "a b", "x.py"])
def test_some_names_cannot_be_registered(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a player's name"):
        register_player(name)


def test_registered_names_are_listed_and_replaced() -> None:
    assert {"nth", "uniform"} <= set(player_names())
    register_player("uniform")(lambda: Nth(4))
    assert isinstance(make_player("uniform"), Nth)


def test_a_class_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    game = Game(3)
    player = make_player(f"{file}:Corner")
    assert player.name == f"{file}:Corner"
    assert player.start(game).choose(game).move == 0
    other = make_player(f"{file}:Corner:last=yes")
    assert other.name == f"{file}:Corner:last=yes"
    assert other.start(game).choose(game).move == 8
    assert type(other) is type(player), "one run of the file in a process"


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    import os

    file = tmp_path / "mine.py"
    file.write_text(MINE)
    make_player(f"{file}:Corner")
    file.write_text(MINE.replace("-1 if self.last else 0", "4"))
    os.utime(file, ns=(1, 1))
    game = Game(3)
    assert make_player(f"{file}:Corner").start(game).choose(game).move == 4


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("Edge", "defines no 'Edge'; it defines: Corner, not_a_player, worth"),
        ("NUMBER", "makes no player: it is 3"),
        ("not_a_player", "but 7"),
        ("worth", "needs a value of 'board'"),
    ],
)
def test_what_a_file_does_not_hold(tmp_path: Path, what: str, words: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    with pytest.raises(ValueError, match=words):
        make_player(f"{file}:{what}")


def test_a_file_that_cannot_be_run(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("x = 1 / 0\n")
    with pytest.raises(ValueError, match=r"broken\.py cannot be run: ZeroDivisionError"):
        make_player(f"{file}:X")
    with pytest.raises(FileNotFoundError):
        make_player(f"{tmp_path}/none.py:X")


def test_entry_points_are_players(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("foreign", "collections:Counter", "hexlab.players"),
        EntryPoint("lost", "no_such_module_at_all:X", "hexlab.players"),
        EntryPoint("guest", f"{__name__}:Uniform", "hexlab.players"),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    assert {"foreign", "lost", "guest"} <= set(player_names())
    assert make_player("guest").name == "guest"
    with pytest.raises(ValueError, match=r"makes no hexlab.play.Player"):
        make_player("foreign")
    with pytest.raises(ValueError, match="'lost' cannot be loaded from no_such_module_at_all:X"):
        make_player("lost")


def test_the_group_is_asked_for_by_its_name() -> None:
    assert registry.GROUP == "hexlab.players"
    assert importlib.metadata.entry_points(group=registry.GROUP) is not None


# -- limits and sessions -----------------------------------------------------------------------


def test_a_limit_is_one_number() -> None:
    assert Limit().count is None
    assert Limit(simulations=7).count == 7
    assert Limit(seconds=0.5).count is None
    endless = [{"seconds": float("inf")}, {"nodes": float("inf")}]
    words = [{"seconds": "1"}, {"nodes": "many"}, {"seconds": True}, {"simulations": [1]}]
    numbers = [{"nodes": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"nodes": 1.5}]
    for wrong in endless + words + numbers:
        with pytest.raises(ValueError, match="of a move must be a"):
            Limit(**wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one limit, not 2: seconds, nodes"):
        Limit(seconds=1, nodes=1)


def test_a_session_plays_and_stops() -> None:
    game = Game(2)
    session = make_player("nth:place=0").start(game)
    assert session.choose(game).value == 0.5
    game.play("a1").play("b1").play("a2")
    with pytest.raises(ValueError, match=r"^the game is over$"):
        session.choose(game)
    session.close()
    game.undo().resign()
    with pytest.raises(ValueError, match=r"^the game is over$"):
        check_open(game)


def test_a_seed_decides() -> None:
    game = Game(11)
    session = make_player("uniform").start(game)
    moves = [session.choose(game, rng=5).move for _ in range(3)]
    assert len(set(moves)) == 1
    assert len({session.choose(game, rng=seed).move for seed in range(20)}) > 5
    rng = np.random.default_rng(1)
    assert len({session.choose(game, rng=rng).move for _ in range(20)}) > 5


def test_a_player_leaves_swapping_to_the_table() -> None:
    assert make_player("uniform").swaps(Board(5).play("c3")) is None
