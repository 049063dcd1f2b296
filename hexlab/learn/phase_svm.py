"""The phase classifier as a scikit-learn estimator, and its honest scores.

Importing this needs scikit-learn.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score, balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedGroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import check_is_fitted, validate_data

from hexlab.network.features import POSITION_FEATURES
from hexlab.run.estimate import Estimate

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "GRID",
    "OutOfFold",
    "PhaseSVC",
    "group_bootstrap",
    "out_of_fold",
    "trainable",
    "tuned",
]

GRID: dict[str, list[Any]] = {
    "C": [1.0, 10.0, 100.0],
    "gamma": [0.001, 0.01, 0.1],
    "class_weight": [None, "balanced"],
}
# Each part of a cross-validation needs positives of other games.
_FOLDS, _LEAST = 5, 2


class PhaseSVC(ClassifierMixin, BaseEstimator):
    """Two classes by a support vector machine with an RBF kernel over scaled characteristics.

    Parameters
    ----------
    C : float
        How much a wrongly classified position costs.
    gamma : float
        How fast the kernel falls with the squared distance, characteristics scaled to variance 1.
    class_weight : {"balanced"} or None
        Whether the rarer class costs more.

    Attributes
    ----------
    classes_ : (2,) array
        The labels, in order; the margin is above 0 for the second.
    pipeline_ : Pipeline
        Scaling and `sklearn.svm.SVC`.

    Examples
    --------
    >>> svm = PhaseSVC(C=10.0).fit([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1])
    >>> svm.predict([[0.5], [4.5]]).tolist()
    [0, 1]
    """

    def __init__(self, C: float = 1.0, gamma: float = 0.1, class_weight: str | None = None) -> None:
        self.C = C
        self.gamma = gamma
        self.class_weight = class_weight

    def __sklearn_tags__(self) -> Any:
        """Two classes only."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def fit(self, X: Any, y: Any) -> PhaseSVC:
        """Train on (positions, characteristics) and a label each.

        Raises
        ------
        ValueError
            If the labels are not of two kinds.
        """
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        kind = type_of_target(y, input_name="y")
        self.classes_ = np.unique(y)
        if kind != "binary":
            raise ValueError(
                f"Only binary classification is supported. The type of the target is {kind}."
            )
        if len(self.classes_) < 2:
            raise ValueError("Classifier can't train when only one class is present.")
        svc = SVC(C=self.C, gamma=self.gamma, class_weight=self.class_weight)
        self.pipeline_ = make_pipeline(StandardScaler(), svc).fit(X, y)
        return self

    def decision_function(self, X: Any) -> np.ndarray:
        """The margin, above 0 for the second class."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        margin: np.ndarray = self.pipeline_.decision_function(X)
        return margin

    def predict(self, X: Any) -> np.ndarray:
        """The label."""
        high = self.decision_function(X) > 0
        labels: np.ndarray = self.classes_[high.astype(int)]
        return labels

    def arrays(self) -> dict[str, Any]:
        """What `hexlab.model.phase.PhaseModel` needs of it."""
        check_is_fitted(self)
        scaler, svc = self.pipeline_[0], self.pipeline_[1]
        return {
            "mean": scaler.mean_,
            "scale": scaler.scale_,
            "vectors": svc.support_vectors_,
            "weights": svc.dual_coef_[0],
            "intercept": float(svc.intercept_[0]),
            "gamma": float(self.gamma),
        }


def tuned(frame: pd.DataFrame, seed: int = 0) -> PhaseSVC:
    """The classifier with the parameters of `GRID` that do best on games left out.

    Parameters
    ----------
    frame : DataFrame
        As `hexlab.learn.phase.label_frame` gives it.
    seed : int
        Of the division into parts.

    Raises
    ------
    ValueError
        If fewer than two groups of games have positives: nothing could be left out.
    """
    folds = _folds(frame)
    search = GridSearchCV(
        PhaseSVC(),
        GRID,
        scoring="balanced_accuracy",
        cv=StratifiedGroupKFold(folds, shuffle=True, random_state=seed),
    )
    best: PhaseSVC = search.fit(*_data(frame), groups=frame["group"]).best_estimator_
    return best


def _data(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    return frame[list(POSITION_FEATURES)].to_numpy(), frame["positive"].to_numpy()


def trainable(frame: pd.DataFrame) -> bool:
    """Whether enough groups of games have positives for `tuned` to leave some out."""
    return _positive_groups(frame) >= _LEAST


def _positive_groups(frame: pd.DataFrame) -> int:
    return int(frame.loc[frame["positive"], "group"].nunique())


def _folds(frame: pd.DataFrame) -> int:
    groups = _positive_groups(frame)
    if groups < _LEAST:
        raise ValueError(
            f"positives in {groups} group{'' if groups == 1 else 's'} of games are too few: each "
            "part of a cross-validation needs some"
        )
    return int(min(_FOLDS, groups))


# -- on games that were not seen ---------------------------------------------------------------


class OutOfFold(NamedTuple):
    """What classifiers said of positions whose games they had not seen.

    Attributes
    ----------
    truth : (B,) bool
    groups : (B,) int
    margin, turn_margin : (B,) float
        Of `PhaseSVC`, and of a logistic regression on the turn alone; high from 0 on.
    importance : (12,) float
        How much balanced accuracy falls if a characteristic is shuffled, mean over the parts.
    """

    truth: np.ndarray
    groups: np.ndarray
    margin: np.ndarray
    turn_margin: np.ndarray
    importance: np.ndarray


def out_of_fold(frame: pd.DataFrame, seed: int = 0) -> OutOfFold:
    """Nested cross-validation: each part of the games judged by what the others taught.

    Parameters are chosen anew within the others, so that no position has a say in how it is judged.

    Parameters
    ----------
    frame, seed
        As for `tuned`.

    Raises
    ------
    ValueError
        If fewer than three groups of games have positives.
    """
    X, y = _data(frame)
    groups, turn = frame["group"].to_numpy(), frame[["turn"]].to_numpy()
    folds = _folds(frame)
    if folds < _LEAST + 1:
        raise ValueError("positives in 2 groups of games are too few for a nested cross-validation")
    margin, turn_margin = np.empty(len(y)), np.empty(len(y))
    importance = []
    parts = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    for train, test in parts.split(X, y, groups):
        svm = tuned(frame.iloc[train], seed)
        margin[test] = svm.decision_function(X[test])
        by_turn = make_pipeline(StandardScaler(), LogisticRegression(class_weight="balanced"))
        turn_margin[test] = by_turn.fit(turn[train], y[train]).decision_function(turn[test])
        if len(set(y[test])) == 2:
            shuffled = permutation_importance(
                svm, X[test], y[test], scoring="balanced_accuracy", n_repeats=10, random_state=seed
            )
            importance.append(shuffled.importances_mean)
    return OutOfFold(y, groups, margin, turn_margin, np.mean(importance, axis=0))


def group_bootstrap(
    found: OutOfFold,
    score: Callable[[np.ndarray, np.ndarray], float],
    rival: np.ndarray | None = None,
    draws: int = 300,
    seed: int = 0,
) -> Estimate:
    """A score of the margins with its 95 % interval, whole groups of games drawn.

    Parameters
    ----------
    found : OutOfFold
        Of `out_of_fold`.
    score : callable
        Of the truth and the margins.
    rival : (B,) float, optional
        Other margins: the value is then how much better the score of the first ones is.
    draws, seed : int
        Draws without a positive or without a negative are left out.
    """

    def value_of(at: np.ndarray) -> float:
        own = score(found.truth[at], found.margin[at])
        return own if rival is None else own - score(found.truth[at], rival[at])

    rng = np.random.default_rng(seed)
    members = [np.flatnonzero(found.groups == group) for group in np.unique(found.groups)]
    values = []
    for _ in range(draws):
        chosen = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        if len(set(found.truth[chosen])) == 2:
            values.append(value_of(chosen))
    low, high = np.percentile(values, [2.5, 97.5]) if values else (math.nan, math.nan)
    value = value_of(np.arange(len(found.truth)))
    return Estimate(float(value), float(low), float(high), len(members))


def balanced_accuracy(truth: np.ndarray, margin: np.ndarray) -> float:
    """The mean of the shares of positives and of negatives that are labelled right."""
    return float(balanced_accuracy_score(truth, margin > 0))


def average_precision(truth: np.ndarray, margin: np.ndarray) -> float:
    """The area below the curve of precision over recall."""
    return float(average_precision_score(truth, margin))


def roc_area(truth: np.ndarray, margin: np.ndarray) -> float:
    """The area below the curve of true over false positives: 0.5 by chance."""
    return float(roc_auc_score(truth, margin))
