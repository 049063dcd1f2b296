import math

import numpy as np
import pytest

from hexlab.lab.claim import Claim
from hexlab.lab.results import merge, read_claims, write_claims
from hexlab.lab.statistics import Estimate


def new(**options):
    claim = Claim("a", "A sentence & more", "3.3", "about 80 %")
    return claim, claim.record(**{"scale": "quick", "source": "own", **options})


def test_files_round_trip_with_any_number(tmp_path):
    claim, _ = new(value=Estimate(np.float64(0.5), -math.inf, math.inf, np.int64(3)), above=0.5)
    claim.record("text", scale="long", source="ö")
    path = write_claims(tmp_path / "x", "takada/02", [claim])
    assert path.name == "takada-02.json"
    assert read_claims(tmp_path / "x") == {"takada/02": [claim]}
    assert "Infinity" not in path.read_text()
    assert read_claims(tmp_path / "nowhere") == {}


@pytest.mark.parametrize("text", ["{", "[]", '{"chapter": "a"}', '{"chapter": "a", "claims": [1]}'])
def test_a_damaged_file_is_named(tmp_path, text):
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(ValueError, match=r"bad\.json is no result file"):
        read_claims(tmp_path)


def test_merge_keeps_tracked_results_of_other_scales_and_sources():
    tracked = Claim("a", "old words", "1", "p")
    for scale, source in (("quick", "own"), ("long", "own"), ("quick", "real")):
        tracked.record(1, scale=scale, source=source)
    tracked.record(1, scale="quick", source="own", board="5×5")
    fresh, _ = new(value=2)
    merged = merge([tracked, Claim("gone", "", "", "")], [fresh, Claim("b", "", "", "")])
    assert [claim.id for claim in merged] == ["a", "b"]
    assert merged[0].sentence == "A sentence & more"
    seen = [(r.scale, r.source, r.value) for r in merged[0].results]
    assert seen == [("quick", "own", 2), ("long", "own", 1), ("quick", "real", 1)]
    assert len(fresh.results) == 1
