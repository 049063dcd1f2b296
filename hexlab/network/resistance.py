"""Electrical resistance between a player's sides, and the current through every cell.

Two circuits are offered. `wire` (Takada 2019, eqs. 3.1–3.2): an empty cell is a node, an own group
is a node without resistance of its own, and so is a side together with the groups that touch it;
one resistor joins two adjacent nodes, 2 ohm between cells, 1 ohm between a cell and a group or a
side. `clique`: every link of the board network, where groups are links among their neighbors, is
1 ohm.

The wire circuit is solved straight from the cells. Taken row by row, the cells couple over at most
n places (more where extra links reach further), so their part of the equations is a narrow band;
groups and the source are a dense border. Band elimination costs O(n⁴) in all, the border O(n² g²)
for g groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from hexlab.board.geometry import NEIGHBOR_STEPS
from hexlab.board.notation import BLACK, WHITE
from hexlab.network.build import NO_WIRE, SOURCE_END, TARGET_END, root, unite
from hexlab.run.kernel import kernel

if TYPE_CHECKING:
    from hexlab.board.board import Board
    from hexlab.network.network import Network

__all__ = ["Resistance", "resistance", "wire_resistances"]


@dataclass(frozen=True, eq=False)
class Resistance:
    """The answer of `resistance`.

    Attributes
    ----------
    value : float
        Ohm between the two own sides; 0.0 if they are joined, inf if nothing can join them.
    current : np.ndarray
        (n, n), the part of the current from side to side that passes through each cell, 0 to 1:
        half the sum of the currents (without sign) in the cell's resistors. A stone shows the
        current through its whole group; a group joined to a side carries all of it, 1. Zero on
        opponent stones, and everywhere if `value` is 0 or inf.
    potential : np.ndarray
        (n, n), volts when one ampere flows: `value` at v_s, 0 at v_t. NaN on opponent stones, in
        pockets that touch neither side, and everywhere if `value` is inf.
    """

    value: float
    current: np.ndarray
    potential: np.ndarray


def resistance(network: Network, circuit: str = "wire") -> Resistance:
    """Resistance, current and potential of a player's board network.

    Parameters
    ----------
    network : Network
        With ``own="contract"``.
    circuit : {"wire", "clique"}
        Groups as wires (Takada 2019, 3.3.1), or each link of the network as 1 ohm (Rasmussen 2007,
        advisors a9 and a10). In "clique" stones are no nodes: no current, potential NaN.

    Raises
    ------
    ValueError
        For another circuit, or a network that keeps own stones as nodes.

    Notes
    -----
    Each pair of nodes has one resistor, also where a cell touches several stones of a group. (So
    an own stone can raise the resistance a little: of two ways from a cell to a group it may leave
    one.) An extra link gets the resistance of the same kind of pair; one between two groups, or a
    group and a side, makes them one wire. About 0.04 ms (wire) on 11×11; clique is dense, O(N³).

    Examples
    --------
    >>> from hexlab import BLACK, Board
    >>> from hexlab.network import board_network
    >>> found = board_network(Board(3, black="b2"), BLACK).resistance()
    >>> round(found.value, 6)
    1.323194
    """
    if circuit not in ("wire", "clique"):
        raise ValueError(f"circuit must be 'wire' or 'clique', not {circuit!r}")
    if network.own != "contract":
        raise ValueError(
            f"resistance needs own='contract': with own={network.own!r} stones are nodes, not wires"
        )
    return _solve_wire(network) if circuit == "wire" else _solve_clique(network)


def wire_resistances(board: Board) -> tuple[Resistance, Resistance]:
    """Black's and White's wire circuit of a board, without building networks.

    About 0.1 ms on the empty 11×11 board, with all currents.

    Examples
    --------
    >>> from hexlab import Board
    >>> black, white = wire_resistances(Board(1))
    >>> black.value, white.value
    (2.0, 2.0)
    """
    cells = board.to_array().reshape(-1)
    return _flows(cells, board.n, BLACK), _flows(cells, board.n, WHITE)


def _flows(cells: np.ndarray, n: int, player: int) -> Resistance:
    flow = np.empty((2, n * n))
    value = wire_circuit(cells, player, adjacent_pairs(n, player), flow)
    current, potential = flow.reshape(2, n, n)
    return Resistance(value, current, potential)


def _solve_wire(network: Network) -> Resistance:
    flow = np.empty((2, network.n**2))
    value = wire_circuit(network.cells, 1, _network_pairs(network), flow)
    current, potential = flow.reshape(2, network.n, network.n)
    return Resistance(value, current, potential)


def _network_pairs(network: Network) -> np.ndarray:
    """The pairs of `wire_circuit` for any network: connections may merge wires and add links."""
    size, wires = network.n**2, network.wires
    stones = np.flatnonzero(wires != NO_WIRE)
    heads = np.empty(int(wires.max(initial=-1)) + 3, np.int64)  # a node for each wire's number
    heads[wires[stones]] = stones
    heads[SOURCE_END], heads[TARGET_END] = size, size + 1
    ends = network.extra_links
    is_cell = (ends >= 0) & (ends < size)
    wire = np.where(is_cell, SOURCE_END, np.where(ends < 0, ends, ends - size))
    pairs = [
        adjacent_pairs(network.n, network.player),
        np.column_stack((stones, heads[wires[stones]])),
        np.where(is_cell, ends, heads[wire]),
    ]
    if network.joined:
        pairs.append(np.array([[size, size + 1]]))
    return np.concatenate(pairs).astype(np.uint16)


@lru_cache(maxsize=None)
def adjacent_pairs(n: int, player: int) -> np.ndarray:
    """(3n²−2n+1, 2) uint16: adjacent cells, then cell and side; v_s is n², v_t is n²+1."""
    pairs = []
    for row in range(n):
        for col in range(n):
            for dr, dc in NEIGHBOR_STEPS[2:5]:  # each pair once: right, down, down-left
                if row + dr < n and 0 <= col + dc < n:
                    pairs.append((row * n + col, (row + dr) * n + col + dc))
    for i in range(n):
        first, step = (i, n) if player == BLACK else (i * n, 1)
        pairs += [(first, n * n), (first + (n - 1) * step, n * n + 1)]
    return np.array(pairs, dtype=np.uint16)


# -- the wire circuit --------------------------------------------------------------------------


@kernel(allocates=True)
def wire_circuit(cells: np.ndarray, player: int, pairs: np.ndarray, flow: np.ndarray) -> float:
    """Resistance between `player`'s sides; also fill `flow` (2, n²), or (2, 0) if it is not wanted.

    `cells` is a flat board; `pairs` (m, 2) uint16 holds all linked pairs of cells and terminals,
    repeated ones count once; ``flow[0]`` becomes the current and ``flow[1]`` the potential of each
    cell. (Kernels should call this with a variable as `player`: numba compiles it anew for every
    constant.)
    """
    size = cells.size
    state = np.ones(size + 2, np.int8)  # 1 own stone or terminal, 0 empty, -1 opponent
    for cell in range(size):
        state[cell] = cells[cell] * player
    wire, reach = _join_up(state, pairs)
    with_flow = flow.shape[1] > 0
    flow[0] = 0.0
    flow[1] = np.nan
    if reach[size] != reach[size + 1]:
        return np.inf
    if wire[size] == wire[size + 1]:
        if with_flow:
            for cell in range(size):
                if state[cell] >= 0 and reach[cell] == reach[size]:
                    flow[1, cell] = 0.0
        return 0.0
    number, count, last = _number(state, wire, reach)
    band, border, schur, resistors, used = _assemble(state, pairs, number, count, last)
    _eliminate(band, border, schur)
    if with_flow:
        volts = _volts(band, border, schur)
        amperes = _amperes(volts, resistors[:used], count)
        for cell in range(size):
            if number[cell] >= 0:
                flow[0, cell] = amperes[number[cell]]
                flow[1, cell] = volts[number[cell]]
    return 1.0 / schur[-2, -2]


@kernel(allocates=True)
def _join_up(state: np.ndarray, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Per cell and terminal the representative of its wire, and of all that links can reach."""
    wire = np.arange(state.size)
    reach = np.arange(state.size)
    for i in range(len(pairs)):
        a, b = pairs[i, 0], pairs[i, 1]
        if state[a] >= 0 and state[b] >= 0:
            unite(reach, a, b)
            if state[a] == 1 and state[b] == 1:
                unite(wire, a, b)
    for node in range(state.size):
        wire[node] = root(wire, node)
        reach[node] = root(reach, node)
    return wire, reach


