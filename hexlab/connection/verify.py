"""`verify`: check a certificate, a whole winning strategy, without trusting who wrote it.

This is all that has to be believed: it imports the board and the standard library, shares no code
with the programs that search and write, and decodes the file itself. What the numbered steps of a
certificate mean and how they lie in the file is said in the texts of `hexlab.connection.proof` and
`hexlab.connection.certificate`; here is why checking them is enough.

Each step claims: *if the cells of my support are the winner's stones, those of my carrier are empty
and my ends count as own, then the winner joins my ends with stones in the carrier only* (a full
step, the loser to move; a semi, the winner to move and beginning at its key). That follows from
the steps that it refers to, all of them earlier, so it is true of the last step by induction:

- ``base``: the ends touch.
- ``and``: the two parts share an end and no cell of their carriers, so the winner answers each move
  in the part where it was made; no cell of the carriers is a stone that either part rests on.
- ``play``: the key was in the support of a full step, which holds once a stone is there.
- ``or``: no cell is in all carriers, so whatever the loser plays, one semi is untouched.

The certificate's claim is its last step: the ends are the winner's two sides, the support consists
of the winner's stones and the carrier of empty cells of the position stated.

Sets are ints: bit 0 is the winner's first side (top or left), bit 1 the second, bit 2 + c cell c.
"""

from __future__ import annotations

import os
import sys
import zlib
from array import array
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple, NoReturn

from hexlab.board.board import Board
from hexlab.board.geometry import MAX_SIZE, grid, neighbors
from hexlab.board.notation import BLACK, EMPTY, WHITE, cell_name, color_name, parse_color

__all__ = ["CertificateError", "Verified", "verify"]

_MAGIC = b"HEXCERT"
_VERSION = 1
_HEAD = len(_MAGIC) + 1 + 4
# No more is unpacked: a small file can't fill the memory. Some 20 million steps.
_MOST = 1 << 28
_COLORS = {1: BLACK, 2: WHITE}
_BASE, _AND, _PLAY, _OR = range(4)


class CertificateError(ValueError):
    """A file that is no certificate, or one that does not prove what it claims."""


class Verified(NamedTuple):
    """What a certificate proves.

    Attributes
    ----------
    board : Board
        The position, with the side to move.
    winner : int
        BLACK or WHITE.
    steps : int
        The number of steps checked.
    carrier : int
        The set of cells that the strategy uses; what happens elsewhere does not matter.
    first : int or None
        The cell where the winner begins; None if the winner needs no move before the opponent's.
    """

    board: Board
    winner: int
    steps: int
    carrier: int
    first: int | None


def verify(
    source: str | os.PathLike[str] | bytes,
    board: Board | None = None,
    winner: int | str | None = None,
) -> Verified:
    """Check a certificate: that its strategy answers everything and wins.

    Parameters
    ----------
    source : path or bytes
        The file, or what is in it.
    board : Board, optional
        The position that it must be for (stones and side to move); any if left out.
    winner : int or str, optional
        The player that must win; either if left out.

    Returns
    -------
    Verified
        The position and its winner, proved.

    Raises
    ------
    CertificateError
        If the file is damaged, of another version, for another position or winner, or if a step is
        wrong; the message names the step and the cell.
    OSError
        If the file can't be read.

    Notes
    -----
    1 to 3 µs a step; a million steps take 3 s and 0.4 GB. Any bytes are a certificate or a
    CertificateError.

    Examples
    --------
    >>> from hexlab.connection import Certificate, Proof
    >>> proof = Proof(1, "black")
    >>> root = proof.play(proof.join(proof.base(-1, 0), proof.base(0, -2)), 0)
    >>> data = Certificate(Board(1), proof, root).to_bytes()
    >>> verify(data)
    Verified(board=Board(1), winner=1, steps=4, carrier=1, first=0)
    >>> verify(data[:20])
    Traceback (most recent call last):
    hexlab.connection.verify.CertificateError: cut short: 20 bytes of ...
    """
    body = _unpack(source if isinstance(source, bytes) else Path(source).read_bytes())
    position, player, start = _position(body)
    if board is not None and board != position:
        raise CertificateError(f"it is for {position!r}, not for {board!r}")
    if winner is not None and parse_color(winner) != player:
        raise CertificateError(
            f"it is for a win of {color_name(player)}, not of {color_name(parse_color(winner))}"
        )
    rules, columns = _columns(body, start)
    checker = _Checker(position.n, player)
    checker.check(rules, columns)
    checker.check_claim(position)
    first = checker.keys[-1].bit_length() - 3 if checker.keys[-1] else None
    return Verified(position, player, len(rules), checker.carriers[-1] >> 2, first)


# -- the file --------------------------------------------------------------------------------------


