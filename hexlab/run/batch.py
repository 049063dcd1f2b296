"""Work over large arrays in chunks: several threads, a progress bar, and Ctrl-C between chunks."""

from __future__ import annotations

from collections.abc import Callable

from hexlab.run.progress import progress

__all__ = ["in_chunks"]


def in_chunks(
    count: int,
    work: Callable[[int, int], None],
    *,
    chunk: int,
    threads: int | None = None,
    desc: str = "",
    unit: str = "position",
) -> None:
    """Call ``work(start, stop)`` for consecutive parts of ``range(count)``.

    Parameters
    ----------
    count : int
        How many items there are.
    work : callable
        Does a part; a parallel kernel in it uses `threads` threads.
    chunk : int
        Items in a part: a good second's work at most, since an interrupt waits for its end.
    threads : int, optional
        Default: all that numba has (``NUMBA_NUM_THREADS``).
    desc, unit : str
        For the progress bar.

    Raises
    ------
    ValueError
        If there are not so many threads.

    >>> in_chunks(5, lambda start, stop: print(start, stop), chunk=2)
    0 2
    2 4
    4 5
    """
    import numba

    most = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    before = numba.get_num_threads()
    threads = before if threads is None else threads
    if not 1 <= threads <= most:
        raise ValueError(f"threads must be from 1 to {most} on this machine, not {threads}")
    numba.set_num_threads(threads)
    try:
        with progress(total=count, desc=desc, unit=unit) as bar:
            for start in range(0, count, chunk):
                stop = min(count, start + chunk)
                work(start, stop)
                bar.update(stop - start)
    finally:
        numba.set_num_threads(before)
