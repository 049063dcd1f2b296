"""Kernels that make a player's network from the cells of a board.

`build` is the door for other kernels (features of many boards, a whole evaluation in one call);
people call `hexlab.network.board_network`. All arrays are flat and contiguous:

``cells``
    (n²,) int8, absolute: 1 Black, -1 White, 0 empty. ``view`` is the same as the player sees it:
    1 own, -1 the opponent's, 0 empty.
``ends``
    (m, 2) int64, the player's full connections: cell ids, -1 = v_s, -2 = v_t.
``bits``
    (N, W) uint64, the adjacency: bit ``v`` of row ``u`` is set if a link joins u and v. Nodes are
    the empty cells by id (and the own stones where they are kept), then v_s = N-2 and v_t = N-1.
``wires``
    (n²,) int16: for an own stone the number (from 0) of its wire, -1 if its wire touches v_s (or
    both sides), -2 if it touches v_t; -9 for every other cell. A wire is an own group, or several
    that full connections make one.
``extra``
    (k, 2) int64: the links of the electric circuit that come from full connections and are not
    there without them, each once: first end an empty cell or ``n² + wire``, second an empty cell,
    ``n² + wire``, -1 or -2. The only ones of a wire and a terminal: it is connected to that side
    alone. (Connections to both may need the same cells: then its neighbors get the links.)
"""

from __future__ import annotations

import numpy as np

from hexlab.board.geometry import NEIGHBOR_STEPS
from hexlab.network.bits import clear_bit, has_bit, low_bit, set_bit, words_for
from hexlab.run.kernel import kernel

__all__ = [
    "NO_ENDS",
    "NO_WIRE",
    "SOURCE_END",
    "TARGET_END",
    "bridge_ends",
    "build",
    "neighbor",
    "on_side",
    "root",
    "unite",
]

SOURCE_END, TARGET_END = -1, -2
NO_WIRE = -9
NO_ENDS = np.empty((0, 2), np.int64)  # no connections

_STEPS = np.array(NEIGHBOR_STEPS)
# The steps right, down and down-left: each pair of neighbors is met once by them. A bridge goes
# along one of them and the next one round.
_FORWARD = (2, 3, 4)
# Which sides a wire is part of.
_AT_SOURCE, _AT_TARGET = 1, 2


@kernel
def neighbor(cell: int, step: int, n: int) -> int:
    """The neighbor of `cell` in direction `step` (0 to 5, modulo 6), or -1 off the board."""
    step %= 6
    row, col = cell // n + _STEPS[step, 0], cell % n + _STEPS[step, 1]
    return row * n + col if 0 <= row < n and 0 <= col < n else -1


@kernel
def on_side(cell: int, n: int, player: int) -> int:
    """Which own sides `cell` lies on: 1 (that of v_s) + 2 (that of v_t)."""
    line = cell // n if player == 1 else cell % n
    return _AT_SOURCE * (line == 0) + _AT_TARGET * (line == n - 1)


@kernel(allocates=True)
def bridge_ends(view: np.ndarray, n: int, player: int) -> np.ndarray:
    """The player's bridges, as (m, 2) int64 `ends`: also those from the second line to a side.

    Both ends are empty or own, both carrier cells empty.
    """
    ends = np.empty((5 * n * n, 2), np.int64)
    count = 0
    for cell in range(n * n):
        if view[cell] < 0:
            continue
        for step in _FORWARD:
            one, two = neighbor(cell, step, n), neighbor(cell, step + 1, n)
            if one < 0 or two < 0 or view[one] != 0 or view[two] != 0:
                continue
            far = neighbor(one, step + 1, n)
            if far >= 0 and view[far] >= 0:
                ends[count, 0], ends[count, 1] = cell, far
                count += 1
        for end in (SOURCE_END, TARGET_END):
            # The two cells of the first line that touch a cell of the second.
            side = _AT_SOURCE if end == SOURCE_END else _AT_TARGET
            step = (0 if player == 1 else 4) if end == SOURCE_END else (3 if player == 1 else 1)
            one, two = neighbor(cell, step, n), neighbor(cell, step + 1, n)
            if one < 0 or two < 0 or view[one] != 0 or view[two] != 0:
                continue
            if on_side(one, n, player) & side and on_side(two, n, player) & side:
                ends[count, 0], ends[count, 1] = cell, end
                count += 1
    return ends[:count].copy()


@kernel
def root(parent: np.ndarray, member: int) -> int:
    """The member that stands for the set of `member` (`parent` is shortened on the way)."""
    while parent[member] != member:
        parent[member] = parent[parent[member]]
        member = parent[member]
    return member


@kernel
def unite(parent: np.ndarray, a: int, b: int) -> None:
    """Make two sets one, standing for it the lower member (`parent` is modified)."""
    one, other = root(parent, a), root(parent, b)
    parent[max(one, other)] = min(one, other)


