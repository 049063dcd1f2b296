"""Connections after a move, against a fresh search."""

import os
import warnings
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from counts import count
from found_checks import Checker, carriers, drawn_board, kinds

from hexlab import BLACK, WHITE, Board
from hexlab.connection import find_connections
from hexlab.data.games import load_dataset

MOST = 40  # moves in a row
# The part of positions where the must-play may be larger than a fresh search's. OR takes the semi
# connections in another order, and more of them, and a limited OR does not find the same unions.
LARGER = 0.01
# More with the greedy OR, which takes the semis as they come.
LARGER_GREEDY = 0.03
EXACT = {"or_rule": "exact", "or_nodes": 10**9, "side_midpoints": True}


class Tally:
    """How connections that were updated differ from those of a fresh search."""

    def __init__(self, seed, checked=0):
        self.pairs = self.weaker = self.stronger = 0
        self.positions = self.larger = self.smaller = 0
        self.checker = Checker(np.random.default_rng(seed), most=checked)

    def compare(self, found, fresh):
        updated, anew = kinds(found), kinds(fresh)
        self.pairs += int((anew > 0).sum())
        self.weaker += int((updated < anew).sum())
        self.stronger += int((updated > anew).sum())
        one, other = (must(c) for c in (found, fresh))
        self.positions += 1
        self.larger += one.bit_count() > other.bit_count()
        self.smaller += one.bit_count() < other.bit_count()
        if self.checker.most:
            self.checker.check(found)

    def __str__(self):
        return (
            f"{self.positions} positions, must-play larger in {self.larger}, smaller in "
            f"{self.smaller}; {self.pairs} pairs, weaker {self.weaker}, stronger {self.stronger}; "
            f"{dict(self.checker.counts)}"
        )

    def accept(self, larger=LARGER):
        print(self)
        assert self.weaker <= 0.005 * self.pairs, self
        assert self.larger <= 2 + larger * self.positions, self


def must(found):
    """The cells where the opponent can save the game, by connections from side to side."""
    across = found.across
    if found.joined or any(c.full for c in across):
        return 0
    common = found.board.bits(0)
    for c in across:
        common &= c.carrier
    return common


def follow(tally, board, moves, rules, every=1, most=MOST):
    """Play moves, never searching anew, and compare each time, for both players."""
    both = [find_connections(board, player, **rules) for player in (BLACK, WHITE)]
    for ply, (cell, color) in enumerate(moves[:most]):
        both = [found.play(cell, color) for found in both]
        if both[0].board.winner:
            return
        if ply % every == 0 or ply == most - 1:
            for found in both:
                tally.compare(found, find_connections(found.board, found.player, **rules))


def random_moves(rng, board):
    """Every empty cell in any order, the colors by turns or at random."""
    cells = rng.permutation(board.empty).tolist()
    turns = rng.random() < 0.7
    colors = [
        (BLACK, WHITE)[i % 2] if turns else int(rng.choice((1, -1))) for i in range(len(cells))
    ]
    return list(zip(cells, colors, strict=True))


