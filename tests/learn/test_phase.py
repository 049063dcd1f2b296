"""The phase classifier: chance against its closed form, groups, an estimator, a file of numbers."""

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import balanced_accuracy_score
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from hexlab import BLACK, WHITE, Board
from hexlab.data.phase_labels import is_positive
from hexlab.learn.phase import (
    chance_positives,
    label_frame,
    phase_model,
    position_groups,
    survivors,
    table_3_1,
)
from hexlab.learn.phase_svm import (
    PhaseSVC,
    balanced_accuracy,
    group_bootstrap,
    out_of_fold,
    roc_area,
    tuned,
)
from hexlab.learn.phase_table import train
from hexlab.model.phase import load_phase, phase_features, read_phases, write_phases
from hexlab.network.features import POSITION_FEATURES


def row(opening="", high="0" * 10, low="0" * 10, game=0, color="black", n=5, turn=0.5):
    return {
        "n": n, "color": color, "opening": opening, "game": game, "turn": turn, "high_won": high,
        "low_won": low, "stage": "labels",
    }  # fmt: skip


# -- chance ------------------------------------------------------------------------------------


def test_chance_is_that_of_all_ways_to_exchange_the_pairs():
    """All 2^m exchanges of small rows, counted one by one."""
    rng = np.random.default_rng(5)

    def games():
        return "".join(map(str, rng.integers(0, 2, 7)))

    rows = [row(high=games(), low=games()) for _ in range(2)]
    counts = []
    for flips in product((False, True), repeat=14):
        number = 0
        for at, one in enumerate(rows):
            pairs = [
                (low, high) if flips[7 * at + i] else (high, low)
                for i, (high, low) in enumerate(zip(one["high_won"], one["low_won"], strict=True))
            ]
            high, low = ("".join(part) for part in zip(*pairs, strict=True))
            number += is_positive({"high_won": high, "low_won": low})
        counts.append(number)
    found = chance_positives(rows)
    assert found.expected == pytest.approx(np.mean(counts))
    assert found.p == pytest.approx(np.mean(np.array(counts) >= found.observed))


def test_many_real_positives_are_no_chance():
    found = chance_positives([row(high="1" * 10)] * 30 + [row(high="10" * 5, low="01" * 5)] * 30)
    assert found.observed == 30
    assert found.expected == pytest.approx(60 * 56 / 1024)  # 8 of 10 tosses or more
    assert found.p < 1e-6


def test_survivors_are_counted_among_those_played_again():
    yes, no = "1" * 10, "0" * 10
    labels = [row("a1", yes), row("a2", yes), row("a3"), row("a4")]
    again = [row("a1", yes), row("a2", no), row("a3", yes)]
    assert survivors(labels, again) == (1, 2)
    assert survivors(labels, again, positive=False) == (0, 1)


# -- positions ---------------------------------------------------------------------------------


def test_positions_that_half_a_turn_exchanges_are_one():
    rows = [row("a1 b2", high="1" * 10), row("e5 d4", game=1), row("a1 b3", game=2)]
    frame = label_frame(rows)
    assert frame["position"].tolist() == ["a1 b2", "a1 b3"]
    assert frame["positive"].tolist() == [True, False]
    board = Board(5).play("a1").play("b2")
    expected = phase_features(board.to_array()[None])[0]
    assert frame.loc[0, list(POSITION_FEATURES)].tolist() == pytest.approx(expected.tolist())


def test_games_that_meet_after_the_fourth_move_are_one_group():
    shared = "a1 b2 c3 d4 e5"
    rows = [
        row(f"{shared} a5", game=0),
        row("c3 b2 a1 d4 e5 b5", game=1),  # the same stones in another order
        row("e5 d4 c3 b2 a1 d1", game=2),  # after half a turn
        row("a1 b2 c3 d4 a2", game=3),  # only four moves in common
        row("a1", game=0),
        row(f"{shared} a5", game=0, color="white"),
        row(f"{shared} a5", game=0, n=6),
    ]
    groups = position_groups(rows)
    assert groups[0] == groups[1] == groups[2] == groups[4]
    assert len({groups[0], groups[3], groups[5], groups[6]}) == 4


# -- the estimator -----------------------------------------------------------------------------


@parametrize_with_checks([PhaseSVC()])
def test_the_estimator_keeps_the_rules_of_scikit_learn(estimator, check):
    check(estimator)


def made_up(games=30, seed=0, signal=3.0):
    """Labelled positions whose truth lies in the first characteristic, far from the turn."""
    rng = np.random.default_rng(seed)
    count = games * 6
    positive = rng.random(count) < 0.3
    frame = pd.DataFrame(rng.normal(size=(count, 12)), columns=list(POSITION_FEATURES))
    frame[POSITION_FEATURES[0]] += signal * positive
    frame["positive"] = positive
    frame["turn"] = rng.random(count)
    frame["group"] = np.repeat(np.arange(games), 6)
    frame["n"], frame["color"] = 7, "black"
    return frame


