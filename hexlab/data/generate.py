"""Data sets that hexlab makes itself: `RECIPES` says how, `make` makes them.

A game depends on its recipe and its index alone, not on the process that plays it, so a data set
comes out the same over any number of processes and after any number of interruptions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hexlab.board.board import Board
from hexlab.data.alpha_sweep import alpha_sweep
from hexlab.data.certificates import ABOUT, write_certificates
from hexlab.data.certificates import FOLDER as CERTIFICATES
from hexlab.data.experiment import Experiment
from hexlab.data.ezo_tournament import ezo_tournament
from hexlab.data.games import (
    SCHEMA_VERSION,
    content_hash,
    read_rows,
    row_from_game,
    write_rows,
)
from hexlab.data.manifest import (
    Entry,
    file_hash,
    is_unharmed,
    new_entry,
    read_manifest,
    write_entry,
)
from hexlab.data.openings import NAME, NAME_8, make_openings
from hexlab.data.phase_labels import phase_labels
from hexlab.data.selfplay import SelfPlay, play_selfplay
from hexlab.data.swaps import NAME as SWAPS
from hexlab.data.swaps import make_swaps
from hexlab.data.value_duel import value_duel
from hexlab.run.cluster import map_tasks
from hexlab.run.journal import Journal
from hexlab.run.places import datasets_folder
from hexlab.run.progress import progress

__all__ = ["EXPERIMENTS", "RECIPES", "Made", "Recipe", "greedy_cell", "make", "play_game"]


@dataclass(frozen=True)
class Recipe:
    """How a data set of games between resistance-greedy players is made.

    Each player looks one move ahead and takes a cell with probability proportional to
    exp(x / temperature), x = (1−E)/(1+E) of the position after it seen from its side, E the
    resistance ratio. Before that 1 to n // 2 cells are chosen at random, in turn.

    Attributes
    ----------
    about : str
        One sentence.
    sizes : tuple of (int, int)
        Board sizes and how many games on each.
    temperature : float
    seed : int
    """

    about: str
    sizes: tuple[tuple[int, int], ...]
    temperature: float
    seed: int

    def size_of(self, index: int) -> int:
        """The board size of game `index`."""
        sizes = chain.from_iterable([n] * count for n, count in self.sizes)
        return list(sizes)[index]

    def __len__(self) -> int:
        return sum(count for _, count in self.sizes)


RECIPES: dict[str, Recipe | SelfPlay] = {
    "resistance-greedy": Recipe(
        about="Games of players that look one move ahead by electrical resistance, from random "
        "openings, played until the sides are joined",
        sizes=((11, 240), (9, 80), (7, 80)),
        temperature=0.03,
        seed=2019,
    ),
    "mcts-selfplay": SelfPlay(
        about="Games of equal Monte Carlo tree searches that know no connections, from one to "
        "three random stones, played until the sides are joined",
        sizes=((11, 500), (9, 1500)),
        simulations=150,
        temperature=0.5,
        seed=2013,
    ),
}


# Board sizes whose first moves are solved.
OPENINGS = {NAME: 7, NAME_8: 8}
# By name, at the scale whose rows are among the data sets.
EXPERIMENTS: dict[str, Experiment] = {
    one.name: one for one in (alpha_sweep(), phase_labels(), ezo_tournament(), value_duel())
}


class Made(NamedTuple):
    """What `make` made: the file, its manifest entry, and whether it was in the manifest so."""

    path: Path
    entry: Entry
    known: bool


def greedy_cell(board: Board, temperature: float, rng: np.random.Generator) -> int:
    """A cell chosen by looking one move ahead by resistance, as `Recipe` says.

    Cost: both players' resistance once per empty cell, about 10 ms on 11×11.
    """
    from hexlab.model.evaluation import resistance_ratios, scaled_resistance

    cells = np.array(board.empty)
    children = np.repeat(board.to_array()[None], len(cells), axis=0)
    children.reshape(len(cells), -1)[np.arange(len(cells)), cells] = board.to_move
    value = scaled_resistance(resistance_ratios(children))
    # Rounded, so that equal moves stay equal whatever order a processor adds in.
    value = np.round(board.to_move * value, 9)
    weight = np.exp((value - value.max()) / temperature)
    return int(rng.choice(cells, p=weight / weight.sum()))


def play_game(index: int, recipe: Recipe) -> dict[str, Any]:
    """Game `index` of a recipe, as a row of `hexlab.data.games`.

    >>> play_game(1, Recipe("Tiny boards", ((1, 1), (2, 1)), 0.02, seed=1))["n"]
    2
    """
    from hexlab.board.game import Game

    rng = np.random.default_rng(np.random.SeedSequence(recipe.seed, spawn_key=(index,)))
    n = recipe.size_of(index)
    game = Game(n)
    game.players = (f"resistance-greedy T={recipe.temperature}",) * 2
    opening = int(rng.integers(1, max(n // 2, 1), endpoint=True))
    while not game.board.winner:
        if len(game.board) < opening:
            game.play(int(rng.choice(game.board.empty)))
        else:
            game.play(greedy_cell(game.board, recipe.temperature, rng))
    return row_from_game(game, index, opening=opening, seed=recipe.seed)


def make(name: str, processes: int = 2, folder: Path | None = None, replace: bool = False) -> Made:
    """Make the data set `name` and write it, with its manifest entry.

    Games are kept one by one in ``build/data/NAME.jsonl`` beside the folder; stopped and started
    again, the work goes on there.

    Parameters
    ----------
    name : str
        A key of `RECIPES` or `EXPERIMENTS`, "certificates", "openings-7x7", "openings-8x8" or
        "swap".
    processes : int
        As for `hexlab.run.cluster.map_tasks`.
    folder : Path, optional
        Where the file and the manifest are; the data sets' folder by default.
    replace : bool
        Whether a data set with other games may replace the one in the manifest.

    Raises
    ------
    ValueError
        If there is no such recipe, or if the games are not those of the manifest and `replace` is
        false; the new file is beside the journal then.
    """
    place = folder or datasets_folder()
    if name == CERTIFICATES:
        return _make_certificates(place)
    old = read_manifest(place).get(name)
    entry = _made_elsewhere(name, processes, place, replace)
    if entry is not None:
        return Made(place / entry.file, entry, known=entry == old)
    if name not in RECIPES:
        known = ", ".join((*RECIPES, *EXPERIMENTS, CERTIFICATES, *OPENINGS, SWAPS))
        raise ValueError(f"no recipe makes {name!r}: there are {known}")
    work = place.parent / "build" / "data"
    rows = _rows(RECIPES[name], work / f"{name}.jsonl", processes)
    content = content_hash(rows)
    if old is not None and old.content == content and is_unharmed(old, place):
        (work / f"{name}.jsonl").unlink()
        return Made(place / old.file, old, known=True)
    if old is not None and old.content != content and not replace:
        path = write_rows(work / f"{name}.parquet", rows)
        raise ValueError(
            f"{_difference(place / old.file, rows)}; the new file is {path}, --replace puts it "
            "into the data sets"
        )
    path = write_rows(place / f"{name}.parquet", rows)
    if old is None or old.content != content:
        old = new_entry(name, path, len(rows), content, RECIPES[name].about)
    else:  # the file was missing or damaged: same games, perhaps written by another pyarrow
        old = Entry(**{**asdict(old), "sha256": file_hash(path), "bytes": path.stat().st_size})
    write_entry(old, place)
    (work / f"{name}.jsonl").unlink()
    return Made(path, old, known=False)


def _made_elsewhere(name: str, processes: int, place: Path, replace: bool) -> Entry | None:
    """The entry of a data set that has a module of its own, made now; None for other names."""
    if name in OPENINGS:
        return make_openings(OPENINGS[name], place, replace)
    if name == SWAPS:
        return make_swaps(place, replace_old=replace)
    return EXPERIMENTS[name].make(processes, place) if name in EXPERIMENTS else None


def _make_certificates(place: Path) -> Made:
    """Write the certificates that are missing, and their entry."""
    path = place / CERTIFICATES
    content = write_certificates(path)
    old = read_manifest(place).get(CERTIFICATES)
    if old is not None and old.content == content and is_unharmed(old, place):
        return Made(path, old, known=True)
    entry = new_entry(CERTIFICATES, path, len(list(path.iterdir())), content, ABOUT)
    write_entry(entry, place)
    return Made(path, entry, known=False)


def _rows(recipe: Recipe | SelfPlay, path: Path, processes: int) -> list[dict[str, Any]]:
    """All games of a recipe, from the journal or played now, in order."""
    parameters = {"schema": SCHEMA_VERSION, **asdict(recipe)}
    with Journal(path, parameters) as journal:
        have = {row["index"] for row in journal.rows}
        todo = [index for index in range(len(recipe)) if index not in have]
        with progress(total=len(recipe), done=len(have), desc="playing", unit="game") as bar:
            for row in _played(recipe, todo, processes):
                journal.append(row)
                bar.update()
        return sorted(journal.rows, key=lambda row: int(row["index"]))


def _played(recipe: Recipe | SelfPlay, todo: list[int], processes: int) -> Iterator[dict[str, Any]]:
    if isinstance(recipe, SelfPlay):
        return map_tasks(partial(play_selfplay, recipe=recipe), todo, processes)
    return map_tasks(partial(play_game, recipe=recipe), todo, processes)


def _difference(path: Path, rows: list[dict[str, Any]]) -> str:
    """In words: how many games of a file are not the new ones."""
    try:
        old = {row["index"]: row for row in read_rows(path)}
    except (ValueError, OSError):  # missing or damaged
        old = {}
    count = sum(old.get(row["index"]) != row for row in rows)
    return f"{count} of {len(rows)} games are not those of {path.name}"