@kernel(allocates=True)
def _number(state: np.ndarray, wire: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray, int, int]:
    """Number the circuit's nodes: empty cells that reach a side, groups, v_s, v_t (the last).

    Returns the number of each cell and terminal (a stone has its group's; −1 outside the
    circuit), the count of cells and the number of v_t.
    """
    size = state.size - 2
    number = np.full(state.size, -1)
    live = reach[size]
    count = 0
    for cell in range(size):
        if state[cell] == 0 and reach[cell] == live:
            number[cell] = count
            count += 1
    node = count
    for cell in range(size):
        if state[cell] == 1 and reach[cell] == live and wire[cell] == cell:
            number[cell] = node  # a side's wire, too, for the moment: its number stays unused
            node += cell != wire[size] and cell != wire[size + 1]
    number[wire[size]] = node
    number[wire[size + 1]] = node + 1
    for stone in range(state.size):
        if state[stone] == 1:
            number[stone] = number[wire[stone]]
    return number, count, node + 1


@kernel(allocates=True)
def _assemble(
    state: np.ndarray, pairs: np.ndarray, number: np.ndarray, count: int, last: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, int]:
    """Kirchhoff's equations of the circuit.

    Returns
    -------
    band : (count, w)
        ``band[i, d]`` couples cell i with cell i + d; the diagonal is d = 0.
    border : (count, last + 1 − count)
        Couples cells with groups, v_s and v_t.
    schur : square
        Groups, v_s and v_t among themselves: at first their diagonal alone.
    resistors, used
        ``resistors[:used]``: pairs of nodes, the lower one a cell, each pair once.
    """
    reach = 1
    for i in range(len(pairs)):
        a, b = number[pairs[i, 0]], number[pairs[i, 1]]
        if 0 <= a < count and 0 <= b < count:
            reach = max(reach, abs(a - b))
    band = np.zeros((count, reach + 1))
    border = np.zeros((count, last + 1 - count))
    schur = np.zeros((last + 1 - count, last + 1 - count))
    resistors = np.empty((len(pairs), 2), np.uint16)
    used = 0
    for i in range(len(pairs)):
        a, b = number[pairs[i, 0]], number[pairs[i, 1]]
        low, high = min(a, b), max(a, b)
        if low < 0 or low >= count or low == high:
            continue
        if high < count:
            if band[low, high - low] != 0.0:
                continue
            band[low, high - low] = -0.5
            band[low, 0] += 0.5
            band[high, 0] += 0.5
        else:
            if border[low, high - count] != 0.0:
                continue
            border[low, high - count] = -1.0
            band[low, 0] += 1.0
            schur[high - count, high - count] += 1.0
        resistors[used, 0], resistors[used, 1] = low, high
        used += 1
    return band, border, schur, resistors, used


