"""EZO is chev with the alpha of the phase: which that is depends on the game alone."""

from dataclasses import replace

import numpy as np
import pytest

from hexlab import Game
from hexlab.board.notation import cell_name
from hexlab.data.experiment import GameTask, play_task
from hexlab.model import phase
from hexlab.play import ezo, make_player

NONE = np.zeros((0, 12)), np.zeros(0)


def always(margin):
    """A classifier with one answer."""
    model = phase.PhaseModel(5, 5, 1, 0, np.zeros(12), np.ones(12), *NONE, margin, 0.0)
    return lambda n, player: model


class After(phase.PhaseModel):
    """High on boards with exactly so many stones."""

    stones = 0

    def of_board(self, board):
        return 1.0 if len(board) == self.stones else -1.0


def high_at(stones):
    model = After(5, 5, 1, 0, np.zeros(12), np.ones(12), *NONE, -1.0, 0.0)
    object.__setattr__(model, "stones", stones)
    return lambda n, player: model


def play(name, count=6, n=5):
    """A game of a player against itself: moves and phases."""
    player, game, told = make_player(name), Game(n), []
    sessions = player.start(game), player.start(game)
    for ply in range(count):
        choice = sessions[ply % 2].choose(game)
        told.append((cell_name(choice.move, n), choice.info.get("phase")))
        game.play(choice.move)
    return told


@pytest.mark.parametrize(
    ("margin", "same", "word"), [(-1.0, "chev", "low"), (1.0, "chev:alpha=0.5", "high")]
)
def test_with_one_answer_it_is_chev(monkeypatch, margin, same, word):
    monkeypatch.setattr(ezo, "load_phase", always(margin))
    assert [move for move, _ in play("ezo")] == [move for move, _ in play(same)]
    assert {said for _, said in play("ezo")} == {word}


def test_once_high_it_stays_so_for_that_player(monkeypatch):
    """At two stones Black is to move: White's alpha never changes."""
    monkeypatch.setattr(ezo, "load_phase", high_at(2))
    phases = [said for _, said in play("ezo", 8)]
    assert phases == ["low", "low", "high", "low", "high", "low", "high", "low"]


def test_an_undo_takes_it_back_and_a_new_session_knows(monkeypatch):
    monkeypatch.setattr(ezo, "load_phase", high_at(2))
    player, game = make_player("ezo"), Game(5)
    for cell in ("c3", "b4", "d2", "d3"):
        game.play(cell)
    session = player.start(game)
    later = session.choose(game)
    assert later.info["phase"] == "high"
    assert player.start(game).choose(game).move == later.move
    game.undo()
    game.undo()
    game.undo()
    game.undo()
    assert session.choose(game).info["phase"] == "low"


def test_the_ply_of_the_change_is_in_the_row(monkeypatch):
    monkeypatch.setattr(ezo, "load_phase", high_at(3))
    task = GameTask("test", "resistance", "ezo", 5, seed=1, index=0)
    assert play_task(task)["raised"] == 4
    monkeypatch.setattr(ezo, "load_phase", always(-1.0))
    assert "raised" not in play_task(replace(task, index=1))


def test_wrong_parameters_are_refused():
    for name, word in [
        ("ezo:high=2", "alpha must be"),
        ("ezo:depth=0", "depth"),
        ("ezo:x=1", "'x'"),
    ]:
        with pytest.raises(ValueError, match=word):
            make_player(name)
