import pytest

from hexlab.lab import publish, report
from hexlab.lab.claim import Claim
from hexlab.lab.notebooks import Outcome
from hexlab.lab.publish import publish_run
from hexlab.lab.results import read_claims, write_claims
from hexlab.lab.scale import Scale


def some(value, scale):
    claim = Claim("a", "A sentence", "3.3", "80 %")
    claim.record(value, scale=scale, source="own")
    return claim


@pytest.fixture
def places(tmp_path, monkeypatch):
    """A checkout with an old notebook and result, and a run with new ones."""
    tracked = tmp_path / "figures" / "claims"
    for room in (publish, report):
        monkeypatch.setattr(room, "tracked_folder", lambda: tracked)
    monkeypatch.setattr(publish, "notebooks_folder", lambda: tmp_path / "notebooks")
    write_claims(tracked, "takada/02", [some(1, "long")])
    write_claims(tracked, "takada/01", [some(5, "quick")])
    write_claims(tmp_path / "out" / "claims", "takada/02", [some(2, "quick")])
    write_claims(tmp_path / "out" / "claims", "takada/01", [some(9, "quick")])  # left by another
    for path, text in {
        "notebooks/takada/02-x.ipynb": "old",
        "out/notebooks/takada/02-x.ipynb": "new",
        "out/figures/takada-02-a.svg": "new",
        "out/figures/takada-01-c.svg": "left by another run",
        "figures/takada-02-b.svg": "no longer made",
        "figures/takada-01-c.svg": "old",
        "figures/b.svg": "old",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def outcome(places, error=""):
    path = places / "out" / "notebooks" / "takada" / "02-x.ipynb"
    return Outcome("takada/02", path, 1.0, error)


def values(places, chapter):
    return [r.value for r in read_claims(places / "figures" / "claims")[chapter][0].results]


def test_quick_replaces_notebooks_figures_results_and_summary(places):
    publish_run(places / "out", [outcome(places)], Scale.QUICK)
    assert (places / "notebooks" / "takada" / "02-x.ipynb").read_text() == "new"
    assert (places / "figures" / "takada-02-a.svg").read_text() == "new"
    assert not (places / "figures" / "takada-02-b.svg").exists()
    assert (places / "figures" / "takada-01-c.svg").read_text() == "old"
    assert (places / "figures" / "b.svg").read_text() == "old"
    assert values(places, "takada/02") == [2, 1]
    assert values(places, "takada/01") == [5]
    assert "A sentence" in (places / "figures" / "summary.md").read_text()


def test_larger_scales_replace_results_only(places):
    publish_run(places / "out", [outcome(places)], Scale.LONG)
    assert (places / "notebooks" / "takada" / "02-x.ipynb").read_text() == "old"
    assert not (places / "figures" / "takada-02-a.svg").exists()
    assert values(places, "takada/02") == [2, 1]


def test_a_failure_publishes_nothing(places):
    with pytest.raises(ValueError, match="because takada/02 failed"):
        publish_run(places / "out", [outcome(places, "cell 3: no")], Scale.QUICK)
    assert values(places, "takada/02") == [1]


def test_publishing_needs_a_checkout(places, monkeypatch):
    monkeypatch.setattr(publish, "tracked_folder", lambda: None)
    with pytest.raises(ValueError, match="checkout"):
        publish_run(places / "out", [outcome(places)], Scale.QUICK)


def test_a_notebook_too_large_to_track_publishes_nothing(places):
    large = outcome(places)
    large.path.write_text("x" * 1_000_001)
    with pytest.raises(ValueError, match=r"02-x\.ipynb is over 1 MB"):
        publish_run(places / "out", [large], Scale.QUICK)
    assert (places / "notebooks" / "takada" / "02-x.ipynb").read_text() == "old"
