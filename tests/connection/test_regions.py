"""Regions between stones: filling one keeps the winner, against a solver that knows no regions."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from counts import count
from pattern_search import PatternSearch
from positions import degenerate_boards, odd_boards, random_boards

from hexlab import BLACK, WHITE, Board
from hexlab.connection import inferior_cells, regions, settled_regions


@lru_cache(maxsize=None)
def solver(n):
    return PatternSearch(n)


def winners(board):
    return [solver(board.n).winner(board.bits(BLACK), board.bits(WHITE), m) for m in (BLACK, WHITE)]


def filled(board, found):
    cells = board.to_array().ravel()
    for region in found:
        cells[list(region.cells)] = region.owner
    return Board.from_array(cells.reshape(board.n, board.n))


def late_boards(seed, many, sizes):
    """As many stones of each color, a third to two thirds of the board."""
    rng = np.random.default_rng(seed)
    for _ in range(many):
        n = int(rng.choice(sizes))
        stones = rng.permutation(n * n)[: rng.integers(n * n // 3, 2 * n * n // 3 + 1)]
        yield Board(n, black=sorted(stones[::2].tolist()), white=sorted(stones[1::2].tolist()))


def boards():
    yield from odd_boards().values()
    for n in (1, 2, 3, 4, 5):
        yield from degenerate_boards(n)
    yield from random_boards(11, count(300, 30_000), (2, 3, 4, 5))
    yield from late_boards(12, count(300, 30_000), (4, 5))
    yield from late_boards(13, count(20, 2_000), (6,))


def mistakes(some):
    """How many regions, and the first position where the winner is another one when filled."""
    number = 0
    for board in some:
        if len(board.empty) > 18:
            continue  # the solver would take minutes
        found = settled_regions(board)
        number += len(found)
        # Each by itself, all at once, and what they make possible.
        for part in [*((region,) for region in found), found]:
            if part and winners(filled(board, part)) != winners(board):
                return number, board
        if found and unsound(board):
            return number, board
    return number, None


def unsound(board):
    """Whether fill-in changes the winner or skipping moves loses a win, with regions."""
    for mover in (BLACK, WHITE):
        found, won = inferior_cells(board, mover, regions=True), winners(board)
        if winners(found.filled) != won:
            return True
        if won[mover == WHITE] != mover or found.filled.winner:
            continue
        after = (found.filled.play(cell, mover) for cell in found.moves)
        if not any(winners(then)[mover == BLACK] == mover for then in after):
            return True
    return False


def test_filling_keeps_the_winner():
    number, wrong = mistakes(boards())
    assert wrong is None, wrong
    assert number > 200


def test_regions_are_whole_and_apart():
    for board in [*late_boards(14, 60, (5, 7, 9)), Board(5), Board(1)]:
        found = settled_regions(board)
        cells = [cell for region in found for cell in region.cells]
        assert len(cells) == len(set(cells))
        for region in found:
            carriers = [link.carrier for link in region.links]
            assert sum(c.bit_count() for c in carriers) == len(
                {x for k in region.links for x in k.cells}
            )
            assert {x for link in region.links for x in link.cells} <= set(region.cells)
            assert all(board[cell] == 0 for cell in region.cells)


LATE = Board(7, black="c1 c2 c3 b4 e4 g5 e6 e7", white="d1 d2 d3 d4 c4 d5 c6 c7 g3 g4")
D1 = 3


@pytest.mark.parametrize("rules", [{}, {"quality": "deep"}, {"quality": "canonical"}])
def test_bridges_close_two_regions(rules):
    left, right = settled_regions(LATE, **rules)
    assert (left.owner, right.owner) == (WHITE, WHITE)
    assert (left.cells[0], len(left.cells)) == (0, 14)
    assert (right.cells[0], len(right.cells)) == (4, 17)
    assert not left.dead
    assert [set(link.ends) for link in left.links] == [{D1, -1}]
    assert [set(link.ends) for link in right.links] == [{D1, -2}]


@pytest.mark.parametrize("quality", ["deep", "canonical"])
def test_other_presets_are_sound_too(quality):
    for board in late_boards(16, count(60, 2_000), (4, 5)):
        for region in settled_regions(board, quality=quality):
            assert winners(filled(board, [region])) == winners(board), (board, region)


def test_every_filled_cell_has_its_kind_and_every_skipped_one_its_better_move():
    dressed = [*late_boards(17, 300, (5, 7, 9)), LATE, *degenerate_boards(4)]
    assert sum(bool(inferior_cells(board, regions=True).regions) for board in dressed) > 10
    for board in dressed:
        for mover in (BLACK, WHITE):
            found = inferior_cells(board, mover, regions=True)
            new = {cell for cell in board.empty if found.filled[cell]}
            assert {c for c, kind in found.kinds.items() if kind in ("dead", "captured")} == new
            skipped = set(found.kinds) - new
            assert all(found.filled[found.helpers[cell]] == 0 for cell in skipped)
            assert not skipped & set(found.moves)
            reasons = list(found.reasons())
            assert len(set(reasons)) == len(reasons)
            assert all(found.reason(cell) for cell in found.kinds)
            owners = {cell: region.owner for region in found.regions for cell in region.cells}
            assert all(found.filled[cell] == owner for cell, owner in owners.items())
            assert all(found.filled[one] == color for color, one, _ in found.captured_pairs)


def test_a_dead_region_has_the_color_of_its_ring():
    ring = Board(5, black="b2 c2 b3 d2 d3 b4 c4 d4", white="a1 e5")
    inner = next(region for region in settled_regions(ring) if region.cells == (12,))
    assert (inner.owner, inner.dead) == (BLACK, True)


@pytest.mark.parametrize("weakened", ["overlap", "outside", "apart"])
def test_the_check_sees_a_weakened_rule(monkeypatch, weakened):
    """Links that share cells, leave the region or join not all ends: each gives a wrong winner."""

    def loose(cells, ends, found):
        g = found.board
        every = [k for i in ends for j in ends if i < j for k in found.between(i, j) if k.full]
        if weakened == "apart":
            return ()
        if weakened == "outside":
            cells = g.bits(0)
        joined = {end: {end} for end in ends}
        used = 0
        for link in sorted(every, key=lambda k: -k.carrier.bit_count()):
            if link.carrier & ~cells or (weakened == "outside" and link.carrier & used):
                continue
            one, other = (joined[e] for e in link.ends)
            if one is not other:
                one |= other
                joined.update(dict.fromkeys(one, one))
                used |= link.carrier
        return () if all(len(one) == len(ends) for one in joined.values()) else None

    monkeypatch.setattr(regions, "_links", loose)
    assert mistakes(late_boards(15, 20_000, (5,)))[1] is not None


def test_a_region_says_why():
    corner = Board(6, black="d1 d2 c3 b4 a5", white="e1 e2 d3 c4 b5 b6")
    dead, owned = settled_regions(corner)
    assert dead.kind == "dead"
    assert (
        dead.reason(6)
        == "The region of 9 cells round a1 is dead: no two groups or sides of Black touch it."
    )
    assert owned.reason(6) == (
        "The region of 15 cells round f1 is captured by White: whatever Black does there, White's "
        "groups round it are joined (e1–right by f1 f2)."
    )
