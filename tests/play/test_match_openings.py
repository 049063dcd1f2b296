import itertools

import pytest

from hexlab import Board, Game
from hexlab.board.symmetry import rotate, rotate_cells
from hexlab.play.openings import distinct_openings, opening_name, read_openings


def played(opening, n):
    board = Board(n)
    for cell in opening:
        board = board.play(cell)
    return board


@pytest.mark.parametrize(
    ("spec", "n", "count"),
    [("all", 11, 61), ("all", 7, 25), ("two-rows", 13, 44), ("all", 1, None), ("empty", 5, 1)],
)
def test_counts_of_classes(spec, n, count):
    if count is None:
        with pytest.raises(ValueError, match="has a winner already"):
            read_openings(spec, n)
    else:
        assert len(read_openings(spec, n)) == count


@pytest.mark.parametrize("n", [2, 3, 4])
def test_first_moves_equal_a_slow_partition(n):
    turned = rotate_cells(n)
    classes = {frozenset((cell, turned[cell])) for cell in range(n * n)}
    found = [opening[0] for opening in read_openings("all", n)]
    assert {frozenset((cell, turned[cell])) for cell in found} == classes
    assert len(found) == len(classes)


def test_all_two_stone_openings_of_3x3_come_once():
    openings = list(itertools.permutations(range(9), 2))
    kept = distinct_openings(openings, 3)
    boards = [played(opening, 3) for opening in kept]
    together = {*boards, *map(rotate, boards)}
    assert together == {played(opening, 3) for opening in openings}
    assert len({frozenset((board, rotate(board))) for board in boards}) == len(kept)


def test_random_openings_are_distinct_undecided_and_of_the_seed():
    openings = read_openings("random:6:40:5", 4)
    assert len(openings) == 40
    assert openings == read_openings("random:6:40:5", 4)
    assert openings != read_openings("random:6:40:6", 4)
    assert len(distinct_openings(openings, 4)) == 40
    assert all(len(opening) == 6 and not played(opening, 4).winner for opening in openings)


def test_a_small_board_has_only_so_many():
    assert len(read_openings("random:1:5:0", 3)) == 5
    with pytest.raises(ValueError, match="only 5 different openings"):
        read_openings("random:1:6:0", 3)


@pytest.mark.parametrize("spec", ["random:1:2", "random:a:2:3", "random:9:1:0", "random:1:0:0"])
def test_a_wrong_random_list_is_explained(spec):
    with pytest.raises(ValueError, match="random"):
        read_openings(spec, 3)


def test_an_unknown_list_names_the_kinds():
    with pytest.raises(ValueError, match="'al' is no list of openings: it is empty, all"):
        read_openings("al", 5)


def test_lines_of_a_file(tmp_path):
    file = tmp_path / "openings.txt"
    file.write_text("# mine\na1, b2\n\nc3-b2  # the same, turned\nb1\n", encoding="utf-8")
    found = read_openings(str(file), 3)
    assert [opening_name(opening, 3) for opening in found] == ["a1-b2", "b1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a1\na9\n", "line 2: 'a9' is off"),
        ("a1 a1", "line 1: .*a1"),
        ("a1 b1 a2 b2 a3", "line 1: .*has a winner already"),
        ("", "no opening in this file"),
    ],
)
def test_a_wrong_file_is_explained(tmp_path, text, reason):
    file = tmp_path / "openings.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=reason):
        read_openings(str(file), 3)


def test_games_of_an_sgf_file(tmp_path):
    file = tmp_path / "openings.sgf"
    games = [Game(3).play("a1").play("b2"), Game(3).play("b1")]
    file.write_text("\n".join(game.to_sgf() for game in games), encoding="utf-8")
    found = read_openings(str(file), 3)
    assert [opening_name(opening, 3) for opening in found] == ["a1-b2", "b1"]
    with pytest.raises(ValueError, match="on a 4×4 board"):
        read_openings(str(file), 4)
    file.write_text(Game(3).play("a1").swap().to_sgf(), encoding="utf-8")
    with pytest.raises(ValueError, match="stones only"):
        read_openings(str(file), 3)
