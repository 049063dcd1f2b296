"""What every player has to keep to, checked: `hexlab check-player NAME` and the tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.geometry import check_size
from hexlab.board.notation import a_board, cell_name, color_name
from hexlab.play.player import Choice, Limit, Player, Session

__all__ = ["Finding", "check_player", "read_sizes"]

# A machine may be busy for so long, in seconds, before a player is blamed for being late.
_PATIENCE = 1.0


@dataclass(frozen=True)
class Finding:
    """One rule of the contract and how a player keeps it.

    Attributes
    ----------
    rule : str
        What is asked, in a few words.
    problem : str
        What was wrong and where, "" if nothing was.
    skipped : str
        Why the rule does not apply, "" if it does.
    """

    rule: str
    problem: str = ""
    skipped: str = ""

    def __str__(self) -> str:
        if self.problem:
            return f"FAILED  {self.rule}: {self.problem}"
        return f"skipped {self.rule}: {self.skipped}" if self.skipped else f"ok      {self.rule}"


class _Broken(Exception):
    """A rule is broken; the text says how."""


def check_player(
    player: Player, *, sizes: Sequence[int] = range(1, 14), count: int = 30, seconds: float = 0.2
) -> Iterator[Finding]:
    """Check the contract, rule by rule.

    Parameters
    ----------
    player : Player
        Any player.
    sizes : sequence of int
        The boards to play on.
    count : int
        Nodes or simulations of a move.
    seconds : float
        The time of a move for the rule about time.

    Raises
    ------
    ValueError
        For a count or seconds that are no limit of a move.

    Yields
    ------
    Finding
        Rules: it says what it is; legal moves on every size; stops in time; wins when one move
        wins; same seed, same move; goes on after odd moves and when lost; a finished game is
        refused.

    Examples
    --------
    >>> from hexlab.play import make_player
    >>> for finding in check_player(make_player("random"), sizes=(1, 3)):
    ...     print(finding)
    ok      says what it is
    ok      legal moves on every size
    skipped stops in time: it is not anytime
    skipped wins when one move wins: it is not tactical
    ok      same seed, same move
    ok      goes on after odd moves
    ok      goes on when lost
    ok      refuses a finished game
    """
    timed = Limit(seconds=seconds)
    checker = _Checker(player, tuple(sizes), count)
    yield checker.find("says what it is", checker.declarations)
    yield checker.find("legal moves on every size", checker.legal)
    rule = "stops in time"
    if player.anytime:
        yield checker.find(rule, lambda: checker.in_time(timed))
    else:
        yield Finding(rule, skipped="it is not anytime")
    rule = "wins when one move wins"
    if player.tactical:
        yield checker.find(rule, checker.tactical)
    else:
        yield Finding(rule, skipped="it is not tactical")
    yield checker.find("same seed, same move", checker.repeatable)
    yield checker.find("goes on after odd moves", checker.odd_moves)
    yield checker.find("goes on when lost", checker.lost)
    yield checker.find("refuses a finished game", checker.finished)


class _Checker:
    def __init__(self, player: Player, sizes: tuple[int, ...], count: int) -> None:
        self.player = player
        self.sizes = sizes
        self.limits = Limit(nodes=count), Limit(simulations=count)

    def find(self, rule: str, check: Callable[[], None]) -> Finding:
        try:
            check()
        except _Broken as broken:
            return Finding(rule, str(broken))
        except Exception as error:  # whatever a foreign player raises is a finding
            return Finding(rule, f"{type(error).__name__}: {error}")
        return Finding(rule)

    # -- the rules -----------------------------------------------------------------------------

    def declarations(self) -> None:
        for name in ("tactical", "deterministic", "anytime"):
            value = getattr(self.player, name, None)
            if not isinstance(value, bool):
                raise _Broken(f"{name} is {value!r}, neither True nor False")
        if not isinstance(self.player.name, str) or not self.player.name:
            raise _Broken(f"its name is {self.player.name!r}")

    def legal(self) -> None:
        for n in self.sizes:
            for seed, plies in enumerate((0, 1, n * n // 3)):
                game = _random_game(n, plies, seed)
                if not game.board.winner:
                    self._move(game, self.limits[seed % 2])

    def in_time(self, limit: Limit) -> None:
        seconds = limit.seconds or 0.0
        for n in self.sizes[-1:]:
            for plies in (0, n):
                game = _random_game(n, plies, 1)
                if game.board.winner:
                    continue
                session = self.player.start(game)
                session.choose(game, self.limits[0], 1)  # imports and compiles what it needs
                took = self._time(session, game, limit)
                if took > seconds + _PATIENCE:  # a machine that stood still does so once
                    took = min(took, self._time(session, game, limit))
                session.close()
                if took > seconds + _PATIENCE:
                    raise _Broken(f"{took:.2f} s for a move of {seconds} s on {a_board(n)}")

    def _time(self, session: Session, game: Game, limit: Limit) -> float:
        start = time.perf_counter()
        self._checked(session, game, limit)
        return time.perf_counter() - start

    def tactical(self) -> None:
        for n in self.sizes[:9]:
            for seed in range(4):
                game = _random_game(n, n * n, seed)
                game.undo()
                board = game.board
                move = self._move(game, self.limits[seed % 2])
                if move == "resign" or not board.play(move).winner:
                    name = move if isinstance(move, str) else cell_name(move, n)
                    raise _Broken(f"{name} does not win {board!r}, where one move does")

    def repeatable(self) -> None:
        for n in (size for size in self.sizes if 3 <= size <= 7):
            game = _random_game(n, 3, n)
            if game.board.winner:
                continue
            for limit in self.limits:
                first = self._move(game, limit, 5)
                if self._move(game, limit, 5) != first:
                    raise _Broken(f"two sessions differ in {game.board!r} with the same seed")
                if self._after_others(game, limit) != first:
                    raise _Broken(f"a session that saw other positions differs in {game.board!r}")
                if self.player.deterministic and self._move(game, limit, 6) != first:
                    raise _Broken(f"deterministic, but the seed decides in {game.board!r}")

    def _after_others(self, game: Game, limit: Limit) -> int | str:
        """The move of a session that played on and had its moves taken back."""
        session = self.player.start(game)
        here = game.node
        for seed in range(2):
            self._checked(session, game, limit, seed)
            game.play(game.board.empty[seed])
            if game.board.winner:
                break
        game.goto(here)
        move = self._checked(session, game, limit, 5)
        session.close()
        return move

    def odd_moves(self) -> None:
        """Both take turns, the other one at the first empty cell; stones are set up in between."""
        for n in (size for size in self.sizes if 2 <= size <= 5):
            game = Game(n)
            session = self.player.start(game)
            while not game.board.winner:
                move = self._checked(session, game, self.limits[0])
                if move == "resign":
                    break
                game.play(move)
                if not game.board.winner:
                    game.play(game.board.empty[0])
            session.close()
            swapped = Game(n).play(0).swap()
            self._move(swapped, self.limits[0])
            self._move(Game(Board(n, white=range(n - 1))), self.limits[0])

    def lost(self) -> None:
        """The other one has a full column and needs one of two cells to go on with it."""
        for n in (size for size in self.sizes if 2 <= size <= 7):
            column = [row * n + n // 2 for row in range(1, n)]
            for color in ("white", "black"):
                board = Board(n, black=column, to_move=color)
                game = Game(board)
                session = self.player.start(game)
                while not game.board.winner:
                    move = self._checked(session, game, self.limits[1])
                    if move == "resign":
                        break
                    game.play(move)
                session.close()

    def finished(self) -> None:
        over = Game(2).play("a1").play("b1").play("a2")
        for game in (over, Game(3).play("b2").resign()):
            session = self.player.start(Game(game.n))
            try:
                session.choose(game)
            except ValueError as error:
                if str(error) != "the game is over":
                    raise _Broken(
                        f"ValueError says {str(error)!r}, not 'the game is over'"
                    ) from None
            else:
                raise _Broken(f"it chose a move after {game.moves[-1]}")
            finally:
                session.close()

    # -- one move ------------------------------------------------------------------------------

    def _move(self, game: Game, limit: Limit, seed: int = 1) -> int | str:
        session = self.player.start(game)
        try:
            return self._checked(session, game, limit, seed)
        finally:
            session.close()

    def _checked(self, session: Session, game: Game, limit: Limit, seed: int = 1) -> int | str:
        board, node = game.board, game.node
        choice = session.choose(game, limit, seed)
        if game.node is not node or game.board != board:
            raise _Broken(f"it changed the game, {board!r}")
        if not isinstance(choice, Choice):
            raise _Broken(f"it returned {choice!r}, no Choice")
        _check_choice(choice, board)
        return choice.move


def read_sizes(text: str) -> tuple[int, ...]:
    """Board sizes from words.

    >>> read_sizes("1-3,7")
    (1, 2, 3, 7)
    """
    sizes: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        last = last or first
        if not first.isdecimal() or not last.isdecimal() or int(first) > int(last):
            raise ValueError(f"sizes are numbers and ranges (1-13 or 5,7), not {text!r}")
        sizes += [check_size(n) for n in range(int(first), int(last) + 1)]
    return tuple(sizes)


def _check_choice(choice: Choice, board: Board) -> None:
    who = color_name(board.to_move)
    move, n = choice.move, board.n
    if isinstance(move, str):
        if move != "resign":
            raise _Broken(f"{move!r} is no move for {who} in {board!r}")
    elif isinstance(move, bool) or not isinstance(move, int):
        raise _Broken(f"a move is an int or 'resign', not {move!r} ({type(move).__name__})")
    elif move not in board.empty:
        raise _Broken(f"cell {move} is not empty in {board!r}")
    if choice.value is not None and not -1 <= choice.value <= 1:
        raise _Broken(f"its value {choice.value!r} is not from -1 to 1")
    if choice.scores is not None and np.shape(choice.scores) != (n * n,):
        raise _Broken(f"its scores have shape {np.shape(choice.scores)}, not ({n * n},)")


def _random_game(n: int, plies: int, seed: int) -> Game:
    """A game of random moves: so many, or until it is over."""
    rng = np.random.default_rng([n, plies, seed])
    game = Game(n)
    for cell in rng.permutation(n * n)[:plies].tolist():
        if game.board.winner:
            break
        game.play(cell)
    return game
