"""`LabFigure`: a matplotlib figure that shows itself in notebooks without pyplot."""

from __future__ import annotations

import io

from matplotlib.figure import Figure

__all__ = ["LabFigure"]


class LabFigure(Figure):
    """A `matplotlib.figure.Figure` with a PNG of its own for notebooks.

    Without pyplot, notebooks would show a plain Figure as a line of text.
    """

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        # No version of matplotlib in the file: the same figure gives the same bytes.
        self.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
        return buffer.getvalue()
