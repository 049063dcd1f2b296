r"""The Hex text protocol (as GTP, version 2): engines that other programs talk to.

A command is a line, with a number before it if the other side likes; the answer is ``= text``, or
``? reason`` for an error, and an empty line. A line ``# interrupt`` ends what an engine is
thinking about. ``docs/htp.md`` explains every command.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from _thread import interrupt_main
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, NamedTuple, TextIO, TypeVar

from hexlab import __version__
from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.notation import parse_color
from hexlab.run.words import sentence

__all__ = ["Command", "Family", "HtpServer", "command", "one_color", "one_word", "serve_standard"]

_QUIT = re.compile(r"\s*(\d+\s+)?quit\b")
_INTERRUPT = re.compile(r"\s*#\s*interrupt\s*", re.IGNORECASE)
_WORD = re.compile(r'"([^"]*)"|(\S+)')
# As GTP has it: control characters other than a tab are taken out of a line.
_CONTROL = {code: None for code in [*range(32), 127] if code != 9}

Method = TypeVar("Method", bound=Callable[..., str])


class Command(NamedTuple):
    """A command: its name, what it does, and how HexGui's list of commands shows it."""

    name: str
    do: Callable[[Sequence[str]], str]
    shows: str


def command(name: str, shows: str = "") -> Callable[[Method], Method]:
    """Decorator: makes a method of a `Family` the command `name`.

    The method gets the words behind the name and returns the answer; ValueError is ``?``.

    Parameters
    ----------
    name : str
        What the other side says.
    shows : str
        How HexGui's analyze dialog offers it, "TYPE/LABEL/COMMAND"; "" if it does not.
    """

    def mark(method: Method) -> Method:
        method.htp = name, shows  # type: ignore[attr-defined]
        return method

    return mark


class Family:
    """Commands that belong together: a subclass's methods that `command` marks.

    Attributes
    ----------
    server : HtpServer
        Whose position the commands are about.
    """

    def __init__(self, server: HtpServer) -> None:
        self.server = server

    @property
    def board(self) -> Board:
        """The position."""
        return self.server.game.board

    def commands(self) -> Iterator[Command]:
        """The commands of this family."""
        for attribute in dir(type(self)):
            method = getattr(type(self), attribute)
            if hasattr(method, "htp"):
                yield Command(method.htp[0], getattr(self, attribute), method.htp[1])

    def renew(self) -> None:
        """The server has got another game."""

    def close(self) -> None:
        """End what was started."""


