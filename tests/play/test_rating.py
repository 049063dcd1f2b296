import math

import numpy as np
import pytest

from hexlab.play.rating import (
    ELO,
    bootstrap_differences,
    elo,
    expected_score,
    fit_ratings,
    holm,
)

choix = pytest.importorskip("choix")


def two_players(wins_as_black, as_black, wins_as_white, as_white):
    """Results of a against b."""
    return (
        [("a", "b", 1.0)] * wins_as_black
        + [("a", "b", 0.0)] * (as_black - wins_as_black)
        + [("b", "a", 0.0)] * wins_as_white
        + [("b", "a", 1.0)] * (as_white - wins_as_white)
    )


def simulated(ratings, first, rounds, rng):
    """`rounds` games of every ordered pair."""
    results = []
    for black in ratings:
        for white in ratings:
            if black != white:
                p = expected_score(ratings[black] - ratings[white] + first)
                scores = rng.random(rounds) < p
                results += [(black, white, float(score)) for score in scores]
    return results


def slow_log_likelihood(results, ratings, first):
    total = 0.0
    for black, white, score in results:
        p = expected_score(ratings[black] - ratings[white] + first)
        total += score * math.log(p) + (1 - score) * math.log(1 - p)
    return total


def test_elo_and_score_are_inverse():
    for difference in (-800, -36, 0, 70.44, 400):
        assert elo(expected_score(difference)) == pytest.approx(difference)
    assert expected_score(400) == pytest.approx(10 / 11)
    with pytest.raises(ValueError, match="from 0 to 1"):
        elo(1.1)


@pytest.mark.parametrize(("wins", "games"), [(60, 100), (600, 1000), (1, 2), (7, 9)])
def test_two_players_without_first_move_are_the_closed_form(wins, games):
    fitted = fit_ratings(two_players(wins, games, 0, 0), first_move=False)
    p = wins / games
    found = fitted.difference("a", "b", confidence=0.68)
    assert found.value == pytest.approx(elo(p))
    # The closed form of one standard deviation; 35.5 for 60 of 100.
    assert (found.high - found.low) / 2 == pytest.approx(ELO / math.sqrt(games * p * (1 - p)))
    assert fitted.difference("b", "a").value == -found.value
    assert math.isnan(fitted.first_move)


def test_sixty_of_a_hundred_is_70_and_36():
    """As the trap of the diagonal was measured: 35.5, not 1,228."""
    found = fit_ratings(two_players(60, 100, 0, 0), first_move=False).difference("a", "b", 0.68)
    assert round(found.value) == 70
    assert (found.high - found.low) / 2 == pytest.approx(35.46, abs=0.01)


def test_two_players_with_first_move_are_the_closed_form():
    fitted = fit_ratings(two_players(40, 50, 20, 50))
    # Log odds add up: as Black d + f, as White d − f.
    black, white = elo(0.8), elo(0.4)
    assert fitted.difference("a", "b").value == pytest.approx((black + white) / 2)
    assert fitted.first_move == pytest.approx((black - white) / 2)
    deviation = math.sqrt(1 / (50 * 0.16) + 1 / (50 * 0.24)) / 2 * ELO
    half = fitted.first_move_estimate(0.68).high - fitted.first_move
    assert half == pytest.approx(deviation)
    found = fitted.difference("a", "b", 0.68)
    assert found.high - found.value == pytest.approx(deviation)


def test_equals_choix_without_first_move():
    rng = np.random.default_rng(3)
    names = [f"p{i}" for i in range(6)]
    true = dict(zip(names, rng.normal(0, 150, 6), strict=True))
    results = simulated(true, 0.0, 20, rng)
    data = [
        (names.index(b), names.index(w)) if s else (names.index(w), names.index(b))
        for b, w, s in results
    ]
    theirs = ELO * choix.opt_pairwise(6, data, tol=1e-12)
    ours = fit_ratings(results, anchor="p2", first_move=False)
    assert ours.prior == 0
    for i, name in enumerate(names):
        expected = theirs[i] - theirs[2]
        assert ours.difference(name, "p2").value == pytest.approx(expected, abs=1e-3)


