"""No connection that is found is false: exhaustive play to 16 cells, derivations beyond."""

import numpy as np
import pytest
from connection_oracles import holds
from counts import FULL, count
from found_checks import Checker, drawn_board, sound
from positions import degenerate_boards, odd_boards, random_board
from slow_hsearch import BROKEN, slow_connections

from hexlab import BLACK, WHITE, Board
from hexlab.connection import find_connections

# Every preset, every OR rule and every flag, small limits too.
RULES = (
    {},
    {"quality": "deep"},
    {"quality": "canonical", "or_nodes": 20_000},
    {"or_rule": "greedy"},
    {"or_rule": "exact", "or_nodes": 1_000},
    {"or_rule": "A", "or_nodes": 300, "max_semis": 12},
    {"or_rule": "B", "or_nodes": 1_000, "side_midpoints": True},
    {"or_rule": "minimal", "or_nodes": 300},
    {"side_midpoints": True},
    {"stone_midpoints": False},
    {"shrinking_only": True},
    {"quality": "deep", "shrinking_only": True, "stone_midpoints": False},
    {"max_semis": 5, "max_fulls": 3, "side_midpoints": True},
    {"max_carrier": 7, "or_rule": "exact"},
    {"records": 400},
    {"quality": "deep", "or_nodes": 2},
)


def follow(checker, rng, board, player, rules, moves, every):
    """Check a fresh search and what becomes of it in so many random moves."""
    found = find_connections(board, player, **rules)
    checker.check(found)
    for ply in range(1, moves + 1):
        if found.joined or not found.board.empty:
            return
        color = int(rng.choice((BLACK, WHITE)))
        cell = int(rng.choice(found.board.empty))
        # Rather near the middle of what the player has: an end or a cell of a carrier.
        if rng.random() < 0.5 and found.full:
            cell = int(rng.choice([c for f in found.full[-3:] for c in f.cells] or [cell]))
        found = found.play(cell, color)
        if ply % every == 0 or ply == moves:
            checker.check(found)


QUICK = ({}, {"or_rule": "greedy"}, {"stone_midpoints": False}, {"shrinking_only": True})


def run(checker, rng, games, sizes, moves, every, which=RULES):
    for game in range(games):
        n = int(rng.choice(sizes))
        board = drawn_board(rng, n, n * n - int(rng.integers(n * n // 2)))
        player = BLACK if rng.random() < 0.5 else WHITE
        follow(checker, rng, board, player, which[game % len(which)], moves, every)


def test_fresh_and_after_many_moves():
    checker = Checker(np.random.default_rng(41), most=20)
    run(checker, checker.rng, len(RULES), (3, 4, 5, 6), 12, 6)
    assert checker.counts["played"] > 250
    assert checker.counts["deep"] > 50


@pytest.mark.long
def test_many():
    """The counts of the full run: what was checked, no two the same up to symmetry."""
    checker = Checker(np.random.default_rng(42), most=count(50, 150))
    rng = checker.rng
    run(checker, rng, count(3, 30) * len(RULES), (4, 5, 6), 40, 4)
    run(checker, rng, count(1, 15) * len(RULES), (7,), 40, 8)
    run(checker, rng, count(2, 40) * len(QUICK), (8, 9, 11), 40, 10, QUICK)
    print(dict(checker.counts))
    counts = checker.counts
    assert counts["positions"] >= count(250, 2_000)
    assert counts["played"] >= count(5_000, 100_000)
    assert counts["large"] >= count(1_500, 30_000)
    assert counts["deep"] >= count(2_000, 10_000)
    assert counts["derived"] >= count(100, 1_000)


@pytest.mark.parametrize("size", [5, pytest.param(13, marks=pytest.mark.long)])
def test_degenerate_boards(size):
    checker = Checker(np.random.default_rng(43), most=15 if size == 5 else 60)
    boards = [*odd_boards().values(), *degenerate_boards(size)]
    if size == 13:
        boards.append(Board(19, black="j10 d4", white="p16 q17"))
    for board in boards:
        for player in (BLACK, WHITE):
            checker.check(find_connections(board, player))
            if size == 13 or board.n < 9:
                rules = {"side_midpoints": True, "or_rule": "greedy"}
                checker.check(find_connections(board, player, **rules))
    assert checker.counts["played"] > 200


@pytest.mark.parametrize("records", [1, 10, 50, 200])
def test_little_room(records):
    """When there is no more room the search stops, says so, and what it has is sound."""
    checker = Checker(np.random.default_rng(44))
    for n in (5, 9):
        found = find_connections(Board(n, black=[n + 2], white=[3 * n]), BLACK, records=records)
        assert found.limits == ("records",)
        assert len(found.full) + len(found.semi) <= records
        checker.check(found)
        for _ in range(12):
            cell = int(checker.rng.choice(found.board.empty))
            found = found.play(cell)
            assert "records" in found.limits or len(found.full) + len(found.semi) < records
            checker.check(found)


def test_a_forgotten_rule_is_noticed():
    """AND of overlapping carriers, AND through an end, OR with a common cell: found to be false."""
    rng = np.random.default_rng(45)
    false = dict.fromkeys(BROKEN, 0)
    boards = [random_board(rng, 3) for _ in range(count(12, 200))]
    # Where an end in the other carrier gives something that nothing smaller makes needless.
    boards.append(Board(4, black="d2 a3 d3", white="c3 b4 d4"))
    for board in boards:
        cells = board.n**2
        for rule in (None, *BROKEN):
            for kind, found in enumerate(slow_connections(board, BLACK, broken=rule)):
                for pair, carriers in found.items():
                    ends = [end if end < cells else cells - 1 - end for end in pair]
                    for carrier in carriers:
                        good = holding(board, ends, carrier, kind == 1)
                        assert good or rule is not None
                        if not good:
                            false[rule] += 1
    assert all(false.values()), false


def holding(board, ends, carrier, first):
    """Whether the connection holds, Black moving first if it is a semi one."""
    own = board.bits(BLACK)
    if carrier & (own | sum(1 << end for end in ends if end >= 0)):
        return False
    return holds(board.n, BLACK, own, *ends, carrier, mover_first=first)


def test_the_checker_refuses_a_false_one():
    assert sound(3, BLACK, 0, 4, -1, 0b110)
    assert not sound(3, BLACK, 0, 4, -1, 0b010)
    assert sound(3, BLACK, 0, 4, -1, 0b010, key=1)
    assert not sound(3, BLACK, 0, 4, -1, 0b110 | 1 << 4)


if FULL:

    @pytest.mark.long
    def test_every_position_of_3x3():
        checker = Checker(np.random.default_rng(46))
        for number in range(3**9):
            cells = np.array([(0, BLACK, WHITE)[number // 3**cell % 3] for cell in range(9)])
            board = Board.from_array(cells.reshape(3, 3))
            for player in (BLACK, WHITE):
                checker.check(find_connections(board, player, quality="deep"))