@kernel(allocates=True)
def _find_wires(
    view: np.ndarray, n: int, player: int, ends: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int, bool]:
    """Label the own stones: (wires, sides, reached, number of wires, whether the sides are joined).

    ``sides`` (n²,) uint8 says of each own stone which sides its wire touches, ``reached`` to which
    it has a full connection.
    """
    parent = np.empty(n * n, np.int16)
    sides = np.zeros(n * n, np.uint8)
    reached = np.zeros(n * n, np.uint8)
    joined = False
    for cell in range(n * n):
        parent[cell] = cell
    for cell in range(n * n):
        if view[cell] == 1:
            for step in _FORWARD:
                other = neighbor(cell, step, n)
                if other >= 0 and view[other] == 1:
                    unite(parent, cell, other)
    for one, other in ends:
        if one >= 0 and other >= 0 and view[one] == 1 and view[other] == 1:
            unite(parent, one, other)
    for cell in range(n * n):
        if view[cell] == 1:
            sides[root(parent, cell)] |= np.uint8(on_side(cell, n, player))
    for one, other in ends:
        cell, end = max(one, other), min(one, other)
        if cell < 0:
            joined = True
        elif end < 0 and view[cell] == 1:
            side = _AT_SOURCE if end == SOURCE_END else _AT_TARGET
            reached[root(parent, cell)] |= np.uint8(side)

    wires = np.full(n * n, NO_WIRE, np.int16)
    count = 0
    for cell in range(n * n):
        if view[cell] != 1:
            continue
        lowest = root(parent, cell)
        sides[cell], reached[cell] = sides[lowest], reached[lowest]
        if sides[cell]:
            joined |= sides[cell] | reached[cell] == _AT_SOURCE + _AT_TARGET
        if lowest < cell:  # the lowest stone has been labeled
            wires[cell] = wires[lowest]
        elif sides[cell]:
            wires[cell] = SOURCE_END if sides[cell] & _AT_SOURCE else TARGET_END
        else:
            wires[cell] = count
            count += 1
    return wires, sides, reached, count, joined


@kernel
def _join(bits: np.ndarray, u: int, v: int) -> None:
    """Link two nodes (`bits` is modified); nothing happens if they are the same."""
    if u != v:
        set_bit(bits[u], v)
        set_bit(bits[v], u)


@kernel
def _join_sides(bits: np.ndarray, u: int, sides: int) -> None:
    """Link node `u` to the terminals of `sides` (`bits` is modified)."""
    size = len(bits)
    if sides & _AT_SOURCE:
        _join(bits, u, size - 2)
    if sides & _AT_TARGET:
        _join(bits, u, size - 1)


@kernel
def _join_to_all(bits: np.ndarray, u: int, members: np.ndarray) -> None:
    """Link node `u` to every node of the set `members` but itself (`bits` is modified)."""
    for word in range(len(members)):
        left = members[word]
        while left:
            _join(bits, u, 64 * word + low_bit(left))
            left &= left - np.uint64(1)


