"""The player `mohex`: the protocol, and games that it must win."""

from __future__ import annotations

import numpy as np
import pytest

from hexlab import Board, Game
from hexlab.model.patterns import playout_weights
from hexlab.play.mohex import MohexPlayer
from hexlab.play.player import Limit


def test_the_same_game_count_and_seed_give_the_same_move() -> None:
    player = MohexPlayer(knowledge=16)
    game = Game(7).play("b2").play("e4")
    session = player.start(game)
    limit = Limit(simulations=400)
    one = session.choose(game, limit, 3)
    game.play(int(one.move)).play(game.board.empty[5])
    session.choose(game, limit, 4)
    game.undo().undo()
    for other in (session, player.start(game)):
        again = other.choose(game, limit, 3)
        assert (again.move, again.value) == (one.move, one.value)
        assert np.array_equal(again.scores, one.scores, equal_nan=True)


def test_against_the_clock() -> None:
    game = Game(11).play("c2")
    session = MohexPlayer().start(game)
    session.choose(game, Limit(seconds=0.15), 1)  # loads what it needs
    choice = session.choose(game, Limit(seconds=0.15), 1)
    assert game.board[int(choice.move)] == 0
    assert choice.info["simulations"] > 0
    assert choice.info["seconds"] < 2  # generous: the machine may be busy


def test_says_what_it_found() -> None:
    game = Game(9).play("a1")
    choice = MohexPlayer().start(game).choose(game, Limit(simulations=200), 1)
    assert choice.scores is not None
    assert choice.scores.shape == (81,)
    assert choice.info["pv"][0] == choice.move
    assert choice.info["limit"] == "simulations"
    assert -1 <= choice.value <= 1


def test_a_finished_game() -> None:
    game = Game(Board(2, black="a1 a2"))
    with pytest.raises(ValueError, match="the game is over"):
        MohexPlayer().start(game).choose(game)


def test_wins_what_is_won() -> None:
    """From openings of 5×5 that the second player wins, against random play and good play."""
    rng = np.random.default_rng(1)
    player = MohexPlayer(sims=300)
    for opening in (0, 1, 5):
        game = Game(5).play(opening)
        session = player.start(game)
        while not game.board.winner:
            if game.board.to_move == -1:
                game.play(int(session.choose(game, rng=rng).move))
            else:
                game.play(int(rng.choice(game.board.empty)))
        assert game.board.winner == -1


def test_what_it_cannot_be() -> None:
    with pytest.raises(ValueError, match="sims must be at least 1"):
        MohexPlayer(sims=0)
    with pytest.raises(ValueError, match="lanes must be a whole number"):
        MohexPlayer(lanes=100)
    with pytest.raises(ValueError, match="temperature"):
        MohexPlayer(temperature=-1)


@pytest.mark.parametrize("how", [{"prior": "patterns"}, {"playout": "patterns", "lanes": 2}])
def test_the_shipped_weights_are_taken(how: dict) -> None:
    game = Game(6).play("b2")
    choice = MohexPlayer(knowledge=0, **how).start(game).choose(game, Limit(simulations=100), 1)
    assert game.board[int(choice.move)] == 0


def test_the_shipped_weights_save_bridges() -> None:
    ring, near = playout_weights()
    assert ring.dtype == np.int16
    assert ring.min() >= 1
    # A bridge is saved far rather than let go; open ground is 1.
    assert near[1] > 10 * near[0] > 1024
    assert ring[0].tolist() == [1024, 1024]
