"""`hexlab solve`: positions from anywhere, answers for people and programs, puzzles."""

from __future__ import annotations

import io
import json
import sys

import pytest

from hexlab import Board, Game, cli
from hexlab.connection.verify import verify
from hexlab.play.solving import Puzzle, read_position, solution_data, solution_text
from hexlab.search import solve


@pytest.fixture
def hexlab(monkeypatch, capsys):
    """Call the command line here: (exit code, standard output, standard error)."""

    def call(*words, typed=""):
        monkeypatch.setattr(sys, "argv", ["hexlab", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main()
        shown = capsys.readouterr()
        return end.value.code or 0, shown.out, shown.err

    return call


def game_file(tmp_path):
    path = tmp_path / "game.sgf"
    Game(4).play("a1").play("c2").play("b3").save(path)
    return path


def test_positions_from_files_links_and_moves(tmp_path) -> None:
    path = game_file(tmp_path)
    assert read_position(str(path)).board == Board(4, "a1 b3", "c2", "white")
    assert read_position(f"{path}@0").board == Board(4)
    assert read_position(f"{path}@2").board == Board(4, "a1", "c2")
    assert read_position("https://hexworld.org/board/#4,a1c2,b3").board == Board(4, "a1", "c2")
    assert read_position("#4,a1:s").board == Board(4, white="a1")
    assert read_position(None, 4, "a1 c2").board == Board(4, "a1", "c2")
    assert read_position(f"{path}@1", None, "d4").board == Board(4, "a1", "d4")
    odd = tmp_path / "a@b.sgf"
    odd.write_bytes(path.read_bytes())
    assert len(read_position(str(odd)).board) == 3
    for wrong in (f"{path}@4", f"{path}@x", f"{path}@-1"):
        with pytest.raises(ValueError, match="no position"):
            read_position(wrong)
    for source, size in ((None, None), (str(path), 4)):
        with pytest.raises(ValueError, match="one of them"):
            read_position(source, size)


def test_set_up_stones(tmp_path) -> None:
    path = tmp_path / "set.sgf"
    path.write_text("(;FF[4]GM[11]SZ[4]AB[a1][b3]AW[c2];W[d4])")
    game = read_position(str(path))
    solution = solve(game.board)
    assert solution_data(game, solution)["hexworld"] is None
    assert "hexworld" not in solution_text(game, solution)
    assert Game.from_sgf(solution_data(game, solution)["sgf"]).last().board.bits(1)


def test_the_line_comes_as_link_and_sgf() -> None:
    game = read_position(None, 4, "a1")
    solution = solve(game.board)
    data = solution_data(game, solution)
    assert data["winner"] == "white"
    assert data["pv"]
    from_link = Game.from_hexworld(data["hexworld"])
    assert from_link.board == game.board
    final = game.board
    for move in data["pv"]:
        final = final.play(move)
    assert from_link.last().board == final
    assert Game.from_sgf(data["sgf"]).last().board == final
    assert json.loads(json.dumps(data)) == data


def test_solve_on_the_command_line(hexlab, tmp_path) -> None:
    path = tmp_path / "proof.hexcert"
    code, shown, _ = hexlab("solve", "--size", 4, "--moves", "a1", "--all", "--certificate", path)
    assert code == 0
    assert "white wins; winning: " in shown
    assert "https://hexworld.org/board/#4,a1" in shown
    assert verify(path, Board(4).play("a1"), -1)
    code, shown, _ = hexlab("solve", game_file(tmp_path), "--json")
    assert code == 0
    assert json.loads(shown)["winner"] in ("black", "white")
    code, shown, _ = hexlab("solve", "--size", 11, "--nodes", 3)
    assert code == 1
    assert "open after" in shown
    code, _, error = hexlab("solve", "--size", 3, "--moves", "a9")
    assert (code, error) == (2, "hexlab: 'a9' is off a 3×3 board\n")


def test_a_puzzle_on_the_command_line(hexlab) -> None:
    code, shown, _ = hexlab("solve", "#2,a1", "--puzzle", typed="b1\nk9\na2\n")
    assert code == 0
    for sentence in ("white to move", "b1 loses", "off a 2×2 board", "a2 wins"):
        assert sentence in shown
    code, shown, _ = hexlab("solve", "#2,a1", "--puzzle")
    assert code == 1
    assert "It is a2." in shown
    code, _, error = hexlab("solve", "--size", 3, "--puzzle")
    assert code == 2
    assert "5 moves win for black" in error


def test_puzzles() -> None:
    puzzle = Puzzle(solve(Board(2).play("a1"), all_moves=True))
    assert puzzle.solution == "a2"
    assert puzzle.answer("b1") == (False, "b1 loses")
    assert puzzle.answer("A2")[0]
    for move in ("a1", "k9"):
        with pytest.raises(ValueError, match=r"occupied|off"):
            puzzle.answer(move)
    won = Board(3, "a1 a2 a3", "b1 b2")
    lost = Board(3, "a1", "b2")
    for board in (won, lost, Board(3)):
        with pytest.raises(ValueError, match="no puzzle"):
            Puzzle(solve(board, all_moves=True))
    with pytest.raises(ValueError, match="limits"):
        Puzzle(solve(Board(9), all_moves=True, nodes=1))


def test_every_opening_of_4x4_and_some_of_5x5_has_a_certificate() -> None:
    for n, cells in ((3, range(9)), (4, range(16)), (5, (0, 4, 6, 12))):
        for cell in cells:
            board = Board(n).play(cell)
            solution = solve(board)
            assert verify(solution.certificate.to_bytes(), board, solution.winner)
    assert solve(Board(9), nodes=1).certificate is None
