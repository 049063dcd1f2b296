"""The transposition table of the solver: fixed memory, exact keys.

A key is the whole position, both sets of stones and the mover, so two positions never share an
entry. Slots come in blocks of four. A position that finds its block full takes the place of the
unsolved entry with the least work below it; solved entries go only when all four are solved.

Numbers are those of the player to move: `PHI` 0 is a win, `DELTA` 0 a loss, `INFINITE` their other
half.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hexlab.network.bits import low_bit
from hexlab.run.kernel import kernel

__all__ = [
    "BLOCK",
    "INFINITE",
    "Table",
    "fill_row",
    "find",
    "make_table",
    "move_all",
    "place",
    "position_key",
    "slot_bytes",
    "turn",
]

BLOCK = 4
# Rows of the cache of filled-in positions.
_FILLS = 1 << 16
INFINITE = 1 << 40


class Table(NamedTuple):
    """Arrays of all slots; W = ⌈n²/64⌉ words hold a set of cells.

    Attributes
    ----------
    keys : (slots, 2W) uint64
        Black's and White's stones.
    sets : (slots, 2W) uint64
        Solved: the cells that the winner needs, then zeros. Open: union and intersection of the
        opponent's ways to win that are known so far.
    numbers : (slots, 3) int64
        Proof number, disproof number, work (positions evaluated below).
    info : (slots, 2) int16
        The mover (0: the slot is free), and how many moves are stored.
    moves : (slots, n²) uint16
        Open: the moves that can still win, best first. Won: the winning move.
    share : (slots,) float32
        The part of the moves that the window shows.
    fills : (count, 4W + 1) uint64
        A cache of what is filled in, direct-mapped: stones as they stand, stones filled in, 1 if
        the row is used.
    """

    keys: np.ndarray
    sets: np.ndarray
    numbers: np.ndarray
    info: np.ndarray
    moves: np.ndarray
    share: np.ndarray
    fills: np.ndarray


def slot_bytes(n: int) -> int:
    """Bytes of one slot.

    >>> slot_bytes(7), slot_bytes(11)
    (162, 338)
    """
    words = (n * n + 63) // 64
    return 4 * words * 8 + 3 * 8 + 2 * 2 + n * n * 2 + 4


def make_table(n: int, slots: int) -> Table:
    """An empty table; `slots` is a multiple of `BLOCK`. The system hands out pages when used."""
    words = (n * n + 63) // 64
    return Table(
        np.zeros((slots, 2 * words), np.uint64),
        np.zeros((slots, 2 * words), np.uint64),
        np.zeros((slots, 3), np.int64),
        np.zeros((slots, 2), np.int16),
        np.zeros((slots, n * n), np.uint16),
        np.zeros(slots, np.float32),
        np.zeros((min(max(slots, BLOCK), _FILLS), 4 * words + 1), np.uint64),
    )


@kernel
def turn(cells: np.ndarray, size: int, turned: np.ndarray) -> None:
    """Fill `turned` with the set `cells` after half a turn of a board of `size` cells."""
    for word in range(len(cells)):
        turned[word] = np.uint64(0)
    for word in range(len(cells)):
        left = cells[word]
        while left:
            to = size - 1 - (64 * word + low_bit(left))
            turned[to >> 6] |= np.uint64(1) << np.uint64(to & 63)
            left &= left - np.uint64(1)


@kernel(allocates=True)
def position_key(cells: np.ndarray, key: np.ndarray) -> bool:
    """Fill `key` (2W,) with the stones of flat `cells`, or of the board after half a turn.

    The lesser of the two is taken; returns whether that is the turned one.
    """
    words = len(key) >> 1
    size = cells.size
    other = np.zeros(len(key), np.uint64)
    for word in range(len(key)):
        key[word] = np.uint64(0)
    for cell in range(size):
        if cells[cell] != 0:
            row = 0 if cells[cell] > 0 else words
            to = size - 1 - cell
            key[row + (cell >> 6)] |= np.uint64(1) << np.uint64(cell & 63)
            other[row + (to >> 6)] |= np.uint64(1) << np.uint64(to & 63)
    for word in range(len(key)):
        if key[word] != other[word]:
            if other[word] > key[word]:
                return False
            for rest in range(word, len(key)):
                key[rest] = other[rest]
            return True
    return False


@kernel
def _mixed(key: np.ndarray, salt: int) -> np.uint64:
    """A hash of a key."""
    mixed = np.uint64(0x9E3779B97F4A7C15) + np.uint64(salt + 1)
    for word in range(len(key)):
        mixed = (mixed ^ key[word]) * np.uint64(0xBF58476D1CE4E5B9)
        mixed ^= mixed >> np.uint64(29)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@kernel
def _block(table: Table, key: np.ndarray, mover: int) -> Any:
    """The first slot of the block that a key belongs to."""
    blocks = len(table.info) // BLOCK
    return BLOCK * np.int64(_mixed(key, mover) % np.uint64(blocks))


@kernel
def fill_row(fills: np.ndarray, key: np.ndarray) -> tuple[Any, bool]:
    """The row of the cache for a position as it stands, and whether it is there."""
    salt = len(key)  # no literal: numba would compile the hash once more
    row = np.int64(_mixed(key, salt) % np.uint64(len(fills)))
    there = fills[row, 2 * len(key)] != 0
    for word in range(len(key)):
        there &= fills[row, word] == key[word]
    return row, there


@kernel
def _same(table: Table, slot: int, key: np.ndarray, mover: int) -> bool:
    same = table.info[slot, 0] == mover
    for word in range(len(key)):
        same &= table.keys[slot, word] == key[word]
    return same


@kernel
def find(table: Table, key: np.ndarray, mover: int) -> int:
    """The slot of a position, -1 if it is not in the table."""
    first = _block(table, key, mover)
    for slot in range(first, first + BLOCK):
        if _same(table, slot, key, mover):
            return slot
    return -1


@kernel
def place(table: Table, key: np.ndarray, mover: int, work: int, solved: bool) -> int:
    """The slot where a position is to be stored, its key put there; -1 if it is not worth it.

    Modifies `table`; the caller fills in the rest.
    """
    first = _block(table, key, mover)
    chosen, least, open_one = -1, 0, False
    for slot in range(first, first + BLOCK):
        if table.info[slot, 0] == 0 or _same(table, slot, key, mover):
            # A block fills from its first slot on, so an equal key cannot come after a free slot.
            chosen, open_one = slot, True
            break
        is_open = table.numbers[slot, 0] != 0 and table.numbers[slot, 1] != 0
        value = table.numbers[slot, 2]
        if chosen < 0 or (is_open and not open_one) or (is_open == open_one and value < least):
            chosen, least, open_one = slot, value, is_open
    if not open_one and not solved and work < least:
        return -1
    table.info[chosen, 0] = mover
    for word in range(len(key)):
        table.keys[chosen, word] = key[word]
    return chosen


@kernel(allocates=True)
def move_all(old: Table, new: Table) -> None:
    """Put all that is in `old` into `new`, an empty table with more slots."""
    key = np.empty(old.keys.shape[1], np.uint64)
    for slot in range(len(old.info)):
        mover = np.int64(old.info[slot, 0])
        if mover == 0:
            continue
        for word in range(len(key)):
            key[word] = old.keys[slot, word]
        solved = old.numbers[slot, 0] == 0 or old.numbers[slot, 1] == 0
        to = place(new, key, mover, old.numbers[slot, 2], solved)
        if to < 0:
            continue
        for word in range(len(key)):
            new.sets[to, word] = old.sets[slot, word]
        for i in range(3):
            new.numbers[to, i] = old.numbers[slot, i]
        new.info[to, 1] = old.info[slot, 1]
        new.share[to] = old.share[slot]
        for i in range(old.info[slot, 1]):
            new.moves[to, i] = old.moves[slot, i]
    for row in range(len(old.fills)):
        if old.fills[row, old.fills.shape[1] - 1] != 0:
            for word in range(len(key)):
                key[word] = old.fills[row, word]
            to, _ = fill_row(new.fills, key)
            for word in range(old.fills.shape[1]):
                new.fills[to, word] = old.fills[row, word]


def _warmup() -> None:
    table, key = make_table(2, BLOCK), np.zeros(2, np.uint64)
    position_key(np.zeros(4, np.int8), key)
    turn(key[:1], 4, key[1:])
    fill_row(table.fills, key)
    move_all(table, make_table(2, 2 * BLOCK))
    find(table, key, 1)
    place(table, key, 1, 0, False)
