"""The plans of the experiments with E_v, on made-up results: no game is played."""

import sys
from collections import Counter
from dataclasses import asdict
from functools import partial

import numpy as np
import pytest

from hexlab import Board
from hexlab.data import alpha_sweep as sweep
from hexlab.data import ezo_tournament as tournament
from hexlab.data import phase_labels as labels
from hexlab.data import value_duel as duel
from hexlab.data.experiment import Experiment, GameTask, moves_of
from hexlab.play.player import make_player

CELLS = [f"{letter}{row}" for row in range(1, 12) for letter in "abcdefghijk"]


def drive(experiment, result):
    """All lists of tasks of a plan, answered by `result`."""
    plan = experiment.plan()
    lists = [list(next(plan))]
    while True:
        rows = [{"task": type(task).__name__, **asdict(task), **result(task)} for task in lists[-1]]
        try:
            lists.append(list(plan.send(rows)))
        except StopIteration:
            return lists


def won_by_share(share):
    """Games whose chev wins as often as `share` (of its alpha and the opponent) says."""

    def result(task):
        color = "black" if task.black.startswith("chev") else "white"
        part = share(task)
        won = (task.index * 0.618) % 1 < part
        other = {"black": "white", "white": "black"}[color]
        return {"winner": color if won else other}

    return result


# -- the sweep ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("best", "wanted"), [(5, 5), (40, 40), (160, 160), (1_280, 1_280), (2, 5), (5_000, 1_280)]
)
def test_calibration_finds_the_simulations_where_games_are_even(best, wanted):
    """The share falls with simulations and is 60 % at `best`."""

    def share(task):
        simulations = int(task.white.partition("sims=")[2].partition(",")[0])
        return float(np.clip(0.6 - 0.25 * np.log2(simulations / best), 0, 1))

    result = won_by_share(share)
    found = []

    def plan():
        found.append((yield from sweep.calibrated(11, 20)))

    lists = drive(Experiment("calibration", "", plan, (GameTask,)), result)
    assert found == [wanted]
    assert len(lists) <= 4
    for tasks in lists:
        assert [task.stage for task in tasks] == ["calibrate"] * 60


def test_the_sweep_plays_what_it_says():
    peak = {"black": 0.15, "white": 0.3}

    def share(task):
        color = "black" if task.black.startswith("chev") else "white"
        return 0.7 - 2 * abs(sweep.alpha_of(asdict(task)) - peak[color])

    lists = drive(sweep.alpha_sweep("long"), won_by_share(share))
    games = [task for part in lists for task in part]
    counts = Counter(task.stage for task in games)
    assert counts["screen"] == 11 * 2 * 24
    assert counts["fresh"] == 2 * 3 * 100
    assert counts["sensitivity"] == 2 * 7 * 24
    assert counts["second opponent"] == 244
    assert counts["calibrate"] % 60 == 0
    by_stage = {stage: {t.seed for t in games if t.stage == stage} for stage in counts}
    assert len(set.union(*by_stage.values())) == len(by_stage), "seeds of their own"
    fresh = [task for task in games if task.stage == "fresh"]
    alphas = Counter((sweep._side(asdict(t))[0], sweep.alpha_of(asdict(t))) for t in fresh)
    assert alphas == {(c, a): 100 for c in peak for a in (peak[c], 0.0, 1.0)}
    assert len({(*asdict(task).items(),) for task in games}) == len(games), "no game twice"
    tried = {sweep.alpha_of(asdict(t)) for t in games if t.stage == "screen"}
    assert sweep.TRIAL_ALPHA not in tried
    for name in {task.black for task in games} | {task.white for task in games}:
        make_player(name)


def test_another_program_can_be_the_opponent():
    engine = f"htp:{sys.executable} -m hexlab htp random"
    lists = drive(sweep.alpha_sweep("long", engine), won_by_share(lambda task: 0.6))
    games = [task for part in lists for task in part]
    assert {t.stage for t in games} == {"screen", "fresh", "sensitivity", "second opponent"}
    met = {
        name
        for task in games
        if task.stage != "second opponent"
        for name in (task.black, task.white)
        if not name.startswith("chev")
    }
    assert met == {engine}


