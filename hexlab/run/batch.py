"""Work over large arrays in chunks: several threads, a progress bar, and Ctrl-C between chunks."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed

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
    """Call ``work(start, stop)`` for the parts of ``range(count)``.

    Parameters
    ----------
    count : int
        How many items there are.
    work : callable
        Does a part: a kernel that gives up the GIL (``nogil=True``), since parts run in threads.
    chunk : int
        Items in a part: a good second's work at most, since an interrupt waits for its end.
    threads : int, optional
        Default: all that numba has (``NUMBA_NUM_THREADS``).
    desc, unit : str
        For the progress bar.

    Raises
    ------
    ValueError
        For less than one thread.

    >>> in_chunks(5, lambda start, stop: print(start, stop), chunk=2, threads=1)
    0 2
    2 4
    4 5
    """
    if threads is None:
        import numba

        threads = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    if threads < 1:
        raise ValueError(f"threads must be at least 1, not {threads}")
    parts = [(start, min(count, start + chunk)) for start in range(0, count, chunk)]
    if len(parts) < 2:  # no bar: making one costs more than many a part
        for part in parts:
            work(*part)
        return
    with progress(total=count, desc=desc, unit=unit) as bar:
        if threads == 1:
            for start, stop in parts:
                work(start, stop)
                bar.update(stop - start)
            return
        pool = ThreadPoolExecutor(threads)
        try:
            tasks = {pool.submit(work, *part): part for part in parts}
            for task in as_completed(tasks):
                task.result()
                start, stop = tasks[task]
                bar.update(stop - start)
        finally:  # after an interrupt no further part is begun
            pool.shutdown(cancel_futures=True)
