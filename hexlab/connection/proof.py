"""`Proof`: why two places are connected, step by numbered step.

A step says that one player connects two *ends* whatever the opponent does. An end is a cell, or a
side of the player (-1 the first: top or left; -2 the second: bottom or right); an end that is an
empty cell counts as an own stone. The step holds in every position where the cells of its *support*
are own stones and those of its *carrier* are empty; the player puts stones into the carrier only,
and all other cells may be the opponent's.

A *full* step holds with the opponent to move. A *semi* holds with the player to move, whose first
stone goes to its *key*, a cell of the carrier. Four rules make steps:

``base x y``
    Two neighboring cells, or a cell and a side that it lies on. Full; nothing in carrier or
    support.
``and a b``
    From full steps x–u and u–y the full step x–y: an answer to the opponent is given in that of
    the two whose carrier the opponent entered. The carriers must be disjoint and hold no stone of
    the new step; a cell u joins the support.
``play a z``
    From a full step with z in its support the semi with key z: z moves from support to carrier.
``or s1 … sk``
    From semis x–y the full step x–y: whatever cell the opponent takes, there is a semi whose
    carrier does not hold it. So no cell may lie in all carriers. Carrier and support are unions,
    which must be disjoint.

A step refers only to lower numbers, so there are no cycles, and steps may be used many times: a
proof is a graph, as small as its transpositions make it. A winning strategy is one step between
the two sides: "after a move at t I answer z and have the connection a" is ``play a z``, and an
``or`` of such branches answers every t.

Source: the rules are those of H-search (Rasmussen 2007, 2.2; Anshelevich 2002), made to hold whole
games. Files of proofs are in `hexlab.connection.certificate`; `hexlab.connection.verify` checks
them and knows nothing of this module.
"""

from __future__ import annotations

from typing import NamedTuple

from hexlab.board.geometry import cells_of, check_size, grid, neighbors
from hexlab.board.notation import BLACK, a_board, cell_name, parse_color, side_names
from hexlab.board.symmetry import reflect_cells, rotate_cells

__all__ = ["FIRST_SIDE", "RULES", "SECOND_SIDE", "Proof", "Step"]

FIRST_SIDE, SECOND_SIDE = -1, -2
RULES = ("base", "and", "play", "or")


class Step(NamedTuple):
    """One step of a proof.

    Attributes
    ----------
    rule : str
        "base", "and", "play" or "or".
    of : tuple of int
        What the rule was given: ends for "base", a step and a cell for "play", else steps.
    ends : (int, int)
        The lower number first.
    carrier, support : int
        Sets of cells.
    key : int or None
        The cell that a semi plays first; None for a full step.
    """

    rule: str
    of: tuple[int, ...]
    ends: tuple[int, int]
    carrier: int
    support: int
    key: int | None

    @property
    def parts(self) -> tuple[int, ...]:
        """The numbers of the steps that this one is made from."""
        if self.rule == "base":
            return ()
        return self.of[:1] if self.rule == "play" else self.of


