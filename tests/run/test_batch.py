from __future__ import annotations

import threading
import time

import pytest

from hexlab.run.batch import in_chunks


@pytest.mark.parametrize("threads", [1, 3])
def test_every_item_once(threads: int) -> None:
    for count in (0, 1, 9, 10, 11):
        seen: list[int] = []
        lock = threading.Lock()

        def work(
            start: int, stop: int, seen: list[int] = seen, lock: threading.Lock = lock
        ) -> None:
            with lock:
                seen.extend(range(start, stop))

        in_chunks(count, work, chunk=5, threads=threads)
        assert sorted(seen) == list(range(count))


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_it(threads: int) -> None:
    begun: list[int] = []

    def work(start: int, stop: int) -> None:
        begun.append(start)
        time.sleep(0.002)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_chunks(1000, work, chunk=1, threads=threads)
    assert len(begun) < 1000


@pytest.mark.parametrize("threads", [0, -1])
def test_refuses_impossible_threads(threads: int) -> None:
    with pytest.raises(ValueError, match=f"not {threads}"):
        in_chunks(1, lambda start, stop: None, chunk=1, threads=threads)
