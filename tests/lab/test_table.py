import json

import pytest

from hexlab.lab import table as room
from hexlab.lab.claim import Claim
from hexlab.lab.results import write_claims
from hexlab.lab.statistics import Estimate
from hexlab.lab.table import ClaimTable


@pytest.fixture
def places(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXLAB_OUT", str(tmp_path / "out"))
    monkeypatch.setattr(room, "tracked_folder", lambda: tmp_path / "tracked")
    return tmp_path


def new(**options):
    claim = Claim("a", "A sentence & more", "3.3", "about 80 %")
    return claim, claim.record(**{"scale": "quick", "source": "own", **options})


def test_a_table_shows_tracked_results_too(places):
    old = Claim("a", "", "", "")
    old.record(7, scale="long", source="own")
    write_claims(places / "tracked", "takada/02", [old])
    table = ClaimTable("takada/02")
    claim = table.add("a", "A <sentence>", "3.3", "80 %")
    claim.record(Estimate(0.7, 0.6, 0.8, 50), scale="quick", source="own", above=0.5, unit="%")
    table.add("b", "Not yet", "3.4", "1")
    assert "  long, own: 7" in repr(table)
    page = table._repr_html_()
    assert "A &lt;sentence&gt;" in page
    assert "<b>supported</b>" in page
    saved = json.loads(table.save().read_text(encoding="utf-8"))
    assert len(saved["claims"][0]["results"]) == 1  # tracked results stay where they are


def test_a_cell_run_again_replaces_its_claim():
    table = ClaimTable("takada/02")
    table.add("a", "one", "", "")
    table.add("a", "two", "", "")
    assert [claim.sentence for claim in table] == ["two"]


def test_one_row_a_source():
    claim, _ = new(value=1)
    claim.record(2, scale="quick", source="real")
    claim.record(3, scale="thesis", source="own")
    page = claim._repr_html_()
    assert page.count("<tr") == 3
    assert 'rowspan="2"' in page
    assert "quick, own: 1" in repr(claim)


def test_saving_keeps_what_a_longer_run_left(places):
    for scale, value in (("long", 1), ("quick", 2), ("quick", 3)):
        table = ClaimTable("takada/02")
        table.add("a", "A sentence", "3.3", "80 %").record(value, scale=scale, source="own")
        path = table.save()
    results = json.loads(path.read_text())["claims"][0]["results"]
    assert [(r["scale"], r["value"]) for r in results] == [("quick", 3), ("long", 1)]
    assert "long, own: 1" in repr(table)
