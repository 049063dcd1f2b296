"""Must-play deduction: sound by exhaustive play, and more than H-search finds."""

from __future__ import annotations

import numpy as np
import pytest
from connection_oracles import holds, position_number, solved, win
from counts import count
from positions import odd_boards, random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import neighbors
from hexlab.board.notation import EMPTY
from hexlab.connection.certificate import Certificate
from hexlab.connection.deduction import Deduction, deduce
from hexlab.connection.hsearch import Connections, find_connections
from hexlab.connection.verify import verify


def check(found: Deduction, connections: Connections) -> None:
    """A deduction holds: by exhaustive play, and on the stones that are there."""
    board, player = connections.board, connections.player
    stones, empty = board.bits(player), board.bits(EMPTY)
    assert found.carrier & ~empty == 0
    assert found.support & ~stones == 0
    assert found.full == (found.key is None)
    if found.carrier.bit_count() <= 16:
        assert holds(
            board.n,
            player,
            found.support,
            *found.ends,
            found.carrier,
            mover_first=not found.full,
            key=found.key,
        )


def open_board(rng: np.random.Generator, n: int, stones: int) -> Board:
    """A few stones of both colors anywhere; nobody has won."""
    while True:
        cells = [int(cell) for cell in rng.permutation(n * n)[:stones]]
        board = Board(n, black=cells[::2], white=cells[1::2])
        if not board.winner:
            return board


def test_deductions_between_any_two_ends_hold() -> None:
    rng = np.random.default_rng(1)
    more = 0
    for _ in range(count(40, 5_000)):
        n = int(rng.integers(3, 6))
        board = random_board(rng, n)
        player = int(rng.choice((BLACK, WHITE)))
        connections = find_connections(board, player)
        if connections.joined:
            continue
        places = [-1, -2, *(c for c in range(n * n) if board[c] in (player, EMPTY))]
        for _ in range(8):
            one, other = (int(place) for place in rng.choice(places, 2, replace=False))
            if connections._point(one) == connections._point(other):
                continue
            listed = connections.between(one, other)
            full = deduce(connections, one, other, depth=1, nodes=30)
            semi = deduce(connections, one, other, full=False, depth=1, nodes=30)
            for found in (full, semi):
                if found:
                    check(found, connections)
            if any(c.full for c in listed):
                assert full is not None
            more += full is not None and not any(c.full for c in listed)
    assert more


