"""Files and folders of games, made here and real ones."""

from __future__ import annotations

import os
import warnings
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexlab
from hexlab import Game
from hexlab.board.formats import parse_games
from hexlab.board.gamefiles import MAX_BYTES, decode, save_game

SMALL = "(;GM[11]SZ[3];B[b1];W[a3])"


def test_load_and_save(tmp_path: Path) -> None:
    game = Game(3).play("b1").swap()
    game.comment = "Ünï ⬡"
    game.save(tmp_path / "new" / "one.SGF")
    again = hexlab.load(tmp_path / "new" / "one.SGF")
    assert again == game
    assert again.source == "one.SGF"
    assert again.node is again.root
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["one.SGF"]


def test_links_and_diagrams_in_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("https://hexworld.org/board/#3,b1a3\n")
    (tmp_path / "b.txt").write_text("<hexboard size='3x3' contents='R 1:b1 B 2:a3'/>")
    for name in ("a.txt", "b.txt"):
        assert hexlab.load(tmp_path / name) == Game(3).play("b1").play("a3")


def test_collections_and_folders(tmp_path: Path) -> None:
    (tmp_path / "z.sgf").write_text(SMALL)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "two.hsgf").write_text(f"{SMALL}\n{SMALL}")
    (tmp_path / "README").write_text("no game")
    (tmp_path / "x.six").write_text("BoardSize: 11x11\n")
    found = [game.source for game in hexlab.load_games(tmp_path)]
    assert found == ["sub/two.hsgf:1", "sub/two.hsgf:2", "z.sgf"]
    assert [g.source for g in hexlab.load_games(tmp_path / "z.sgf")] == ["z.sgf"]
    with pytest.raises(ValueError, match=r"two\.hsgf: 2 games in this file, load_games\(\) reads"):
        hexlab.load(tmp_path / "sub" / "two.hsgf")


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="this is a folder, load_games"):
        hexlab.load(tmp_path)
    with pytest.raises(ValueError, match=r"no game file \(\.sgf, \.hsgf, \.hgf\) in this folder"):
        list(hexlab.load_games(tmp_path))
    for read in (hexlab.load, lambda path: list(hexlab.load_games(path))):
        with pytest.raises(FileNotFoundError):
            read(tmp_path / "absent.sgf")
    bad = tmp_path / "bad.sgf"
    bad.write_text("(;SZ[3]\n;B[b1]\n;W[b1])")
    with pytest.raises(ValueError, match=r"bad\.sgf: line 3, column 2: W\[b1\]: 'b1' is occupied"):
        hexlab.load(bad)
    bad.write_bytes(bytes(range(256)) * 10)
    with pytest.raises(ValueError, match=r"bad\.sgf: byte 0 is zero: this is binary data"):
        hexlab.load(bad)
    bad.write_bytes(b"")
    with pytest.raises(ValueError, match=r"bad\.sgf: line 1, column 1"):
        hexlab.load(bad)
    with pytest.raises(ValueError, match="this is no ordinary file"):
        hexlab.load(os.devnull)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge.sgf"
    with huge.open("wb") as file:
        file.truncate(200 * 2**20)  # sparse: it takes no room
    message = r"huge\.sgf: 200\.0 MiB are too many for a game file \(limit 16 MiB\)"
    with pytest.raises(ValueError, match=message):
        hexlab.load(huge)
    assert MAX_BYTES == 16 * 2**20


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("(;C[é])".encode(), "(;C[é])"),
        ("(;C[é])".encode("utf-8-sig"), "(;C[é])"),
        ("(;C[é])".encode("latin-1"), "(;C[é])"),
        ("(;CA[UTF-8]C[é])".encode(), "(;CA[UTF-8]C[é])"),
        ("(;CA[UTF-8]C[é])".encode("latin-1"), "(;CA[UTF-8]C[é])"),
        ("(;CA[cp1252]C[€])".encode("cp1252"), "(;CA[cp1252]C[€])"),
        ("(;CA[KOI8-R]C[Д])".encode("koi8-r"), "(;CA[KOI8-R]C[Д])"),
        ("(;CA[nonsense]C[é])".encode(), "(;CA[nonsense]C[é])"),
        ("(;CA[hex]C[é])".encode(), "(;CA[hex]C[é])"),
        ("(;CA[idna]C[é])".encode(), "(;CA[idna]C[é])"),
        ("(;CA[utf-16]C[é])".encode(), "(;CA[utf-16]C[é])"),
        ("(;C[é])".encode("utf-16"), "(;C[é])"),
        ("\ufeff(;C[é])".encode("utf-16-be"), "(;C[é])"),
        ("(;C[é])".encode("utf-32"), "(;C[é])"),
    ],
)
def test_encodings(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfe(\0;", "byte 4: this begins as UTF-16, but does not go on so"),
        (b"\xff\xfe\0\0(\0\0\xff", "byte 4: this begins as UTF-32, but does not go on so"),
        ("\ufeff(\0".encode("utf-16-be"), "character 1 is zero: this is no game file"),
    ],
)
def test_a_mark_that_promises_too_much(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        decode(data)


@pytest.mark.parametrize("charset", ["UTF-8", "ISO-8859-1", "cp1252", "unknown"])
def test_saved_in_the_encoding_that_the_file_names(tmp_path: Path, charset: str) -> None:
    game = Game.from_sgf(f"(;CA[{charset}]C[é])")
    save_game(game, tmp_path / "a.sgf")
    assert hexlab.load(tmp_path / "a.sgf") == game


def test_what_an_encoding_lacks_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.sgf"
    game = Game.from_sgf("(;CA[ISO-8859-1]C[é])")
    save_game(game, path)
    before = path.read_bytes()
    game.comment = "⬡"
    with pytest.raises(ValueError, match=r"CA\[ISO-8859-1\] lacks '⬡'"):
        save_game(game, path)
    game.comment = "a\0b"
    with pytest.raises(ValueError, match="can't hold the character"):
        save_game(game, path)
    assert path.read_bytes() == before


@given(st.binary(max_size=80) | st.binary(max_size=40).map(lambda b: b"(;CA[" + b + b"])"))
def test_any_bytes_are_games_or_an_error(data: bytes) -> None:
    try:
        assert parse_games(decode(data))
    except ValueError as error:
        assert str(error)  # noqa: PT017


# -- real games ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def olympiad() -> Path:
    folder = os.environ.get("HEXLAB_GAMES")
    if not folder or not (Path(folder) / "olympiad").is_dir():
        pytest.skip("HEXLAB_GAMES names no folder with the Olympiad games")
    return Path(folder) / "olympiad"


@pytest.mark.filterwarnings("ignore:.*is read as swap-sides")
def test_olympiad_games_are_replayed_and_written_back(olympiad: Path, tmp_path: Path) -> None:
    games = list(hexlab.load_games(olympiad))
    assert len(games) == 96
    for game in games:
        assert Game.from_sgf(game.to_sgf()) == game
        for node in game.nodes():
            if node.parent is not None and node.move is not None:
                assert node.move.apply(node.parent.board) == node.board
    save_game(games[0], tmp_path / "again.sgf")
    assert hexlab.load(tmp_path / "again.sgf") == games[0]
    swaps = Counter(
        node.move.kind
        for game in games
        for node in game.nodes()
        if node.move and node.move.kind.startswith("swap")
    )
    assert swaps == {"swap-sides": 51}


@pytest.mark.filterwarnings("ignore:.*is read as swap-sides")
def test_olympiad_winners(olympiad: Path) -> None:
    sources = Counter(game.winner_source for game in hexlab.load_games(olympiad))
    # 58 by the main line; in one file the finished game stands beside a main line that stops.
    assert sources == {"chain": 43, "resign": 15, "variation": 1, "": 37}


def test_olympiad_swaps_that_say_otherwise_are_told(olympiad: Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        list(hexlab.load_games(olympiad))
    # swap-pieces of HexGui 1.0 and of a file that names no program; older ones are known.
    assert len(caught) == 25
    assert all("swap-pieces] is read as swap-sides" in str(w.message) for w in caught)


def test_six_files_are_refused_by_name(olympiad: Path) -> None:
    files = sorted(olympiad.rglob("*.six"))
    assert len(files) == 4
    for file in files:
        with pytest.raises(
            ValueError, match=f"{file.name}: this is a game saved by the program Six"
        ):
            hexlab.load(file)
