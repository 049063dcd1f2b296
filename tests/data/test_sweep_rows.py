"""The tracked sweep: a calibrated opponent, and a point that comes out alike with new seeds."""

from math import sqrt

import pytest

from hexlab.data.alpha_sweep import (
    COLORS,
    LEAST,
    MOST,
    OPPONENT,
    SIMULATIONS,
    TRIALS,
    alpha_sweep,
    games_of,
    score,
)

ROWS = alpha_sweep().read()


def stage(name, n=11):
    return [row for row in ROWS if row["stage"] == name and row["n"] == n]


@pytest.mark.parametrize("n", sorted(SIMULATIONS))
def test_the_opponent_is_the_calibrated_one(n):
    name = OPPONENT.format(SIMULATIONS[n])
    games = [row for row in stage("calibrate", n) if row["white"] == name]
    won, count = score(games)
    assert count == TRIALS
    assert LEAST <= won / count <= MOST


def test_one_opponent_was_met_in_all_screened_and_fresh_games():
    games = [*stage("screen"), *stage("fresh")]
    met = {row[color] for row in games for color in COLORS if not row[color].startswith("chev")}
    assert met == {OPPONENT.format(SIMULATIONS[11])}


def test_no_seed_serves_two_stages():
    seeds = [
        {row["seed"] for row in ROWS if row["stage"] == name} for name in {r["stage"] for r in ROWS}
    ]
    assert len(set.union(*seeds)) == sum(map(len, seeds))


@pytest.mark.parametrize("color", COLORS)
def test_a_point_with_new_seeds_differs_by_chance_only(color):
    """Less than 2.58 standard errors, at alphas that were not chosen for having won many games."""
    for alpha in (0.0, 1.0):
        old, new = (score(games_of(ROWS, name, color, alpha)) for name in ("screen", "fresh"))
        assert (old[1], new[1]) == (24, 100)
        share = (old[0] + new[0]) / (old[1] + new[1])
        error = sqrt(share * (1 - share) * (1 / old[1] + 1 / new[1]))
        assert abs(old[0] / old[1] - new[0] / new[1]) <= 2.58 * error, (alpha, old, new)
