"""`keep`: save a figure of a notebook and show it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from hexlab.run.places import output_folder
from hexlab.view.svg import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["figures_folder", "keep"]

Drawn = TypeVar("Drawn", bound="Figure | Picture")


def figures_folder() -> Path:
    """Where a run leaves its figures: ``figures/`` in the output folder."""
    return output_folder() / "figures"


def keep(name: str, drawn: Drawn) -> Drawn:
    """Save a board picture (as SVG) or a matplotlib figure (as PNG) and return it.

    Parameters
    ----------
    name : str
        Chapter, number and topic, without ending: "takada-02-current".
    drawn : Picture or Figure
        What to save.

    Returns
    -------
    Picture or Figure
        The same, so that a cell that ends with ``keep(...)`` shows it.
    """
    folder = figures_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(drawn, Picture):
        drawn.save(folder / f"{name}.svg")
    else:
        # No version of matplotlib in the file: the same figure gives the same bytes.
        drawn.savefig(folder / f"{name}.png", dpi=110, metadata={"Software": None})
    return drawn
