"""Figures of scores: points over a number, shares with intervals, score curves, decision maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.view.plots import curve_look, figure_style, new_axes, numbers_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from hexlab.run.estimate import Estimate

__all__ = ["decision_map", "interval_plot", "scatter_plot", "score_curves"]

_MARKERS = ("o", "x", "^", "s", "+")
_ROOM = 70  # letters that stand side by side below a figure


def scatter_plot(
    points: Mapping[str, tuple[Any, Any]],
    *,
    xlabel: str = "",
    ylabel: str = "",
    title: str = "",
    level: float | None = None,
) -> Figure:
    """Points of several kinds, each with its own color and mark.

    Parameters
    ----------
    points : dict from label to (x, y)
        Two array_like of one length.
    xlabel, ylabel, title : str
        Captions.
    level : float, optional
        Where a horizontal line is drawn.

    Raises
    ------
    ValueError
        If x and y are not of one length.

    Examples
    --------
    >>> made = scatter_plot({"first player": ([0.1, 0.9], [0, 6])}, level=4)
    >>> made.axes[0].get_legend().get_texts()[0].get_text()
    'first player (n = 2)'
    """
    with figure_style():
        made, axes = new_axes(6.4, 3.8)
        if level is not None:
            axes.axhline(level, color="#555555", linewidth=1.0, linestyle=":")
        for index, (label, (x, y)) in enumerate(points.items()):
            pair = numbers_of(x, f"x of {label!r}"), numbers_of(y, f"y of {label!r}")
            if len(pair[0]) != len(pair[1]):
                raise ValueError(f"{label!r} has {len(pair[0])} x and {len(pair[1])} y")
            axes.scatter(
                *pair,
                s=22,
                alpha=0.7,
                marker=_MARKERS[index % len(_MARKERS)],
                color=curve_look(index)["color"],
                label=f"{label} (n = {len(pair[0]):,})",
            )
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        if points:
            axes.legend(loc="best")
    return made


def interval_plot(
    shares: Mapping[str, Sequence[Estimate]],
    names: Sequence[Any],
    *,
    xlabel: str = "",
    ylabel: str = "Games won (%)",
    title: str = "",
) -> Figure:
    """Shares side by side in percent, each with its interval.

    Parameters
    ----------
    shares : dict from label to sequence of Estimate
        Between 0 and 1, one for each name.
    names : sequence
        What stands below them.
    xlabel, ylabel, title : str
        Captions.

    Raises
    ------
    ValueError
        If there are not as many shares as names, or one is not between 0 and 1.

    Examples
    --------
    >>> from hexlab.lab import proportion
    >>> made = interval_plot({"first player": [proportion(79, 100)]}, ["chev"])
    >>> [text.get_text() for text in made.axes[0].get_xticklabels()]
    ['chev']
    """
    with figure_style():
        made, axes = new_axes(6.4, 3.6)
        places = np.arange(len(names))
        apart = min(0.14, 0.8 / max(len(shares), 1))
        texts = [str(name) for name in names]
        tilt: dict[str, Any] = (
            {"rotation": 30, "ha": "right"} if sum(map(len, texts)) > _ROOM else {}
        )
        for index, (label, found) in enumerate(shares.items()):
            if len(found) != len(names):
                raise ValueError(f"{label!r} has {len(found)} shares for {len(names)} names")
            value, low, high = 100 * np.array([share[:3] for share in found]).reshape(-1, 3).T
            if not ((value >= 0) & (value <= 100)).all():
                raise ValueError(f"the shares of {label!r} must be between 0 and 1")
            axes.errorbar(
                places + apart * (index - (len(shares) - 1) / 2),
                value,
                np.maximum([value - low, high - value], 0),
                fmt=_MARKERS[index % len(_MARKERS)],
                color=curve_look(index)["color"],
                markersize=6,
                elinewidth=1.4,
                capsize=3,
                label=label,
            )
        axes.set_xticks(places, texts, **tilt)
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title, ylim=(-3, 103))
        if shares:
            axes.legend(loc="best")
    return made


def score_curves(
    curves: Mapping[str, tuple[Any, Any]],
    *,
    xlabel: str,
    ylabel: str,
    title: str = "",
    chance: tuple[Any, Any] | None = None,
) -> Figure:
    """Curves between 0 and 1 in both directions, such as ROC and precision over recall.

    Parameters
    ----------
    curves : dict from label to (x, y)
        The points of each curve in order.
    xlabel, ylabel, title : str
        Captions.
    chance : (x, y), optional
        What a score without any knowledge would give, drawn as a thin line.

    Examples
    --------
    >>> made = score_curves({"SVM": ([0, 0, 1], [0, 1, 1])}, xlabel="false", ylabel="true")
    >>> [text.get_text() for text in made.axes[0].get_legend().get_texts()]
    ['SVM']
    """
    with figure_style():
        made, axes = new_axes(4.4, 4.0)
        if chance is not None:
            axes.plot(*chance, color="#999999", linewidth=1.0, label="chance")
        for index, (label, (x, y)) in enumerate(curves.items()):
            axes.plot(numbers_of(x, "x"), numbers_of(y, "y"), label=label, **curve_look(index))
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
        axes.legend(loc="best")
    return made


def decision_map(
    margin: Callable[[np.ndarray], np.ndarray],
    points: Mapping[str, tuple[Any, Any]],
    *,
    xlabel: str,
    ylabel: str,
    title: str = "",
    steps: int = 80,
) -> Figure:
    """Where a classifier says yes, over two numbers, with labelled points.

    Parameters
    ----------
    margin : callable
        (m, 2) values of both numbers to (m,) margins, above 0 for yes.
    points : dict from label to (x, y)
        As for `scatter_plot`; they set the range.
    xlabel, ylabel, title : str
        Captions.
    steps : int
        Columns and rows of the map.

    Examples
    --------
    >>> made = decision_map(lambda at: at[:, 0] - 0.5, {"all": ([0, 1], [0, 1])}, xlabel="a",
    ...                     ylabel="b", steps=4)
    >>> len(made.axes)
    2
    """
    with figure_style():
        made = scatter_plot(points, xlabel=xlabel, ylabel=ylabel, title=title)
        axes = made.axes[0]
        x, y = np.linspace(*axes.get_xlim(), steps), np.linspace(*axes.get_ylim(), steps)
        grid = np.stack([part.ravel() for part in np.meshgrid(x, y)], axis=1)
        values = margin(grid).reshape(steps, steps)
        far = max(float(np.abs(values).max()), 1e-9)
        shown = axes.pcolormesh(
            x, y, values, cmap="PuOr_r", vmin=-far, vmax=far, alpha=0.6, zorder=0, shading="auto"
        )
        if values.min() < 0 < values.max():
            axes.contour(x, y, values, levels=[0.0], colors="#222222", linewidths=1.2)
        made.colorbar(shown, ax=axes, label="margin")
    return made
