"""Must-play deduction: connections that show only if the opponent's moves are tried.

Where semi connections between two ends have cells in common, H-search knows no full connection. But
the opponent must play at one of those cells, or a semi connection is left. If the player has an
answer to each, he is connected all the same.

There is no option for the crossing rule (Henderson, Arneson and Hayward 2009), which joins stones
on two of three disjoint semi connections between empty cells: its proof tries moves, and so does
deduction, which shows the braid that the rule was made for.

Source: Rasmussen 2007, 4.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import BLACK, EMPTY, WHITE, cell_name
from hexlab.connection.derivation import along_stones, proof_steps
from hexlab.connection.hsearch import Connections, find_connections
from hexlab.connection.must_play import MustPlay, judge, smallest, spanning
from hexlab.connection.proof import Proof
from hexlab.connection.record import Connection, end_name

__all__ = ["Deduction", "deduce", "deepened", "template_steps"]


class Deduction:
    """A connection that trying moves has shown; made by `deduce`.

    Attributes
    ----------
    board : Board
        The position it belongs to.
    player : int
        BLACK or WHITE.
    proof : Proof
        The steps that show it, and others that were tried.
    number : int
        The number of its step in the proof.
    """

    def __init__(self, board: Board, proof: Proof, number: int) -> None:
        self.board = board
        self.player = proof.player
        self.proof = proof
        self.number = number

    @property
    def ends(self) -> tuple[int, int]:
        """Cell ids; a group by its lowest stone, a side by -1 or -2; sides last."""
        one, other = self.proof[self.number].ends
        return (other, one) if one < 0 else (one, other)

    @property
    def carrier(self) -> int:
        """The cells it needs, as a cell set; empty."""
        return self.proof[self.number].carrier

    @property
    def support(self) -> int:
        """The own stones it needs, as a cell set."""
        return self.proof[self.number].support

    @property
    def key(self) -> int | None:
        """Where a semi connection is played; None if it is full."""
        return self.proof[self.number].key

    @property
    def full(self) -> bool:
        """Whether the opponent may move first."""
        return self.key is None

    @property
    def cells(self) -> tuple[int, ...]:
        """The carrier as cell ids in order."""
        return tuple(cells_of(self.carrier))

    @property
    def rule(self) -> str:
        """As for `Connection`, or "play": after a stone on `key` its one part holds."""
        return "and" if self._halves else self.proof[self.number].rule

    @property
    def parts(self) -> tuple[Deduction, ...]:
        """What it comes from, as for `Connection`."""
        numbers = self._halves or self.proof[self.number].parts
        return tuple(Deduction(self.board, self.proof, number) for number in numbers)

    @property
    def _halves(self) -> tuple[int, ...]:
        """The two steps of an AND that meet at the key."""
        step = self.proof[self.number]
        if step.rule != "play":
            return ()
        below = self.proof[step.of[0]]
        if below.rule != "and" or step.key not in self.proof[below.parts[0]].ends:
            return ()
        return below.parts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deduction):
            return NotImplemented
        return (self.proof is other.proof, self.number) == (True, other.number)

    def __hash__(self) -> int:
        return hash((id(self.proof), self.number))

    def __str__(self) -> str:
        """The ends, the kind and the carrier in a line."""
        n = self.board.n
        one, other = (end_name(end, n, self.player) for end in self.ends)
        kind = "full" if self.full else f"semi at {cell_name(self.key or 0, n)}"
        return f"{one}–{other} {kind}: {' '.join(cell_name(cell, n) for cell in self.cells)}"

    def __repr__(self) -> str:
        return f"<Deduction {self}>"


def deduce(
    connections: Connections,
    one: str | int,
    other: str | int,
    *,
    full: bool = True,
    depth: int = 2,
    nodes: int = 300,
    everywhere: bool = False,
) -> Deduction | None:
    """Look for a connection of two ends by trying the moves that H-search leaves open.

    Parameters
    ----------
    connections : Connections
        The player's connections of a position.
    one, other : str or int
        Two different ends, named as for `Connections.between`.
    full : bool, default True
        Whether the opponent moves first; else a semi connection is looked for.
    depth : int, default 2
        How many stones of the player are tried in a row; 0 gives what the connections hold.
    nodes : int, default 300
        Positions at most. Each costs an update of the connections (1 to 2 ms on 11×11).
    everywhere : bool, default False
        Try every empty cell, not only those that H-search suggests; with enough depth and nodes
        that finds every connection.

    Returns
    -------
    Deduction or None
        None if nothing is found within the limits. Sides that stones have joined are connected with
        nothing in the carrier.

    Raises
    ------
    ValueError
        For ends that `Connections.between` refuses, that are the same, or a negative limit.

    Examples
    --------
    >>> from hexlab import Board
    >>> from hexlab.connection import find_connections
    >>> found = find_connections(Board(5, black="c3"), "black")
    >>> print(deduce(found, "c3", "bottom"))
    c3–bottom full: d3 b4 c4 d4 a5 b5 c5 d5
    """
    for name, value in (("depth", depth), ("nodes", nodes)):
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValueError(f"{name} must be a whole number from 0, not {value!r}")
    x, y = (_end(connections, end) for end in (one, other))
    if x == y:
        raise ValueError(f"{one!r} and {other!r} are connected by stones")
    search = Search(connections.board, connections.player, nodes, everywhere)
    if full:
        number = search.full(connections, x, y, depth)
    else:
        found = search.semis(connections, x, y, depth)
        number = search.step(smallest(found), x, y) if found else None
    return None if number is None else Deduction(connections.board, search.proof, number)


def deepened(theirs: Connections, mine: Connections, depth: int, nodes: int) -> MustPlay:
    """`mustplay` for the player whose connections are `mine`, with moves tried on both sides.

    Parameters
    ----------
    theirs, mine : Connections
        The connections of the opponent and of the player, who is to move.
    depth, nodes : int
        Limits as for `deduce`; so many positions for each side.
    """
    must = judge(theirs, mine)
    if must.lost or must.won or not depth:
        return must
    board, player = must.board, must.player
    search = Search(board, -player, nodes, False)
    left = sum(1 << cell for cell in must.cells)
    semis: list[Connection | Deduction] = [*theirs.across]
    for cell in must.cells:
        if not left >> cell & 1 or not search.nodes:
            continue
        search.nodes -= 1
        for answer in search.semis(theirs.play(cell, player), -1, -2, depth):
            semis.append(Deduction(board, search.proof, search.step(answer, -1, -2)))
            left &= semis[-1].carrier
    carriers, _ = spanning(semis)
    if not left:
        return replace(must, cells=(), lost=True, proof=carriers, carriers=carriers)
    keep = deduce(mine, -1, -2, full=False, depth=depth, nodes=nodes)
    return replace(
        must, cells=tuple(cells_of(left)), carriers=carriers, won=keep is not None, keep=keep
    )


def _end(connections: Connections, end: str | int) -> int:
    """A cell, a group by its lowest stone, or a side."""
    point, cells = connections._point(end), connections.board.n**2
    return point if point < cells else cells - 1 - point


class Semi:
    """A connection that is proved already."""

    def __init__(self, proof: Proof, number: int) -> None:
        self.number = number
        self.full = proof[number].key is None
        self.key = proof[number].key
        self.carrier = proof[number].carrier


Found = Connection | Semi


def template_steps(connection: Connection, proof: Proof) -> int:
    """Prove a connection that comes from a template, by a search that knows no templates.

    Parameters
    ----------
    connection : Connection
        A full one.
    proof : Proof
        Of the same board size and player; it gets the steps.

    Returns
    -------
    int
        The number of its step, with the connection's ends and at most its carrier.

    Raises
    ------
    ValueError
        If there is no such connection, which a table that was tampered with can bring about.

    Notes
    -----
    Cost: 10 to 100 ms.
    """
    board, player = connection.board, connection.player
    x, y = connection.ends
    kept = board.bits(player) | connection.carrier
    for end in (x, y):
        kept |= 1 << end if end >= 0 else 0
    every = (1 << board.n**2) - 1
    colors = {player: cells_of(board.bits(player)), -player: cells_of(every & ~kept)}
    alone = Board(board.n, black=colors[BLACK], white=colors[WHITE])
    search = Search(alone, player, nodes=100_000, everywhere=True, proof=proof)
    found = find_connections(alone, player, side_midpoints=True)
    number = search.full(found, x, y, depth=len(alone.empty))
    if number is None:
        raise ValueError(f"nothing connects {connection}")
    return number


class Search:
    """The search for one connection; what it finds goes into its proof."""

    def __init__(
        self, board: Board, player: int, nodes: int, everywhere: bool, proof: Proof | None = None
    ) -> None:
        self.proof = Proof(board.n, player) if proof is None else proof
        self.player = player
        self.nodes = nodes
        self.everywhere = everywhere
        # Stones of both, ends -> a step, or the depth to which none was found.
        self.known: dict[tuple[int, int, int, int], int] = {}
        self.vain: dict[tuple[int, int, int, int], int] = {}

    def full(self, found: Connections, x: int, y: int, depth: int) -> int | None:
        """The step of a full connection, the opponent to move; None if none is found."""
        board = found.board
        name = (board.bits(self.player), board.bits(-self.player), x, y)
        if name in self.known:
            return self.known[name]
        if self.vain.get(name, -1) >= depth:
            return None
        number = self._full(found, x, y, depth)
        if number is not None:
            self.known[name] = number
        elif self.nodes:
            self.vain[name] = depth
        return number

    def _full(self, found: Connections, x: int, y: int, depth: int) -> int | None:
        semis = [*self.listed(found, x, y)]
        if semis and semis[0].full:
            return self.step(semis[0], x, y)
        if not depth or not (semis or self.everywhere):
            return None
        left = found.board.bits(EMPTY)
        for end in (x, y):
            left &= ~(1 << end) if end >= 0 else -1
        keys = 0
        for semi in semis:
            left &= semi.carrier
            keys |= 1 << (semi.key or 0)
        for move in (*cells_of(left & keys), *cells_of(left & ~keys)):
            if not left >> move & 1:
                continue
            if not self.nodes:
                return None
            self.nodes -= 1
            answers = self.semis(found.play(move, -self.player), x, y, depth)
            if not answers:
                return None
            if answers[0].full:
                return self.step(answers[0], x, y)
            for answer in answers:
                left &= answer.carrier
            semis += answers
            if not left:
                break
        if not semis:
            return None
        steps = []
        for semi in spanning(semis)[0]:
            number = self.step(semi, x, y)
            if self.proof[number].key is None:
                return number
            steps.append(number)
        return self.proof.either(*steps)

    def semis(self, found: Connections, x: int, y: int, depth: int) -> Sequence[Found]:
        """Semi connections, the player to move; or one full one; or nothing."""
        known = self.listed(found, x, y)
        if known or not depth:
            return known
        for move in self.replies(found, x, y):
            if not self.nodes:
                break
            self.nodes -= 1
            number = self.full(found.play(move, self.player), x, y, depth - 1)
            if number is not None:
                if self.proof[number].support >> move & 1:
                    number = self.proof.play(number, move)
                return (Semi(self.proof, number),)
        return ()

    def listed(self, found: Connections, x: int, y: int) -> Sequence[Found]:
        """What H-search knows: one full connection, or all semi ones."""
        number = along_stones(self.proof, found.board, x, y)
        if number is not None:
            return (Semi(self.proof, number),)
        between = found.between(x, y)
        fulls = tuple(c for c in between if c.full)
        return (smallest(fulls),) if fulls else between

    def replies(self, found: Connections, x: int, y: int) -> list[int]:
        """The empty cells to try, those first that are best connected to both ends."""
        ranked = []
        for cell in cells_of(found.board.bits(EMPTY)):
            if cell in (x, y):
                continue
            value = size = 0
            for end in (x, y):
                between = found.between(cell, end)
                if between:
                    value += 2 if between[0].full else 1
                    size += smallest(between).carrier.bit_count()
            if self.everywhere or value >= 3:
                ranked.append((-value, size, cell))
        return [cell for _, _, cell in sorted(ranked)]

    def step(self, one: Found, x: int, y: int) -> int:
        """The number of the step of a connection, made to end at x and y themselves."""
        if isinstance(one, Semi):
            return one.number
        number = proof_steps(one, self.proof)
        ends = self.proof[number].ends
        names = [end for end in ends if end not in (x, y)]
        for end in (x, y):
            if end not in ends:
                ways = (along_stones(self.proof, one.board, end, name) for name in names)
                number = self._extended(number, next(way for way in ways if way is not None))
        return number

    def _extended(self, number: int, way: int) -> int:
        """A step with a way along stones behind one of its ends."""
        step = self.proof[number]
        if step.key is None:
            return self.proof.join(number, way)
        if step.rule == "play":
            return self.proof.play(self._extended(step.of[0], way), step.key)
        raise AssertionError("a semi step is a play")
