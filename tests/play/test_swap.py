"""When to swap."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlab import Board, solve
from hexlab.board.symmetry import rotate_cells
from hexlab.data.openings import load_openings
from hexlab.play.player import make_player
from hexlab.play.swap import TABLE, like_cell, swap_table, table_text, wants_swap


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_small_boards_are_right(n: int) -> None:
    for cell in range(n * n):
        board = Board(n).play(cell)
        assert wants_swap(board) == (solve(board).winner == 1)
        row, col = divmod(cell, n)
        assert wants_swap(Board(n, white=[col * n + row])) == wants_swap(board), "White began"


def test_7x7_is_as_solved() -> None:
    for name, opening in load_openings(7).items():
        assert wants_swap(Board(7).play(name)) == (opening.winner == "black")


@pytest.mark.parametrize("n", [8, 9, 11, 13, 19])
def test_larger_boards_are_read_as_7x7(n: int) -> None:
    turned = rotate_cells(n)
    swapped = [cell for cell in range(n * n) if wants_swap(Board(n).play(cell))]
    assert {turned[cell] for cell in swapped} == set(swapped)
    assert n // 2 * (n + 1) in swapped
    assert 0 not in swapped


def test_a_like_cell_is_as_far_from_the_sides() -> None:
    assert [like_cell(cell, 7, 7) for cell in range(49)] == list(range(49))
    for n in range(8, 20):
        for at in range(n):
            found = like_cell(at, n, 7)
            assert found // 7 == 0
            assert min(found, 6 - found) == min(at, n - 1 - at, 3)


def test_a_player_may_know_better() -> None:
    player = make_player("random")
    board = Board(7).play("d4")
    assert wants_swap(board, player)
    player.swaps = lambda board: False  # type: ignore[method-assign]
    assert not wants_swap(board, player)


def test_where_swap_is_illegal() -> None:
    for board in (Board(5), Board(5).play("a1").play("b2"), Board(5, black="a1")):
        with pytest.raises(ValueError, match="swap is not legal in"):
            wants_swap(board)


def test_the_file_is_written_as_it_was_read(tmp_path: Path) -> None:
    assert table_text(swap_table()) == TABLE.read_text(encoding="utf-8")
    damaged = tmp_path / "swap.json"
    for text in ("{", "{}", '{"boards": {"3": {"wins": "z9", "by": ""}}}', '{"boards": []}'):
        damaged.write_text(text)
        swap_table.cache_clear()
        with pytest.raises(ValueError, match="can't be understood"):
            swap_table(damaged)
    swap_table.cache_clear()
