"""One game between two players, refereed: whatever a player does, the game gets a winner."""

from __future__ import annotations

import copy
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import inf, isfinite
from numbers import Integral
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.notation import BLACK, WHITE, cell_name, color_name
from hexlab.play.judge import Judge
from hexlab.play.openings import opening_name
from hexlab.play.player import Choice, Limit, Player, Session
from hexlab.play.records import GameRecord
from hexlab.play.swap import wants_swap

__all__ = ["Rules", "move_seed", "play_game"]

# An anytime player may take so many times its seconds, and so many more, before it loses by time.
_FACTOR, _GRACE = 3.0, 5.0
# The longest word of a player that is kept in a record.
_WORDS = 200


@dataclass(frozen=True)
class Rules:
    """What holds for all games of a match.

    Attributes
    ----------
    n : int
        Board size.
    limit : Limit
        The work that each move may take.
    swap : bool
        Whether the second player may swap a single stone; see `hexlab.play.swap.wants_swap`.
    adjudicate : int, optional
        After each move a solver looks for the winner with so many nodes; the game ends when it
        finds one. Source: Takada 2019, 4.4.4 (T21).
    temperature : float, optional
        Moves are drawn in proportion to exp(score / (temperature × range of the scores)), so that
        players that always play the same play different games.
    patience : float, optional
        Seconds after which a move loses by time. By default ``3 × seconds + 5`` for a player that
        heeds a limit in seconds and has one, else no end.
    """

    n: int
    limit: Limit = Limit()
    swap: bool = False
    adjudicate: int | None = None
    temperature: float | None = None
    patience: float | None = None

    def __post_init__(self) -> None:
        for name in ("adjudicate", "temperature", "patience"):
            value = getattr(self, name)
            if value is not None and not 0 < value < inf:
                raise ValueError(f"{name} must be above 0, not {value!r}")

    def patience_with(self, player: Player) -> float | None:
        """Seconds that a move of `player` may take."""
        if self.patience is not None or self.limit.seconds is None or not player.anytime:
            return self.patience
        return _FACTOR * self.limit.seconds + _GRACE


class _Fault(Exception):
    """What a player did wrong: how the game ends, and why."""

    def __init__(self, end: str, reason: str) -> None:
        super().__init__(reason)
        self.end = end


def move_seed(seed: int, game: int, ply: int) -> int:
    """The seed of one move: the same in any process and after any other games."""
    sequence = np.random.SeedSequence(seed, spawn_key=(game, ply))
    return int(sequence.generate_state(1, np.uint64)[0] >> 1)


def play_game(
    black: Player,
    white: Player,
    rules: Rules,
    *,
    opening: tuple[int, ...] = (),
    seed: int = 0,
    game: int = 0,
    turn: int = 0,
) -> GameRecord:
    """Play one game.

    Parameters
    ----------
    black, white : Player
        They need names.
    rules : Rules
        Size, limits, swap and the rest.
    opening : tuple of int
        Cells that are set first, Black's first.
    seed, game : int
        Each move gets a seed of its own from these two and its number.
    turn : int
        Kept as `GameRecord.round`.

    Returns
    -------
    GameRecord
        An illegal move, an exception, or a move that took too long loses the game. What a player
        does to the game it is shown does not matter.

    Examples
    --------
    >>> from hexlab.play.player import Stateless
    >>> class Any(Stateless):
    ...     name = "any"
    ...
    ...     def pick(self, board, limit, rng):
    ...         return int(rng.choice(board.empty))
    >>> record = play_game(Any(), Any(), Rules(3), opening=(0,), seed=1)
    >>> record.opening, record.end, record.turns[0]["ply"]
    ('a1', 'chain', 2)
    """
    table = _Table(black, white, rules, opening, seed, game)
    end, reason = table.play()
    winner = table.winner
    return GameRecord(
        game=game,
        size=rules.n,
        black=black.name,
        white=white.name,
        opening=opening_name(opening, rules.n),
        round=turn,
        winner=(black if winner == BLACK else white).name,
        color=color_name(winner),
        end=end,
        reason=reason,
        plies=len(table.game.moves) - (end in ("resign", "illegal", "time", "crash")),
        seconds=(round(table.spent[BLACK], 4), round(table.spent[WHITE], 4)),
        turns=tuple(table.turns),
        sgf=table.game.to_sgf().strip(),
    )


