"""Resistance against a dense pseudo-inverse, by hand, and against published values."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from positions import odd_boards, random_boards

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import neighbors
from hexlab.board.symmetry import reflect, rotate
from hexlab.network import board_network
from hexlab.network import resistance as module
from hexlab.network.resistance import Resistance, wire_resistances

SOURCE, TARGET = -1, -2


def circuit(board: Board, player: int, links: np.ndarray | tuple = ()) -> nx.Graph:
    """The circuit by definition: wires contracted, one resistor for each pair of nodes."""
    n = board.n
    line = {BLACK: lambda cell: cell // n, WHITE: lambda cell: cell % n}[player]
    near = [(a, b) for a in range(n * n) for b in neighbors(n)[a]]
    near += [(a, SOURCE) for a in range(n * n) if line(a) == 0]
    near += [(a, TARGET) for a in range(n * n) if line(a) == n - 1]
    near += [tuple(map(int, pair)) for pair in links]
    ohm = {cell: {0: 1, player: 0, -player: np.inf}[board[cell]] for cell in range(n * n)}
    ohm |= {SOURCE: 0, TARGET: 0}
    free = nx.Graph()
    free.add_nodes_from(node for node in ohm if ohm[node] == 0)
    free.add_edges_from((a, b) for a, b in near if ohm[a] == ohm[b] == 0)
    wire = {node: min(part) for part in nx.connected_components(free) for node in part}
    wire |= {node: node for node in ohm if ohm[node] == 1}
    graph = nx.Graph(wire=wire)
    graph.add_nodes_from(set(wire.values()))
    for a, b in near:
        if ohm[a] + ohm[b] in (1, 2) and wire[a] != wire[b]:
            graph.add_edge(wire[a], wire[b], ohm=ohm[a] + ohm[b])
    return graph


def dense(board: Board, player: int, links: np.ndarray | tuple = ()) -> Resistance:
    """`Resistance` from the pseudo-inverse of the circuit's Laplacian."""
    n = board.n
    graph = circuit(board, player, links)
    wire = graph.graph["wire"]
    current, potential = np.zeros(n * n), np.full(n * n, np.nan)
    source, target = wire[SOURCE], wire[TARGET]
    answer = current.reshape(n, n), potential.reshape(n, n)
    if not nx.has_path(graph, source, target):
        return Resistance(np.inf, *answer)
    part = sorted(nx.node_connected_component(graph, source))
    shown = [cell for cell in range(n * n) if wire.get(cell) in part]
    if source == target:
        potential[shown] = 0
        return Resistance(0.0, *answer)
    place = {node: i for i, node in enumerate(part)}
    laplacian = np.zeros((len(part), len(part)))
    for a, b, ohm in graph.subgraph(part).edges(data="ohm"):
        i, j = place[a], place[b]
        laplacian[[i, j], [i, j]] += 1 / ohm
        laplacian[[i, j], [j, i]] -= 1 / ohm
    driven = np.zeros(len(part))
    driven[place[source]], driven[place[target]] = 1, -1
    volts = np.linalg.pinv(laplacian, hermitian=True) @ driven
    volts -= volts[place[target]]
    flowing = np.abs(laplacian * (volts[:, None] - volts)).sum(axis=1) / 2 + np.abs(driven) / 2
    for cell in shown:
        current[cell], potential[cell] = flowing[place[wire[cell]]], volts[place[wire[cell]]]
    return Resistance(float(volts[place[source]]), *answer)


def assert_same(found: Resistance, wanted: Resistance) -> None:
    assert found.value == pytest.approx(wanted.value, rel=1e-9, abs=1e-12)
    np.testing.assert_allclose(found.current, wanted.current, atol=1e-9)
    np.testing.assert_allclose(found.potential, wanted.potential, atol=1e-9 * max(1, wanted.value))


def check(board: Board) -> None:
    for player, found in zip((BLACK, WHITE), wire_resistances(board), strict=True):
        assert_same(found, dense(board, player))


def test_wire_equals_dense_on_random_boards() -> None:
    for board in random_boards(seed=31, count=100, sizes=range(1, 9)):
        check(board)


def test_wire_equals_dense_on_large_boards() -> None:
    for board in random_boards(seed=32, count=4, sizes=(13, 19)):
        check(board)


@pytest.mark.parametrize("name", odd_boards())
def test_wire_equals_dense_on_odd_boards(name: str) -> None:
    check(odd_boards()[name])


def test_every_filling_of_five_cells_of_3x3() -> None:
    for stones in itertools.product((0, 1, -1), repeat=5):
        check(Board.from_array(np.array([*stones, 0, 0, 0, 0]).reshape(3, 3)))


def random_links(board: Board, player: int, rng: np.random.Generator) -> np.ndarray:
    """Connections between any two ends that may have one."""
    ends = [cell for cell in range(board.n**2) if board[cell] != -player] + [SOURCE, TARGET]
    pairs = rng.choice(ends, size=(rng.integers(0, 12), 2))
    return pairs[pairs[:, 0] != pairs[:, 1]]


def test_network_equals_dense_with_any_links() -> None:
    rng = np.random.default_rng(34)
    for board in [*random_boards(seed=35, count=60, sizes=range(1, 7)), *odd_boards().values()]:
        for player in (BLACK, WHITE):
            links = random_links(board, player, rng)
            found = board_network(board, player, links).resistance()
            assert_same(found, dense(board, player, links))
            plain = board_network(board, player).resistance()
            assert_same(plain, dense(board, player))


