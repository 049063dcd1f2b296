"""Derive every local pattern of inferior cells by full enumeration, and write them as a table.

``python -m hexlab.connection.derive_patterns`` remakes ``hexlab/tables/inferior.npz`` byte for
byte; nothing in it is typed in. A pattern says what colors a few cells have (0 empty, 1 the
player's, 2 the opponent's; a side is a stone of its owner) and what follows for an empty cell,
however the rest of the board looks. All of it is seen by one player; the other reads the same
tables with the colors exchanged.

Three neighborhoods:

(a) the *ring*, the six neighbors of a cell, in the order of `NEIGHBOR_STEPS`: 3^6 codes;
(b) the ring of eight round a *pair* of adjacent cells: 3^8;
(c) the *star*, the ring and the six cells a bridge away: 3^12.

A code is the sum of color · 3^k over the places k.

**Dead** (a): a cell whose color changes the winner in no completion. A chain through the cell
enters and leaves it by two ring cells; if the ring changes color at most twice, the player has at
most one run of it, so these two lie in one run, which makes the detour. The cell is dead if that is
so in every completion of the ring.

**As good as** (b): with the ring of eight full, two colorings of the pair differ only in which runs
of the player's stones they join. If one joins all that the other joins, it is at least as good,
whatever lies outside. The pair is *captured* if in every completion either cell alone joins what
both do: the player answers one with the other. One cell *dominates* the other if in every
completion it alone joins all that the other alone joins: a winning strategy that has the other is
one with it, the names of the two exchanged.

**By play** (c): two relations between positions that differ in the middle cell alone, computed from
full stars to empty ones (`star_tables` proves them): *as own*, an opponent's stone in the middle
counts as the player's; *fill*, the empty middle may be taken as the player's, for it is dead,
captured, or permanently inferior (kept by other answers). A move in the star after which the middle
may be filled *dominates* the middle; one after which an opponent's stone in the middle counts as
own *answers* it. What comes out: *as own* is dead, *fill* is dead or captured in a pair, and no
middle of a star is permanently inferior. So (a) and (b) tell a fixed point of fill-in all that (c)
knows; (c) is for those who want the answer for one cell by one look.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

__all__ = [
    "CAPTURED",
    "DEAD",
    "PAIR_CAPTURED",
    "PAIR_FIRST_DOMINATES",
    "PAIR_SECOND_DOMINATES",
    "PERMANENT",
    "TABLE",
    "derive",
    "pair_table",
    "ring_table",
    "star_tables",
]

TABLE = Path(__file__).resolve().parents[1] / "tables" / "inferior.npz"

DEAD, CAPTURED, PERMANENT = 1, 2, 3
PAIR_CAPTURED, PAIR_SECOND_DOMINATES, PAIR_FIRST_DOMINATES = 1, 2, 4

_POWERS = 3 ** np.arange(12)
_RING, _PAIR, _STAR = 3**6, 3**8, 3**12


def _completions(places: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every way to color the empty places."""
    return product(*((1, 2) if place == 0 else (place,) for place in places))


