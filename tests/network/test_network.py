"""The network of a position against a slow builder made from the definition alone."""

import itertools

import networkx as nx
import numpy as np
import pytest

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import bridges, grid, neighbors
from hexlab.board.geometry import cells_of as members
from hexlab.network import board_network, build

SIDES = {BLACK: ("top", "bottom"), WHITE: ("left", "right")}


def sides(n, player):
    return [set(members(getattr(grid(n), name))) for name in SIDES[player]]


def bridge_pairs(board, player):
    n = board.n
    mine = {c for c in range(n * n) if board[c] != -player}
    empty = set(board.empty)
    for cell in mine:
        for far, one, two in bridges(n)[cell]:
            if far in mine and {one, two} <= empty:
                yield cell, far
        for end, side in zip((-1, -2), sides(n, player), strict=True):
            first = [c for c in neighbors(n)[cell] if c in side]
            if cell not in side and len(first) == 2 and set(first) <= empty:
                yield cell, end


def wires_of(board, player, pairs):
    """Own groups made one by connections: list of (stones, sides touched, sides connected to)."""
    own = {c for c in range(board.n**2) if board[c] == player}
    stones = nx.Graph()
    stones.add_nodes_from(own)
    stones.add_edges_from((a, b) for a in own for b in neighbors(board.n)[a] if b in own)
    stones.add_edges_from((a, b) for a, b in pairs if a in own and b in own)
    found = []
    for wire in nx.connected_components(stones):
        part_of, reached = set(), set()
        for name, end, side in zip("st", (-1, -2), sides(board.n, player), strict=True):
            if wire & side:
                part_of.add(name)
            if any(end in pair and wire & set(pair) for pair in pairs):
                reached.add(name)
        found.append((wire, part_of, reached))
    return sorted(found, key=lambda item: min(item[0]))


def touched(board, wire):
    return {b for a in wire for b in neighbors(board.n)[a] if board[b] == 0}


def slow_network(board, player, links, own):
    pairs = list(bridge_pairs(board, player)) if isinstance(links, str) else links
    pairs = [] if isinstance(links, str) and links == "adjacent" else [tuple(p) for p in pairs]
    n = board.n
    graph = nx.Graph()
    nodes = [c for c in range(n * n) if board[c] == 0 or (own == "keep" and board[c] == player)]
    graph.add_nodes_from([*nodes, "s", "t"])
    graph.add_edges_from((a, b) for a in nodes for b in neighbors(n)[a] if b in graph)
    for name, side in zip("st", sides(n, player), strict=True):
        graph.add_edges_from((c, name) for c in side if c in graph)
    terminal = {-1: "s", -2: "t"}
    if own == "keep":
        graph.add_edges_from((terminal.get(a, a), terminal.get(b, b)) for a, b in pairs)
        return graph
    wires = wires_of(board, player, pairs)
    for wire, part_of, reached in wires:
        around = touched(board, wire)
        graph.add_edges_from(itertools.product(around, part_of or reached))
        if not part_of:
            graph.add_edges_from(itertools.combinations(around, 2))
        elif part_of | reached == {"s", "t"}:
            graph.add_edge("s", "t")

    def nodes_at(end):
        if end in terminal:
            return {terminal[end]}
        for wire, part_of, _ in wires:
            if end in wire:
                return part_of or touched(board, wire)
        return {end}

    for a, b in pairs:
        if all(end < 0 or board[end] == 0 for end in (a, b)):
            graph.add_edge(terminal.get(a, a), terminal.get(b, b))
        for cell, end in ((a, b), (b, a)):
            if cell >= 0 and board[cell] == 0:
                graph.add_edges_from((cell, x) for x in nodes_at(end) if x != cell)
    return graph


