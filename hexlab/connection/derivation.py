"""From connections that H-search found to proof steps, which anybody can check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexlab.board.geometry import neighbors
from hexlab.connection.proof import Proof
from hexlab.connection.record import Connection

if TYPE_CHECKING:
    from hexlab.board.board import Board

__all__ = ["along_stones", "proof_steps"]


def proof_steps(connection: Connection, proof: Proof) -> int:
    """Add the derivation of a connection to a proof; the number of its step.

    Parameters
    ----------
    connection : Connection
        Also one that was kept after further moves.
    proof : Proof
        Of the same board size and player; it gets the steps that it lacks.

    Returns
    -------
    int
        A step whose ends are the connection's (a group is named by its lowest stone), whose carrier
        is a subset of the connection's and whose support are own stones.

    Raises
    ------
    ValueError
        If board size or player differ.

    Notes
    -----
    Groups become explicit: a neighbor of a stone reaches the group's name along own stones, one AND
    for each. Cost: about 10 µs for each step that is new.

    >>> from hexlab import Board
    >>> from hexlab.connection import find_connections
    >>> bridge = find_connections(Board(5, black="c3 d1"), "black").between("c3", "d1")[0]
    >>> proof = Proof(5, "black")
    >>> proof[proof_steps(bridge, proof)].rule, len(proof)
    ('or', 12)
    """
    if (proof.n, proof.player) != (connection.board.n, connection.player):
        raise ValueError("the proof is of another board size or player than the connection")
    step = _Writer(connection, proof).write(connection)
    if step is None:
        raise ValueError("stones have joined the ends of this connection")
    return step


class _Writer:
    """Writes connections of one position into a proof."""

    def __init__(self, connection: Connection, proof: Proof) -> None:
        self.proof = proof
        self.written: dict[int, int | None] = {}
        self.near = neighbors(proof.n)
        # From each own stone the next place on its way to what names its group.
        self.onward: dict[int, int] = {}
        for group in connection.board.groups(proof.player):
            touched = [(s, side) for side in (-1, -2) for s in group if proof.touches(s, side)]
            name = touched[0][1] if touched else group[0]
            starts = [(s, name) for s, side in touched if side == name] or [(name, name)]
            self._lead(set(group), starts)

    def _lead(self, group: set[int], starts: list[tuple[int, int]]) -> None:
        """Find the shortest ways of a group's stones to the places that `starts` lead to."""
        self.onward.update(starts)
        front = [stone for stone, _ in starts]
        while front:
            found = {}
            for stone in front:
                for other in self.near[stone]:
                    if other in group and other not in self.onward:
                        found[other] = stone
            self.onward.update(found)
            front = list(found)

    def write(self, c: Connection) -> int | None:
        """The step of a connection; None if later stones have joined its ends."""
        if c.number not in self.written:
            one, other = c.ends
            self.written[c.number] = None if one == other else self._written(c)
        return self.written[c.number]

    def _written(self, c: Connection) -> int | None:
        if c.rule == "base":
            return self._touching(*c.ends)
        if c.rule == "and":
            return self._joined(c)
        if c.rule == "or":
            return self._either(c)
        from hexlab.connection.deduction import template_steps

        return template_steps(c, self.proof)

    def _touching(self, one: int, other: int) -> int:
        """Two points that touch: an empty cell, and a cell, a side or a group."""
        cell, point = (one, other) if one >= 0 and one not in self.onward else (other, one)
        if self.proof.touches(cell, point):
            return self.proof.base(cell, point)
        stone = next(s for s in self.near[cell] if self._name(s) == point)
        step = self.proof.base(cell, stone)
        while stone != point:
            onward = self.onward[stone]
            step = self.proof.join(step, self.proof.base(stone, onward))
            stone = onward
        return step

    def _name(self, stone: int) -> int | None:
        """What names the group of a stone; None for another cell."""
        if stone not in self.onward:
            return None
        while stone >= 0 and self.onward[stone] != stone:
            stone = self.onward[stone]
        return stone

    def _joined(self, c: Connection) -> int | None:
        parts = [self.write(part) for part in c.parts]
        if None in parts:  # the midpoint has become one with an end
            return next((step for step in parts if step is not None), None)
        a, b = (step for step in parts if step is not None)
        middle = next(end for end in self.proof[a].ends if end not in c.ends)
        step = self.proof.join(a, b)
        empty = middle >= 0 and middle not in self.onward
        return self.proof.play(step, middle) if empty else step

    def _either(self, c: Connection) -> int | None:
        steps = []
        for part in c.parts:
            step = self.write(part)
            if step is None or self.proof[step].key is None:  # its key has been played
                return step
            steps.append(step)
        return self.proof.either(*steps)


def along_stones(proof: Proof, board: Board, x: int, y: int) -> int | None:
    """The step that own stones on the board make from x to y, or None.

    The stones are those of the proof's player; the way is one of the shortest.
    """
    stones = board.bits(proof.player)
    before: dict[int, int] = {x: x}
    front = [x]
    while front and y not in before:
        later = []
        for place in front:
            for other in _around(proof, place):
                if other not in before and (other < 0 or other == y or stones >> other & 1):
                    before[other] = place
                    later.append(other)
        front = later
    if y not in before or x == y:
        return None
    step = proof.base(y, before[y])
    place = before[y]
    while place != x:
        step = proof.join(step, proof.base(place, before[place]))
        place = before[place]
    return step


def _around(proof: Proof, place: int) -> Sequence[int]:
    """The cells and sides that a cell or a side touches."""
    if place >= 0:
        sides = [side for side in (-1, -2) if proof.touches(place, side)]
        return (*neighbors(proof.n)[place], *sides)
    return [cell for cell in range(proof.n**2) if proof.touches(cell, place)]
