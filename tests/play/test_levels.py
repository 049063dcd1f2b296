"""The ladder of levels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from hexlab import Board, Game
from hexlab.play import player as registry
from hexlab.play.levels import LEVELS
from hexlab.play.player import Choice, Limit, Stateless, make_player, register_player

ASKED: list[tuple[int, int, Limit]] = []


class Last(Stateless):
    """Instead of a search: the last empty cell."""

    def __init__(self, sims: int = 1, knowledge: int = 64):
        self.sims, self.knowledge = sims, knowledge

    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice:
        ASKED.append((self.sims, self.knowledge, limit))
        return Choice(board.empty[-1])


@pytest.fixture
def doubled() -> Iterator[None]:
    before = dict(registry._FACTORIES)
    register_player("mohex")(Last)
    ASKED.clear()
    yield
    registry._FACTORIES.clear()
    registry._FACTORIES.update(before)


@pytest.mark.usefixtures("doubled")
def test_a_level_searches_and_errs_as_its_row_says() -> None:
    game = Game(7).play("d4").play("e5")
    near = {17, 18, 23, 25, 30, 31, 26, 33, 38, 39}
    for number, level in LEVELS.items():
        session = make_player(f"level={number}").start(game)
        ASKED.clear()
        moves = [session.choose(game, rng=seed).move for seed in range(400)]
        drawn = [move for move in moves if move != 48]
        assert len(drawn) / 400 == pytest.approx(level.noise, abs=0.08)
        assert set(drawn) <= near
        assert len(ASKED) == 400 - len(drawn)
        assert {limit.count for _, _, limit in ASKED} == {level.sims}
        assert {knowledge == 0 for _, knowledge, _ in ASKED} == {not level.knowledge}


@pytest.mark.usefixtures("doubled")
def test_a_smaller_limit_is_heeded() -> None:
    game = Game(5)
    session = make_player("level=10").start(game)
    session.choose(game, Limit(nodes=20))
    session.choose(game, Limit(simulations=10**6))
    session.choose(game, Limit(seconds=5))
    assert [limit.count for _, _, limit in ASKED] == [20, LEVELS[10].sims, LEVELS[10].sims]
    session.close()


@pytest.mark.usefixtures("doubled")
def test_names_of_levels() -> None:
    assert make_player("level=3").name == "level=3"
    assert make_player("level:level=3").name == "level=3"
    for wrong in ("level=0", "level=11"):
        with pytest.raises(ValueError, match="level must be from 1 to 10"):
            make_player(wrong)
    with pytest.raises(ValueError, match="needs a value of 'level'"):
        make_player("level")
    with pytest.raises(ValueError, match="must be a whole number, not 'hard'"):
        make_player("level=hard")


def test_a_beginner_on_an_empty_board_may_play_anywhere() -> None:
    game = Game(5)
    session = make_player("level=1").start(game)
    moves = {session.choose(game, rng=seed).move for seed in range(60)}
    assert len(moves) > 10


def test_levels_grow() -> None:
    rows = list(LEVELS.values())
    for lower, higher in pairwise(rows):
        assert lower.sims < higher.sims
        assert lower.noise >= higher.noise
        assert lower.knowledge <= higher.knowledge
