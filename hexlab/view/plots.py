"""Figures in one style: curves over a game, shares by tenth of a game, histograms, heatmap grids.

Each function returns a matplotlib `Figure` and leaves matplotlib's own settings and `pyplot` alone.
Lines differ in dash as well as color, so figures can be printed in gray.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.board import Board
from hexlab.run.extras import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "figure_style",
    "game_curves",
    "heatmap_grid",
    "histograms",
    "line_plot",
    "share_by_tenth",
]

# Okabe and Ito's colors in an order whose neighbors differ in lightness too.
_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222")
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1)))
_HATCHES = ("", "///", "\\\\\\", "...", "xxx", "---", "+++")

_STYLE: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.size": 10.0,
    "axes.titlesize": 11.0,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#555555",
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.7,
    "figure.facecolor": "white",
    "legend.frameon": False,
    "legend.fontsize": 9.0,
    "lines.linewidth": 1.8,
    "legend.handlelength": 2.8,
}


@contextmanager
def figure_style() -> Iterator[None]:
    """Hexlab's matplotlib style, inside the ``with`` block only."""
    matplotlib = need("matplotlib", "lab")
    with matplotlib.rc_context(_STYLE):
        yield


def new_axes(width: float, height: float) -> tuple[Figure, Axes]:
    from hexlab.view.figures import LabFigure

    made = LabFigure(figsize=(width, height), layout="constrained")
    return made, made.add_subplot()


def curve_look(index: int) -> dict[str, Any]:
    return {
        "color": _COLORS[index % len(_COLORS)],
        "linestyle": _DASHES[index % len(_DASHES)],
    }


def game_curves(
    values: Mapping[str, Iterable[float]],
    *,
    swings: Iterable[int] = (),
    title: str = "",
    move_names: Sequence[str] | None = None,
) -> Figure:
    """Values of the positions of a game, move by move; up is good for Black.

    Parameters
    ----------
    values : dict from label to array_like
        Per curve one value a position, the first before any move, in [−1, 1] (as the fraction
        forms of E and E_v give them). NaN leaves a gap.
    swings : iterable of int
        Move numbers to point out: a vertical line, and the name of the move.
    title : str
        A line above.
    move_names : sequence of str, optional
        ``move_names[i]`` is what swing i + 1 is called ("B f6"); by default its number.

    Raises
    ------
    ValueError
        If a curve is no list of numbers, or a swing is no move of the game.

    Examples
    --------
    >>> figure = game_curves({"E": [0, 0.2, -0.1, 0.5]}, swings=[3])
    >>> figure.axes[0].get_xlabel()
    'Move'
    """
    curves = {label: numbers_of(values[label], f"curve {label!r}") for label in values}
    length = max((len(curve) for curve in curves.values()), default=1)
    with figure_style():
        made, axes = new_axes(7.2, 3.4)
        axes.axhline(0, color="#555555", linewidth=1)
        for index, (label, curve) in enumerate(curves.items()):
            axes.plot(np.arange(len(curve)), curve, label=label, **curve_look(index))
        _mark_swings(axes, sorted(set(swings)), length, move_names)
        axes.set_xlim(0, max(length - 1, 1))
        axes.set_ylim(-1.05, 1.05)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel("Move")
        axes.set_ylabel("White ahead  ←  →  Black ahead", fontsize=9)
        axes.set_title(title, pad=32)
        if len(curves) > 1:
            axes.legend(loc="best")
    return made


