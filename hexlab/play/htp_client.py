"""Any program that speaks the text protocol as a player: ``htp:COMMAND LINE``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from hexlab.board.game import Game
from hexlab.board.notation import cell_id, cell_name, color_name
from hexlab.play.htp_process import EngineError, EngineProcess, split_command
from hexlab.play.player import Choice, Limit, Player, Session, check_open, register_player

if TYPE_CHECKING:
    import numpy as np

    from hexlab.board.board import Board
    from hexlab.board.tree import Node

__all__ = ["EngineError", "HtpPlayer"]

# How programs are told the seconds of a move, or the count: the first that is known. Others keep to
# their own limits.
_SECONDS = (
    ("hexlab-value", "param_game move_time {}"),
    ("param_mohex", "param_mohex max_time {}"),
    ("param_wolve", "param_wolve max_time {}"),
    ("time_settings", "time_settings 0 {} 1"),
)
_COUNTS = {
    "simulations": (
        ("hexlab-value", "param_game simulations {}"),
        ("param_mohex", "param_mohex max_games {}"),
    ),
    "nodes": (("hexlab-value", "param_game nodes {}"),),
}


@register_player("htp")
class HtpPlayer(Player):
    """Another program, a process of its own for each game.

    Parameters
    ----------
    command_line : str
        Of the program.
    start_seconds, quick_seconds : float
        How long it may take to say its name, and to answer anything that needs no thinking.
    move_seconds : float
        How long it may think without a limit in seconds.
    grace : float
        How many seconds longer than its limit it may take before it counts as hung.

    Raises
    ------
    ValueError
        If the command line names no program, or a quotation in it has no end.

    Examples
    --------
    >>> import sys
    >>> player = HtpPlayer(f"{sys.executable} -m hexlab htp random")
    >>> player.anytime
    True
    """

    # Whether it heeds its limit is its own affair; beyond the grace it is ended.
    anytime = True

    def __init__(
        self,
        command_line: str,
        start_seconds: float = 60.0,
        quick_seconds: float = 20.0,
        move_seconds: float = 600.0,
        grace: float = 10.0,
    ) -> None:
        self.words = split_command(command_line)
        self.start_seconds = start_seconds
        self.quick_seconds = quick_seconds
        self.move_seconds = move_seconds
        self.grace = grace

    def start(self, game: Game) -> Session:
        """Start the program.

        Raises
        ------
        EngineError
            If it cannot be started.
        """
        return HtpSession(self)


class HtpSession(Session):
    """A running program that is told the moves of one game."""

    def __init__(self, player: HtpPlayer) -> None:
        self._player = player
        self._process = EngineProcess(player.words)
        try:
            self._process.ask("name", player.start_seconds)
        except EngineError as error:
            self._process.kill()
            raise EngineError("start", str(error)) from None
        self._known = self._list_commands()
        if "param_game" in self._known:
            # Whether to swap is asked elsewhere, or not at all.
            with suppress(EngineError):
                self._ask("param_game allow_swap 0")
        self._n = 0
        # What it was told since its board was cleared.
        self._told: list[str] = []
        self._can_swap = True
        self._limited = False

    def _list_commands(self) -> frozenset[str]:
        try:
            return frozenset(self._ask("list_commands").split())
        except EngineError as error:
            if error.kind != "refused":
                raise
            return frozenset()  # many small programs have no list

    def close(self) -> None:
        self._process.close()

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """The program's move.

        Raises
        ------
        ValueError
            If the game is over.
        EngineError
            If it crashes, hangs, refuses or answers no legal move.
        """
        check_open(game)
        begun = time.perf_counter()
        self._tell(game)
        kept = self._limit(limit)
        self._seed(rng)
        seconds = self._player.move_seconds
        if limit.seconds is not None:
            seconds = limit.seconds + self._player.grace
        color = color_name(game.board.to_move)
        answer = self._ask(f"genmove {color}", seconds).lower()
        info = {"limit": kept, "seconds": time.perf_counter() - begun}
        move = self._legal(answer, game)
        if move != "resign":
            self._told.append(f"play {color} {answer}")
        return Choice(move, info=info)

    def _ask(self, command: str, seconds: float | None = None) -> str:
        return self._process.ask(command, seconds or self._player.quick_seconds)

    def _legal(self, answer: str, game: Game) -> int | str:
        if answer == "resign":
            return answer
        if answer in ("swap", "swap-pieces"):
            if game.board.can_swap() and not game.node.swapped:
                return "swap-pieces"
        else:
            try:
                cell = cell_id(answer, game.n)
            except ValueError:
                cell = -1
            if cell >= 0 and not game.board[cell]:
                return cell
        raise EngineError("illegal", f"{self._process.name} plays {answer[:40]!r}, no legal move")

    def _limit(self, limit: Limit) -> str:
        """Say how much work the move may take; which limit is kept, "own" if none is understood."""
        given = {kind: value for kind, value in vars(limit).items() if value is not None}
        if not given and self._limited:
            given = {"seconds": 0} if "hexlab-value" in self._known else {}  # its own again
        for kind, value in given.items():
            ways = _SECONDS if kind == "seconds" else _COUNTS[kind]
            for name, command in ways:
                if name in self._known:
                    self._ask(command.format(value))
                    self._limited = bool(value)
                    return kind if value else "own"
        return "own"

    def _seed(self, rng: np.random.Generator | int | None) -> None:
        if rng is None or "set_random_seed" not in self._known:
            return
        import numpy as np

        self._ask(f"set_random_seed {np.random.default_rng(rng).integers(2**31)}")

    # -- the position --------------------------------------------------------------------------

    def _tell(self, game: Game) -> None:
        """Make the program's board the one at the game's cursor."""
        try:
            self._follow(game.n, list(_moves(game, self._can_swap)))
        except EngineError as error:
            if error.kind != "refused" or not self._can_swap:
                raise
            # Not every program knows how to swap: show it the stones.
            self._can_swap, self._told = False, []
            self._n = 0
            self._follow(game.n, list(_moves(game, False)))

    def _follow(self, n: int, moves: list[str]) -> None:
        same = 0
        while same < min(len(moves), len(self._told)) and moves[same] == self._told[same]:
            same += 1
        back = len(self._told) - same
        if n != self._n:
            self._resize(n)
            same = 0
        elif back and "undo" in self._known:
            for _ in range(back):
                self._ask("undo")
        elif back:
            self._ask("clear_board")
            same = 0
        self._told = self._told[:same]
        for move in moves[same:]:
            self._ask(move)
            self._told.append(move)

    def _resize(self, n: int) -> None:
        try:
            self._ask(f"boardsize {n}")
        except EngineError as error:
            if error.kind != "refused":
                raise
            self._ask(f"boardsize {n} {n}")  # as HexGui says it
        self._ask("clear_board")
        self._n = n


def _moves(game: Game, swap: bool) -> Iterator[str]:
    """The ``play`` commands that lead to the cursor; with `swap` false, a swap's stones instead."""
    path = game.node.path()
    first = max(i for i, node in enumerate(path) if i == 0 or _by_stones(node, swap))
    yield from _stones(path[first].board)
    for node in path[first + 1 :]:
        move = node.move
        if move is not None and (move.cell is not None or move.kind == "swap-pieces"):
            yield f"play {color_name(move.color)} {move.name}"


def _by_stones(node: Node, swap: bool) -> bool:
    """Whether a position must be shown stone by stone, as no command leads to it."""
    if node.move is None:
        return node.parent is None or node.board != node.parent.board
    return node.move.kind == "swap-pieces" and not swap


def _stones(board: Board) -> Iterator[str]:
    for color, cells in ((1, board.black), (-1, board.white)):
        for cell in cells:
            yield f"play {color_name(color)} {cell_name(cell, board.n)}"
