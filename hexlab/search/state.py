"""What a search has found so far, in a file: to go on with it another day.

The file is a line of text, ``hexlab solver state 2`` with the checksum of the rest, a line of JSON
(position, settings, counters), then the arrays of the stack and of the used slots of the table,
compressed.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.geometry import grid
from hexlab.run.files import write_atomic
from hexlab.search.engine import Engine
from hexlab.search.stack import Tuning
from hexlab.search.table import BLOCK, make_table

__all__ = ["Task", "read_state", "write_state"]

_TITLE = b"hexlab solver state 2 "


class Task:
    """What is to be solved, and what is known of it beside the engine's table and stack."""

    def __init__(self, board: Board, all_moves: bool = False) -> None:
        self.board = board
        self.all_moves = all_moves
        # Per cell: 1 a proved winning move, -1 a losing one.
        self.decided = np.zeros(board.n**2, np.int8)
        self.common = grid(board.n).all
        self.current = -1
        self.started = False
        self.won: bool | None = None
        self.seconds = 0.0
        # The engine's counters when it began.
        self.base: tuple[int, int] | None = None

    @property
    def name(self) -> dict[str, Any]:
        """What must be equal for a state to belong to this task."""
        black, white = self.board.bits(1), self.board.bits(-1)
        return {
            "n": self.board.n,
            "black": hex(black),
            "white": hex(white),
            "to_move": self.board.to_move,
            "all_moves": self.all_moves,
        }


def write_state(path: str | PathLike[str], engine: Engine, task: Task) -> None:
    """Write a search to a file (whole or not at all)."""
    *slots, fills = engine.table
    used, rows = np.flatnonzero(engine.table.info[:, 0]), np.flatnonzero(fills[:, -1])
    arrays = [used, *(part[used] for part in slots), rows, fills[rows]]
    arrays += [task.decided, *_arrays(engine)]
    data = zlib.compress(b"".join(array.tobytes() for array in arrays), 1)
    head = task.name | {
        "common": hex(task.common),
        "current": task.current,
        "started": task.started,
        "won": task.won,
        "seconds": task.seconds,
        "base": task.base,
        "tuning": list(engine.tuning),
        "slots": len(engine.table.info),
        "used": [len(used), len(rows)],
    }
    rest = json.dumps(head).encode() + b"\n" + data
    write_atomic(path, _TITLE + _checksum(rest) + b"\n" + rest)


def read_state(path: str | PathLike[str], engine: Engine, task: Task) -> None:
    """Put a search that `write_state` wrote into `engine` and `task`.

    Raises
    ------
    ValueError
        If the file is no such state, is damaged, or belongs to another position or question.
    """
    head, data = _split(Path(path))
    other = {key: head.get(key) for key in task.name}
    if other != task.name:
        what = next(key for key in task.name if other[key] != task.name[key])
        raise ValueError(
            f"{path}: the state of another search ({what} {other[what]!r}, not "
            f"{task.name[what]!r}); name another file, or remove this one"
        )
    try:
        slots, used = int(head["slots"]), head["used"]
        if not (slots > 0 and slots % BLOCK == 0 and 0 <= used[0] <= slots):
            raise ValueError("no table")
        parts = _Parts(zlib.decompress(data))
        table = make_table(engine.n, slots)
        *by_slot, fills = table
        for arrays, count in ((by_slot, used[0]), ([fills], used[1])):
            rows = parts.take(np.zeros(count, np.int64))
            for array in arrays:
                array[rows] = parts.take(array[:count])
        decided = parts.take(task.decided)
        stack = [parts.take(array) for array in _arrays(engine)]
        if parts.left:
            raise ValueError("too long")
        task.common, task.current = int(head["common"], 16), int(head["current"])
        task.started, task.won, task.seconds = head["started"], head["won"], head["seconds"]
        task.base = tuple(head["base"])
        engine.tuning = Tuning(*head["tuning"])
    except (KeyError, TypeError, ValueError, IndexError, zlib.error) as error:
        raise ValueError(f"{path}: no state that this version reads ({error})") from None
    task.decided = decided
    engine.table = table
    for own, read in zip(_arrays(engine), stack, strict=True):
        own[...] = read


def _arrays(engine: Engine) -> list[np.ndarray]:
    """All of the stack."""
    *frames, proofs = engine.stack
    return [*frames, *proofs]


def _split(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header and data of a state file, the checksum found right."""
    content = path.read_bytes()
    if not content.startswith(_TITLE):
        raise ValueError(f"{path}: no solver state of this version")
    checksum, _, rest = content[len(_TITLE) :].partition(b"\n")
    if checksum != _checksum(rest):
        raise ValueError(f"{path}: a damaged solver state")
    line, _, data = rest.partition(b"\n")
    return json.loads(line), data


def _checksum(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


class _Parts:
    """Arrays one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._data) - self._at

    def take(self, like: np.ndarray) -> np.ndarray:
        """The next array, of the form of `like`."""
        if like.nbytes > self.left:
            raise ValueError("too short")
        found = np.frombuffer(self._data, like.dtype, like.size, self._at).reshape(like.shape)
        self._at += like.nbytes
        return found.copy()
