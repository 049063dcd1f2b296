"""Commands of the text protocol that solve positions."""

from __future__ import annotations

from collections.abc import Sequence

from hexlab.board.notation import cell_name, color_name
from hexlab.play.htp import Family, HtpServer, command, one_color
from hexlab.search.dfpn import Solution, prove
from hexlab.search.engine import Engine, Limits
from hexlab.search.state import Task

__all__ = ["SolverCommands"]


class SolverCommands(Family):
    """The solver; its table serves all positions of a size.

    Parameters
    ----------
    server : HtpServer
    memory_mb : float
        Of the table, in MiB.
    """

    def __init__(self, server: HtpServer, memory_mb: float = 256) -> None:
        super().__init__(server)
        self._memory = memory_mb
        self._engine: Engine | None = None
        self._last: Solution | None = None

    def _solve(self, words: Sequence[str], all_moves: bool) -> Solution:
        task = Task(self.board.with_to_move(one_color(words)), all_moves)
        if self._engine is None or self._engine.n != self.board.n:
            self._engine = Engine(self.board.n, memory_mb=self._memory)
        with self.server.thinking():
            self._last = prove(self._engine, task, Limits())
        if not self._last.complete:
            raise ValueError("interrupted")
        return self._last

    @command("dfpn-solve-state", "string/DFPN Solve State/dfpn-solve-state %m")
    def solve_state(self, words: Sequence[str]) -> str:
        """Who wins if the given color moves: black or white."""
        winner = self._solve(words, False).winner
        return color_name(winner or 0)

    @command("dfpn-solver-find-winning", "plist/DFPN Find Winning/dfpn-solver-find-winning %m")
    def find_winning(self, words: Sequence[str]) -> str:
        """All winning moves of a color."""
        n = self.board.n
        return " ".join(cell_name(cell, n) for cell in self._solve(words, True).winning_moves)

    @command("dfpn-get-pv", "var/DFPN Get PV/dfpn-get-pv")
    def get_pv(self, words: Sequence[str]) -> str:
        """The principal variation of the position solved last."""
        if self._last is None:
            raise ValueError("nothing was solved yet")
        return " ".join(cell_name(cell, self._last.board.n) for cell in self._last.pv)

    @command("dfpn-clear-tt", "string/DFPN Clear Table/dfpn-clear-tt")
    def clear_table(self, words: Sequence[str]) -> str:
        """Forget what was found."""
        self._engine = None
        return ""