@kernel
def _eliminate(band: np.ndarray, border: np.ndarray, schur: np.ndarray) -> None:
    """Gaussian elimination in place: cells, then groups; v_s keeps the conductance to v_t."""
    count, width = band.shape
    columns = border.shape[1] - 1  # v_t is at 0 volts: its equation is not needed
    for k in range(count):
        scale = 1.0 / band[k, 0]
        for d in range(1, min(width, count - k)):
            if band[k, d] != 0.0:
                factor = band[k, d] * scale
                row, below = band[k, d:], band[k + d, : width - d]
                for e in range(len(below)):
                    below[e] -= factor * row[e]
                for j in range(columns):
                    border[k + d, j] -= factor * border[k, j]
        for i in range(columns):
            if border[k, i] != 0.0:
                factor = border[k, i] * scale
                for j in range(columns):
                    schur[i, j] -= factor * border[k, j]
    for k in range(columns - 1):
        for i in range(k + 1, columns):
            if schur[k, i] != 0.0:
                factor = schur[k, i] / schur[k, k]
                for j in range(i, columns):
                    schur[i, j] -= factor * schur[k, j]


@kernel(allocates=True)
def _volts(band: np.ndarray, border: np.ndarray, schur: np.ndarray) -> np.ndarray:
    """Volts at every node when one ampere enters at v_s, from the eliminated equations."""
    count, width = band.shape
    columns = border.shape[1] - 1
    volts = np.zeros(count + columns + 1)
    volts[count + columns - 1] = 1.0 / schur[columns - 1, columns - 1]
    for k in range(columns - 2, -1, -1):
        total = 0.0
        for j in range(k + 1, columns):
            total += schur[k, j] * volts[count + j]
        volts[count + k] = -total / schur[k, k]
    for k in range(count - 1, -1, -1):
        total = 0.0
        for d in range(1, min(width, count - k)):
            total += band[k, d] * volts[k + d]
        for j in range(columns):
            total += border[k, j] * volts[count + j]
        volts[k] = -total / band[k, 0]
    return volts