class Proof:
    """Steps for one player on one board; a step made twice is stored once.

    Parameters
    ----------
    n : int
        Size of the board.
    player : int or str
        Who connects: BLACK, WHITE, "black" or "white".

    Attributes
    ----------
    n, player : int
    steps : list of Step
        In the order of their numbers. Only the methods below may add to it.

    Notes
    -----
    A step costs about 2 µs and 0.4 kB.

    Examples
    --------
    The bridge from b2 to the top of a 3×3 board, by b1 or by c1:

    >>> proof = Proof(3, "black")
    >>> one, other = (
    ...     proof.play(proof.join(proof.base(4, cell), proof.base(cell, -1)), cell)
    ...     for cell in (1, 2)
    ... )
    >>> bridge = proof.either(one, other)
    >>> proof[bridge]
    Step(rule='or', of=(3, 7), ends=(-1, 4), carrier=6, support=0, key=None)
    >>> proof.either(one)
    Traceback (most recent call last):
    ValueError: or of steps (3,): no reply to b1, which is in the carrier of every one
    """

    def __init__(self, n: int, player: int | str) -> None:
        self.n = check_size(n)
        self.player = parse_color(player)
        self.steps: list[Step] = []
        self._numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        g = grid(self.n)
        sides = (g.top, g.bottom) if self.player == BLACK else (g.left, g.right)
        self._sides = dict(zip((FIRST_SIDE, SECOND_SIDE), sides, strict=True))

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, number: int) -> Step:
        if not 0 <= number < len(self.steps):
            raise ValueError(f"there is no step {number} among {len(self.steps)}")
        return self.steps[number]

    def __repr__(self) -> str:
        who = "black" if self.player == BLACK else "white"
        return f"<Proof for {who} on {a_board(self.n)}: {len(self)} steps>"

    def end_name(self, end: int) -> str:
        """An end in words: a cell's name, or "top", "bottom", "left" or "right"."""
        if end >= 0:
            return cell_name(end, self.n)
        if end not in self._sides:
            raise ValueError(f"{end} is no side: -1 and -2 are")
        return side_names(self.player)[end != FIRST_SIDE]

    def touches(self, x: int, y: int) -> bool:
        """Whether two cells are neighbors, or a cell lies on a side."""
        low, high = (x, y) if x < y else (y, x)
        if low >= 0:
            return low in neighbors(self.n)[high]
        return high >= 0 and bool(self._sides[low] >> high & 1)

    # -- the four rules ------------------------------------------------------------------------

    def base(self, x: int, y: int) -> int:
        """The number of the step that joins two neighbors, or a cell and the side it lies on.

        Raises
        ------
        ValueError
            If they do not touch.
        """
        of = (x, y) if x < y else (y, x)
        number = self._numbers.get(("base", of))
        if number is not None:
            return number
        names = self.end_name(x), self.end_name(y)  # refuses what is no end
        if not self.touches(x, y):
            raise ValueError(f"base: {names[0]} and {names[1]} do not touch")
        return self._add("base", of, of, 0, 0, None)

    def join(self, a: int, b: int) -> int:
        """The number of the step "a and b", two full steps that share one end.

        Raises
        ------
        ValueError
            If they are not full, share no end or both, or if a carrier meets the other carrier, an
            end or a stone of the support.
        """
        of = (a, b) if a < b else (b, a)
        number = self._numbers.get(("and", of))
        if number is not None:
            return number
        one, other = self[a], self[b]
        if one.key is not None or other.key is not None:
            raise ValueError(f"and of steps {of}: step {a if one.key is not None else b} is a semi")
        x, u = one.ends
        if u not in other.ends:
            x, u = u, x
        y = other.ends[other.ends[0] == u]
        if u not in other.ends or x == y:
            raise ValueError(f"and of steps {of}: they share {'both ends' if x == y else 'no end'}")
        carrier = one.carrier | other.carrier
        support = one.support | other.support
        if u >= 0:
            support |= 1 << u
        stones = support
        for end in (x, y):
            if end >= 0:
                stones |= 1 << end
        if twice := one.carrier & other.carrier:
            raise ValueError(f"and of steps {of}: {self._first(twice)} is in both carriers")
        if clash := carrier & stones:
            raise ValueError(
                f"and of steps {of}: {self._first(clash)} is in a carrier and must be a stone"
            )
        return self._add("and", of, (x, y) if x < y else (y, x), carrier, support, None)

    def play(self, a: int, z: int) -> int:
        """The number of the semi that begins with a stone at z, after which full step a holds.

        Raises
        ------
        ValueError
            If step a is a semi, or if z is not in its support or is one of its ends.
        """
        of = (a, z)
        number = self._numbers.get(("play", of))
        if number is not None:
            return number
        step = self[a]
        if step.key is not None:
            raise ValueError(f"play {self.end_name(z)} for step {a}, which is a semi")
        if z < 0 or not step.support >> z & 1 or z in step.ends:
            raise ValueError(f"play {self.end_name(z)} for step {a}, whose support lacks it")
        bit = 1 << z
        return self._add("play", of, step.ends, step.carrier | bit, step.support ^ bit, z)

    def either(self, *semis: int) -> int:
        """The number of the full step "one of these semis": the opponent cannot enter them all.

        Raises
        ------
        ValueError
            If they are not semis between the same ends, if a cell lies in every carrier (the
            message names it), or if a carrier holds a stone of another's support.
        """
        of = tuple(sorted(set(semis)))
        number = self._numbers.get(("or", of))
        if number is not None:
            return number
        if not of:
            raise ValueError("or of no steps")
        ends = self[of[0]].ends
        carrier = support = 0
        common = -1
        for semi in of:
            step = self[semi]
            if step.key is None:
                raise ValueError(f"or of steps {of}: step {semi} is no semi")
            if step.ends != ends:
                raise ValueError(f"or of steps {of}: step {semi} has other ends")
            carrier |= step.carrier
            support |= step.support
            common &= step.carrier
        if common:
            cell = self._first(common)
            raise ValueError(
                f"or of steps {of}: no reply to {cell}, which is in the carrier of every one"
            )
        if clash := carrier & support:
            raise ValueError(
                f"or of steps {of}: {self._first(clash)} is in a carrier and must be a stone"
            )
        return self._add("or", of, ends, carrier, support, None)

    # -- whole proofs --------------------------------------------------------------------------

    def needed(self, root: int) -> list[int]:
        """The numbers of the steps that step `root` rests on, itself among them, in order."""
        self[root]
        found, stack = {root}, [root]
        while stack:
            for part in self.steps[stack.pop()].parts:
                if part not in found:
                    found.add(part)
                    stack.append(part)
        return sorted(found)

    def graft(self, other: Proof, root: int, *, turned: bool = False) -> int:
        """Copy what step `root` of another proof rests on; return the number it has here.

        Parameters
        ----------
        other : Proof
            A proof on a board of the same size. If it is for the other player, it is reflected in
            the long diagonal.
        root : int
            A step of `other`.
        turned : bool, default False
            Turn it by half a turn, too.

        Raises
        ------
        ValueError
            If the sizes differ or `other` has no such step.
        """
        if other.n != self.n:
            raise ValueError(f"a proof on {a_board(other.n)} is none on {a_board(self.n)}")
        to = list(range(self.n**2))
        if other.player != self.player:
            to = list(reflect_cells(self.n))
        if turned:
            to = [rotate_cells(self.n)[cell] for cell in to]
        # The sides stand last, where -1 and -2 find them.
        to += (FIRST_SIDE, SECOND_SIDE) if turned else (SECOND_SIDE, FIRST_SIDE)
        here: dict[int, int] = {}
        for number in other.needed(root):
            step = other.steps[number]
            if step.rule == "base":
                here[number] = self.base(to[step.of[0]], to[step.of[1]])
            elif step.rule == "and":
                here[number] = self.join(here[step.of[0]], here[step.of[1]])
            elif step.rule == "play":
                here[number] = self.play(here[step.of[0]], to[step.of[1]])
            else:
                here[number] = self.either(*(here[part] for part in step.of))
        return here[root]

    def pruned(self, root: int) -> Proof:
        """A new proof of what step `root` rests on and nothing else; `root` is its last step."""
        kept = Proof(self.n, self.player)
        kept.graft(self, root)
        return kept

    def _first(self, cells: int) -> str:
        return cell_name(next(cells_of(cells)), self.n)

    def _add(
        self,
        rule: str,
        of: tuple[int, ...],
        ends: tuple[int, int],
        carrier: int,
        support: int,
        key: int | None,
    ) -> int:
        number = len(self.steps)
        self.steps.append(Step(rule, of, ends, carrier, support, key))
        self._numbers[rule, of] = number
        return number
