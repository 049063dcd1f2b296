from __future__ import annotations

import numba
import pytest

from hexlab.run.batch import in_chunks


def test_every_item_once_in_order() -> None:
    for count in (0, 1, 9, 10, 11):
        seen: list[int] = []
        in_chunks(count, lambda start, stop, seen=seen: seen.extend(range(start, stop)), chunk=5)
        assert seen == list(range(count))


def test_threads_are_put_back_after_an_interrupt() -> None:
    before = numba.get_num_threads()

    def work(start: int, stop: int) -> None:
        assert numba.get_num_threads() == 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        in_chunks(3, work, chunk=1, threads=1)
    assert numba.get_num_threads() == before


@pytest.mark.parametrize("threads", [0, -1, 10_000])
def test_refuses_impossible_threads(threads: int) -> None:
    with pytest.raises(ValueError, match=f"not {threads}"):
        in_chunks(1, lambda start, stop: None, chunk=1, threads=threads)
