"""`keep`: save a figure of a notebook and show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hexlab.run.files import write_atomic
from hexlab.run.places import output_folder
from hexlab.view.svg import Picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["keep"]

Drawn = TypeVar("Drawn", bound="Figure | Picture")


def keep(name: str, drawn: Drawn) -> Drawn:
    """Save a board picture (as SVG) or a matplotlib figure (as PNG) and return it.

    The file goes to ``figures/`` in `hexlab.run.places.output_folder`.

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
    folder = output_folder() / "figures"
    if isinstance(drawn, Picture):
        drawn.save(folder / f"{name}.svg")
    else:
        from hexlab.view.figures import figure_png

        write_atomic(folder / f"{name}.png", figure_png(drawn))
    return drawn
