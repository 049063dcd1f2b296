"""Training and judging the phase classifier (Takada 2019, 3.5.2 and Table 3.1).

The thesis reports how well a support vector machine repeats the labels it was trained on. Here that
stands beside what it hides: how much of the labels is chance, and how well it does on games that it
has not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.stats import binom

from hexlab.board.board import Board
from hexlab.board.symmetry import rotate_cells
from hexlab.data.experiment import Row, moves_of
from hexlab.data.phase_labels import MORE_THAN, difference, is_positive
from hexlab.model.phase import PhaseModel, phase_features
from hexlab.network.features import POSITION_FEATURES
from hexlab.run.extras import need

if TYPE_CHECKING:
    import pandas as pd

    from hexlab.learn.phase_svm import PhaseSVC

__all__ = [
    "Chance",
    "chance_positives",
    "label_frame",
    "phase_model",
    "position_groups",
    "survivors",
    "table_3_1",
]

# Games that share a position after this ply are one group: what follows in them is alike.
_SHARED_PLY = 4


# -- what the labels are worth -----------------------------------------------------------------


class Chance(NamedTuple):
    """How many positives come by chance.

    Attributes
    ----------
    observed : int
    expected : float
        If alpha made no difference.
    p : float
        The chance of at least as many as observed.
    """

    observed: int
    expected: float
    p: float


def chance_positives(rows: Sequence[Row]) -> Chance:
    """How many positions would be labelled positive if alpha made no difference.

    If it made none, then in each pair of games (the same random numbers) that came out differently
    either could have been the one won: of m such pairs x were won by the high alpha with the
    chances of m coin tosses, and R = 2x − m.

    Parameters
    ----------
    rows : sequence of dict
        Of `hexlab.data.phase_labels.AlphaTask`.

    >>> always = {"high_won": "11111", "low_won": "00000"}
    >>> chance_positives([always]), chance_positives([])
    (Chance(observed=1, expected=0.03125, p=0.03125), Chance(observed=0, expected=0.0, p=1.0))
    """
    total = np.ones(1)  # the distribution of the number of positives so far
    expected = 0.0
    for row in rows:
        pairs = zip(row["high_won"], row["low_won"], strict=True)
        unequal = sum(high != low for high, low in pairs)
        least = (unequal + MORE_THAN) // 2 + 1
        chance = float(binom.sf(least - 1, unequal, 0.5)) if unequal else 0.0
        expected += chance
        total = np.convolve(total, [1.0 - chance, chance])
    observed = sum(map(is_positive, rows))
    return Chance(observed, expected, float(min(total[observed:].sum(), 1.0)))


def survivors(
    labels: Iterable[Row], again: Iterable[Row], positive: bool = True
) -> tuple[int, int]:
    """How many positives (or negatives) had the same label a second time, and how many there were.

    No classifier can be right more often, on the average, than a label agrees with itself.
    """
    first = {_place(row): is_positive(row) for row in labels}
    second = [is_positive(row) for row in again if first[_place(row)] == positive]
    return sum(label == positive for label in second), len(second)


def _place(row: Row) -> tuple[Any, ...]:
    return row["n"], row["color"], row["opening"]


# -- positions ---------------------------------------------------------------------------------


def label_frame(rows: Iterable[Row]) -> pd.DataFrame:
    """The labelled positions, no two of a board size and color alike.

    Positions that half a turn exchanges have the same characteristics: they are one, whose label is
    that of the first.

    Returns
    -------
    DataFrame
        n, color, game, ply, turn (which part of its game had been played), position (the moves),
        R, positive, group (see `position_groups`) and the 12 characteristics.
    """
    pd = need("pandas", "lab")
    chosen: dict[tuple[Any, ...], tuple[Row, Board]] = {}
    for row in rows:
        board = _board(row)
        chosen.setdefault((row["n"], row["color"], _same(board)), (row, board))
    kept = [row for row, _ in chosen.values()]
    frame = pd.DataFrame(
        {
            "n": [row["n"] for row in kept],
            "color": [row["color"] for row in kept],
            "game": [row["game"] for row in kept],
            "ply": [len(row["opening"].split()) for row in kept],
            "turn": [row["turn"] for row in kept],
            "position": [row["opening"] for row in kept],
            "R": [difference(row) for row in kept],
            "positive": [is_positive(row) for row in kept],
            "group": position_groups(kept),
        }
    )
    features = [phase_features(board.to_array()[None])[0] for _, board in chosen.values()]
    for column, name in enumerate(POSITION_FEATURES):
        frame[name] = [float(values[column]) for values in features]
    return frame


def _board(row: Row) -> Board:
    board = Board(row["n"])
    for cell in moves_of(row["opening"], row["n"]):
        board = board.play(cell)
    return board


def _same(board: Board) -> tuple[bytes, int]:
    """The same for two positions that half a turn exchanges."""
    cells = board.to_array().ravel()
    return min(cells.tobytes(), cells[list(rotate_cells(board.n))].tobytes()), board.to_move


def position_groups(rows: Sequence[Row]) -> list[int]:
    """The group of each position: games that share a position after ply 4 are in one.

    Positions of the same group must not stand in the training and the test set.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    games: dict[tuple[Any, ...], int] = {}
    seen: dict[Any, int] = {}  # who was in a position first
    meetings = []
    for row in rows:
        mine = games.setdefault((row["n"], row["color"], row["game"]), len(games))
        board = Board(row["n"])
        for ply, cell in enumerate(moves_of(row["opening"], row["n"]), start=1):
            board = board.play(cell)
            if ply > _SHARED_PLY:
                key = row["n"], row["color"], _same(board)
                meetings.append((mine, seen.setdefault(key, mine)))
    met = np.array(meetings, int).reshape(-1, 2).T
    graph = coo_array((np.ones(met.shape[1], bool), tuple(met)), shape=(len(games), len(games)))
    groups = connected_components(graph, directed=False)[1] if games else []
    return [int(groups[games[row["n"], row["color"], row["game"]]]) for row in rows]


