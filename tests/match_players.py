"""Small players for tests of matches, good ones and bad ones, and made-up records."""

from __future__ import annotations

import os
import time

from hexlab.play.player import Choice, Session, Stateless
from hexlab.play.records import GameRecord


class First(Stateless):
    """Always the first empty cell."""

    deterministic = True
    name = "first"

    def pick(self, board, limit, rng):
        return board.empty[0]


class Last(First):
    name = "last"

    def pick(self, board, limit, rng):
        return board.empty[-1]


class Chance(Stateless):
    """Any cell."""

    def __init__(self, name="chance"):
        self.name = name

    def pick(self, board, limit, rng):
        return int(rng.choice(board.empty))


class Telling(First):
    """Tells all that a player may tell."""

    name = "telling"
    anytime = True

    def pick(self, board, limit, rng):
        import numpy as np

        scores = np.full(board.n**2, np.nan)
        scores[list(board.empty)] = np.linspace(1, 0, len(board.empty))
        info = {
            "nodes": np.int64(7),
            "simulations": 9,
            "depth": 2,
            "limit": "seconds",
            "alpha": np.float32(0.5),
            "pv": [1, 2],
            "endless": float("inf"),
            "move": "not ours",
        }
        return Choice(board.empty[0], np.float64(0.25), scores, info)


class Faulty(Stateless):
    """Does something wrong with its second move, says which by its name."""

    deterministic = True

    def __init__(self, fault):
        self.name = f"faulty-{fault}"
        self.fault = fault

    def start(self, game):
        if self.fault == "start":
            raise RuntimeError("no book")
        return super().start(game)

    def pick(self, board, limit, rng):
        if len(board) < 2:
            return board.empty[0]
        if self.fault == "raises":
            raise RuntimeError("out of ideas")
        if self.fault == "times out":
            raise TimeoutError("no answer")
        if self.fault == "slow":
            time.sleep(0.3)
            return board.empty[0]
        answers = {
            "occupied": min(board.black + board.white),
            "off": board.n**2,
            "negative": -1,
            "word": "c9",
            "nothing": None,
            "fraction": 0.5,
            "truth": True,
            "swap": "swap-pieces",
        }
        return Choice(answers[self.fault])


class Resigning(First):
    name = "resigning"

    def pick(self, board, limit, rng):
        return Choice("resign" if len(board) > 2 else board.empty[0])


class NoChoice(First):
    """A session that answers anything but a Choice."""

    name = "no-choice"

    def start(self, game):
        class Wrong(Session):
            def choose(self, game, limit=None, rng=None):
                return 5

        return Wrong()


class Tampering(First):
    """Plays about in the game it is shown, and leaves it so."""

    name = "tampering"

    def start(self, game):
        class Meddling(Session):
            def choose(self, game, limit=None, rng=None):
                cell = game.board.empty[0]
                game.play(game.board.empty[-1])
                game.first()
                game.set_up(black="", white="", to_move="white")
                return Choice(cell)

        return Meddling()


class Swapping(First):
    name = "swapping"

    def swaps(self, board):
        return bool(board[0])


class Deadly(Chance):
    """Ends the process that plays it, once: a file says whether it has."""

    def __init__(self, name, file):
        super().__init__(name)
        self.file = str(file)

    def pick(self, board, limit, rng):
        if not os.path.exists(self.file):
            with open(self.file, "w"):
                pass
            os._exit(9)
        return super().pick(board, limit, rng)


def record(game, black, white, color, opening="a1", turn=0, end="chain", moves="B[a1];W[b1]"):
    return GameRecord(
        game=game,
        size=3,
        black=black,
        white=white,
        opening=opening,
        round=turn,
        winner=black if color == "black" else white,
        color=color,
        end=end,
        reason="",
        plies=2,
        seconds=(0.0, 0.0),
        turns=(
            {"ply": 1, "color": "black", "move": "a1", "seconds": 0.5},
            {"ply": 2, "color": "white", "move": "b1", "seconds": 1.5},
        ),
        sgf=f"(;FF[4]GM[11]SZ[3];{moves})",
    )


class Odd(First):
    """Gives a choice that is a trap for who looks at it."""

    def __init__(self, choice):
        self.name = "odd"
        self.choice = choice

    def pick(self, board, limit, rng):
        if isinstance(self.choice, BaseException):
            raise self.choice
        return self.choice


class Trap:
    """An object whose every method fails."""

    def __eq__(self, other):
        raise RuntimeError("do not compare me")

    __hash__ = None

    def __index__(self):
        raise RuntimeError("do not count me")

    def __repr__(self):
        raise RuntimeError("do not show me")

    def __array__(self, *args, **options):
        raise RuntimeError("do not convert me")