@pytest.mark.long
@pytest.mark.parametrize(("n", "amount"), [(4, 200), (5, 60)])
def test_more_games_are_decided_than_by_h_search(n: int, amount: int) -> None:
    """Of the positions truly won moving second it shows nearly all, H-search fewer (feature 9)."""
    rng = np.random.default_rng(2)
    table = solved(4) if n == 4 else None
    won = plain = deduced = 0
    while won < count(amount, 2_000):
        board = open_board(rng, n, int(rng.integers(0, n * n // 2)))
        for player in (BLACK, WHITE):
            if table is not None:
                bit = 2 if player == BLACK else 1
                wins = (table[position_number(board)] & bit != 0) == (player == BLACK)
            else:
                wins = win(board, to_move=-player) == player
            connections = find_connections(board, player)
            plain_too = any(c.full for c in connections.across)
            found = deduce(connections, -1, -2, depth=2, nodes=3_000)
            assert wins or not plain_too
            assert wins or found is None
            if found:
                check(found, connections)
            won += wins
            plain += plain_too
            deduced += found is not None
    assert plain < deduced
    assert deduced >= 0.9 * won
    if n == 4:
        assert deduced == won


def test_a_deduction_is_a_certificate(tmp_path) -> None:
    """What H-search misses on 5×5 is proved, written, read and checked by the other program."""
    rng = np.random.default_rng(3)
    shown = 0
    while shown < 5:
        board = open_board(rng, 5, 4)
        for player in (BLACK, WHITE):
            connections = find_connections(board, player)
            if any(c.full for c in connections.across):
                continue
            found = deduce(connections, -1, -2, depth=2)
            if found is None:
                continue
            position = board.with_to_move(-player)
            file = tmp_path / f"{shown}.proof"
            Certificate(position, found.proof, found.number).write(file)
            assert verify(file, position, player)
            shown += 1


@pytest.mark.parametrize("name", odd_boards())
def test_odd_boards(name: str) -> None:
    board = odd_boards()[name]
    for player in (BLACK, WHITE):
        connections = find_connections(board, player)
        for full in (True, False):
            found = deduce(connections, -1, -2, full=full, depth=1, nodes=3, everywhere=full)
            if connections.joined:
                assert found
                assert found.carrier == 0
            elif found:
                check(found, connections)


def test_everywhere_finds_all_on_3x3() -> None:
    table = solved(3)
    rng = np.random.default_rng(4)
    for _ in range(count(20, 3_000)):
        board = random_board(rng, 3)
        if board.winner:
            continue
        for player in (BLACK, WHITE):
            bit = 2 if player == BLACK else 1
            wins = (table[position_number(board)] & bit != 0) == (player == BLACK)
            connections = find_connections(board, player, or_rule="greedy", max_semis=1)
            found = deduce(connections, -1, -2, depth=9, nodes=100_000, everywhere=True)
            assert (found is not None) == wins


def test_the_fourth_row_of_8x8_by_deduction() -> None:
    """IV-1-a, where H-search is not allowed to combine more than a bridge."""
    connections = find_connections(Board(8, black="e5"), "black", max_carrier=10)
    assert not any(c.full for c in connections.between("e5", "bottom"))
    found = deduce(connections, "e5", "bottom", depth=3, nodes=5_000)
    assert found
    check(found, connections)


def test_limits_and_nonsense() -> None:
    connections = find_connections(Board(5), "black")
    assert deduce(connections, -1, -2, nodes=0) is None
    assert deduce(connections, -1, -2, depth=0) is None
    with pytest.raises(ValueError, match="by stones"):
        deduce(connections, "c3", "c3")
    with pytest.raises(ValueError, match="whole number"):
        deduce(connections, -1, -2, depth=-1)
    with pytest.raises(ValueError, match="no side of"):
        deduce(connections, "left", -2)


BRAID = "x-a x-3 3-b a-2 2-b a-1 1-y b-y"


def test_the_braid() -> None:
    """x touches a and 3, y touches b and 1, and 3-b-2-a-1 is a path: Black wins by a or b only.

    AND and OR without own stones between empty cells find nothing (Gao 4, oracle 6); trying moves
    does, and so does H-search with them.
    """
    n = 7
    place = {"3": (5, 1), "b": (5, 2), "2": (4, 3), "a": (3, 4), "1": (3, 5)}
    cell = {name: row * n + col for name, (row, col) in place.items()}
    x, y = ([r * n + c for r, c in group] for group in (
        [(4, 1), (3, 2), (2, 3), (2, 4)], [(4, 5), (5, 4), (6, 3), (6, 2)]
    ))  # fmt: skip
    carrier = sum(1 << c for c in cell.values())
    white = {*range(n * n)} - {*x, *y, *cell.values()}
    # The sides are left out: a stone of White stands between them and each group.
    board = Board(n, black=[*x, *y], white=white)
    assert not find_connections(board, "black").joined
    names = {c: name for name, c in cell.items()}
    grid = {
        frozenset((names.get(c, "x" if c in x else "y"), names.get(o, "x" if o in x else "y")))
        for c in (*x, *y, *cell.values())
        for o in neighbors(n)[c]
        if o not in white and (c in names or o in names)
    }
    assert grid == {frozenset(link.split("-")) for link in BRAID.split()}
    bits = board.bits(BLACK)
    for name, key in cell.items():
        wins = holds(n, BLACK, bits, x[0], y[0], carrier, mover_first=True, key=key)
        assert wins == (name in "ab")
    assert not holds(n, BLACK, bits, x[0], y[0], carrier)
    plain = find_connections(board, "black", stone_midpoints=False)
    assert plain.between(x[0], y[0]) == ()
    found = deduce(plain, x[0], y[0], full=False, depth=2, everywhere=True)
    assert found
    check(found, plain)
    assert found.key in (cell["a"], cell["b"])
    assert found.carrier == carrier
    assert find_connections(board, "black").between(x[0], y[0])[0].carrier == carrier
    # After a: 1 is answered by b; 2, 3 or b by 1.
    after = board.play(cell["a"], BLACK)
    for move, answer in (("1", "b"), ("2", "1"), ("3", "1"), ("b", "1")):
        left = carrier & ~(1 << cell["a"]) & ~(1 << cell[move])
        assert holds(
            n, BLACK, after.bits(BLACK), x[0], y[0], left, mover_first=True, key=cell[answer]
        )
