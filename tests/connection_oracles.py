"""Connections and winners by exhaustive play: slow, obvious, and sharing nothing with the search.

`holds` plays one connection out inside its carrier, `win` a whole position (5×5 from the empty
board, 6×6 with some stones), `solved` tables every position of up to 4×4, and `canonical` names a
connection up to the symmetries of the board.

Both games are one: the player (the "joiner") wants a chain from X to Y through some free places,
the other one (the "blocker") wants none. `_play` plays it out with must-play: a move that does not
touch what the other side needed against the last one cannot do better.
"""

from functools import lru_cache

import numpy as np
from numba import njit

from hexlab.board.geometry import cells_of, grid
from hexlab.board.notation import BLACK, EMPTY, WHITE
from hexlab.board.symmetry import reflect_cells, rotate_cells

__all__ = ["canonical", "holds", "position_number", "solved", "win", "winning_moves"]

_NONE, _ONE = np.uint64(0), np.uint64(1)
_FAR = 10
_MOST = 36  # places; the higher bits of a word of the memory say which game it is
_SLOTS = 20
_memory = np.zeros((1 << _SLOTS, 4), np.uint64)
_game = 20  # numbers below are those of whole boards


# -- the game of joining X to Y through free places ------------------------------------------------


@njit(cache=True)
def _spread(near, front, within):
    """All places of `within` that are joined to `front` (the part of it in `within`)."""
    reached = front & within
    left = reached
    while left:
        low = left & (~left + _ONE)
        left ^= low
        place = 0
        while not (low >> np.uint64(place)) & _ONE:
            place += 1
        new = near[place] & within & ~reached
        reached |= new
        left |= new
    return reached


@njit(cache=True)
def _beside(near, places):
    """The union of the neighbors of `places`."""
    union = _NONE
    for place in range(len(near)):
        if (places >> np.uint64(place)) & _ONE:
            union |= near[place]
    return union


@njit(cache=True)
def _rank(near, at_x, at_y, own, free, distance):
    """Add to `distance` the two-distances of each free place from X and Y: good moves first.

    They are one more than the second lowest of the neighbors', 1 beside the end.
    """
    links = np.zeros(len(near), np.uint64)
    for place in range(len(near)):
        if (free >> np.uint64(place)) & _ONE:
            links[place] = (near[place] | _beside(near, _spread(near, near[place], own))) & free
    for start in (at_x, at_y):
        seen = new = (start | _beside(near, _spread(near, start, own))) & free
        level = 1
        while new:
            for place in range(len(near)):
                if (new >> np.uint64(place)) & _ONE:
                    distance[place] += level
            new = _NONE
            for place in range(len(near)):
                if ((free & ~seen) >> np.uint64(place)) & _ONE:
                    known = links[place] & seen
                    if known & (known - _ONE):
                        new |= _ONE << np.uint64(place)
            seen |= new
            level += 1
        for place in range(len(near)):
            if not (seen >> np.uint64(place)) & _ONE:
                distance[place] += _FAR


@njit(cache=True)
def _play(near, ends, own, free, joiner, memory, game):
    """Whether the joiner wins with `own` places, and what the winner needs of the free ones.

    `ends`: the places beside X, Y and, on a whole board, the blocker's two sides (else none).
    `joiner`: whether the joiner is to move. `memory` is modified: rows of the two words that name a
    position, the result and what is needed.
    """
    if _spread(near, ends[0], own) & ends[1]:
        return True, _NONE
    if not _spread(near, ends[0], own | free) & ends[1]:
        return False, _NONE
    name, other_name = own | np.uint64(game) << np.uint64(_MOST), free << _ONE | np.uint64(joiner)
    mixed = name * np.uint64(0x9E3779B97F4A7C15) ^ other_name * np.uint64(0xC2B2AE3D27D4EB4F)
    row = memory[mixed >> np.uint64(64 - _SLOTS)]
    if row[0] == name and row[1] == other_name:
        return row[2] != _NONE, row[3]
    distance = np.zeros(len(near), np.int64)
    _rank(near, ends[0], ends[1], own, free, distance)
    if ends[2]:
        theirs = (_ONE << np.uint64(len(near))) - _ONE & ~own & ~free
        _rank(near, ends[2], ends[3], theirs, free, distance)
    must = free
    needed = _NONE
    won = False
    while must and not won:
        best = -1
        for place in range(len(near)):
            inside = (must >> np.uint64(place)) & _ONE
            if inside and (best < 0 or distance[place] < distance[best]):
                best = place
        move = _ONE << np.uint64(best)
        after = own | move if joiner else own
        joins, part = _play(near, ends, after, free ^ move, not joiner, memory, game)
        won = joins == joiner
        if won:
            needed = part | move
        else:
            must &= part & ~move
            needed |= part
    result = won == joiner
    row[0], row[1], row[2], row[3] = name, other_name, np.uint64(result), needed
    return result, needed


