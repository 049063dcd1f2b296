"""HTML pages that ask the network for nothing: their frame, and the page of a `Report`."""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from hexlab.board.notation import BLACK, WHITE

if TYPE_CHECKING:
    from hexlab.lab.analysis import Report
    from hexlab.view.svg import Picture

__all__ = ["heat_picture", "html_page", "report_body", "report_page"]

_STYLE = """table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ccc; padding: .2rem .9rem .2rem 0; text-align: right; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
img, svg { max-width: 100%; height: auto; }
"""

_EXPLAIN = (
    "E is the ratio of Black's to White's resistance (low is good for Black); E<sub>v</sub> "
    "compares the betweenness of both networks (high is good for Black). The curves show "
    "(1−E)/(1+E) and (E<sub>v</sub>−1)/(E<sub>v</sub>+1): up is good for Black, down for White. "
    "Dashed lines mark the moves that changed a curve most. E<sub>v</sub> mixes two terms, that of "
    "the whole networks and that of the shortest paths; where the phase classifier of the player "
    "to move is above 0 it would give the paths more weight."
)


def html_page(title: str, body: str, style: str, width: int) -> str:
    """A whole document.

    Parameters
    ----------
    title : str
        Plain text for the window.
    body : str
        HTML.
    style : str
        CSS beyond that of the page itself.
    width : int
        How wide lines may get, in rem.
    """
    page = (
        f"\nbody {{ font: 15px/1.45 system-ui, sans-serif; max-width: {width}rem; "
        "margin: 2rem auto; padding: 0 1rem;\n  color: #222; background: #fff; }\n"
    )
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title><style>{page}{style}</style></head>"
        f"<body>{body}</body></html>\n"
    )


def heat_picture(report: Report, position: int) -> Picture:
    """Four boards: betweenness and current in Black's network, then in White's."""
    from hexlab.network.network import board_network
    from hexlab.view.svg import board_grid, picture

    board = report.boards[position]
    shown = []
    for player, name in ((BLACK, "Black"), (WHITE, "White")):
        network = board_network(board, player)
        current = network.resistance().current
        heats = {
            "betweenness": network.on_board(network.betweenness()),
            # Without the stones, whose groups carry so much that all cells look alike beside them.
            "current": np.where(board.to_array(), np.nan, current),
        }
        for measure, heat in heats.items():
            title = f"{name}: {measure}"
            shown.append(picture(board, heat=heat, title=title, last=_last(report, position)))
    return board_grid(shown, columns=2)


def _last(report: Report, position: int) -> str | None:
    """The cell of the move that led to a position, if it was a stone."""
    name = report.moves[position].partition(" ")[2]
    return name if name and name[-1].isdigit() else None


def report_page(report: Report, curves: bytes, pictures: Mapping[int, Picture]) -> str:
    """The whole page.

    Parameters
    ----------
    report : Report
        What it is about.
    curves : bytes
        The figure of the curves, PNG.
    pictures : mapping from position to Picture
        In the order shown.
    """
    boards = "".join(
        f"<h2>{html.escape(_heading(report, position))}</h2>{shown.svg}"
        for position, shown in pictures.items()
    )
    return html_page(
        report.title,
        f"<h1>{html.escape(report.title)}</h1>{report_body(report, curves)}"
        f"{boards}<h2>All positions</h2>{_table(report, range(len(report.boards)))}",
        _STYLE,
        width=62,
    )


def report_body(report: Report, curves: bytes) -> str:
    """The curves, what they mean, and the table of the swing moves."""
    swings = f"<h2>Swing moves</h2>{_table(report, report.swings)}" if report.swings else ""
    source = "data:image/png;base64," + base64.b64encode(curves).decode("ascii")
    image = f'<img width="720" alt="E and E_v over the game" src="{source}">'
    return f"<p>{image}</p><p>{_EXPLAIN}</p>{_judged(report)}{swings}"


def _judged(report: Report) -> str:
    """What a player thinks, if one was asked."""
    if report.review is None:
        return ""
    from hexlab.lab.review import review_section, review_table

    table = review_table(report.review, report.moves, report.game.n)
    return f"{review_section(report.review)}<h2>All moves</h2>{table}"


def _heading(report: Report, position: int) -> str:
    return f"Position {position}" + (f": {report.moves[position]}" if position else "")


def _table(report: Report, positions: range | tuple[int, ...]) -> str:
    head = "<th>position</th><th>move</th><th>E</th><th>E<sub>v</sub></th>"
    head += "<th>(1−E)/(1+E)</th><th>(E<sub>v</sub>−1)/(E<sub>v</sub>+1)</th>"
    head += "<th>whole</th><th>paths</th><th>phase</th>"
    rows = []
    for position in positions:
        numbers = [
            f"{report.ratio[position]:.3f}",
            f"{report.value[position]:.3f}",
            _change(report.scaled_resistance, position),
            _change(report.scaled_value, position),
            *(f"{term:.2f}" for term in report.terms[position]),
            f"{report.margin[position]:+.2f}",
        ]
        cells = [str(position), html.escape(report.moves[position]), *numbers]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _change(values: np.ndarray, position: int) -> str:
    """A value of a curve and how far the move took it there: "0.31 (+0.12)"."""
    if not position:
        return f"{values[position]:+.2f}"
    return f"{values[position]:+.2f} ({values[position] - values[position - 1]:+.2f})"
