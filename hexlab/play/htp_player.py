"""Commands of the text protocol that make a player think: moves, time, what was thought."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isnan
from typing import Any

import numpy as np

from hexlab.board.game import Game
from hexlab.board.notation import BLACK, WHITE, cell_name, color_name, parse_color
from hexlab.board.tree import outcome
from hexlab.play.htp import Family, HtpServer, command, one_color
from hexlab.play.htp_board import make_move
from hexlab.play.player import Choice, Limit, Player, Session
from hexlab.play.swap import wants_swap

__all__ = ["PlayerCommands"]

# Seconds between two pictures of a search.
_PICTURE = 0.5
# As if every sixth empty cell were still to be played by the player, and four moves at least.
_SHARE, _FEWEST = 6, 4
_LIMITS = ("move_time", "simulations", "nodes")


class PlayerCommands(Family):
    """A player behind ``genmove``, with a clock and settings.

    Parameters
    ----------
    server : HtpServer
    player : Player
    limit : Limit
        For each move, until ``param_game`` says otherwise.
    seed : int, optional
        The same game then gets the same moves.
    """

    def __init__(
        self,
        server: HtpServer,
        player: Player,
        limit: Limit | None = None,
        seed: int | None = None,
    ) -> None:
        super().__init__(server)
        limit = limit or Limit()
        self.player = player
        self.last: tuple[Choice, int] | None = None
        self._session: Session | None = None
        # Seconds left, and for how many moves if that was said.
        self._left: dict[int, float] = {}
        self._moves: dict[int, int] = {}
        # What `param_game` shows and sets: (kind, value).
        self._settings: dict[str, tuple[str, Any]] = {
            "allow_swap": ("bool", 1),
            "game_time": ("string", 0.0),
            "move_time": ("string", limit.seconds or 0.0),
            "simulations": ("string", limit.simulations or 0),
            "nodes": ("string", limit.nodes or 0),
            "seed": ("string", -1 if seed is None else seed),
            "live_gfx": ("bool", 0),
        }

    def renew(self) -> None:
        self.close()
        self.last = None
        self.set_time([str(self._value("game_time"))])

    def close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    # -- moves ---------------------------------------------------------------------------------

    @command("name")
    def name(self, words: Sequence[str]) -> str:
        """Whose moves these are."""
        return f"hexlab {self.player.name}".strip()

    @command("genmove", "move/Genmove/genmove %m")
    def genmove(self, words: Sequence[str]) -> str:
        """The move of a color, which is made: a cell, ``swap-pieces`` or ``resign``."""
        color = one_color(words)
        self._asked()  # what a session needs to start is not thinking
        begun = time.perf_counter()
        move = self._choose(color, self._seed)
        if color in self._left:
            self._left[color] = max(0.0, self._left[color] - (time.perf_counter() - begun))
            self._moves[color] = max(0, self._moves.get(color, 0) - 1)
        if move != "resign":
            make_move(self.server.game, color, move)
        return move

    @command("reg_genmove", "string/Reg Genmove/reg_genmove %m")
    def reg_genmove(self, words: Sequence[str]) -> str:
        """The move of a color, which is not made; always the same one, by seed 0."""
        return self._choose(one_color(words), 0)

    @command("play-game")
    def play_game(self, words: Sequence[str]) -> str:
        """Play against itself to the end; the moves."""
        if words:
            raise ValueError("takes nothing")
        moves: list[str] = []
        while not moves or moves[-1] != "resign":
            if outcome(self.server.game.node)[0]:
                break
            moves.append(self.genmove([color_name(self.board.to_move)]))
        return " ".join(moves)

    def _choose(self, color: int, seed: int | None) -> str:
        game = self.server.game
        if outcome(game.node)[0]:
            return "resign"
        limit = self._limit(color)
        with _turned(game, color):
            if self._wants_swap():
                return "swap-pieces"
            with self._pictures(color), self.server.thinking():
                choice = self._asked().choose(game, limit, self._rng(seed))
        self.last = choice, color
        return self._named(choice.move)

    def _wants_swap(self) -> bool:
        game = self.server.game
        if not self._value("allow_swap") or game.node.swapped or not game.board.can_swap():
            return False
        return wants_swap(game.board, self.player)

    def _asked(self) -> Session:
        if self._session is None:
            self._session = self.player.start(self.server.game)
        return self._session

    def _rng(self, seed: int | None) -> np.random.Generator:
        # Of the move's number too: a move depends on nothing but the game and the seed.
        key = None if seed is None else [seed, len(self.server.game.node.path())]
        return np.random.default_rng(key)

    # -- time and settings ---------------------------------------------------------------------

    @property
    def _seed(self) -> int | None:
        seed = self._value("seed")
        return None if seed < 0 else seed

    def _value(self, key: str) -> Any:
        return self._settings[key][1]

    def _limit(self, color: int) -> Limit:
        if self._value("simulations"):
            return Limit(simulations=self._value("simulations"))
        if self._value("nodes"):
            return Limit(nodes=self._value("nodes"))
        seconds = self._value("move_time")
        if color in self._left:
            moves = self._moves.get(color) or max(_FEWEST, len(self.board.empty) / _SHARE)
            seconds = max(0.01, min(seconds or np.inf, self._left[color] / moves))
        return Limit(seconds=float(seconds)) if seconds else Limit()

    @command("time_left")
    def time_left(self, words: Sequence[str]) -> str:
        """Seconds left for a color (both without one); with a number, and stones, sets them."""
        if not words:
            return " ".join(f"{color_name(c)} {self._clock(c)}" for c in (BLACK, WHITE))
        color = parse_color(words[0])
        if len(words) == 1:
            return self._clock(color)
        if len(words) > 3:
            raise ValueError("time_left takes a color, seconds and a number of moves")
        seconds, stones = (_number(word, "time_left") for word in [*words[1:], "0"][:2])
        self._left[color], self._moves[color] = seconds, int(stones)
        return ""

    def _clock(self, color: int) -> str:
        return f"{self._left[color]:.1f}" if color in self._left else "unlimited"

    @command("set_time")
    def set_time(self, words: Sequence[str]) -> str:
        """Seconds that each color has for the rest of the game; 0: without end."""
        if len(words) != 1:
            raise ValueError("set_time takes a number of seconds")
        seconds = _number(words[0], "set_time")
        self._settings["game_time"] = "string", seconds
        self._left = {BLACK: seconds, WHITE: seconds} if seconds else {}
        self._moves = {}
        return ""

    @command("time_settings")
    def time_settings(self, words: Sequence[str]) -> str:
        """As GTP has it: seconds for the game, then seconds for each so many moves."""
        if len(words) != 3:
            raise ValueError("time_settings takes two times in seconds and a number of moves")
        main, period, moves = (_number(word, "time_settings") for word in words)
        self.set_time([str(main)])
        if not main and moves:
            self.param_game(["move_time", str(period / moves)])
        return ""

    @command("param_game", "param/Game Parameters/param_game")
    def param_game(self, words: Sequence[str]) -> str:
        """All settings, or sets one: a key and a value (0: off; seed -1: chosen anew)."""
        if not words:
            return "\n".join(f"[{kind}] {key} {v}" for key, (kind, v) in self._settings.items())
        if len(words) != 2:
            raise ValueError("param_game takes a key and a value, or nothing")
        key, text = words
        if key not in self._settings:
            raise ValueError(f"{key!r} is no parameter: {', '.join(self._settings)}")
        if key == "game_time":
            return self.set_time([text])
        kind, old = self._settings[key]
        if kind == "bool" and text not in ("0", "1"):
            raise ValueError(f"{key} is 0 or 1, not {text!r}")
        value = -1 if key == "seed" and text == "-1" else _number(text, key)
        if isinstance(old, int) and value != int(value):
            raise ValueError(f"{key} is a whole number, not {text!r}")
        if key in _LIMITS:  # a move has one limit
            self._settings |= {other: (kind, type(self._value(other))(0)) for other in _LIMITS}
        self._settings[key] = kind, type(old)(value)
        return ""

    @command("set_random_seed")
    def set_random_seed(self, words: Sequence[str]) -> str:
        """A number: the same game then gets the same moves."""
        if len(words) != 1:
            raise ValueError("set_random_seed takes a number")
        return self.param_game(["seed", *words])

    # -- what was thought ----------------------------------------------------------------------

    def _thought(self) -> tuple[Choice, int]:
        if self.last is None:
            raise ValueError("no move was chosen yet")
        return self.last

    @command("hexlab-pv", "var/Principal Variation/hexlab-pv")
    def variation(self, words: Sequence[str]) -> str:
        """How the player thought that the game would go on from its last choice."""
        choice, _ = self._thought()
        line = choice.info.get("pv") or [choice.move]
        return " ".join(self._named(cell) for cell in line)

    @command("hexlab-scores", "pspairs/Scores of the Last Choice/hexlab-scores")
    def scores(self, words: Sequence[str]) -> str:
        """A score for each cell that the player thought of."""
        choice, _ = self._thought()
        n = self.board.n
        if choice.scores is None or choice.scores.size != n * n:
            raise ValueError("the player gives no scores")
        flat = choice.scores.ravel().tolist()
        return " ".join(f"{cell_name(c, n)} {v:.3g}" for c, v in enumerate(flat) if not isnan(v))

    @command("hexlab-value", "string/Value of the Last Choice/hexlab-value")
    def value(self, words: Sequence[str]) -> str:
        """From -1 to 1 for the color that was to move."""
        choice, _ = self._thought()
        if choice.value is None:
            raise ValueError("the player gives no value")
        return f"{choice.value:.4f}"

    def _named(self, move: int | str) -> str:
        return move if isinstance(move, str) else cell_name(move, self.board.n)

    @contextmanager
    def _pictures(self, color: int) -> Iterator[None]:
        """While thinking, show HexGui what is thought, if that is wanted and the player tells."""
        progress = getattr(self._asked(), "progress", None)
        if not self._value("live_gfx") or progress is None:
            yield
            return
        done = threading.Event()
        painter = threading.Thread(target=self._paint, args=(progress, color, done), daemon=True)
        painter.start()
        try:
            yield
        finally:
            done.set()
            painter.join()

    def _paint(
        self, progress: Callable[[], Choice | None], color: int, done: threading.Event
    ) -> None:
        while not done.wait(_PICTURE):
            choice = progress()
            if choice is not None and not isinstance(choice.move, str):
                self.server.write(self._picture(choice, color))

    def _picture(self, choice: Choice, color: int) -> str:
        """In the words of MoHex, which HexGui draws: line, scores, visits, a text."""
        n, line = self.board.n, choice.info.get("pv") or [choice.move]
        colors = "BW" if color == BLACK else "WB"
        moves = " ".join(f"{colors[i % 2]} {self._named(cell)}" for i, cell in enumerate(line))
        scores = np.full(n * n, np.nan) if choice.scores is None else choice.scores.ravel()
        cells = " ".join(
            f"{cell_name(c, n)} {v:.2f}" for c, v in enumerate(scores.tolist()) if not isnan(v)
        )
        value = "" if choice.value is None else f"{choice.value:.3f}"
        return f"gogui-gfx: uct\nVAR {moves}\nINFLUENCE {cells}\nLABEL\nTEXT {value}\n\n"


@contextmanager
def _turned(game: Game, color: int) -> Iterator[None]:
    """The game with a color to move, for a while."""
    node, mover = game.node, game.board.to_move
    if mover != color:
        game.set_up(to_move=color)
    try:
        yield
    finally:
        if game.node is not node:
            game.delete()
        elif mover != color:
            game.set_up(to_move=mover)


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e12:
        raise ValueError(f"{what}: {text!r} is no number from 0 on")
    return value
