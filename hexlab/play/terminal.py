"""A game against a player in a terminal: ``hexlab play PLAYER``."""

from __future__ import annotations

import shlex

import numpy as np

from hexlab.board.game import Game
from hexlab.board.notation import cell_name, color_name
from hexlab.board.tree import outcome
from hexlab.play.player import Choice, Limit, Player
from hexlab.play.swap import wants_swap

__all__ = ["HELP", "TerminalGame"]

HELP = """a move (f6), or one of
  swap           take over the first stone (pieces are swapped)
  undo           take your last move and the answer back
  hint           what the player would do in your place
  go             let the player move for you
  resign         give up
  save FILE      write the game (.sgf) or a picture of it (.svg, .png, .pdf)
  board, help, quit"""


class TerminalGame:
    """A person against a player; each line typed gives a text to show.

    Parameters
    ----------
    player : Player
        The opponent.
    n : int
        Board size.
    color : int
        The person's: BLACK or WHITE.
    limit : Limit, optional
        For each move of the player.
    seed : int, optional
        The same moves then get the same answers.
    swap : bool
        Whether the second player may swap.

    Attributes
    ----------
    game : Game
    ended : bool
        Whether the person has left.

    Examples
    --------
    >>> from hexlab import BLACK
    >>> from hexlab.play.player import Stateless
    >>> class First(Stateless):
    ...     name = "first"
    ...     def swaps(self, board):
    ...         return False
    ...     def pick(self, board, limit, rng):
    ...         return board.empty[0]
    >>> play = TerminalGame(First(), 3, BLACK)
    >>> print(play.answer("b2"))
    first plays a1.
      a b c
     1 W . .  1
      2 . B .  2
       3 . . .  3
          a b c
    black to move
    >>> play.answer("hint")
    'first would play b1.'
    """

    def __init__(
        self,
        player: Player,
        n: int,
        color: int,
        limit: Limit | None = None,
        seed: int | None = None,
        swap: bool = True,
    ) -> None:
        self.player = player
        self.game = Game(n)
        self.color = color
        self.ended = False
        self._limit = limit or Limit()
        self._seed = seed
        self._may_swap = swap
        name = player.name or type(player).__name__
        self.game.players = ("you", name) if color == 1 else (name, "you")
        self._name = name
        self._session = player.start(self.game)

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return bool(outcome(self.game.node)[0])

    def begin(self) -> str:
        """The board at the start, after the player's first move if he begins."""
        return "\n".join([*self._answers(), str(self.game.board)])

    def close(self) -> None:
        """End the player's session."""
        self._session.close()

    def answer(self, line: str) -> str:
        """Do what was typed, let the player answer, and say what there is to see.

        Raises
        ------
        ValueError
            If it cannot be done; nothing is changed then.
        OSError
            If a file cannot be written, or another program fails.
        """
        word, _, rest = line.strip().partition(" ")
        act = {
            "board": lambda: str(self.game.board),
            "help": lambda: HELP,
            "hint": self._hint,
            "quit": self._quit,
            "save": lambda: self._save(rest),
            "undo": self._undo,
        }.get(word.lower(), lambda: self._move(word.lower()))
        return act()

    # -- what a person does --------------------------------------------------------------------

    def _move(self, word: str) -> str:
        if self.over:
            raise ValueError("the game is over: undo, save or quit")
        here = self.game.node
        try:
            said = [*self._made(word), *self._answers()]
        except Exception:
            # Not half of it: a person whose opponent fails would go on with the opponent's stones.
            for child in here.children:
                self.game.goto(child).delete()
            self.game.goto(here)
            raise
        return "\n".join([*said, str(self.game.board), *self._result()])

    def _made(self, word: str) -> list[str]:
        """Make the person's move; what there is to say of it."""
        if word == "go":
            return [self._let_move()]
        if word.startswith("swap"):
            if not self._may_swap:
                raise ValueError("this game is played without swap")
            self.game.swap("pieces")
        elif word == "resign":
            self.game.resign()
        else:
            self.game.play(word)
        return []

    def _undo(self) -> str:
        """Back to where the person was to move, a move earlier at least."""
        game = self.game
        mine = [node for node in game.node.path() if node.move and node.move.color == self.color]
        if not mine:
            raise ValueError("nothing to undo: you have not moved yet")
        game.goto(mine[-1]).delete()
        return "\n".join([*self._answers(), str(game.board)])

    def _hint(self) -> str:
        choice = self._choose()
        return f"{self._name} would {_words(choice, self.game.n)}."

    def _save(self, rest: str) -> str:
        names = shlex.split(rest)
        if len(names) != 1:
            raise ValueError("save takes the name of a file: save game.sgf")
        self.game.save(names[0])
        return f"Saved {names[0]}"

    def _quit(self) -> str:
        self.ended = True
        return ""

    # -- what the player does ------------------------------------------------------------------

    def _answers(self) -> list[str]:
        """The player's moves, as long as it is his turn: one, or none."""
        said = []
        while not self.over and self.game.board.to_move != self.color:
            said.append(self._let_move())
        return said

    def _let_move(self) -> str:
        choice = self._choose()
        if choice.move == "resign":
            self.game.resign()
        elif choice.move == "swap-pieces":
            self.game.swap("pieces")
        else:
            self.game.play(int(choice.move))
        verb, _, rest = _words(choice, self.game.n).partition(" ")
        return f"{self._name} {verb}s {rest}".rstrip() + "."

    def _choose(self) -> Choice:
        try:
            choice = self._chosen()
        except (ValueError, OSError):
            raise
        except Exception as error:  # a fault of a player must not cost the person the game
            text = f"{type(error).__name__}: {error}".removesuffix(": ")
            raise ValueError(f"{self._name} fails by {text}") from error
        if not isinstance(choice, Choice):
            raise ValueError(f"{self._name} chose {choice!r}, which is no Choice")
        return choice

    def _chosen(self) -> Choice:
        game = self.game
        swap = self._may_swap and game.board.can_swap() and not game.node.swapped
        if swap and wants_swap(game.board, self.player):
            return Choice("swap-pieces")
        key = None if self._seed is None else [self._seed, len(game.node.path())]
        return self._session.choose(game, self._limit, np.random.default_rng(key))

    def _result(self) -> list[str]:
        winner, how = outcome(self.game.node)
        if not winner:
            return []
        who = "You have" if winner == self.color else f"{self._name} has"
        by = " by resignation" if how == "resign" else ""
        return [f"{who} won{by} ({color_name(winner)})."]


def _words(choice: Choice, n: int) -> str:
    """A choice in words, with the value in percent."""
    move = choice.move
    if move == "resign":
        return "resign"
    what = "swap pieces" if isinstance(move, str) else f"play {cell_name(move, n)}"
    if choice.value is None:
        return what
    return f"{what} (win rate {50 + 50 * choice.value:.0f} %)"