def play_random(tally, rng, games, sizes, rules, every=1):
    for _ in range(games):
        n = int(rng.choice(sizes))
        board = drawn_board(rng, n, n * n - int(rng.integers(n * n // 3)))
        follow(tally, board, random_moves(rng, board), rules, every)


def test_random_games():
    tally = Tally(61, checked=4)
    play_random(tally, np.random.default_rng(61), 6, (4, 5, 7, 9), {}, every=4)
    tally.accept()
    assert tally.positions > 40


@pytest.mark.long
@pytest.mark.parametrize(
    ("sizes", "rules"),
    [
        ((5, 7, 9), {}),
        ((5, 7, 9), {"or_rule": "greedy"}),
        ((4, 5, 6), {"side_midpoints": True}),
        ((5, 6, 7), {"or_rule": "exact"}),
    ],
)
def test_many_random_games(sizes, rules):
    tally = Tally(62, checked=3)
    play_random(tally, np.random.default_rng(62), count(15, 250), sizes, rules, every=3)
    tally.accept(LARGER_GREEDY if rules.get("or_rule") == "greedy" else LARGER)


def test_now_and_then_all_is_searched_anew():
    rng = np.random.default_rng(65)
    for rules in ({}, {"or_rule": "greedy"}, {"or_rule": "exact", "or_nodes": 5}):
        board = drawn_board(rng, 7, 44)
        found = find_connections(board, BLACK, **rules)
        equal = []
        for ply, (cell, color) in enumerate(random_moves(rng, board)[:15], 1):
            found = found.play(cell, color)
            fresh = find_connections(found.board, BLACK, **rules)
            equal.append(carriers(found) == carriers(fresh))
            assert equal[-1] or ply % 5
        assert len(equal) == 15


def test_games_of_the_data_set():
    """Moves that mean something: from the empty board, 40 in a row."""
    tally = Tally(63)
    for game in load_dataset("resistance-greedy")[: count(2, 150)]:
        follow(tally, *played(game), {}, every=count(5, 1))
    tally.accept()
    assert tally.positions >= count(20, 3_000)


def played(game):
    """The board from which a game goes on stone by stone (after a swap), and the moves from there.

    Moves are cells and colors.
    """
    start, moves = game.boards()[0], []
    for before, after in pairwise(game.boards()):
        new = {c: after.bits(c) & ~before.bits(c) for c in (BLACK, WHITE)}
        gone = any(before.bits(c) & ~after.bits(c) for c in (BLACK, WHITE))
        if gone or sum(cells.bit_count() for cells in new.values()) != 1:
            start, moves = after, []
        else:
            color = BLACK if new[BLACK] else WHITE
            moves.append((new[color].bit_length() - 1, color))
    return start, moves


@pytest.mark.long
@pytest.mark.skipif("HEXLAB_GAMES" not in os.environ, reason="HEXLAB_GAMES is not set")
def test_olympiad_games():
    from hexlab.board.gamefiles import load_games

    folder = Path(os.environ["HEXLAB_GAMES"]) / "olympiad"
    if not folder.is_dir():
        pytest.skip("HEXLAB_GAMES has no olympiad/")
    tally = Tally(64, checked=count(1, 2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        games = list(load_games(folder))
    for game in games[:: count(8, 1)]:
        follow(tally, *played(game), {}, every=count(2, 1), most=400)
    tally.accept()
    assert tally.positions >= count(250, 5_000)


def test_canonical_is_the_same_as_fresh():
    """Link for link and carrier for carrier, until an OR meets its limit of 10 million steps."""
    rng = np.random.default_rng(65)
    same = 0
    for i in range(count(6, 200)):
        n = (3, 4, 5, 6, 7, 8)[i % 6]
        board = drawn_board(rng, n, min(n * n, int(rng.integers(8, 20))))
        moves = random_moves(rng, board)
        same += same_as_fresh(board, moves, {"quality": "canonical"}, limited=True)
    print(f"{same} positions the same")
    assert same >= count(60, 3_000)


@pytest.mark.long
def test_canonical_on_open_boards():
    """As above, between few stones and many."""
    rng = np.random.default_rng(66)
    same = 0
    for i in range(count(6, 60)):
        n = (5, 5, 6, 9)[i % 4]
        board = Board(n)
        moves = random_moves(rng, board)[: 4 if n > 6 else MOST]
        same += same_as_fresh(board, moves, {"quality": "canonical"}, limited=True)
    assert same >= count(60, 600)


def test_exact_without_limits_is_the_same_as_fresh():
    rng = np.random.default_rng(67)
    for i in range(count(5, 100)):
        board = drawn_board(rng, 4 + i % 3, 12)
        same_as_fresh(board, random_moves(rng, board), EXACT)


@pytest.mark.parametrize("flags", [{"side_midpoints": False}, {"stone_midpoints": False}])
def test_exact_keeps_more_where_and_is_barred(flags):
    """What came through a group stays when the group joins a side, through which AND may not go."""
    rng = np.random.default_rng(68)
    for i in range(count(5, 100)):
        board = drawn_board(rng, 4 + i % 3, 12)
        found = find_connections(board, BLACK, **{**EXACT, **flags})
        for cell, color in random_moves(rng, board):
            found = found.play(cell, color)
            fresh = find_connections(found.board, BLACK, **{**EXACT, **flags})
            assert (kinds(found) >= kinds(fresh)).all()


def same_as_fresh(board, moves, rules, limited=False):
    """Compare after each move; how many positions, up to one where a limit is met, if it may be."""
    positions = 0
    for player in (BLACK, WHITE):
        found = find_connections(board, player, **rules)
        for cell, color in moves[:MOST]:
            found = found.play(cell, color)
            if limited and found.limits:
                break
            fresh = find_connections(found.board, player, **rules)
            if limited and fresh.limits:
                break
            assert found.limits == fresh.limits == ()
            assert found.joined == fresh.joined
            assert np.array_equal(found.links, fresh.links), (player, found.board)
            assert carriers(found) == carriers(fresh), (player, found.board)
            positions += 1
    return positions


def test_the_search_updated_from_stays_as_it_was():
    before = find_connections(Board(7, black="d4"), BLACK)
    expected = carriers(before)
    links = before.links.tolist()
    for cell, color in (("d5", WHITE), ("c6", BLACK), ("e3", BLACK)):
        after = before.play(cell, color)
        assert carriers(before) == expected
        assert before.links.tolist() == links
        assert after.board == before.board.play(cell, color)
        assert carriers(after.play("a1")) != expected
    assert before.play("d5").board == before.board.play("d5")


def test_won_and_lost_on_the_way():
    found = find_connections(Board(3, black="b1 b2", white="c1"), BLACK)
    assert found.across
    won = found.play("b3", BLACK)
    assert (won.joined, won.full, won.across) == (True, (), ())
    assert won.play("a1", WHITE).joined
    lost = find_connections(Board(3, white="a2 b2"), BLACK).play("c2", WHITE)
    assert (lost.joined, lost.across) == (False, ())


def test_nonsense_is_refused():
    found = find_connections(Board(3, black="b2"), BLACK)
    with pytest.raises(ValueError, match="b2"):
        found.play("b2")
    with pytest.raises(ValueError, match=r"d1|off|no cell"):
        found.play("d1")


def test_little_room_begins_anew():
    """Where records ran out there is more to find, and later there may be room for it."""
    found = find_connections(Board(4), BLACK, records=200)
    assert found.limits == ("records",)
    for cell in ("a1", "b1", "c1", "d1", "a2", "b2"):
        found = found.play(cell, WHITE)
        fresh = find_connections(found.board, BLACK, records=200)
        assert found.limits == fresh.limits
    assert found.limits == ()
    assert carriers(found) == carriers(fresh)
