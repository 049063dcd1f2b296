"""Pattern-enhanced alpha-beta against exhaustive play."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pattern_search import PatternSearch
from positions import degenerate_boards, random_boards

from hexlab import Board
from hexlab.search.peab import peab


def worth(board: Board) -> float:
    """Any estimate: it may not matter to what is proved."""
    return ((hash(board) % 199) - 99) / 100


def small_boards() -> list[Board]:
    every = [
        Board.from_array(np.array(cells).reshape(2, 2), mover)
        for cells in product((1, 0, -1), repeat=4)
        for mover in (1, -1)
    ]
    return every + [b for n in (1, 2, 3) for b in degenerate_boards(n)]


def outside(board: Board, carrier: int, loser: int) -> Board:
    """The loser owns all that the winner does not need."""
    given = [cell for cell in board.empty if not carrier >> cell & 1]
    return board.set_up(**{"black" if loser == 1 else "white": given})


def test_at_full_depth_it_is_the_winner_and_what_he_needs() -> None:
    solvers = {n: PatternSearch(n) for n in (1, 2, 3)}
    for board in small_boards() + list(random_boards(2, 150, (3,))):
        found = peab(board, len(board.empty), worth)
        assert found.winner == solvers[board.n].winner_of(board)
        assert found.value == found.winner * board.to_move
        assert found.carrier & ~board.bits(0) == 0
        rest = outside(board, found.carrier, -found.winner)
        assert solvers[board.n].winner_of(rest) == found.winner
        if found.winner == board.to_move and not board.winner:
            assert found.move is not None
            assert solvers[board.n].winner_of(board.play(found.move)) == found.winner


@pytest.mark.parametrize(("n", "count"), [(2, 28), (3, 9613)])
def test_visits_as_many_positions_as_pattern_search(n: int, count: int) -> None:
    """All openings; one that wins does not end the count, one that loses leaves its carrier."""
    visited, left = 0, Board(n).bits(0)
    for cell in range(n * n):
        if left >> cell & 1:
            found = peab(Board(n).play(cell), n * n, worth)
            visited += found.nodes
            if found.winner == -1:
                left &= found.carrier
    assert visited == count


def test_the_first_winning_opening_ends_the_search() -> None:
    assert (peab(Board(2), 4, worth).nodes, peab(Board(3), 9, worth).nodes) == (16, 2926)


def test_what_it_claims_at_a_depth_is_true() -> None:
    solver = PatternSearch(4)
    claimed = 0
    for board in random_boards(4, 30, (4,)):
        for depth in (0, 1, 2, 3):
            found = peab(board, depth, worth)
            if found.winner:
                claimed += 1
                assert found.winner == solver.winner_of(board)
                assert solver.winner_of(outside(board, found.carrier, -found.winner)) == (
                    found.winner
                )
            else:
                assert -1 < found.value < 1
    assert claimed > 30


def test_an_open_position_is_worth_what_minimax_says() -> None:
    def value(board: Board, depth: int) -> float:
        if board.winner:
            return -1.0
        if depth == 0:
            return worth(board)
        return max(-value(board.play(cell), depth - 1) for cell in board.empty)

    for board in random_boards(6, 40, (3, 4)):
        found = peab(board, 2, worth, lambda b: b.empty[::-1])
        if not found.winner:
            assert found.value == value(board, 2)


def test_wrong_input_is_said() -> None:
    with pytest.raises(ValueError, match="depth must be at least 0, not -1"):
        peab(Board(2), -1, worth)
    with pytest.raises(ValueError, match="an estimate lies between"):
        peab(Board(2), 0, lambda board: 1.0)
