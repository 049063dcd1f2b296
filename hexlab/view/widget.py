"""`BoardWidget`: the board one can click on, in JupyterLab and other notebooks.

Shown with and without a kernel
-------------------------------
Displaying a widget writes two outputs: a still picture (`hexlab.view.still` says in which form),
then the live view, which hides its still where it starts. JupyterLab draws no widget in a notebook
that the reader has not run ("not trusted"), and none before a kernel is there ("Loading
widget..."); the still is seen in both cases, and on web pages.

Once there is a kernel, JupyterLab draws a trusted notebook's widgets from the state stored in it,
or writes "model not found" where none is stored. So whoever executes notebooks stores it (nbclient
does with ``store_widget_state=True``). Such a view shows its position and says, when somebody
clicks, that Python does not answer.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hexlab.board.board import Board
from hexlab.board.formats import parse_game
from hexlab.board.game import Game
from hexlab.board.notation import BLACK, WHITE, cell_id
from hexlab.run.extras import need
from hexlab.view.explore import (
    CHOICES,
    exports,
    measured,
    move_rows,
    nodes_in_order,
    number_rows,
    status,
)
from hexlab.view.lens import GIVEN, Lensed
from hexlab.view.still import still_html
from hexlab.view.svg import board_svg

__all__ = ["BoardWidget"]

_AnyWidget: Any = need("anywidget", "lab").AnyWidget
traitlets: Any = need("traitlets", "lab")

_HERE = Path(__file__).parent
_PLAYERS = {"black": BLACK, "white": WHITE}


def _one_of(trait: str, *more: str) -> Any:
    values = [value for value, _ in CHOICES[trait]] + list(more)
    return traitlets.Enum(values, default_value=values[0]).tag(sync=True)


class BoardWidget(Lensed, _AnyWidget):
    """A Hex board to click on: play, step, vary, set up, measure, paste and copy games.

    Parameters
    ----------
    start : Game, Board, int or str, default 11
        A game (shared, not copied: what is played here is in it), a position, a size, or a game as
        text: SGF, a HexWorld link or a HexWiki diagram.
    measure : str, optional
        Colors the cells: a name in `hexlab.view.measures.MEASURES`.
    player : {"black", "white", "both"}
        Whose network is measured; "both" shows Black − White.
    links : {"none", "black", "white", "both"}
        Whose network is drawn over the cells.
    mode : {"alternate", "black", "white", "put black", "put white", "erase", "connections"}
        What a click does. With "connections" two clicks choose the ends of a connection, and
        further ones into its carrier are answered; the game stays as it is.
    **options
        Passed to `hexlab.view.svg.board_svg` for every picture: orientation, theme, numbers and
        more. Without `theme` the board follows the page, light or dark.

    Attributes
    ----------
    game : Game
        Assign to show another one.
    board : Board
        The position at the cursor (read only).
    position : Board
        The same as a trait, for ``widget.observe(f, "position")``.
    moves : tuple of str
        The moves of the line through the cursor ("B f6"), as a trait.
    board_text : str
        The position as text, as a trait.

    Raises
    ------
    ValueError
        For a size, text or measure that is none.

    Notes
    -----
    After changing `game` from Python (``widget.game.play("c3")``) call `refresh`. A click on 11×11
    with a measure shown takes a few tens of ms to the new picture.

    Examples
    --------
    >>> widget = BoardWidget(5)
    >>> widget.observe(lambda change: print(change.new), "position")
    >>> widget.command("click", cell="c3")
      a b c d e
     1 . . . . .  1
      2 . . . . .  2
       3 . . B . .  3
        4 . . . . .  4
         5 . . . . .  5
            a b c d e
    white to move
    >>> widget.moves
    ('B c3',)
    """

    _esm = _HERE / "board.js"
    _css = _HERE / "board.css"

    game = traitlets.Instance(Game)
    position = traitlets.Instance(Board, allow_none=True)
    moves = traitlets.Tuple()
    board_text = traitlets.Unicode()

    mode = _one_of("mode", *GIVEN)
    measure = _one_of("measure")
    player = _one_of("player")
    links = _one_of("links")
    page_theme = traitlets.Enum(["light", "dark"], default_value="light").tag(sync=True)

    choices = traitlets.Dict(CHOICES).tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    numbers: Any = traitlets.List().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    answered = traitlets.Int().tag(sync=True)

    def __init__(
        self,
        start: Game | Board | int | str = 11,
        measure: str | None = None,
        *,
        player: str = "black",
        links: str = "none",
        mode: str = "alternate",
        **options: Any,
    ) -> None:
        given = {"measure": measure or "none", "player": player, "links": links, "mode": mode}
        for trait, value in given.items():
            known = [name for name, _ in CHOICES[trait]]
            if value not in known:
                raise ValueError(f"{trait} {value!r} is none of {', '.join(known)}")
        self._options = options
        self._error = ""
        # What `put_back` undoes: how to bring back a deleted branch or a replaced game.
        self._removed: list[Callable[[], Any]] = []
        self._lens = None
        super().__init__(game=_as_game(start), **given)
        self.key = self.model_id or ""
        self._draw()
        self.on_msg(lambda _, content, buffers: self._receive(content))

    @property
    def board(self) -> Board:
        """The position at the cursor."""
        return self.game.board

    # -- what the person asks for --------------------------------------------------------------

    def command(self, op: str, **content: Any) -> None:
        """Do what a click, key or button does.

        Parameters
        ----------
        op : str
            "click" (cell), "move" (text), "undo", "redo", "first", "last", "variation" (step),
            "goto" (node), "delete", "put_back", "swap" (kind), "comment" (text), "open" (text);
            where connections, a solution or a proof are shown "side" (side), "back", "other" and
            "leave".
        **content
            What stands in brackets above.

        Raises
        ------
        ValueError
            If it can't be done; nothing is changed then.
        """
        self._error = ""
        self._do(op, **content)
        self.refresh()

    def _do(self, op: str, **content: Any) -> None:
        if op not in _COMMANDS:
            raise ValueError(f"{op!r} is no command of the board")
        _COMMANDS[op](self, **content)

    def _receive(self, content: dict[str, Any]) -> None:
        """Do what the browser asks; whatever goes wrong is shown in the widget."""
        try:
            self.command(**content)
        except ValueError as error:
            self._fail(str(error))
        except Exception as error:
            self._fail(f"{type(error).__name__}: {error}")
        self.answered += 1

    def _fail(self, message: str) -> None:
        self._error = message
        self._tell()

    def _click(self, cell: str) -> None:
        if self._lens is not None:
            self._lens.click(cell_id(cell, self.board.n))
        elif self.mode in ("alternate", "black", "white"):
            if self.mode == "alternate" and self.board[cell] and self._can_swap():
                self.game.swap("pieces")  # a click on the stone itself, as in HexGui
            else:
                self.game.play(cell, _PLAYERS.get(self.mode))
        elif self.mode == "erase":
            self.game.set_up(empty=[cell])
        elif self.mode == "put black":
            self.game.set_up(black=[cell])
        else:
            self.game.set_up(white=[cell])

    def _move(self, text: str) -> None:
        word = text.strip().lower()
        if word.startswith("swap"):
            self.game.swap(word.removeprefix("swap").strip("- ") or None)
        elif word == "resign":
            self.game.resign()
        elif word == "pass":
            self.game.pass_turn()
        else:
            self.game.play(text, _PLAYERS.get(self.mode))

    def _variation(self, step: int) -> None:
        node = self.game.node
        if node.parent is None:
            return
        siblings = node.parent.children
        at = next(i for i, sibling in enumerate(siblings) if sibling is node)
        self.game.goto(siblings[(at + step) % len(siblings)])

    def _goto(self, node: int) -> None:
        nodes = nodes_in_order(self.game)
        if not -1 <= node < len(nodes):
            raise ValueError(f"there is no move {node} in this game any more")
        self.game.goto(nodes[node][0] if node >= 0 else self.game.root)

    def _undo(self) -> None:
        if self.game.node.parent is not None:
            self.game.undo()

    def _redo(self) -> None:
        if self.game.node.children:
            self.game.redo()

    def _delete(self) -> None:
        game, node = self.game, self.game.node
        parent = node.parent
        if parent is None:
            raise ValueError("the start of a game can't be deleted")
        at = [child is node for child in parent.children].index(True)
        game.delete()

        def bring_back() -> None:
            node.parent = parent
            parent.children.insert(at, node)
            self.game = game.goto(node)

        self._removed.append(bring_back)

    def _open(self, text: str) -> None:
        before = self.game
        with warnings.catch_warnings(record=True) as doubts:
            warnings.simplefilter("always")
            opened = parse_game(text)
        self._removed.append(lambda: setattr(self, "game", before))
        self.game = opened
        self._error = "\n".join(str(doubt.message) for doubt in doubts)

    def _put_back(self) -> None:
        if not self._removed:
            raise ValueError("nothing was deleted or replaced yet")
        self._removed.pop()()

    def _comment(self, text: str) -> None:
        self.game.comment = text

    def _can_swap(self) -> bool:
        return self.board.can_swap() and not self.game.node.swapped

    # -- what is shown -------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show `game` as it is now."""
        self._draw()

    @traitlets.observe("game", "measure", "player", "links", "page_theme")
    def _redraw(self, change: Any) -> None:
        if not self.picture:  # still being made
            return
        try:
            self._error = ""
            self.refresh()
        except Exception as error:
            self._fail(f"{type(error).__name__}: {error}")
        self.answered += 1

    @traitlets.observe("mode")
    def _enter(self, change: Any) -> None:
        if not self.picture:
            return
        if change.new not in GIVEN:
            self._lens = None
        self._redraw(change)

    def _draw(self) -> None:
        self._focus()
        board = self.board
        values = {} if self.measure == "none" else measured(board, self.measure)
        # One message to the browser for all that changed.
        with self.hold_sync():
            shown = board if self._lens is None else self._lens.board
            self.picture = board_svg(shown, **self._picture_options(values))
            self.numbers = number_rows(values)
            self._tell()
        # Those who observe these three find everything else up to date.
        self.moves = tuple(str(move) for move in self.game.moves)
        self.board_text = str(board)
        self.position = board

    def _picture_options(self, values: dict[str, dict[int, np.ndarray]]) -> dict[str, Any]:
        options: dict[str, Any] = {"theme": self.page_theme} | self._options
        move = self.game.node.move
        if move is not None and move.cell is not None:
            options.setdefault("last", move.cell)
        if self.measure != "none":
            black, white = values[self.measure][BLACK], values[self.measure][WHITE]
            heat, whose = {
                "black": (black, "Black"),
                "white": (white, "White"),
                "both": (black - white, "Black − White"),
            }[self.player]
            options |= {"heat": heat, "heat_label": f"{self.measure}, {whose}"}
            options["diverging"] = self.player == "both"
        if self.links != "none":
            options["links"] = self._networks()
        return options if self._lens is None else options | self._lens.options()

    def _networks(self) -> list[Any]:
        from hexlab.network.network import board_network

        shown = [color for name, color in _PLAYERS.items() if self.links in (name, "both")]
        return [board_network(self.board, color) for color in shown]

    def _tell(self) -> None:
        """Send all but the picture and the numbers."""
        game, rows = self.game, move_rows(self.game)
        self.state = {
            "status": status(game) if self._lens is None else self._lens.status,
            "study": None if self._lens is None else self._lens.told(),
            "error": self._error,
            "tree": rows,
            "node": next(row["node"] for row in rows if row["current"]),
            "comment": game.comment,
            "can_undo": game.node.parent is not None,
            "can_redo": bool(game.node.children),
            "can_swap": self._can_swap(),
            "can_put_back": bool(self._removed),
            "bot": None,
            "exports": exports(game),
        }

    # -- in a notebook -------------------------------------------------------------------------

    def _still(self) -> str:
        board = self.board if self._lens is None else self._lens.board
        text = f"Hex board. {self.state['status']}\n{board}"
        return still_html(self.picture, text, hexlab=self.key)

    def _ipython_display_(self, **kwargs: Any) -> None:
        from IPython.display import display

        still = {"text/html": self._still(), "text/plain": self.board_text}
        display(still, raw=True)
        live = super()._repr_mimebundle_()
        if live is not None:
            data, metadata = live
            data["text/plain"] = "(run this cell to play on the board)"
            display(data, metadata=metadata, raw=True)

    def __repr__(self) -> str:
        return f"BoardWidget({self.game!r}, measure={self.measure!r})"


_COMMANDS: dict[str, Callable[..., None]] = {
    "click": BoardWidget._click,
    "side": Lensed._side,
    "back": Lensed._back,
    "other": Lensed._other,
    "leave": Lensed._leave,
    "move": BoardWidget._move,
    "undo": BoardWidget._undo,
    "redo": BoardWidget._redo,
    "first": lambda self: self.game.first(),
    "last": lambda self: self.game.last(),
    "variation": BoardWidget._variation,
    "goto": BoardWidget._goto,
    "delete": BoardWidget._delete,
    "put_back": BoardWidget._put_back,
    "swap": lambda self, kind=None: self.game.swap(kind),
    "comment": BoardWidget._comment,
    "open": BoardWidget._open,
}


def _as_game(start: Game | Board | int | str) -> Game:
    if isinstance(start, Game):
        return start
    return parse_game(start) if isinstance(start, str) else Game(start)