# -- the classifier ----------------------------------------------------------------------------


def table_3_1(frame: pd.DataFrame, model: PhaseModel) -> dict[str, tuple[int, int]]:
    """How many positives and negatives a model labels as they are, and how many there are."""
    high = model.margin(frame[list(POSITION_FEATURES)].to_numpy()) > 0
    truth = frame["positive"].to_numpy()
    return {
        "positive": (int((high & truth).sum()), int(truth.sum())),
        "negative": (int((~high & ~truth).sum()), int((~truth).sum())),
    }


def phase_model(
    frame: pd.DataFrame, svm: PhaseSVC | None = None, scaled_by: pd.DataFrame | None = None
) -> PhaseModel:
    """The model of a trained classifier, or without one a model that never says high.

    Parameters
    ----------
    frame : DataFrame
        The positions it was trained on, see `label_frame`.
    svm : PhaseSVC, optional
        Trained.
    scaled_by : DataFrame, optional
        Positions of another board size that the model is to be for. Sizes differ in what is usual
        for a characteristic, so it is scaled by these.

    Returns
    -------
    PhaseModel
        For the board size of `scaled_by`, or else of `frame`.
    """
    own = frame if scaled_by is None else scaled_by
    count = len(POSITION_FEATURES)
    head = int(own["n"].iloc[0]), int(frame["n"].iloc[0]), len(frame), int(frame["positive"].sum())
    if svm is None:
        none = np.zeros((0, count))
        return PhaseModel(*head, np.zeros(count), np.ones(count), none, np.zeros(0), -1.0, 0.0)
    arrays = svm.arrays()
    if scaled_by is not None:
        from sklearn.preprocessing import StandardScaler

        scaler = StandardScaler().fit(scaled_by[list(POSITION_FEATURES)].to_numpy())
        arrays |= {"mean": scaler.mean_, "scale": scaler.scale_}
    return PhaseModel(*head, **arrays)
