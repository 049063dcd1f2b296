"""The other end of `hexlab.play.isolate`: a process that holds one player.

Started as ``python -m hexlab.play.isolate_worker NAME MEMORY``; it answers JSON lines on standard
input by JSON lines on what was standard output. What the player prints goes nowhere.
"""

from __future__ import annotations

import inspect
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.play import player as players
from hexlab.play.parameters import load_object
from hexlab.play.player import Choice, Limit, Player, Session, make_player

__all__ = ["Worker", "game_of", "line_of", "main"]


def line_of(game: Game) -> dict[str, Any]:
    """The line up to the cursor as JSON values: where it begins, and its moves."""
    path = game.node.path()
    board, moves = path[0].board, []
    for node in path[1:]:
        if node.move is not None and node.move.apply(board) == node.board:
            moves.append((node.move.color, node.move.kind, node.move.cell))
        else:  # stones were set up on the way: begin there
            moves.clear()
            path[0] = node
        board = node.board
    start = path[0].board
    place = {"n": start.n, "black": start.black, "white": start.white, "to_move": start.to_move}
    return {**place, "moves": moves}


def game_of(line: Mapping[str, Any]) -> Game:
    """The game of such a line, its cursor at the end.

    >>> game_of(line_of(Game(3).play("a1").swap().play("b1").play("c1").undo())).moves[-1].name
    'b1'
    """
    game = Game(Board(line["n"], line["black"], line["white"], line["to_move"]))
    for color, kind, cell in line["moves"]:
        if kind == "cell":
            game.play(cell, color)
        elif kind.startswith("swap"):
            game.swap(kind)
        elif kind == "pass":
            game.pass_turn()
        else:
            (game.resign if kind == "resign" else game.forfeit)(color)
    return game


class Worker:
    """Answers questions about a player, and as that player.

    Parameters
    ----------
    name : str
        The player's name, made by the first question that needs it; only a file for "list".
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._player: Player | None = None
        self._session: Session | None = None

    def answer(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to one question; what the player raises comes through."""
        known: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "about": self._tell,
            "list": self._list,
            "start": self._start,
            "swaps": self._swaps,
            "choose": self._choose,
            "close": self._close,
        }
        return known[question["do"]](question)

    @property
    def player(self) -> Player:
        """The player, made when it is first asked for."""
        if self._player is None:
            self._player = make_player(self.name)
        return self._player

    def _tell(self, question: Mapping[str, Any]) -> dict[str, Any]:
        one = self.player
        facts = {key: bool(getattr(one, key)) for key in ("tactical", "deterministic", "anytime")}
        return {"name": one.name, **facts}

    def _list(self, question: Mapping[str, Any]) -> dict[str, Any]:
        return {"players": _players_of(Path(self.name))}

    def _start(self, question: Mapping[str, Any]) -> dict[str, Any]:
        self._session = self.player.start(game_of(question["line"]))
        return {}

    def _swaps(self, question: Mapping[str, Any]) -> dict[str, Any]:
        board = Board(question["n"], question["black"], question["white"], question["to_move"])
        said = self.player.swaps(board)
        return {"swaps": None if said is None else bool(said)}

    def _choose(self, question: Mapping[str, Any]) -> dict[str, Any]:
        game = game_of(question["line"])
        if self._session is None:
            self._session = self.player.start(game)
        choice = self._session.choose(game, Limit(**question["limit"]), question["seed"])
        if not isinstance(choice, Choice):
            raise TypeError(f"it chose {choice!r:.100}, which is no Choice")
        return _as_json(choice)

    def _close(self, question: Mapping[str, Any]) -> dict[str, Any]:
        session, self._session = self._session, None
        if session is not None:
            session.close()
        return {}


def _players_of(path: Path) -> list[str]:
    """The names of a file's own players."""
    try:
        load_object(f"{path}:__name__")  # runs it
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    module = next(
        module
        for module in list(sys.modules.values())
        if getattr(module, "__file__", None) == str(path.resolve())
    )
    registered = list(players._FACTORIES.values())
    names = []
    for name, thing in vars(module).items():
        own = getattr(thing, "__module__", "") == module.__name__
        is_player = inspect.isclass(thing) and issubclass(thing, Player)
        if own and not inspect.isabstract(thing) and (is_player or thing in registered):
            names.append(name)
    return sorted(names)


def _as_json(choice: Choice) -> dict[str, Any]:
    """A choice as JSON values; what can be none of them becomes a word, which is then illegal."""
    move: Any = choice.move
    if hasattr(move, "__index__") and not isinstance(move, bool):
        move = int(move)
    elif not isinstance(move, str):
        move = repr(move)[:100]
    value = None if choice.value is None else float(choice.value)
    scores = None
    if choice.scores is not None:
        scores = [float(score) for score in choice.scores.reshape(-1)]
    info = {str(key): _plain(value) for key, value in choice.info.items()}
    return {"move": move, "value": value, "scores": scores, "info": info}


def _plain(value: Any) -> Any:
    value = value.item() if type(value).__module__ == "numpy" and value.ndim == 0 else value
    return value if isinstance(value, str | int | float | bool | None) else None


def _limit_memory(memory_mb: float) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    most = int(memory_mb * 2**20)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Where questions come from and answers go; the player gets other standard streams."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    return questions, answers


def _end_with_parent() -> None:
    """Do not outlive the match: a hung player would never see that nobody asks any more."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        if hasattr(os, "killpg"):  # the group is this process's own; its helpers end, too
            os.killpg(os.getpgid(0), signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main(name: str, memory_mb: float) -> None:
    """Answer until the other end is closed."""
    questions, answers = _channels()
    _end_with_parent()
    _limit_memory(memory_mb)
    worker = Worker(name)
    for line in questions:
        try:
            answer = worker.answer(json.loads(line))
        except (Exception, SystemExit) as error:
            kind = getattr(error, "kind", "hang" if isinstance(error, TimeoutError) else "crash")
            text = " ".join(str(error).split())[:500]
            told = f"{type(error).__name__}: {text}".removesuffix(": ")
            answer = {"error": told, "kind": str(kind)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
