"""Result files: the claims of one chapter as JSON, and how a fresh run joins the tracked ones."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from hexlab.lab.claim import Claim, Result
from hexlab.run.files import write_atomic
from hexlab.run.places import checkout

__all__ = ["merge", "read_claims", "tracked_folder", "write_claims"]


def tracked_folder() -> Path | None:
    """Where the repository keeps result files, or None without a checkout."""
    root = checkout()
    return root / "figures" / "claims" if root else None


def write_claims(folder: Path, chapter: str, claims: Iterable[Claim]) -> Path:
    """Write one chapter's result file."""
    content = {"chapter": chapter, "claims": [_jsonable(asdict(claim)) for claim in claims]}
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    return write_atomic(folder / f"{chapter.replace('/', '-')}.json", text + "\n")


def _jsonable(value: Any) -> Any:
    """The same with "inf", "-inf" and "nan" as strings: JSON has no such numbers."""
    if isinstance(value, dict):
        return {key: _jsonable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_jsonable(item) for item in value]
    if hasattr(value, "item"):  # a numpy number
        value = value.item()
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def read_claims(folder: Path) -> dict[str, list[Claim]]:
    """All result files of a folder: the claims by chapter, in order of chapter.

    Raises
    ------
    ValueError
        If a file can't be understood; the message names it.
    """
    chapters = {}
    for path in sorted(folder.glob("*.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            claims = [
                Claim(**{**item, "results": [_result(row) for row in item["results"]]})
                for item in content["claims"]
            ]
            chapters[content["chapter"]] = claims
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{path} is no result file: {error!r}") from None
    return chapters


def _result(row: dict[str, Any]) -> Result:
    numbers = {name: float(row[name]) for name in ("low", "high") if isinstance(row.get(name), str)}
    return Result(**{**row, **numbers})


def merge(tracked: Iterable[Claim], fresh: Iterable[Claim]) -> list[Claim]:
    """The fresh claims, with those tracked results that the fresh ones do not replace.

    A fresh result replaces all tracked ones of its claim, scale and source. Tracked claims that the
    chapter no longer makes are left out.
    """
    old = {claim.id: claim for claim in tracked}
    merged = []
    for claim in fresh:
        replaced = {(result.scale, result.source) for result in claim.results}
        kept = (
            [r for r in old[claim.id].results if (r.scale, r.source) not in replaced]
            if (claim.id in old)
            else []
        )
        results = [*claim.results, *kept]
        merged.append(Claim(claim.id, claim.sentence, claim.section, claim.paper, results))
    return merged
