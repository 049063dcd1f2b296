"""SGF for Hex and its dialects."""

from __future__ import annotations

import random
import warnings

import pytest
from board_strategies import games
from counts import count
from hypothesis import given
from hypothesis import strategies as st

from hexlab import BLACK, WHITE, Board, Game
from hexlab.board.sgf import MAX_TEXT, read_collection
from hexlab.board.sgf_text import parse_sgf
from hexlab.board.symmetry import reflect

# The way Little Golem writes: no GM, two letters a cell, bare swap, resign as the last move.
LITTLE_GOLEM = (
    "(;FF[4]EV[hex.mc.2011.feb.1.10]PB[first]PW[second]SZ[13]RE[B]GC[ game #1]"
    "SO[http://www.littlegolem.com];W[am];B[swap];W[gg];B[ij];W[resign])"
)
BENZENE = "(;AP[Hex-benzene:0.1]FF[4]GM[11]SZ[11]\n;B[b2]BL[0]WL[0];BL[0]W[SWAP]WL[2];W[f6];B[g6])"
HEXGUI = r"""(;AP[HexGui:0.9.0]FF[4]GM[11]SZ[5]XY[unknown\]: kept][twice]
;B[b1]C[a \\ comment]
(;W[swap-pieces];W[c3]N[c])
(;W[C3];AB[e5][e4]AE[b1]AW[a1:a2]PL[W]C[set up];W[d4]TR[d4]LB[d4:x\:y]))
"""
SAMPLES = (LITTLE_GOLEM, BENZENE, HEXGUI)


