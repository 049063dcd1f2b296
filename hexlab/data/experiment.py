"""Experiments: tasks that are done one by one, where what is done next may depend on what came out.

A plan is a generator: it yields lists of tasks and gets their rows back. What was done is kept in a
file of rows, so a run goes on where it was stopped, and a larger run where a smaller one ended.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from hexlab.board.notation import cell_id
from hexlab.data.manifest import Entry, new_entry, read_manifest, write_entry
from hexlab.play.player import Player, make_player
from hexlab.play.records import GameRecord
from hexlab.play.referee import Rules, play_game
from hexlab.run.cluster import map_tasks
from hexlab.run.journal import Journal
from hexlab.run.places import datasets_folder
from hexlab.run.progress import progress

__all__ = [
    "Experiment",
    "GameTask",
    "Plan",
    "Row",
    "Task",
    "moves_of",
    "play_task",
    "seats",
    "size_of",
]

Row = dict[str, Any]

_SCHEMA = 1
# Row keys that say how long something took: the only ones that differ from run to run.
_TIMES = ("seconds",)


class Task(Protocol):
    """Something to be done: a frozen dataclass of JSON values, among them `stage`."""

    @property
    def stage(self) -> str:
        """The part of the plan it belongs to."""

    def run(self) -> Row:
        """What comes out, as JSON values; it depends on the task alone, but for "seconds"."""


Plan = Generator[Sequence[Task], list[Row], None]


@dataclass(frozen=True)
class Experiment:
    """A plan with a name, and the file of its rows.

    Attributes
    ----------
    name : str
        That of its data set.
    about : str
        One sentence.
    plan : callable
        Makes the plan; the same tasks for the same rows.
    tasks : tuple of type
        The kinds of tasks that the plan has.
    """

    name: str
    about: str
    plan: Callable[[], Plan]
    tasks: tuple[type, ...]

    def path(self, folder: Path | None = None) -> Path:
        """The file of the data set."""
        return (folder or datasets_folder()) / f"{self.name}.jsonl"

    def run(self, path: Path | None = None, processes: int = 1) -> list[Row]:
        """Do what is left of the plan; all rows of the plan in its order.

        Parameters
        ----------
        path : Path, optional
            The file of rows, which is made or gone on with; without one all is done anew.
        processes : int
            As for `hexlab.run.cluster.map_tasks`.

        Raises
        ------
        ValueError
            If the file holds another experiment or is damaged.
        """
        done: list[Row] = []
        with ExitStack() as stack:
            journal = None
            if path is not None:
                header = {"schema": _SCHEMA, "experiment": self.name}
                journal = stack.enter_context(Journal(path, header))
            known = {self._key(row): row for row in (journal.rows if journal else ())}
            plan = self.plan()
            tasks: Sequence[Task] = next(plan)
            while True:
                todo = [task for task in tasks if _task_key(task) not in known]
                for row in self._done(todo, len(tasks), processes):
                    known[self._key(row)] = row
                    if journal is not None:
                        journal.append(row)
                rows = [known[_task_key(task)] for task in tasks]
                done += rows
                try:
                    tasks = plan.send(rows)
                except StopIteration:
                    return done

    def read(self, path: Path | None = None) -> list[Row]:
        """All rows of a file, by default the data set's, in the order in which they came.

        Raises
        ------
        ValueError
            If there is no such file, it is damaged or another experiment's.
        """
        file = path or self.path()
        if not file.exists():
            raise ValueError(f"{file} does not exist; hexlab data make {self.name} makes it")
        try:
            head, *rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            name = head["parameters"]["experiment"]
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{file} can't be understood: {error!r}") from None
        if name != self.name:
            raise ValueError(f"{file} holds rows of {name}, not of {self.name}")
        return rows

    def task(self, row: Row) -> Task:
        """The task that a row came from."""
        for kind in self.tasks:
            if kind.__name__ == row["task"]:
                made: Task = kind(**{one.name: row[one.name] for one in fields(kind)})
                return made
        raise ValueError(f"{row['task']!r} is no task of {self.name}")

    def make(self, processes: int = 1, folder: Path | None = None) -> Entry:
        """`run` on the data set's own file; its entry in the manifest, also if it is stopped."""
        path = self.path(folder)
        try:
            self.run(path, processes)
        except BaseException:
            with suppress(ValueError, OSError):
                self._entry(path, folder)
            raise
        return self._entry(path, folder)

    def _entry(self, path: Path, folder: Path | None) -> Entry:
        rows = self.read(path)
        content = content_of(rows)
        old = read_manifest(folder).get(self.name)
        if old is not None and old.content == content:
            return old
        entry = new_entry(self.name, path, len(rows), content, self.about)
        write_entry(entry, folder)
        return entry

    def _done(self, todo: Sequence[Task], count: int, processes: int) -> Iterable[Row]:
        done = count - len(todo)
        if not todo:
            return
        with (
            progress(total=count, done=done, desc=todo[0].stage, unit="task") as bar,
            closing(map_tasks(play_task, todo, processes)) as rows,
        ):
            for row in rows:
                yield row
                bar.update()

    def _key(self, row: Row) -> str:
        return _task_key(self.task(row))


