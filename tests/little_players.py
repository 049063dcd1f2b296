"""Players and programs for tests: the first empty cell, slow ones, and engines with faults."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import numpy as np

from hexlab.play.player import Choice, Player, Session, Stateless, check_open


class Plain(Stateless):
    """Never swaps."""

    def swaps(self, board):
        return False


class First(Plain):
    """Plays the lowest empty cell, with a value and scores."""

    name = "first"
    deterministic = True

    def pick(self, board, limit, rng):
        scores = np.full(board.n**2, np.nan)
        scores[list(board.empty)] = 1.0 / (1 + np.arange(len(board.empty)))
        info = {"pv": list(board.empty[:3]), "limit": "", "nodes": len(board.empty)}
        return Choice(board.empty[0], value=0.25, scores=scores, info=info)


class Seeded(Plain):
    """A random cell."""

    name = "seeded"

    def pick(self, board, limit, rng):
        return int(rng.choice(board.empty))


class Resigns(Plain):
    name = "resigns"

    def pick(self, board, limit, rng):
        return Choice("resign")


class Faulty(Plain):
    name = "faulty"

    def pick(self, board, limit, rng):
        raise ZeroDivisionError("a fault of the player")


class Swapping(First):
    name = "swapping"

    def swaps(self, board):
        return True


class Thinking(Player):
    """Thinks until it is told to go on, or interrupted; tells what it thinks."""

    name = "thinking"

    def __init__(self):
        self.go = threading.Event()
        self.began = threading.Event()

    def swaps(self, board):
        return False

    def start(self, game):
        return _Thinking(self)


class _Thinking(Session):
    def __init__(self, player):
        self._player = player
        self._board = None

    def choose(self, game, limit=None, rng=None):
        check_open(game)
        self._board = game.board
        self._player.began.set()
        while not self._player.go.wait(0.01):
            pass
        return Choice(game.board.empty[-1], value=-0.5)

    def progress(self):
        if self._board is None:
            return None
        return First().pick(self._board, None, None)


ENGINE = """
import sys, time
answers = {answers!r}
for line in sys.stdin:
    word = (line.split() or [""])[0]
    answer = answers.get(word, answers.get("*", "= "))
    if answer == "crash":
        print("out of luck", file=sys.stderr)
        sys.exit(3)
    if answer == "hang":
        time.sleep(3600)
    sys.stdout.write(answer + "\\n\\n")
    sys.stdout.flush()
    if word == "quit":
        break
"""


def engine(folder: Path, **answers: str) -> str:
    """The command line of a program that answers as told; other commands by "= "."""
    path = folder / "engine.py"
    path.write_text(ENGINE.format(answers={"list_commands": "= play\nundo", **answers}))
    return f"{sys.executable} {path}"


def wait_until(true, seconds: float = 20.0) -> None:
    """Until something is true; it is a failure if that takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.005)
