"""What is known of a played game, and files of many: JSON lines, parquet, CSV, SGF.

The JSON lines (`GAMES`, a journal) are the record; everything else is written from them.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from hexlab.board.game import Game
from hexlab.board.geometry import MAX_SIZE
from hexlab.run.extras import need
from hexlab.run.files import write_atomic

__all__ = [
    "ENDS",
    "GAMES",
    "GameRecord",
    "Played",
    "csv_text",
    "game_rows",
    "move_rows",
    "read_match",
    "read_records",
    "write_tables",
]

# The journal of a match, in its folder.
GAMES = "games.jsonl"

# How a game can end; the last three are faults of the loser.
ENDS = ("chain", "resign", "adjudicated", "illegal", "time", "crash")

# The columns of moves; anything else that a player tells is kept in the record alone.
_MOVE_COLUMNS: dict[str, type] = {
    "game": int, "ply": int, "color": str, "player": str, "move": str, "seconds": float,
    "value": float, "nodes": int, "simulations": int, "depth": int, "limit": str,
}  # fmt: skip


@dataclass(frozen=True)
class GameRecord:
    """One game of a match.

    Attributes
    ----------
    game : int
        Its index, from which its seed comes.
    size : int
        Of the board.
    black, white : str
        The players' names with their parameters.
    opening : str
        Names of the moves that were set ("a1-b2"), "empty" without.
    round : int
        How often this opening was played by these two before. Two games with the same players,
        opening and round, colors exchanged, are an opening pair.
    winner : str
        The name of the player who won.
    color : str
        "black" or "white", the winner's.
    end : str
        One of `ENDS`: a chain, a resignation, a proof by the solver; an illegal move, too much time
        or a crash of the loser.
    reason : str
        In words, for an end that needs some; else "".
    plies : int
        Moves in all, those of the opening too.
    seconds : tuple of float
        What Black and White thought in all.
    turns : tuple of dict
        For each move chosen by a player: "ply" (from 1), "color", "move", "seconds", and as far as
        the player tells "value" (from −1 to 1, its own view), "nodes" or "simulations", "depth",
        "limit" (the one reached) and other numbers and words of its own.
    sgf : str
        The game.
    """

    game: int
    size: int
    black: str
    white: str
    opening: str
    round: int
    winner: str
    color: str
    end: str
    reason: str
    plies: int
    seconds: tuple[float, float]
    turns: tuple[dict[str, Any], ...]
    sgf: str

    @property
    def loser(self) -> str:
        """The name of the player who lost."""
        return self.white if self.color == "black" else self.black

    @property
    def faulty(self) -> bool:
        """Whether the loser lost by a fault: an illegal move, time, a crash."""
        return self.end in ENDS[3:]

    @property
    def result(self) -> tuple[str, str, float]:
        """Black, White and Black's points, as `hexlab.play.rating.fit_ratings` takes them."""
        return self.black, self.white, float(self.color == "black")

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of all moves in order, the opening's first."""
        return tuple(move.name for move in self.game_tree().moves)

    def game_tree(self) -> Game:
        """The game, its cursor at the start."""
        return Game.from_sgf(self.sgf)

    def to_row(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> GameRecord:
        """The record of a row.

        Raises
        ------
        ValueError
            If the row lacks something, or holds what no game gives.
        """
        known: dict[str, Any] = {}
        for field in fields(cls):
            if field.name not in row:
                raise ValueError(f"a record of a game has no {field.name!r}")
            value = row[field.name]
            if not _FITS[field.name](value):
                text = repr(value) if len(repr(value)) <= 40 else f"{repr(value)[:37]}..."
                raise ValueError(f"a record of a game cannot have {text} as {field.name!r}")
            known[field.name] = tuple(value) if isinstance(value, list) else value
        if known["winner"] != known[known["color"]]:
            raise ValueError(f"a record of a game calls {known['winner']!r} {known['color']}")
        return cls(**known)


@dataclass(frozen=True)
class Played:
    """A match as its journal holds it.

    Attributes
    ----------
    parameters : dict
        Players, size, openings, limits and the rest, as `hexlab.play.match.play_match` wrote them.
    records : tuple of GameRecord
        In the order of their indices.
    """

    parameters: dict[str, Any]
    records: tuple[GameRecord, ...]


def read_match(folder: str | os.PathLike[str]) -> Played:
    """Read a match, also one that is being played: a last line that is cut off is left out.

    Raises
    ------
    ValueError
        If there is no match in the folder, or its journal is damaged.
    OSError
        If it cannot be read.
    """
    path = Path(folder) / GAMES
    if not path.is_file():
        raise ValueError(f"{folder} holds no match: there is no {GAMES}")
    content = path.read_bytes()
    lines = content[: content.rfind(b"\n") + 1].splitlines()
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(json.loads(line))
        except (ValueError, RecursionError):
            raise ValueError(f"{path}, line {number} is damaged") from None
    head = rows[0] if rows and isinstance(rows[0], dict) else {}
    if not isinstance(head.get("parameters"), dict):
        raise ValueError(f"{path} is no journal of a match")
    return Played(head["parameters"], read_records(rows[1:], path))


def read_records(rows: Iterable[Any], path: str | os.PathLike[str]) -> tuple[GameRecord, ...]:
    """The records of a journal's rows, in the order of their games.

    Raises
    ------
    ValueError
        If a row is no record or a game is there twice, with its line in the file at `path`.
    """
    found: dict[int, GameRecord] = {}
    for number, row in enumerate(rows, start=2):
        try:
            if not isinstance(row, Mapping):
                raise ValueError("this is no record of a game")
            record = GameRecord.from_row(row)
            if record.game in found:
                raise ValueError(f"game {record.game} is there twice")
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        found[record.game] = record
    return tuple(found[game] for game in sorted(found))


def game_rows(records: Iterable[GameRecord]) -> list[dict[str, Any]]:
    """One flat row a game, for tables."""
    return [
        {
            "game": record.game,
            "size": record.size,
            "black": record.black,
            "white": record.white,
            "opening": record.opening,
            "round": record.round,
            "winner": record.winner,
            "color": record.color,
            "end": record.end,
            "reason": record.reason,
            "plies": record.plies,
            "seconds_black": record.seconds[0],
            "seconds_white": record.seconds[1],
            "moves": " ".join(record.moves),
        }
        for record in records
    ]


def move_rows(records: Iterable[GameRecord]) -> list[dict[str, Any]]:
    """One flat row a move that a player chose.

    What players tell beyond the usual is left out, and what is of another kind is None: each column
    holds values of one kind, as parquet wants it.
    """
    rows = []
    for record in records:
        names = {"black": record.black, "white": record.white}
        for turn in record.turns:
            row = {**turn, "game": record.game, "player": names[turn["color"]]}
            rows.append({name: _as(kind, row.get(name)) for name, kind in _MOVE_COLUMNS.items()})
    return rows


def _as(kind: type, value: Any) -> Any:
    """The value if it is of that kind, a whole number being a number, too; else None."""
    if kind is float and _is_number(value):
        return float(value)
    return value if isinstance(value, kind) and not isinstance(value, bool) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**63


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_turn(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("color") in ("black", "white")
        and _is_count(value.get("ply"))
        and _is_text(value.get("move"))
        and _is_number(value.get("seconds"))
    )


# What each field of a record may hold, as JSON values.
_FITS: dict[str, Callable[[Any], bool]] = {
    "game": _is_count,
    "size": lambda value: _is_count(value) and 1 <= value <= MAX_SIZE,
    "black": _is_text,
    "white": _is_text,
    "opening": _is_text,
    "round": _is_count,
    "winner": _is_text,
    "color": ("black", "white").__contains__,
    "end": ENDS.__contains__,
    "reason": _is_text,
    "plies": _is_count,
    "seconds": lambda value: (
        isinstance(value, list | tuple) and len(value) == 2 and all(map(_is_number, value))
    ),
    "turns": lambda value: isinstance(value, list | tuple) and all(map(_is_turn, value)),
    "sgf": _is_text,
}


def write_tables(folder: str | os.PathLike[str], records: Sequence[GameRecord]) -> list[Path]:
    """Write games and moves as CSV, and as parquet where pyarrow is installed, and all SGF.

    Returns
    -------
    list of Path
        The files, in `folder`: ``games`` and ``moves``, ``.csv`` and ``.parquet``, ``games.sgf``.

    Raises
    ------
    OSError
        If one cannot be written; the others are whole.
    """
    place = Path(folder)
    written = []
    for name, rows in (("games", game_rows(records)), ("moves", move_rows(records))):
        written.append(write_atomic(place / f"{name}.csv", csv_text(rows)))
        data = _parquet(rows)
        if data is not None:
            written.append(write_atomic(place / f"{name}.parquet", data))
    sgf = "\n".join(record.sgf for record in records)
    written.append(write_atomic(place / "games.sgf", sgf))
    return written


def csv_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows with the same columns as CSV, their names first; nothing for no rows."""
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


def _parquet(rows: Sequence[Mapping[str, Any]]) -> bytes | None:
    try:
        pa, parquet = need("pyarrow", "lab"), need("pyarrow.parquet", "lab")
    except ImportError:  # the CSV holds the same
        return None
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(list(rows)), sink, compression="zstd")
    data: bytes = sink.getvalue().to_pybytes()
    return data
