"""The solver against exhaustive search, known results and its own interruptions."""

from __future__ import annotations

import signal
import threading
import time
from math import inf

import numpy as np
import pytest
from counts import FULL, count
from positions import degenerate_boards, odd_boards
from search_oracles import all_positions, sampled, winner, winning_moves

from hexlab import BLACK, WHITE, Board
from hexlab.board.notation import cell_ids
from hexlab.board.symmetry import reflect, rotate
from hexlab.search import Tuning, solve, winning_openings
from hexlab.search.dfpn import prove
from hexlab.search.engine import Engine, Limits, window_size
from hexlab.search.state import Task, read_state, write_state

OPENINGS = {
    1: "a1",
    2: "b1 a2",
    3: "c1 a2 b2 c2 a3",
    4: "d1 c2 b3 a4",
    5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
    6: "f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6",
    7: "g1 c2 e2 f2 g2 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 g4 b5 c5 d5 e5 f5 a6 b6 c6 e6 a7",
}
LIMITED = {"memory_mb": 16}


def check(board: Board, **options: object) -> None:
    """One position, one move and all moves, against every line of play."""
    one = solve(board, **LIMITED, **options)
    expected, moves = winner(board), winning_moves(board)
    assert one.winner == expected
    assert one.complete
    assert one.bounds == ((0, inf) if expected == board.to_move else (inf, 0))
    assert len(one.winning_moves) == (expected == board.to_move and not board.winner)
    assert set(one.winning_moves) <= set(moves)
    every = solve(board, all_moves=True, **LIMITED, **options)
    assert (every.winner, list(every.winning_moves)) == (expected, moves)
    check_line(board, one.pv)
    check_line(board, every.pv)


def check_line(board: Board, line: tuple[int, ...]) -> None:
    """Moves one after the other that do not change who wins."""
    expected = winner(board)
    for cell in line:
        assert not board.winner
        board = board.play(cell)
        assert winner(board) == expected


# -- right -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_winning_openings_of_small_boards(n: int) -> None:
    assert winning_openings(n) == tuple(cell_ids(OPENINGS[n], n))


@pytest.mark.long
@pytest.mark.parametrize("n", [6, 7])
def test_winning_openings_of_larger_boards(n: int) -> None:
    if n == 7 and not FULL:
        for opening in ("a1", "d1", "f2", "e3", "c4", "d4"):
            found = solve(Board(7).play(opening)).winner
            assert (found == BLACK) == (opening in OPENINGS[7].split())
    else:
        assert winning_openings(n) == tuple(cell_ids(OPENINGS[n], n))


@pytest.mark.parametrize("n", [1, 2])
def test_every_position_of_1x1_and_2x2(n: int) -> None:
    for board in all_positions(n):
        check(board)


def test_positions_of_3x3() -> None:
    boards = list(all_positions(3))
    rng = np.random.default_rng(33)
    for i in rng.choice(len(boards), count(400, 400), replace=False):
        check(boards[i])


@pytest.mark.long
def test_every_position_of_3x3() -> None:
    engine = Engine(3, slots=1 << 14)
    for board in all_positions(3):
        assert prove(engine, Task(board), Limits()).winner == winner(board)
    boards = list(all_positions(3))
    for i in np.random.default_rng(3).permutation(len(boards))[: count(4_000, len(boards))]:
        check(boards[i])


def test_sampled_positions_of_4x4() -> None:
    for board in sampled(4, 4, 40, least=4):
        check(board)


@pytest.mark.long
def test_many_sampled_positions_of_4x4() -> None:
    for board in sampled(44, 4, count(1_000, 20_000), least=3):
        check(board)


@pytest.mark.long
def test_sampled_positions_of_5x5() -> None:
    for board in sampled(5, 5, count(150, 2_000), least=11):
        check(board)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_degenerate_boards(n: int) -> None:
    for board in degenerate_boards(n):
        if len(board.empty) <= 12:  # the others take exhaustive search a minute
            check(board)


