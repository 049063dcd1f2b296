"""Another program that speaks the text protocol: its process, its answers, its faults."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

__all__ = ["EngineError", "EngineProcess", "kill_group", "split_command"]

# Seconds that a program gets to end by itself.
_FAREWELL = 2.0
# A year, in seconds: queues cannot wait for all times that can be said.
_LONG = 3e7


class EngineError(ChildProcessError):
    """What another program did wrong, so that a match can score it.

    Attributes
    ----------
    kind : str
        "start" (cannot be run, or says nothing at first), "crash" (has ended), "hang" (no answer in
        time), "refused" (answers ``?``), "illegal" (a move that is none) or "babble" (answers that
        are none).
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def split_command(command_line: str) -> list[str]:
    """A program and its arguments, written as in a shell, without its other powers.

    Raises
    ------
    ValueError
        If there is no word, or a quotation without an end.

    >>> split_command("engine --name 'a b'")
    ['engine', '--name', 'a b']
    """
    try:
        words = shlex.split(command_line)
    except ValueError as error:
        raise ValueError(f"{command_line!r} is no command line: {error}") from None
    if not words:
        raise ValueError("no program is named (htp:COMMAND LINE)")
    return words


class EngineProcess:
    """A running program, asked one command at a time.

    Parameters
    ----------
    words : sequence of str
        The program and its arguments.

    Raises
    ------
    EngineError
        "start" if it cannot be run.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.name = os.path.basename(words[0])
        self._complaints: deque[str] = deque(maxlen=3)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                # A group of its own: helpers of the program end with it, and Ctrl-C is ours.
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or error
            raise EngineError("start", f"{words[0]} cannot be run: {reason}") from None
        for work in (self._read, self._read_complaints):
            threading.Thread(target=work, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\r\n"))
        self._lines.put(None)

    def _read_complaints(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.strip():
                self._complaints.append(line.strip())

    @property
    def running(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def ask(self, command: str, seconds: float) -> str:
        """The answer to a command.

        Raises
        ------
        EngineError
            "refused" for ``?``; "hang", "crash" or "babble", and then the program is ended.
        """
        assert self._process.stdin is not None
        end = time.monotonic() + min(seconds, _LONG)
        try:
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._crash(command) from None
        rows = self._block(command, end, seconds)
        # Pictures of a search in progress are blocks of their own.
        while rows[0][:1] not in ("=", "?"):
            if not rows[0].startswith("gogui-gfx:"):
                self.kill()
                raise EngineError("babble", f"{self.name} answered {command!r} by {rows[0][:60]!r}")
            rows = self._block(command, end, seconds)
        text = "\n".join([rows[0][1:].strip(), *rows[1:]]).strip()
        if rows[0][0] == "?":
            raise EngineError("refused", f"{self.name} refused {command!r}: {text[:200]}")
        return text

    def _block(self, command: str, end: float, seconds: float) -> list[str]:
        """The next lines up to an empty one."""
        rows: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                self.kill()
                text = f"{self.name} did not answer {command!r} within {seconds:g} s"
                raise EngineError("hang", text) from None
            if line is None:
                raise self._crash(command)
            if line:
                rows.append(line)
            elif rows:
                return rows

    def _crash(self, command: str) -> EngineError:
        self.kill()
        said = f" ({self._complaints[-1][:200]})" if self._complaints else ""
        text = f"{self.name} ended at {command!r}, exit code {self._process.returncode}{said}"
        return EngineError("crash", text)

    def close(self) -> None:
        """Say ``quit``; end it if it stays."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write("quit\n")
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        self.kill()

    def kill(self) -> None:
        """End it and whatever it has started, now."""
        kill_group(self._process)


def kill_group(process: subprocess.Popen[Any]) -> None:
    """End a process that leads a group of its own, and whatever it has started, now."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
