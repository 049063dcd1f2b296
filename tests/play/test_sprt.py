import math

import numpy as np
import pytest

from hexlab.play.rating import expected_score
from hexlab.play.sprt import Sprt, log_likelihood_ratio


def slow_ratio(counts, score0, score1):
    """Both maxima by trying every trinomial with that mean on a fine grid."""

    def best(score):
        # p0 = p2 + 1 − 2 score − ... : with the mean fixed one number is free, that of ½ points.
        half = np.linspace(0, 1, 200_001)[1:-1]
        one = score - half / 2
        zero = 1 - half - one
        fits = (one > 0) & (zero > 0)
        logs = sum(n * np.log(p[fits]) for n, p in zip(counts, (zero, half, one), strict=True) if n)
        return logs.max()

    return best(score1) - best(score0)


@pytest.mark.parametrize("counts", [(3, 5, 7), (10, 1, 2), (40, 90, 70), (1, 1, 1)])
@pytest.mark.parametrize(("score0", "score1"), [(0.5, 0.6), (0.45, 0.55), (0.3, 0.8)])
def test_the_ratio_equals_a_search_of_both_maxima(counts, score0, score1):
    slow = slow_ratio(counts, score0, score1)
    assert log_likelihood_ratio(counts, score0, score1) == pytest.approx(slow, abs=1e-4)


def test_the_ratio_turns_round_with_the_players_and_the_hypotheses():
    assert log_likelihood_ratio((3, 4, 9), 0.5, 0.6) == -log_likelihood_ratio((3, 4, 9), 0.6, 0.5)
    turned = log_likelihood_ratio((9, 4, 3), 0.5, 0.4)
    assert log_likelihood_ratio((3, 4, 9), 0.5, 0.6) == pytest.approx(turned)


def test_bounds_are_walds():
    assert Sprt(0, 10, alpha=0.01, beta=0.1).bounds == pytest.approx(
        (math.log(0.1 / 0.99), math.log(0.9 / 0.01))
    )


def pair_shares(elo, opening):
    """Shares of pairs with 0, ½, 1 point when the openings help Black by ± `opening` Elo."""
    shares = np.zeros(3)
    for help_ in (opening, -opening):
        as_black, as_white = expected_score(elo + help_), expected_score(elo - help_)
        shares += (
            (1 - as_black) * (1 - as_white),
            as_black + as_white - 2 * as_black * as_white,
            as_black * as_white,
        )
    return shares / 2


def true_elo(shares):
    """The Elo that the mean of the pairs says."""
    mean = shares[1] / 2 + shares[2]
    return 400 * math.log10(mean / (1 - mean))


def decided(test, shares, runs, rng, most=4000):
    """How often each hypothesis is taken, and the mean number of pairs."""
    counts = {"elo0": 0, "elo1": 0, "": 0}
    used = 0
    for _ in range(runs):
        points = rng.choice([0.0, 0.5, 1.0], size=most, p=shares)
        number, what = test.first_decision(points)
        counts[what] += 1
        used += number
    return counts, used / runs


@pytest.mark.parametrize("opening", [0, 300])
def test_error_rates(opening):
    """As often wrong as allowed, within three standard deviations, whatever the openings."""
    rng = np.random.default_rng(11)
    runs, alpha = 200, 0.1
    shares0, shares1 = pair_shares(0, opening), pair_shares(80, opening)
    test = Sprt(true_elo(shares0), true_elo(shares1), alpha=alpha, beta=alpha)
    allowed = runs * alpha + 3 * math.sqrt(runs * alpha * (1 - alpha))
    counts, _ = decided(test, shares0, runs, rng)
    assert counts[""] == 0
    assert counts["elo1"] <= allowed
    counts, _ = decided(test, shares1, runs, rng)
    assert counts[""] == 0
    assert counts["elo0"] <= allowed


@pytest.mark.long
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 50), (-30, 30), (0, 150)])
@pytest.mark.parametrize("opening", [0, 400])
def test_error_rates_at_five_percent(elo0, elo1, opening):
    rng = np.random.default_rng(12)
    runs = 200
    shares0, shares1 = pair_shares(elo0, opening), pair_shares(elo1, opening)
    test = Sprt(true_elo(shares0), true_elo(shares1))
    allowed = runs * 0.05 + 3 * math.sqrt(runs * 0.05 * 0.95)
    assert decided(test, shares0, runs, rng)[0]["elo1"] <= allowed
    assert decided(test, shares1, runs, rng)[0]["elo0"] <= allowed


def test_unfair_openings_cost_no_more_pairs_than_fair_ones():
    """Pairing: an opening that decides both games tells nothing, and hurts nothing either."""
    rng = np.random.default_rng(13)
    fair, unfair = pair_shares(0, 0), pair_shares(0, 400)
    test = Sprt(0, 60)
    assert decided(test, unfair, 40, rng)[1] < decided(test, fair, 40, rng)[1]


def test_it_stops_at_the_first_decision():
    test = Sprt(0, 100)
    number, what = test.first_decision([1.0] * 50)
    assert what == "elo1"
    assert test.decision((0, 0, number)) == "elo1"
    assert test.decision((0, 0, number - 1)) == ""
    assert test.first_decision([]) == (0, "")
    assert test.first_decision([0.0] * 50)[1] == "elo0"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"elo0": 5, "elo1": 5}, "below elo1"),
        ({"elo0": 0, "elo1": math.inf}, "below elo1"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha must be"),
        ({"elo0": 0, "elo1": 5, "beta": 0.7}, "beta must be"),
    ],
)
def test_wrong_tests_are_refused(options, reason):
    with pytest.raises(ValueError, match=reason):
        Sprt(**options)


def test_wrong_counts_are_refused():
    with pytest.raises(ValueError, match="three counts"):
        log_likelihood_ratio((1, 2), 0.4, 0.6)
    with pytest.raises(ValueError, match="between 0 and 1"):
        log_likelihood_ratio((1, 2, 3), 0.0, 0.6)
