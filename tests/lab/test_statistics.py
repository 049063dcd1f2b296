import math

import numpy as np
import pytest
from scipy import stats

from hexlab.lab.statistics import (
    Estimate,
    bootstrap_shares,
    holm_differences,
    mean_difference,
    needed,
    proportion,
    share_difference,
    winner_hits,
)


@pytest.mark.parametrize(
    ("successes", "half"), [(92, 2.7), (24, 4.3), (79, 4.1), (18, 3.8), (82, 3.8), (42, 4.9)]
)
def test_normal_intervals_are_those_of_table_3_2(successes, half):
    share = proportion(successes, 100, 0.68, "normal")
    assert round(100 * (share.high - share.value), 1) == half
    assert share.value - share.low == pytest.approx(share.high - share.value)


def test_table_3_3_agrees_with_table_3_2():
    """Games in which α was changed and not: together they are the row of Table 3.2."""
    for games, won, half in (((19, 81), (16, 76), 2.7), ((9, 91), (8, 16), 4.3)):
        share = proportion(sum(won), sum(games), confidence=0.68, method="normal")
        assert 100 * share.value in (92, 24)
        assert round(100 * (share.high - share.value), 1) == half


def test_table_4_6_interval():
    share = proportion(0.793 * 676, 676, 0.95, "normal")
    assert round(100 * (share.high - share.value), 1) == 3.1


@pytest.mark.parametrize("n", [1, 2, 10, 100])
def test_wilson_solves_its_equation(n):
    for successes in range(n + 1):
        share = proportion(successes, n)
        assert 0 <= share.low <= share.value <= share.high <= 1
        for end in (share.low, share.high):
            gap = abs(share.value - end)
            assert gap == pytest.approx(1.96 * math.sqrt(max(end * (1 - end), 0) / n), abs=1e-9)


def test_other_confidences():
    wide, narrow = proportion(5, 10, 0.99), proportion(5, 10, 0.5)
    assert wide.low < proportion(5, 10).low < narrow.low
    half = proportion(50, 100, 0.99, "normal").high - 0.5
    assert half == pytest.approx(2.5758293 * 0.05, abs=1e-6)


@pytest.mark.parametrize(
    "wrong", [(1, 0), (3, 2), (-1, 2), (1, 2, 1.5), (1, 2, 0.95, "exact")], ids=str
)
def test_what_is_no_share_is_refused(wrong):
    with pytest.raises(ValueError, match=r"no share|between 0 and 1|no interval"):
        proportion(*wrong)


def slow_bootstrap(hits, counts, draws, rng):
    games = len(hits)
    shares = []
    for _ in range(draws):
        chosen = rng.integers(games, size=games)
        shares.append(hits[chosen].sum() / counts[chosen].sum())
    wide = stats.norm.cdf(np.sqrt(games / (games - 1)) * stats.t.ppf(0.025, games - 1))
    return np.quantile(shares, [wide, 1 - wide])


def test_bootstrap_equals_the_slow_one_that_draws_games():
    rng = np.random.default_rng(5)
    counts = rng.integers(1, 9, size=(40, 1))
    hits = rng.binomial(counts, rng.beta(2, 1, size=(40, 1)))
    estimate = bootstrap_shares(hits, counts, draws=20_000)[0]
    low, high = slow_bootstrap(hits[:, 0], counts[:, 0], 20_000, rng)
    assert estimate.value == hits.sum() / counts.sum()
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=0.01)


@pytest.mark.parametrize(("games", "least"), [(5, 0.9), (8, 0.92), (15, 0.93), (50, 0.93)])
def test_bootstrap_of_few_games_holds_as_often_as_it_says(games, least):
    """Plain percentiles of five games would hold 83 % of the time."""
    rng = np.random.default_rng(games)
    inside = []
    for _ in range(1000):
        sample = rng.normal(0.3, 1, size=(games, 1))
        found = bootstrap_shares(sample, np.ones_like(sample), rng=rng)[0]
        inside.append(found.low <= 0.3 <= found.high)
    assert least <= np.mean(inside) <= 0.98


def test_bootstrap_widens_for_positions_of_one_game():
    """Forty games of nine equal positions tell as much as forty positions."""
    won = np.arange(40)[:, None] % 2
    alike = bootstrap_shares(won * 9, np.full((40, 1), 9))[0]
    single = bootstrap_shares(won, np.ones((40, 1)))[0]
    assert alike == single
    assert single.high - single.low == pytest.approx(2 * 1.96 * math.sqrt(0.25 / 40), rel=0.2)


