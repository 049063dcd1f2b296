import numpy as np
import pytest

pytest.importorskip("matplotlib")

from match_players import Chance, First, Last

from hexlab.play.match import play_match
from hexlab.play.summary import summarize
from hexlab.view.matches import (
    cross_table,
    opening_board,
    opening_shares,
    rating_bars,
    save_match_figures,
)


@pytest.fixture(scope="module")
def match():
    return play_match([First(), Last(), Chance("a-player-with-a-very-long-name:depth=12")], n=3)


@pytest.fixture(scope="module")
def summary(match):
    return summarize(match.records, draws=50)


def drawn(figure):
    assert figure._repr_png_().startswith(b"\x89PNG")
    return figure.axes[0]


def test_cross_table(summary):
    axes = drawn(cross_table(summary.pairs))
    assert len(axes.texts) == 6
    values = np.asarray(axes.images[0].get_array(), float)
    assert np.isnan(np.diag(values)).all()
    off = ~np.eye(3, dtype=bool)
    assert (values + values.T)[off] == pytest.approx(100)
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert any("…" in name for name in names)
    assert all(len(name) <= 28 for name in names)
    order = ["last", "first", "a-player-with-a-very-long-name:depth=12"]
    fixed = drawn(cross_table(summary.pairs, order))
    assert [label.get_text() for label in fixed.get_yticklabels()][:2] == order[:2]


def test_a_cross_table_needs_pairs_and_their_players(summary):
    with pytest.raises(ValueError, match="at least two players"):
        cross_table([])
    with pytest.raises(ValueError, match="none of the players"):
        cross_table(summary.pairs, ["first", "last"])


def test_rating_bars(summary):
    axes = drawn(rating_bars(summary))
    assert "Elo above first" in axes.get_xlabel()
    assert axes.get_title() == f"30 games, {summary.unique} different"
    assert len(axes.get_yticklabels()) == 3


def test_rating_bars_without_ratings(summary):
    empty = type(summary)(**{**vars(summary), "ratings": None, "note": "nobody met"})
    with pytest.raises(ValueError, match="nobody met"):
        rating_bars(empty)


def test_opening_shares_equal_counting(match):
    shares = opening_shares(match.records, 3)
    for name, cell in (("a1", (0, 0)), ("b1", (0, 1)), ("c1", (0, 2)), ("b2", (1, 1))):
        of = [record.color == "black" for record in match.records if record.opening == name]
        assert shares[cell] == pytest.approx(np.mean(of))
    assert (shares == shares[::-1, ::-1]).all()
    mine = opening_shares(match.records, 3, "first")
    games = [r for r in match.records if r.opening == "a1" and "first" in (r.black, r.white)]
    assert mine[0, 0] == pytest.approx(np.mean([r.winner == "first" for r in games]))


def test_openings_that_were_not_played_are_left_blank():
    match = play_match([First(), Last()], n=4, games=2)
    shares = opening_shares(match.records, 4)
    assert np.isfinite(shares).sum() == 2
    assert opening_board(match.records, 4).svg.startswith("<svg")


def test_figures_are_saved(match, summary, tmp_path):
    names = [path.name for path in save_match_figures(tmp_path, summary, match.records)]
    assert names == ["cross-table.png", "ratings.png", "openings.png"]
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in names)
    empty = play_match([First(), Last()], n=3, openings="empty")
    names = [p.name for p in save_match_figures(tmp_path, summarize(empty.records), empty.records)]
    assert "openings.png" not in names
