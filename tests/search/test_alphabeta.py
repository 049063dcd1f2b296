"""Alpha-beta finds what minimax finds."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import degenerate_boards, random_boards

from hexlab import Board
from hexlab.model.evaluation import resistance_ratio, resistance_ratios, scaled_resistance
from hexlab.network.winner import winners
from hexlab.search.alphabeta import AlphaBeta
from hexlab.search.minimax import minimax
from hexlab.search.rules import Found, Reduced, Rules, lowest, policy_width, width_at

# -- random games ------------------------------------------------------------------------------


def random_game(seed: int, layers: int = 5, wide: int = 6) -> Rules[tuple[int, int]]:
    """A game of layers where lines meet, moves are missing and many values are nearly equal."""

    @lru_cache(maxsize=None)
    def node(state: tuple[int, int]) -> tuple[float, dict[int, tuple[int, int]]]:
        rng = np.random.default_rng([seed, *state])
        value = float(rng.integers(-3, 4)) / 4 + float(rng.integers(-2, 3)) * 4e-10
        count = 0 if state[0] == layers else int(rng.integers(0 if state[0] else 1, 5))
        moves = rng.permutation(9)[:count].tolist()
        return value, {move: (state[0] + 1, int(rng.integers(wide))) for move in moves}

    return Rules(
        moves=lambda state: tuple(node(state)[1]),
        play=lambda state, move: node(state)[1][move],
        value=lambda state: node(state)[0],
    )


def in_batches(rules: Rules[Any]) -> Rules[Any]:
    def values(state: Any, moves: Any) -> list[float]:
        return [-rules.value(rules.play(state, move)) for move in moves]

    return Rules(rules.moves, rules.play, rules.value, values, rules.reduce)


def same(found: Found, wanted: Found) -> None:
    assert (found.move, found.value, found.depth) == (wanted.move, wanted.value, wanted.depth)
    for move, value in found.values.items():
        assert wanted.values[move] <= value, "a bound from above"
        if wanted.move is not None and move < wanted.move:
            assert value < wanted.value - 1e-9, "not taken for a tie"


@settings(max_examples=150, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    depth=st.integers(1, 6),
    widths=st.sampled_from([(), (2,), (3, 2, 1), (None, 2), (1,)]),
    options=st.fixed_dictionaries(
        {
            "window": st.sampled_from([1e-3, 0.3, inf]),
            "entries": st.sampled_from([0, 3, 1000]),
            "killers": st.booleans(),
            "history": st.booleans(),
            "batch": st.sampled_from([1, 2, 8]),
        }
    ),
    deepen=st.booleans(),
    batches=st.booleans(),
)
def test_equals_minimax_on_random_games(
    seed: int, depth: int, widths: Any, options: Any, deepen: bool, batches: bool
) -> None:
    rules = random_game(seed)
    wanted = minimax(rules, (0, 0), depth, widths)
    search = AlphaBeta(in_batches(rules) if batches else rules, widths=widths, **options)
    same(search.search((0, 0), depth, deepen=deepen), wanted)


def test_minimax_is_minimax() -> None:
    """Against a few lines that say what it is."""

    def value(rules: Rules[Any], state: Any, depth: int) -> float:
        moves = rules.moves(state)
        if depth == 0 or not moves:
            return rules.value(state)
        return max(-value(rules, rules.play(state, move), depth - 1) for move in moves)

    for seed in range(50):
        rules = random_game(seed)
        found = minimax(rules, (0, 0), 4)
        assert found.value == value(rules, (0, 0), 4)
        best = [m for m, v in found.values.items() if v >= found.value - 1e-9]
        assert found.move == min(best)
        assert found.nodes >= len(found.values) + 1


def test_the_line_of_play_leads_to_the_value() -> None:
    for seed in range(50):
        rules = random_game(seed)
        found = AlphaBeta(rules, entries=0).search((0, 0), 5)
        state, sign = (0, 0), 1.0
        for move in found.pv:
            state, sign = rules.play(state, move), -sign
        value = sign * rules.value(state)
        assert found.value - 1e-9 <= value <= found.value


# -- Hex ---------------------------------------------------------------------------------------


def hex_rules(batches: bool = True) -> Rules[Board]:
    def value(board: Board) -> float:
        return board.to_move * scaled_resistance(resistance_ratio(board))

    def values(board: Board, moves: Any) -> Any:
        cells = np.repeat(board.to_array().reshape(1, -1), len(moves), axis=0)
        cells[np.arange(len(moves)), moves] = board.to_move
        ratios = resistance_ratios(cells.reshape(-1, board.n, board.n), threads=1)
        return board.to_move * scaled_resistance(ratios)

    return Rules(Board.legal_cells, Board.play, value, values if batches else None)


def test_equals_minimax_on_small_boards() -> None:
    boards = [b for n in (1, 2, 3) for b in degenerate_boards(n)] + [*random_boards(3, 12, (3, 4))]
    for board in boards:
        depth = 3 if len(board.empty) < 7 else 2
        for widths in ((), (3,)):
            wanted = minimax(hex_rules(batches=False), board, depth, widths)
            for batches in (False, True):
                found = AlphaBeta(hex_rules(batches), widths=widths).search(board, depth)
                same(found, wanted)


def test_solves_every_position_of_2x2_and_openings_of_3x3() -> None:
    rules = Rules(Board.legal_cells, Board.play, lambda board: -float(abs(board.winner)))
    for n, openings in ((2, {1, 2}), (3, {2, 3, 4, 5, 6})):
        winning = {
            cell
            for cell in range(n * n)
            if AlphaBeta(rules).search(Board(n).play(cell), n * n).value == -1
        }
        assert winning == openings


def test_visits_fewer_positions_than_minimax() -> None:
    rules = Rules(Board.legal_cells, Board.play, lambda board: -float(abs(board.winner)))
    whole = minimax(rules, Board(3, black="b2", to_move="white"), 8)
    cut = AlphaBeta(rules, entries=0, history=True).search(whole_board(), 8, deepen=False)
    table = AlphaBeta(rules).search(whole_board(), 8, deepen=False)
    assert whole.value == cut.value == table.value == -1
    assert whole.nodes > cut.nodes > table.nodes


def whole_board() -> Board:
    return Board(3, black="b2", to_move="white")


def test_a_reducer_is_asked_first() -> None:
    """It fills in, says which moves are left, and what is decided."""

    def reduce(board: Board) -> Reduced:
        black = np.array([board.to_array()])
        if winners(black)[0]:
            return Reduced(board, None, -1.0)
        return Reduced(board, [cell for cell in board.empty if cell != 0])

    for batches in (False, True):
        base = hex_rules(batches)
        rules = Rules(base.moves, base.play, base.value, base.values, reduce)
        for board in random_boards(8, 10, (3,)):
            same(AlphaBeta(rules).search(board, 2), _by_minimax(rules, board))


def _by_minimax(rules: Rules[Board], board: Board) -> Found:
    return minimax(Rules(rules.moves, rules.play, rules.value, None, rules.reduce), board, 2)


# -- limits ------------------------------------------------------------------------------------


def test_a_limit_leaves_the_best_so_far() -> None:
    rules, board = hex_rules(), Board(5)
    for limit in (1, 30, 60, 400):
        found = AlphaBeta(rules).search(
            board, 9, stop=lambda nodes, limit=limit: "nodes" if nodes >= limit else ""
        )
        assert found.limit == "nodes"
        assert found.move in range(25)
        assert found.depth >= 1, "the first depth is valued as a whole"
        assert found.nodes >= limit
    slow = hex_rules(batches=False)
    found = AlphaBeta(slow).search(board, 9, moves=[7, 3], stop=lambda nodes: "now")
    assert (found.move, found.depth, found.limit) == (7, 0, "now")


def test_partial_depths_count_once_the_best_move_was_seen() -> None:
    """The move that was best before is seen first; what replaces it is better than that."""
    rules = random_game(5)
    whole = AlphaBeta(rules).search((0, 0), 4)
    for limit in range(1, whole.nodes):
        found = AlphaBeta(rules).search(
            (0, 0), 4, stop=lambda nodes, limit=limit: "nodes" if nodes > limit else ""
        )
        assert found.nodes == limit + 1
        assert found.move in rules.moves((0, 0))


def test_the_search_ends_when_it_is_decided() -> None:
    rules = Rules(Board.legal_cells, Board.play, lambda board: -float(abs(board.winner)))
    board = Board(3, black="b1 b2", white="a1 c1", to_move="black")
    depths: list[int] = []
    found = AlphaBeta(rules).search(board, 5, decided=1.0, every=lambda f: depths.append(f.depth))
    assert (found.value, found.depth, depths) == (1.0, 1, [1])
    over = AlphaBeta(rules).search(board.play("b3"), 5)
    assert (over.move, over.value, over.depth) == (None, -1.0, 0)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"widths": (3, 0)}, "a width must be at least 1"),
        ({"window": 0}, "the window must be"),
        ({"batch": 0}, "a batch must have"),
    ],
)
def test_wrong_options_are_said(options: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        AlphaBeta(hex_rules(), **options)
    with pytest.raises(ValueError, match="depth must be at least 1, not 0"):
        AlphaBeta(hex_rules()).search(Board(3), 0)


# -- widths ------------------------------------------------------------------------------------


def test_widths_taper() -> None:
    assert [width_at((15, 8), ply) for ply in range(4)] == [15, 8, 8, 8]
    assert width_at((), 7) is None


def test_lowest_of_ties() -> None:
    assert lowest({5: 1.0, 2: 1.0 - 9e-10, 1: 1.0 - 2e-9}) == 2


def test_width_by_policy() -> None:
    """Takada 2019, 4.4.2: above 1/C, at least three, all if three or fewer cells are empty."""
    flat = [1 / 25] * 25
    assert policy_width(flat, 25) == 3
    assert policy_width([0.2] * 5, 25) == 5
    assert policy_width([], 25) == 0
