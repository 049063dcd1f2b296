"""Games in parquet: one row a game, and `Game` objects from them.

Columns (`COLUMNS`): schema version, index, n, moves (cell ids in order, the swap left out), swap
("", "pieces" or "sides": right after the first move), winner (1 Black, -1 White), opening (how many
of the first moves were random), seed, black and white (the players).
"""

from __future__ import annotations

import hashlib
import json
import os
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexlab.board.game import Game
from hexlab.run.extras import need
from hexlab.run.files import write_atomic
from hexlab.run.places import datasets_folder

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = [
    "COLUMNS",
    "SCHEMA_VERSION",
    "content_hash",
    "game_from_row",
    "games_for_notebooks",
    "load_dataset",
    "load_frame",
    "proved_winner",
    "read_rows",
    "row_from_game",
    "write_rows",
]

SCHEMA_VERSION = 1

# Column → pyarrow type name.
COLUMNS = {
    "schema": "int8",
    "index": "int32",
    "n": "int8",
    "moves": "list<uint16>",
    "swap": "string",
    "winner": "int8",
    "opening": "int16",
    "seed": "int64",
    "black": "string",
    "white": "string",
}


def row_from_game(game: Game, index: int, *, opening: int = 0, seed: int = 0) -> dict[str, Any]:
    """The row of a game's current line.

    Parameters
    ----------
    game : Game
        From an empty board, Black first, colors in turn, a swap at most after the first move.
    index, opening, seed : int
        The columns of these names.

    Raises
    ------
    ValueError
        If the game has what a row can't hold: set-up stones, passes, resignations, a color that
        moves twice.

    >>> row_from_game(Game(3).play("b2").play("a1"), 7)["moves"]
    [4, 0]
    """
    cells = [move.cell for move in game.moves if move.cell is not None]
    swaps = [move.kind.removeprefix("swap-") for move in game.moves if move.kind[:4] == "swap"]
    row = {
        "schema": SCHEMA_VERSION,
        "index": index,
        "n": game.n,
        "moves": cells,
        "swap": "".join(swaps),
        "winner": game.winner,
        "opening": opening,
        "seed": seed,
        "black": game.players[0],
        "white": game.players[1],
    }
    try:
        same = game_from_row(row).moves == game.moves and not len(game.root.board)
    except ValueError:
        same = False
    if not same:
        raise ValueError(
            f"game {index} can't be kept as a row: rows hold stones of both colors in turn from "
            "an empty board, with at most one swap after the first"
        )
    return row


def game_from_row(row: Mapping[str, Any]) -> Game:
    """The game of a row, with the cursor at its start.

    Raises
    ------
    ValueError
        If the moves are no game.
    """
    game = Game(int(row["n"]))
    for ply, cell in enumerate(row["moves"]):
        if ply == 1 and row["swap"]:
            game.swap(row["swap"])
        game.play(int(cell))
    if len(row["moves"]) == 1 and row["swap"]:
        game.swap(row["swap"])
    if row["black"] or row["white"]:
        game.players = (row["black"], row["white"])
    return game.first()


def content_hash(rows: Iterable[Mapping[str, Any]]) -> str:
    """A sha256 of what the rows say, whatever wrote the file (pyarrow versions differ)."""
    digest = hashlib.sha256()
    for row in rows:
        values = [_plain(row[name]) for name in COLUMNS]
        digest.update(json.dumps(values, ensure_ascii=False).encode("utf-8") + b"\n")
    return digest.hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return value
    return [int(v) for v in value] if hasattr(value, "__len__") else int(value)