def size_of(sizes: Mapping[str, Any], scale: str) -> Any:
    """What a scale means to an experiment.

    Raises
    ------
    ValueError
        If it has no such scale.
    """
    if scale not in sizes:
        raise ValueError(f"there is no scale {scale!r}: there are {', '.join(sizes)}")
    return sizes[scale]


def play_task(task: Task) -> Row:
    """Do a task; the row says which it was."""
    told: Any = task
    return {"task": type(task).__name__, **asdict(told), **task.run()}


def _task_key(task: Task) -> str:
    told: Any = task
    return json.dumps([type(task).__name__, asdict(told)], sort_keys=True)


def content_of(rows: Iterable[Row]) -> str:
    """A hash of what rows say but for times, in whatever order they are."""
    lines = sorted(
        json.dumps({k: v for k, v in row.items() if k not in _TIMES}, sort_keys=True)
        for row in rows
    )
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


# -- games -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GameTask:
    """A game to be played.

    Attributes
    ----------
    stage : str
    black, white : str
        Names of players.
    n : int
        Board size.
    seed, index : int
        The random numbers of the game come from these two.
    opening : str
        Moves that are made first: cells with blanks between.
    adjudicate : int or None
        Positions that the solver may look at after each move to find the winner.
    """

    stage: str
    black: str
    white: str
    n: int
    seed: int
    index: int
    opening: str = ""
    adjudicate: int | None = None

    def run(self) -> Row:
        """Winner, how the game ended, all moves, the seconds that each side took.

        Raises
        ------
        ValueError
            If a player lost by a fault: such a game says nothing of its play.
        """
        record = self.play()
        if record.faulty:
            raise ValueError(f"{record.loser} lost by a fault: {record.reason}")
        return {
            "winner": record.color,
            "end": record.end,
            "moves": " ".join(record.moves),
            "seconds": [round(seconds, 2) for seconds in record.seconds],
            **raised(record),
        }

    def play(self) -> GameRecord:
        """The game itself."""
        return play_game(
            _player(self.black, 1),
            _player(self.white, -1),
            Rules(self.n, adjudicate=self.adjudicate),
            opening=moves_of(self.opening, self.n),
            seed=self.seed,
            game=self.index,
        )


def seats(color: str, own: str, other: str) -> tuple[str, str]:
    """Black and White, where the player `own` has a color.

    >>> seats("white", "chev", "mohex")
    ('mohex', 'chev')
    """
    return (own, other) if color == "black" else (other, own)


def moves_of(text: str, n: int) -> tuple[int, ...]:
    """The cells of moves with blanks between.

    >>> moves_of("a1 b2", 2)
    (0, 3)
    """
    return tuple(cell_id(name, n) for name in text.split())


def raised(record: GameRecord) -> Row:
    """The ply before which a player raised its alpha (EZO), if one did."""
    plies = [turn["ply"] for turn in record.turns if turn.get("phase") == "high"]
    return {"raised": plies[0]} if plies else {}


@lru_cache(maxsize=64)
def _player(name: str, color: int) -> Player:
    """The player of a color: nobody shares what it remembers with its opponent."""
    return make_player(name)