@pytest.mark.parametrize("name", ["", "chev", "chev:alpha=0.5", "ezo", "wolve"])
def test_no_player_can_be_its_own_opponent(name):
    with pytest.raises(ValueError, match="the opponent of the sweep can't be"):
        sweep.alpha_sweep("quick", name)
    with pytest.raises(ValueError, match="randomm"):
        sweep.alpha_sweep("quick", "randomm")
    assert sweep.alpha_sweep("quick", "mohex").name != sweep.alpha_sweep("quick").name


def test_an_engine_plays_in_an_experiment():
    engine = f"htp:{sys.executable} -m hexlab htp random"
    row = GameTask("screen", "chev", engine, 3, 1, 0).run()
    assert row["winner"] in ("black", "white")


def test_the_thesis_scale_goes_on_from_the_long_one():
    result = won_by_share(lambda task: 0.6)
    keys = [
        {str(task) for part in drive(sweep.alpha_sweep(scale), result) for task in part}
        for scale in ("long", "thesis")
    ]
    assert keys[0] <= keys[1]


def test_the_chosen_alpha_is_between_the_ends_and_the_lowest_of_equal_ones():
    rows = [
        {"black": f"chev:alpha={alpha},own=keep", "white": "mohex", "winner": "black"}
        for alpha in (0, 0.2, 0.5, 1)
    ] + [{"black": "mohex", "white": "chev:alpha=0.2", "winner": "black"}]
    rows = [{**row, "stage": "screen"} for row in rows]
    other = {"black": "chev:alpha=0.3", "white": "mohex", "winner": "black", "stage": "fresh"}
    assert sweep.chosen_alphas([*rows, other]) == {"black": 0.2, "white": 0.2}
    assert sweep.score(rows) == (4, 5)
    assert sweep.games_of([*rows, other], "screen", "black", 0.5) == [rows[2]]
    assert sweep.games_of([*rows, other], "screen", "white") == [rows[4]]
    assert sweep.games_of([*rows, other], "fresh", "black") == [other]


# -- labels ------------------------------------------------------------------------------------


def label_result(task):
    """Every game has its own moves; every third position needs a high alpha."""
    if isinstance(task, labels.AlphaTask):
        high = task.index % 3 == 0
        return {"low_won": "0" * 10, "high_won": ("1" if high else "0") * 10}
    rng = np.random.default_rng([task.seed, task.index, task.n])
    names = [f"{'abcdefghijk'[c]}{r + 1}" for r in range(task.n) for c in range(task.n)]
    return {"winner": "black", "moves": " ".join(rng.permutation(names)[: 18 + task.index % 5])}


def test_labels_are_many_and_everywhere_in_the_game():
    lists = drive(labels.phase_labels("long"), label_result)
    tasks = [t for part in lists for t in part if isinstance(t, labels.AlphaTask)]
    for n, least in ((7, 400), (11, 30)):
        for color, other in (("black", 0), ("white", 1)):
            mine = [t for t in tasks if (t.n, t.color, t.stage) == (n, color, "labels")]
            assert len(mine) >= least
            assert len({t.opening for t in mine}) == len(mine)
            assert all(len(t.opening.split()) % 2 == other for t in mine), "chev is to move"
            turns = np.histogram([t.turn for t in mine], bins=5, range=(0, 1))[0]
            assert turns.min() > 0
            again = [t for t in tasks if (t.n, t.color, t.stage) == (n, color, "again")]
            positive = [t for t in mine if t.index % 3 == 0]
            assert len(again) == 2 * len(positive)
            assert {t.opening for t in positive} <= {t.opening for t in again}
            assert {t.seed for t in again}.isdisjoint({t.seed for t in mine})
    few = [t for t in tasks if (t.n, t.stage) == (11, "labels")]
    assert len(few) == 60
    assert len({(t.color, t.game) for t in few}) == 60, "one from each game"


