"""The widget's modes that show more than the game: connections, solutions, proofs."""

import json
from contextlib import suppress

import numpy as np
import pytest
from certificates import Prover
from connection_oracles import win
from positions import odd_boards, random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import cell_id, cell_name

pytest.importorskip("anywidget", reason="anywidget is not installed (pip install 'hexlab[lab]')")

from hexlab.view.explorers import explore_connections, explore_proof, explore_solution
from hexlab.view.lens_connections import ConnectionLens
from hexlab.view.widget import BoardWidget

BOARD = Board(9, black="c6 e6 e7", white="d3 b8 f2")


def certificate(board):
    return Prover(board.n, win(board)).certificate(board)


def send(widget, op, **content):
    """A message as the browser sends it; returns the status."""
    before = widget.answered
    widget._handle_custom_msg({"op": op, **content}, [])
    assert widget.answered > before
    json.dumps(widget.get_state(["picture", "state", "numbers", "choices"]))
    return widget.state["status"]


# -- connections -----------------------------------------------------------------------------------


def test_two_clicks_show_a_connection_and_further_ones_are_answered():
    widget = explore_connections(BOARD)
    plain, game = widget.picture, widget.game.to_sgf()
    assert send(widget, "click", cell="e7").startswith("e6 and …?")
    assert send(widget, "side", side="bottom").startswith("e6–bottom, full")
    assert any(line.startswith("If White plays") for line in widget.state["study"]["lines"])
    assert widget.picture.count("<pattern") == 1
    status = send(widget, "click", cell="d8")
    assert status.startswith("White d8, Black ")
    assert widget.state["study"]["can_back"]
    assert len(widget._lens.board) == len(BOARD) + 2
    assert widget.game.to_sgf() == game
    assert widget.board == BOARD
    assert send(widget, "back").startswith("e6–bottom, full")
    send(widget, "click", cell="d8")
    while "still matter" in widget.state["status"]:
        rest = widget._lens.connection, widget._lens._matters()
        send(widget, "click", cell=cell_name(next(cells_of(rest[1])), 9))
    assert widget.state["status"].endswith("are joined.")
    send(widget, "leave")
    assert widget.picture == plain
    send(widget, "leave")
    assert widget.mode == "alternate"
    assert widget.state["study"] is None


def test_another_connection_of_the_same_ends():
    widget = explore_connections(BOARD)
    send(widget, "click", cell="e6")
    send(widget, "side", side="bottom")
    seen = {widget.picture}
    for _ in range(3):
        assert widget.state["study"]["can_other"]
        send(widget, "other")
        seen.add(widget.picture)
    assert len(seen) == 4


def test_a_semi_connection_begins_at_its_key():
    lens = ConnectionLens(BOARD)
    for cell in ("c6", "e6"):
        lens.click(cell_id(cell, 9))
    assert lens.status.startswith("c6–e6, semi at d6")
    lens.click(cell_id("d6", 9))
    assert lens.board["d6"] == BLACK
    assert lens.status.endswith("are joined.")
    lens.back()
    assert lens.board == BOARD

    far = ConnectionLens(Board(6, black="c3"))
    far.side("top")
    far.side("bottom")
    connection = far.connection
    assert connection.full or connection.key is not None
    if not connection.full:
        other = next(cell for cell in connection.cells if cell != connection.key)
        with pytest.raises(ValueError, match="needs the first move"):
            far.click(other)


def test_sides_of_both_players_and_what_is_not_connected():
    lens = ConnectionLens(Board(5))
    lens.side("left")
    assert lens.status.startswith("the left")
    lens.side("right")
    assert lens.connection.player == WHITE
    lens.side("top")  # another player's: begin anew
    assert lens.status.startswith("the top")
    lens.side("top")
    assert lens.status.startswith("Click two")
    cut = ConnectionLens(Board(3, black="a1", white="a2 b1"))
    cut.click(0)
    cut.side("bottom")
    assert cut.status == "No connection of Black between a1 and the bottom was found."
    cut.click(0)
    cut.side("top")
    assert cut.status == "a1 and the top are joined by stones."