def test_bootstrap_degenerate_columns():
    one, none, some = bootstrap_shares([[1, 0, 0], [1, 0, 1]], [[1, 0, 0], [1, 0, 1]])
    assert one == Estimate(1.0, 1.0, 1.0, 2)
    assert math.isnan(none.value)
    assert none.n == 0
    assert some == Estimate(1.0, 1.0, 1.0, 1)
    single = bootstrap_shares([[3]], [[4]])[0]
    assert single == Estimate(0.75, 0.75, 0.75, 1)


def test_bootstrap_repeats_with_a_seed():
    hits, counts = np.arange(8)[:, None] / 7, np.ones((8, 1))
    assert bootstrap_shares(hits, counts, rng=3) == bootstrap_shares(hits, counts, rng=3)
    assert bootstrap_shares(hits, counts, rng=3) != bootstrap_shares(hits, counts, rng=4)


@pytest.mark.parametrize("shapes", [((0, 3), (0, 3)), ((2, 3), (3, 2)), ((3,), (3,))])
def test_bootstrap_refuses_what_is_no_table(shapes):
    with pytest.raises(ValueError, match=r"\(games, k\)"):
        bootstrap_shares(np.ones(shapes[0]), np.ones(shapes[1]))


def slow_hits(curve, winner, parts):
    hits, counts = [0.0] * parts, [0.0] * parts
    for i, value in enumerate(curve):
        if not math.isnan(value):
            part = int(parts * i / len(curve) + 1e-9)
            counts[part] += 1
            hits[part] += 0.5 if value == 0 else float((value > 0) == (winner > 0))
    return hits, counts


def test_winner_hits_equals_the_slow_one():
    rng = np.random.default_rng(1)
    curves = [rng.choice([-1, -0.1, 0, 0.3, math.nan], size=m) for m in (*range(30), 122, 362)]
    winners = rng.choice([-1, 1], size=len(curves))
    hits, counts = winner_hits(curves, winners)
    for game, (curve, winner) in enumerate(zip(curves, winners, strict=True)):
        expected = slow_hits(curve, winner, 10)
        assert (hits[game].tolist(), counts[game].tolist()) == expected


def test_winner_hits_refuses_unknown_winners():
    with pytest.raises(ValueError, match="game 1: the winner is 0"):
        winner_hits([[1.0], [1.0]], [1, 0])
    with pytest.raises(ValueError, match="2 games, but 1"):
        winner_hits([[1.0], [1.0]], [1])


def test_needed_would_decide():
    share = proportion(54, 100, method="normal")
    n = needed(share, 0.5)
    assert proportion(0.54 * n, n, method="normal").low == pytest.approx(0.5, abs=1e-3)
    assert needed(Estimate(0.5, 0.4, 0.6, 10), 0.5) is None
    # A skew interval: the side that reaches the threshold counts.
    assert needed(Estimate(-0.5, -0.8, 0.2, 4), 0.0) == 8
    assert needed(Estimate(math.nan, math.nan, math.nan, 0), 0.5) is None


def test_mean_difference_goes_by_pairs():
    """What is large in both of a pair does not widen the interval."""
    old = np.arange(20.0)
    assert mean_difference(old + 1, old) == Estimate(1.0, 1.0, 1.0, 20, 0.95)
    with pytest.raises(ValueError, match="no pairs"):
        mean_difference([1], [1, 2])


# -- shares of two samples ---------------------------------------------------------------------


def test_differences_of_shares_are_those_of_newcombe():
    """Table II of Newcombe 1998, method 10."""
    for new, old, low, high in [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ]:
        found = share_difference(new, old)
        assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


def test_intervals_of_differences_hold_the_truth():
    rng = np.random.default_rng(3)
    held = 0
    for _ in range(1000):
        p, q = rng.random(2)
        found = share_difference((rng.binomial(60, p), 60), (rng.binomial(24, q), 24))
        held += found.low <= p - q <= found.high
    assert 930 <= held <= 985


def test_holm_goes_on_only_from_what_is_clear():
    clear, doubt = ((90, 100), (50, 100)), ((55, 100), (50, 100))
    both = holm_differences([doubt, clear])
    assert [round(one.confidence, 4) for one in both] == [0.95, 0.975]
    assert both[1] == share_difference(*clear, confidence=0.975)
    neither = holm_differences([doubt, doubt])
    assert [round(one.confidence, 4) for one in neither] == [0.975, 0.975]
    assert holm_differences([]) == []


def test_without_a_difference_holm_errs_rarely():
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(400):
        wins = rng.binomial(100, 0.6, 3).tolist()
        pairs = [((wins[0], 100), (wins[1], 100)), ((wins[0], 100), (wins[2], 100))]
        wrong += any(not one.low <= 0 <= one.high for one in holm_differences(pairs))
    assert wrong <= 32
