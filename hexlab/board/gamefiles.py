"""Game files: reading one or many, and writing."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from hexlab.board.formats import parse_games
from hexlab.board.game import Game
from hexlab.board.sgf import write_sgf
from hexlab.run.files import write_atomic

__all__ = ["MAX_BYTES", "decode", "load", "load_games", "save_game"]

# Larger files are refused before they are read.
MAX_BYTES = 16 * 2**20

_ENDINGS = (".sgf", ".hsgf", ".hgf")
_CHARSET = re.compile(rb"CA\s*\[([^\[\]]{1,40})\]")
# UTF-32 first: its mark begins as that of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# Encodings that are text in and text out; Python's registry has others.
_TEXT_CODECS = re.compile(r"(utf8|iso8859|cp\d|windows|mac|koi8|euc|gb|big5|shift_jis|ascii)")


def load(path: str | PathLike[str]) -> Game:
    """Read the one game of a file: SGF, or a text with a HexWorld link or HexWiki diagram.

    Returns
    -------
    Game
        With the cursor at the start and `Game.source` set to the file's name.

    Raises
    ------
    ValueError
        With file, line, column and reason; also for a folder, a file over `MAX_BYTES` (16 MiB),
        and a file of several games (use `load_games`).
    OSError
        If the file is not there or can't be read.

    Examples
    --------
    >>> import hexlab
    >>> hexlab.load("final.sgf").last().board  # doctest: +SKIP
    """
    games = _read(Path(path), Path(path).name)
    if len(games) > 1:
        raise ValueError(f"{path}: {len(games)} games in this file, load_games() reads them all")
    return games[0].first()


def load_games(path: str | PathLike[str]) -> Iterator[Game]:
    """Iterate over the games of a file, or of all SGF files in a folder and its subfolders.

    Files come in the order of their names, one in memory at a time. `Game.source` is the file's
    name, seen from the folder; in a file of several games with the game's number:
    ``"2011/final.sgf:3"``.

    Raises
    ------
    ValueError
        At the first file that can't be read (see `load`), or for a folder without games.
    OSError
        If there is no such file or folder.
    """
    top = Path(path)
    if not top.is_dir():
        yield from _read(top, top.name)
        return
    files = sorted(file for file in top.rglob("*") if file.suffix.lower() in _ENDINGS)
    if not files:
        raise ValueError(f"{path}: no game file ({', '.join(_ENDINGS)}) in this folder")
    for file in files:
        yield from _read(file, file.relative_to(top).as_posix())


def _read(path: Path, source: str) -> list[Game]:
    """The games of a file, their cursors at the start."""
    try:
        games = parse_games(decode(_bytes(path)), source)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    for number, game in enumerate(games, start=1):
        game.source = source if len(games) == 1 else f"{source}:{number}"
        game.first()
    return games


def _bytes(path: Path) -> bytes:
    size = path.stat().st_size
    if path.is_dir():
        raise ValueError("this is a folder, load_games() reads the games in it")
    if not path.is_file():
        raise ValueError("this is no ordinary file")
    if size <= MAX_BYTES:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        size = max(size, len(data))
    if size > MAX_BYTES:
        raise ValueError(
            f"{size / 2**20:.1f} MiB are too many for a game file (limit {MAX_BYTES >> 20} MiB)"
        )
    return data


def decode(data: bytes) -> str:
    """The text of a game file.

    In the encoding that a byte order mark or the CA property tells, else UTF-8, else Latin-1.

    Raises
    ------
    ValueError
        For binary data (a zero byte), or UTF-16 that is none.

    >>> decode("(;C[é])".encode("latin-1"))
    '(;C[é])'
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return _decode_marked(data, encoding)
    if b"\0" in data:
        raise ValueError(f"byte {data.index(0)} is zero: this is binary data, not a game file")
    for charset in (_charset(data), "utf-8-sig"):
        try:
            if charset:
                return data.decode(charset).removeprefix("\ufeff")
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _decode_marked(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(
            f"byte {error.start}: this begins as {encoding.upper()}, but does not go on so"
        ) from None
    if "\0" in text:
        raise ValueError(f"character {text.index(chr(0))} is zero: this is no game file")
    return text


def _charset(data: bytes) -> str:
    """The encoding that a file's beginning names, "" if none that is known."""
    found = _CHARSET.search(data, 0, 4096)
    return _codec(found[1].decode("latin-1")) if found else ""


def _codec(name: str) -> str:
    try:
        codec = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):
        return ""
    return codec if _TEXT_CODECS.match(codec.replace("-", "")) else ""


def save_game(game: Game, path: str | PathLike[str]) -> None:
    """Write a game as an SGF file, in the encoding its CA property names, else in UTF-8.

    Raises
    ------
    ValueError
        If the game has characters that this encoding lacks, or a zero; nothing is written then.
    """
    charset = _codec(game.root.text("CA")) or "utf-8"
    try:
        data = write_sgf(game).encode(charset)
        if b"\0" in data:
            raise ValueError(f"{path}: a game file can't hold the character '\\0'")
    except UnicodeEncodeError as error:
        raise ValueError(
            f"{path}: CA[{game.root.text('CA')}] lacks {error.object[error.start]!r}"
        ) from None
    write_atomic(path, data)
