"""What a player thinks of a game, against one who knows all small games by heart."""

import numpy as np
import pytest
from little_players import Faulty, First, Seeded

from hexlab import BLACK, Board, Game
from hexlab.board.notation import cell_name
from hexlab.connection.must_play import mustplay
from hexlab.lab.analysis import analyze
from hexlab.lab.review import review, review_section, review_table
from hexlab.play.player import Choice, Limit, Stateless
from hexlab.search.dfpn import solve


class Oracle(Stateless):
    """Knows who wins."""

    name = "oracle"

    def pick(self, board, limit, rng):
        solution = solve(board, memory_mb=1)
        move = solution.winning_moves[0] if solution.winning_moves else board.empty[-1]
        return Choice(move, value=1.0 if solution.winner == board.to_move else -1.0)


def random_game(rng, n):
    game = Game(n)
    while not game.board.winner and rng.random() < 0.95:
        game.play(int(rng.choice(game.board.empty)))
    return game


def test_losses_and_proofs_are_right_for_one_who_knows():
    rng = np.random.default_rng(5)
    proved = 0
    for n in (1, 2, 3, 3, 4, 4):
        game = random_game(rng, n)
        here = game.node
        found = review(game, Oracle(), mistakes=2)
        assert game.node is here
        boards = game.boards()
        winners = [board.winner or solve(board, memory_mb=1).winner for board in boards]
        assert found.value.tolist() == winners
        for i in range(1, len(boards)):
            given = winners[i - 1] == boards[i - 1].to_move != winners[i]
            assert found.loss[i] == float(given)
            assert (found.best[i] is None) == bool(boards[i].winner)
        assert len(found.mistakes) == min(2, int(np.nansum(found.loss)))
        for mistake in found.mistakes:
            proved += 1
            mover = mistake.before.to_move
            assert f"better: {cell_name(mistake.best, n)}" in mistake.text
            assert mistake.after == mistake.before.play(mistake.played)
            assert "Now " + ("White" if mover == BLACK else "Black") in mistake.why
            assert "Before, " in mistake.why
            for connection in mistake.connections:
                assert connection.player == -mover
                assert connection.board == mistake.after
            if mustplay(mistake.after, -mover).won and not mistake.after.winner:
                assert mistake.connections
            assert "<svg" in mistake.show().svg
    assert proved > 3


def test_games_of_every_kind():
    swapped = Game(4).play("b1").swap().play("c3").play("a1")
    found = review(swapped, First())
    assert np.isnan(found.loss[0])
    assert np.all(found.loss[1:] >= 0)
    sides = Game(4).play("b1").swap("sides").play("c3")
    assert len(review(sides, First()).best) == len(sides.boards())
    set_up = Game(Board(3, black="a1")).set_up(white="b2").play("c3")
    assert np.isnan(review(set_up, First()).loss[1]) or len(set_up.boards()) == 2
    resigned = Game(3).play("a1").resign()
    assert review(resigned, First()).best == (0, 1)
    odd = Game(3).play("a1", "white").play("a2", "white")
    assert np.isnan(review(odd, First()).loss[1:]).all()
    empty = review(Game(1), First())
    assert empty.mistakes == ()
    assert str(empty) == "No mistakes."


def test_its_own_moves_are_no_mistakes():
    game = Game(3).play("a1").play("b1").play("c3")
    found = review(game, First())
    assert found.loss[1:].tolist() == [0, 0, pytest.approx(0.25)]
    assert [mistake.position for mistake in found.mistakes] == [3]


def test_players_without_values_and_with_faults():
    with pytest.raises(ValueError, match="seeded gives no values"):
        review(Game(3).play("a1"), Seeded())
    game = Game(3).play("a1").play("b2")
    node = game.undo().node
    with pytest.raises(ZeroDivisionError):
        review(game, Faulty())
    assert game.node is node


def test_a_report_with_a_review(tmp_path):
    game = Game(4)
    for move in ["c2", "b3", "a4", "a1", "d1", "b2", "b1", "c3", "d2"]:
        game.play(move)
    report = analyze(game, player=Oracle(), limit=Limit(nodes=5))
    assert "5 B d1 loses 100 % win rate; better: c3" in str(report)
    assert "White joins them by playing c3 first" in str(report)
    row = report.rows()[5]
    assert (row["win_rate"], row["best"], row["loss"]) == (0.0, "c3", 1.0)
    assert len(report.curves().axes[0].get_lines()) >= 4
    page = report.save(tmp_path).read_text(encoding="utf-8")
    assert page.count("? played, ! better") >= 3
    assert "<td>c3</td>" in page
    assert "oracle" in page


def test_html_is_escaped():
    class Sly(First):
        name = "<b>sly</b>"

    found = review(Game(2).play("b1"), Sly())
    text = review_section(found) + review_table(found, ["", "B b1"], 2)
    assert "<b>" not in text
