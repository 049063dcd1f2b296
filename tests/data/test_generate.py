import subprocess
import sys
import time

import numpy as np
import pytest

from hexlab.board.board import Board
from hexlab.data import generate
from hexlab.data.games import content_hash, game_from_row, load_frame, read_rows, write_rows
from hexlab.data.generate import RECIPES, Recipe, greedy_cell, make, play_game
from hexlab.data.manifest import read_manifest

TINY = Recipe("Small games", ((4, 3), (1, 1), (3, 2)), 0.02, seed=7)


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    monkeypatch.setitem(RECIPES, "tiny", TINY)
    folder = tmp_path / "datasets"
    folder.mkdir()
    return folder


def test_games_end_with_the_winning_stone(fake_resistance):
    for index in range(len(TINY)):
        row = play_game(index, TINY)
        game = game_from_row(row)
        boards = game.boards()
        assert row["n"] == TINY.size_of(index) == game.n
        assert boards[-1].winner == row["winner"] != 0
        assert not any(board.winner for board in boards[:-1])
        assert 1 <= row["opening"] <= max(game.n // 2, 1)


def test_a_game_depends_on_seed_and_index_only(fake_resistance):
    assert play_game(1, TINY) == play_game(1, TINY)
    games = {tuple(play_game(i, Recipe("", ((5, 9),), 0.02, 1))["moves"]) for i in range(9)}
    assert len(games) == 9


def test_greedy_takes_the_best_cell_when_cold_and_any_when_hot(fake_resistance):
    board = Board(3, black="a1", white="b1")
    rng = np.random.default_rng(1)
    cold = {greedy_cell(board, 1e-6, rng) for _ in range(50)}
    # The stand-in evaluation gives cell i the weight cos i.
    assert cold == {max(board.empty, key=np.cos)}
    cold_white = {greedy_cell(board.with_to_move("white"), 1e-6, rng) for _ in range(50)}
    assert cold_white == {max(board.empty, key=np.cos)}
    assert {greedy_cell(board, 1e6, rng) for _ in range(300)} == set(board.empty)


def test_make_writes_file_and_entry_and_the_second_time_says_it_is_the_same(fake_resistance, tiny):
    made = make("tiny", 1, tiny)
    assert not made.known
    assert [row["index"] for row in read_rows(made.path)] == list(range(6))
    assert read_manifest(tiny)["tiny"] == made.entry
    assert made.entry.content == content_hash(read_rows(made.path))
    again = make("tiny", 1, tiny)
    assert again.known
    assert again[:2] == made[:2]
    assert not list((tiny.parent / "build" / "data").iterdir())


def replace_games(path):
    rows = read_rows(path)
    write_rows(path, [{**row, "seed": 1} for row in rows])


HARM = {
    "missing": lambda path: path.unlink(),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "empty": lambda path: path.write_bytes(b""),
    "a bit turned": lambda path: path.write_bytes(path.read_bytes()[:60] + b"?" * 9),
    "other games": replace_games,
}


@pytest.mark.parametrize("harm", HARM)
def test_a_harmed_file_is_made_anew(fake_resistance, tiny, monkeypatch, harm):
    made = make("tiny", 1, tiny)
    before = made.path.read_bytes()
    HARM[harm](made.path)
    again = make("tiny", 1, tiny)
    assert not again.known
    assert again.entry == made.entry
    assert made.path.read_bytes() == before
    HARM[harm](made.path)
    monkeypatch.setitem(RECIPES, "tiny", Recipe(TINY.about, TINY.sizes, TINY.temperature, 8))
    with pytest.raises(ValueError, match=r"6 of 6 games are not those of tiny\.parquet"):
        make("tiny", 1, tiny)


def test_other_games_do_not_replace_tracked_ones_unasked(fake_resistance, tiny, monkeypatch):
    made = make("tiny", 1, tiny)
    before = made.path.read_bytes()
    monkeypatch.setitem(RECIPES, "tiny", Recipe(TINY.about, TINY.sizes, TINY.temperature, 8))
    with pytest.raises(ValueError, match=r"of 6 games are not those of tiny\.parquet") as caught:
        make("tiny", 1, tiny)
    assert made.path.read_bytes() == before
    assert "--replace" in str(caught.value)
    assert make("tiny", 1, tiny, replace=True).entry.content != made.entry.content


def test_an_interrupted_run_goes_on_and_gives_the_same(fake_resistance, tiny, monkeypatch):
    whole = make("tiny", 1, tiny).entry.content
    count = 0

    def play(index, recipe):
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return play_game(index, recipe)

    monkeypatch.setattr(generate, "play_game", play)
    with pytest.raises(KeyboardInterrupt):
        make("tiny", 1, tiny)
    make("tiny", 1, tiny)
    assert count == 3 + 4
    assert read_manifest(tiny)["tiny"].content == whole


def test_an_unknown_name_is_an_error():
    with pytest.raises(ValueError, match="no recipe makes 'x': there are resistance-greedy"):
        make("x")


def test_the_tracked_games_are_those_of_the_recipe():
    recipe = RECIPES["resistance-greedy"]
    frame = load_frame("resistance-greedy")
    assert len(frame) == len(recipe)
    for index in (0, 240, 320, 399):  # one or two of each size, played anew
        row = play_game(index, recipe)
        tracked = frame.iloc[index]
        assert list(tracked["moves"]) == row["moves"]
        assert tracked["winner"] == row["winner"]


SCRIPT = """
import sys
from pathlib import Path
from hexlab.data.generate import RECIPES, Recipe, make
RECIPES["some"] = Recipe("Some games", ((6, 60),), 0.02, seed=3)
if __name__ == "__main__":
    print(make("some", int(sys.argv[2]), Path(sys.argv[1])).entry.content)
"""


@pytest.mark.long
def test_two_processes_and_kill_9_give_what_one_process_gives(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)

    def start(folder, processes):
        (tmp_path / folder / "datasets").mkdir(parents=True, exist_ok=True)
        command = [sys.executable, str(script), str(tmp_path / folder / "datasets"), processes]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    one = start("one", "1").communicate()[0]
    journal = tmp_path / "two" / "build" / "data" / "some.jsonl"
    process = start("two", "2")
    deadline = time.monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b"\n") < 10:
        assert time.monotonic() < deadline, "no games are played"
        time.sleep(0.05)
    process.kill()
    process.wait()
    assert start("two", "2").communicate()[0] == one != ""
