"""The lenses for what is proved: play against a certificate, and ask a solution about each move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY, cell_name, color_name
from hexlab.connection.explain import pair_words
from hexlab.view.connections import Region
from hexlab.view.lens import Lens, named, numbered

if TYPE_CHECKING:
    from hexlab.connection.certificate import Certificate, Line
    from hexlab.connection.record import Connection
    from hexlab.search.dfpn import Solution

__all__ = ["ProofLens", "SolutionLens"]


class ProofLens(Lens):
    """Play the losing side against a certificate; the region that still matters is hatched.

    Parameters
    ----------
    certificate : Certificate
        Who wins is said by the certificate.
    """

    def __init__(self, certificate: Certificate) -> None:
        super().__init__(certificate.board)
        self._certificate = certificate
        self.leave()

    def click(self, cell: int) -> None:
        line = self._lines[-1]
        if not line.region:
            raise ValueError(f"{self._winner} has joined the sides: go back to try another move")
        answer, after = line.reply(cell)
        self._moves += [cell] if answer is None else [cell, answer]
        self._counts.append(len(self._moves))
        self._lines.append(after)
        self._tell(cell, answer)

    def back(self) -> None:
        if len(self._lines) > 1:
            self._lines.pop()
            self._counts.pop()
            del self._moves[self._counts[-1] :]
        self._tell()

    def leave(self) -> bool:
        tried = len(getattr(self, "_lines", ())) > 1
        line = self._certificate.play()
        self._lines: list[Line] = [line]
        self._moves: list[int] = [] if line.last is None else [line.last]
        self._counts = [len(self._moves)]
        self._tell()
        return tried

    def options(self) -> dict[str, Any]:
        line = self._lines[-1]
        proof = self._certificate.proof
        parts = [tuple(cells_of(proof[number].carrier)) for number in line.pending]
        last = {} if line.last is None else {"last": line.last}
        return {"carriers": parts, "numbers": numbered(self._moves)} | last

    @property
    def _winner(self) -> str:
        return color_name(self._certificate.winner).capitalize()

    def _tell(self, cell: int | None = None, answer: int | None = None) -> None:
        line, winner = self._lines[-1], self._certificate.winner
        self.board = line.board
        self.can_back = len(self._lines) > 1
        loser = color_name(-winner).capitalize()
        count, parts = line.region.bit_count(), len(line.pending)
        self.lines = []
        if not line.region:
            self.status = f"{self._winner} has joined the sides: the proof is at its end."
        elif cell is not None and answer is None:
            self.status = f"{named(cell, line.board, -winner)} changes nothing that matters."
        elif cell is not None and answer is not None:
            move = named(cell, line.board, -winner)
            self.status = f"{move} is answered by {named(answer, line.board, winner)}."
        else:
            self.status = f"{self._winner} wins, and this is the proof: play {loser} against it."
        if line.region:
            places = f"in {parts} parts that share none" if parts > 1 else ""
            self.lines = [f"{count} cells still matter{', ' if places else ''}{places}."]


class SolutionLens(Lens):
    """The winning moves of a position, and the refutation of each losing one that is clicked.

    Parameters
    ----------
    solution : Solution
        From `hexlab.solve`, best with ``all_moves=True``.
    seconds : float
        How long the solver may look for a refutation that the solution does not hold.
    """

    def __init__(self, solution: Solution, seconds: float = 10.0) -> None:
        super().__init__(solution.board)
        self._solution = solution
        self._seconds = seconds
        board = solution.board
        # What each move leads to: True if it wins for the player to move.
        self._wins: dict[int, bool] = dict.fromkeys(solution.winning_moves, True)
        lost = solution.winner == -board.to_move
        if lost or (solution.complete and len(solution.winning_moves) > 1):
            for cell in board.legal_cells():
                self._wins.setdefault(cell, False)
        self._after: dict[Board, Solution] = {}
        # Stones tried, how many after each click, and how the line would go on.
        self._moves: list[int] = []
        self._counts = [0]
        self._rest: list[int] = []
        self._sure: list[Connection] = []
        self._tell()

    def click(self, cell: int) -> None:
        """Try a move: with a losing one its refutation is played, too."""
        board = self._tried()
        after = board.play(cell)
        answer = self._solve(after)
        if answer.winner is None:
            raise ValueError(
                f"no answer to {named(cell, board, board.to_move)} within {self._seconds:g} s"
            )
        wins = answer.winner == board.to_move
        if board == self.start:
            self._wins[cell] = wins
        line = [cell]
        if not wins and answer.winning_moves:
            line.append(answer.pv[0] if answer.pv else answer.winning_moves[0])
        self._moves += line
        self._counts.append(len(self._moves))
        self._rest = [c for c in answer.pv if c not in line]
        self._tell(cell, wins)

    def back(self) -> None:
        if len(self._counts) > 1:
            self._counts.pop()
            del self._moves[self._counts[-1] :]
        self._rest = []
        self._tell()

    def leave(self) -> bool:
        tried = bool(self._moves)
        self._moves, self._counts, self._rest = [], [0], []
        self._tell()
        return tried

    def options(self) -> dict[str, Any]:
        stones = len(self._moves)
        line = {cell: number for number, cell in enumerate(self._rest, start=stones + 1)}
        if self._moves:
            numbers = numbered(self._moves) | line
            return {"numbers": numbers, "last": self._moves[-1], "connections": self._sure}
        good, bad = (
            tuple(sorted(cell for cell, wins in self._wins.items() if wins is which))
            for which in (True, False)
        )
        who = color_name(self._solution.board.to_move).capitalize()
        return {
            "connections": [
                Region(good, f"{who} wins here"),
                Region(bad, f"{who} loses here", strong=False),
            ]
        }

    def _connected(self, winner: int) -> list[Connection]:
        """The smallest connection of the sides in the position that is shown, if there is one."""
        from hexlab.connection.hsearch import find_connections

        found = find_connections(self.board, winner).across
        full = [connection for connection in found if connection.full]
        return sorted(full, key=lambda connection: connection.carrier.bit_count())[:1]

    def _tried(self) -> Board:
        board = self.start
        for cell in self._moves:
            board = board.play(cell)
        if board.winner:
            raise ValueError(f"{color_name(board.winner).capitalize()} has won: go back first")
        return board

    def _solve(self, board: Board) -> Solution:
        from hexlab.search.dfpn import solve

        if board not in self._after:
            found = solve(board, seconds=self._seconds)
            if found.winner is None:
                return found
            self._after[board] = found
        return self._after[board]

    def _tell(self, cell: int | None = None, wins: bool | None = None) -> None:
        solution = self._solution
        self.board = solution.board
        for stone in self._moves:
            self.board = self.board.play(stone)
        self.can_back = len(self._counts) > 1
        n = self.board.n
        mover = color_name(solution.board.to_move).capitalize()
        self.lines, self._sure = [], []
        if cell is None and not self._moves:
            self.status = str(solution)[:1].upper() + str(solution)[1:] + "."
            if solution.board.winner == EMPTY:
                self.lines = [f"Click a move of {mover} to see what answers it."]
            return
        if cell is None:
            self.status = f"{color_name(self.board.to_move).capitalize()} to move in this line."
            return
        color = self.board[cell]
        what = named(cell, self.board, color)
        if wins:
            self.status = f"{what} wins."
        elif len(self._moves) > 1 and self._moves[-2] == cell:
            self.status = f"{what} loses: {named(self._moves[-1], self.board, -color)} refutes it."
        else:
            self.status = f"{what} loses."
        winner = color if wins else -color
        self._sure = self._connected(winner)
        if self._sure:
            who = color_name(winner).capitalize()
            self.lines = [f"{who}'s sides are connected: {pair_words(self._sure[0], kind=True)}."]
        if self._rest:
            names = " ".join(cell_name(later, n) for later in self._rest)
            self.lines.append(f"It could go on {names}.")
