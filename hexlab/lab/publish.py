"""Replacing what the repository tracks by what a run made: ``make publish``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexlab.lab.notebooks import Outcome, notebooks_folder
from hexlab.lab.report import collect, write_summary
from hexlab.lab.results import read_claims, tracked_folder, write_claims
from hexlab.lab.scale import Scale
from hexlab.run.files import write_atomic

__all__ = ["publish_run"]


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
        If a notebook failed, or hexlab is not run from a checkout. Nothing is replaced then.
    """
    failed = [outcome.chapter for outcome in outcomes if outcome.error]
    if failed:
        raise ValueError(f"nothing was published, because {', '.join(failed)} failed")
    claims = tracked_folder()
    if claims is None:
        raise ValueError("publishing needs a checkout of hexlab: there is none")
    merged = collect(out)
    fresh = read_claims(out / "claims")
    written = [write_claims(claims, c, merged[c]) for c in fresh]
    written += write_summary(claims.parent, merged)
    if scale is Scale.QUICK:
        written += _copy_notebooks(outcomes) + _copy_figures(out / "figures", claims.parent)
    return written


def _copy_notebooks(outcomes: Sequence[Outcome]) -> list[Path]:
    folder = notebooks_folder()
    return [
        write_atomic(folder / o.path.parent.name / o.path.name, o.path.read_bytes())
        for o in outcomes
    ]


def _copy_figures(source: Path, target: Path) -> list[Path]:
    files = sorted(path for path in source.rglob("*") if path.is_file())
    return [write_atomic(target / path.relative_to(source), path.read_bytes()) for path in files]
