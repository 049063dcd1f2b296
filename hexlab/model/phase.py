"""The phase classifier of EZO-2015: should alpha be high from here on? (Takada 2019, 3.5.2)

A support vector machine with an RBF kernel over the 12 characteristics of
`hexlab.network.position_features`. What is here only asks it; `hexlab.learn.phase` trains it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.notation import BLACK
from hexlab.network.features import POSITION_FEATURES, position_features
from hexlab.run.files import write_atomic

if TYPE_CHECKING:
    from hexlab.board.board import Board

__all__ = ["PhaseModel", "load_phase", "phase_features", "read_phases", "write_phases"]

TABLE = Path(__file__).resolve().parents[1] / "tables" / "phase.json"
_SCHEMA = 2
_ARRAYS = ("mean", "scale", "vectors", "weights")


@dataclass(frozen=True, eq=False)
class PhaseModel:
    """A trained classifier, as plain numbers.

    Attributes
    ----------
    n : int
        Board size that it is for.
    learned : int
        Board size of the positions it has learned from: another one where those of its own size
        were too few.
    positions, positives : int
        How many these were, and in how many of them alpha was to be high.
    mean, scale : (12,) float64
        A characteristic f counts as (f − mean) / scale, those of n×n positions.
    vectors : (k, 12) float64
        Support vectors, scaled; none: the answer is always that of `intercept`.
    weights : (k,) float64
    intercept, gamma : float
        The margin is Σ weights·exp(−gamma·|x − vector|²) + intercept.
    """

    n: int
    learned: int
    positions: int
    positives: int
    mean: np.ndarray
    scale: np.ndarray
    vectors: np.ndarray
    weights: np.ndarray
    intercept: float
    gamma: float

    def __post_init__(self) -> None:
        count = len(POSITION_FEATURES)
        shapes = (count,), (count,), (len(self.weights), count), (len(self.weights),)
        for name, shape in zip(_ARRAYS, shapes, strict=True):
            array = getattr(self, name)
            if array.shape != shape or not np.isfinite(array).all():
                raise ValueError(f"{name} must be {shape} finite numbers, not {array.shape}")
        if not (self.scale > 0).all() or not self.gamma >= 0:
            raise ValueError("scale must be above 0 and gamma not below")

    def margin(self, features: np.ndarray) -> np.ndarray:
        """How far on the side of a high alpha: above 0 it should be high.

        Parameters
        ----------
        features : (B, 12) float64
            As `phase_features` gives them.

        Returns
        -------
        (B,) float64

        Raises
        ------
        ValueError
            For another shape.
        """
        given = np.asarray(features, float)
        if given.ndim != 2 or given.shape[1] != len(POSITION_FEATURES):
            raise ValueError(f"features must be (B, {len(POSITION_FEATURES)}), not {given.shape}")
        scaled = (given - self.mean) / self.scale
        apart = ((scaled[:, None, :] - self.vectors[None, :, :]) ** 2).sum(axis=2)
        found: np.ndarray = np.exp(-self.gamma * apart) @ self.weights + self.intercept
        return found

    def of_board(self, board: Board) -> float:
        """The margin of one position."""
        return float(self.margin(phase_features(board.to_array()[None]))[0])


def phase_features(boards: np.ndarray) -> np.ndarray:
    """The 12 characteristics as the classifier reads them: with bridge links, as `chev` sees.

    Parameters
    ----------
    boards : (B, n, n) int8
        As in `hexlab.network.position_features`.

    Returns
    -------
    (B, 12) float64
        `hexlab.network.POSITION_FEATURES`.
    """
    return position_features(boards, links="bridge", threads=1)


# -- the table ---------------------------------------------------------------------------------


def load_phase(n: int, player: int) -> PhaseModel:
    """The classifier of a player for n×n: that of the nearest size that has one.

    >>> from hexlab import BLACK
    >>> load_phase(7, BLACK).n
    7
    """
    models = read_phases()
    color = "black" if player == BLACK else "white"
    sizes = sorted({size for size, who in models if who == color}, key=lambda m: (abs(m - n), m))
    return models[sizes[0], color]


@lru_cache(maxsize=8)
def read_phases(path: Path = TABLE) -> Mapping[tuple[int, str], PhaseModel]:
    """All classifiers of a file by board size and color ("black" is the first player).

    Raises
    ------
    ValueError
        If the file is damaged or of another version.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["schema"] != _SCHEMA:
            raise ValueError(f"it is of version {content['schema']}, this hexlab reads {_SCHEMA}")
        return {(one["n"], one["color"]): _model(one) for one in content["classifiers"]}
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} holds no phase classifiers: {error!r}") from None


def _model(row: dict[str, Any]) -> PhaseModel:
    values = {key: value for key, value in row.items() if key != "color"}
    for name in _ARRAYS:
        values[name] = np.array(values[name], float)
    values["vectors"] = values["vectors"].reshape(-1, len(POSITION_FEATURES))
    return PhaseModel(**values)


def write_phases(models: Mapping[tuple[int, str], PhaseModel], path: Path = TABLE) -> Path:
    """Write classifiers as a file of plain numbers, which `read_phases` reads."""
    rows = []
    for (_, color), model in sorted(models.items()):
        values = asdict(model)
        rows.append({"color": color, **{k: _plain(v) for k, v in values.items()}})
    text = ",\n".join("  " + json.dumps(row) for row in rows)
    written = write_atomic(path, f'{{\n "schema": {_SCHEMA},\n "classifiers": [\n{text}\n ]\n}}\n')
    read_phases.cache_clear()
    return written


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value