@kernel(allocates=True)
def _amperes(volts: np.ndarray, resistors: np.ndarray, count: int) -> np.ndarray:
    """The current through every node when one ampere enters at v_s and leaves at v_t."""
    amperes = np.zeros(volts.size)
    amperes[-2:] = 0.5  # the wires to the battery
    for i in range(len(resistors)):
        a, b = resistors[i, 0], resistors[i, 1]
        half = abs(volts[a] - volts[b]) * (0.25 if b < count else 0.5)
        amperes[a] += half
        amperes[b] += half
    return amperes


# -- the clique circuit ------------------------------------------------------------------------


def _solve_clique(network: Network) -> Resistance:
    """Every link 1 ohm, by dense elimination with v_t at 0 volts."""
    linked = np.asarray(network.adjacency, dtype=bool)
    source, target = network.source, network.target
    current = np.zeros(network.size)
    potential = np.full(network.size, np.nan)
    live = _reached(linked, target)
    if not live[source]:
        value = np.inf
    elif linked[source, target]:
        # All the current takes the link, as it would a wire: no resistor says so in this circuit.
        value = 0.0
        potential[live] = 0.0
    else:
        nodes = np.flatnonzero(live & (np.arange(network.size) != target))
        laplacian = np.diag(linked.sum(axis=1).astype(float)) - linked
        unit = (nodes == source).astype(float)
        potential[target] = 0.0
        potential[nodes] = np.linalg.solve(laplacian[np.ix_(nodes, nodes)], unit)
        value = float(potential[source])
        drop = np.abs(potential[:, None] - potential[None, :])
        current = 0.5 * np.where(linked & live[:, None], drop, 0.0).sum(axis=1)
    cells = network.node_cells
    return Resistance(
        value,
        network.on_board(current[: len(cells)], 0.0),
        network.on_board(potential[: len(cells)]),
    )


def _reached(linked: np.ndarray, start: int) -> np.ndarray:
    """Which nodes a chain of links joins to `start`."""
    reached = np.zeros(len(linked), dtype=bool)
    reached[start] = True
    while True:
        wider = reached | linked[reached].any(axis=0)
        if (wider == reached).all():
            return reached
        reached = wider


def _warmup() -> None:
    from hexlab.board.board import Board

    wire_resistances(Board(2, black="a1"))
