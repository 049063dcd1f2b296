"""Rows of the tracked result files come out again: seeds are in the rows, limits are counts."""

import numpy as np
import pytest

from hexlab.data.experiment import content_of, play_task
from hexlab.data.generate import EXPERIMENTS
from hexlab.run.places import datasets_folder

TRACKED = [name for name in EXPERIMENTS if (datasets_folder() / f"{name}.jsonl").exists()]


def rows_again(name: str, count: int, seed: int) -> None:
    experiment = EXPERIMENTS[name]
    rows = experiment.read()
    chosen = np.random.default_rng(seed).choice(len(rows), min(count, len(rows)), replace=False)
    for index in chosen:
        row = rows[index]
        again = play_task(experiment.task(row))
        assert content_of([again]) == content_of([row]), (row, again)


@pytest.mark.parametrize("name", TRACKED)
def test_two_rows_come_out_again(name):
    rows_again(name, 2, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("name", TRACKED)
def test_twenty_rows_come_out_again(name):
    rows_again(name, 20, seed=2)


@pytest.mark.parametrize("name", TRACKED)
def test_no_row_is_there_twice(name):
    experiment = EXPERIMENTS[name]
    tasks = [str(experiment.task(row)) for row in experiment.read()]
    assert len(set(tasks)) == len(tasks)
