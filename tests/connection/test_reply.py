"""Whoever answers as the derivation says joins the ends, whatever the opponent plays."""

import numpy as np
import pytest
from counts import count
from positions import odd_boards, random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of, grid
from hexlab.connection.hsearch import find_connections
from hexlab.connection.reply import begin, held, region, reply


def joined(own, ends, n, player):
    """Whether own stones and sides join the ends; an empty end counts as a stone."""
    g = grid(n)
    sides = (g.top, g.bottom) if player == BLACK else (g.left, g.right)
    for end in ends:
        if end >= 0:
            own |= 1 << end
    one, other = ends
    reached = sides[-1 - one] if one < 0 else 1 << one
    through = set() if one >= 0 else {one}
    while True:
        reached = g.flood(reached & own, own)
        new = {-1 - i for i in (0, 1) if sides[i] & reached} - through
        if not new:
            break
        through |= new
        for side in new:
            reached |= sides[-1 - side] & own
    return other in through if other < 0 else bool(reached >> other & 1)


def lines_kept(connection):
    """Play every line of intrusions; gives their number, fails where one breaks the ends apart."""
    board, player, n = connection.board, connection.player, connection.board.n
    seen = set()

    def follow(rest, own, free):
        key = own, free
        if key in seen:
            return
        seen.add(key)
        open_cells = region(rest)
        assert not open_cells & ~free
        for one in rest:
            assert one.full
            assert sum(bool(one.carrier & other.carrier) for other in rest) == 1
        if not open_cells:
            assert joined(own, connection.ends, n, player), (str(board), connection)
        for cell in cells_of(open_cells):
            answer, after = reply(rest, cell)
            left = free & ~(1 << cell)
            assert answer is not None
            assert left >> answer & 1
            follow(after, own | 1 << answer, left & ~(1 << answer))

    own, free = board.bits(player), connection.carrier
    assert not free & ~board.bits(0)
    rest = () if connection.key is not None else held(connection)
    if connection.key is not None:
        key, rest = begin(connection)
        assert free >> key & 1
        own, free = own | 1 << key, free & ~(1 << key)
    follow(rest, own, free)
    return len(seen)


def some(rng, connections, most):
    small = [c for c in connections if 1 <= c.carrier.bit_count() <= 10]
    return [small[i] for i in rng.permutation(len(small))[:most]]


@pytest.mark.parametrize("quality", ["fast", "canonical", "deep"])
def test_replies_keep_every_connection(quality):
    rng = np.random.default_rng(41)
    lines = 0
    for _ in range(count(12, 3000)):
        board = random_board(rng, int(rng.integers(2, 6)))
        for player in (BLACK, WHITE):
            found = find_connections(board, player, quality=quality)
            for connection in some(rng, found.full, 12) + some(rng, found.semi, 12):
                lines += lines_kept(connection)
    assert lines > 1000


def test_replies_keep_connections_that_survived_moves():
    rng = np.random.default_rng(43)
    lines = 0
    for _ in range(count(20, 1500)):
        n = int(rng.integers(3, 6))
        board = Board(n)
        found = {player: find_connections(board, player) for player in (BLACK, WHITE)}
        for cell in rng.permutation(n * n)[: n * n // 2].tolist():
            board = board.play(cell)
            for player in found:
                found[player] = found[player].play(cell)
        for one in found.values():
            assert one.board == board
            for connection in some(rng, one.full, 10) + some(rng, one.semi, 10):
                lines += lines_kept(connection)
    assert lines > 500


def test_odd_boards():
    for board in odd_boards().values():
        if board.n > 6:
            continue
        for player in (BLACK, WHITE):
            found = find_connections(board, player)
            for connection in found.full[:20] + found.semi[:20]:
                if connection.carrier.bit_count() <= 10:
                    lines_kept(connection)


def test_the_oracle_tells_joined_from_apart():
    found = find_connections(Board(3, black="b2"), "black")
    bridge = found.between("b2", "bottom")[0]
    assert not joined(found.board.bits(1), bridge.ends, 3, BLACK)
    assert joined(found.board.play("a3", BLACK).bits(1), bridge.ends, 3, BLACK)


def test_moves_elsewhere_need_no_answer_and_bad_ones_are_refused():
    found = find_connections(Board(4, black="b2", white="d4"), "black")
    bridge = found.between("b2", "top")[0]
    assert reply(bridge, "d1") == (None, (bridge,))
    assert reply((), "a1") == (None, ())
    assert reply(bridge, "c1").cell == 1
    for cell, said in (("b2", "is an end"), ("e1", "off a 4×4"), (99, "off a 4×4")):
        with pytest.raises(ValueError, match=said):
            reply(bridge, cell)
    semi = next(c for c in found.semi if c.key is not None)
    with pytest.raises(ValueError, match="the player begins"):
        reply(semi, "a1")
    with pytest.raises(ValueError, match="needs no first move"):
        begin(bridge)


def test_templates_are_held_by_their_derivation():
    """Random lines against the templates of rows 3 and 4, which H-search takes as they are."""
    rng = np.random.default_rng(47)
    names = set()
    for n, cell, player in (
        (6, "c4", BLACK),
        (9, "e6", BLACK),
        (9, "d5", WHITE),
        (10, "e4", WHITE),
    ):
        board = Board(n, **{"black" if player == BLACK else "white": cell})
        found = find_connections(board, player, quality="deep")
        for connection in found.full:
            if connection.rule != "template" or board[max(connection.ends)] != player:
                continue
            names.add(connection.carrier.bit_count())
            for _ in range(count(20, 500)):
                own, free, rest = board.bits(player), connection.carrier, held(connection)
                while cells := list(cells_of(region(rest))):
                    assert not region(rest) & ~free
                    cell_taken = int(rng.choice(cells))
                    answer, rest = reply(rest, cell_taken)
                    assert free >> answer & 1
                    own |= 1 << answer
                    free &= ~(1 << answer | 1 << cell_taken)
                assert joined(own, connection.ends, n, player)
    assert names >= {8, 19}
