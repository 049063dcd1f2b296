"""The openings a match is played from: each position once, the half turn counted as the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.gamefiles import load_games
from hexlab.board.geometry import check_size, near_sides
from hexlab.board.notation import a_board, cell_id, cell_name
from hexlab.board.symmetry import rotate

__all__ = ["distinct_openings", "opening_name", "read_openings"]

# So many random openings in a row that were there before: there are (almost) no others.
_PATIENCE = 2000
_KINDS = "empty, all, two-rows, random:PLIES:COUNT:SEED or a file"


def read_openings(spec: str, n: int) -> tuple[tuple[int, ...], ...]:
    """The openings that a text names.

    Parameters
    ----------
    spec : str
        "empty": no stone; "all": every first move; "two-rows": the first moves within two rows of
        a side; "random:PLIES:COUNT:SEED": COUNT positions after PLIES random moves; else a file:
        SGF (the main line of every game), or a text with the moves of one opening a line ("a1 b2"),
        ``#`` before remarks.
    n : int
        Board size.

    Returns
    -------
    tuple of tuple of int
        For each opening its moves as cell ids, Black first. No two give the same position or one
        that half a turn makes the same; the first of them stays.

    Raises
    ------
    ValueError
        If the text is none of these, a move is illegal, an opening has a winner, or there are not
        so many random ones.
    OSError
        If the file cannot be read.

    Notes
    -----
    Source: Takada 2019, 4.4.4 for the two rows (88 first moves on 13×13, 44 without turned ones).

    Examples
    --------
    >>> [opening_name(opening, 3) for opening in read_openings("all", 3)]
    ['a1', 'b1', 'c1', 'a2', 'b2']
    >>> len(read_openings("all", 11)), len(read_openings("all", 7))
    (61, 25)
    >>> len(read_openings("two-rows", 13)), len(read_openings("random:4:10:1", 5))
    (44, 10)
    """
    check_size(n)
    if spec == "empty":
        return ((),)
    if spec == "all":
        return distinct_openings([(cell,) for cell in range(n * n)], n)
    if spec == "two-rows":
        return distinct_openings([(cell,) for cell in near_sides(n)], n)
    if spec.startswith("random:"):
        return _random(spec, n)
    path = Path(spec)
    if not spec or not path.exists():
        raise ValueError(f"{spec!r} is no list of openings: it is {_KINDS}")
    return _from_file(path, n)


def opening_name(opening: Iterable[int], n: int) -> str:
    """The moves of an opening in a word, "empty" if there are none.

    >>> opening_name((0, 4), 3)
    'a1-b2'
    """
    return "-".join(cell_name(cell, n) for cell in opening) or "empty"


def distinct_openings(openings: Iterable[tuple[int, ...]], n: int) -> tuple[tuple[int, ...], ...]:
    """Those openings whose position, turned or not, no earlier one has.

    Raises
    ------
    ValueError
        For an illegal move, or an opening that has a winner.

    >>> distinct_openings([(0,), (8,), (0, 4, 1), (1, 4, 0)], 3)
    ((0,), (0, 4, 1))
    """
    found: dict[object, tuple[int, ...]] = {}
    for opening in openings:
        found.setdefault(_key(opening, n), opening)
    return tuple(found.values())


def _key(opening: tuple[int, ...], n: int) -> object:
    board = Board(n)
    for cell in opening:
        board = board.play(cell)
    if board.winner:
        name = opening_name(opening, n)
        raise ValueError(f'the opening {name} has a winner already (openings "empty" has no moves)')
    turned = rotate(board)
    return min((one.black, one.white) for one in (board, turned))


def _random(spec: str, n: int) -> tuple[tuple[int, ...], ...]:
    try:
        plies, count, seed = (int(part) for part in spec.split(":")[1:])
    except ValueError:
        raise ValueError(f"{spec!r} is not written random:PLIES:COUNT:SEED") from None
    if not (0 <= plies < n * n and count >= 1 and seed >= 0):
        raise ValueError(
            f"{spec!r}: plies are 0 to {n * n - 1} on {a_board(n)}, count is at least 1 and the "
            "seed not negative"
        )
    rng = np.random.default_rng(seed)
    found: dict[object, tuple[int, ...]] = {}
    misses = 0
    while len(found) < count and misses < _PATIENCE:
        opening = tuple(int(cell) for cell in rng.permutation(n * n)[:plies])
        try:
            key = _key(opening, n)
        except ValueError:  # won already
            key = None
        misses = misses + 1 if key is None or key in found else 0
        if key is not None:
            found.setdefault(key, opening)
    if len(found) < count:
        raise ValueError(f"{spec!r}: only {len(found)} different openings were found")
    return tuple(found.values())


def _from_file(path: Path, n: int) -> tuple[tuple[int, ...], ...]:
    if path.is_dir() or path.suffix.lower() in (".sgf", ".hsgf", ".hgf"):
        openings = [_main_line(game, path, n) for game in load_games(path)]
    else:
        openings = list(_lines(path, n))
    if not openings:
        raise ValueError(f"{path}: there is no opening in this file")
    try:
        return distinct_openings(openings, n)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _main_line(game: Game, path: Path, n: int) -> tuple[int, ...]:
    cells: list[int] = []
    board = Board(n)
    for move in game.first().moves:
        if move.cell is None or move.color != board.to_move:
            break
        board = move.apply(board)
        cells.append(move.cell)
    if game.n != n or len(cells) != len(game.moves) or len(game.root.board):
        raise ValueError(
            f"{path}, {game.source}: an opening has stones only, Black first and in turn, on "
            f"{a_board(n)}"
        )
    return tuple(cells)


def _lines(path: Path, n: int) -> Iterator[tuple[int, ...]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no text file") from None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(",", " ").replace("-", " ").split()
        try:
            opening = tuple(cell_id(word, n) for word in words)
            if opening:
                _key(opening, n)
                yield opening
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