def read(text: str) -> Game:
    """Read a game that must give no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return Game.from_sgf(text)


def names(game: Game) -> list[str]:
    return [str(move) for move in game.moves]


def test_little_golem() -> None:
    game = read(LITTLE_GOLEM)
    assert game.n == 13
    assert names(game) == ["W a13", "B swap-pieces", "W g7", "B i10", "W resign"]
    assert game.last().board == Board(13, black="m1 i10", white="g7", to_move=WHITE)
    assert (game.winner, game.winner_source) == (BLACK, "resign")


def test_little_golem_as_another_program_reads_it() -> None:
    """Leaving the swap out and reflecting all later moves comes to the same game, reflected."""
    board = Board(13, to_move=WHITE).play("a13")
    for name in ("g7", "i10"):
        col, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        board = board.play(col * 13 + row)
    assert reflect(read(LITTLE_GOLEM).last().board) == board


def test_benzene() -> None:
    game = read(BENZENE)
    assert names(game) == ["B b2", "W swap-sides", "W f6", "B g6"]
    assert game.last().board == Board(11, black="b2 g6", white="f6", to_move=WHITE)


def test_old_hexgui() -> None:
    game = read(HEXGUI)
    assert names(game) == ["B b1", "W swap-sides", "W c3"]
    assert game.redo().comment == "a \\ comment"
    game.redo(1).last()
    assert game.board == Board(5, black="e5 e4", white="c3 a1 a2 d4", to_move=BLACK)
    assert game.node.parent is not None
    assert game.node.parent.comment == "set up"


@pytest.mark.parametrize("text", SAMPLES)
def test_files_are_written_as_they_were(text: str) -> None:
    game = read(text)
    written = game.to_sgf()
    assert read(written) == game
    old, new = (
        [(node.parent, node.properties) for node in parse_sgf(t)[0]] for t in (text, written)
    )
    assert old == new
    # And a tree that was changed keeps what was there.
    game.last().play("e1")
    game.comment = "new"
    assert read(game.to_sgf()) == game
    assert all(part in game.to_sgf() for part in ("SZ[", "C[new]"))


@given(games())
def test_any_game_is_written_and_read(game: Game) -> None:
    again = read(game.to_sgf())
    assert again == game
    assert again.to_sgf() == game.to_sgf()
    assert [node.comment for node in again.nodes()] == [node.comment for node in game.nodes()]
    assert (again.players, again.result) == (game.players, game.result)
    assert (again.winner, again.winner_source) == (game.winner, game.winner_source)


# -- the swap rule ---------------------------------------------------------------------------

TOKENS = ("swap-pieces", "swap-sides", "swap", "SWAP", "Swap-Pieces")


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("program", ["", "AP[HexGui:0.9.0]", "AP[HexGui:1.0.]", "AP[Hex-benzene:]"])
@pytest.mark.parametrize(("color", "kind"), [("W", "swap-sides"), ("B", "swap-pieces")])
def test_the_next_color_decides(token: str, program: str, color: str, kind: str) -> None:
    text = f"(;{program}SZ[5];B[b1];W[{token}];C[between];{color}[c3])"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = Game.from_sgf(text)
    assert names(game)[1] == f"W {kind}"
    stone = {"swap-sides": Board(5, "b1", "c3"), "swap-pieces": Board(5, "c3", "a2")}[kind]
    assert game.last().board.set_up(to_move=BLACK) == stone
    assert token in game.to_sgf()


@pytest.mark.parametrize(
    ("program", "token", "color", "warned"),
    [
        ("", "swap-pieces", "B", False),
        ("", "swap-pieces", "W", True),
        ("", "swap-sides", "W", False),
        ("", "swap-sides", "B", True),
        ("", "swap", "B", False),
        ("", "swap", "W", False),
        ("AP[HexGui:0.9.0]", "swap-pieces", "W", False),
        ("AP[HexGui:0.9.0]", "swap-pieces", "B", True),
        ("AP[HexGui:0.9.0]", "swap-sides", "W", False),
        ("AP[HexGui:1.0.]", "swap-pieces", "W", True),
        ("AP[HexGui:1.0.]", "swap-pieces", "B", False),
        ("AP[Hex-benzene:0.1]", "SWAP", "W", False),
        ("AP[Hex-benzene:0.1]", "SWAP", "B", True),
    ],
)
def test_a_warning_where_name_and_moves_disagree(
    program: str, token: str, color: str, warned: bool
) -> None:
    text = f"(;{program}SZ[5];B[b1]\n;W[{token}];{color}[c3])"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read_collection(text, "old.sgf")
    assert len(caught) == warned
    if warned:
        color = {"B": "black", "W": "white"}[color]
        message = str(caught[0].message)
        assert message.startswith(f"old.sgf: line 2, column 2: W[{token}] is read as swap-")
        assert message.endswith(f"because {color} moves next")


@pytest.mark.parametrize(
    ("program", "token", "kind"),
    [
        ("", "swap-pieces", "swap-pieces"),
        ("", "swap-sides", "swap-sides"),
        ("", "swap", "swap-pieces"),
        ("AP[HexGui:0.9.0]", "swap-pieces", "swap-sides"),
        ("AP[HexGui:0.9.0]", "swap", "swap-pieces"),
        ("AP[HexGui:1.0.]", "swap-pieces", "swap-pieces"),
        ("AP[Hex-benzene:0.1]", "SWAP", "swap-sides"),
    ],
)
@pytest.mark.parametrize("after", ["", ";B[resign]", ";W[resign]", ";PL[B];B[c3]", ";C[end]"])
def test_a_swap_that_nothing_follows(program: str, token: str, kind: str, after: str) -> None:
    game = read(f"(;{program}SZ[5];B[b1];W[{token}]{after})")
    assert names(game)[1] == f"W {kind}"


def test_the_main_line_decides_over_variations() -> None:
    game = read("(;SZ[5];B[b1];W[swap](;W[c3])(;B[c4]))")
    assert names(game)[1] == "W swap-sides"


# -- what is refused ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1]SZ[9])", r"line 1, column 3: GM\[1\]: only GM\[11\]"),
        ("(;GM[11]SZ[12:11])", r"column 9: SZ\[12:11\]: only square boards"),
        ("(;SZ[eleven])", r"SZ\[eleven\]: a board size is a number"),
        ("(;SZ[20])", "board size must be a whole number from 1 to 19, not 20"),
        ("(;SZ[0])", "not 0"),
        ("(;SZ[-3])", "a board size is a number"),
        ("(;SZ[99999999999999])", "a board size is a number"),
        ("(;SZ[5]\n;B[a1]\n;W[a1])", r"line 3, column 2: W\[a1\]: 'a1' is occupied \(black\)"),
        ("(;SZ[5];B[f1])", r"column 9: B\[f1\]: 'f1' is off a 5×5 board"),
        ("(;SZ[5];B[fa])", r"B\[fa\]: 'fa' is off a 5×5 board"),
        ("(;SZ[5];B[aaa])", "'aaa' is no cell name"),
        ("(;SZ[5];B[a1][b1])", "a move has one value"),
        ("(;SZ[5];B[a1]W[b1])", r"W\[b1\]: a second move in one node"),
        ("(;SZ[5];W[swap-pieces];B[a1])", "swap is legal only with one stone"),
        ("(;SZ[5];B[a1];W[b1];B[swap-pieces])", "swap is legal only with one stone"),
        ("(;SZ[5];B[a1];W[swap];B[swap];W[c3])", "swap is legal only once"),
        ("(;SZ[5]AB[a1]AW[a1])", "'a1' is set up twice"),
        ("(;SZ[5]PL[x])", r"column 8: PL\[x\]: 'x' is no color: the side to move is B or W"),
        ("(;SZ[5]AB[a1:f1])", "'f1' is off a 5×5 board"),
        ("(;SZ[5]AB[])", "'' is no cell name"),
        ("(;SZ[5]PL[red])", "'red' is no color"),
        ("(;SZ[5]B[z1])", "'z1' is off a 5×5 board"),
        ("(;SZ[5]AB[a1]B[a1])", "'a1' is occupied"),
        ("(;SZ[5])(;SZ[5])", "2 games in one text"),
        ("(;SZ[5];B[" + "x" * 1000 + "])", "B.xxxxxxxxxxxxxxxxxxxx…. *"),
        ("\0\1\2", "line 1, column 1"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_sgf(text)


def test_an_error_in_the_second_game_gives_nothing_half_read() -> None:
    with pytest.raises(ValueError, match="line 2, column 9"):
        read_collection("(;SZ[5];B[a1])\n(;SZ[5];B[a9])")


def test_too_long_a_text() -> None:
    with pytest.raises(ValueError, match=f"limit {MAX_TEXT}"):
        Game.from_sgf("(;C[" + "a" * MAX_TEXT + "])")


def test_small_things() -> None:
    assert read("(;)").n == 11
    assert read("(;SZ[5:5])").n == 5
    assert read("(;SZ[ 19 : 19 ])").n == 19
    assert names(read("(;SZ[3];B[A1];W[];B[pass];W[ b1 ])")) == ["B a1", "W pass", "B pass", "W b1"]
    assert read("(;SZ[3]AB[a1:c3]AE[b2])".replace("AE[b2]", "")).board.winner == BLACK
    assert read("(;SZ[3]AB[c3:b2])").board == Board(3, black="b2 c2 b3 c3")
    assert read("(;Black[b1]SiZe[3])".replace("Black", "B")).board == Board(3).play("b1")
    assert names(read("(;SZ[3];White[b1])")) == ["W b1"]


# -- fuzz ----------------------------------------------------------------------------------------


def parses_or_fails(text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = read_collection(text)
        except ValueError:
            return
        for game in found:
            assert Game.from_sgf(game.to_sgf()) == game


@given(st.text(max_size=60).map(lambda text: f"(;SZ[5]{text})"))
def test_any_text(text: str) -> None:
    parses_or_fails(text)


PIECES = st.sampled_from(
    (
        *"()[];;;\\",
        *("B", "W", "AB", "AW", "AE", "PL", "SZ", "GM", "C"),
        *("[a1]", "[b2]", "[swap]", "[swap-pieces]", "[resign]", "[11]", "[5]", "[a1:b2]", "[W]"),
        *(";B[c3]", ";W[d4]", "(;B[e5])", "(;W[swap-sides])"),
    )
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_shuffled_pieces(text: str) -> None:
    parses_or_fails("(;SZ[5]" + text)


def mutants(text: str, seed: int, count: int) -> list[str]:
    """Texts with a few characters lost, doubled, moved or replaced."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        letters = list(text)
        for _ in range(rng.randint(1, 4)):
            i, j = rng.randrange(len(letters)), rng.randrange(len(letters))
            match rng.randrange(4):
                case 0:
                    del letters[i]
                case 1:
                    letters.insert(i, letters[j])
                case 2:
                    letters[i], letters[j] = letters[j], letters[i]
                case 3:
                    letters[i] = rng.choice("()[];:\\B W1a\0é")
        found.append("".join(letters))
    return found


@pytest.mark.parametrize("text", SAMPLES)
def test_damaged_files(text: str) -> None:
    for mutant in mutants(text, 1, 200):
        parses_or_fails(mutant)


@pytest.mark.long
def test_a_very_deep_game() -> None:
    game = read("(;B[a1]" + "(;" * 100_000 + ")" * 100_000 + ")")
    assert len(game.line()) == 100_001
    assert read(game.to_sgf()) == game


@pytest.mark.long
@pytest.mark.parametrize("text", SAMPLES)
def test_many_damaged_files(text: str) -> None:
    for mutant in mutants(text, 2, count(5_000, 50_000)):
        parses_or_fails(mutant)
