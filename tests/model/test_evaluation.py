"""E and E_v against their formulas over single networks, and their symmetries."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from positions import odd_boards, random_boards

from hexlab import BLACK, WHITE, Board
from hexlab.board.symmetry import reflect, rotate
from hexlab.model import evaluation as module
from hexlab.model import (
    network_value,
    network_values,
    resistance_ratio,
    resistance_ratios,
    scaled_resistance,
    scaled_value,
)
from hexlab.network import board_network

ALPHAS = (0.0, 0.05, 0.5, 1.0)


def by_networks(
    board: Board, alpha: float, kind: str, local: str, links: object, own: str
) -> float:
    """(3.4) read aloud."""
    pair = links if isinstance(links, tuple) else (links, links)
    networks = [
        board_network(board, who, which, own)  # type: ignore[arg-type]
        for who, which in zip((BLACK, WHITE), pair, strict=True)
    ]
    if networks[0].joined:
        return np.inf
    if networks[1].joined:
        return 0.0
    whole = [network.betweenness(kind).mean() for network in networks]  # type: ignore[arg-type]
    near = [in_shortest_paths(network.to_networkx(), local) for network in networks]
    return (1 - alpha) * whole[1] / whole[0] + alpha * near[1] / near[0]


def in_shortest_paths(graph: nx.Graph, local: str) -> float:
    """The largest betweenness in the shortest-path network, counting paths from s to t alone."""
    paths = list(nx.all_shortest_paths(graph, "s", "t"))
    nodes = {node for path in paths for node in path}
    through = [sum(node in path for path in paths) for node in nodes - {"s", "t"}]
    most = max(through) / len(paths) if local == "fraction" else float(max(through) > 0)
    return 2 / ((len(nodes) - 1) * (len(nodes) - 2)) * most


OPTIONS = [
    ("membership", "membership", "adjacent", "contract"),
    ("fraction", "fraction", "adjacent", "contract"),
    ("membership", "fraction", "bridge", "contract"),
    ("fraction", "membership", "adjacent", "keep"),
    ("membership", "fraction", "bridge", "keep"),
]


@pytest.mark.parametrize("options", OPTIONS, ids="-".join)
def test_value_equals_formula(options: tuple[str, str, str, str]) -> None:
    kind, local, links, own = options
    words = {"kind": kind, "local": local, "links": links, "own": own}
    boards = [*random_boards(seed=61, count=25, sizes=range(1, 6)), *odd_boards().values()]
    for i, board in enumerate(board for board in boards if board.n <= 6):
        alpha = ALPHAS[i % 4]
        wanted = by_networks(board, alpha, *options)
        assert network_value(board, alpha, **words) == pytest.approx(wanted, rel=1e-12)  # type: ignore[arg-type]


def test_value_with_connections_of_each_player() -> None:
    board = Board(4, black="b2", white="c3")
    pair = (np.array([[5, -1]]), np.array([[10, -2], [10, 4]]))
    found = network_value(board, 0.3, links=pair)
    assert found == pytest.approx(
        by_networks(board, 0.3, "membership", "membership", pair, "contract"), rel=1e-12
    )
    assert found != network_value(board, 0.3)
    assert network_value(board, 0.3, links=([], [])) == network_value(board, 0.3)


def test_winning_connections() -> None:
    board = Board(4, black="b2")
    assert network_value(board, 0.0, links=([(-1, -2)], [])) == np.inf
    assert network_value(board, 1.0, links=([], [(-1, -2)])) == 0.0


def test_infinities() -> None:
    black = Board(3, black="b1 b2 b3", white="a1 a2")
    white = reflect(black)
    for alpha in ALPHAS:
        for own in ("contract", "keep"):
            assert network_value(black, alpha, own=own) == np.inf  # type: ignore[arg-type]
            assert network_value(white, alpha, own=own) == 0.0  # type: ignore[arg-type]
    assert resistance_ratio(black) == 0.0
    assert resistance_ratio(white) == np.inf
    for alpha in ALPHAS:
        assert network_value(Board(1, black="a1"), alpha) == np.inf
        assert network_value(Board(1, white="a1"), alpha) == 0.0


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 7, 9, 11])
def test_empty_boards_are_even(n: int) -> None:
    assert resistance_ratio(Board(n)) == pytest.approx(1, abs=1e-12)
    for alpha in np.linspace(0, 1, 5):
        for local in ("membership", "fraction"):
            value = network_value(Board(n), float(alpha), local=local)  # type: ignore[arg-type]
            assert value == pytest.approx(1, abs=1e-12)


def test_exchanging_colors() -> None:
    for board in random_boards(seed=62, count=60, sizes=range(1, 8)):
        image = reflect(board)
        pairs = [(resistance_ratio(board), resistance_ratio(image))]
        pairs += [(network_value(board, a), network_value(image, a)) for a in (0.0, 1.0)]
        for one, other in pairs:
            if 0 < one < np.inf:
                assert one * other == pytest.approx(1, rel=1e-9)
            else:
                assert {one, other} == {0, np.inf}


def test_exchanging_colors_is_no_inverse_between() -> None:
    board = Board(5, black="c3")
    assert network_value(board, 0.5) * network_value(reflect(board), 0.5) > 1.001


def test_turning_the_board() -> None:
    for board in random_boards(seed=63, count=30, sizes=range(2, 8)):
        turned = rotate(board)
        assert resistance_ratio(turned) == pytest.approx(resistance_ratio(board), rel=1e-9)
        assert network_value(turned, 0.3) == pytest.approx(network_value(board, 0.3), rel=1e-9)


def test_batches_equal_single_boards() -> None:
    boards = list(random_boards(seed=65, count=60, sizes=(6,)))
    stack = np.stack([board.to_array() for board in boards])
    ratios = [resistance_ratio(board) for board in boards]
    assert resistance_ratios(stack).tolist() == ratios
    assert resistance_ratios(stack, threads=1).tolist() == ratios
    for kind, local, links, own in OPTIONS:
        words = {"kind": kind, "local": local, "links": links, "own": own}
        values = [network_value(board, 0.2, **words) for board in boards]  # type: ignore[arg-type]
        assert network_values(stack, 0.2, **words, threads=1).tolist() == values  # type: ignore[arg-type]
    assert network_values(np.zeros((0, 4, 4)), 0.5).shape == (0,)


def test_scaled() -> None:
    ratios = np.array([0, 1 / 3, 1, 3, np.inf])
    np.testing.assert_allclose(scaled_resistance(ratios), [1, 0.5, 0, -0.5, -1], atol=1e-15)
    np.testing.assert_allclose(scaled_value(ratios), [-1, -0.5, 0, 0.5, 1], atol=1e-15)
    assert np.isnan(scaled_value(np.nan))


def test_refusals() -> None:
    board = Board(3, white="a1")
    with pytest.raises(ValueError, match=r"alpha must be from 0 to 1, not 1\.5"):
        network_value(board, 1.5)
    with pytest.raises(ValueError, match="alpha must be from 0 to 1, not nan"):
        network_value(board, np.nan)
    for word in ("kind", "local", "links", "own"):
        with pytest.raises(ValueError, match=f"{word} must be .* or .*, not 'best'"):
            network_value(board, 0.5, **{word: "best"})
    with pytest.raises(ValueError, match="'a1' is occupied by white"):
        network_value(board, 0.5, links=([(0, 4)], []))
    for links in (None, [(4, 5)], ([],), ([], [], [])):
        with pytest.raises(ValueError, match="or a pair of arrays"):
            network_value(board, 0.5, links=links)
    with pytest.raises(ValueError, match=r"\(B, n, n\)"):
        network_values(board.to_array(), 0.5)


def test_kernels_are_compiled_once() -> None:
    # Whatever is asked, the types are those of the warm-up.
    module._warmup()
    for name in ("_ratios", "_value", "_values"):
        assert len(getattr(module, name).signatures) == 1


def test_resistance_with_bridges_is_that_of_the_two_networks() -> None:
    for board in random_boards(21, 60, (1, 2, 3, 5, 7)):
        black, white = (
            board_network(board, player, links="bridge").resistance().value for player in (1, -1)
        )
        wanted = black / white if white > 0 else np.inf
        assert resistance_ratio(board, "bridge") == pytest.approx(wanted, rel=1e-9)
    with pytest.raises(ValueError, match="links must be 'adjacent' or 'bridge', not 'virtual'"):
        resistance_ratio(Board(2), "virtual")  # type: ignore[arg-type]