def test_the_model_of_numbers_says_what_the_estimator_says(tmp_path):
    frame = made_up()
    svm = tuned(frame)
    X = frame[list(POSITION_FEATURES)].to_numpy()
    model = phase_model(frame, svm)
    assert model.margin(X) == pytest.approx(svm.decision_function(X), abs=1e-9)
    by_hand = SVC(C=svm.C, gamma=svm.gamma, class_weight=svm.class_weight)
    by_hand.fit((X - X.mean(axis=0)) / X.std(axis=0), frame["positive"])
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    assert model.margin(X) == pytest.approx(by_hand.decision_function(scaled), abs=1e-9)
    path = tmp_path / "phase.json"
    write_phases({(7, "black"): model, (7, "white"): model}, path)
    json.loads(path.read_text())
    again = read_phases(path)[7, "white"]
    assert again.margin(X).tolist() == model.margin(X).tolist()
    assert table_3_1(frame, again) == {
        "positive": (int((svm.predict(X) & frame["positive"]).sum()), int(frame["positive"].sum())),
        "negative": (
            int((~svm.predict(X) & ~frame["positive"]).sum()),
            int((~frame["positive"]).sum()),
        ),
    }


def test_unseen_games_are_judged_by_the_others():
    """A real signal is found by every score, noise by none."""
    found = out_of_fold(made_up())
    assert balanced_accuracy(found.truth, found.margin) > 0.8
    assert abs(roc_area(found.truth, found.turn_margin) - 0.5) < 0.15
    assert found.importance.argmax() == 0
    noise = out_of_fold(made_up(signal=0.0))
    assert abs(roc_area(noise.truth, noise.margin) - 0.5) < 0.15
    share = group_bootstrap(found, balanced_accuracy, draws=100)
    assert share.low < share.value < share.high
    assert share.value == balanced_accuracy_score(found.truth, found.margin > 0)
    assert share.n == 30
    gain = group_bootstrap(found, balanced_accuracy, rival=found.turn_margin, draws=100)
    assert gain.value == share.value - balanced_accuracy(found.truth, found.turn_margin)
    assert gain.low > 0
    same = group_bootstrap(found, balanced_accuracy, rival=found.margin, draws=20)
    assert same[:3] == (0.0, 0.0, 0.0)


def test_labels_that_only_name_the_game_teach_nothing():
    """All positions of a game are alike and have one label: a split by positions would see it."""
    frame = made_up(games=40, signal=0.0)
    rng = np.random.default_rng(1)
    frame["positive"] = np.repeat(rng.random(40) < 0.4, 6)
    frame[list(POSITION_FEATURES)] = np.repeat(rng.normal(size=(40, 12)), 6, axis=0)
    found = out_of_fold(frame)
    assert abs(roc_area(found.truth, found.margin) - 0.5) < 0.25


def test_too_few_positives_are_named():
    frame = made_up()
    frame["positive"] = frame["group"] == 3
    with pytest.raises(ValueError, match="positives in 1 group of games are too few"):
        tuned(frame)
    frame["positive"] = frame["group"] < 2
    with pytest.raises(ValueError, match="too few for a nested"):
        out_of_fold(frame)


# -- training ----------------------------------------------------------------------------------


def test_without_positives_alpha_stays_low():
    rows = [row("a1 b2", game=0), row("a1 c3", game=1), row("b1", color="white", game=0)]
    frame, models = train([*rows, {**rows[0], "stage": "again"}, {**rows[0], "stage": "source"}])
    assert len(frame) == 3
    assert set(models) == {(5, "black"), (5, "white")}
    assert (models[5, "black"].margin(np.zeros((3, 12))) < 0).all()
    assert models[5, "black"].positions == 2


def test_a_size_with_too_few_positives_gets_the_classifier_of_the_nearest(monkeypatch):
    far = made_up(seed=2).assign(n=13, color="black")
    small = made_up().assign(n=5, color="black")
    large = made_up(games=4, seed=1).assign(n=9, color="black", positive=False)
    large[list(POSITION_FEATURES)] = 3 + 7 * large[list(POSITION_FEATURES)]
    large[POSITION_FEATURES[5]] = 0.1  # all alike, though rounding gives them a spread
    every = pd.concat([far, small, large], ignore_index=True)
    monkeypatch.setattr("hexlab.learn.phase_table.label_frame", lambda rows: every)
    _, models = train([])
    own, lent = models[5, "black"], models[9, "black"]
    assert (own.n, own.learned, lent.n, lent.learned) == (5, 5, 9, 5), "the smaller of two as near"
    assert (lent.positions, lent.positives) == (own.positions, own.positives)
    values = large[list(POSITION_FEATURES)].to_numpy()
    spread = np.where(values.std(0) > 1e-9, values.std(0), 1)
    scaled = (values - values.mean(0)) / spread
    assert np.allclose(lent.margin(values), own.margin(scaled * own.scale + own.mean))


def test_a_damaged_table_is_named(tmp_path):
    path = tmp_path / "phase.json"
    for text in ("{", "[]", '{"schema": 1}', '{"schema": 2, "classifiers": [{"n": 3}]}'):
        path.write_text(text)
        read_phases.cache_clear()
        with pytest.raises(ValueError, match="holds no phase classifiers"):
            read_phases(path)


def test_impossible_numbers_are_refused():
    model = load_phase(7, BLACK)
    with pytest.raises(ValueError, match=r"features must be \(B, 12\), not \(12,\)"):
        model.margin(np.zeros(12))
    for wrong in ({"mean": np.zeros(3)}, {"scale": np.zeros(12)}, {"gamma": -1.0}):
        with pytest.raises(ValueError, match="must be"):
            replace(model, **wrong)


def test_any_board_has_a_classifier():
    for n in (1, 4, 7, 9, 11, 19):
        for player in (BLACK, WHITE):
            assert np.isfinite(load_phase(n, player).of_board(Board(n)))
    sizes = {n for n, color in read_phases() if color == "black"}
    assert {load_phase(n, BLACK).n for n in range(1, 20)} == sizes
    assert load_phase(1, BLACK).n == min(sizes)
