"""`Certificate`: a whole winning strategy for one position, in a file and to play against.

A step takes two or three bytes of the file.

The file, version 1 (numbers are little-endian):

======  =======  =============================================================================
offset  bytes
======  =======  =============================================================================
0       7        ``HEXCERT``
7       1        version, 1
8       4        L, the length of the body
12      L        the body, a zlib stream
12 + L  4        CRC-32 of everything before
======  =======  =============================================================================

The body, unpacked, with B = ⌈n²/8⌉ and m the number of steps:

==========  ==================================================================================
bytes
==========  ==================================================================================
1           n
1           the side to move: 1 Black, 2 White
1           the winner, likewise: the player of all steps
B           Black's stones: cell c is bit c mod 8 of byte ⌊c / 8⌋
B           White's stones
4           m
m           the rule of each step: 0 ``base``, 1 ``and``, 2 ``play``, 3 ``or``
the rest    eight columns: x and y of each ``base``; a and b of each ``and``; a and z of each
            ``play``; k of each ``or``, and the s of all ``or`` in a row
==========  ==================================================================================

What the rules mean is said in `hexlab.connection.proof`. The last step is the claim. Cells and
sides (x, y, z) are numbered from the first side: 0, the second: 1, cell c: c + 2. A step that
another is made from is written as the distance back to it, the number of the one less that of the
other. A column of k numbers is four rows of k bytes: the lowest bytes, the second ones, the third,
the highest. Most of them are 0, which costs next to nothing once compressed.

`hexlab.connection.verify` has its own reader, which shares no code with this one.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import BLACK, EMPTY, WHITE, cell_id, cell_name, color_name
from hexlab.connection.proof import FIRST_SIDE, RULES, SECOND_SIDE, Proof
from hexlab.run.files import write_atomic

__all__ = ["Certificate", "Line"]

_START = b"HEXCERT\x01"
_CODES = {BLACK: 1, WHITE: 2}
_COLORS = {1: BLACK, 2: WHITE}


@dataclass(frozen=True, eq=False)
class Certificate:
    """A position, who wins it, and the proof.

    Parameters
    ----------
    board : Board
        The position with the side to move.
    proof : Proof
        Steps for the player who wins.
    root : int
        The step that joins the winner's sides: full, or semi if the winner is to move.

    Raises
    ------
    ValueError
        If the root proves no win in that position; the message says why.

    Examples
    --------
    >>> proof = Proof(2, "black")
    >>> ways = [
    ...     proof.play(proof.join(proof.join(proof.base(-1, 1), proof.base(1, low)), ends), low)
    ...     for low, ends in ((2, proof.base(2, -2)), (3, proof.base(3, -2)))
    ... ]
    >>> sure = Certificate(Board(2, black="b1", to_move="white"), proof, proof.either(*ways))
    >>> reply, line = sure.play().reply("a2")
    >>> reply, line.board.winner == BLACK
    (3, True)
    """

    board: Board
    proof: Proof
    root: int

    def __post_init__(self) -> None:
        step, board, n = self.proof[self.root], self.board, self.proof.n
        who = color_name(self.winner)
        if board.n != n:
            raise ValueError(f"a proof on size {n} proves nothing on size {board.n}")
        if step.ends != (SECOND_SIDE, FIRST_SIDE):
            names = [self.proof.end_name(end) for end in step.ends]
            raise ValueError(f"step {self.root} joins {' and '.join(names)}, not the sides")
        for cell in cells_of(step.support & ~board.bits(self.winner)):
            raise ValueError(f"step {self.root} needs a stone of {who} on {cell_name(cell, n)}")
        for cell in cells_of(step.carrier & ~board.bits(EMPTY)):
            raise ValueError(f"step {self.root} needs {cell_name(cell, n)} empty")
        if step.key is not None and board.to_move != self.winner:
            raise ValueError(f"step {self.root} begins with a move of {who}, who is not to move")

    @property
    def winner(self) -> int:
        """BLACK or WHITE."""
        return self.proof.player

    def __repr__(self) -> str:
        count = len(self.proof.needed(self.root))
        return f"<Certificate: {color_name(self.winner)} wins {self.board!r}, {count} steps>"

    def play(self) -> Line:
        """The line in which the winner has made the first move, if one is needed."""
        step = self.proof[self.root]
        if step.key is None:
            pending = _spread(self.proof, self.root)
            return Line(self, self.board.with_to_move(-self.winner), pending)
        board = self.board.play(step.key, self.winner)
        return Line(self, board, _spread(self.proof, step.of[0]), step.key)

    # -- files ---------------------------------------------------------------------------------

    def to_bytes(self) -> bytes:
        """What `write` writes: the steps that the root rests on, and nothing else."""
        proof = self.proof.pruned(self.root)
        n = proof.n
        size = (n * n + 7) // 8
        columns: list[list[int]] = [[] for _ in range(8)]
        for number, step in enumerate(proof.steps):
            back = [number - part for part in step.parts]
            if step.rule == "base":
                x, y = (FIRST_SIDE - end if end < 0 else end + 2 for end in step.of)
                columns[0].append(x)
                columns[1].append(y)
            elif step.rule == "and":
                columns[2].append(back[0])
                columns[3].append(back[1])
            elif step.rule == "play":
                columns[4].append(back[0])
                columns[5].append(step.of[1] + 2)
            else:
                columns[6].append(len(back))
                columns[7] += back
        body = b"".join(
            (
                bytes((n, _CODES[self.board.to_move], _CODES[self.winner])),
                self.board.bits(BLACK).to_bytes(size, "little"),
                self.board.bits(WHITE).to_bytes(size, "little"),
                len(proof).to_bytes(4, "little"),
                bytes(RULES.index(step.rule) for step in proof.steps),
                *(np.array(column, "<u4").view(np.uint8).reshape(-1, 4).T.tobytes()
                  for column in columns),
            )
        )  # fmt: skip
        packed = zlib.compress(body, 9)
        data = _START + len(packed).to_bytes(4, "little") + packed
        return data + zlib.crc32(data).to_bytes(4, "little")

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write the certificate: all of it, or nothing.

        Raises
        ------
        OSError
            If it can't be written.
        """
        return write_atomic(path, self.to_bytes())

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Certificate:
        """Read what `write` wrote.

        Every step is made anew, so a false one is refused, in some 3 µs a step. To be sure use
        `hexlab.connection.verify`: it names the place, and needs no trust in this module.

        Raises
        ------
        ValueError
            If it is no certificate, or a wrong one; the message names the file.
        OSError
            If the file can't be read.
        """
        try:
            return cls.from_bytes(Path(path).read_bytes())
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    @classmethod
    def from_bytes(cls, data: bytes) -> Certificate:
        """The certificate that `to_bytes` made these bytes from; errors as in `read`."""
        try:
            return cls._from_bytes(data)
        except (IndexError, KeyError, StopIteration, zlib.error) as error:
            raise ValueError(f"a damaged certificate ({type(error).__name__})") from None

    @classmethod
    def _from_bytes(cls, data: bytes) -> Certificate:
        head = len(_START) + 4
        if data[: len(_START)] != _START:
            raise ValueError("no certificate of version 1")
        if zlib.crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
            raise ValueError("a damaged certificate (the checksum is another)")
        body = zlib.decompress(data[head:-4])
        n, size = body[0], (body[0] ** 2 + 7) // 8
        black, white = (int.from_bytes(body[at : at + size], "little") for at in (3, 3 + size))
        board = Board.from_bits(n, black, white, _COLORS[body[1]])
        proof = Proof(n, _COLORS[body[2]])
        at = 3 + 2 * size
        count = int.from_bytes(body[at : at + 4], "little")
        rules = body[at + 4 : at + 4 + count]
        columns = _read_columns(body[at + 4 + count :], rules)
        numbers: list[int] = []  # of the steps of the file in `proof`

        def end(place: int) -> int:
            return place - 2 if place >= 2 else FIRST_SIDE - place

        def step(back: int) -> int:
            if not 0 < back <= len(numbers):
                raise ValueError(f"step {len(numbers)} refers to no earlier one")
            return numbers[-back]

        for code in rules:
            first, second = columns[code]
            if code == 0:
                numbers.append(proof.base(end(next(first)), end(next(second))))
            elif code == 1:
                numbers.append(proof.join(step(next(first)), step(next(second))))
            elif code == 2:
                numbers.append(proof.play(step(next(first)), end(next(second))))
            else:
                numbers.append(proof.either(*(step(next(second)) for _ in range(next(first)))))
        return cls(board, proof, numbers[-1])


