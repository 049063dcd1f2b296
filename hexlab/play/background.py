"""Thinking beside other work: a player's session in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue

import numpy as np

from hexlab.board.game import Game
from hexlab.play.player import Choice, Limit, Player, Session
from hexlab.play.solving import up_to_cursor

__all__ = ["Thinker"]

# Seconds between two looks at what a search has so far.
_LOOK = 0.4

Call = Callable[[], object]


class Thinker:
    """Lets a player choose without waiting for it.

    Answers come where an event loop runs (a notebook's kernel) in its thread, else in the thread
    of the player.

    Parameters
    ----------
    player : Player
    limit : Limit, optional
        For each choice.
    seed : int, optional
        The same game then gets the same choices.
    background : bool
        False: choose at once, in the caller's thread.

    Notes
    -----
    A session that has a method ``progress()`` is asked for what it has so far (a `Choice`, or None)
    while it thinks, from another thread; one that has ``stop()`` is told when its choice is no
    longer wanted. Without these it thinks to the end.
    """

    def __init__(
        self,
        player: Player,
        limit: Limit | None = None,
        seed: int | None = None,
        background: bool = True,
    ) -> None:
        self.player = player
        self._limit = limit or Limit()
        self._seed = seed
        self._background = background
        # What is to be thought about, one after the other; None is the end.
        self._jobs: SimpleQueue[Call | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._session: Session | None = None
        # The number of the question that is open; answers to older ones are dropped.
        self._open = 0
        self._asked = 0

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return bool(self._open)

    def ask(
        self,
        game: Game,
        done: Callable[[Choice | Exception], object],
        seen: Callable[[Choice], object] | None = None,
    ) -> None:
        """Ask for the move at the game's cursor.

        Parameters
        ----------
        game : Game
            A copy is thought about.
        done : callable
            Gets the choice, or what went wrong.
        seen : callable, optional
            Gets what the player has so far, again and again.
        """
        self.cancel()
        self._asked += 1
        number = self._open = self._asked
        copy = up_to_cursor(game)
        post = _poster()

        def answer(found: Choice | Exception) -> None:
            if self._open == number:
                self._open = 0
                done(found)

        def look(found: Choice) -> None:
            if self._open == number and seen is not None:
                seen(found)

        if not self._background:
            answer(self._choose(copy))
            return
        if self._thread is None:
            # A daemon: who leaves does not wait for a long thought.
            self._thread = threading.Thread(target=self._serve, daemon=True)
            self._thread.start()
        self._jobs.put(lambda: self._work(number, copy, post, answer, look))

    def cancel(self) -> None:
        """Want no answer any more."""
        if self._open:
            self._open = 0
            stop = getattr(self._session, "stop", None)
            if stop is not None:
                stop()

    def close(self) -> None:
        """End the session, once it has thought to the end."""
        self.cancel()
        if self._thread is None:
            self._end()
        else:
            self._jobs.put(None)

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
        self._end()

    def _end(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _choose(self, game: Game) -> Choice | Exception:
        key = None if self._seed is None else [self._seed, len(game.node.path())]
        try:
            if self._session is None:
                self._session = self.player.start(game)
            return self._session.choose(game, self._limit, np.random.default_rng(key))
        except Exception as error:  # of any player, also one that somebody has just written
            return error

    def _work(
        self,
        number: int,
        game: Game,
        post: Callable[[Call], object],
        answer: Callable[[Choice | Exception], None],
        look: Callable[[Choice], None],
    ) -> None:
        if self._open != number:
            return
        over = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(over, post, look), daemon=True)
        watcher.start()
        found = self._choose(game)
        over.set()
        watcher.join()
        post(lambda: answer(found))

    def _watch(
        self,
        over: threading.Event,
        post: Callable[[Call], object],
        look: Callable[[Choice], None],
    ) -> None:
        while not over.wait(_LOOK):
            progress = getattr(self._session, "progress", None)
            found = progress() if progress is not None else None
            if found is not None:
                post(lambda found=found: look(found))  # type: ignore[misc]


def _poster() -> Callable[[Call], object]:
    """How an answer gets to who asks: through the event loop, if one runs in this thread."""
    try:
        return asyncio.get_running_loop().call_soon_threadsafe
    except RuntimeError:
        return lambda call: call()
