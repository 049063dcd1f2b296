"""A board that shows what each move is worth by E_v, with a slider for alpha (Takada 2019, 3.3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.notation import BLACK, cell_name
from hexlab.model.evaluation import network_values, scaled_value
from hexlab.model.phase import load_phase
from hexlab.model.terms import network_terms
from hexlab.network.network import Links
from hexlab.play.worth import after
from hexlab.run.extras import need
from hexlab.view.widget import BoardWidget

__all__ = ["AlphaBoard", "move_values"]

traitlets: Any = need("traitlets", "lab")


def move_values(board: Board, alpha: float, links: Links = "bridge") -> np.ndarray:
    """What E_v says of the position after each move, for the player to move.

    Parameters
    ----------
    board : Board
        The position.
    alpha : float
        Weight of the shortest paths, 0 to 1.
    links : "adjacent" or "bridge"
        As in `hexlab.network.board_network`.

    Returns
    -------
    (n, n) float64
        From -1 to 1, NaN on stones and where the game is over.

    Notes
    -----
    Cost: two evaluations a move, some 30 ms on 11×11.

    Examples
    --------
    >>> move_values(Board(2, black="a1", to_move="white"), 0.0).round(2).tolist()
    [[nan, -0.0], [1.0, -0.0]]
    """
    return _mixed(board, alpha, _child_terms(board, links))


def _child_terms(board: Board, links: Links) -> np.ndarray:
    """(2, number of empty cells), the two terms of E_v after each move."""
    moves = [] if board.winner else list(board.empty)
    if not moves:
        return np.zeros((2, 0))
    boards = after(board, moves)
    return np.stack([network_values(boards, a, links=links, threads=1) for a in (0.0, 1.0)])


def _mix(alpha: float, whole: Any, paths: Any) -> np.ndarray:
    """E_v; both terms are infinite together, and 0 · inf is no number."""
    joined = np.isinf(whole)
    finite = np.where(joined, 0.0, whole), np.where(joined, 0.0, paths)
    return np.where(joined, np.inf, (1 - alpha) * finite[0] + alpha * finite[1])


def _mixed(board: Board, alpha: float, terms: np.ndarray) -> np.ndarray:
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must be from 0 to 1, not {alpha!r}")
    values = np.full(board.n**2, np.nan)
    if terms.size:
        values[list(board.empty)] = board.to_move * scaled_value(_mix(alpha, *terms))
    return values.reshape(board.n, board.n)


class AlphaBoard(BoardWidget):
    """A `BoardWidget` whose cells are colored by what a move there is worth, by E_v with an alpha.

    Below the board: E_v of the position with its two terms, the best moves, and what the phase
    classifier of the player to move says.

    Parameters
    ----------
    start : Game, Board, int or str
        As for `BoardWidget`.
    alpha : float
        0 to 1; assign it, or move `slider`, to rank the moves anew.
    links_seen : "adjacent" or "bridge"
        The links of the networks that are evaluated.
    **options
        As for `BoardWidget`.

    Examples
    --------
    >>> widget = AlphaBoard(Board(5).play("c3"), alpha=0.0)
    >>> widget.told
    'E_v = 1.17: whole 1.17, paths 0.14; White plays b3, d3 or c2; phase ...'
    >>> widget.alpha = 1.0
    >>> widget.told
    'E_v = 0.14: whole 1.17, paths 0.14; White plays ...'
    """

    alpha = traitlets.Float(0.075, min=0.0, max=1.0)

    def __init__(
        self,
        start: Game | Board | int | str = 11,
        alpha: float = 0.075,
        links_seen: Links = "bridge",
        **options: Any,
    ) -> None:
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha must be from 0 to 1, not {alpha!r}")
        self._seen = links_seen
        self._known: tuple[Board, np.ndarray, tuple[float, float], float] | None = None
        self.alpha = alpha
        super().__init__(start, **options)

    @property
    def told(self) -> str:
        """The sentence below the board."""
        board = self.board
        whole, paths = self._looked(board)[2]
        said = [f"E_v = {_mix(self.alpha, whole, paths):.2f}: whole {whole:.2f}, paths {paths:.2f}"]
        best = self._best(3)
        if best:
            who = "Black" if board.to_move == BLACK else "White"
            names = [cell_name(cell, board.n) for cell in best]
            said.append(f"{who} plays {', '.join(names[:-1])} or {names[-1]}" if names[1:]
                        else f"{who} plays {names[0]}")  # fmt: skip
        margin = self._looked(board)[3]
        said.append(f"phase {'high' if margin > 0 else 'low'} ({margin:+.2f})")
        return "; ".join(said)

    def slider(self) -> Any:
        """A slider that moves alpha of this board."""
        widgets = need("ipywidgets", "lab")
        made = widgets.FloatSlider(
            value=self.alpha, min=0.0, max=1.0, step=0.025, description="α", readout_format=".3f"
        )
        widgets.link((made, "value"), (self, "alpha"))
        return made

    def _looked(self, board: Board) -> tuple[Board, np.ndarray, tuple[float, float], float]:
        """Everything about a position that does not depend on alpha, kept for the next alpha."""
        if self._known is None or self._known[0] != board:
            terms = _child_terms(board, self._seen)
            margin = load_phase(board.n, board.to_move).of_board(board)
            self._known = board, terms, network_terms(board, links=self._seen), margin
        return self._known

    def _best(self, count: int) -> list[int]:
        values = self._values().ravel()
        order = np.argsort(-np.nan_to_num(values, nan=-np.inf), kind="stable")
        return [int(cell) for cell in order[:count] if not np.isnan(values[cell])]

    def _values(self) -> np.ndarray:
        return _mixed(self.board, self.alpha, self._looked(self.board)[1])

    def _picture_options(self, values: dict[str, dict[int, np.ndarray]]) -> dict[str, Any]:
        options = super()._picture_options(values)
        if self.measure == "none" and self._lens is None:
            label = f"worth of each move, α = {self.alpha:g}"
            options |= {"heat": self._values(), "heat_label": label, "diverging": False}
        return options

    def _tell(self) -> None:
        super()._tell()
        if self._lens is None:
            self.state = {**self.state, "status": f"{self.state['status']} {self.told}."}

    @traitlets.observe("alpha")
    def _mixed_anew(self, change: Any) -> None:
        self._redraw(change)
