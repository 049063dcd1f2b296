"""What a player thinks of a game: win rates, better moves, the largest mistakes and why."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.notation import cell_name, color_name
from hexlab.board.tree import Node, outcome
from hexlab.connection.explain import explain
from hexlab.connection.must_play import mustplay
from hexlab.connection.reply import AnyConnection
from hexlab.play.player import Choice, Limit, Player, Session, make_player
from hexlab.run.progress import progress

if TYPE_CHECKING:
    from hexlab.view.svg import Picture

__all__ = ["Mistake", "Review", "review", "review_section", "review_table"]


@dataclass(frozen=True)
class Mistake:
    """A move that lost much.

    Attributes
    ----------
    position : int
        The position after it.
    before, after : Board
    played, best : int or None
        Cells; None for a move that is none (a swap).
    text : str
        The move, what it lost, the better one.
    why : str
        The proof: who wins now, by which connection or line; "" if none was found.
    connections : tuple of Connection or Deduction
        What the opponent has after it, to draw.
    """

    position: int
    before: Board
    after: Board
    played: int | None
    best: int | None
    text: str
    why: str
    connections: tuple[AnyConnection, ...] = field(default=(), repr=False)

    def show(self) -> Picture:
        """The position before it (``?`` played, ``!`` better) and the one after, with the proof."""
        from hexlab.view.svg import board_grid, picture

        marks = {self.played: "?", self.best: "!"}
        labels = {cell: text for cell, text in marks.items() if cell is not None}
        before = picture(self.before, labels=labels, title="? played, ! better")
        after = picture(
            self.after, last=self.played, connections=list(self.connections), title="after it"
        )
        return board_grid([before, after], columns=2)


@dataclass(frozen=True, eq=False)
class Review:
    """What `review` found. Position 0 is the start, position i the board after change i.

    Attributes
    ----------
    player : str
        Whose opinion it is.
    value : np.ndarray
        (m,), from −1 (White wins) to 1 (Black wins); nan where the player gave none.
    best : tuple of (int, str or None)
        What the player would have done in each position; None where the game was over.
    loss : np.ndarray
        (m,), the win rate that the move leading to each position lost for who made it, 0 to 1; nan
        where no move by turns led to it.
    mistakes : tuple of Mistake
        The largest losses, the largest first.
    """

    player: str
    value: np.ndarray
    best: tuple[int | str | None, ...]
    loss: np.ndarray
    mistakes: tuple[Mistake, ...]

    @property
    def win_rate(self) -> np.ndarray:
        """(m,), Black's chance, from 0 to 1."""
        return (1.0 + self.value) / 2.0

    def rows(self, n: int) -> list[dict[str, Any]]:
        """One dict a position: win_rate, best ("" where the game was over) and loss."""
        names = [cell_name(b, n) if isinstance(b, int) else b or "" for b in self.best]
        numbers = zip(self.win_rate.tolist(), names, self.loss.tolist(), strict=True)
        return [{"win_rate": w, "best": name, "loss": lost} for w, name, lost in numbers]

    def __str__(self) -> str:
        """The mistakes as lines."""
        lines = [f"Mistakes, as {self.player} sees them:" if self.mistakes else "No mistakes."]
        for mistake in self.mistakes:
            lines.append(f"  {mistake.position:>3} {mistake.text}")
            lines += [f"      {line}" for line in mistake.why.split("\n") if line]
        return "\n".join(lines)


def review(
    game: Game,
    player: Player | str,
    limit: Limit | None = None,
    *,
    seed: int = 0,
    mistakes: int = 3,
    nodes: int = 300,
) -> Review:
    """Let a player look at every position of a game.

    Parameters
    ----------
    game : Game
        The line through its cursor is looked at.
    player : Player or str
        One that gives values: a search.
    limit : Limit, optional
        For each position.
    seed : int
        Of the player's random choices.
    mistakes : int
        How many of the largest losses are looked at closely.
    nodes : int
        How long the solver may look for a proof of each, before it and after it.

    Raises
    ------
    ValueError
        If the player gives no values.

    Notes
    -----
    The loss of a move is the value of the position before it less that of the position after it,
    both as the player sees them: it is as good as he is. Proofs are proofs.
    """
    chosen = make_player(player) if isinstance(player, str) else player
    name = chosen.name or type(chosen).__name__
    nodes_of = game.changes()
    here = game.node
    session = chosen.start(game)
    try:
        bar = progress(nodes_of, desc="reviewing", unit="position")
        choices = [_choice(game.goto(node), session, limit or Limit(), seed) for node in bar]
    finally:
        session.close()
        game.goto(here)
    value = np.array([_value(node, choice) for node, choice in zip(nodes_of, choices, strict=True)])
    if np.all(np.isnan(value[[choice is not None for choice in choices]])) and any(choices):
        raise ValueError(f"{name} gives no values: moves cannot be judged by it")
    best = tuple(None if choice is None else choice.move for choice in choices)
    loss = _losses(nodes_of, value, best)
    order = [int(i) for i in np.argsort(-np.nan_to_num(loss), kind="stable")[:mistakes]]
    found = tuple(_mistake(nodes_of, i, best[i - 1], loss[i], nodes) for i in order if loss[i] > 0)
    return Review(name, value, best, loss, found)


