import os

import pytest

from hexlab.run.cluster import map_tasks


def single_thread(item):
    return item * item, os.getpid(), os.environ["NUMBA_NUM_THREADS"]


def test_one_process_computes_here_and_in_order():
    assert list(map_tasks(abs, [3, -1, 2])) == [3, 1, 2]
    assert list(map_tasks(abs, [], 4)) == []


def test_two_processes_compute_elsewhere_with_one_thread_each(monkeypatch):
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    results = list(map_tasks(single_thread, range(20), 2))
    assert sorted(square for square, _, _ in results) == [i * i for i in range(20)]
    processes = {process for _, process, _ in results}
    assert os.getpid() not in processes
    assert {threads for _, _, threads in results} == {"1"}


def test_an_error_of_a_task_comes_through():
    with pytest.raises(TypeError):
        list(map_tasks(abs, ["a"]))


def test_the_number_of_processes_is_checked():
    with pytest.raises(ValueError, match="at least 1"):
        list(map_tasks(abs, [1], 0))


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "http://host:9", "tls://127.0.0.1:9"])
def test_an_address_that_is_none_is_told(address):
    pytest.importorskip("distributed")
    with pytest.raises(OSError, match=f"'{address}' is no address of a Dask scheduler"):
        list(map_tasks(abs, [1], scheduler=address))


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("hexlab.run.cluster._PATIENCE", 0.2)
    with pytest.raises(OSError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9' within"):
        list(map_tasks(abs, [1], scheduler="tcp://127.0.0.1:9"))