def test_both_alphas_meet_the_same_opponent():
    """With the same alpha both series of games are the same."""
    task = labels.AlphaTask(
        "labels", "white", 4, "b2", 0, 0.1, "mohex:sims=5,lanes=1,playout=uniform,knowledge=0",
        0.1, 0.1, 4, seed=3, index=2,
    )  # fmt: skip
    row = task.run()
    assert row["low_won"] == row["high_won"]
    assert set(row["low_won"]) <= {"0", "1"}
    assert len(row["low_won"]) == 4


@pytest.mark.parametrize(("high", "low", "positive"), [(10, 0, 1), (5, 0, 1), (4, 0, 0), (0, 5, 0)])
def test_a_position_is_positive_if_high_wins_more_than_four_more(high, low, positive):
    row = {"high_won": "1" * high + "0" * (10 - high), "low_won": "1" * low + "0" * (10 - low)}
    assert labels.difference(row) == high - low
    assert labels.is_positive(row) == bool(positive)


# -- the tournament and the duel ---------------------------------------------------------------


def test_the_tournament_goes_on_from_where_ezo_changed():
    def result(task):
        if isinstance(task, labels.AlphaTask):
            return {"low_won": "", "high_won": ""}
        ezo = "ezo" in (task.black, task.white)
        changed = {"raised": 5 if task.black == "ezo" else 6} if ezo and task.index < 3 else {}
        return {"winner": "black", "moves": " ".join(CELLS[:20]), **changed}

    lists = drive(tournament.ezo_tournament("long"), result)
    assert [{task.n for task in tasks} for tasks in lists] == [{7}, {7}, {11}, {11}]
    for games, again in (lists[:2], lists[2:]):
        counts = Counter(tournament.player_of(asdict(task)) for task in games)
        assert counts == {
            (name, color): 100 for name in ("ezo", "chev", "wolve") for color in ("black", "white")
        } | {("mohex", "black"): 100}
        assert [(t.color, len(t.opening.split())) for t in again] == [("black", 4)] * 3 + [
            ("white", 5)
        ] * 3
    for name in {task.black for task in games} | {task.white for task in games}:
        make_player(name)


def test_the_score_of_a_player_is_of_its_color():
    rows = [
        {"stage": "tournament", "black": black, "white": white, "winner": winner}
        for black, white, winner in [
            ("ezo", "mohex:sims=8", "black"),
            ("ezo", "mohex:sims=8", "white"),
            ("mohex:sims=8", "ezo", "white"),
            ("mohex:sims=8", "mohex:sims=8", "black"),
        ]
    ]
    score = partial(tournament.score_of, [*rows, {"stage": "switch", "color": "black"}])
    assert (score("ezo", "black"), score("ezo", "white")) == ((1, 2), (1, 1))
    assert (score("mohex", "black"), score("mohex", "white")) == ((1, 1), (0, 1))
    assert score("wolve", "black") == (0, 0)


def test_the_duel_has_each_opening_with_both_colors():
    (games,) = drive(duel.value_duel("long"), lambda task: {})
    assert len(games) == 366
    openings = Counter(task.opening for task in games)
    assert set(openings.values()) == {2}
    assert len({opening.split()[0] for opening in openings}) == 61
    for opening in openings:
        board = Board(11)
        for cell in moves_of(opening, 11):
            board = board.play(cell)
    assert {frozenset((task.black, task.white)) for task in games} == {
        frozenset((duel.BY_NETWORK, duel.BY_RESISTANCE))
    }


def test_pairs_are_counted_by_opening():
    one, other = duel.BY_NETWORK, duel.BY_RESISTANCE
    rows = [
        {"opening": opening, "black": black, "white": white, "winner": winner}
        for opening, black, white, winner in [
            ("a1 b2", one, other, "black"),
            ("a1 c3", other, one, "black"),
            ("a1 b2", other, one, "white"),
            ("a1 c3", one, other, "white"),
            ("b1 b2", one, other, "black"),
        ]
    ]
    assert duel.pairs_won(rows) == {"a1 b2": 2, "a1 c3": 0}
