"""Edge templates: derived again, checked by exhaustive play, used by the search."""

from __future__ import annotations

import numpy as np
import pytest
from connection_oracles import holds
from counts import count
from positions import odd_boards, random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import EMPTY, cell_name
from hexlab.connection.derivation import proof_steps
from hexlab.connection.derive_edges import WINDOWS, derive, table_text
from hexlab.connection.edges import TABLE, edge_arrays, edge_templates
from hexlab.connection.hsearch import find_connections
from hexlab.connection.proof import Proof


def bits(row: np.ndarray) -> int:
    return sum(int(word) << 64 * w for w, word in enumerate(row))


def test_the_templates_that_everybody_knows_are_found() -> None:
    """Row 2 (2 cells), the ziggurat (8, both mirrors), IV-1-a (19, both mirrors), IV-1-b (22)."""
    sizes = [(t.name, t.height, len(t.places)) for t in edge_templates()]
    assert sizes == [
        ("II-1-a", 2, 2),
        ("III-1-a", 3, 8),
        ("III-1-a", 3, 8),
        ("III-1-b", 3, 10),
        ("IV-1-a", 4, 19),
        ("IV-1-a", 4, 19),
        ("IV-1-b", 4, 22),
    ]
    # The ziggurat: lines of 2, 3 and 4 cells with the stone (4-3-2).
    for template in edge_templates()[1:3]:
        lines = [sum(h == line for h, _ in template.places) for line in (3, 2, 1)]
        assert lines == [1, 3, 4]
    below_c3 = {c for t in edge_templates()[1:3] if (laid := t.on_board(5, 2)) for c in laid[1]}
    assert " ".join(cell_name(c, 5) for c in sorted(below_c3)) == "d3 b4 c4 d4 a5 b5 c5 d5"


@pytest.mark.parametrize("template", edge_templates(), ids=lambda t: t.name)
def test_each_is_a_minimal_carrier(template) -> None:
    """The stone is connected inside, and no longer without any one of the cells."""
    n = 10
    column = 1 - min(c for _, c in template.places)
    stone, cells = template.on_board(n, column)
    carrier = sum(1 << cell for cell in cells)
    assert carrier.bit_count() == len(cells)
    assert holds(n, BLACK, 1 << stone, stone, -2, carrier)
    for cell in cells:
        assert not holds(n, BLACK, 1 << stone, stone, -2, carrier & ~(1 << cell))


def test_mirrors_share_a_name() -> None:
    shapes = {(t.name, frozenset(t.places)) for t in edge_templates()}
    assert len(shapes) == len(edge_templates())
    for template in edge_templates():
        mirror = frozenset((h, -c - template.height + h) for h, c in template.places)
        assert (template.name, mirror) in shapes


@pytest.mark.parametrize("height", [2, 3])
def test_low_lines_are_derived_again(height: int) -> None:
    stored = [(t.name, list(t.places)) for t in edge_templates() if t.height == height]
    assert derive(height, WINDOWS[height]) == stored
    # A wider window holds no others.
    assert [len(c) for _, c in derive(height, WINDOWS[height] + 1)] == [len(c) for _, c in stored]


@pytest.mark.long
def test_the_table_is_made_again() -> None:
    assert table_text() == TABLE.read_text(encoding="utf-8")


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 11, 19])
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_arrays_lay_them_on_every_board(n: int, player: int) -> None:
    carriers, ends = edge_arrays(n, player)
    assert carriers.shape == (len(ends), (n * n + 63) // 64)
    assert (carriers.dtype, ends.dtype) == (np.uint64, np.int32)
    other = edge_arrays(n, -player)[1]
    assert sorted((int(c) % n, int(c) // n, int(s)) for c, s in ends) == sorted(
        (int(c) // n, int(c) % n, int(s)) for c, s in other
    )
    seen = set()
    for row, (cell, side) in zip(carriers, ends, strict=True):
        carrier = bits(row)
        assert carrier >> n * n == 0
        assert not carrier >> int(cell) & 1
        seen.add((carrier, int(cell), int(side)))
    assert len(seen) == len(ends)
    # Each holds; on large boards those of a few stones.
    for carrier, cell, side in sorted(seen)[:: 1 if n <= 5 else 1 + len(seen) // 12]:
        assert holds(n, player, 0, cell, -1 - side, carrier)


def check_all(board: Board, player: int, **rules) -> int:
    """Every connection holds: small ones by play, all by their derivation; how many there are."""
    found = find_connections(board, player, edge_templates=True, **rules)
    stones, empty = board.bits(player), board.bits(EMPTY)
    proof = Proof(board.n, player)
    for connection in (*found.full, *found.semi):
        step = proof[proof_steps(connection, proof)]
        assert step.carrier & ~connection.carrier == 0
        assert step.support & ~stones == 0
        assert connection.carrier & ~empty == 0
        assert set(step.ends) == set(connection.ends)
    for connection in found.full:
        if connection.rule == "template" and connection.carrier.bit_count() <= 16:
            assert holds(board.n, player, stones, *connection.ends, connection.carrier)
    return sum(connection.rule == "template" for connection in found.full)


def test_with_templates_everything_is_sound() -> None:
    rng = np.random.default_rng(6)
    templates = 0
    for _ in range(count(12, 1_500)):
        board = random_board(rng, int(rng.integers(4, 7)))
        for player in (BLACK, WHITE):
            templates += check_all(board, player)
    assert templates
    few = Board(8, black="e5 c3", white="d4 f2")
    assert check_all(few, BLACK, max_carrier=22, max_semis=4)


@pytest.mark.parametrize("name", odd_boards())
def test_odd_boards(name: str) -> None:
    board = odd_boards()[name]
    for player in (BLACK, WHITE):
        found = find_connections(board, player, edge_templates=True)
        for connection in found.full:
            if connection.rule == "template":
                assert connection.carrier & ~board.bits(EMPTY) == 0


def test_templates_survive_moves() -> None:
    """After own stones in a carrier and others elsewhere they are kept and can still be proved."""
    rng = np.random.default_rng(7)
    kept = 0
    for _ in range(count(6, 300)):
        board = Board(9)
        player = int(rng.choice((BLACK, WHITE)))
        found = find_connections(board, player, edge_templates=True)
        for turn in range(12):
            cell = int(rng.choice(found.board.empty))
            found = found.play(cell, player if turn % 3 else -player)
        stones, empty = found.board.bits(player), found.board.bits(EMPTY)
        proof = Proof(9, player)
        for connection in found.full:
            if connection.rule != "template":
                continue
            step = proof[proof_steps(connection, proof)]
            assert step.carrier & ~connection.carrier == 0
            assert (step.support & ~stones, connection.carrier & ~empty) == (0, 0)
            assert set(step.ends) == set(connection.ends)
            kept += any(True for _ in cells_of(step.support))
    assert kept