def _choice(game: Game, session: Session, limit: Limit, seed: int) -> Choice | None:
    if outcome(game.node)[0]:
        return None
    key = [seed, len(game.node.path())]
    return session.choose(game, limit, np.random.default_rng(key))


def _value(node: Node, choice: Choice | None) -> float:
    """For Black."""
    if choice is None:
        return float(outcome(node)[0])
    return np.nan if choice.value is None else choice.value * node.board.to_move


def _losses(nodes: tuple[Node, ...], value: np.ndarray, best: tuple[object, ...]) -> np.ndarray:
    loss = np.full(len(nodes), np.nan)
    for i in range(1, len(nodes)):
        move, mover = nodes[i].move, nodes[i - 1].board.to_move
        if move is None or move.color != mover or move.kind not in ("cell", "swap-pieces"):
            continue
        lost = (value[i - 1] - value[i]) * mover / 2.0
        # The player's own move is no mistake in his eyes, whatever he learns after it.
        loss[i] = 0.0 if best[i - 1] == move.cell else max(0.0, lost)
    return loss


def _mistake(
    nodes: tuple[Node, ...], i: int, best: int | str | None, loss: float, most: int
) -> Mistake:
    before, after, move = nodes[i - 1].board, nodes[i].board, nodes[i].move
    cell = best if isinstance(best, int) else None
    better = f"; better: {cell_name(cell, before.n)}" if cell is not None else ""
    text = f"{move} loses {100 * loss:.0f} % win rate{better}"
    why, shown = _proof(before, after, most)
    played = None if move is None else move.cell
    return Mistake(i, before, after, played, cell, text, why, shown)


def _proof(before: Board, after: Board, most: int) -> tuple[str, tuple[AnyConnection, ...]]:
    """Who wins after the move and how, and whether the mover had a win: as far as it is found."""
    from hexlab.search.dfpn import solve

    mover = before.to_move
    if after.winner == mover:
        return "", ()
    opponent = color_name(-mover).capitalize()
    must = mustplay(after, -mover)
    if must.won:
        keep = () if must.keep is None else (must.keep,)
        said = [explain(one) for one in keep] or [f"{opponent} has joined the sides."]
        how, shown = "\n".join([f"Now {opponent} is connected.", *said]), keep
    else:
        solution = solve(after, nodes=most, memory_mb=16)
        if solution.winner != -mover:
            return "", ()
        line = " ".join(cell_name(cell, after.n) for cell in solution.pv)
        how, shown = f"Now {opponent} wins: {line}.", ()
    had = solve(before, nodes=most, memory_mb=16)
    if had.winner == mover and had.winning_moves:
        winning = cell_name(had.winning_moves[0], before.n)
        how += f"\nBefore, {color_name(mover)} won by {winning}."
    return how, shown


def review_section(found: Review) -> str:
    """The mistakes and all moves as HTML."""
    name = html.escape(found.player)
    parts = [f"<h2>Mistakes, as {name} sees them</h2>"]
    if not found.mistakes:
        parts.append("<p>None.</p>")
    for mistake in found.mistakes:
        why = "<br>".join(html.escape(line) for line in mistake.why.split("\n") if line)
        parts.append(f"<h3>{mistake.position}: {html.escape(mistake.text)}</h3><p>{why}</p>")
        parts.append(mistake.show().svg)
    return "".join(parts)


def review_table(found: Review, moves: Sequence[str], n: int) -> str:
    """All positions as HTML: Black's win rate, the player's move, what the played one lost."""
    head = "<th>position</th><th>move</th><th>lost</th><th>Black's win rate</th><th>best</th>"
    rows = []
    for position, (move, row) in enumerate(zip(moves, found.rows(n), strict=True)):
        cells = [str(position), move, _percent(row["loss"]), _percent(row["win_rate"]), row["best"]]
        rows.append("".join(f"<td>{html.escape(cell)}</td>" for cell in cells))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _percent(share: float) -> str:
    return "" if isnan(share) else f"{100 * share:.0f} %"
