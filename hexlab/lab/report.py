"""``summary.md`` and ``summary.html``: every claim, paper beside quick, long and thesis scale."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from hexlab.lab.claim import Claim, Result
from hexlab.lab.page import html_page
from hexlab.lab.results import merge, read_claims, tracked_folder
from hexlab.lab.scale import Scale
from hexlab.lab.table import html_table, rows
from hexlab.run.files import write_atomic

__all__ = ["collect", "write_summary"]

_INTRO = (
    "Every claim, with the thesis's value beside what came out here. Three columns show runs of "
    "three sizes: quick (what “make reproduce” computes), long (hours on two cores) and thesis "
    "(the thesis's own scale); a column is empty until somebody has run it. Brackets are 95 % "
    "intervals. An ordering on a smaller board is no reproduction of the larger one."
)

_STYLE = """table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: .35rem .6rem .35rem 0; }
"""


def collect(fresh: Path, only: Collection[str] | None = None) -> dict[str, list[Claim]]:
    """The tracked claims by chapter, merged with those of the folder of a fresh run.

    The folder may hold chapters of runs before it; `only` says which of them count.
    """
    folder = tracked_folder()
    tracked = read_claims(folder) if folder else {}
    for chapter, claims in read_claims(fresh / "claims").items():
        if only is None or chapter in only:
            tracked[chapter] = merge(tracked.get(chapter, []), claims)
    return dict(sorted(tracked.items()))


def write_summary(folder: Path, chapters: dict[str, list[Claim]]) -> tuple[Path, Path]:
    """Write ``summary.md`` and ``summary.html`` into `folder`."""
    return (
        write_atomic(folder / "summary.md", _markdown(chapters)),
        write_atomic(folder / "summary.html", _page(chapters)),
    )


def _markdown(chapters: dict[str, list[Claim]]) -> str:
    lines = ["# Claims", "", _INTRO, ""]
    for chapter, claims in chapters.items():
        lines += [f"## {chapter}", ""]
        head = ["claim", "section", "source", "paper", *Scale]
        lines += [_line(head), _line(["---"] * len(head))]
        for claim in claims:
            for number, (source, cells) in enumerate(rows(claim)):
                first = [claim.sentence, claim.section] if not number else ["", ""]
                results = [_cell(cell) for cell in cells.values()]
                lines.append(_line([*first, source, claim.paper, *results]))
        lines.append("")
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _cell(results: list[Result]) -> str:
    return "; ".join(
        result.text() + (f": **{result.judgment}**" if result.judgment else "")
        for result in results
    )


def _page(chapters: dict[str, list[Claim]]) -> str:
    parts = [f"<h2>{chapter}</h2>{html_table(claims)}" for chapter, claims in chapters.items()]
    body = f"<h1>Claims</h1><p>{_INTRO}</p>{''.join(parts)}"
    return html_page("hexlab: claims", body, _STYLE, width=75)