class HtpServer:
    """Keeps a game and answers commands about it.

    Parameters
    ----------
    n : int
        Board size at the start.
    families : sequence of callables
        Each makes a `Family` for this server, beside the commands that every engine knows.

    Attributes
    ----------
    game : Game
        What was played, without variations.
    commands : dict of str to Command
    ended : bool
        Whether ``quit`` was said.
    out : TextIO or None
        Where `serve` writes to.
    """

    def __init__(self, n: int = 11, families: Sequence[Callable[[HtpServer], Family]] = ()) -> None:
        from hexlab.play.htp_board import BoardCommands

        self.game = Game(n)
        self.ended = False
        self.out: TextIO | None = None
        self._writing = threading.Lock()
        # The lines heard so far, the one that is answered, and the last one before an interrupt.
        self._heard = self._current = self._stopped = 0
        self._thinking = False
        made = (Basics, BoardCommands, *families)
        self._families = [make(self) for make in made]
        found = [one for family in self._families for one in family.commands()]
        self.commands = {one.name: one for one in found}

    @property
    def board(self) -> Board:
        """The position."""
        return self.game.board

    def begin(self, game: Game) -> None:
        """Go on with another game."""
        self.game = game
        for family in self._families:
            family.renew()

    def close(self) -> None:
        """End what the commands have started."""
        for family in self._families:
            family.close()

    # -- answering -----------------------------------------------------------------------------

    def reply(self, line: str) -> str | None:
        r"""The answer to one line with its empty line, None to a line without a command.

        >>> HtpServer().reply("7 known_command play # comment")
        '=7 true\n\n'
        >>> HtpServer().reply("jump")
        '? unknown command: jump\n\n'
        """
        text = line.translate(_CONTROL).split("#")[0]
        words = [quoted or plain for quoted, plain in _WORD.findall(text)]
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            return None
        try:
            mark, answer = "=", self._do(words)
        except KeyboardInterrupt:
            mark, answer = "?", "interrupted"
        except (ValueError, OSError) as error:
            mark, answer = "?", sentence(error)
        except Exception as error:  # the other side can do nothing with a traceback
            mark, answer = "?", f"{type(error).__name__}: {sentence(error)}"
        # An empty line would end the answer.
        first, *rest = answer.split("\n")
        answer = "\n".join([first, *(row or " " for row in rest)])
        return f"{mark}{number} {answer}\n\n"

    def _do(self, words: Sequence[str]) -> str:
        found = self.commands.get(words[0])
        if found is None:
            raise ValueError(f"unknown command: {words[0]}")
        return found.do(words[1:])

    def write(self, text: str) -> None:
        """Write to the other side, whole; nothing if it has gone."""
        if self.out is None:
            return
        with self._writing:
            try:
                self.out.write(text)
                self.out.flush()
            except (BrokenPipeError, ValueError):  # ValueError: closed
                self.ended = True

    # -- in a conversation ---------------------------------------------------------------------

    def serve(self, lines: Iterable[str], out: TextIO) -> None:
        """Answer commands until ``quit`` or the end.

        The lines are read beside the thinking, so that ``# interrupt`` is heard; it works where
        this is called in the main thread.
        """
        self.out = out
        self._heard = self._current = self._stopped = 0
        waiting: SimpleQueue[str | None] = SimpleQueue()
        reader = threading.Thread(target=self._listen, args=(lines, waiting), daemon=True)
        main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, self._interrupted) if main else None
        try:
            reader.start()
            while not self.ended:
                line = waiting.get()
                if line is None:
                    return
                self._current += 1
                answer = self.reply(line)
                if answer is not None:
                    self.write(answer)
        finally:
            if main:
                signal.signal(signal.SIGINT, before)
            self.close()

    def _listen(self, lines: Iterable[str], waiting: SimpleQueue[str | None]) -> None:
        try:
            for line in lines:
                if _INTERRUPT.fullmatch(line):
                    # Meant for all that was said before, begun or not.
                    self._stopped = self._heard
                    if self._thinking:
                        interrupt_main()
                    continue
                self._heard += 1
                waiting.put(line)
                if _QUIT.match(line):
                    return
        finally:
            waiting.put(None)

    def _interrupted(self, number: int, frame: Any) -> None:
        """In the main thread: an interrupt ends thinking only, Ctrl-C at other times the server."""
        if self._thinking or self._stopped < self._current:
            self._thinking = False  # once is enough
            raise KeyboardInterrupt

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """What an interrupt may end: nothing in it may change the game.

        Raises
        ------
        ValueError
            "interrupted".
        """
        try:
            self._thinking = True
            if self._current and self._stopped >= self._current:
                raise KeyboardInterrupt
            yield
        except KeyboardInterrupt:
            raise ValueError("interrupted") from None
        finally:
            self._thinking = False


def serve_standard(server: HtpServer) -> None:
    """Serve on standard input and output; what players print goes to standard error instead."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", newline="\n") as out:
        shown, sys.stdout = sys.stdout, sys.stderr
        try:
            server.serve(_standard_lines(), out)
        finally:
            sys.stdout = shown


def _standard_lines() -> Iterator[str]:
    # Not through sys.stdin: a thread that waits there would hold its lock when Python ends.
    rest = b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line.decode("utf-8", "replace") for line in lines)
    if rest:
        yield rest.decode("utf-8", "replace")


class Basics(Family):
    """The commands about the engine itself."""

    @command("name")
    def name(self, words: Sequence[str]) -> str:
        """The engine's name."""
        return "hexlab"

    @command("version")
    def version(self, words: Sequence[str]) -> str:
        """Hexlab's version."""
        return __version__

    @command("protocol_version")
    def protocol_version(self, words: Sequence[str]) -> str:
        """Of the text protocol."""
        return "2"

    @command("list_commands")
    def list_commands(self, words: Sequence[str]) -> str:
        """One a line."""
        return "\n".join(sorted(self.server.commands))

    @command("known_command")
    def known_command(self, words: Sequence[str]) -> str:
        """Whether there is such a command."""
        return "true" if one_word(words, "a command") in self.server.commands else "false"

    @command("hexgui-analyze_commands")
    def analyze_commands(self, words: Sequence[str]) -> str:
        """What HexGui's analyze dialog offers."""
        shown = [one.shows for one in self.server.commands.values() if one.shows]
        return "\n".join(line for lines in shown for line in lines.split("\n"))

    @command("gogui-analyze_commands")
    def gogui_analyze_commands(self, words: Sequence[str]) -> str:
        """The same under GoGui's name."""
        return self.analyze_commands(words)

    @command("gogui-interrupt")
    def gogui_interrupt(self, words: Sequence[str]) -> str:
        """Says that ``# interrupt`` is understood."""
        return ""

    @command("quit")
    def quit(self, words: Sequence[str]) -> str:
        """The last command."""
        self.server.ended = True
        return ""


def one_word(words: Sequence[str], what: str) -> str:
    """The only word; ValueError "takes `what`" for none or more."""
    if len(words) != 1:
        raise ValueError(f"takes {what}")
    return words[0]


def one_color(words: Sequence[str]) -> int:
    """The color that is the only word."""
    return parse_color(one_word(words, "a color"))