def test_odd_boards() -> None:
    for board in odd_boards().values():
        if len(board.empty) <= 12:
            check(board)
        elif board.n < 6:
            assert solve(board, nodes=20_000).winner in (BLACK, WHITE, None)


@pytest.mark.parametrize("memory_slots", [4, 8, 64])
def test_a_tiny_table_is_still_right(memory_slots: int) -> None:
    for board in [Board(2), Board(3), Board(3).play("a1"), *sampled(9, 3, 60)]:
        engine = Engine(3 if board.n == 3 else 2, slots=memory_slots)
        found = prove(engine, Task(board, all_moves=True), Limits())
        assert found.winner == winner(board)
        assert list(found.winning_moves) == winning_moves(board)
        assert len(engine.table.info) <= memory_slots


@pytest.mark.parametrize(
    "tuning",
    [
        Tuning(base=1, factor=0.0),
        Tuning(base=1, factor=1.0),
        Tuning(base=2, factor=0.5, epsilon=0.25),
    ],
)
def test_tuning_changes_no_answer(tuning: Tuning) -> None:
    for board in [Board(3), *sampled(12, 3, 60), *sampled(13, 4, 10, 5)]:
        check(board, tuning=tuning)
    for opening, expected in (("a1", WHITE), ("e1", BLACK), ("d1", WHITE)):
        assert solve(Board(5).play(opening), tuning=tuning).winner == expected


def test_symmetric_positions_have_the_same_answer() -> None:
    for board in sampled(21, 4, 20, least=4):
        one = solve(board, all_moves=True)
        turned = solve(rotate(board), all_moves=True)
        assert turned.winner == one.winner
        assert turned.winning_moves == tuple(sorted(15 - cell for cell in one.winning_moves))
        assert solve(reflect(board)).winner == -one.winner


def test_turned_positions_share_their_entry() -> None:
    engine = Engine(5)
    board = Board(5).play("b1")
    prove(engine, Task(board), Limits())
    before = engine.evaluations
    assert before
    prove(engine, Task(rotate(board)), Limits())
    assert engine.evaluations == before


def test_a_policy_orders_the_moves_and_changes_no_answer() -> None:
    seen = []

    def policy(board: Board, moves: tuple[int, ...]) -> np.ndarray:
        seen.append((board, moves))
        return np.random.default_rng(len(seen)).random(len(moves))

    for board in sampled(17, 4, 8, least=4):
        check(board, policy=policy)
    for opening, expected in (("a1", WHITE), ("e1", BLACK), ("d1", WHITE)):
        board = Board(5).play(opening)
        assert solve(board, policy=policy).winner == expected
        low = solve(board, policy=lambda board, moves: (np.zeros(len(moves)), -0.9))
        assert low.winner == expected
    assert seen
    for board, moves in seen:
        assert set(moves) <= set(board.empty)
    for wrong in (
        lambda b, m: [1.0] * (len(m) + 1),
        lambda b, m: ([0.0] * len(m), 2.0),
        lambda b, m: "no",
    ):
        with pytest.raises(ValueError, match="policy"):
            solve(Board(6).play("a3"), policy=wrong)


# -- the window --------------------------------------------------------------------------------


def test_window() -> None:
    """Gao 2020, 5.2."""
    assert [window_size(live) for live in (64, 30, 10, 5, 1, 0)] == [14, 7, 3, 2, 1, 0]
    assert [window_size(30, value=v) for v in (-0.95, -1.0, -0.5, 0.0, 0.7)] == [3, 1, 7, 7, 7]
    assert window_size(10, base=1, factor=1.0) == 10


# -- limits and interruptions ------------------------------------------------------------------