def write_rows(path: str | os.PathLike[str], rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write a parquet file of games, whole or not at all."""
    pa, parquet = _arrow()
    rows = list(rows)
    kinds = {name: _kind(pa, kind) for name, kind in COLUMNS.items()}
    table = pa.table(
        {name: pa.array([row[name] for row in rows], kind) for name, kind in kinds.items()}
    )
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    return write_atomic(path, sink.getvalue().to_pybytes())


def read_rows(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The rows of a parquet file of games, in their order.

    Raises
    ------
    ValueError
        If the file is no such file, or was written by a later hexlab.
    """
    return list(_table(path).to_pylist())


def _table(path: str | os.PathLike[str]) -> pa.Table:
    pa, parquet = _arrow()
    try:
        table = parquet.read_table(path)
    except pa.ArrowInvalid as error:
        raise ValueError(f"{path} is no parquet file: {str(error).splitlines()[0]}") from None
    missing = [name for name in COLUMNS if name not in table.column_names]
    if missing:
        raise ValueError(f"{path} is no file of games: it has no column {missing[0]!r}")
    versions = set(table.column("schema").unique().to_pylist()) - {SCHEMA_VERSION}
    if versions:
        raise ValueError(
            f"{path} has rows of schema {min(versions)}; this hexlab reads {SCHEMA_VERSION}"
        )
    return table.select(list(COLUMNS))


def _arrow() -> tuple[Any, Any]:
    return need("pyarrow", "lab"), need("pyarrow.parquet", "lab")


def _kind(pa: Any, kind: str) -> Any:
    return pa.list_(pa.uint16()) if kind.startswith("list") else getattr(pa, kind)()


def load_frame(name: str) -> pd.DataFrame:
    """The data set `name` as a pandas frame, one row a game.

    Raises
    ------
    ValueError
        If there is no such data set.
    """
    frame: pd.DataFrame = _table(_file(name)).to_pandas()
    return frame


def load_dataset(name: str) -> list[Game]:
    """The games of the data set `name`, each with its cursor at the start.

    Raises
    ------
    ValueError
        If there is no such data set.
    """
    games = []
    for row in read_rows(_file(name)):
        game = game_from_row(row)
        game.source = f"{name}:{row['index']}"
        games.append(game)
    return games


def _file(name: str) -> Path:
    folder = datasets_folder()
    path = folder / f"{name}.parquet"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.parquet"))) or "none"
        raise ValueError(f"no data set {name!r} in {folder}: there are {known}")
    return path


def games_for_notebooks(name: str = "resistance-greedy") -> list[tuple[str, list[Game]]]:
    """The games a chapter looks at, by source: hexlab's own, then those of ``HEXLAB_GAMES``.

    Returns
    -------
    list of (str, list of Game)
        Real games come from the folder ``olympiad/`` inside the one that ``HEXLAB_GAMES`` names, or
        from all of it if it has none; without ``HEXLAB_GAMES`` there is one entry only.

    Raises
    ------
    ValueError
        If ``HEXLAB_GAMES`` names no folder, or it holds no games.
    """
    sources = [(f"hexlab {name}", load_dataset(name))]
    named = os.environ.get("HEXLAB_GAMES")
    if named:
        sources.append(_real_games(Path(named)))
    return sources


def proved_winner(game: Game, seconds: float = 60.0) -> tuple[int, str]:
    """Who won a game and how that is known, by the solver where its record does not say.

    Parameters
    ----------
    game : Game
        Any.
    seconds : float
        For a proof at the last position of the main line.

    Returns
    -------
    winner : int
        BLACK, WHITE or 0 if it stays unknown.
    source : str
        "chain", "resign" or "result" as in `Game.winner_source`, "proof" or "unknown". Ends of
        variations, which nobody has played, tell nothing here.

    Examples
    --------
    >>> from hexlab import Game
    >>> proved_winner(Game(4).play("c2"))
    (1, 'proof')
    """
    if game.winner_source in ("chain", "resign", "result"):
        return game.winner, game.winner_source
    from hexlab.search import solve

    winner = solve(game.root.main_line()[-1].board, seconds=seconds).winner
    return (0, "unknown") if winner is None else (winner, "proof")


def _real_games(folder: Path) -> tuple[str, list[Game]]:
    from hexlab.board.gamefiles import load_games

    if not folder.is_dir():
        raise ValueError(f"HEXLAB_GAMES names {str(folder)!r}, which is no folder")
    olympiad = folder / "olympiad"
    place = olympiad if olympiad.is_dir() else folder
    with warnings.catch_warnings():
        # How each file was understood is of no use in a chapter, and names the file.
        warnings.simplefilter("ignore", UserWarning)
        games = list(load_games(place))
    return "Computer Olympiad" if place == olympiad else place.name, games
