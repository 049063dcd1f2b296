"""Progress bars: one look everywhere, silent where nobody watches."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

__all__ = ["progress", "status_line"]


def progress(
    iterable: Iterable[Any] | None = None,
    *,
    total: int | None = None,
    desc: str = "",
    unit: str = "it",
    done: int = 0,
) -> Any:
    """A tqdm bar over `iterable`, or one to be moved by ``bar.update()``.

    The bar appears after half a second, in a terminal or in a notebook, and goes when it is full.
    It stays silent when standard error is a file and wherever ``CI`` is set.

    Parameters
    ----------
    iterable : iterable, optional
        What is gone through.
    total : int, optional
        How many there will be, where `iterable` does not tell.
    desc, unit : str
        What is being done, and the word for one of them.
    done : int
        How many were done before (a resumed run).

    >>> sum(progress(range(4), desc="adding"))
    6
    """
    from tqdm.auto import tqdm

    # None: silent unless standard error is a terminal; tqdm's notebook bar takes it for False.
    disable = True if os.environ.get("CI") else None
    return tqdm(
        iterable,
        total=total,
        desc=desc,
        unit=unit,
        initial=done,
        leave=False,
        delay=0.5,
        disable=disable,
        dynamic_ncols=True,
    )


def status_line() -> Any:
    """A line of text that can change, below the bars made before it: ``line.set_description_str``.

    It is shown where bars are, and goes by ``line.close()``.

    >>> status_line().close()
    """
    from tqdm.auto import tqdm

    disable = True if os.environ.get("CI") else None
    return tqdm(total=0, bar_format="{desc}", leave=False, disable=disable, dynamic_ncols=True)
