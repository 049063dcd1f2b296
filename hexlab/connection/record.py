"""One connection, as people see it: its ends, its carrier and what it comes from."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from hexlab.board.geometry import cells_of
from hexlab.board.notation import cell_name, side_names
from hexlab.connection.store import (
    BY_AND,
    BY_OR,
    BY_TEMPLATE,
    FULL,
    KEY,
    ONE,
    RULE,
    STATE,
    TWO,
    Store,
    X,
    Y,
    named_end,
)

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.connection.deduction import Deduction
    from hexlab.view.svg import Picture

__all__ = ["Connection", "end_name"]

Rule = Literal["base", "and", "or", "template"]
_RULES: dict[int, Rule] = {BY_AND: "and", BY_OR: "or", BY_TEMPLATE: "template"}


def end_name(end: int, n: int, player: int) -> str:
    """The name of a cell or, for -1 and -2, of the player's side."""
    if end >= 0:
        return cell_name(end, n)
    return side_names(player)[-1 - end]


class Connection:
    """A full or semi connection of a player.

    Attributes
    ----------
    board : Board
        The position it belongs to.
    player : int
        BLACK or WHITE.
    ends : (int, int)
        Cell ids; a group by its lowest stone, a side by -1 (top or left) or -2.
    full : bool
        Full (the opponent may move first) or semi (the player moves first, at `key`).
    carrier : int
        The cells it needs, as a cell set; empty.
    key : int or None
        Where a semi connection is played.
    rule : str
        "base" (neighbors), "and", "or" or "template".
    """

    __slots__ = ("__dict__", "_r", "_store", "board", "player")

    def __init__(self, store: Store, r: int, board: Board, player: int) -> None:
        self._store = store
        self._r = r
        self.board = board
        self.player = player

    @property
    def number(self) -> int:
        """The number of the record among those of the same search."""
        return self._r

    def _column(self, column: int) -> int:
        return int(self._store.records[self._r, column])

    @property
    def ends(self) -> tuple[int, int]:
        cells = self.board.n**2
        return named_end(self._column(X), cells), named_end(self._column(Y), cells)

    @property
    def full(self) -> bool:
        return bool(self._column(STATE) & FULL)

    @property
    def key(self) -> int | None:
        key = self._column(KEY)
        return None if key < 0 else key

    @cached_property
    def carrier(self) -> int:
        return sum(int(word) << 64 * w for w, word in enumerate(self._store.carrier[self._r]))

    @property
    def cells(self) -> tuple[int, ...]:
        """The carrier as cell ids in order."""
        return tuple(cells_of(self.carrier))

    @property
    def rule(self) -> Rule:
        return _RULES.get(self._column(STATE) & RULE, "base")

    @cached_property
    def parts(self) -> tuple[Connection, ...]:
        """What it comes from: two full connections for AND, semi ones for OR, else nothing."""
        rule, one, two = self.rule, self._column(ONE), self._column(TWO)
        if rule == "and":
            numbers = [one, two]
        elif rule == "or":
            numbers = self._store.members[one : one + two].tolist()
        else:
            numbers = []
        return tuple(Connection(self._store, r, self.board, self.player) for r in numbers)

    @cached_property
    def derived(self) -> Deduction:
        """The same connection with a derivation as far as neighbors: what a template rests on.

        Costs 10 to 100 ms for a template.
        """
        from hexlab.connection.deduction import Deduction, template_steps
        from hexlab.connection.derivation import proof_steps
        from hexlab.connection.proof import Proof

        proof = Proof(self.board.n, self.player)
        steps = template_steps if self.rule == "template" else proof_steps
        return Deduction(self.board, proof, steps(self, proof))

    @cached_property
    def depth(self) -> int:
        """How many rules lie above each other; 0 for neighbors."""
        depths: dict[int, int] = {}  # by record: many derivations share their parts

        def under(one: Connection) -> int:
            if one.number not in depths:
                depths[one.number] = max((1 + under(part) for part in one.parts), default=0)
            return depths[one.number]

        return under(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Connection):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.board.n, self.player, self.ends, self.full, self.key, self.carrier

    def __str__(self) -> str:
        """The ends, the kind and the carrier in a line."""
        n = self.board.n
        one, other = (end_name(end, n, self.player) for end in self.ends)
        kind = "full" if self.key is None else f"semi at {cell_name(self.key, n)}"
        cells = " ".join(cell_name(cell, n) for cell in self.cells)
        return f"{one}–{other} {kind}: {cells}" if cells else f"{one}–{other} {kind}"

    def __repr__(self) -> str:
        return f"<Connection {self}>"

    def show(self, **options: Any) -> Picture:
        """A picture of it; `options` as for `hexlab.view.svg.picture`."""
        from hexlab.view.svg import picture

        return picture(self.board, **({"connections": self} | options))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.show()._repr_mimebundle_() | {"text/plain": repr(self)}
