"""Kernels for the graph in which a player sees inferior cells, and who kills whom there.

The *graph of a player*: nodes are the empty cells by id and his two sides, n² and n²+1. Two nodes
are linked if they touch, or touch the same own group; all cells that touch a side, or a group that
does, are linked with each other too, which joins nobody's sides. The player wins exactly if a path
joins his sides. Row a of ``near`` (n²+2, W) uint64 is the closed neighborhood N[a], one bit a node;
rows of stones are empty. In this graph

* a cell is *dead* if its neighbors are all linked with each other (every path through it has a
  detour), or if no path leads from it to a side;
* own b *kills* a if N(a) lies in N[b]: once b is own, a's neighbors are all linked;
* the opponent's b *kills* a if a's neighbors without b are all linked with each other.

Dead cells stay dead, and killers killers, whatever stones are added elsewhere.
"""

from __future__ import annotations

import numpy as np

from hexlab.network.bits import has_bit, low_bit, pop_count, set_bit
from hexlab.network.build import neighbor, on_side
from hexlab.run.kernel import kernel, kernel_part

__all__ = ["find_kills", "lay_graph"]

# Loops over words are written out: whole-array expressions take seconds to compile.


@kernel(allocates=True)
def lay_graph(cells: np.ndarray, n: int, player: int, near: np.ndarray) -> bool:
    """Add the player's graph to `near`, zeros before; False if he has joined his sides already."""
    size, words = n * n, near.shape[1]
    touched = np.zeros((3, words), np.uint64)  # the empty cells at each side, and at one group
    seen = np.zeros(size, np.bool_)
    stack = np.empty(size, np.int64)
    for cell in range(size):
        if cells[cell] == 0:
            set_bit(near[cell], cell)
            at = on_side(cell, n, player)
            for side in range(2):
                if at >> side & 1:
                    set_bit(touched[side], cell)
            for step in range(6):
                other = neighbor(cell, step, n)
                if other >= 0 and cells[other] == 0:
                    set_bit(near[cell], other)
            continue
        if cells[cell] != player or seen[cell]:
            continue
        at, top = 0, 1
        stack[0] = cell
        seen[cell] = True
        while top:
            top -= 1
            stone = stack[top]
            at |= on_side(stone, n, player)
            for step in range(6):
                other = neighbor(stone, step, n)
                if other < 0:
                    continue
                if cells[other] == 0:
                    set_bit(touched[2], other)
                elif cells[other] == player and not seen[other]:
                    seen[other] = True
                    stack[top] = other
                    top += 1
        if at == 3:
            return False
        if at == 0:
            _link_all(near, touched[2])
        for w in range(words):
            if at:
                touched[at - 1, w] |= touched[2, w]
            touched[2, w] = 0
    for side in range(2):
        set_bit(touched[side], size + side)
        _link_all(near, touched[side])
    return True


@kernel_part
def _link_all(near: np.ndarray, members: np.ndarray) -> None:
    """Link all members with each other (`near` is modified)."""
    for word in range(len(members)):
        left = members[word]
        while left:
            row = 64 * word + low_bit(left)
            left &= left - np.uint64(1)
            for w in range(len(members)):
                near[row, w] |= members[w]


@kernel(allocates=True)
def find_kills(
    cells: np.ndarray,
    n: int,
    near: np.ndarray,
    dead: np.ndarray,
    own_kills: np.ndarray,
    other_kills: np.ndarray,
) -> None:
    """Ask a player's graph `near` which empty cells are dead, and which moves kill them.

    Of each empty cell a that is not dead yet: sets ``dead[a]``; else adds to row a of
    ``own_kills`` the cells where the player kills it, to that of ``other_kills`` those where the
    opponent does, (n², W) uint64 each. The three are modified.
    """
    size, words = n * n, near.shape[1]
    reached = np.zeros(words, np.uint64)
    common = np.empty(words, np.uint64)
    around = np.empty(words, np.uint64)
    loose = np.empty(words, np.uint64)
    _reach(near, size, reached)
    for a in range(size):
        if cells[a] != 0 or dead[a]:
            continue
        for w in range(words):
            around[w] = near[a, w]
            common[w] = ~np.uint64(0)
        around[a >> 6] ^= np.uint64(1) << np.uint64(a & 63)
        # The nodes that all neighbors are linked with.
        for word in range(words):
            left = around[word]
            while left:
                row = 64 * word + low_bit(left)
                left &= left - np.uint64(1)
                for w in range(words):
                    common[w] &= near[row, w]
        count = 0
        for w in range(words):
            loose[w] = around[w] & ~common[w]
            count += pop_count(loose[w])
        if count == 0 or not has_bit(reached, a):
            dead[a] = True
            continue
        common[a >> 6] &= ~(np.uint64(1) << np.uint64(a & 63))
        for w in range(words):
            # No side is among them: it would link all neighbors, and a were dead.
            own_kills[a, w] |= common[w]
        _add_centers(near, around, loose, count, size, other_kills[a])


@kernel_part(allocates=True)
def _reach(near: np.ndarray, start: int, reached: np.ndarray) -> None:
    """Add to `reached`, empty before, the nodes that a path joins to `start`."""
    words = near.shape[1]
    done = np.zeros(words, np.uint64)
    set_bit(reached, start)
    again = True
    while again:
        again = False
        for word in range(words):
            left = reached[word] & ~done[word]
            done[word] |= left
            while left:
                row = 64 * word + low_bit(left)
                left &= left - np.uint64(1)
                again = True
                for w in range(words):
                    reached[w] |= near[row, w]


@kernel_part
def _add_centers(
    near: np.ndarray,
    around: np.ndarray,
    loose: np.ndarray,
    count: int,
    size: int,
    kills: np.ndarray,
) -> None:
    """Add to `kills` the cells without which the nodes `around` are all linked.

    `loose` are the `count` of them that lack a link with another: a center lacks all the rest, and
    the rest lack nothing else.
    """
    words = len(loose)
    ones = others = 0  # how many lack one link, how many all
    center = second = -1
    for word in range(words):
        left = loose[word]
        while left:
            b = 64 * word + low_bit(left)
            left &= left - np.uint64(1)
            lacks = 0
            for w in range(words):
                lacks += pop_count(around[w] & ~near[b, w])
            if lacks == count - 1:
                others += 1
                second, center = center, b
            if lacks == 1:
                ones += 1
    if ones >= count - 1 and others > 0:
        if center < size:
            set_bit(kills, center)
        if others == 2 and second < size:  # two cells that lack each other
            set_bit(kills, second)


def _warmup() -> None:
    cells = np.zeros(4, np.int8)
    near = np.zeros((6, 1), np.uint64)
    lay_graph(cells, 2, 1, near)
    kills = np.zeros((2, 4, 1), np.uint64)
    find_kills(cells, 2, near, np.zeros(4, np.bool_), kills[0], kills[1])
