"""`BotWidget`: the board against a player, who thinks while the page stays alive."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.game import Game
from hexlab.board.notation import cell_name, parse_color
from hexlab.board.tree import Node, outcome
from hexlab.play.background import Thinker
from hexlab.play.player import Choice, Limit, Player, make_player
from hexlab.play.swap import wants_swap
from hexlab.view.widget import BoardWidget

__all__ = ["BotWidget"]

# After these it may be the player's turn; stepping through the game asks nobody.
_MOVES = ("click", "move", "swap", "undo", "go", "open", "put_back")


class BotWidget(BoardWidget):
    """A board to play on against a player.

    Parameters
    ----------
    player : Player or str
        The opponent.
    start : Game, Board, int or str, default 11
        As for `BoardWidget`.
    color : {"black", "white"}
        The person's.
    limit : Limit, optional
        For each move of the player.
    seed : int, optional
        The same moves then get the same answers.
    swap : bool
        Whether the second player may swap.
    thoughts : bool
        Whether the board shows what the player thinks, as heat of its scores, where no measure is
        shown.
    background : bool
        False: the player answers at once, and whoever calls waits. For scripts.
    **options
        As for `BoardWidget`.

    Attributes
    ----------
    bot : Player

    Raises
    ------
    ValueError
        For an unknown player, and as `BoardWidget`.

    Notes
    -----
    Commands beside those of `BoardWidget`: "hint", "resign" and "go" (the player moves for whoever
    is to move). "undo" takes the person's last move back with the answer.

    Examples
    --------
    >>> from hexlab.play.player import Stateless
    >>> class First(Stateless):
    ...     name = "first"
    ...     def swaps(self, board):
    ...         return False
    ...     def pick(self, board, limit, rng):
    ...         return board.empty[0]
    >>> widget = BotWidget(First(), 3, background=False)
    >>> widget.command("click", cell="b2")
    >>> widget.moves
    ('B b2', 'W a1')
    >>> widget.command("hint")
    >>> widget.state["status"]
    'Black to move, 2 stones. Hint: b1.'
    """

    def __init__(
        self,
        player: Player | str,
        start: Game | Board | int | str = 11,
        *,
        color: str = "black",
        limit: Limit | None = None,
        seed: int | None = None,
        swap: bool = True,
        thoughts: bool = True,
        background: bool = True,
        **options: Any,
    ) -> None:
        self.bot = make_player(player) if isinstance(player, str) else player
        self._color = parse_color(color)
        self._may_swap = swap
        self._shows_thoughts = thoughts
        self._thinker = Thinker(self.bot, limit, seed, background)
        # Answers come from another thread where no event loop runs.
        self._turn = threading.RLock()
        self._about: Node | None = None
        self._thought: Choice | None = None
        self._hint: Choice | None = None
        super().__init__(start, **options)
        self._consider()

    def close(self) -> None:
        """End the player's session and the widget."""
        if hasattr(self, "_thinker"):  # the widget is closed too if it could not be made
            self._thinker.close()
        super().close()

    @property
    def thinking(self) -> bool:
        """Whether the player thinks."""
        return self._thinker.busy

    @property
    def bot_color(self) -> int:
        """BLACK or WHITE; the players exchange colors when sides are swapped."""
        moves = (node.move for node in self.game.node.path())
        swaps = sum(move is not None and move.kind == "swap-sides" for move in moves)
        return self._color if swaps % 2 else -self._color

    # -- what the person asks for --------------------------------------------------------------

    def command(self, op: str, **content: Any) -> None:
        """As `BoardWidget.command`; then the player answers if it is his turn."""
        with self._turn:
            if op in ("click", "move", "go", "hint") and self.thinking:
                raise ValueError(f"{self._name} is thinking: wait, or step back")
            super().command(op, **content)
            if op in _MOVES:
                self._consider(again=op in ("click", "move"))

    def _do(self, op: str, **content: Any) -> None:
        own = {"hint": self._ask_hint, "go": self._go, "resign": self._resign, "undo": self._undo}
        if op in own:
            own[op](**content)
        else:
            super()._do(op, **content)

    def _undo(self) -> None:
        """To where the person made the last move; without one, a move back."""
        path, mine = self.game.node.path(), -self.bot_color
        made = [node for node in path if node.move is not None and node.move.color == mine]
        back = made[-1].parent if made else path[-1].parent
        if back is not None:
            self.game.goto(back)

    def _resign(self) -> None:
        if outcome(self.game.node)[0]:
            raise ValueError("the game is over")
        self.game.resign(-self.bot_color)

    def _ask_hint(self) -> None:
        self._ask(self._advise)

    def _go(self) -> None:
        self._ask(self._move_for)

    def _can_swap(self) -> bool:
        return self._may_swap and not self.thinking and super()._can_swap()

    # -- what the player does ------------------------------------------------------------------

    def _consider(self, again: bool = False) -> None:
        """Let the player move if it is his turn at the end of a line; within one, to answer again.

        So a move that was taken back and is made once more gets its answer, too.
        """
        game = self.game
        at_end = again or not game.node.children
        playing = self.mode == "alternate" and at_end and not self.thinking
        if playing and game.board.to_move == self.bot_color and not outcome(game.node)[0]:
            self._go()
            self.refresh()

    def _ask(self, use: Any) -> None:
        game = self.game
        if outcome(game.node)[0]:
            raise ValueError("the game is over")
        self._about, self._thought, self._hint = game.node, None, None
        if use == self._move_for and self._can_swap() and wants_swap(game.board, self.bot):
            use(Choice("swap-pieces"))
            return

        def done(found: Choice | Exception) -> None:
            with self._turn:
                self._thought = None
                if isinstance(found, Exception):
                    self.refresh()
                    self._fail(f"{self._name}: {found}")
                    return
                use(found)
                self.refresh()
                # The answer to a swap of sides, or of a player against himself.
                self._consider()

        self._thinker.ask(game, done, self._see)

    def _see(self, choice: Choice) -> None:
        with self._turn:
            self._thought = choice
            self.refresh()

    def _move_for(self, choice: Choice) -> None:
        if choice.move == "resign":
            self.game.resign()
        elif choice.move == "swap-pieces":
            self.game.swap("pieces")
        else:
            self.game.play(int(choice.move))

    def _advise(self, choice: Choice) -> None:
        self._hint = self._thought = choice

    # -- what is shown -------------------------------------------------------------------------

    @property
    def _name(self) -> str:
        return self.bot.name or type(self.bot).__name__

    def _draw(self) -> None:
        with self._turn:
            if self._about is not self.game.node:
                # The person has gone elsewhere.
                self._thinker.cancel()
                self._about = self._thought = self._hint = None
            super()._draw()

    def _picture_options(self, values: Any) -> dict[str, Any]:
        options = super()._picture_options(values)
        choice = self._thought
        if self.measure == "none" and choice is not None and choice.scores is not None:
            scores = np.where(np.isfinite(choice.scores), choice.scores, np.nan)
            if self._shows_thoughts and np.any(np.isfinite(scores)):
                options |= {"heat": scores, "heat_label": f"what {self._name} thinks"}
        if self._hint is not None and not isinstance(self._hint.move, str):
            options["labels"] = {self._hint.move: "!"}
        return options

    def _tell(self) -> None:
        with self.hold_sync():
            super()._tell()
            more = []
            if self.thinking:
                more.append(f"{self._name} is thinking …")
            if self._hint is not None:
                more.append(f"Hint: {self._words(self._hint)}.")
            told = {
                "status": " ".join([self.state["status"], *more]),
                "bot": {"name": self._name, "thinking": self.thinking},
            }
            self.state = self.state | told

    def _words(self, choice: Choice) -> str:
        move = choice.move
        name = move if isinstance(move, str) else cell_name(move, self.board.n)
        if choice.value is None:
            return name
        return f"{name} (win rate {50 + 50 * choice.value:.0f} %)"
