"""Each row of the batch functions against the measures of single networks."""

from __future__ import annotations

from collections.abc import Iterable

import networkx as nx
import numpy as np
import pytest
from positions import odd_boards, random_boards

from hexlab import BLACK, WHITE, Board
from hexlab.network import board_network, cell_features, position_features
from hexlab.network import features as module
from hexlab.network.features import CELL_FEATURES, POSITION_FEATURES
from hexlab.network.network import Network


def of_position(network: Network) -> list[float]:
    between = network.betweenness()
    paths = network.shortest_paths()
    inner = len(paths.nodes)
    local = 2 / ((inner - 1) * (inner - 2)) if inner > 2 else 0.0
    length = paths.length if np.isfinite(paths.length) else network.size
    return [between.max(), between.min(), between.var(), between.mean(), local, length]


def of_cells(network: Network) -> np.ndarray:
    graph = network.to_networkx()
    between = dict(zip(graph, network.betweenness(), strict=True))
    rows = np.full((6, network.n**2), np.nan)
    rows[0] = network.on_board(network.betweenness()).ravel()
    rows[1] = network.on_board(network.closeness()).ravel()
    rows[2] = network.on_board(network.degree()).ravel()
    away = dict(nx.all_pairs_shortest_path_length(graph))
    current = network.resistance().current.ravel()
    for cell in network.node_cells.tolist():
        rows[5, cell] = current[cell]
        rows[3:5, cell] = network.size, 0
        if cell in away["s"] and cell in away["t"]:
            rows[3, cell] = away["s"][cell] + away["t"][cell]
            rows[4, cell] = 0
            for end in "st":
                firsts = [v for v in graph[end] if 1 + away[v][cell] == away[end][cell]]
                rows[4, cell] += max(between[v] for v in firsts)
    return rows


def stacks(boards: Iterable[Board]) -> Iterable[np.ndarray]:
    """The boards as arrays, one for each size."""
    by_size: dict[int, list[np.ndarray]] = {}
    for board in boards:
        by_size.setdefault(board.n, []).append(board.to_array())
    return map(np.stack, by_size.values())


def check(boards: Iterable[Board], links: str = "adjacent") -> None:
    for stack in stacks(boards):
        positions = position_features(stack, links=links)  # type: ignore[arg-type]
        cells = cell_features(stack, links=links)  # type: ignore[arg-type]
        for array, position, cell in zip(stack, positions, cells, strict=True):
            board = Board.from_array(array)
            networks = [board_network(board, who, links) for who in (BLACK, WHITE)]  # type: ignore[arg-type]
            wanted = [value for network in networks for value in of_position(network)]
            np.testing.assert_allclose(position, wanted, atol=1e-12, rtol=1e-12)
            wanted = np.concatenate([of_cells(network) for network in networks])
            np.testing.assert_allclose(cell, wanted, atol=1e-9, rtol=1e-9)


def test_equals_the_networks_on_random_boards() -> None:
    check(random_boards(seed=51, count=60, sizes=range(1, 8)))
    check(random_boards(seed=52, count=30, sizes=range(1, 7)), links="bridge")


def test_equals_the_networks_on_odd_boards() -> None:
    small = {name: board for name, board in odd_boards().items() if board.n < 10}
    check(small.values())
    check(small.values(), links="bridge")


def test_names() -> None:
    assert len(set(POSITION_FEATURES)) == len(set(CELL_FEATURES)) == 12
    assert all(name.startswith("black") for name in POSITION_FEATURES[:6] + CELL_FEATURES[:6])


def test_whats_joined_and_what_is_cut_off() -> None:
    won = Board(3, black="b1 b2 b3", white="a1 a2")
    row = dict(zip(POSITION_FEATURES, position_features(won.to_array()[None])[0], strict=True))
    assert row["black path length"] == 1
    assert row["white path length"] == 4 + 2  # N: four empty cells and the sides
    assert row["black shortest-path betweenness max"] == 0
    assert row["white shortest-path betweenness max"] == 0


def test_stones_are_nan() -> None:
    board = Board(4, black="a1 b3", white="d4")
    cells = cell_features(board.to_array()[None])[0]
    assert np.isnan(cells).any(axis=0).nonzero()[0].tolist() == [0, 9, 15]
    assert np.isnan(cells[:, [0, 9, 15]]).all()


def test_threads_and_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = np.random.default_rng(53).choice([-1, 0, 0, 1], size=(40, 5, 5))
    positions, cells = position_features(boards), cell_features(boards)
    monkeypatch.setattr(module, "chunk_size", lambda n: 7)
    for threads in (None, 1):
        assert (position_features(boards, threads=threads) == positions).all()
        np.testing.assert_array_equal(cell_features(boards, threads=threads), cells)


def test_no_boards() -> None:
    assert position_features(np.zeros((0, 4, 4))).shape == (0, 12)
    assert cell_features(np.zeros((0, 4, 4))).shape == (0, 12, 16)


def test_refusals() -> None:
    with pytest.raises(ValueError, match=r"\(B, n, n\)"):
        position_features(np.zeros((4, 4)))
    with pytest.raises(ValueError, match="none of 1, -1, 0"):
        cell_features(np.full((1, 2, 2), 3))
    with pytest.raises(ValueError, match="not 'virtual'"):
        cell_features(np.zeros((1, 2, 2)), links="virtual")  # type: ignore[arg-type]


def test_kernels_are_compiled_once() -> None:
    # Whatever is asked, the types are those of the warm-up.
    module._warmup()
    for name in ("_fill_positions", "_fill_cells"):
        assert len(getattr(module, name).signatures) == 1