def test_limits_give_bounds_and_no_winner() -> None:
    board = Board(11)
    for limits in ({"nodes": 20}, {"seconds": 0.3}, {"nodes": 0}):
        found = solve(board, **limits)
        assert found.winner is None
        assert not found.complete
        assert found.stopped == next(iter(limits))
        assert found.winning_moves == found.pv == ()
        assert found.bounds.proof >= 1
        assert found.bounds.disproof >= 1
        assert found.certificate is None
    found = solve(board, all_moves=True, nodes=20)
    assert found.winner is None
    assert found.bounds.proof >= 1
    assert "open after" in str(found)


@pytest.mark.parametrize("n", [8, 13, 19])
def test_large_boards_stop_in_time(n: int) -> None:
    start = time.perf_counter()
    assert solve(Board(n), seconds=0.3, memory_mb=32).winner is None
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    "wrong",
    [
        {"threads": 2},
        {"memory_mb": 0},
        {"memory_mb": float("nan")},
        {"nodes": -1},
        {"seconds": float("nan")},
    ],
)
def test_what_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        solve(Board(2), **wrong)


def test_an_interrupt_leaves_what_is_known(tmp_path) -> None:
    solve(Board(2))
    path = tmp_path / "state"
    timer = threading.Timer(0.5, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    found = solve(Board(10), resume=path)
    assert found.stopped == "interrupt"
    assert found.winner is None
    assert found.nodes > 0
    more = solve(Board(10), resume=path, nodes=10)
    assert more.nodes > found.nodes


def in_pieces(board: Board, path, nodes: int, **options) -> object:
    for _ in range(10_000):
        found = solve(board, nodes=nodes, resume=path, **options)
        if found.complete:
            return found
    raise AssertionError("does not end")


@pytest.mark.parametrize("all_moves", [False, True])
def test_resumed_equals_uninterrupted(tmp_path, all_moves: bool) -> None:
    for i, board in enumerate([Board(3), Board(5).play("a1"), Board(5, "e1", "b4")]):
        whole = solve(board, all_moves=all_moves, memory_mb=0.01)
        pieces = in_pieces(board, tmp_path / str(i), 7, all_moves=all_moves, memory_mb=0.01)
        for name in ("winner", "winning_moves", "pv", "nodes", "evaluations", "bounds"):
            assert getattr(pieces, name) == getattr(whole, name), name
        again = solve(board, all_moves=all_moves, resume=tmp_path / str(i))
        assert again.nodes == whole.nodes


def test_state_files_that_do_not_fit(tmp_path) -> None:
    path = tmp_path / "state"
    board = Board(5).play("a1")
    solve(board, nodes=10, resume=path)
    for other in (Board(4).play("a1"), Board(5, "a2"), Board(5, "a1", to_move=BLACK)):
        with pytest.raises(ValueError, match="another search"):
            solve(other, resume=path)
    with pytest.raises(ValueError, match="all_moves"):
        solve(board, all_moves=True, resume=path)
    good = path.read_bytes()
    rng = np.random.default_rng(1)
    for at in [0, 5, 30, len(good) - 1, *rng.integers(0, len(good), 40).tolist()]:
        path.write_bytes(good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :])
        with pytest.raises(ValueError, match="state"):
            solve(board, resume=path)
        path.write_bytes(good[:at])
        with pytest.raises(ValueError, match="state"):
            solve(board, resume=path)
    path.write_bytes(good)
    assert solve(board, resume=path).winner == WHITE


def arrays(engine: Engine) -> list[np.ndarray]:
    *stack, proofs = engine.stack
    return [*engine.table, *stack, *proofs]


def test_a_state_is_read_as_it_was_written(tmp_path) -> None:
    engine, task = Engine(5, slots=64), Task(Board(5), all_moves=True)
    prove(engine, task, Limits(nodes=300))
    write_state(tmp_path / "state", engine, task)
    other, again = Engine(5, slots=8), Task(Board(5), all_moves=True)
    read_state(tmp_path / "state", other, again)
    for one, two in zip(arrays(engine), arrays(other), strict=True):
        np.testing.assert_array_equal(one, two)
    assert again.common == task.common
    assert again.decided.tolist() == task.decided.tolist()