@kernel(allocates=True)
def _lay_grid(
    view: np.ndarray, n: int, player: int, keep: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Number the nodes and link neighboring ones: (bits, node_cells, node_of)."""
    node_of = np.full(n * n, -1, np.int64)
    node_cells = np.empty(n * n, np.int64)
    count = 0
    for cell in range(n * n):
        if view[cell] == 0 or (keep and view[cell] == 1):
            node_of[cell] = count
            node_cells[count] = cell
            count += 1
    bits = np.zeros((count + 2, words_for(count + 2)), np.uint64)
    for u in range(count):
        cell = node_cells[u]
        _join_sides(bits, u, on_side(cell, n, player))
        for step in _FORWARD:
            other = neighbor(cell, step, n)
            if other >= 0 and node_of[other] >= 0:
                _join(bits, u, node_of[other])
    return bits, node_cells[:count].copy(), node_of


@kernel(allocates=True)
def _wire_neighbors(
    bits: np.ndarray,
    node_of: np.ndarray,
    n: int,
    wires: np.ndarray,
    sides: np.ndarray,
    count: int,
) -> np.ndarray:
    """The empty neighbors of each wire, (count, W) uint64; those of side wires join the side.

    `bits` is modified: links to the terminals.
    """
    near = np.zeros((count, bits.shape[1]), np.uint64)
    for cell in range(n * n):
        if wires[cell] == NO_WIRE:
            continue
        for step in range(6):
            other = neighbor(cell, step, n)
            if other < 0 or node_of[other] < 0:
                continue
            if wires[cell] >= 0:
                set_bit(near[wires[cell]], node_of[other])
            else:
                _join_sides(bits, node_of[other], sides[cell])
    return near


@kernel(allocates=True)
def _lay_connections(
    bits: np.ndarray,
    node_of: np.ndarray,
    n: int,
    ends: np.ndarray,
    wires: np.ndarray,
    sides: np.ndarray,
    near: np.ndarray,
) -> np.ndarray:
    """Add the links that the connections `ends` mean (`bits` is modified); return `extra`."""
    extra = np.empty((2 * len(ends), 2), np.int64)
    count = 0
    # Per empty cell what extra links join it to: nodes, then wires.
    seen = np.zeros((len(bits), words_for(len(bits) + len(near))), np.uint64)
    for one, other in ends:
        if one < 0 or node_of[one] < 0:
            one, other = other, one
        if one < 0 or node_of[one] < 0:
            continue  # no empty cell: `_find_wires` has dealt with it
        u = node_of[one]
        if other >= 0 and node_of[other] >= 0:
            v = node_of[other]
            beside = False
            for step in range(6):
                beside |= neighbor(one, step, n) == other
            _join(bits, u, v)
            if not beside and not has_bit(seen[u], v):
                set_bit(seen[u], v)
                set_bit(seen[v], u)
                extra[count, 0], extra[count, 1] = one, other
                count += 1
        elif other >= 0 and wires[other] >= 0:
            wire = wires[other]
            _join_to_all(bits, u, near[wire])
            if not has_bit(near[wire], u) and not has_bit(seen[u], len(bits) + wire):
                set_bit(seen[u], len(bits) + wire)
                extra[count, 0], extra[count, 1] = one, n * n + wire
                count += 1
        else:
            to = _AT_SOURCE if other == SOURCE_END else _AT_TARGET
            if other >= 0:
                to = sides[other]
            for end in (SOURCE_END, TARGET_END):
                node, side = _terminal(end, len(bits))
                if to & side and not has_bit(bits[u], node):
                    _join(bits, u, node)
                    extra[count, 0], extra[count, 1] = one, end
                    count += 1
    return extra[:count].copy()


@kernel
def _terminal(end: int, size: int) -> tuple[int, int]:
    """Of -1 or -2: (its node, the bit that `on_side` gives it)."""
    return (size - 2, _AT_SOURCE) if end == SOURCE_END else (size - 1, _AT_TARGET)


@kernel(allocates=True)
def _lay_reached(
    bits: np.ndarray,
    node_cells: np.ndarray,
    n: int,
    wires: np.ndarray,
    reached: np.ndarray,
    near: np.ndarray,
) -> np.ndarray:
    """Link the neighbors of wires to the sides they reach (`bits` is modified); more of `extra`."""
    extra = np.empty((2 * len(near) + 2 * len(node_cells), 2), np.int64)
    count = 0
    done = np.zeros(len(near), np.bool_)
    for cell in range(n * n):
        wire = wires[cell]
        if wire < 0 or done[wire] or not reached[cell]:
            continue
        done[wire] = True
        for end in (SOURCE_END, TARGET_END):
            node, side = _terminal(end, len(bits))
            if not reached[cell] & side:
                continue
            if reached[cell] == side:
                extra[count, 0], extra[count, 1] = n * n + wire, end
                count += 1
            for u in range(len(node_cells)):
                if has_bit(near[wire], u) and not has_bit(bits[u], node):
                    _join(bits, u, node)
                    if reached[cell] != side:
                        extra[count, 0], extra[count, 1] = node_cells[u], end
                        count += 1
    return extra[:count].copy()


@kernel(allocates=True)
def _link_clique(bits: np.ndarray, members: np.ndarray) -> None:
    """Link all nodes of the set `members` to each other (`bits` is modified)."""
    for word in range(len(members)):
        left = members[word]
        while left:
            u = 64 * word + low_bit(left)
            bits[u] |= members
            clear_bit(bits[u], u)
            left &= left - np.uint64(1)


@kernel
def _node_at(end: int, node_of: np.ndarray, size: int) -> int:
    """The node that one end of a connection names, where own stones are nodes."""
    if end >= 0:
        return node_of[end]
    return size - 2 if end == SOURCE_END else size - 1


@kernel(allocates=True)
def build(
    cells: np.ndarray, n: int, player: int, keep: bool, bridge: bool, given: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, bool, np.ndarray]:
    """A player's network: (bits, node_cells, wires, joined, extra), arrays as in the module's text.

    With `keep` own stones stay nodes; connections then link the two named cells, and `extra` is
    empty. With `bridge` the player's bridges count as connections beside the `given` ones. Nothing
    is checked here.
    """
    view = np.empty(n * n, np.int8)
    for cell in range(n * n):
        view[cell] = cells[cell] * player
    ends = np.concatenate((given, bridge_ends(view, n, player))) if bridge else given
    wires, sides, reached, count, joined = _find_wires(view, n, player, ends)
    bits, node_cells, node_of = _lay_grid(view, n, player, keep)
    if keep:
        for one, other in ends:
            _join(bits, _node_at(one, node_of, len(bits)), _node_at(other, node_of, len(bits)))
        return bits, node_cells, wires, joined, np.empty((0, 2), np.int64)
    near = _wire_neighbors(bits, node_of, n, wires, sides, count)
    for wire in range(count):
        _link_clique(bits, near[wire])
    extra = np.empty((0, 2), np.int64)
    if len(ends):
        extra = _lay_connections(bits, node_of, n, ends, wires, sides, near)
        more = _lay_reached(bits, node_cells, n, wires, reached, near)
        extra = np.concatenate((extra, more))
    if joined:
        _join(bits, len(bits) - 2, len(bits) - 1)
    return bits, node_cells, wires, joined, extra


def _warmup() -> None:
    for bridge in (False, True):
        for keep in (False, True):
            build(np.zeros(4, np.int8), 2, 1, keep, bridge, np.empty((0, 2), np.int64))
