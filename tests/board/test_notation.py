"""Cell names and colors."""

from __future__ import annotations

import numpy as np
import pytest

from hexlab import BLACK, EMPTY, WHITE
from hexlab.board.notation import (
    a_board,
    cell_id,
    cell_ids,
    cell_name,
    cell_names,
    color_name,
    parse_color,
)


@pytest.mark.parametrize("n", range(1, 20))
def test_every_name_of_every_size(n: int) -> None:
    assert len(set(cell_names(n))) == n * n
    for cell, name in enumerate(cell_names(n)):
        row, col = divmod(cell, n)
        assert name == "abcdefghijklmnopqrs"[col] + str(row + 1)
        assert cell_name(cell, n) == name
        assert cell_id(name, n) == cell_id(name.upper(), n) == cell_id(f" {name}\n", n) == cell
        assert cell_id(cell, n) == cell_id(np.int8(cell) if cell < 128 else cell, n) == cell


@pytest.mark.parametrize("name", ["a0", "f1", "a6", "z1", "aa1", "k12", "a99999999999"])
def test_names_off_the_board(name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' is off a 5×5 board"):
        cell_id(name, 5)


@pytest.mark.parametrize("name", ["", "a", "5", "5a", "a-1", "a1b2", "ä1", "a 1", "a１"])
def test_no_names(name: str) -> None:
    with pytest.raises(ValueError, match="is no cell name"):
        cell_id(name, 5)


@pytest.mark.parametrize("cell", [-1, 25, True, 1.0, None, [1]])
def test_ids_that_are_none(cell: object) -> None:
    with pytest.raises(ValueError, match="cell id"):
        cell_id(cell, 5)  # type: ignore[arg-type]


def test_lists_of_cells() -> None:
    assert cell_ids("a1 b2,c3", 3) == cell_ids(["a1", 4, "C3"], 3) == [0, 4, 8]
    assert cell_ids("", 3) == cell_ids((), 3) == []


def test_colors() -> None:
    for color, words in ((BLACK, ("black", "B", " Black ")), (WHITE, ("white", "w", "WHITE"))):
        assert all(parse_color(word) == color for word in words)
        assert parse_color(color) == color
        assert parse_color(color_name(color)) == color
    assert color_name(EMPTY) == "nobody"
    for bad in (0, 2, True, "red", "", None):
        with pytest.raises(ValueError, match="is no color"):
            parse_color(bad)  # type: ignore[arg-type]


def test_a_message_quotes_only_the_beginning_of_what_is_long() -> None:
    for read in (lambda text: cell_id(text, 5), lambda text: cell_ids([text], 5), parse_color):
        for text in ("a" * 10_000, "a" + "1" * 10_000):
            with pytest.raises(ValueError, match=r"^'aa?1?.*\.\.\. is") as caught:
                read(text)
            assert len(str(caught.value)) < 200


@pytest.mark.parametrize("cells", [None, 5, 1.5])
def test_cells_that_are_no_list(cells: object) -> None:
    with pytest.raises(ValueError, match="cells are names"):
        cell_ids(cells, 5)  # type: ignore[arg-type]


def test_sizes_are_spoken() -> None:
    assert [n for n in range(1, 20) if a_board(n).startswith("an ")] == [8, 11, 18]
