import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.data import games as room
from hexlab.data.games import (
    COLUMNS,
    content_hash,
    game_from_row,
    games_for_notebooks,
    load_dataset,
    load_frame,
    proved_winner,
    read_rows,
    row_from_game,
    write_rows,
)


def sample_rows():
    full = Game(1).play("a1")
    swapped = Game(3).play("b1").swap().play("c3")
    sides = Game(3).play("b1").swap("sides").play("c3")
    only_swap = Game(3).play("b1").swap()
    games = [Game(1), full, swapped, sides, only_swap, Game(19).play("s19").play("a1")]
    return [row_from_game(game, i, opening=1, seed=2**40) for i, game in enumerate(games)]


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_a_game_and_its_row_say_the_same(data):
    n = data.draw(st.integers(1, 6))
    cells = data.draw(st.permutations(range(n * n)))
    game = Game(n)
    for ply, cell in enumerate(cells[: data.draw(st.integers(0, n * n))]):
        if ply == 1 and data.draw(st.booleans()):
            game.swap(data.draw(st.sampled_from(["pieces", "sides"])))
        if game.board[cell] == 0:
            game.play(cell)
    game.players = ("a", "b")
    row = row_from_game(game, 3)
    again = game_from_row(row)
    assert again.node is again.root
    assert again.moves == game.moves
    assert again.boards() == game.boards()
    assert (row["winner"], again.players) == (game.winner, ("a", "b"))


@pytest.mark.parametrize(
    "game",
    [
        Game(Board(3, black="b2")),
        Game(3).play("a1").pass_turn(),
        Game(3).play("a1").resign(),
        Game(3).play("a1", "white"),
        Game(3).play("a1").play("b1").swap("sides"),
    ],
    ids=["set-up", "pass", "resign", "white first", "late swap"],
)
def test_what_a_row_cannot_hold_is_refused(game):
    with pytest.raises(ValueError, match="game 5 can't be kept"):
        row_from_game(game, 5)


def test_parquet_round_trip(tmp_path):
    rows = sample_rows()
    path = write_rows(tmp_path / "x.parquet", rows)
    assert read_rows(path) == rows
    assert content_hash(read_rows(path)) == content_hash(rows)
    assert pq.read_schema(path).names == list(COLUMNS)
    assert read_rows(write_rows(tmp_path / "none.parquet", [])) == []


def test_the_content_hash_sees_every_column():
    rows = sample_rows()
    seen = {content_hash(rows), content_hash(rows[:-1]), content_hash(rows[::-1])}
    for name in COLUMNS:
        old = rows[-1][name]
        new = [*old, 5] if isinstance(old, list) else "?" if isinstance(old, str) else old + 1
        seen.add(content_hash([*rows[:-1], {**rows[-1], name: new}]))
    assert len(seen) == 3 + len(COLUMNS)


def test_files_that_are_none_are_refused(tmp_path):
    (tmp_path / "rubbish").write_bytes(b"\x00\xff" * 100)
    with pytest.raises(ValueError, match="no parquet file"):
        read_rows(tmp_path / "rubbish")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other")
    with pytest.raises(ValueError, match="no column 'schema'"):
        read_rows(tmp_path / "other")
    write_rows(tmp_path / "later", [{**sample_rows()[0], "schema": 99}])
    with pytest.raises(ValueError, match="schema 99"):
        read_rows(tmp_path / "later")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXLAB_DATASETS", str(tmp_path))
    monkeypatch.delenv("HEXLAB_GAMES", raising=False)
    write_rows(tmp_path / "own.parquet", sample_rows())
    return tmp_path


def test_a_data_set_by_name(folder):
    games = load_dataset("own")
    assert [game.source for game in games] == [f"own:{i}" for i in range(6)]
    assert games[2].moves[1].kind == "swap-pieces"
    assert list(load_frame("own")["n"]) == [1, 1, 3, 3, 3, 19]
    with pytest.raises(ValueError, match=r"no data set 'other' in .*: there are own"):
        load_dataset("other")


def test_games_for_notebooks_without_real_games(folder):
    assert [(s, len(g)) for s, g in games_for_notebooks("own")] == [("hexlab own", 6)]


def test_games_for_notebooks_from_any_folder(folder, tmp_path, monkeypatch):
    mine = tmp_path / "mine"
    mine.mkdir()
    monkeypatch.setenv("HEXLAB_GAMES", str(mine))
    with pytest.raises(ValueError, match="games"):
        games_for_notebooks("own")
    (mine / "a.sgf").write_text("(;FF[4]GM[11]SZ[3];B[b2])")
    (mine / "notes.txt").write_text("nothing")
    assert [(s, len(g)) for s, g in games_for_notebooks("own")][1] == ("mine", 1)
    monkeypatch.setenv("HEXLAB_GAMES", str(mine / "none"))
    with pytest.raises(ValueError, match="no folder"):
        games_for_notebooks("own")


@pytest.mark.skipif("HEXLAB_GAMES" not in os.environ, reason="HEXLAB_GAMES is not set")
def test_the_olympiad_games_are_a_source_of_their_own():
    folder = Path(os.environ["HEXLAB_GAMES"])
    if not (folder / "olympiad").is_dir():
        pytest.skip("HEXLAB_GAMES has no olympiad/")
    source, games = room._real_games(folder)
    assert (source, len(games)) == ("Computer Olympiad", 96)


def test_the_winner_is_what_the_record_says_or_a_proof():
    def played(n, *moves):
        game = Game(n)
        for move in moves:
            game.play(move)
        return game

    assert proved_winner(played(2, "a1", "b1", "a2")) == (1, "chain")
    assert proved_winner(played(5, "c3").resign("black")) == (-1, "resign")
    told = played(5, "c3")
    told.result = "W+Resign"
    assert proved_winner(told) == (-1, "result")
    assert proved_winner(played(5, "c3")) == (1, "proof")
    assert proved_winner(played(5, "a1")) == (-1, "proof")
    assert proved_winner(Game(1)) == (1, "proof")
    # The end of a variation is no result.
    branched = played(3, "b2")
    branched.undo().play("a1").resign("black")
    assert branched.winner_source == "variation"
    for cursor in (branched.node, branched.root):
        assert proved_winner(branched.goto(cursor)) == (1, "proof")
    assert proved_winner(Game(11), seconds=0.01) == (0, "unknown")
