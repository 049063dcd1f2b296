"""Optional packages: import one, or say in a sentence how to get it."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["need"]


def need(module: str, extra: str) -> Any:
    """Import an optional package's module.

    Parameters
    ----------
    module : str
        Dotted name, "matplotlib.figure".
    extra : str
        The extra of hexlab that installs it.

    Raises
    ------
    ImportError
        If the package is missing; the message holds the pip command.

    >>> need("json", "lab").dumps([1])
    '[1]'
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise  # the package is there; something that it needs is not
        raise ImportError(
            f'{package} is not installed; get it with: pip install "hexlab[{extra}]"'
        ) from None
