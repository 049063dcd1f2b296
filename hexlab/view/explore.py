"""What the interactive board tells the browser about a game: plain values, ready for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.notation import BLACK, WHITE, color_name
from hexlab.view.measures import MEASURES, cell_values

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.board.game import Game, Node

__all__ = ["CHOICES", "exports", "measured", "move_rows", "nodes_in_order", "number_rows", "status"]

# Per trait that is chosen from a list: its values and what the list shows.
CHOICES: dict[str, list[list[str]]] = {
    "mode": [
        ["alternate", "plays the side to move"],
        ["black", "plays Black"],
        ["white", "plays White"],
        ["put black", "puts a black stone"],
        ["put white", "puts a white stone"],
        ["erase", "erases a stone"],
        ["connections", "shows connections"],
    ],
    "measure": [["none", "nothing"], *([name, name] for name in MEASURES)],
    "player": [["black", "Black"], ["white", "White"], ["both", "Black − White"]],
    "links": [["none", "none"], ["black", "Black's"], ["white", "White's"], ["both", "both"]],
}


def nodes_in_order(game: Game) -> list[tuple[Node, int, bool]]:
    """All nodes after the root as they are read: a move, its alternatives, then what follows it.

    Returns
    -------
    list of (node, depth, opens)
        `depth` counts the variations around the node; `opens` is true where a variation begins and
        where the line around it goes on.
    """
    found = []
    # Siblings still to be read, the next ones last.
    waiting = [(list(game.root.children), 0, False)]
    while waiting:
        siblings, depth, opens = waiting.pop()
        if not siblings:
            continue
        main, *others = siblings
        found.append((main, depth, opens))
        waiting.append((list(main.children), depth, bool(others)))
        waiting += [([other], depth + 1, True) for other in reversed(others)]
    return found


def move_rows(game: Game) -> list[dict[str, Any]]:
    """The moves of a game in reading order, each with what its button shows.

    The key ``node`` is the place in `nodes_in_order`; the root is row 0, ``node`` -1.
    """
    start = {"node": -1, "depth": 0, "opens": True, "text": "start"}
    rows = [{**start, "current": game.node is game.root, "comment": game.root.comment}]
    number = {id(game.root): 0}
    for index, (node, depth, opens) in enumerate(nodes_in_order(game)):
        number[id(node)] = number[id(node.parent)] + (node.move is not None)
        label = f"{number[id(node)]}. {node.move}" if node.move is not None else "set-up"
        rows.append(
            {
                "node": index,
                "depth": depth,
                "opens": opens,
                "text": label,
                "current": node is game.node,
                "comment": node.comment,
            }
        )
    return rows


def status(game: Game) -> str:
    """One sentence: who won or is to move, and how many stones stand.

    >>> from hexlab.board.game import Game
    >>> status(Game(11))
    'Black to move, empty board.'
    """
    board, move = game.board, game.node.move
    count = len(board)
    stones = "empty board" if not count else f"{count} stone{'s' * (count > 1)}"
    if board.winner:
        return f"{color_name(board.winner).capitalize()} has won: {stones}."
    if move is not None and move.kind in ("resign", "forfeit"):
        verb = {"resign": "resigned", "forfeit": "forfeited"}[move.kind]
        return f"{color_name(move.color).capitalize()} has {verb}: {stones}."
    return f"{color_name(board.to_move).capitalize()} to move, {stones}."


def exports(game: Game) -> dict[str, dict[str, str]]:
    """The game in each text format: ``{"sgf": {"text": ...}}``, or ``{"error": why not}``."""
    writers = {"sgf": game.to_sgf, "hexworld": game.to_hexworld, "hexwiki": game.to_hexwiki}
    found = {}
    for name, write in writers.items():
        try:
            found[name] = {"text": write()}
        except ValueError as error:
            found[name] = {"error": str(error)}
    return found


def _short(values: np.ndarray) -> list[float | None]:
    """Four significant digits; None for NaN, which JSON does not know."""
    flat = values.ravel().tolist()
    return [None if value != value else float(f"{value:.4g}") for value in flat]


# Grows with the third power of the number of cells: told only where it is asked for.
_SLOW = ("current flow",)


def measured(board: Board, chosen: str) -> dict[str, dict[int, np.ndarray]]:
    """The quick measures and the `chosen` one by cell in both networks.

    Returns
    -------
    dict
        name → player → (n, n) floats; NaN where there is no number.
    """
    from hexlab.network.network import board_network

    networks = {player: board_network(board, player) for player in (BLACK, WHITE)}
    return {
        measure: {player: cell_values(networks[player], measure) for player in networks}
        for measure in MEASURES
        if measure == chosen or measure not in _SLOW
    }


def number_rows(values: dict[str, dict[int, np.ndarray]]) -> list[dict[str, Any]]:
    """What `measured` gives, as rows of a table for each cell.

    Returns
    -------
    list of dict
        Per measure its ``name`` and the lists ``black`` and ``white`` by cell id, None on stones.
    """
    return [
        {"name": measure, "black": _short(of[BLACK]), "white": _short(of[WHITE])}
        for measure, of in values.items()
    ]