def _colors(code: int, count: int) -> tuple[int, ...]:
    """The colors of a code."""
    return tuple(code // 3**k % 3 for k in range(count))


def ring_table() -> np.ndarray:
    """(a): whether the middle of each ring is dead, (729,) bool; 122 are.

    Sound because a cell is live only if a completion has two runs of the player's stones that meet
    in the cell alone.

    >>> int(ring_table().sum())
    122
    """

    def changes(ring: tuple[int, ...]) -> int:
        return sum(ring[k] != ring[k - 1] for k in range(6))

    def is_dead(code: int) -> bool:
        return all(changes(full) <= 2 for full in _completions(_colors(code, 6)))

    return np.array([is_dead(code) for code in range(_RING)])


# The second cell of a pair is a step 0 away from the first. Round them run the first cell's
# neighbors 1 to 5, then the second's 5, 0 and 1; its 4 and 2 are the first's 5 and 1.
_TOUCHES_FIRST = (0, 1, 2, 3, 4)
_TOUCHES_SECOND = (4, 5, 6, 7, 0)


def _joined(ring: tuple[int, ...], pair: tuple[int, int]) -> frozenset[frozenset[int]]:
    """Which of the player's ring cells a full coloring joins: the classes of the places."""
    parent = list(range(10))  # 8 and 9 are the pair

    def root(x: int) -> int:
        while parent[x] != x:
            x = parent[x]
        return x

    own = [color == 1 for color in (*ring, *pair)]
    links = [(k, (k + 1) % 8) for k in range(8)] + [(8, 9)]
    links += [(8, k) for k in _TOUCHES_FIRST] + [(9, k) for k in _TOUCHES_SECOND]
    for x, y in links:
        if own[x] and own[y]:
            parent[root(x)] = root(y)
    classes: dict[int, set[int]] = {}
    for k in range(8):
        if own[k]:
            classes.setdefault(root(k), set()).add(k)
    return frozenset(map(frozenset, classes.values()))


def _joins_all(more: frozenset[frozenset[int]], less: frozenset[frozenset[int]]) -> bool:
    """Whether every class of `less` lies within one of `more`."""
    return all(any(part <= whole for whole in more) for part in less)


def pair_table() -> np.ndarray:
    """(b): what holds of two adjacent empty cells in each ring of eight, (6561,) uint8 of bits.

    `PAIR_CAPTURED`, `PAIR_SECOND_DOMINATES` (the first cell), `PAIR_FIRST_DOMINATES` (the second).
    Sound because what a coloring of the pair does for the board is to join runs of the ring.
    """
    bits = np.zeros(_PAIR, np.uint8)
    full = {}
    for ring in product((1, 2), repeat=8):
        both, first, second = (_joined(ring, pair) for pair in ((1, 1), (1, 2), (2, 1)))
        full[ring] = (
            PAIR_CAPTURED * (first == both == second)
            + PAIR_SECOND_DOMINATES * _joins_all(second, first)
            + PAIR_FIRST_DOMINATES * _joins_all(first, second)
        )
    for code in range(_PAIR):
        found = 7
        for ring in _completions(_colors(code, 8)):
            found &= full[ring]
            if not found:
                break
        bits[code] = found
    return bits


def pair_keys(pair: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(b): the moves that capture a pair not yet captured, from `pair_table`.

    Returns
    -------
    keys : (6561,) uint8
        Bit b: own stone at place b of the ring of eight captures the pair.
    answers : (6561,) uint64
        Bit 8a+b: an opponent's stone at place a and then own at place b capture it; bit 9a: the
        opponent's stone alone does.
    """
    captured = pair & PAIR_CAPTURED > 0
    keys = np.zeros(_PAIR, np.uint8)
    answers = np.zeros(_PAIR, np.uint64)
    for code in np.flatnonzero(~captured):
        empty = [k for k, color in enumerate(_colors(int(code), 8)) if color == 0]
        for a in empty:
            keys[code] |= captured[code + _POWERS[a]] << a
            for b in empty:
                then = code + 2 * _POWERS[a] + (_POWERS[b] if b != a else 0)
                answers[code] |= np.uint64(captured[then]) << np.uint64(8 * a + b)
    return keys, answers


def _ring_of_member(colors: np.ndarray, k: int, middle: int) -> np.ndarray:
    """The ring codes of the star's ring cell k, the middle having a color; (3^12,).

    Its outermost neighbor lies outside the star and is taken as empty: dead is dead however it is
    colored.
    """
    ring: list[np.ndarray | int] = [0] * 6
    ring[(k + 3) % 6] = middle
    ring[(k + 2) % 6] = colors[(k + 1) % 6]
    ring[(k + 4) % 6] = colors[(k + 5) % 6]
    ring[(k + 1) % 6] = colors[6 + k]
    ring[(k + 5) % 6] = colors[6 + (k + 5) % 6]
    return np.sum([_POWERS[i] * np.broadcast_to(ring[i], _STAR) for i in range(6)], axis=0)


def star_tables(dead_ring: np.ndarray) -> dict[str, np.ndarray]:
    """(c): what holds of the empty middle of each star.

    Returns
    -------
    dict
        ``fill`` (3^12,) uint8: 0, or DEAD, CAPTURED or PERMANENT plus 4 times the place of the
        helper: the partner of a captured pair, or the answer to a move in the middle.
        ``dominators`` (3^12,) uint16: bit k: the player's stone at place k makes the middle one
        that may be filled. ``answers`` (3^12,) uint16: bit k: after an opponent's stone in the
        middle the player's at place k makes it count as own. Both 0 where the middle is filled.

    Notes
    -----
    P is a coloring of the star with an empty middle, P+x own stone at x, P-x an opponent's stone.

    *as own* (P): the middle is dead, or P has empty places and for each of them, x: as own (P+x),
    and as own (P-x) or, for some y, as own (P+x+y) where the stone -x is dead beside y and an
    opponent's middle. Claim: if the player wins a board with own middle, he wins it with the
    opponent's, the same side to move. By induction on the empty cells: his own winning move keeps
    the relation; an opponent's move x is one that he meets as if the middle were own, or he answers
    with y, when x is as good as own, and own x and y are more than nothing.

    *fill* (P): the middle is dead, or there is b with as own (P+b), and for each empty x: fill
    (P+x), and fill (P-x), or -x is dead once the middle is own, or for some y fill (P+x+y) where
    -x is dead beside y. Claim: if the player wins a board with own middle, he wins it with the
    middle empty, the same side to move. To an opponent's stone in the middle he answers b; then it
    counts as own. The rest as before; where -x is dead once the middle is own, he plays there.

    In both an opponent's dead stone is as good as own. Moves outside the star change no relation.
    """
    codes = np.arange(_STAR, dtype=np.int32)
    colors = np.array([codes // p % 3 for p in _POWERS], np.uint8)
    empties = (colors == 0).sum(0)
    dead = dead_ring[codes % _RING]
    # beside[c][k]: whether a stone at ring place k is dead if the middle has color c.
    beside = [[dead_ring[_ring_of_member(colors, k, c)] for k in range(6)] for c in range(3)]
    own, fill = dead.copy(), dead.copy()
    dominators = np.zeros(_STAR, np.uint16)
    answers = np.zeros(_STAR, np.uint16)
    kinds = np.where(dead, DEAD, 0).astype(np.uint8)
    for left in range(13):
        level = codes[(empties == left) & ~dead]
        own_holds = np.full(len(level), left > 0)
        fill_holds = np.full(len(level), left > 0)
        partner = np.full(len(level), 255, np.uint8)
        answer = np.full(len(level), 255, np.uint8)
        for x in range(12):
            p = _POWERS[x]
            here = np.flatnonzero(colors[x][level] == 0)
            at = level[here]
            own_met, fill_met = own[at + 2 * p], fill[at + 2 * p]
            if x < 6:
                own_met, fill_met = own_met.copy(), fill_met | beside[1][x][at]
                for y in range(12):
                    if y == x:
                        continue
                    q = _POWERS[y]
                    free = np.flatnonzero(colors[y][at] == 0)
                    then = at[free] + q
                    own_met[free] |= own[then + p] & beside[2][x][then]
                    fill_met[free] |= fill[then + p] & beside[0][x][then]
            own_holds[here] &= own[at + p] & own_met
            fill_holds[here] &= fill[at + p] & fill_met
            kills = own[at + p]
            answers[at] |= kills.astype(np.uint16) << np.uint16(x)
            dominators[at] |= fill[at + p].astype(np.uint16) << np.uint16(x)
            answer[here[kills & (answer[here] == 255)]] = x
            if x < 6:
                partner[here[kills & beside[1][x][at] & (partner[here] == 255)]] = x
        own[level] = own_holds
        fill[level] = fill_holds & (answer != 255)
        # An opponent's dead stone is as good as own.
        for relation, middle in ((own, 2), (fill, 0)):
            before = -1
            while before != (before := int(relation[level].sum())):
                for x in range(6):
                    p = _POWERS[x]
                    at = level[(colors[x][level] == 2) & beside[middle][x][level]]
                    relation[at] |= relation[at - p]
        kind = np.where(partner < 255, CAPTURED + 4 * partner, PERMANENT + 4 * answer)
        kinds[level] = np.where(fill[level], kind, 0)
    answers[fill] = dominators[fill] = 0
    return {"fill": kinds, "dominators": dominators, "answers": answers}


def derive() -> dict[str, np.ndarray]:
    """All tables by name: ``ring``; ``pair``, its ``keys`` and ``answers``; those of the star."""
    ring, pair = ring_table(), pair_table()
    keys, answers = pair_keys(pair)
    star = {f"star_{name}": table for name, table in star_tables(ring).items()}
    return {"ring": ring, "pair": pair, "keys": keys, "answers": answers, **star}


if __name__ == "__main__":
    # The archive's time stamps are constant: the same tables are the same bytes.
    tables: dict[str, Any] = dict(derive())
    np.savez_compressed(TABLE, **tables)
    print(f"{TABLE}: {TABLE.stat().st_size} bytes")