class _Table:
    """The game in progress, and both players' views of it."""

    def __init__(
        self,
        black: Player,
        white: Player,
        rules: Rules,
        opening: tuple[int, ...],
        seed: int,
        index: int,
    ) -> None:
        self.rules, self.seed, self.index = rules, seed, index
        self.players = {BLACK: black, WHITE: white}
        self.game = Game(rules.n)
        for cell in opening:
            self.game.play(cell)
        self.game.players = (black.name, white.name)
        self.spent = {BLACK: 0.0, WHITE: 0.0}
        self.turns: list[dict[str, Any]] = []
        self.winner = 0
        self._sessions: dict[int, Session] = {}
        # Each player sees a copy: it may do with it what it likes.
        self._views = {color: copy.deepcopy(self.game) for color in (BLACK, WHITE)}
        self._judge = Judge(rules.n, rules.adjudicate) if rules.adjudicate else None

    def play(self) -> tuple[str, str]:
        """To the end: how it ended, and why."""
        try:
            while True:
                mover = self.game.board.to_move
                try:
                    end = self._turn(mover)
                except _Fault as fault:
                    self.game.forfeit(mover)
                    self.winner = -mover
                    return self._ended(fault.end, str(fault))
                if end:
                    return self._ended(end, "")
        finally:
            for session in self._sessions.values():
                with suppress(Exception):
                    session.close()

    def _ended(self, end: str, reason: str) -> tuple[str, str]:
        what = {"chain": "", "resign": "Resign", "time": "Time"}.get(end, "Forfeit")
        if end == "adjudicated":
            what = ""
            self.game.comment = f"{color_name(self.winner)} wins, the solver found"
        elif reason:
            self.game.comment = reason
        self.game.result = f"{'B' if self.winner == BLACK else 'W'}+{what}"
        return end, reason

    def _turn(self, mover: int) -> str:
        """One move; how the game ended by it, "" if it goes on."""
        if mover not in self._sessions:  # the clock does not run for imports and the like
            self._sessions[mover] = self._asked(
                lambda: self.players[mover].start(self._views[mover])
            )
        start = time.perf_counter()
        try:
            move, row = self._move(mover)
        finally:
            seconds = time.perf_counter() - start
            self.spent[mover] += seconds
        patience = self.rules.patience_with(self.players[mover])
        if patience is not None and seconds > patience:
            raise _Fault("time", f"a move took {seconds:.1f} s, {patience:g} s are allowed")
        name = move if isinstance(move, str) else cell_name(move, self.rules.n)
        ply = len(self.game.moves) + 1
        head = {"ply": ply, "color": color_name(mover), "move": name}
        self.turns.append({**head, "seconds": round(seconds, 4), **row})
        for game in (self.game, *self._views.values()):
            _make(game, move, mover)
        return self._verdict(move, mover)

    def _verdict(self, move: int | str, mover: int) -> str:
        board = self.game.board
        if move == "resign":
            self.winner = -mover
            return "resign"
        self.winner = board.winner
        if self.winner:
            return "chain"
        if self._judge is not None:
            self.winner = self._judge(board)
        return "adjudicated" if self.winner else ""

    def _move(self, mover: int) -> tuple[int | str, dict[str, Any]]:
        """The legal move that a player makes, and what it tells about it."""
        if self._may_swap() and self._asked(lambda: self._swaps(mover)):
            return "swap-pieces", {}
        seed = move_seed(self.seed, self.index, len(self.game.moves))
        choice = self._asked(lambda: self._choose(mover, seed))
        self._restore(mover)
        return self._asked(lambda: self._read(choice, seed))

    def _read(self, choice: Any, seed: int) -> tuple[int | str, dict[str, Any]]:
        if not isinstance(choice, Choice):
            raise _Fault("crash", f"it chose {_short(choice)}, which is no Choice")
        move = self._legal(choice.move)
        if self.rules.temperature is not None and not isinstance(move, str):
            move = _drawn(choice, move, self.game.board, self.rules.temperature, seed)
        return move, _told(choice)

    def _may_swap(self) -> bool:
        return self.rules.swap and self.game.board.can_swap() and not self.game.node.swapped

    def _swaps(self, mover: int) -> bool:
        return wants_swap(self.game.board, self.players[mover])

    def _choose(self, mover: int, seed: int) -> Any:
        return self._sessions[mover].choose(self._views[mover], self.rules.limit, seed)

    def _asked(self, question: Any) -> Any:
        """The answer of a player's code, or about its objects, which may do anything."""
        try:
            return question()
        except _Fault:
            raise
        except (Exception, SystemExit) as error:
            raise _Fault(_end_of(error), _sentence(error)) from error

    def _restore(self, mover: int) -> None:
        """Undo what the player may have done to its view."""
        view, same = self._views[mover], False
        with suppress(Exception):  # it may be broken beyond looking at it
            same = view.moves == self.game.moves and view.board == self.game.board
            same = same and not view.node.children
        if not same:
            self._views[mover] = copy.deepcopy(self.game)

    def _legal(self, move: Any) -> int | str:
        board, n = self.game.board, self.rules.n
        if isinstance(move, str):
            if move == "resign" or (move == "swap-pieces" and self._may_swap()):
                return str(move)
            raise _Fault("illegal", f"{_short(move)} is no move")
        if not isinstance(move, Integral) or isinstance(move, bool):
            raise _Fault("illegal", f"{_short(move)} is no move")
        if not 0 <= int(move) < n * n:
            raise _Fault("illegal", f"cell {_short(int(move))} is off the board")
        if int(move) not in board.empty:
            raise _Fault("illegal", f"{cell_name(int(move), n)} is occupied")
        return int(move)