def slow_circuit(board, player, pairs, connect):
    """Links of the circuit (cells, wires, terminals); with those from connections if `connect`."""
    n = board.n
    wires = wires_of(board, player, pairs)
    number = itertools.count(n * n)
    terminal = {"s": -1, "t": -2}
    names = {}
    links = set()

    def link(cell, end):
        links.update(frozenset((cell, x)) for x in names.get(end, [end]))

    for wire, part_of, _ in wires:
        ends = [terminal[p] for p in part_of] if part_of else [next(number)]
        names.update(dict.fromkeys(wire, ends))
    for wire, part_of, reached in wires if connect else ():
        if not part_of and len(reached) == 1:
            links.add(frozenset((*names[min(wire)], terminal[min(reached)])))
        elif not part_of and reached:
            links.update(
                frozenset((cell, end)) for cell in touched(board, wire) for end in (-1, -2)
            )

    for cell in board.empty:
        for other in neighbors(n)[cell]:
            if board[other] != -player:
                link(cell, other)
        for end, side in zip((-1, -2), sides(n, player), strict=True):
            if cell in side:
                link(cell, end)
        for a, b in pairs if connect else ():
            if a == cell:
                link(cell, b)
            if b == cell:
                link(cell, a)
    return links


def random_pairs(rng, board, player):
    ends = [-1, -2, *(c for c in range(board.n**2) if board[c] != -player)]
    pairs = rng.choice(ends, size=(int(rng.integers(1, 2 + 2 * board.n)), 2))
    return pairs[pairs[:, 0] != pairs[:, 1]]


def edges(graph):
    return {frozenset(edge) for edge in graph.edges}


@pytest.mark.parametrize("own", ["contract", "keep"])
@pytest.mark.parametrize("links", ["adjacent", "bridge", "given"])
def test_equals_the_slow_network(some_boards, links, own):
    rng = np.random.default_rng(7)
    for board in some_boards(1, (1, 2, 3, 4, 5, 6, 8, 9), 14):
        for player in (BLACK, WHITE):
            chosen = random_pairs(rng, board, player) if links == "given" else links
            network = board_network(board, player, chosen, own)
            slow = slow_network(board, player, chosen, own)
            fast = network.to_networkx()
            assert list(fast) == list(slow)
            assert edges(fast) == edges(slow), (board, chosen)


def test_equals_the_slow_network_on_large_boards(some_boards):
    for board in some_boards(2, (11, 19), 3):
        for links in ("adjacent", "bridge"):
            fast = board_network(board, WHITE, links).to_networkx()
            assert edges(fast) == edges(slow_network(board, WHITE, links, "contract"))


@pytest.mark.parametrize("links", ["adjacent", "bridge", "given"])
def test_wires_and_extra_links(some_boards, links):
    rng = np.random.default_rng(8)
    for board in some_boards(3, (1, 2, 3, 5, 7), 20):
        for player in (BLACK, WHITE):
            chosen = random_pairs(rng, board, player) if links == "given" else links
            network = board_network(board, player, chosen)
            pairs = {"adjacent": [], "bridge": list(bridge_pairs(board, player))}.get(links, chosen)
            expected = np.full(board.n**2, build.NO_WIRE)
            number = itertools.count()
            for wire, part_of, _ in wires_of(board, player, pairs):
                label = next(number) if not part_of else (-1 if "s" in part_of else -2)
                expected[list(wire)] = label
            assert network.wires.tolist() == expected.tolist()
            found = [frozenset(pair) for pair in network.extra_links.tolist()]
            without, full = (slow_circuit(board, player, pairs, flag) for flag in (False, True))
            assert len(found) == len(set(found))
            assert set(found) == full - without
            first = network.extra_links[:, 0]
            assert all(end >= board.n**2 or board[end] == 0 for end in first.tolist())


def test_joined_says_who_has_won(some_boards):
    for board in some_boards(4, (1, 2, 3, 4, 7), 60):
        for player in (BLACK, WHITE):
            for own in ("contract", "keep"):
                assert board_network(board, player, own=own).joined == (board.winner == player)
            network = board_network(board, player)
            assert network.adjacency[network.source, network.target] == network.joined


