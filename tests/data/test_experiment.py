"""A plan is done to its end, whatever stops it, and every row says how to get it again."""

import json
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlab import Board
from hexlab.data.alpha_sweep import alpha_sweep
from hexlab.data.experiment import Experiment, GameTask, content_of, moves_of, play_task
from hexlab.data.ezo_tournament import ezo_tournament
from hexlab.data.manifest import check, read_manifest
from hexlab.data.phase_labels import phase_labels
from hexlab.data.value_duel import value_duel


@dataclass(frozen=True)
class Double:
    """A task without cost."""

    stage: str
    number: int
    fail: bool = False

    def run(self) -> dict[str, int]:
        DONE.append(self.number)
        if self.number == BROKEN[0]:
            raise KeyboardInterrupt
        return {"twice": 2 * self.number}


DONE: list[int] = []
BROKEN = [-1]


def doubling(last: int = 3):
    """1 to `last`, then what came out."""

    def plan():
        rows = yield [Double("first", number) for number in range(1, last + 1)]
        yield [Double("second", row["twice"]) for row in rows]
        yield []

    return Experiment("doubling", "Twice as much", plan, (Double, GameTask))


@pytest.fixture(autouse=True)
def _fresh():
    DONE.clear()
    BROKEN[0] = -1


def test_what_comes_next_depends_on_what_came_out():
    rows = doubling().run()
    assert [row["twice"] for row in rows] == [2, 4, 6, 4, 8, 12]
    assert [row["stage"] for row in rows] == ["first"] * 3 + ["second"] * 3
    assert rows[0] == {"task": "Double", "stage": "first", "number": 1, "fail": False, "twice": 2}


@pytest.mark.parametrize("at", [1, 3, 4, 8, 12])
def test_stopped_anywhere_it_goes_on_there(tmp_path, at):
    path = tmp_path / "rows.jsonl"
    BROKEN[0] = at
    with pytest.raises(KeyboardInterrupt):
        doubling(6).run(path)
    before = len(doubling(6).read(path))
    BROKEN[0], seen = -1, len(DONE)
    rows = doubling(6).run(path)
    assert rows == doubling(6).run()
    assert len(DONE[seen:-12]) == 12 - before, "nothing is done twice"


def test_a_larger_run_goes_on_where_a_smaller_one_ended(tmp_path):
    path = tmp_path / "rows.jsonl"
    doubling(2).run(path)
    DONE.clear()
    assert doubling(3).run(path) == doubling(3).run()
    assert DONE[:2] == [3, 6]


def test_every_row_gives_its_task_back():
    experiment = doubling()
    for row in experiment.run():
        assert play_task(experiment.task(row)) == row
    with pytest.raises(ValueError, match="'Other' is no task of doubling"):
        experiment.task({"task": "Other"})


@settings(max_examples=20, deadline=None)
@given(st.permutations(list(range(6))))
def test_the_content_does_not_depend_on_order_or_time(order):
    rows = [{"number": number, "seconds": [number, 0]} for number in range(6)]
    later = [{**rows[i], "seconds": [9, 9]} for i in order]
    assert content_of(rows) == content_of(later)
    assert content_of(rows) != content_of([*rows[1:], {"number": 7}])


def test_the_data_set_is_in_the_manifest_also_if_it_was_stopped(tmp_path):
    BROKEN[0] = 3
    with pytest.raises(KeyboardInterrupt):
        doubling().make(folder=tmp_path)
    assert read_manifest(tmp_path)["doubling"].rows == 2
    BROKEN[0] = -1
    entry = doubling().make(folder=tmp_path)
    assert (entry.rows, entry.file, check(tmp_path)) == (6, "doubling.jsonl", [])
    assert doubling().make(folder=tmp_path) == entry, "nothing to do"


def test_a_missing_or_foreign_file_is_named(tmp_path):
    path = tmp_path / "rows.jsonl"
    with pytest.raises(ValueError, match="does not exist; hexlab data make doubling"):
        doubling().read(path)
    path.write_text('{"hexlab journal": 1, "parameters": {"schema": 1, "experiment": "else"}}\n')
    with pytest.raises(ValueError, match="holds results for experiment = 'else'"):
        doubling().run(path)
    with pytest.raises(ValueError, match="holds rows of else, not of doubling"):
        doubling().read(path)
    for text in ("", "{}", "[]\n", '{"parameters": {"experiment": "doubling"}}\n{'):
        path.write_text(text)
        with pytest.raises(ValueError, match="can't be understood"):
            doubling().read(path)


def test_a_foreign_file_does_not_come_into_the_manifest(tmp_path):
    path = doubling().path(tmp_path)
    foreign = '{"hexlab journal": 1, "parameters": {"schema": 1, "experiment": "else"}}\n'
    path.write_text(foreign)
    with pytest.raises(ValueError, match="holds results for experiment = 'else'"):
        doubling().make(folder=tmp_path)
    assert read_manifest(tmp_path) == {}
    assert path.read_text() == foreign


# -- games -------------------------------------------------------------------------------------

GAME = GameTask("test", "random", "resistance", 4, seed=7, index=3, opening="a1 b2")


def test_a_game_is_the_same_again_and_its_moves_are_legal():
    row = play_task(GAME)
    again = play_task(GAME)
    assert {**row, "seconds": 0} == {**again, "seconds": 0}
    board = Board(4)
    for cell in moves_of(row["moves"], 4):
        board = board.play(cell)
    assert row["moves"].startswith("a1 b2 ")
    assert (row["end"], board.winner) == ("chain", {"black": 1, "white": -1}[row["winner"]])
    assert json.loads(json.dumps(row)) == row


def test_seed_and_index_both_count():
    games = {
        play_task(task)["moves"] for task in (GAME, replace(GAME, seed=8), replace(GAME, index=4))
    }
    assert len(games) == 3


def test_the_solver_ends_a_game():
    assert play_task(replace(GAME, opening="", adjudicate=100))["end"] == "adjudicated"


def test_a_game_lost_by_a_fault_is_no_result(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text(
        "from hexlab.play.player import Stateless\n"
        "class Bad(Stateless):\n"
        "    def pick(self, board, limit, rng):\n"
        "        return -1\n"
    )
    with pytest.raises(ValueError, match="lost by a fault: cell -1 is off the board"):
        play_task(replace(GAME, white=f"{file}:Bad", opening=""))


@pytest.mark.parametrize("scale", ["bad", "", None])
def test_a_scale_that_is_none_is_named(scale):
    for make in (alpha_sweep, ezo_tournament, phase_labels, value_duel):
        with pytest.raises(ValueError, match="there are quick, long, thesis"):
            make(scale)
