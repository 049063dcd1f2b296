"""The board of moves valued by E_v: against E_v itself, one move at a time."""

import numpy as np
import pytest
from positions import degenerate_boards, random_boards

from hexlab import Board, Game
from hexlab.model.evaluation import network_value, scaled_value
from hexlab.model.phase import load_phase
from hexlab.model.terms import network_terms
from hexlab.view.alpha import AlphaBoard, move_values

BOARDS = [*degenerate_boards(1), *degenerate_boards(2), *random_boards(4, 8, (3, 4, 5))]


@pytest.mark.parametrize("alpha", [0.0, 0.075, 0.5, 1.0])
@pytest.mark.parametrize("links", ["adjacent", "bridge"])
def test_each_move_has_the_value_of_the_position_after_it(alpha, links):
    for board in BOARDS:
        found = move_values(board, alpha, links)
        assert found.shape == (board.n, board.n)
        for cell in range(board.n**2):
            value = found.flat[cell]
            if board.winner or cell not in board.empty:
                assert np.isnan(value)
                continue
            after = board.play(cell)
            wanted = board.to_move * scaled_value(network_value(after, alpha, links=links))
            assert value == pytest.approx(wanted, abs=1e-12)


def test_the_terms_mix_to_the_value():
    for board in BOARDS:
        terms = network_terms(board)
        for alpha in (0.0, 0.3, 1.0):
            value = network_value(board, alpha)
            if np.isinf(value):
                assert terms == (np.inf, np.inf)
            else:
                assert value == pytest.approx((1 - alpha) * terms.whole + alpha * terms.paths)


def test_the_slider_ranks_the_moves_anew():
    widget = AlphaBoard(Board(5, black="c3", white="b4"), alpha=0.0)
    before, picture = widget.told, widget.picture
    slider = widget.slider()
    slider.value = 1.0
    assert widget.alpha == 1.0
    assert widget.told != before
    assert widget.picture != picture
    assert widget.told in widget.state["status"]
    widget.alpha = 0.0
    assert (slider.value, widget.told) == (0.0, before)


def test_the_best_moves_are_named_and_the_phase():
    game = Game(5).play("c3").play("b4")
    widget = AlphaBoard(game, alpha=0.075)
    values = move_values(game.board, 0.075).ravel()
    best = np.nanargmax(values)
    assert f"Black plays {'abcde'[best % 5]}{best // 5 + 1}, " in widget.told
    margin = load_phase(5, 1).of_board(game.board)
    assert widget.told.endswith(f"phase {'high' if margin > 0 else 'low'} ({margin:+.2f})")
    widget.command("undo")
    assert "White plays" in widget.told
    assert "heat" not in widget._options


def test_a_finished_game_and_the_smallest_board():
    widget = AlphaBoard(Board(1))
    assert "Black plays a1" in widget.told
    widget.command("click", cell="a1")
    assert widget.told.startswith("E_v = inf: whole inf, paths inf; phase ")
    assert "plays" not in widget.told


@pytest.mark.parametrize("alpha", [-0.1, 1.1, float("nan")])
def test_a_wrong_alpha_is_refused(alpha):
    with pytest.raises(ValueError, match="alpha must be from 0 to 1"):
        AlphaBoard(3, alpha=alpha)
    with pytest.raises(ValueError, match="alpha must be from 0 to 1"):
        move_values(Board(3), alpha)


def test_another_measure_or_connections_take_the_place_of_values():
    widget = AlphaBoard(Board(4, black="b2"), measure="degree")
    assert "worth of each move" not in widget.picture
    widget.measure = "none"
    assert "worth of each move" in widget.picture
    widget.mode = "connections"
    assert "worth of each move" not in widget.picture