def _mark_swings(
    axes: Axes, swings: list[int], length: int, move_names: Sequence[str] | None
) -> None:
    before, level = -length, 0
    for move in swings:
        if not 0 < move < length:
            raise ValueError(f"swing {move} is no move of a game of {length - 1} moves")
        axes.axvline(move, color="#999999", linewidth=1, linestyle=(0, (2, 2)), zorder=1)
        # Names of moves that are close together stand on three levels.
        level = (level + 1) % 3 if move - before < 0.07 * length else 0
        before = move
        axes.annotate(
            move_names[move - 1] if move_names else str(move),
            (move, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(0, 3 + 9 * level),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color="#555555",
        )


def share_by_tenth(
    shares: Mapping[str, Iterable[float]],
    intervals: Mapping[str, Any] | None = None,
    *,
    ylabel: str = "Share of positions on the winner's side",
    chance: float | None = 0.5,
    title: str = "",
) -> Figure:
    """Accuracy (or any share) against the stage of the game, with interval bands.

    Parameters
    ----------
    shares : dict from label to array_like
        Per curve one share for each part of the game, usually ten; NaN where there is none.
    intervals : dict from label to array_like (2, parts) or (parts, 2), optional
        Lower and upper ends; a label that is missing gets no band. For two parts, (2, parts).
    ylabel : str
        What the share is a share of.
    chance : float, optional
        A reference line; None for none.
    title : str
        A line above.

    Raises
    ------
    ValueError
        If a band does not fit its curve, or names none.

    Examples
    --------
    >>> figure = share_by_tenth({"E": [0.5, 0.7]}, {"E": [[0.4, 0.6], [0.6, 0.8]]})
    >>> len(figure.axes[0].collections)
    1
    """
    curves = {label: numbers_of(shares[label], f"curve {label!r}") for label in shares}
    bands = {
        label: _band(label, ends, len(_known(curves, label)))
        for label, ends in (intervals or {}).items()
    }
    with figure_style():
        made, axes = new_axes(6.4, 3.8)
        if chance is not None:
            axes.axhline(chance, color="#555555", linewidth=1, linestyle=(0, (2, 2)))
        for index, (label, curve) in enumerate(curves.items()):
            middles = (np.arange(len(curve)) + 0.5) * 100 / len(curve)
            look = curve_look(index)
            axes.plot(middles, curve, label=label, marker="o", markersize=4, **look)
            if label in bands:
                low, high = bands[label]
                axes.fill_between(middles, low, high, color=look["color"], alpha=0.18, linewidth=0)
        axes.set_xlim(0, 100)
        axes.set_xlabel("Part of the game played (%)")
        axes.set_ylabel(ylabel)
        axes.set_title(title)
        if len(curves) > 1:
            axes.legend(loc="best")
    return made


def _known(curves: Mapping[str, np.ndarray], label: str) -> np.ndarray:
    if label not in curves:
        raise ValueError(f"an interval for {label!r}, which is none of {', '.join(curves)}")
    return curves[label]


def _band(label: str, ends: Any, parts: int) -> np.ndarray:
    band = np.asarray(ends, dtype=float)
    if band.shape == (parts, 2) and parts != 2:
        band = band.T
    if band.shape != (2, parts):
        raise ValueError(f"the interval of {label!r} has shape {band.shape}, not (2, {parts})")
    return band


def line_plot(
    curves: Mapping[str, Iterable[float]],
    x: Sequence[float],
    *,
    xlabel: str = "",
    ylabel: str = "",
    title: str = "",
    log: str = "",
) -> Figure:
    """Curves over the same x, with a mark at each value.

    Parameters
    ----------
    curves : dict from label to array_like
        A value for each x.
    x : sequence of float
        Where the values of all curves stand.
    xlabel, ylabel, title : str
        Captions.
    log : str
        The axes with a logarithmic scale: "", "x", "y" or "xy".

    Raises
    ------
    ValueError
        If a curve is longer or shorter than `x`, or `log` names other axes.

    Examples
    --------
    >>> line_plot({"minimax": [17, 257]}, [1, 2], log="y").axes[0].get_yscale()
    'log'
    """
    if log not in ("", "x", "y", "xy"):
        raise ValueError(f"log names axes, '', 'x', 'y' or 'xy', not {log!r}")
    rows = {label: numbers_of(row, f"curve {label!r}") for label, row in curves.items()}
    for label, row in rows.items():
        if len(row) != len(x):
            raise ValueError(f"curve {label!r} has {len(row)} values for {len(x)} places")
    with figure_style():
        made, axes = new_axes(6.4, 3.8)
        for index, (label, row) in enumerate(rows.items()):
            axes.plot(x, row, label=label, marker="o", markersize=4, **curve_look(index))
        axes.set_xscale("log" if "x" in log else "linear")
        axes.set_yscale("log" if "y" in log else "linear")
        if "x" not in log:
            axes.set_xticks(list(x))
        if "y" not in log:
            axes.set_ylim(bottom=min([0.0, *(row.min() for row in rows.values())]))
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        if len(rows) > 1:
            axes.legend(loc="best")
    return made


def histograms(
    samples: Mapping[str, Iterable[float]],
    *,
    bins: int = 30,
    xlabel: str = "",
    ylabel: str = "Count",
    title: str = "",
) -> Figure:
    """Distributions over the same bins, one outline and hatching each.

    Parameters
    ----------
    samples : dict from label to array_like
        NaN and infinite values are left out, and the legend says how many.
    bins : int
        Number of bins over the range of all samples together.
    xlabel, ylabel, title : str
        Captions.

    Examples
    --------
    >>> figure = histograms({"E": [0.1, 0.2, 0.2, float("inf")]}, bins=4)
    >>> figure.axes[0].get_legend().get_texts()[0].get_text()
    'E (n = 3, 1 not finite)'
    """
    arrays = {label: numbers_of(samples[label], f"sample {label!r}") for label in samples}
    finite = {label: array[np.isfinite(array)] for label, array in arrays.items()}
    pooled = np.concatenate([*finite.values(), np.empty(0)])
    edges = np.histogram_bin_edges(pooled, bins=bins) if len(pooled) else np.linspace(0, 1, 2)
    with figure_style():
        made, axes = new_axes(6.4, 3.6)
        for index, (label, array) in enumerate(finite.items()):
            lost = len(arrays[label]) - len(array)
            note = f"{label} (n = {len(array):,}" + (f", {lost:,} not finite)" if lost else ")")
            color = _COLORS[index % len(_COLORS)]
            axes.hist(array, bins=list(edges), label=note, **_bars(index, color))
        axes.set_xlabel(xlabel)
        axes.set_ylabel(ylabel)
        axes.set_title(title)
        if arrays:
            axes.legend(loc="best")
    return made


def _bars(index: int, color: str) -> dict[str, Any]:
    from matplotlib.colors import to_rgba

    return {
        "histtype": "stepfilled",
        "facecolor": to_rgba(color, 0.25),
        "edgecolor": color,
        "linewidth": 1.4,
        "hatch": _HATCHES[index % len(_HATCHES)],
    }


def heatmap_grid(
    boards: Sequence[Board],
    heats: Sequence[Any],
    *,
    titles: Sequence[str] | None = None,
    columns: int = 3,
    shared: bool = True,
    size: float | None = None,
    **options: Any,
) -> Figure:
    """Boards with heat, side by side.

    Parameters
    ----------
    boards : sequence of Board
        The positions.
    heats : sequence of array_like
        For each board values of shape (n, n) or (n²,); NaN for none.
    titles : sequence of str, optional
        A line above each board.
    columns : int
        Boards in a row.
    shared : bool
        Whether all boards use one range of values, so that colors can be compared.
    size : float, optional
        Width in pixels.
    **options
        As for `hexlab.view.svg.picture`, the same for all boards.

    Raises
    ------
    ValueError
        If the lengths differ or an option does not fit.
    """
    from hexlab.view.export import figure
    from hexlab.view.svg import board_grid, picture

    names = [""] * len(boards) if titles is None else list(titles)
    if not len(boards) == len(heats) == len(names):
        raise ValueError(
            f"{len(boards)} boards, {len(heats)} heats and {len(names)} titles do not match"
        )
    if shared and "heat_range" not in options:
        options["heat_range"] = _shared_range(heats, bool(options.get("diverging")))
    shown = [
        picture(board, heat=heat, title=name, **options)
        for board, heat, name in zip(boards, heats, names, strict=True)
    ]
    return figure(board_grid(shown, columns, size=size))


def _shared_range(heats: Sequence[Any], diverging: bool) -> tuple[float, float] | None:
    """One range for all heats; None if there are not two different values."""
    values = np.concatenate([numbers_of(heat, "a heat") for heat in heats] or [np.empty(0)])
    values = values[np.isfinite(values)]
    if diverging:
        high = float(np.abs(values).max(initial=0.0))
        return (-high, high) if high > 0 else None
    if not len(values) or values.min() == values.max():
        return None
    return float(values.min()), float(values.max())


def numbers_of(values: Any, name: str) -> np.ndarray:
    data = values if hasattr(values, "__len__") else list(values)
    try:
        return np.asarray(data, dtype=float).ravel()
    except (TypeError, ValueError):
        raise ValueError(f"{name} holds something that is no number") from None
