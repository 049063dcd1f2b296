"""Which notation is it?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlab.board.formats import parse_game, parse_games


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[11]SZ[5];B[b1];W[c3])",
        "\ufeff\n (;SZ[5];B[b1];W[c3])",
        "#5,b1c3",
        "5c1,b1c3",
        "hexworld.org/board/#5,b1c3",
        " https://hexworld.org/board/#5r2,b1c3\n",
        "text <hexboard size='5x5' contents='R 1:b1 B 2:c3'/>",
    ],
)
def test_one_game_in_every_notation(text: str) -> None:
    game = parse_game(text)
    assert [str(move) for move in game.moves] == ["B b1", "W c3"]
    assert game.n == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is none of SGF"),
        ("hello", "this is none of SGF"),
        ("a1 b2", "this is none of SGF"),
        ("<hex> R5 C5 </hex>", "this is none of SGF"),
        ("(hello)", "line 1, column 2"),
        ("BoardSize: 11x11\nFirst: V\n", "saved by the program Six"),
        ("(;)(;)", "2 games in one text"),
        ("http://example.org/#x", "this is none of SGF"),
        ("#5,zz", "begins no move"),
        ("1" * 19_000 + "!", "this is none of SGF"),
        ("hexworld.org#" * 1_500 + "!", "this is none of SGF"),
        ("(" * 100_000, "line 1, column 2"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_game(text)


@given(st.text() | st.text(alphabet="(;)[]#5,a1hexboard<>: ", max_size=50))
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    try:
        assert parse_games(text)
    except ValueError as error:
        assert str(error)  # noqa: PT017