def test_the_lens_follows_the_game():
    widget = explore_connections(Board(5))
    send(widget, "click", cell="a1")
    assert widget.state["status"].startswith("a1 and")
    send(widget, "move", text="c3")
    assert widget.board == Board(5).play("c3")
    assert widget.state["status"].startswith("Click two")
    widget.mode = "alternate"
    assert widget.state["study"] is None
    send(widget, "click", cell="d4")
    assert widget.moves == ("B c3", "W d4")
    assert send(widget, "side", side="top").startswith("Black to move")


def test_any_clicks_on_any_board_are_shown():
    rng = np.random.default_rng(9)
    boards = [board for board in odd_boards().values() if board.n < 10]
    boards += [random_board(rng, int(rng.integers(1, 7))) for _ in range(25)]
    ops = ("click", "click", "click", "click", "side", "back", "other", "leave")
    for board in boards:
        lens = ConnectionLens(board)
        for _ in range(25):
            op = str(rng.choice(ops))
            with suppress(ValueError):  # a semi connection needs its key first
                if op == "click":
                    lens.click(int(rng.integers(board.n**2)))
                elif op == "side":
                    lens.side(str(rng.choice(["top", "bottom", "left", "right"])))
                else:
                    getattr(lens, op)()
            assert lens.status
            lens.board.show(**lens.options())


# -- proofs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_the_loser_can_be_played_against_a_certificate(to_move):
    rng = np.random.default_rng(4)
    for board in (Board(3), Board(3, black="b2"), Board(2)):
        board = board.with_to_move(to_move)
        sure = certificate(board)
        widget = explore_proof(sure)
        start = widget.state["status"]
        assert "wins, and this is the proof" in start
        clicks = 0
        while "is at its end" not in widget.state["status"]:
            cells = list(cells_of(widget._lens._lines[-1].region))
            status = send(widget, "click", cell=cell_name(int(rng.choice(cells)), board.n))
            assert "answered by" in status or "is at its end" in status, status
            clicks += 1
        assert widget._lens.board.winner == sure.winner
        free = widget._lens.board.empty
        if free:
            send(widget, "click", cell=cell_name(free[0], board.n))
            assert "has joined the sides" in widget.state["error"]
        for _ in range(clicks):
            send(widget, "back")
        assert widget.state["status"] == start
        assert not widget.state["study"]["can_back"]
        assert widget.board == board


def test_a_move_that_changes_nothing_needs_no_answer():
    widget = explore_proof(certificate(Board(3, black="b2", to_move="white")))
    lens = widget._lens
    free = [cell for cell in lens.board.empty if not lens._lines[0].region >> cell & 1]
    assert free
    assert "changes nothing" in send(widget, "click", cell=cell_name(free[0], 3))


def test_a_proof_of_another_position_opens_it_and_leaving_the_position_ends_the_mode():
    widget = BoardWidget(5)
    send(widget, "click", cell="c3")
    game = widget.game
    widget.show_proof(certificate(Board(2)))
    assert widget.mode == "proof"
    assert ["proof", "plays against the proof"] in widget.choices["mode"]
    assert widget.board == Board(2)
    send(widget, "put_back")
    assert widget.game is game
    assert widget.mode == "alternate"
    widget.mode = "proof"  # chosen again, but it is about another position
    assert widget.mode == "alternate"


# -- solutions -------------------------------------------------------------------------------------


def test_a_losing_move_is_refuted_and_a_winning_one_is_not():
    from hexlab.search.dfpn import solve

    solution = solve(Board(3), all_moves=True)
    widget = explore_solution(solution)
    plain = widget.picture
    assert widget.state["status"].startswith("Black wins; winning:")
    assert "Black wins here" in plain
    assert "Black loses here" in plain
    for cell in range(9):
        status = send(widget, "click", cell=cell_name(cell, 3))
        if cell in solution.winning_moves:
            assert status == f"Black {cell_name(cell, 3)} wins."
        else:
            assert "refutes it" in status
            assert solve(widget._lens.board).winner == WHITE
        send(widget, "leave")
        assert widget.picture == plain
    send(widget, "leave")
    assert widget.mode == "alternate"


def test_a_solution_with_one_move_learns_by_clicks():
    from hexlab.search.dfpn import solve

    solution = solve(Board(3))
    widget = explore_solution(solution)
    assert "loses here" not in widget.picture
    losing = next(c for c in range(9) if c not in solve(Board(3), all_moves=True).winning_moves)
    send(widget, "click", cell=cell_name(losing, 3))
    send(widget, "back")
    assert "Black loses here" in widget.picture
