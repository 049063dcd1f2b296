"""hexlab's players against slow searches, and what they claim against exhaustive play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pattern_search import PatternSearch
from positions import odd_boards, random_boards

from hexlab import Board, Game
from hexlab.connection.links import both_links
from hexlab.model.evaluation import network_value, resistance_ratio, scaled_resistance, scaled_value
from hexlab.play.player import Choice, Limit, make_player
from hexlab.play.sight import Spotter
from hexlab.play.wolve import Spot, WolvePlayer
from hexlab.play.worth import values_after, won_at_once
from hexlab.search.alphabeta import AlphaBeta
from hexlab.search.minimax import minimax
from hexlab.search.rules import Rules, lowest


def choice(name: str, board: Board, limit: Limit = Limit(), seed: int = 1) -> Choice:
    game = Game(board)
    return make_player(name).start(game).choose(game, limit, seed)


def undecided(seed: int, count: int, sizes: tuple[int, ...]) -> list[Board]:
    return [board for board in random_boards(seed, count, sizes) if not board.winner]


def worth(board: Board, after: Board, value: float) -> float:
    """For who moves on `board`: a result a little below 1, any estimate below that."""
    if after.winner:
        return after.winner * board.to_move * (1 - 1e-6)
    return 0.999 * board.to_move * value


# -- resistance --------------------------------------------------------------------------------


@pytest.mark.parametrize("links", ["adjacent", "bridge"])
def test_resistance_takes_the_lowest_of_the_best_ratios(links: str) -> None:
    for board in undecided(1, 40, (1, 2, 3, 4, 5)):
        values = {}
        for cell in board.empty:
            after = board.play(cell)
            ratio = resistance_ratio(after, links)  # type: ignore[arg-type]
            values[cell] = worth(board, after, scaled_resistance(ratio))
        found = choice(f"resistance:links={links}", board)
        assert found.move == lowest(values)
        assert found.value == pytest.approx(values[found.move], abs=1e-12)
        scores = found.scores
        assert scores is not None
        assert np.flatnonzero(~np.isnan(scores)).tolist() == list(board.empty)
        assert scores[list(values)] == pytest.approx(list(values.values()), abs=1e-12)


# -- chev --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "alphas", "links", "form"),
    [
        ("chev", (0.075, 0.05), "bridge", {}),
        ("chev:alpha=0.5,links=adjacent", (0.5, 0.5), "adjacent", {}),
        ("chev:alpha=1,local=fraction", (1.0, 1.0), "bridge", {"local": "fraction"}),
        ("chev:alpha=0.2,kind=fraction", (0.2, 0.2), "bridge", {"kind": "fraction"}),
        ("chev:alpha=0.3,own=keep", (0.3, 0.3), "bridge", {"own": "keep"}),
        ("chev:links=virtual", (0.075, 0.05), None, {}),
    ],
)
def test_chev_is_minimax_of_the_network_value(
    name: str, alphas: tuple[float, float], links: str | None, form: dict[str, Any]
) -> None:
    """Two moves ahead, with the weight of the thesis for the first and for the second player."""
    for board in [*undecided(2, 12, (2, 3, 4)), *undecided(5, 3 if links else 0, (5, 6, 7))]:
        alpha = alphas[board.to_move == -1]

        def value(after: Board, root: Board = board, alpha: float = alpha) -> float:
            if after.winner:
                plies = len(after) - len(root)
                return after.winner * after.to_move * (1 - plies * 1e-6)
            found = network_value(after, alpha, links=links or both_links(after), **form)
            return 0.999 * after.to_move * scaled_value(found)

        wanted = minimax(Rules(Board.legal_cells, Board.play, value), board, 2)
        found = choice(name, board)
        assert found.move == wanted.move
        assert found.value == pytest.approx(wanted.value, abs=1e-12)


MINE = """
def stones(board):
    own, other = (board.black, board.white)[:: board.to_move]
    return (sum(own) - sum(other)) / 1000

def wild(board):
    return 2.0

def silent(board):
    return None
