"""What a board widget shows instead of its game: connections to try, a solution, a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.notation import cell_name, color_name
from hexlab.view.explore import CHOICES

if TYPE_CHECKING:
    from hexlab.connection.certificate import Certificate
    from hexlab.search.dfpn import Solution

__all__ = ["GIVEN", "Lens", "Lensed", "named", "numbered"]

# Modes for which there must be something to show.
GIVEN = {"solution": "asks the solution", "proof": "plays against the proof"}

_MOST_LINES = 14


class Lens:
    """A way to look at a position; clicks change what is seen, not the game.

    Attributes
    ----------
    start : Board
        The position it is about.
    board : Board
        What is shown: `start` with the stones that were tried.
    status : str
        One sentence.
    lines : list of str
        What there is to say below the board.
    can_back, can_other : bool
        Whether there is a click to take back, and another thing to see in this place.
    """

    def __init__(self, board: Board) -> None:
        self.start = self.board = board
        self.status = ""
        self.lines: list[str] = []
        self.can_back = self.can_other = False

    def options(self) -> dict[str, Any]:
        """Options of `hexlab.view.svg.picture`."""
        return {}

    def click(self, cell: int) -> None:
        """A click on a cell."""

    def side(self, name: str) -> None:
        """A click on a side: "top", "bottom", "left" or "right"."""

    def back(self) -> None:
        """Take the last click back."""

    def other(self) -> None:
        """Show another one."""

    def leave(self) -> bool:
        """Forget all clicks; whether there were any."""
        return False

    def told(self) -> dict[str, Any]:
        """What the browser needs to know."""
        lines = self.lines[:_MOST_LINES]
        if len(self.lines) > len(lines):
            lines.append(f"… and {len(self.lines) - len(lines)} more.")
        return {"lines": lines, "can_back": self.can_back, "can_other": self.can_other}


class Lensed:
    """The part of `BoardWidget` that looks through a lens; the rest is in `hexlab.view.widget`."""

    game: Game
    mode: str
    choices: dict[str, list[list[str]]]
    _lens: Lens | None
    _removed: list[Callable[[], Any]]

    @property
    def board(self) -> Board:
        return self.game.board

    def refresh(self) -> None:
        raise NotImplementedError

    def show_solution(self, solution: Solution, seconds: float = 10.0) -> None:
        """Show the winning moves of a solved position; a click on another move is refuted.

        Parameters
        ----------
        solution : Solution
            From ``hexlab.solve(board, all_moves=True)``.
        seconds : float
            Time at most for the answer to a click.
        """
        from hexlab.view.lens_proof import SolutionLens

        self._give("solution", SolutionLens(solution, seconds))

    def show_proof(self, certificate: Certificate) -> None:
        """Let the reader play the losing side against a certificate."""
        from hexlab.view.lens_proof import ProofLens

        self._give("proof", ProofLens(certificate))

    def _give(self, mode: str, lens: Lens) -> None:
        start = lens.start
        if self.board != start:
            before = self.game
            self._removed.append(lambda: setattr(self, "game", before))
            self.game = Game(start)
        self.choices = {**CHOICES, "mode": [*CHOICES["mode"], [mode, GIVEN[mode]]]}
        self._lens = lens
        self.mode = mode
        self.refresh()

    def _focus(self) -> None:
        """Make the lens fit the mode and the position."""
        board = self.board
        if self._lens is not None and self._lens.start != board:
            self._lens = None
        if self._lens is None and self.mode == "connections":
            from hexlab.view.lens_connections import ConnectionLens

            self._lens = ConnectionLens(board)
        elif self._lens is None and self.mode in GIVEN:
            self.mode = "alternate"  # what was given is about another position

    def _side(self, side: str) -> None:
        if self._lens is not None:
            self._lens.side(side)

    def _back(self) -> None:
        if self._lens is not None:
            self._lens.back()

    def _other(self) -> None:
        if self._lens is not None:
            self._lens.other()

    def _leave(self) -> None:
        if self._lens is not None and not self._lens.leave():
            self.mode = "alternate"


def named(cell: int, board: Board, color: int) -> str:
    """A move in words: "Black c3"."""
    return f"{color_name(color).capitalize()} {cell_name(cell, board.n)}"


def numbered(cells: list[int]) -> dict[int, int]:
    """Move numbers from 1."""
    return {cell: number for number, cell in enumerate(cells, start=1)}
