"""What is connected already, and which cells do not matter."""

from typing import TYPE_CHECKING

from hexlab.run.lazy import lazy_names

if TYPE_CHECKING:
    from hexlab.connection.inferior import Inferior as Inferior
    from hexlab.connection.inferior import inferior_cells as inferior_cells

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Inferior": "hexlab.connection.inferior",
        "inferior_cells": "hexlab.connection.inferior",
    },
)
