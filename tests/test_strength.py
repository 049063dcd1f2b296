"""What is said of the players' strength follows from the tracked games."""

from itertools import combinations
from pathlib import Path

import pytest

pandas = pytest.importorskip("pandas")

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "figures" / "matches"


@pytest.fixture
def strength(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks import strength

    return strength


def test_the_claims_come_out_again(strength):
    names = ["round-robin-11x11.csv", "mohex-simulations-11x11.csv"]
    report = strength.claims_report(strength._tabled(FIGURES / name for name in names))
    assert report in (FIGURES / "claims-11x11.md").read_text(encoding="utf-8")
    assert report.count("| supported |") == 4


@pytest.mark.parametrize(("size", "games"), [(7, 375), (8, 105)])
def test_wins_kept_from_won_openings_are_those_of_the_games(strength, size, games):
    name = f"won-openings-{size}x{size}"
    played = list(strength._tabled([FIGURES / f"{name}.csv"]))
    kept = sum(game.winner == "mohex" for game in played)
    assert len(played) == games == len(strength.won_games(size))
    text = (FIGURES / f"{name}.md").read_text(encoding="utf-8")
    assert f"mohex kept {kept} of {games} wins" in text
    assert text.count("\n- ") == games - kept


@pytest.mark.parametrize(("size", "games"), [(7, 1200), (11, 1830)])
def test_round_robins_hold_every_opening_with_both_colors(strength, size, games):
    played = list(strength._tabled([FIGURES / f"round-robin-{size}x{size}.csv"]))
    assert len(played) == games
    names = sorted({game.black for game in played})
    assert len(names) == 6
    for one, other in combinations(names, 2):
        score = strength.score_pair(played, one, other)
        assert score.games == 2 * score.pairs == (122 if size == 11 else score.games)