def _unpack(data: bytes) -> bytes:
    """The body of a file, after all that can be checked from outside."""
    if data[: len(_MAGIC)] != _MAGIC[: len(data)]:
        raise CertificateError("no certificate: it does not begin with HEXCERT")
    if len(data) > len(_MAGIC) and data[len(_MAGIC)] != _VERSION:
        raise CertificateError(f"version {data[len(_MAGIC)]}, but only {_VERSION} is known")
    length = _HEAD + int.from_bytes(data[_HEAD - 4 : _HEAD], "little") + 4
    if len(data) < max(length, _HEAD + 4):
        raise CertificateError(f"cut short: {len(data)} bytes of {length}")
    if len(data) > length:
        raise CertificateError(f"{len(data) - length} bytes after the end")
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise CertificateError("damaged: the checksum is another")
    stream = zlib.decompressobj()
    try:
        body = stream.decompress(data[_HEAD:-4], _MOST)
    except zlib.error as error:
        raise CertificateError(f"the compressed body is damaged: {error}") from None
    if not stream.eof or stream.unused_data:
        raise CertificateError("the compressed body is not one whole stream")
    return body


def _position(body: bytes) -> tuple[Board, int, int]:
    """The position, who wins it, and where in the body the steps begin."""
    if len(body) < 3:
        raise CertificateError("the body is cut short before the position")
    n, mover, winner = body[:3]
    if not 1 <= n <= MAX_SIZE:
        raise CertificateError(f"a board of size {n}: sizes are 1 to {MAX_SIZE}")
    if mover not in _COLORS or winner not in _COLORS:
        raise CertificateError(f"colors {mover} and {winner}: 1 is Black, 2 is White")
    size = (n * n + 7) // 8
    start = 3 + 2 * size
    if len(body) < start:
        raise CertificateError("the body is cut short in the position")
    black = int.from_bytes(body[3 : 3 + size], "little")
    white = int.from_bytes(body[3 + size : start], "little")
    try:
        board = Board.from_bits(n, black, white, _COLORS[mover])
    except ValueError as error:
        raise CertificateError(f"the position: {error}") from None
    return board, _COLORS[winner], start


def _columns(body: bytes, start: int) -> tuple[bytes, list[Iterator[int]]]:
    """The rule of each step, and the eight columns of what the rules are given."""
    count = int.from_bytes(body[start : start + 4], "little")
    at = start + 4 + count
    rules = body[start + 4 : at]
    if len(body) < at:
        raise CertificateError("the body is cut short in the rules")
    if not count:
        raise CertificateError("there are no steps")
    if max(rules) > _OR:
        step = next(i for i, rule in enumerate(rules) if rule > _OR)
        raise CertificateError(f"step {step} has rule {rules[step]}: rules are 0 to {_OR}")
    columns: list[array[int]] = []
    for rule in (_BASE, _BASE, _AND, _AND, _PLAY, _PLAY, _OR, None):
        length = rules.count(rule) if rule is not None else sum(columns[-1])
        if len(body) < at + 4 * length:
            raise CertificateError(f"the body is cut short in column {len(columns)}")
        columns.append(_column(body[at : at + 4 * length], length))
        at += 4 * length
    if len(body) > at:
        raise CertificateError(f"{len(body) - at} bytes after the last step")
    return rules, [iter(column) for column in columns]


def _column(data: bytes, length: int) -> array[int]:
    """Whole numbers from their lowest bytes, then their second ones, third, and highest."""
    octets = bytearray(4 * length)
    for place in range(4):
        octets[place::4] = data[place * length : (place + 1) * length]
    numbers = array("I" if array("I").itemsize == 4 else "L")
    numbers.frombytes(octets)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


# -- the steps -------------------------------------------------------------------------------------


