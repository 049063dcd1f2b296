"""The solver as a judge of games: who wins a position, and which moves gave a win away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hexlab.board.board import Board
from hexlab.board.notation import BLACK
from hexlab.play.records import GameRecord
from hexlab.run.progress import progress

__all__ = ["Judge", "WinsKept", "given_away", "wins_kept"]


class Judge:
    """Says who wins positions of one size, one after the other with the same table.

    Parameters
    ----------
    n : int
        Board size.
    nodes : int, optional
        For each position; by default until it is decided.
    memory_mb : float
        MiB of the table.

    Examples
    --------
    >>> judge = Judge(3)
    >>> judge(Board(3).play("b2")), judge(Board(3).play("a1"))
    (1, -1)
    """

    def __init__(self, n: int, nodes: int | None = None, memory_mb: float = 64) -> None:
        from hexlab.search.engine import Engine

        self.nodes = nodes
        self._engine = Engine(n, memory_mb=memory_mb)

    def __call__(self, board: Board) -> int:
        """BLACK or WHITE, 0 if it is not found within the nodes."""
        from hexlab.search.engine import Limits

        if board.winner:
            return board.winner
        limits, before = Limits(nodes=self.nodes), self._engine.nodes
        self._engine.start(board)
        if self._engine.run(lambda visited: limits.reached(visited - before)):
            return 0
        return board.to_move if self._engine.numbers[0] == 0 else -board.to_move


@dataclass(frozen=True)
class WinsKept:
    """What a player made of won positions.

    Attributes
    ----------
    won : int
        Moves it made in positions that are proved won for it.
    given_away : int
        Those of them after which the opponent has a proved win.
    games : int
        Games it played.
    open : int
        Its moves that could not be judged: one of the two positions was not decided.
    """

    won: int = 0
    given_away: int = 0
    games: int = 0
    open: int = 0


def given_away(record: GameRecord, judge: Judge) -> dict[str, WinsKept]:
    """How both players of a game did, by their names.

    Only moves that a player chose count, not those of the opening; a resignation in a won position
    gives it away, a fault does not count.
    """
    game = record.game_tree().first()
    chosen = {turn["ply"] for turn in record.turns}
    counts = {record.black: [0, 0, 0], record.white: [0, 0, 0]}
    before = None
    for ply, node in enumerate(game.line()[1:], start=1):
        move, parent = node.move, node.parent
        if move is None or parent is None or ply not in chosen:
            continue
        before = judge(parent.board) if before is None else before
        after = -move.color if move.kind == "resign" else judge(node.board)
        mine = counts[record.black if move.color == BLACK else record.white]
        mine[0] += before == move.color
        mine[1] += before == move.color and after == -move.color
        mine[2] += not (before and after)
        before = after
    return {name: WinsKept(won, lost, 1, open_) for name, (won, lost, open_) in counts.items()}


def wins_kept(records: Iterable[GameRecord], nodes: int | None = None) -> dict[str, WinsKept]:
    """How all players of a match did, by their names in order.

    Parameters
    ----------
    records : iterable of GameRecord
        All of one board size.
    nodes : int, optional
        Of the solver for each position; by default until it is decided (7×7: seconds a game).
    """
    games = list(records)
    totals: dict[str, list[int]] = {}
    judge: Judge | None = None
    for record in progress(games, desc="judging", unit="game"):
        judge = judge or Judge(record.size, nodes, memory_mb=256)
        for name, one in given_away(record, judge).items():
            total = totals.setdefault(name, [0, 0, 0, 0])
            for i, value in enumerate((one.won, one.given_away, one.games, one.open)):
                total[i] += value
    return {name: WinsKept(*totals[name]) for name in sorted(totals)}
