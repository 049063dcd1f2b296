"""Replacing what the repository tracks by what a run made: ``make publish``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexlab.lab.notebooks import Outcome, chapter_outputs, notebooks_folder
from hexlab.lab.report import collect, write_summary
from hexlab.lab.results import read_claims, tracked_folder, write_claims
from hexlab.lab.scale import Scale
from hexlab.run.files import write_atomic

__all__ = ["publish_run"]

# A tracked notebook, with its outputs.
MAX_BYTES = 1_000_000


def publish_run(out: Path, outcomes: Sequence[Outcome], scale: Scale) -> list[Path]:
    """Replace tracked result files and the summary, and at quick scale notebooks and figures.

    Parameters
    ----------
    out : Path
        The folder of the run.
    outcomes : sequence of Outcome
        Its notebooks.
    scale : Scale
        Tracked notebooks are executed at quick scale, so larger runs replace result files only.

    Returns
    -------
    list of Path
        What was written.

    Raises
    ------
    ValueError
        If a notebook failed or is over 1 MB with its outputs, or hexlab is not run from a checkout.
        Nothing is replaced then.
    """
    failed = [outcome.chapter for outcome in outcomes if outcome.error]
    if failed:
        raise ValueError(f"nothing was published, because {', '.join(failed)} failed")
    large = [o.path.name for o in outcomes if o.path.stat().st_size > MAX_BYTES]
    if large and scale is Scale.QUICK:
        raise ValueError(f"nothing was published, because {', '.join(large)} is over 1 MB")
    claims = tracked_folder()
    if claims is None:
        raise ValueError("publishing needs a checkout of hexlab: there is none")
    chapters = [outcome.chapter for outcome in outcomes]
    merged = collect(out, chapters)
    fresh = [chapter for chapter in read_claims(out / "claims") if chapter in chapters]
    written = [write_claims(claims, c, merged[c]) for c in fresh]
    written += write_summary(claims.parent, merged)
    if scale is Scale.QUICK:
        written += _copy_notebooks(outcomes)
        written += _copy_figures(out, claims.parent, chapters)
    return written


def _copy_notebooks(outcomes: Sequence[Outcome]) -> list[Path]:
    folder = notebooks_folder()
    return [
        write_atomic(folder / o.path.parent.name / o.path.name, o.path.read_bytes())
        for o in outcomes
    ]


def _copy_figures(out: Path, target: Path, chapters: Sequence[str]) -> list[Path]:
    """Those of these chapters; a tracked one that its chapter no longer makes is removed."""
    written = []
    for chapter in chapters:
        made = [path for path in chapter_outputs(out, chapter) if path.parent.name == "figures"]
        for old in target.glob(f"{chapter.replace('/', '-')}-*"):
            if old.name not in {path.name for path in made}:
                old.unlink()
        written += [write_atomic(target / path.name, path.read_bytes()) for path in made]
    return written
