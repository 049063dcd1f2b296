"""Sentences say what the replies do, and steps name every rule once, lowest first."""

import re

import numpy as np
import pytest
from positions import odd_boards, random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.notation import cell_id, cell_name
from hexlab.connection.explain import end_words, explain, midpoint, steps
from hexlab.connection.hsearch import find_connections
from hexlab.connection.reply import begin, held, reply


def sample(seed, count, most=15):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        board = random_board(rng, int(rng.integers(1, 7)))
        for player in (BLACK, WHITE):
            found = find_connections(board, player)
            for some in (found.full, found.semi):
                yield from (some[i] for i in rng.permutation(len(some))[:most])


def test_every_intrusion_has_the_answer_that_reply_gives():
    lines = 0
    for connection in sample(3, 100):
        n = connection.board.n
        rest = held(connection) if connection.key is None else begin(connection).rest
        told = {}
        for cells, answer in re.findall(r"plays (.*), \w+ answers (\w+)", explain(connection)):
            told |= {cell_id(cell, n): answer for cell in re.findall(r"[a-z]\d+", cells)}
        cells = {cell for one in rest for cell in one.cells}
        assert set(told) == cells
        for cell, answer in told.items():
            assert cell_name(reply(rest, cell).cell, n) == answer
            lines += 1
    assert lines > 500


def test_steps_come_after_what_they_need_and_the_last_is_the_connection():
    for connection in sample(5, 30):
        made = steps(connection)
        if connection.rule == "base":
            assert len(made) == 1
        assert made[-1].connection == connection
        assert len({step.connection for step in made}) == len(made)
        for number, step in enumerate(made, start=1):
            assert all(0 < part < number for part in step.parts)
            assert step.sentence.endswith(".")
            told = {int(word) for word in re.findall(r"(?<![\w–])\d+(?!\w)", step.sentence)}
            assert told == set(step.parts)
        used = {part for step in made for part in step.parts}
        assert used == set(range(1, len(made)))


def test_the_ziggurat_in_six_steps():
    found = find_connections(Board(9, black="e6 e7", white="d3 b8 c6"), "black")
    zig = next(c for c in found.between("e6", "bottom") if c.carrier.bit_count() == 8)
    assert [step.sentence.split(":")[0] for step in steps(zig)] in (
        ["d8–bottom", "AND at d8", "f8–bottom", "e6–f8", "AND at f8", "OR of 2 and 5"],
        ["c8–bottom", "e6–c8", "AND at c8", "e8–bottom", "AND at e8", "OR of 3 and 5"],
    )


@pytest.mark.parametrize(
    ("player", "words"),
    [("black", ["the top", "the bottom"]), ("white", ["the left side", "the right side"])],
)
def test_sides_and_groups_have_names(player, words):
    board = Board(5, **{player: "b2 b3 d4"})
    connection = find_connections(board, player).full[0]
    assert [end_words(end, connection) for end in (-1, -2)] == words
    assert end_words(cell_id("b2", 5), connection) == "the group of b2"
    assert end_words(cell_id("d4", 5), connection) == "d4"
    assert end_words(cell_id("e5", 5), connection) == "e5"


def test_midpoints_are_shared_ends():
    for connection in sample(7, 20):
        middle = midpoint(connection)
        assert (middle is None) == (connection.rule != "and")
        if middle is not None:
            assert all(middle in part.ends for part in connection.parts)


def test_odd_boards_have_sentences():
    for board in odd_boards().values():
        for player in (BLACK, WHITE):
            found = find_connections(board, player)
            for connection in found.full[:30] + found.semi[:30]:
                assert explain(connection)
                assert steps(connection)
