"""The tracked notebooks keep to the form that makes them readable, and hold their outputs."""

from __future__ import annotations

import json
import re
import statistics
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*/*.ipynb"))

pytestmark = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda p: str(p.relative_to(ROOT / "notebooks"))
)


def cells(path: Path, kind: str = "") -> list[dict[str, Any]]:
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if not kind or cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_size(path: Path) -> None:
    assert path.stat().st_size <= 1_000_000
    assert len(cells(path)) <= 50
    lines = [len(source(cell).splitlines()) for cell in cells(path, "code")]
    assert max(lines) <= 25
    assert statistics.median(lines) <= 8


def test_prose_and_code_are_in_balance(path: Path) -> None:
    ratio = len(cells(path, "markdown")) / len(cells(path, "code"))
    assert 0.6 <= ratio <= 1.6


def test_order(path: Path) -> None:
    """Title with its source, parameters, setup; the table, then exercises."""
    first, second, *_ = cells(path)
    assert source(first).startswith("# ")
    assert re.search(r"\(\d{4}\)", source(first)), "the source with its year"
    assert "parameters" in second["metadata"].get("tags", [])
    assert 'scale = "quick"' in source(second)
    assert source(cells(path)[-1]).startswith("## Exercises")
    assert "chapter.save()" in source(cells(path, "code")[-1])


def test_executed_in_order_without_errors(path: Path) -> None:
    counts = [cell["execution_count"] for cell in cells(path, "code")]
    assert counts == list(range(1, len(counts) + 1))
    for cell in cells(path, "code"):
        for output in cell["outputs"]:
            assert output["output_type"] != "error", source(cell)
            assert output.get("name") != "stderr", output


def test_names_no_place_or_machine_of_its_maker(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/(home|root|work|Users|tmp)/", text)


def test_defines_no_kernel_and_installs_nothing(path: Path) -> None:
    code = "\n".join(source(cell) for cell in cells(path, "code"))
    assert not re.search(r"\bnumba\b|@kernel|!pip|%pip|import \*", code)


def test_every_claim_gets_a_row(path: Path) -> None:
    code = "\n".join(source(cell) for cell in cells(path, "code"))
    assert code.count("chapter.add(") >= 3
    assert code.count(".record(") >= code.count("chapter.add(")


def test_widgets_come_with_a_picture(path: Path) -> None:
    """A widget is nothing without a kernel: another output of the cell shows the board."""
    for cell in cells(path, "code"):
        kinds = [set(output.get("data", {})) for output in cell["outputs"]]
        if any("application/vnd.jupyter.widget-view+json" in kind for kind in kinds):
            still = [k for k in kinds if "application/vnd.jupyter.widget-view+json" not in k]
            assert any({"text/html", "image/svg+xml"} & kind for kind in still), source(cell)