def _read_columns(data: bytes, rules: bytes) -> list[tuple[Iterator[int], Iterator[int]]]:
    """For each rule its two columns."""
    at = 0
    columns: list[list[int]] = []
    for rule in (0, 0, 1, 1, 2, 2, 3, 4):
        length = rules.count(rule) if rule < 4 else sum(columns[-1])
        part = np.frombuffer(data[at : at + 4 * length], np.uint8)
        if len(part) < 4 * length:
            raise ValueError("a damaged certificate (a column is cut short)")
        columns.append(np.ascontiguousarray(part.reshape(4, -1).T).view("<u4").ravel().tolist())
        at += 4 * length
    if at != len(data):
        raise ValueError("a damaged certificate (bytes after the last step)")
    return [(iter(columns[i]), iter(columns[i + 1])) for i in range(0, 8, 2)]


@dataclass(frozen=True, eq=False)
class Line:
    """A game against a certificate: the winner follows it, somebody plays the loser.

    Made by `Certificate.play`; `reply` gives the next one.

    Attributes
    ----------
    certificate : Certificate
    board : Board
        The position now, the loser to move.
    pending : tuple of int
        The ``or`` steps that the winner still has to answer in; their carriers are disjoint.
    last : int or None
        The winner's last stone; None if the last move of the loser needed no answer.
    """

    certificate: Certificate
    board: Board
    pending: tuple[int, ...]
    last: int | None = None

    @property
    def region(self) -> int:
        """The set of cells that still matter; empty once the winner's sides are joined."""
        union = 0
        for number in self.pending:
            union |= self.certificate.proof[number].carrier
        return union

    def reply(self, move: str | int) -> tuple[int | None, Line]:
        """The winner's answer to a move of the loser, and the line after both.

        The answer is None if the move changes nothing that matters: the winner may then play
        anywhere, and the line goes on as if nothing had been played.

        Raises
        ------
        ValueError
            If the cell is off the board or occupied.
        """
        proof, winner = self.certificate.proof, self.certificate.winner
        cell = cell_id(move, self.board.n)
        board = self.board.play(cell, -winner)
        entered = [number for number in self.pending if proof[number].carrier >> cell & 1]
        if not entered:
            return None, Line(self.certificate, board.with_to_move(-winner), self.pending)
        # Of the answers that the proof knows, the one after which the fewest cells matter.
        step = min(
            (proof[part] for part in proof[entered[0]].of if not proof[part].carrier >> cell & 1),
            key=lambda semi: semi.carrier.bit_count(),
        )
        assert step.key is not None
        rest = tuple(number for number in self.pending if number != entered[0])
        rest += _spread(proof, step.of[0])
        board = board.play(step.key, winner)
        return step.key, Line(self.certificate, board, rest, step.key)


def _spread(proof: Proof, number: int) -> tuple[int, ...]:
    """The ``or`` steps that a full step is made from by ``and``: what is still to be answered."""
    found, stack = [], [number]
    while stack:
        step = proof[stack[-1]]
        if step.rule == "or":
            found.append(stack.pop())
        else:
            stack.pop()
            stack += step.parts
    return tuple(found)
