"""Players in processes of their own, with limits on time and memory.

For code of other people (a class's folder of players): it can be slow, hang, crash or eat memory
without hurting the match. It is no protection against malice: such a process may read and write
what its user may.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.play.htp_process import kill_group
from hexlab.play.isolate_worker import line_of
from hexlab.play.player import Choice, Limit, Player, Session

__all__ = ["Isolated", "Isolation", "PlayerFault", "players_in"]

# The longest answer that is read.
_LONGEST = 1 << 20
# Seconds that a process gets to end by itself.
_FAREWELL = 1.0


class PlayerFault(ChildProcessError):
    """What an isolated player did wrong.

    Attributes
    ----------
    kind : str
        "start", "crash" or "hang".
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


@dataclass(frozen=True)
class Isolation:
    """What an isolated player may use.

    Attributes
    ----------
    seconds : float
        For a move, unless the match's rules give it more.
    start_seconds : float
        For starting, that is for imports and reading files.
    memory_mb : float
        Address space of its process in MiB (where the system can limit it: not on Windows).
    """

    seconds: float = 60.0
    start_seconds: float = 60.0
    memory_mb: float = 4096.0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if not 0 < value < inf:
                raise ValueError(f"{name} of an isolated player must be above 0, not {value!r}")


class Isolated(Player):
    """A player by name, in another process.

    Parameters
    ----------
    name : str
        As for `hexlab.play.player.make_player`.
    isolation : Isolation, optional
        Its limits.

    Notes
    -----
    One process plays one game after the other; it is ended by a fault, and the next game starts a
    new one. A process costs about a second and is started by the first game, or by asking for
    `deterministic` or the others.
    """

    def __init__(self, name: str, isolation: Isolation | None = None) -> None:
        self.name = name
        self.isolation = isolation or Isolation()
        self._idle: list[_Process] = []
        self._about: dict[str, Any] | None = None
        atexit.register(self.end)

    def start(self, game: Game) -> Session:
        """A session, with a process of its own while it lasts."""
        process = self._process()
        process.ask({"do": "start", "line": line_of(game)}, self.isolation.start_seconds)
        return _IsolatedSession(self, process)

    def swaps(self, board: Board) -> bool | None:
        """What the player in the other process says."""
        process = self._process()
        asked = {"do": "swaps", "n": board.n, "black": board.black, "white": board.white}
        answer = process.ask(asked | {"to_move": board.to_move}, self.isolation.seconds)
        self.release(process)
        said = answer.get("swaps")
        return None if said is None else bool(said)

    def __getattribute__(self, key: str) -> Any:
        # Class attributes of every player; this one has to ask for them.
        if key in ("tactical", "deterministic", "anytime"):
            return bool(self._told().get(key))
        return super().__getattribute__(key)

    def end(self) -> None:
        """End the idle process."""
        while self._idle:
            self._idle.pop().close()

    def release(self, process: _Process) -> None:
        """Keep a process for the next game."""
        if process.running:
            self._idle.append(process)

    def _told(self) -> dict[str, Any]:
        if self._about is None:
            self.release(self._process())
        return self._about or {}

    def _process(self) -> _Process:
        while self._idle:
            process = self._idle.pop()
            if process.running:
                return process
        process = _Process(self.name, self.isolation)
        self._about = process.ask({"do": "about"}, self.isolation.start_seconds)
        return process

    def __reduce__(self) -> tuple[Any, ...]:
        return Isolated, (self.name, self.isolation)


class _IsolatedSession(Session):
    def __init__(self, player: Isolated, process: _Process) -> None:
        self._player, self._asking = player, process

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        if isinstance(rng, np.random.Generator):
            rng = int(rng.integers(2**62))
        patience = self._player.isolation.seconds
        if limit.seconds is not None:
            patience = max(patience, 3 * limit.seconds + 5)
        asked = {"do": "choose", "line": line_of(game), "limit": asdict(limit), "seed": rng}
        answer = self._asking.ask(asked, patience)
        return _choice(answer)

    def close(self) -> None:
        with suppress(PlayerFault):
            self._asking.ask({"do": "close"}, self._player.isolation.seconds)
            self._player.release(self._asking)


def _choice(answer: Mapping[str, Any]) -> Choice:
    """What the player said, whatever it is: the referee looks at it."""
    scores = answer.get("scores")
    info = answer.get("info")
    return Choice(
        answer.get("move"),  # type: ignore[arg-type]
        answer.get("value"),
        None if scores is None else np.array(scores, float),
        info if isinstance(info, dict) else {},
    )


class _Process:
    """A worker process (`hexlab.play.isolate_worker`), asked one thing at a time."""

    def __init__(self, name: str, isolation: Isolation) -> None:
        self.name = name
        one = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        words = [sys.executable, "-m", "hexlab.play.isolate_worker", name, str(isolation.memory_mb)]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**one, **os.environ, **_environment()},
            # A group of its own: what the player starts ends with it, and Ctrl-C is the match's.
            start_new_session=True,
        )
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        with suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST):
                self._lines.put(line)
        self._lines.put(b"")

    @property
    def running(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question.

        Raises
        ------
        PlayerFault
            If there is none in time, the process has ended, or the player raised something; the
            process is ended then.
        """
        try:
            line = self._exchange(question, seconds)
            answer = json.loads(line)
            if not isinstance(answer, dict):
                raise ValueError
        except PlayerFault:
            self.kill()
            raise
        except ValueError:
            self.kill()
            raise PlayerFault("crash", f"{self.name} gave an answer that is none") from None
        if "error" in answer:
            self.kill()
            raise PlayerFault(str(answer.get("kind", "crash")), str(answer["error"]))
        return answer

    def _exchange(self, question: Mapping[str, Any], seconds: float) -> bytes:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=min(seconds, threading.TIMEOUT_MAX))
        except Empty:
            text = f"{self.name} did not answer within {seconds:g} s"
            raise PlayerFault("hang", text) from None
        except (OSError, ValueError):
            line = b""
        if not line:
            self.kill()
            code = self._process.returncode
            raise PlayerFault("crash", f"the process of {self.name} ended with exit code {code}")
        return line

    def close(self) -> None:
        """End it, politely first."""
        with suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End it and what it has started."""
        kill_group(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()


def _environment() -> dict[str, str]:
    """The same hexlab as here, wherever this process is, and no progress bars."""
    paths = [str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "CI": "1"}


def players_in(
    folder: str | os.PathLike[str], isolation: Isolation | None = None
) -> tuple[list[str], dict[str, str]]:
    """The players that the Python files of a folder define.

    Each file is run in a process of its own. What counts are subclasses of
    `hexlab.play.player.Player` that can be made, and what `register_player` registered.

    Returns
    -------
    names : list of str
        ``FILE.py:Class``, sorted. Files whose names begin with ``_`` or ``.`` are not looked at.
    faults : dict
        Why a file has no player, by file name.

    Raises
    ------
    ValueError
        If the folder has no Python file.
    """
    files = sorted(file for file in Path(folder).glob("*.py") if file.name[0] not in "._")
    if not files:
        raise ValueError(f"{folder}: there is no player (FILE.py) in this folder")
    limits = isolation or Isolation()
    names: list[str] = []
    faults: dict[str, str] = {}
    for file in files:
        try:
            process = _Process(str(file), limits)
            found = process.ask({"do": "list"}, limits.start_seconds)
            process.close()
            classes = [str(name) for name in found.get("players") or ()]
            names += [f"{file}:{name}" for name in classes]
            if not classes:
                faults[file.name] = "it defines no player"
        except PlayerFault as fault:
            faults[file.name] = str(fault)
    return names, faults
