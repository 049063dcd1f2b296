import pytest

from hexlab.lab import report
from hexlab.lab.claim import Claim
from hexlab.lab.results import write_claims


def some(identity, value, scale, source="own"):
    claim = Claim(identity, f"Claim | {identity}", "3.3", "80 %")
    claim.record(value, scale=scale, source=source, holds=True)
    return claim


@pytest.fixture
def folders(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "tracked_folder", lambda: tmp_path / "tracked")
    write_claims(tmp_path / "tracked", "takada/01", [some("a", 1, "quick")])
    write_claims(tmp_path / "tracked", "takada/02", [some("b", 1, "long")])
    write_claims(tmp_path / "fresh" / "claims", "takada/02", [some("b", 2, "quick", "real")])
    write_claims(tmp_path / "fresh" / "claims", "gao/01", [some("c", 3, "quick")])
    return tmp_path


def test_collect_merges_fresh_with_tracked(folders):
    chapters = report.collect(folders / "fresh")
    assert list(chapters) == ["gao/01", "takada/01", "takada/02"]
    assert [r.value for r in chapters["takada/02"][0].results] == [2, 1]


def test_summary_has_every_claim_and_escapes(folders):
    paths = report.write_summary(folders / "out", report.collect(folders / "fresh"))
    markdown, page = (path.read_text(encoding="utf-8") for path in paths)
    rows = [line for line in markdown.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {8}
    assert "Claim \\| b" in markdown
    assert "| real | 80 % | 2: **supported** |  |  |" in markdown
    assert page.count("<table") == 3
    assert "http" not in page
    assert "`" not in page  # no Markdown left over
    assert "**" not in page
