"""Boards as text."""

from __future__ import annotations

import pytest
from board_strategies import boards
from hypothesis import given
from hypothesis import strategies as st

from hexlab import Board


@given(boards(19))
def test_drawing_is_read_back(board: Board) -> None:
    assert Board.from_text(str(board)) == board


@pytest.mark.parametrize("n", range(1, 20))
def test_every_size(n: int) -> None:
    board = Board(n, black=range(0, n * n, 2), to_move="white")
    lines = str(board).splitlines()
    assert len(lines) == n + 3
    # Each row stands one space to the right of the one above; the last letters stand below it.
    starts = [line.index("B") for line in lines[1 : n + 1 : 2]]
    assert starts == [3 + 2 * row for row in range(len(starts))] or n % 2 == 0
    assert Board.from_text(str(board)) == board


def test_what_is_drawn() -> None:
    assert str(Board(2, black="a1", white="b2")).splitlines() == [
        "  a b",
        " 1 B .  1",
        "  2 . W  2",
        "     a b",
        "black to move",
    ]


def test_other_symbols_and_no_coordinates() -> None:
    expected = Board(3, black="a1 b1 c1", white="a2 b2")
    assert Board.from_text("BX#\nOw.\n+-_") == expected
    assert Board.from_text("  b x #\n\n   O W -\n    . _ +\n\n") == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1 to 19 rows of cells, this one has 0"),
        (".\n" * 20, "this one has 20"),
        ("..\n.\n", "line 2: 1 cells in a drawing of 2 rows"),
        ("...\n...\n", "line 1: 3 cells in a drawing of 2 rows"),
        ("..\n.?\n", "line 2, column 2: '\\?' is no cell symbol"),
        ("a b\n 1 . é\n", "line 2, column 6: 'é' is no cell symbol"),
    ],
)
def test_bad_drawings(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board.from_text(text)


def test_a_long_line_of_spaces_costs_no_time() -> None:
    with pytest.raises(ValueError, match="line 1: 2 cells in a drawing of 1 rows"):
        Board.from_text("." + " " * 100_000 + "." + "1" * 100_000)


@given(st.text(alphabet=".BWXO ab1\n2tomveblackwhite+\t\r\x0b", max_size=80) | st.text())
def test_any_text_is_a_board_or_an_error(text: str) -> None:
    try:
        board = Board.from_text(text)
    except ValueError:
        return
    assert Board.from_text(str(board)) == board