"""


def test_chev_takes_a_value_function_of_a_file(tmp_path: Path) -> None:
    """The value is that of the player to move: here he who has stones of high ids."""
    file = tmp_path / "mine.py"
    file.write_text(MINE)
    for board in (Board(4), Board(4, black="a1", to_move="white"), Board(4, white="b2")):
        assert choice(f"chev:value={file}:stones,depth=1", board).move == 15
    for name in ("wild", "silent"):
        with pytest.raises(ValueError, match=f"the value function .*mine.py:{name} gives a number"):
            choice(f"chev:value={file}:{name}", Board(3))
    with pytest.raises(ValueError, match="defines no 'none'"):
        make_player(f"chev:value={file}:none")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chev:alpha=2", r"alpha must be from 0 to 1, not 2\.0"),
        ("chev:links=none", "must be one of bridge, adjacent, virtual, not 'none'"),
        ("chev:depth=0", "depth must be at least 1, not 0"),
        ("chev:width=0", "width must be at least 1, not 0"),
        ("wolve:width=0", "width must be at least 1, not 0"),
        ("wolve:depth=0", "depth must be at least 1, not 0"),
        ("solver:nodes=1", "nodes must be at least 2, not 1"),
        ("solver:memory=0", "memory must be a number above 0"),
    ],
)
def test_wrong_parameters_are_said(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make_player(name)


# -- what is seen ------------------------------------------------------------------------------


def test_what_is_seen_is_true() -> None:
    solvers = {n: PatternSearch(n) for n in (1, 2, 3, 4)}
    seen = {1: 0, -1: 0, 0: 0}
    boards = undecided(3, 300, (2, 3, 4)) + [b for b in odd_boards().values() if b.n < 5]
    for board in (board for board in boards if not board.winner):
        solver, sight = solvers[board.n], Spotter(board.n)(board)
        won = solver.winner_of(board) == board.to_move
        seen[sight.verdict] += 1
        if sight.verdict:
            assert won == (sight.verdict == 1)
        if won and sight.moves:
            winning = [m for m in sight.moves if solver.winner_of(board.play(m)) == board.to_move]
            assert winning
            assert sight.verdict == 0 or sight.moves[0] in winning
    assert min(seen[1], seen[-1]) > 20


def test_moves_that_win_at_once() -> None:
    for board in random_boards(4, 200, (1, 2, 3, 4)):
        cells = [] if board.winner else board.empty
        wins = [cell for cell in cells if board.play(cell).winner == board.to_move]
        assert won_at_once(board) == (wins[0] if wins else None)


# -- wolve and solver --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["wolve:nodes=200", "solver:nodes=2000"])
def test_claims_are_true_and_wins_are_kept(name: str) -> None:
    solver = PatternSearch(4)
    claims = 0
    for board in undecided(5, 60, (4,)):
        found = choice(name, board)
        won = solver.winner_of(board) == board.to_move
        assert found.value is not None
        assert isinstance(found.move, int)
        if found.value > 0.9995:
            claims += 1
            assert won
            assert solver.winner_of(board.play(found.move)) == board.to_move
        elif found.value < -0.9995:
            claims += 1
            assert not won
        else:
            assert name.startswith("wolve"), "the solver proves all of 4×4"
    assert claims > 20


@pytest.mark.parametrize("name", ["wolve:nodes=300,width=25", "solver:nodes=2000"])
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_winning_side_wins(name: str, n: int) -> None:
    """From each opening of small boards, against an opponent who resists and a random one."""
    openings = range(n * n) if n < 4 else range(0, n * n, 5)
    for opening in openings:
        for other in ("resistance", "random"):
            game = Game(n).play(opening)
            winner = _solved(game.board)
            players = {winner: make_player(name), -winner: make_player(other)}
            sessions = {color: player.start(game) for color, player in players.items()}
            while not game.board.winner:
                found = sessions[game.board.to_move].choose(game, rng=len(game.moves))
                assert isinstance(found.move, int)
                game.play(found.move)
            assert game.board.winner == winner, game.to_hexworld()


def _solved(board: Board) -> int:
    from hexlab import solve

    return int(solve(board).winner or 0)


def test_wolve_searches_what_minimax_would() -> None:
    """With its own reducer, widths and leaves; minimax values each leaf by itself."""
    for board in (Board(4), Board(5).play("b2").play("d4"), Board(4, white="b1", black="c3")):
        session = WolvePlayer(width=4).start(Game(board))
        rules = session.rules()
        spot = Spot(board, 0)
        for depth in (1, 2, 3):
            found = AlphaBeta(rules, widths=(4,)).search(spot, depth)
            wanted = _minimax_by_batches(rules, spot, depth, 4)
            assert (found.move, found.value) == (wanted[0], pytest.approx(wanted[1], abs=1e-12))


def _minimax_by_batches(rules: Rules, spot: object, depth: int, width: int) -> tuple:  # type: ignore[type-arg]
    known = rules.reduce(spot)  # type: ignore[misc]
    if known.value is not None:
        return None, known.value
    moves = list(known.moves or ())[:width]
    if depth == 1:
        values = dict(zip(moves, map(float, rules.values(known.state, moves)), strict=True))  # type: ignore[misc]
    else:
        values = {
            m: -_minimax_by_batches(rules, rules.play(known.state, m), depth - 1, width)[1]
            for m in moves
        }
    return lowest(values), max(values.values())


def test_wolve_heeds_its_limits() -> None:
    board = Board(7).play("b4").play("d4")
    for nodes in (1, 50, 400):
        info = choice("wolve", board, Limit(nodes=nodes)).info
        assert info["limit"] == "nodes"
        assert nodes <= info["nodes"] <= nodes + 49
    assert choice("wolve:depth=1", board, Limit(nodes=10**6)).info["depth"] == 1
    assert choice("wolve", board, Limit(seconds=0.05)).info["limit"] == "seconds"
    assert choice("wolve:nodes=60", board).info["limit"] == "nodes"


def test_a_result_counts_less_the_later_it_comes() -> None:
    board = Board(3, black="b1 b2")

    def even(boards: np.ndarray, to_move: int) -> np.ndarray:
        return np.zeros(len(boards))

    assert values_after(board, [board.empty[-2]], even, 2).tolist() == [1 - 3e-6]
    assert values_after(board, [0], even).tolist() == [0.0]


def test_solver_says_what_it_proved() -> None:
    won = choice("solver", Board(4, black="b2", white="a1"))
    assert (won.info["proved"], won.value) == (True, pytest.approx(1, abs=1e-5))
    lost = choice("solver", Board(4).play("d1").play("b3"), Limit(nodes=5000))
    assert lost.info["proved"]
    open_ = choice("solver", Board(9), Limit(nodes=20))
    assert not open_.info["proved"]
    assert abs(open_.value or 0) < 0.9995