def _make(game: Game, move: int | str, mover: int) -> None:
    if move == "resign":
        game.resign(mover)
    elif move == "swap-pieces":
        game.swap()
    else:
        game.play(move, mover)


def _end_of(error: BaseException) -> str:
    """How a game ends by an exception; engines and isolated players say what kind theirs is."""
    kind = getattr(error, "kind", "")
    if isinstance(error, TimeoutError) or kind == "hang":
        return "time"
    return "illegal" if kind == "illegal" else "crash"


def _sentence(error: BaseException) -> str:
    text = " ".join(str(error).split())
    known = hasattr(error, "kind") and text
    return _cut(text if known else f"{type(error).__name__}: {text}".removesuffix(": "))


def _short(value: object) -> str:
    try:
        return _cut(repr(value))
    except Exception:
        return f"a {type(value).__name__}"


def _cut(text: str) -> str:
    """As much of a text as a record keeps; what no file can hold is replaced."""
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= _WORDS else text[: _WORDS - 3] + "..."


def _drawn(choice: Choice, move: int, board: Board, temperature: float, seed: int) -> int:
    """A move drawn by the scores; the player's own where there are none."""
    scores = np.full(board.n**2, np.nan)
    with suppress(TypeError, ValueError):
        scores[:] = np.asarray(choice.scores, float).reshape(-1)
    cells = np.array([cell for cell in board.empty if isfinite(scores[cell])], int)
    if len(cells) < 2:
        return move
    values = scores[cells]
    with np.errstate(over="ignore"):  # of scores beyond any measure the player's own move
        spread = np.ptp(values)
        if not 0 < spread < np.inf:
            return move
        weights = np.exp((values - values.max()) / spread / temperature)
    return int(np.random.default_rng([seed, 1]).choice(cells, p=weights / weights.sum()))


def _told(choice: Choice) -> dict[str, Any]:
    """What a player tells with its move, as far as it is numbers and words."""
    row: dict[str, Any] = {}
    value = _plain(choice.value)
    if value is not None:
        row["value"] = value
    info = choice.info if isinstance(choice.info, Mapping) else {}
    for key, raw in info.items():
        plain = _plain(raw)
        if isinstance(key, str) and plain is not None and key not in _OURS:
            row[key] = plain
    return row


# Keys of a turn that are the referee's own.
_OURS = frozenset(("ply", "color", "move", "value", "seconds"))


def _plain(value: Any) -> Any:
    """A JSON number or word, else None."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, str):
        return _cut(value)
    if isinstance(value, float):
        return float(f"{value:.6g}") if isfinite(value) else None
    if isinstance(value, bool) or (isinstance(value, int) and abs(value) < 2**63):
        return value
    return None
