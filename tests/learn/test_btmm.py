"""Strengths by MM against choix and against scipy's direct maximum of the likelihood."""

from __future__ import annotations

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from hexlab import Board, Game
from hexlab.learn.btmm import Choices, choices_of, fit_patterns, fit_strengths, log_likelihood
from hexlab.model import patterns
from hexlab.model.patterns import class_of_codes, codes_for_mover, near_kinds, ring_codes


def random_choices(seed: int, count: int, sizes: tuple[int, ...]) -> Choices:
    """Choices made by known strengths."""
    rng = np.random.default_rng(seed)
    strengths = [rng.gamma(2.0, 1.0, size) for size in sizes]
    features, choice, chosen = [], [], []
    for number in range(count):
        team = np.stack([rng.integers(size, size=int(rng.integers(2, 6))) for size in sizes[:1]])
        rest = [rng.integers(size, size=team.shape[1]) for size in sizes[1:]]
        team = np.stack([team[0], *rest], axis=1)
        weight = np.prod([s[team[:, g]] for g, s in enumerate(strengths)], axis=0)
        chosen.append(len(choice) + int(rng.choice(len(team), p=weight / weight.sum())))
        features.append(team)
        choice += [number] * len(team)
    return Choices(np.concatenate(features), np.array(choice), np.array(chosen))


def test_one_group_equals_choix() -> None:
    choices = random_choices(1, 300, (7,))
    data = []
    for number, winner in enumerate(choices.chosen):
        rivals = np.flatnonzero(choices.choice == number)
        item = int(choices.features[winner, 0])
        others = {int(f) for f in choices.features[rivals, 0]} - {item}
        data.append((item, tuple(others)))
    # choix has each item once in a competition: fit the same reduced data.
    reduced = [(k, [winner, *others]) for k, (winner, others) in enumerate(data) if others]
    features = np.concatenate([np.array(team) for _, team in reduced])[:, None]
    choice = np.repeat(np.arange(len(reduced)), [len(team) for _, team in reduced])
    chosen = np.searchsorted(choice, np.arange(len(reduced)))
    found = fit_strengths(
        Choices(features, choice, chosen), (7,), rounds=5000, tolerance=1e-12, prior=0.0
    )[0]
    expected = choix.opt_top1(7, [one for one in data if one[1]])
    log = np.log(found)
    assert np.allclose(log - log.mean(), expected - expected.mean(), atol=1e-4)


@pytest.mark.parametrize("prior", [0.0, 1.0, 4.0])
def test_teams_equal_the_direct_maximum(prior: float) -> None:
    sizes = (5, 3)
    choices = random_choices(2, 250, sizes)
    found = fit_strengths(choices, sizes, rounds=20_000, tolerance=1e-13, prior=prior)

    def penalized(logs: np.ndarray) -> float:
        # prior / 2 wins and prior / 2 losses of each feature against strength 1
        strengths = [np.exp(logs[:5]), np.exp(logs[5:])]
        value = log_likelihood(choices, strengths) * len(choices.chosen)
        games = prior / 2 * logs - prior * np.log1p(np.exp(logs))
        return -(value + games.sum())

    best = minimize(penalized, np.zeros(8), method="BFGS", options={"gtol": 1e-8}).x
    for own, direct in zip(found, (best[:5], best[5:]), strict=True):
        log = np.log(own)
        if prior:
            assert np.allclose(log, direct, atol=2e-4)
        else:
            assert np.allclose(log - log.mean(), direct - direct.mean(), atol=2e-4)


def test_every_round_raises_the_likelihood() -> None:
    sizes = (6, 4)
    choices = random_choices(3, 120, sizes)
    values = [
        log_likelihood(choices, fit_strengths(choices, sizes, rounds=r, tolerance=0, prior=0.0))
        for r in (1, 2, 4, 8, 16)
    ]
    assert values == sorted(values)


def test_choices_that_fit_nothing() -> None:
    good = random_choices(4, 5, (3, 2))
    with pytest.raises(ValueError, match="features must be"):
        fit_strengths(good, (3,))
    with pytest.raises(ValueError, match="outside its group"):
        fit_strengths(good, (3, 1))
    with pytest.raises(ValueError, match="chosen must name"):
        fit_strengths(good._replace(chosen=good.chosen[::-1]), (3, 2))


def test_features_of_a_game() -> None:
    game = Game(5)
    for name in ["c3", "b4", "d2", "a1", "c4"]:
        game.play(name)
    choices = choices_of(game)
    # Black's second stone, d2, makes a bridge with c3 and touches nothing.
    assert len(choices.chosen) >= 3
    for number, winner in enumerate(choices.chosen):
        rivals = np.flatnonzero(choices.choice == number)
        assert len(rivals) == 25 - number
        board = game.boards()[number]
        cell = game.moves[number].cell
        assert board.empty[int(np.flatnonzero(rivals == winner)[0])] == cell
        code = ring_codes(board.to_array()[None])[0].reshape(-1)[cell]
        mover = int(board.to_move < 0)
        assert choices.features[winner, 0] == class_of_codes()[codes_for_mover()[mover, code]]
        last = game.moves[number - 1].cell if number else None
        near = near_kinds(board.to_array(), board.to_move, last).reshape(-1)[cell]
        assert choices.features[winner, 1] == near


def test_weights_come_back_from_their_file(tmp_path, monkeypatch) -> None:
    games = []
    rng = np.random.default_rng(1)
    for _ in range(6):
        game = Game(4)
        while not game.board.winner:
            game.play(int(rng.choice(game.board.empty)))
        games.append(game)
    path = tmp_path / "patterns.npz"
    assert fit_patterns(games, path, skip=0) < 0
    monkeypatch.setattr(patterns, "_FILE", path)
    patterns.playout_weights.cache_clear()
    ring, near = patterns.playout_weights()
    patterns.playout_weights.cache_clear()
    assert ring.shape == (4096, 2)
    assert ring[0, 0] == 1024
    assert (near >= 1024).all()
    assert ring.min() >= 1
    # Half a turn, and colors exchanged with the board reflected, change no weight.
    board = Board(4, black="b2 c1", white="a3 d4")
    codes = ring_codes(board.to_array()[None])[0]
    turned = ring_codes(board.to_array()[None, ::-1, ::-1])[0]
    assert (ring[codes, 0] == ring[turned[::-1, ::-1], 0]).all()
    exchanged = ring_codes(-board.to_array().T[None])[0]
    assert (ring[codes, 0] == ring[exchanged.T, 1]).all()
