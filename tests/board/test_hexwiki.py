"""HexWiki diagrams."""

from __future__ import annotations

import pytest
from board_strategies import boards, games, lines
from hypothesis import given
from hypothesis import strategies as st

from hexlab import BLACK, WHITE, Board, Game


def test_a_diagram_of_the_wiki() -> None:
    game = Game.from_hexwiki(
        """Text before <hexboard
           size="5x5"
           coords='hide' float=right
           contents="R 1:d1 b4
                     B 2:c3
                     E +:a2 *:c4 a:a4 arrow(12):b5 S a1 d1"
           /> and after"""
    )
    assert [str(move) for move in game.moves] == ["B d1", "W c3"]
    assert game.root.board == Board(5, black="b4")
    assert game.board == Board(5, black="b4 d1", white="c3")
    assert game.to_hexwiki() == (
        '<hexboard size="5x5" contents="R 1:d1 b4 B 2:c3 E +:a2 a:a4 *:c4 arrow(12):b5 S a1 d1"/>'
    )


@given(boards(11))
def test_positions_there_and_back(board: Board) -> None:
    # A diagram doesn't say who is to move.
    turn = BLACK if len(board.black) <= len(board.white) else WHITE
    again = Game.from_hexwiki(Game(board).to_hexwiki())
    assert again.board == board.with_to_move(turn)
    assert again.moves == ()


@given(lines(special=False))
def test_moves_there_and_back(game: Game) -> None:
    again = Game.from_hexwiki(game.to_hexwiki())
    assert again.moves == game.moves
    assert again == game
    assert again.board == game.board


@given(games())
def test_the_stones_of_any_game_there_and_back(game: Game) -> None:
    text = game.to_hexwiki()
    again = Game.from_hexwiki(text)
    assert (again.board.black, again.board.white) == (game.board.black, game.board.white)
    assert again.to_hexwiki() == text


def test_labels() -> None:
    text = '<hexboard size="3x3" contents="R 5:a1 B x:b1 E 1:c1 2:a2"/>'
    game = Game.from_hexwiki(text)
    assert game.moves == ()
    assert game.node.text("LB") == "a1:5"
    assert game.to_hexwiki() == text
    # What HexWiki can't draw is left out, and beside moves a stone's number that is no move's.
    game = Game.from_sgf("(;SZ[3]AB[a1];B[b1]LB[a1:7][a2:two words][a3:é][b1:q][zz:1][c3])")
    assert game.last().to_hexwiki() == '<hexboard size="3x3" contents="R 1:b1 a1 E é:a3"/>'


def test_empty_diagrams() -> None:
    assert Game(2).to_hexwiki() == '<hexboard size="2x2" contents=""/>'
    assert Game.from_hexwiki("<HexBoard size=4>").board == Board(4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no complete <hexboard"),
        ("<hexboard size='5x5'", "no complete <hexboard"),
        ("<hexboard/>", "size='' is no board size"),
        ("<hexboard size='5x6'/>", "line 1, column 17: only square boards are supported, not 5x6"),
        ("\n<hexboard size='20'/>", "line 2, column 17: board size must be"),
        ("<hexboard size='0x0'/>", "board size must be"),
        ("<hexboard size='2'\ncontents='R a1\n c1'/>", "line 3, column 2: 'c1' is off a 2×2"),
        ("<hexboard size='2' contents='a1'/>", "'a1' stands before any of R, B, E, S"),
        ("<hexboard size='2' contents='R a1 B a1'/>", "'a1' is given twice"),
        ("<hexboard size='2' contents='R word:a1'/>", "'word' is no label"),
        ("<hexboard size='2' contents='R :a1'/>", "'' is no label"),
        ("<hexboard size='2' contents='S red:a1'/>", "'red' is no label"),
        ("<hexboard size='2' contents='S r:a1'/>", "kinds of shading are not supported"),
        ("<hexboard size='2' contents='S area(a1,b2)'/>", "is no cell name"),
        ("<hexboard" + " " * 100_000, "too many for a diagram"),
        ("<hexboard " + "a" * 99_000 + ">", "size='' is no board size"),
        ("<hexboard " + 'a="' * 33_000 + ">", "size='' is no board size"),
        ("<hexboard " * 9_000, "no complete <hexboard"),
        ("<hexboard " + "a =" + " " * 90_000 + ">", "size='' is no board size"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_hexwiki(text)


@given(st.text(alphabet="RBES ab123:*\n+\"'<>/é(", max_size=40))
def test_any_contents_are_a_diagram_or_an_error(text: str) -> None:
    try:
        game = Game.from_hexwiki(f'<hexboard size="3x3" contents="{text}"/>')
    except ValueError:
        return
    again = Game.from_hexwiki(game.to_hexwiki())
    assert (again.board, again.moves) == (game.board, game.moves)


@given(st.text(alphabet="<hexboard size=5content/>\"' x", max_size=60))
def test_any_text_is_a_diagram_or_an_error(text: str) -> None:
    for whole in (text, f"<hexboard {text}>"):
        try:
            Game.from_hexwiki(whole)
        except ValueError as error:
            assert str(error)  # noqa: PT017
