"""Half a turn and the reflection."""

from __future__ import annotations

import pytest
from board_strategies import boards
from hypothesis import given

from hexlab import Board
from hexlab.board.geometry import neighbors
from hexlab.board.symmetry import reflect, reflect_cells, rotate, rotate_cells


@pytest.mark.parametrize("n", range(1, 20))
@pytest.mark.parametrize("cells", [rotate_cells, reflect_cells])
def test_maps_keep_neighbors_and_undo_themselves(n: int, cells: object) -> None:
    to = cells(n)  # type: ignore[operator]
    assert [to[to[cell]] for cell in range(n * n)] == list(range(n * n))
    for cell, around in enumerate(neighbors(n)):
        assert {to[other] for other in around} == set(neighbors(n)[to[cell]])


@given(boards(8))
def test_the_game_stays_the_same(board: Board) -> None:
    turned, mirrored = rotate(board), reflect(board)
    assert rotate(turned) == reflect(mirrored) == board
    assert rotate(mirrored) == reflect(turned)
    assert turned.winner == board.winner
    assert (turned.to_move, mirrored.to_move) == (board.to_move, -board.to_move)
    # On a board of any stones both can have joined their sides only if nobody has; one winner.
    assert mirrored.winner == -board.winner
    assert (turned.to_array() == board.to_array()[::-1, ::-1]).all()
    assert (mirrored.to_array() == -board.to_array().T).all()


def test_swap_is_the_reflection() -> None:
    board = Board(5).play("b1")
    assert board.swap() == reflect(board).with_to_move("black")
