"""`analyze`: a whole game by resistance and betweenness, with the moves that turned it."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.game import Game
from hexlab.board.notation import color_name
from hexlab.run.files import write_atomic
from hexlab.run.progress import progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from hexlab.board.board import Board
    from hexlab.lab.review import Review
    from hexlab.play.player import Limit, Player

__all__ = ["Report", "analyze"]


@dataclass(frozen=True, eq=False)
class Report:
    """What `analyze` found. In a notebook it shows the curves and the swing moves.

    Position 0 is the start of the game, position i the board after change i.

    Attributes
    ----------
    game : Game
    alpha : float
    boards : tuple of Board
        The m positions.
    moves : tuple of str
        What led to each: "", "B f6", "W swap-pieces", "set-up".
    ratio, value : np.ndarray
        (m,), E and E_v as the thesis has them: E = R_b/R_w, low is good for Black; high E_v is.
    scaled_resistance, scaled_value : np.ndarray
        (m,), (1−E)/(1+E) and (E_v−1)/(E_v+1): from -1 (White) to 1 (Black).
    terms : np.ndarray
        (m, 2), what E_v is mixed from: of the whole networks and of the shortest paths.
    margin : np.ndarray
        (m,), the phase classifier of the player to move: above 0 it says that alpha should be high.
    swings : tuple of int
        The positions after the moves that changed a curve most, in order.
    review : Review or None
        What a player thinks of the moves, if one was asked.
    """

    game: Game
    alpha: float
    boards: tuple[Board, ...]
    moves: tuple[str, ...]
    ratio: np.ndarray
    value: np.ndarray
    scaled_resistance: np.ndarray
    scaled_value: np.ndarray
    terms: np.ndarray
    margin: np.ndarray
    swings: tuple[int, ...]
    review: Review | None = None

    @property
    def title(self) -> str:
        """Who played, or which file it is, and who won."""
        black, white = self.game.players
        name = f"{black or 'Black'} – {white or 'White'}" if black or white else ""
        title = " · ".join(filter(None, (self.game.source, name))) or "A game"
        if not self.game.winner:
            return f"{title}, no winner"
        return f"{title}, {color_name(self.game.winner)} won ({self.game.winner_source})"

    def curves(self) -> Figure:
        """Both curves over the game, the swing moves pointed out."""
        from hexlab.view.plots import game_curves

        curves = {
            "resistance, (1−E)/(1+E)": self.scaled_resistance,
            f"betweenness, (E_v−1)/(E_v+1), α = {self.alpha:g}": self.scaled_value,
        }
        if self.review is not None:
            curves[f"value, {self.review.player}"] = self.review.value
        return game_curves(curves, swings=self.swings, move_names=self.moves[1:])

    def rows(self) -> list[dict[str, Any]]:
        """One dict a position: position, move, to_move, E, E_v, both scaled, terms and margin.

        With a review also win_rate (Black's), best (the player's move there) and loss (of the move
        that led there).
        """
        rows = [
            {
                "position": position,
                "move": self.moves[position],
                "to_move": color_name(board.to_move),
                "E": float(self.ratio[position]),
                "E_v": float(self.value[position]),
                "E_scaled": float(self.scaled_resistance[position]),
                "E_v_scaled": float(self.scaled_value[position]),
                "E_v_whole": float(self.terms[position, 0]),
                "E_v_paths": float(self.terms[position, 1]),
                "phase_margin": float(self.margin[position]),
            }
            for position, board in enumerate(self.boards)
        ]
        if self.review is not None:
            for row, more in zip(rows, self.review.rows(self.game.n), strict=True):
                row |= more
        return rows

    def csv(self) -> str:
        """`rows` as CSV text."""
        text = io.StringIO()
        rows = self.rows()
        writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def save(self, folder: str | PathLike[str]) -> Path:
        """Write the report into a folder, which is made if need be.

        Returns
        -------
        Path
            ``report.html``: one file with everything in it. Beside it ``curves.png``, a picture
            ``position-NNN.png`` for each of `shown` and ``values.csv``.

        Raises
        ------
        OSError
            If the folder can't be written.
        """
        from hexlab.lab.page import heat_picture, report_page

        place = Path(folder)
        pictures = {
            position: heat_picture(self, position)
            for position in progress(self.shown(), desc="drawing", unit="position")
        }
        for position, picture in pictures.items():
            picture.save(place / f"position-{position:03}.png")
        curves = self._curves_png()
        write_atomic(place / "curves.png", curves)
        write_atomic(place / "values.csv", self.csv())
        return write_atomic(place / "report.html", report_page(self, curves, pictures))

    def shown(self) -> tuple[int, ...]:
        """The positions whose heatmaps a saved report has: after each swing, else the last."""
        return self.swings or (len(self.boards) - 1,)

    def _repr_html_(self) -> str:
        from hexlab.lab.page import report_body

        return report_body(self, self._curves_png())

    def _curves_png(self) -> bytes:
        from hexlab.view.figures import figure_png

        return figure_png(self.curves(), dpi=150)

    def __repr__(self) -> str:
        count = len(self.boards)
        lines = [f"{self.title}: {count} position{'' if count == 1 else 's'}"]
        for position in self.swings:
            before, after = position - 1, position
            lines.append(
                f"  {position:>3} {self.moves[position]:<14} "
                f"E {self.ratio[before]:.3g} → {self.ratio[after]:.3g}, "
                f"E_v {self.value[before]:.3g} → {self.value[after]:.3g}"
            )
        if self.review is not None:
            lines.append(str(self.review))
        return "\n".join(lines)


def analyze(
    game: Game,
    alpha: float = 0.075,
    swings: int = 3,
    player: Player | str | None = None,
    limit: Limit | None = None,
) -> Report:
    """Evaluate every position of a game by both networks, and by a player if one is named.

    Parameters
    ----------
    game : Game
        The line through its cursor is looked at.
    alpha : float
        The weight of the shortest-path network in E_v, 0 to 1. The default is the thesis's best
        for the first player (Takada 2019, 3.4.1).
    swings : int
        How many of the largest changes of each curve are pointed out.
    player : Player or str, optional
        Judges the moves; see `hexlab.lab.review.review`.
    limit : Limit, optional
        For the player, a position.

    Returns
    -------
    Report

    Raises
    ------
    ValueError
        If `alpha` is outside 0 to 1, `swings` is negative, or the player gives no values.

    Notes
    -----
    Source: Takada 2019, equations (3.3) and (3.4), and 3.5 for the phase. About 1 ms a position on
    11×11.

    Examples
    --------
    >>> from hexlab import Game
    >>> report = analyze(Game(3).play("b2").play("a3").play("b1").play("a1").play("b3"))
    >>> report.moves[-1], float(report.ratio[-1]), float(report.scaled_resistance[-1])
    ('B b3', 0.0, 1.0)
    """
    from hexlab.model.evaluation import (
        network_value,
        resistance_ratio,
        scaled_resistance,
        scaled_value,
    )
    from hexlab.model.phase import load_phase
    from hexlab.model.terms import network_terms

    if swings < 0:
        raise ValueError(f"swings must be 0 or more, not {swings}")
    nodes = game.changes()
    boards = tuple(node.board for node in nodes)
    bar = progress(boards, desc="evaluating", unit="position")
    pairs = [(resistance_ratio(board), network_value(board, alpha)) for board in bar]
    ratio, value = np.array(pairs, float).T
    curves = (scaled_resistance(ratio), scaled_value(value))
    judged = None
    if player is not None:
        from hexlab.lab.review import review

        judged = review(game, player, limit)
    return Report(
        game=game,
        alpha=alpha,
        boards=boards,
        moves=("", *(str(node.move or "set-up") for node in nodes[1:])),
        ratio=ratio,
        value=value,
        scaled_resistance=curves[0],
        scaled_value=curves[1],
        terms=np.array([network_terms(board) for board in boards]),
        margin=np.array([load_phase(b.n, b.to_move).of_board(b) for b in boards]),
        swings=tuple(sorted({p for curve in curves for p in _largest(curve, swings)})),
        review=judged,
    )


def _largest(curve: np.ndarray, count: int) -> list[int]:
    """The positions after the `count` largest steps of a curve; earlier ones first when equal."""
    # Steps that differ by rounding only are equal.
    steps = np.round(np.abs(np.diff(curve)), 9)
    order = np.argsort(-steps, kind="stable")[:count]
    return [int(step) + 1 for step in order if steps[step] > 0]