def test_clique_equals_dense() -> None:
    for board in [*random_boards(seed=36, count=40, sizes=range(1, 7)), *odd_boards().values()]:
        network = board_network(board, WHITE, "bridge")
        found = network.resistance("clique")
        graph = network.to_networkx()
        if not nx.has_path(graph, "s", "t"):
            assert found.value == np.inf
        elif graph.has_edge("s", "t"):
            assert found.value == 0
        else:
            part = graph.subgraph(nx.node_connected_component(graph, "s"))
            assert found.value == pytest.approx(nx.resistance_distance(part, "s", "t"), rel=1e-9)
            volts = {"s": found.value, "t": 0.0}
            volts |= {cell: found.potential.flat[cell] for cell in network.node_cells.tolist()}
            for cell in set(part) - {"s", "t"}:
                flowing = [volts[cell] - volts[other] for other in graph[cell]]
                assert sum(flowing) == pytest.approx(0, abs=1e-9)
                half = sum(map(abs, flowing)) / 2
                assert found.current.flat[cell] == pytest.approx(half, abs=1e-9)


@pytest.mark.parametrize(
    ("n", "ohm"),
    [(2, 15 / 11), (3, 1.124579), (4, 0.999214), (5, 0.921688), (7, 0.830363), (11, 0.743913)],
)
def test_clique_on_empty_boards(n: int, ohm: float) -> None:
    # Rasmussen 2007, advisors a9 and a10.
    for player in (BLACK, WHITE):
        found = board_network(Board(n), player).resistance("clique").value
        assert found == pytest.approx(ohm, abs=5e-7)


def test_refusals() -> None:
    with pytest.raises(ValueError, match="'wire' or 'clique', not 'star'"):
        board_network(Board(3), BLACK).resistance("star")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="own='contract'"):
        board_network(Board(3), BLACK, own="keep").resistance()


def test_by_hand() -> None:
    assert wire_resistances(Board(1))[0].value == 2
    # 2×2: 1 + 1 on the short diagonal's two cells; the circuit is solved on paper below.
    # a1 and b1 hang on the top, a2 and b2 on the bottom; links a1–b1, a1–a2, b1–a2, b1–b2, a2–b2
    # of 2 ohm. By the half-turn v(b2) = R−v(a1) and v(a2) = R−v(b1) with R = v_s = 1 volt:
    # a1: (1−p) + (q−p)/2 + (1−q−p)/2 = 0 → p = 3/4;
    # b1: (1−q) + (p−q)/2 + (1−2q)/2 + (1−p−q)/2 = 0 → q = 4/6 = 2/3 ; I = (1−p) + (1−q) = 7/12.
    black, white = wire_resistances(Board(2))
    assert black.value == pytest.approx(12 / 7, abs=1e-12)
    assert white.value == pytest.approx(12 / 7, abs=1e-12)
    assert black.potential[0, 0] / black.value == pytest.approx(3 / 4)
    assert black.potential[0, 1] / black.value == pytest.approx(2 / 3)


def test_one_resistor_for_each_pair_of_nodes() -> None:
    # a1 touches the group b1 b2 twice, and the group touches the top: still 1 ohm up. Down from
    # a1 only c1-… is cut off by White, so the rest is a2 alone.
    board = Board(2, black="b1", white="b2")
    assert wire_resistances(board)[0].value == pytest.approx(dense(board, BLACK).value)


def test_won_and_lost() -> None:
    board = Board(3, black="b1 b2 b3", white="a1 c1")
    black, white = wire_resistances(board)
    assert black.value == 0
    assert not black.current.any()
    assert white.value == np.inf
    assert not white.current.any()
    assert np.isnan(white.potential).all()


def test_current_is_conserved() -> None:
    # On the empty board every row of Black's carries one ampere downward.
    black, _ = wire_resistances(Board(7))
    drop = black.potential
    down = (drop[:-1] - drop[1:]).sum(axis=1) + (drop[:-1, 1:] - drop[1:, :-1]).sum(axis=1)
    np.testing.assert_allclose(down / 2, 1, atol=1e-12)
    assert black.current.min() > 0
    assert black.current.max() < 1


def test_symmetries() -> None:
    for board in random_boards(seed=33, count=50, sizes=range(2, 8)):
        black, _ = wire_resistances(board)
        turned, _ = wire_resistances(rotate(board))
        _, image = wire_resistances(reflect(board))
        np.testing.assert_allclose(turned.current, black.current[::-1, ::-1], atol=1e-9)
        np.testing.assert_allclose(image.current, black.current.T, atol=1e-9)
        assert turned.value == pytest.approx(black.value)
        assert image.value == pytest.approx(black.value)


def test_opponent_stones_raise_resistance() -> None:
    for board in random_boards(seed=37, count=30, sizes=(5, 6)):
        for cell in board.empty[:5]:
            before = wire_resistances(board)[0].value
            assert wire_resistances(board.play(cell, WHITE))[0].value >= before * (1 - 1e-9)


def test_kernels_are_compiled_once() -> None:
    # Whatever is asked, the types are those of the warm-up.
    module._warmup()
    for name in ("wire_circuit",):
        assert len(getattr(module, name).signatures) == 1