def _arena(n, player, stones, x, y, carrier):
    """A connection as a game, its places the carrier: (near, ends, whether X and Y are one).

    Groups of stones and the player's sides join what touches them.
    """
    g = grid(n)
    lines = (g.top, g.bottom) if player == BLACK else (g.left, g.right)
    own = stones
    for end in (x, y):
        own |= 1 << end if end >= 0 else 0
    parts = []  # (stones, sides, the cells that touch them)
    left = own
    while left:
        group = g.flood(left & -left, own)
        left ^= group
        parts.append([group, set(), g.around(group)])
    for side, line in zip((-1, -2), lines, strict=True):
        touching = [part for part in parts if part[0] & line]
        parts = [part for part in parts if not part[0] & line]
        joined = [0, {side}, line]
        for part in touching:
            joined = [joined[0] | part[0], joined[1] | part[1], joined[2] | part[2]]
        parts.append(joined)

    def part_of(end):
        return next(p for p in parts if (end in p[1] if end < 0 else p[0] >> end & 1))

    one, other = part_of(x), part_of(y)
    cells = list(cells_of(carrier))
    place = {cell: i for i, cell in enumerate(cells)}

    def places(bits):
        return sum(1 << place[cell] for cell in cells_of(bits & carrier))

    near = [places(g.around(1 << cell)) for cell in cells]
    for part in parts:
        clique = places(part[2])
        if part is not one and part is not other:
            for i in cells_of(clique):
                near[i] |= clique & ~(1 << i)
    return (
        np.array(near, np.uint64),
        np.array([places(one[2]), places(other[2]), 0, 0], np.uint64),
        one is other,
    )


def holds(n, player, stones, x, y, carrier, *, mover_first=False, key=None):
    """Whether the player connects x to y with stones in the carrier only, by exhaustive play.

    Parameters
    ----------
    n, player : int
    stones : int
        The own stones that may be used, a set of cells. All cells outside it, the carrier and the
        ends are the opponent's.
    x, y : int
        Cells (which count as own stones) or sides, -1 and -2.
    carrier : int
        Set of empty cells, at most 36; in a millisecond up to 16 or so.
    mover_first : bool
        Whether the player moves first.
    key : int, optional
        Where the player moves first, if so.
    """
    global _game
    taken = stones | sum(1 << end for end in {x, y} if end >= 0)
    if carrier & taken or carrier.bit_count() > _MOST:
        raise ValueError(f"a carrier has at most {_MOST} cells, no stones and no ends")
    if key is not None:
        if not carrier >> key & 1:
            raise ValueError("the key lies in the carrier")
        stones, carrier, mover_first = stones | 1 << key, carrier & ~(1 << key), False
    near, ends, one = _arena(n, player, stones, x, y, carrier)
    if one:
        return True
    _game += 1
    free = np.uint64((1 << len(near)) - 1)
    return bool(_play(near, ends, _NONE, free, mover_first, _memory, _game)[0])


