"""The Hex text protocol (as GTP, version 2): engines that other programs talk to.

A command is a line, with a number before it if the other side likes; the answer is ``= text``, or
``? reason`` for an error, and an empty line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from hexlab import __version__
from hexlab.board.board import Board
from hexlab.board.notation import cell_name, color_name, parse_color
from hexlab.search.dfpn import Solution, prove
from hexlab.search.engine import Engine, Limits
from hexlab.search.state import Task

__all__ = ["HtpServer", "SolverServer"]

Command = Callable[[Sequence[str]], str]


class HtpServer:
    """Keeps a board and answers the commands that every engine knows.

    An engine is a subclass: each method ``do_some_name`` is the command ``some-name`` or
    ``some_name`` (as `names` says); it gets the words behind the name, returns the answer, and
    raises ValueError for ``?``.
    """

    name = "hexlab"
    # Commands written with hyphens.
    hyphens: frozenset[str] = frozenset()

    def __init__(self, n: int = 11) -> None:
        self.boards = [Board(n)]
        self.ended = False

    @property
    def board(self) -> Board:
        """The position."""
        return self.boards[-1]

    @property
    def commands(self) -> dict[str, Command]:
        """All commands by name."""
        found = {}
        for method in dir(self):
            if method.startswith("do_"):
                name = method[3:]
                hyphened = name.replace("_", "-")
                found[hyphened if hyphened in self.hyphens else name] = getattr(self, method)
        return found

    def serve(self, lines: Iterable[str], out: TextIO) -> None:
        """Answer commands until ``quit`` or the end."""
        for line in lines:
            answer = self.reply(line)
            if answer is not None:
                out.write(answer)
                out.flush()
            if self.ended:
                return

    def reply(self, line: str) -> str | None:
        """The answer to one line with its empty line, None to a line without a command.

        >>> HtpServer().reply("7 known_command play # comment")
        '=7 true\\n\\n'
        >>> HtpServer().reply("jump")
        '? unknown command\\n\\n'
        """
        words = line.split("#")[0].split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if not words:
            return None
        command = self.commands.get(words[0])
        try:
            if command is None:
                raise ValueError("unknown command")
            mark, text = "=", command(words[1:])
        except ValueError as error:
            mark, text = "?", " ".join(str(error).split())
        return f"{mark}{number} {text}".rstrip() + "\n\n"

    # -- commands ------------------------------------------------------------------------------

    def do_name(self, words: Sequence[str]) -> str:
        """The engine's name."""
        return self.name

    def do_version(self, words: Sequence[str]) -> str:
        """hexlab's version."""
        return __version__

    def do_protocol_version(self, words: Sequence[str]) -> str:
        """Of the text protocol."""
        return "2"

    def do_list_commands(self, words: Sequence[str]) -> str:
        """One a line."""
        return "\n".join(sorted(self.commands))

    def do_known_command(self, words: Sequence[str]) -> str:
        """Whether there is such a command."""
        return "true" if _one(words, "a command") in self.commands else "false"

    def do_quit(self, words: Sequence[str]) -> str:
        """The last command."""
        self.ended = True
        return ""

    def do_boardsize(self, words: Sequence[str]) -> str:
        """An empty board: n, or n twice."""
        if not 1 <= len(words) <= 2 or len(set(words)) != 1 or not words[0].isdecimal():
            raise ValueError("boardsize takes one number (boards are square)")
        self.boards = [Board(int(words[0]))]
        return ""

    def do_clear_board(self, words: Sequence[str]) -> str:
        """Take all stones off."""
        self.boards = [Board(self.board.n)]
        return ""

    def do_play(self, words: Sequence[str]) -> str:
        """A color and a cell."""
        if len(words) != 2:
            raise ValueError("play takes a color and a cell")
        self.boards.append(self.board.play(words[1], parse_color(words[0])))
        return ""

    def do_undo(self, words: Sequence[str]) -> str:
        """Take the last move back."""
        if len(self.boards) == 1:
            raise ValueError("cannot undo: no move was played")
        self.boards.pop()
        return ""

    def do_showboard(self, words: Sequence[str]) -> str:
        """The board as text."""
        return "\n" + str(self.board)


class SolverServer(HtpServer):
    """The solver as an engine: ``hexlab htp solver``. Its table serves all positions of a size."""

    name = "hexlab solver"
    hyphens = frozenset(
        {"dfpn-solve-state", "dfpn-solver-find-winning", "dfpn-get-pv", "dfpn-clear-tt"}
    )

    def __init__(self, n: int = 11, memory_mb: float = 256) -> None:
        super().__init__(n)
        self._memory = memory_mb
        self._engine: Engine | None = None
        self._last: Solution | None = None

    def _solve(self, words: Sequence[str], all_moves: bool) -> Solution:
        color = parse_color(_one(words, "a color"))
        if self._engine is None or self._engine.n != self.board.n:
            self._engine = Engine(self.board.n, memory_mb=self._memory)
        task = Task(self.board.with_to_move(color), all_moves)
        self._last = prove(self._engine, task, Limits())
        if not self._last.complete:
            raise ValueError("interrupted")
        return self._last

    def do_dfpn_solve_state(self, words: Sequence[str]) -> str:
        """Who wins if the given color moves: black or white."""
        winner = self._solve(words, False).winner
        return color_name(winner or 0)

    def do_dfpn_solver_find_winning(self, words: Sequence[str]) -> str:
        """All winning moves of a color."""
        n = self.board.n
        return " ".join(cell_name(cell, n) for cell in self._solve(words, True).winning_moves)

    def do_dfpn_get_pv(self, words: Sequence[str]) -> str:
        """The principal variation of the position solved last."""
        if self._last is None:
            raise ValueError("nothing was solved yet")
        return " ".join(cell_name(cell, self._last.board.n) for cell in self._last.pv)

    def do_dfpn_clear_tt(self, words: Sequence[str]) -> str:
        """Forget what was found."""
        self._engine = None
        return ""


def _one(words: Sequence[str], what: str) -> str:
    if len(words) != 1:
        raise ValueError(f"takes {what}")
    return words[0]
