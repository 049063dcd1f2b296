"""Figures of a match: who beat whom, ratings with bars, what the openings gave."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hexlab.board.board import Board
from hexlab.board.notation import cell_id
from hexlab.board.symmetry import rotate_cells
from hexlab.play.records import GameRecord
from hexlab.play.summary import PairScore, Summary
from hexlab.run.files import write_atomic
from hexlab.view.plots import figure_style
from hexlab.view.svg import Picture, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["cross_table", "opening_board", "opening_shares", "rating_bars", "save_match_figures"]

# Longer names of players are cut in the middle.
_LONGEST = 28


def cross_table(pairs: Sequence[PairScore], players: Sequence[str] | None = None) -> Figure:
    """The score of each player (rows) against each other one (columns), in percent.

    Parameters
    ----------
    pairs : sequence of PairScore
        As `Summary.pairs` has them.
    players : sequence of str, optional
        In this order; by default the one with the most points first.

    Raises
    ------
    ValueError
        If a player of `pairs` is missing in `players`, or there are no pairs.
    """
    from hexlab.view.figures import LabFigure

    names = _by_points(pairs) if players is None else list(players)
    index = {name: i for i, name in enumerate(names)}
    for name in _by_points(pairs):
        if name not in index:
            raise ValueError(f"{name!r} is none of the players {', '.join(names)}")
    values = np.full((len(names), len(names)), np.nan)
    texts = {}
    for pair in pairs:
        for one, other, share, wins in _both_ways(pair):
            at = index[one], index[other]
            values[at] = 100 * share
            texts[at] = f"{100 * share:.0f} %\n{wins} of {pair.games}"
    side = 2.2 + 0.95 * len(names)
    with figure_style():
        made = LabFigure(figsize=(side + 1.2, side), layout="constrained")
        axes = made.add_subplot()
        axes.grid(False)
        shown = axes.imshow(values, cmap="PuOr_r", vmin=0, vmax=100)
        for (row, column), text in texts.items():
            dark = abs(values[row, column] - 50) > 32
            color = "white" if dark else "black"
            axes.text(column, row, text, ha="center", va="center", fontsize=8, color=color)
        labels = [_short(name) for name in names]
        axes.set_xticks(range(len(names)), labels, rotation=35, ha="right")
        axes.set_yticks(range(len(names)), labels)
        axes.set_title("Score of the row against the column")
        made.colorbar(shown, ax=axes, label="Score (%)", shrink=0.8)
    return made


def _both_ways(pair: PairScore) -> list[tuple[str, str, float, int]]:
    wins, games = pair.wins, pair.games
    return [
        (pair.one, pair.other, wins / games, wins),
        (pair.other, pair.one, 1 - wins / games, games - wins),
    ]


def _by_points(pairs: Sequence[PairScore]) -> list[str]:
    if not pairs:
        raise ValueError("a cross table needs at least two players that met")
    shares: dict[str, list[float]] = {}
    for pair in pairs:
        for one, _, share, _ in _both_ways(pair):
            shares.setdefault(one, []).append(share)
    return sorted(shares, key=lambda name: -float(np.mean(shares[name])))


def rating_bars(summary: Summary) -> Figure:
    """Elo above the anchor, with 95 % intervals over opening pairs.

    Raises
    ------
    ValueError
        If the summary has no ratings.
    """
    from hexlab.view.figures import LabFigure

    if summary.ratings is None:
        raise ValueError(f"no ratings to draw: {summary.note}")
    ranking = summary.ratings.ranking()[::-1]
    names = [name for name, _ in ranking]
    values = np.array([summary.intervals[name][:3] for name in names])
    errors = np.abs(values[:, 1:] - values[:, :1]).T
    with figure_style():
        made = LabFigure(figsize=(6.4, 1.6 + 0.4 * len(names)), layout="constrained")
        axes = made.add_subplot()
        axes.axvline(0, color="#555555", linewidth=1)
        axes.errorbar(
            values[:, 0], range(len(names)), xerr=errors, fmt="o", color="#0072b2", capsize=4
        )
        axes.set_yticks(range(len(names)), [_short(name) for name in names])
        axes.set_ylim(-0.6, len(names) - 0.4)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(f"Elo above {_short(summary.ratings.players[0])} (95 %)")
        axes.set_title(f"{summary.games} games, {summary.unique} different")
    return made


def opening_shares(records: Iterable[GameRecord], n: int, player: str | None = None) -> np.ndarray:
    """The share of games won after each first move.

    Parameters
    ----------
    records : iterable of GameRecord
        Openings without a stone are left out.
    n : int
        Board size.
    player : str, optional
        Whose wins, with either color; by default Black's, whoever it was.

    Returns
    -------
    (n, n) float
        The same for both of two cells that half a turn exchanges; NaN where no game began.
    """
    wins, games = np.zeros(n * n), np.zeros(n * n)
    turned = rotate_cells(n)
    for record in records:
        if record.opening == "empty" or player not in (None, record.black, record.white):
            continue
        first = cell_id(record.opening.split("-")[0], n)
        won = record.color == "black" if player is None else record.winner == player
        for cell in {first, turned[first]}:
            wins[cell] += won
            games[cell] += 1
    shares = np.full(n * n, np.nan)
    np.divide(wins, games, out=shares, where=games > 0)
    return shares.reshape(n, n)


def opening_board(records: Sequence[GameRecord], n: int, player: str | None = None) -> Picture:
    """A board whose cells show how the games went that began there.

    Parameters as for `opening_shares`. Colors are centered at one half.
    """
    shares = opening_shares(records, n, player)
    labels = {
        cell: f"{100 * share:.0f}" for cell, share in enumerate(shares.flat) if not np.isnan(share)
    }
    return picture(
        Board(n),
        heat=2 * shares - 1,
        diverging=True,
        heat_range=(-1, 1),
        labels=labels,
        heat_label=f"{'Black' if player is None else _short(player)}: wins minus losses (share)",
        title=f"Games won after the first move ({len(records)} games)",
    )


def save_match_figures(
    folder: str | os.PathLike[str], summary: Summary, records: Sequence[GameRecord]
) -> list[Path]:
    """Write what can be drawn of a match: cross table, ratings, openings, each a PNG file."""
    from hexlab.view.figures import figure_png

    place = Path(folder)
    written = [write_atomic(place / "cross-table.png", figure_png(cross_table(summary.pairs)))]
    if summary.ratings is not None:
        written.append(write_atomic(place / "ratings.png", figure_png(rating_bars(summary))))
    if any(record.opening != "empty" for record in records):
        path = place / "openings.png"
        opening_board(records, records[0].size).save(path)
        written.append(path)
    return written


def _short(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST // 2 - 1]}…{name[-_LONGEST // 2 :]}"
