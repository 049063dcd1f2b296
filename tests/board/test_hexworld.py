"""HexWorld links."""

from __future__ import annotations

import pytest
from board_strategies import games, lines
from hypothesis import given
from hypothesis import strategies as st

from hexlab import BLACK, WHITE, Board, Game
from hexlab.board.hexworld import is_hexworld


def test_the_example_of_the_format() -> None:
    game = Game.from_hexworld("#11c1,a3:sb4d7")
    assert game.n == 11
    assert game.hexworld_flags == "c1"
    assert [str(move) for move in game.moves] == ["B a3", "W swap-pieces", "B b4", "W d7"]
    assert game.board == Board(11, black="b4", white="c1 d7")
    assert game.to_hexworld() == "https://hexworld.org/board/#11c1,a3:sb4d7"


def test_every_token() -> None:
    game = Game.from_hexworld("#5r3mc2n,a3:Sc3:pd4:rw")
    kinds = ["B a3", "W swap-sides", "W c3", "B pass", "W d4", "W resign"]
    assert [str(move) for move in game.moves] == kinds
    assert (game.winner, game.hexworld_flags) == (BLACK, "r3mc2n")
    for token, winner in ((":rb", WHITE), (":rw", BLACK), (":fb", WHITE), (":fw", BLACK)):
        assert Game.from_hexworld(f"#5,a3{token}").winner == winner


@pytest.mark.parametrize(
    "link",
    ["#5", "#5c1", "#5,a1", "#5r10n,a1b1,c1", "#5,,a1b1", "#5,a1:s,b1", "#1,a1", "#19,s19:Sa1:rb"],
)
def test_links_are_written_as_they_were(link: str) -> None:
    full = f"https://hexworld.org/board/{link}"
    assert Game.from_hexworld(link).to_hexworld() == full
    assert Game.from_hexworld(full).to_hexworld() == full
    assert Game.from_hexworld(link[1:]).to_hexworld() == full
    assert Game.from_hexworld(f" {full.replace(':s', '%3As')}\n").to_hexworld() == full
    assert is_hexworld(full)
    assert is_hexworld(link)


@given(lines(), st.sampled_from(("", "c1", "r9c1", "nm")), st.data())
def test_any_line_there_and_back(game: Game, flags: str, data: st.DataObject) -> None:
    game.hexworld_flags = flags
    game.goto(data.draw(st.sampled_from(game.line())))
    again = Game.from_hexworld(game.to_hexworld())
    assert again == game
    assert again.hexworld_flags == flags
    assert len(again.node.path()) == len(game.node.path())
    assert again.board == game.board


@given(games())
def test_what_a_link_cannot_say_is_refused(game: Game) -> None:
    try:
        link = game.to_hexworld()
    except ValueError:
        return
    assert Game.from_hexworld(link).boards() == game.boards()
    assert Game.from_hexworld(link).moves == game.moves


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Game(Board(3, black="a1")), "can't begin with set-up stones"),
        (Game(3).play("a1").set_up(white="b1"), "can't hold set-up stones"),
        (Game(3).play("a1").play("b1", BLACK), "can't hold 'B b1': white is to move"),
        (Game.from_sgf("(;SZ[3];AB[a1]W[b1])"), "can't hold set-up stones"),
        (Game.from_sgf("(;SZ[3]B[b1])"), "can't begin with set-up stones"),
    ],
)
def test_errors_in_writing(game: Game, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        game.to_hexworld()


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("", "column 1: a HexWorld link goes"),
        ("#", "column 2: a HexWorld link goes"),
        ("#x", "column 2: a HexWorld link goes"),
        ("#5q,a1", "column 3: a HexWorld link goes"),
        ("#5x6,a1", "column 2: only square boards are supported, not 5x6"),
        ("#20", "board size must be a whole number from 1 to 19, not 20"),
        ("#5,a1,b1,c1", "column 9: a third comma"),
        ("#5,a1a1", "column 6: 'a1' is occupied"),
        ("#20", "column 2: board size must be a whole number from 1 to 19, not 20"),
        ("#5,f1", "column 4: 'f1' is off a 5×5 board"),
        ("#5,a1b", "column 6: 'b' begins no move"),
        ("#5,A1", "column 4: 'A' begins no move"),
        ("#5,:s", "column 4: swap is legal only with one stone"),
        ("#5,a1:s:s", "column 8: swap is legal only once"),
        ("#5,a1:x", "column 6: ':' begins no move"),
        ("#5," + "a1" * 20_000, "no HexWorld link"),
    ],
)
def test_errors_in_reading(link: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_hexworld(link)


@given(st.text(max_size=30) | st.text(alphabet="#5,:sSprbwfcnmax123%", max_size=30))
def test_any_text_is_a_link_or_an_error(text: str) -> None:
    is_hexworld(text)
    try:
        game = Game.from_hexworld(text)
    except ValueError:
        return
    assert Game.from_hexworld(game.to_hexworld()) == game
