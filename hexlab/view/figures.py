"""Matplotlib figures as PNG, and `LabFigure`, which shows itself in notebooks without pyplot."""

from __future__ import annotations

import io

from matplotlib.figure import Figure

__all__ = ["LabFigure", "figure_png"]


class LabFigure(Figure):
    """A `matplotlib.figure.Figure` with a PNG of its own for notebooks.

    Without pyplot, notebooks would show a plain Figure as a line of text.
    """

    def _repr_png_(self) -> bytes:
        return figure_png(self)


def figure_png(figure: Figure, dpi: int = 110) -> bytes:
    """A figure as PNG with `dpi` dots an inch; the same figure gives the same bytes."""
    buffer = io.BytesIO()
    # Without the version of matplotlib, which savefig writes by default.
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()