def win(board, to_move=None):
    """Who wins a position that `to_move` (else the side to move) plays: BLACK or WHITE.

    At most 6×6. All openings of 5×5 take about 3 s in all, an opening of 6×6 a minute, 6×6 with 10
    stones a millisecond.
    """
    mover = board.to_move if to_move is None else to_move
    n = board.n
    g = grid(n)
    near = np.array([g.around(1 << cell) for cell in range(n * n)], np.uint64)
    sides = np.array([g.top, g.bottom, g.left, g.right], np.uint64)
    black, empty = np.uint64(board.bits(BLACK)), np.uint64(board.bits(EMPTY))
    return BLACK if _play(near, sides, black, empty, mover == BLACK, _memory, n)[0] else WHITE


def winning_moves(board):
    """The cells with which the side to move wins."""
    return [cell for cell in board.empty if win(board.play(cell)) == board.to_move]


# -- every position of a small board ---------------------------------------------------------------


@njit(cache=True)
def _retrograde(n, table, powers, digits, touching, reached):
    """Fill `table` from its end: a stone more is a higher number (the other arrays are modified).

    `digits` are those of the last number, all 2.
    """
    for number in range(len(table) - 1, -1, -1):
        full = True
        black_can = white_can = False
        for cell in range(n * n):
            if digits[cell] == 0:
                full = False
                # After a stone of Black White is to move, and the other way round.
                if table[number + powers[cell]] & 2:
                    black_can = True
                if not table[number + 2 * powers[cell]] & 1:
                    white_can = True
        if full:  # Black has joined top and bottom, or White the others
            for cell in range(n * n):
                reached[cell] = cell < n and digits[cell] == 1
            grew = True
            while grew:
                grew = False
                for cell in range(n * n):
                    if digits[cell] == 1 and not reached[cell]:
                        for step in range(6):
                            other = touching[cell, step]
                            if other >= 0 and reached[other]:
                                reached[cell] = grew = True
            for cell in range(n * n - n, n * n):
                if reached[cell]:
                    black_can = True
            white_can = not black_can
        table[number] = black_can + 2 * (not white_can)
        cell = 0
        while cell < n * n and digits[cell] == 0:
            digits[cell] = 2
            cell += 1
        if cell < n * n:
            digits[cell] -= 1


@lru_cache(maxsize=None)
def solved(n):
    """The winner of every position of 1×1 to 4×4, by going backward from the full boards.

    Returns
    -------
    (3^(n²),) uint8
        At `position_number` of a position: 1 if Black wins with Black to move, plus 2 if Black wins
        with White to move. 4×4: 43 MB.
    """
    if n > 4:
        raise ValueError("there are too many positions")
    steps = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
    touching = np.full((n * n, 6), -1)
    for cell in range(n * n):
        for i, (down, right) in enumerate(steps):
            row, col = cell // n + down, cell % n + right
            if 0 <= row < n and 0 <= col < n:
                touching[cell, i] = row * n + col
    table = np.empty(3 ** (n * n), np.uint8)
    powers = 3 ** np.arange(n * n)
    _retrograde(n, table, powers, np.full(n * n, 2), touching, np.zeros(n * n, np.bool_))
    return table


def position_number(board):
    """Where a position stands in `solved`: cell c is digit c in base 3, 1 Black and 2 White."""
    return sum((board[cell] % 3) * 3**cell for cell in range(board.n**2))


# -- the same up to symmetry -----------------------------------------------------------------------


def canonical(n, player, x, y, carrier, support, key=None):
    """One name for a connection and all that a symmetry of the board makes of it.

    Half a turn, and the reflection that exchanges the players.

    Returns
    -------
    tuple
        (n, lower end, higher end, carrier, support, key), as Black's.
    """
    maps = [tuple(range(n * n)), rotate_cells(n)]
    if player == WHITE:
        maps = [tuple(to[cell] for cell in reflect_cells(n)) for to in maps]

    def move(bits, to):
        return sum(1 << to[cell] for cell in cells_of(bits))

    found = []
    for turned, to in enumerate(maps):
        ends = sorted(to[end] if end >= 0 else (-3 - end if turned else end) for end in (x, y))
        moved_key = -1 if key is None else to[key]
        found.append((n, *ends, move(carrier, to), move(support, to), moved_key))
    return min(found)
