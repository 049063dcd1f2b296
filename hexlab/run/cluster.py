"""Whole games (or larger tasks) over several processes or a cluster, by Dask."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hexlab.run.extras import need

__all__ = ["map_tasks"]

_PATIENCE = 10  # seconds for a scheduler to answer


def map_tasks(
    function: Callable[[Any], Any],
    items: Sequence[Any],
    processes: int = 1,
    scheduler: str | None = None,
) -> Generator[Any, None, None]:
    """Yield ``function(item)`` for every item, in the order in which they get ready.

    One process computes here, one after the other. More start a local Dask cluster with one thread
    each; where `scheduler` or ``DASK`` names one (``tcp://…``), that cluster computes instead. When
    the caller stops reading, the open tasks are dropped and the local cluster ends. The tasks of a
    process that dies are computed again.

    Parameters
    ----------
    function : callable
        Of one item; at module level, so that it can be sent. A task costs about 10 ms beyond its
        work: it should be at least one whole game.
    items : sequence
        What to compute.
    processes : int
        How many processes of this machine; of no account with a scheduler.
    scheduler : str, optional
        The address of a Dask scheduler; by default what ``DASK`` says.

    Raises
    ------
    ValueError
        If `processes` is less than 1.
    ImportError
        If Dask is needed and missing.
    OSError
        If the scheduler does not answer, or a task's process died several times.

    >>> sorted(map_tasks(abs, [-2, 1]))
    [1, 2]
    """
    if processes < 1:
        raise ValueError(f"processes must be at least 1, not {processes}")
    scheduler = scheduler or os.environ.get("DASK") or None
    if scheduler is None and (processes == 1 or len(items) < 2):
        yield from map(function, items)
    else:
        yield from _on_cluster(function, items, scheduler, processes)


def _on_cluster(
    function: Callable[[Any], Any], items: Sequence[Any], scheduler: str | None, processes: int
) -> Iterator[Any]:
    dask = need("distributed", "lab")
    if scheduler:
        with _client(dask, scheduler) as client:
            yield from _results(client, client.map(function, items, pure=False))
        return
    # One thread in every library: two busy processes with two threads each are far slower.
    single = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    os_env = {name: os.environ.get(name, value) for name, value in single.items()}
    with _interrupts_ignored():
        cluster = dask.LocalCluster(
            n_workers=min(processes, len(items)),
            threads_per_worker=1,
            dashboard_address=":0",  # any free port
            env=os_env,
            silence_logs=50,
        )
    with cluster, dask.Client(cluster) as client:
        yield from _results(client, client.map(function, items, pure=False))


def _client(dask: Any, scheduler: str) -> Any:
    try:
        return dask.Client(scheduler, timeout=f"{_PATIENCE}s")
    except (ValueError, TypeError) as error:
        raise OSError(
            f"{scheduler!r} is no address of a Dask scheduler, like tcp://host:8786 ({error})"
        ) from None
    except OSError as error:
        raise OSError(
            f"no Dask scheduler answers at {scheduler!r} within {_PATIENCE} s: start one with "
            f"`dask scheduler`, which prints its address ({error})"
        ) from None


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C, here and for good in the processes started meanwhile.

    It is meant for this process alone, which then ends the others in good order.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread gets it, and only it may say so
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _results(client: Any, futures: list[Any]) -> Iterator[Any]:
    from distributed import KilledWorker, as_completed

    try:
        for future in as_completed(futures):
            yield future.result()
            future.release()
    except KilledWorker as error:
        raise ChildProcessError(
            f"a task ended every process that took it ({error.last_worker.address} was the last)"
        ) from None
    finally:
        client.cancel([future for future in futures if not future.done()])
