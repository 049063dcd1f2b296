"""The lens for connections: choose two ends, intrude into what joins them, see the answers."""

from __future__ import annotations

from typing import Any

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of, grid
from hexlab.board.notation import BLACK, EMPTY, WHITE, cell_name, color_name
from hexlab.connection.explain import end_words, explain, pair_words, what_is_left
from hexlab.connection.hsearch import Connections, find_connections
from hexlab.connection.options import Quality
from hexlab.connection.record import Connection, end_name
from hexlab.connection.reply import AnyConnection, begin, held, region, reply
from hexlab.view.connections import Frame
from hexlab.view.lens import Lens, named, numbered

__all__ = ["ConnectionLens"]

_SIDES = {"top": (BLACK, -1), "bottom": (BLACK, -2), "left": (WHITE, -1), "right": (WHITE, -2)}
_HOW = "Click two cells, groups or sides of a player to see what connects them."


class ConnectionLens(Lens):
    """Shows the best connection between the two ends that were clicked.

    Parameters
    ----------
    board : Board
        Two empty cells are looked at for the player to move, all else for the owner.
    quality : str
        The rules of `hexlab.connection.find_connections`.
    """

    def __init__(self, board: Board, quality: Quality = "fast") -> None:
        super().__init__(board)
        self._quality = quality
        self._cache: dict[int, Connections] = {}
        self._ends: list[int] = []
        self._player = 0
        self._first_owned = False
        self._found: list[Connection] = []
        self._choice = 0
        # Stones tried, and after each answer how many there are and what is still to be kept.
        self._moves: list[int] = []
        self._rests: list[tuple[int, tuple[AnyConnection, ...]]] = []
        self._show()

    # -- clicks --------------------------------------------------------------------------------

    def click(self, cell: int) -> None:
        connection = self.connection
        if connection is not None and self._matters() >> cell & 1:
            self._play(connection, cell)
        else:
            stone = self.start[cell]
            waiting = self._player if len(self._ends) == 1 else self.start.to_move
            self._pick(cell, stone or waiting, stone != EMPTY)

    def side(self, name: str) -> None:
        player, end = _SIDES[name]
        self._pick(end, player, True)

    def back(self) -> None:
        if self._rests:
            self._rests.pop()
            while self._moves and (not self._rests or len(self._moves) > self._rests[-1][0]):
                self._moves.pop()
            self._show()
        else:
            self._forget()

    def other(self) -> None:
        if self._found:
            self._choice = (self._choice + 1) % len(self._found)
            self._moves, self._rests = [], []
            self._show()

    def leave(self) -> bool:
        picked = bool(self._ends)
        self._forget()
        return picked

    # -- what was chosen -----------------------------------------------------------------------

    @property
    def connection(self) -> Connection | None:
        """The connection that is shown."""
        return self._found[self._choice] if self._found else None

    def _forget(self) -> None:
        self._ends, self._player, self._first_owned = [], 0, False
        self._found, self._choice = [], 0
        self._moves, self._rests = [], []
        self._show()

    def _pick(self, end: int, player: int, owned: bool) -> None:
        if self.start.winner:
            self._forget()
            self.status = "The game is over: its sides are joined by stones."
            return
        if end >= 0 and owned:
            end = self._lead(end, player)
        first = self._ends[0] if len(self._ends) == 1 else None
        if first is None or (owned and self._first_owned and player != self._player):
            self._forget()
            self._ends, self._player, self._first_owned = [end], player, owned
        elif first == end:
            self._forget()
        else:
            # An owned end says whose connection it is.
            self._player = player if owned else self._player
            self._ends.append(end)
            self._search()
        self._show()

    def _lead(self, stone: int, player: int) -> int:
        """The group's lowest stone."""
        return next(group[0] for group in self.start.groups(player) if stone in group)

    def _search(self) -> None:
        if self._player not in self._cache:
            found = find_connections(self.start, self._player, quality=self._quality)
            self._cache[self._player] = found
        between = self._cache[self._player].between(*self._ends)
        self._found = sorted(between, key=lambda c: (not c.full, c.carrier.bit_count()))

    def _one_group(self) -> bool:
        """Whether one end is a side and the other a stone that stones join to it."""
        g, stones = grid(self.start.n), self.start.bits(self._player)
        sides = (g.top, g.bottom) if self._player == BLACK else (g.left, g.right)
        reached = [sides[-1 - end] if end < 0 else 1 << end for end in self._ends]
        return bool(g.flood(reached[0] & stones, stones) & reached[1])

    # -- trying it out -------------------------------------------------------------------------

    def _rest(self) -> tuple[AnyConnection, ...] | None:
        """What is to be kept now; None before the first move of a semi connection."""
        if self._rests:
            return self._rests[-1][1]
        connection = self.connection
        return held(connection) if connection is not None and connection.full else None

    def _matters(self) -> int:
        rest = self._rest()
        if rest is not None:
            return region(rest)
        return self.connection.carrier if self.connection is not None else 0

    def _play(self, connection: Connection, cell: int) -> None:
        rest = self._rest()
        if rest is None:
            assert connection.key is not None
            key = cell_name(connection.key, self.start.n)
            who = color_name(connection.player).capitalize()
            if cell != connection.key:
                raise ValueError(f"{who} needs the first move here, at {key}: click that cell")
            answer, after = begin(connection)
            self._moves.append(cell)
        else:
            answer, after = reply(rest, cell)
            assert answer is not None
            self._moves += [cell, answer]
        self._rests.append((len(self._moves), after))
        self._show()

    # -- what is seen --------------------------------------------------------------------------

    def options(self) -> dict[str, Any]:
        shown: list[Any] = []
        rest = self._rest() if self._rests else None
        if self.connection is None:
            shown = [Frame(self._player, tuple(self._ends))] if self._ends else []
        elif rest is None:
            shown = [self.connection]
        elif rest:
            shown = list(rest)
        else:
            shown = [Frame(self._player, self.connection.ends)]
        return {"connections": shown, "numbers": numbered(self._moves), "legend": bool(self._found)}

    def _show(self) -> None:
        self.board = self.start
        connection = self.connection
        color = self._player
        if connection is not None and connection.full:
            color = -color
        for cell in self._moves:
            self.board = self.board.play(cell, color)
            color = -color
        self.can_back = bool(self._ends)
        self.can_other = len(self._found) > 1
        if connection is not None:
            self._tell(connection)
            return
        who = color_name(self._player).capitalize() if self._player else ""
        names = [self._named(end) for end in self._ends]
        self.lines = []
        if len(names) == 2 and self._one_group():
            self.status = f"{names[0]} and {names[1]} are joined by stones."
        elif len(names) == 2:
            self.status = f"No connection of {who} between {names[0]} and {names[1]} was found."
        elif names:
            self.status = f"{names[0]} and …? Click the other end for {who}."
        else:
            self.status = _HOW

    def _named(self, end: int) -> str:
        if end >= 0:
            return cell_name(end, self.start.n)
        return f"the {end_name(end, self.start.n, self._player)}"

    def _tell(self, connection: Connection) -> None:
        opponent = color_name(-connection.player).capitalize()
        who = color_name(connection.player).capitalize()
        what = pair_words(connection, kind=True)
        if len(self._found) > 1:
            what += f" ({self._choice + 1} of {len(self._found)})"
        if not self._rests:
            self.lines = explain(connection).split("\n")
            if not connection.carrier:
                self.status = f"{what}: nothing can come between."
            elif connection.full:
                self.status = f"{what}: click a hatched cell to intrude as {opponent}."
            else:
                self.status = f"{what}: click the small stone to play it for {who}."
            return
        rest = self._rests[-1][1]
        last = self._moves[-2:] if len(self._moves) > 1 else self._moves
        colors = [-connection.player, connection.player][-len(last) :]
        moves = ", ".join(
            named(cell, self.board, color) for cell, color in zip(last, colors, strict=True)
        )
        if rest:
            cells = sum(1 for _ in cells_of(region(rest)))
            self.status = f"{moves}: {cells} cells still matter."
            self.lines = [f"{who} keeps {what_is_left(rest)}."]
        else:
            one, other = (end_words(end, connection) for end in connection.ends)
            self.status = f"{moves}: {one} and {other} are joined."
            self.lines = []