class _Checker:
    """Checks the steps of one file for one player."""

    def __init__(self, n: int, player: int) -> None:
        self.n = n
        self.player = player
        g = grid(n)
        sides = (g.top, g.bottom) if player == BLACK else (g.left, g.right)
        # The pairs of ends that touch, each as a set of two.
        self.touching = {
            4 << cell | 4 << other for cell in range(n * n) for other in neighbors(n)[cell]
        } | {
            1 << end | 4 << cell
            for end, side in enumerate(sides)
            for cell in range(n * n)
            if side >> cell & 1
        }
        # Of each step; the key of a full one is 0.
        self.ends: list[int] = []
        self.carriers: list[int] = []
        self.supports: list[int] = []
        self.keys: list[int] = []

    def check(self, rules: bytes, columns: list[Iterator[int]]) -> None:
        """Check every step."""
        xs, ys, lefts, rights, afters, cells, counts, semis = columns
        touching, most = self.touching, self.n * self.n + 2
        ends, carriers, supports, keys = self.ends, self.carriers, self.supports, self.keys
        # What a step is made from stands in the file as the distance back to it. Only distances
        # from 1 to the step's own number lead to an earlier step.
        for number, rule in enumerate(rules):
            key = 0
            if rule == _AND:
                a, b = number - next(lefts), number - next(rights)
                if not (0 <= a < number and 0 <= b < number):
                    self.bad_reference(number, a, b)
                end, shared = ends[a] ^ ends[b], ends[a] & ends[b]
                carrier, support = carriers[a] | carriers[b], supports[a] | supports[b]
                support |= shared & -4  # if it is a cell
                if keys[a] or keys[b] or not end or not shared:
                    self.bad_pair(number, a, b)
                if carriers[a] & carriers[b] or carrier & (support | end):
                    self.bad_carriers(number, a, b, carrier & (support | end))
            elif rule == _PLAY:
                a, cell = number - next(afters), next(cells)
                if not 0 <= a < number:
                    self.bad_reference(number, a)
                if not 2 <= cell < most:
                    self.refuse(number, f"{cell} is no cell")
                end, carrier, support, key = ends[a], carriers[a], supports[a], 1 << cell
                if keys[a]:
                    self.refuse(number, f"step {a} is a semi")
                if not support & key or end & key:
                    self.refuse(
                        number, f"illegal reply {self.name(key)}: not in the support of step {a}"
                    )
                carrier |= key
                support ^= key
            elif rule == _OR:
                parts = [number - back for back in islice(semis, next(counts))]
                if not parts or min(parts) < 0 or max(parts) >= number:
                    self.bad_reference(number, *parts)
                end, carrier, support, common = ends[parts[0]], 0, 0, -1
                for a in parts:
                    if not keys[a] or ends[a] != end:
                        why = "has other ends" if keys[a] else "is no semi"
                        self.refuse(number, f"step {a} {why}")
                    carrier |= carriers[a]
                    support |= supports[a]
                    common &= carriers[a]
                if common:
                    self.refuse(
                        number, f"no reply to {self.name(common)}, which is in every carrier"
                    )
                if carrier & support:
                    self.refuse(
                        number, f"{self.name(carrier & support)} is in a carrier and a stone"
                    )
            else:
                x, y = next(xs), next(ys)
                if x >= most or y >= most:
                    self.refuse(number, f"{max(x, y)} is no end")
                end = 1 << x | 1 << y
                carrier = support = 0
                if end not in touching:
                    names = self.name(1 << x), self.name(1 << y)
                    self.refuse(number, f"{names[0]} and {names[1]} do not touch")
            ends.append(end)
            carriers.append(carrier)
            supports.append(support)
            keys.append(key)

    def check_claim(self, board: Board) -> None:
        """Check that the last step proves a win in the position."""
        player, who = self.player, color_name(self.player)
        if self.ends[-1] != 3:
            raise CertificateError(f"the last step does not join the two sides of {who}")
        if wrong := self.supports[-1] & ~(board.bits(player) << 2):
            raise CertificateError(f"the strategy needs a stone of {who} on {self.name(wrong)}")
        if wrong := self.carriers[-1] & ~(board.bits(EMPTY) << 2):
            raise CertificateError(f"the strategy needs {self.name(wrong)} empty")
        if (key := self.keys[-1]) and board.to_move != player:
            raise CertificateError(
                f"{who} must play {self.name(key)} first, but {color_name(-player)} is to move"
            )

    # -- refusals --------------------------------------------------------------------------------

    def name(self, places: int) -> str:
        """The first place of a set, in words."""
        place = (places & -places).bit_length() - 1
        if place >= 2:
            return cell_name(place - 2, self.n)
        return (("top", "bottom") if self.player == BLACK else ("left", "right"))[place]

    def refuse(self, number: int, why: str) -> NoReturn:
        raise CertificateError(f"step {number}: {why}")

    def bad_reference(self, number: int, *parts: int) -> NoReturn:
        if not parts:
            self.refuse(number, "an or of no steps")
        # A distance to a later step has gone round 2^32.
        bad = next(part for part in parts if not 0 <= part < number) % (1 << 32)
        kind = "itself" if bad == number else f"step {bad}"
        self.refuse(number, f"it refers to {kind}, and only earlier steps may be used")

    def bad_pair(self, number: int, a: int, b: int) -> NoReturn:
        if self.keys[a] or self.keys[b]:
            self.refuse(number, f"step {a if self.keys[a] else b} is a semi")
        kind = "both ends" if self.ends[a] == self.ends[b] else "no end"
        self.refuse(number, f"steps {a} and {b} share {kind}")

    def bad_carriers(self, number: int, a: int, b: int, clash: int) -> NoReturn:
        if twice := self.carriers[a] & self.carriers[b]:
            self.refuse(number, f"the carriers of steps {a} and {b} overlap at {self.name(twice)}")
        self.refuse(number, f"{self.name(clash)} is in a carrier and a stone")
