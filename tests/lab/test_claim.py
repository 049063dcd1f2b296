import math

import pytest

from hexlab.lab.claim import Claim, Result
from hexlab.lab.statistics import Estimate


def new(**options):
    claim = Claim("a", "A sentence & more", "3.3", "about 80 %")
    return claim, claim.record(**{"scale": "quick", "source": "own", **options})


@pytest.mark.parametrize(
    ("low", "high", "above", "below", "verdict"),
    [
        (0.6, 0.8, 0.5, None, "supported"),
        (0.6, 0.8, 0.9, None, "contradicted"),
        (0.6, 0.8, 0.65, None, "undecided"),
        (0.6, 0.8, None, 0.5, "contradicted"),
        (0.6, 0.8, None, 0.9, "supported"),
        (0.6, 0.8, None, 0.6, "undecided"),
        (0.6, 0.8, None, None, ""),
    ],
)
def test_verdict_of_an_interval(low, high, above, below, verdict):
    _, result = new(value=Estimate(0.7, low, high, 50), above=above, below=below)
    assert result.verdict == verdict
    assert (result.needed is not None) == (verdict == "undecided")
    assert result.n == 50


def test_an_undecided_one_says_the_n_that_would_decide():
    _, result = new(value=Estimate(0.55, 0.45, 0.65, 100), above=0.5)
    assert result.judgment == "undecided (about n = 400 would decide)"
    _, result = new(value=Estimate(0.5, 0.4, 0.6, 100), above=0.5)
    assert result.judgment == "undecided"
    _, result = new(value=Estimate(math.nan, math.nan, math.nan, 0), above=0.5)
    assert result.judgment == "undecided"


def test_holds_and_its_refusals():
    assert new(value=123, holds=True)[1].verdict == "supported"
    assert new(value="seen", holds=False)[1].verdict == "contradicted"
    with pytest.raises(ValueError, match="has no interval"):
        new(value=0.7, above=0.5)
    with pytest.raises(ValueError, match="one of above"):
        new(value=Estimate(0.7, 0.6, 0.8, 5), above=0.5, holds=True)
    with pytest.raises(ValueError, match="no scale"):
        new(value=1, scale="huge")


def test_a_result_as_text():
    _, result = new(value=Estimate(0.834, 0.79, 0.871, 59), unit="%", board="11×11")
    assert result.text() == "83.4 % [79, 87.1], n = 59, 11×11"
    _, result = new(value=1.5, unit="s", opponent="mohex", budget="10 s a move")
    assert result.text() == "1.5 s, vs mohex, 10 s a move"


def test_recording_again_replaces_the_same_run_only():
    claim, _ = new(value=1)
    claim.record(2, scale="quick", source="own")
    claim.record(3, scale="long", source="own")
    claim.record(4, scale="quick", source="real")
    claim.record(5, scale="quick", source="real", board="7×7")
    assert [r.value for r in claim.results] == [2, 3, 4, 5]


def test_results_say_the_machine():
    assert "cores" in new(value=1)[1].machine
    assert Result("quick", "own", 1).machine == ""