@pytest.mark.parametrize("n", [1, 2, 3, 5, 11, 19])
def test_size_of_the_empty_network(n):
    for player in (BLACK, WHITE):
        network = board_network(Board(n), player)
        assert network.size == n * n + 2
        assert len(network.links) == 3 * n * n - 4 * n + 1 + 2 * n
    assert len(board_network(Board(11), BLACK).links) == 342


def test_a_group_off_the_sides_is_a_clique_of_its_neighbors():
    board = Board(5, black="c3 c4", white="b3")
    network = board_network(board, BLACK)
    around = {c for stone in board.black for c in neighbors(5)[stone] if board[c] == 0}
    graph = network.to_networkx()
    assert network.size == len(board.empty) + 2
    assert all(graph.has_edge(a, b) for a, b in itertools.combinations(around, 2))


def test_a_side_is_no_clique():
    graph = board_network(Board(5, black="c1"), BLACK).to_networkx()
    # b1 and d1 touch the group c1, which is part of the top; so does b2, which c2 stands beside.
    assert {1, 3, 6} <= set(graph["s"])
    assert not graph.has_edge(1, 3)


def test_white_is_black_in_the_mirror(some_boards):
    for board in some_boards(5, (2, 4, 7), 10):
        mirrored = Board.from_array(-board.to_array().T)
        n = board.n
        turn = np.append(np.arange(n * n).reshape(n, n).T.ravel(), (-2, -1))  # -2, -1 from the end
        for links in ("adjacent", "bridge"):
            black = board_network(board, BLACK, links).cell_links()
            white = board_network(mirrored, WHITE, links).cell_links()
            assert {frozenset(turn[p].tolist()) for p in black} == set(
                map(frozenset, white.tolist())
            )


def test_forms_of_the_adjacency_agree(some_boards):
    for board in some_boards(6, (1, 3, 8, 19), 3):
        network = board_network(board, BLACK)
        assert network.adjacency.shape == (network.size, network.size)
        assert (network.adjacency == network.adjacency.T).all()
        assert not network.adjacency.diagonal().any()
        lists = np.split(network.indices, network.indptr[1:-1])
        assert all(
            row.nonzero()[0].tolist() == part.tolist()
            for row, part in zip(network.adjacency, lists, strict=True)
        )
        u, v = network.links.T
        assert (u < v).all()
        assert network.adjacency[u, v].all()
        assert 2 * len(u) == network.adjacency.sum()
        assert network.cell_links().shape == network.links.shape


def test_on_board():
    network = board_network(Board(2, white="a1"), BLACK)
    laid = network.on_board(np.arange(5.0), fill=-1)
    assert laid.tolist() == [[-1, 0], [1, 2]]
    assert np.isnan(network.on_board(np.arange(3.0))[0, 0])
    with pytest.raises(ValueError, match=r"shape \(5,\) or \(3,\), not \(4,\)"):
        network.on_board(np.arange(4.0))


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([(0, 25)], "link 0.*off a 5×5"),
        ([(0, 1), (-3, 1)], "link 1"),
        (np.array([(0, 2**64 - 1)], np.uint64), "off a 5×5"),
        ([(0, 7)], "'c2' is occupied by white"),
        ([(3, 3)], "both ends are the same"),
        ([(-1, -1)], "both ends are the same"),
        ([(0.5, 1)], "whole numbers"),
        ([0, 1], "shape"),
        ([(0, 1, 2)], "shape"),
        ("virtual", "'virtual'"),
    ],
)
def test_bad_links(links, message):
    with pytest.raises(ValueError, match=message):
        board_network(Board(5, white="c2"), BLACK, links)


def test_bad_arguments():
    with pytest.raises(ValueError, match="'join'"):
        board_network(Board(3), BLACK, own="join")
    with pytest.raises(ValueError, match="no color"):
        board_network(Board(3), 0)


def test_no_links_is_adjacent():
    network = board_network(Board(3), BLACK, np.empty((0, 2), int))
    assert edges(network.to_networkx()) == edges(board_network(Board(3), BLACK).to_networkx())