def test_variances_of_differences_equal_those_of_expectation_propagation():
    """choix's covariance, taken as differences; its diagonal alone is mostly prior."""
    rng = np.random.default_rng(4)
    results = simulated({"a": 0.0, "b": 60.0, "c": -40.0}, 0.0, 200, rng)
    names = ["a", "b", "c"]
    data = [
        (names.index(b), names.index(w)) if s else (names.index(w), names.index(b))
        for b, w, s in results
    ]
    _, covariance = choix.ep_pairwise(3, data, alpha=0.01, model="logit")
    ours = fit_ratings(results, first_move=False)
    for i, j in ((0, 1), (1, 2), (0, 2)):
        theirs = ELO * math.sqrt(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
        found = ours.difference(names[i], names[j], 0.68)
        assert found.high - found.value == pytest.approx(theirs, rel=0.02)
        assert ELO * math.sqrt(covariance[i, i]) > 10 * theirs


def test_the_fit_is_the_maximum_of_the_likelihood():
    rng = np.random.default_rng(5)
    results = simulated({"a": 0.0, "b": 90.0, "c": -120.0}, 55.0, 12, rng)
    fitted = fit_ratings(results)
    at = dict(zip(fitted.players, fitted.values, strict=True))
    best = slow_log_likelihood(results, at, fitted.first_move)
    for _ in range(50):
        moved = {name: value + rng.normal(0, 20) for name, value in at.items()}
        assert slow_log_likelihood(results, moved, fitted.first_move + rng.normal(0, 20)) < best


def test_the_anchor_changes_no_difference():
    rng = np.random.default_rng(6)
    results = simulated({"a": 0.0, "b": 90.0, "c": -120.0}, 30.0, 15, rng)
    one, other = fit_ratings(results, anchor="a"), fit_ratings(results, anchor="c")
    assert (one.players[0], other.players[0]) == ("a", "c")
    for pair in (("a", "b"), ("b", "c"), ("a", "c")):
        assert one.difference(*pair) == pytest.approx(other.difference(*pair))
    assert one.first_move == pytest.approx(other.first_move)
    assert one.superiority("b", "c") == pytest.approx(other.superiority("b", "c"))


def test_intervals_cover_as_often_as_they_say():
    """400 simulated round robins of three players: 95 % intervals hold the truth 95 % of times."""
    rng = np.random.default_rng(7)
    true, first = {"a": 0.0, "b": 80.0, "c": -60.0}, 100.0
    held = np.zeros(3)
    for _ in range(400):
        fitted = fit_ratings(simulated(true, first, 30, rng))
        found = [
            (fitted.difference("b", "a"), 80.0),
            (fitted.difference("b", "c"), 140.0),
            (fitted.first_move_estimate(), first),
        ]
        held += [estimate.low <= value <= estimate.high for estimate, value in found]
    # Three standard deviations of a share of 400.
    assert np.abs(held / 400 - 0.95).max() < 3 * math.sqrt(0.95 * 0.05 / 400)


def opening_pair(one, other, difference, opening, rng):
    """Two games from an opening that helps Black by so many Elo points."""
    games = []
    for black, white, sign in ((one, other, 1), (other, one, -1)):
        p = expected_score(sign * difference + opening)
        games.append((black, white, float(rng.random() < p)))
    return games


def test_bootstrap_over_fair_pairs_agrees_with_the_information():
    rng = np.random.default_rng(17)
    units = [opening_pair("a", "b", 50, 0, rng) for _ in range(400)]
    units += [opening_pair("b", "c", 20, 0, rng) for _ in range(400)]
    fitted = fit_ratings([game for unit in units for game in unit])
    found = bootstrap_differences(units, fitted, draws=600)
    assert list(found) == ["a", "b", "c"]
    assert found["a"][:3] == (0, 0, 0)
    for name in ("b", "c"):
        plain = fitted.difference(name, "a")
        assert found[name].value == pytest.approx(plain.value)
        width = found[name].high - found[name].low
        assert width == pytest.approx(plain.high - plain.low, rel=0.15)


def test_bootstrap_over_unfair_pairs_is_narrower():
    """Openings that decide both games make a pair 1–1 surely; independent games would not know."""
    rng = np.random.default_rng(18)
    helps = rng.choice([-600, 600], 300)
    units = [opening_pair("a", "b", 40, help_, rng) for help_ in helps]
    fitted = fit_ratings([game for unit in units for game in unit])
    found, plain = bootstrap_differences(units, fitted)["b"], fitted.difference("b", "a")
    assert found.high - found.low < 0.6 * (plain.high - plain.low)


def test_who_wins_everything_gets_a_finite_rating_and_it_is_said():
    fitted = fit_ratings(two_players(10, 10, 10, 10))
    assert fitted.prior == 1
    # One drawn game: 20.5 of 21.
    assert fitted.difference("a", "b").value == pytest.approx(elo(20.5 / 21), rel=0.01)
    assert fitted.superiority("a", "b") > 0.95


def test_black_wins_everything():
    fitted = fit_ratings(two_players(5, 5, 0, 5))
    assert fitted.prior == 1
    assert fitted.difference("a", "b").value == pytest.approx(0, abs=1e-6)
    assert fitted.first_move > 200


def test_a_group_that_lost_to_another_is_seen():
    between = [(x, y, 1.0) for x in "ab" for y in "cd"] + [(y, x, 0.0) for x in "ab" for y in "cd"]
    inside = two_players(1, 2, 1, 2) + [
        (swap[b], swap[w], s)
        for b, w, s in two_players(1, 2, 1, 2)
        for swap in [{"a": "c", "b": "d"}]
    ]
    assert fit_ratings(inside + between).prior == 1
    assert fit_ratings([*inside, *between, ("c", "a", 1.0)]).prior == 0


def test_a_given_prior_shrinks():
    results = two_players(30, 40, 25, 40)
    plain, shrunk = fit_ratings(results), fit_ratings(results, prior=20.0)
    assert 0 < shrunk.difference("a", "b").value < plain.difference("a", "b").value
    assert (plain.games, shrunk.games) == (80, 80)


@pytest.mark.parametrize(
    ("results", "options", "reason"),
    [
        ([], {}, "no games"),
        ([("a", "a", 1.0)], {}, "no result"),
        ([("a", "b", 2.0)], {}, "no result"),
        ([("a", "b", 1.0)], {"anchor": "c"}, "anchor 'c' played no game"),
        ([("a", "b", 1.0), ("c", "d", 0.0)], {}, "no chain of games joins"),
        ([("a", "b", 1.0)], {}, "first move cannot be told"),
        (two_players(1, 2, 1, 2), {"prior": -1.0}, "prior must be"),
    ],
)
def test_what_cannot_be_rated_is_explained(results, options, reason):
    with pytest.raises(ValueError, match=reason):
        fit_ratings(results, **options)


def test_an_unknown_player_is_named():
    with pytest.raises(ValueError, match="no ratings of 'x'"):
        fit_ratings(two_players(1, 2, 1, 2)).difference("x", "a")


def slow_holm(p_values, alpha):
    """The rejected hypotheses, step by step as Holm wrote it down."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    rejected = set()
    for k, index in enumerate(order):
        if p_values[index] > alpha / (len(p_values) - k):
            break
        rejected.add(index)
    return rejected


def test_holm_equals_the_procedure():
    rng = np.random.default_rng(8)
    for _ in range(200):
        p_values = list(rng.random(rng.integers(1, 7)) ** 3)
        for alpha in (0.01, 0.05, 0.2):
            found = {i for i, p in enumerate(holm(p_values)) if p <= alpha}
            assert found == slow_holm(p_values, alpha)
    assert holm([]) == []
    with pytest.raises(ValueError, match="p-value"):
        holm([1.2])
