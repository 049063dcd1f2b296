"""Monte Carlo tree search against exhaustive search, and its tree against slow bookkeeping."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from counts import FULL, count
from positions import degenerate_boards, odd_boards, random_boards
from search_oracles import all_positions, sampled, winner, winning_moves

from hexlab import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import cell_ids
from hexlab.search import Mcts, MctsOptions, MctsResult
from hexlab.search.lanes import framed, new_state
from hexlab.search.mcts import _wins_at_once
from hexlab.search.mcts_kernel import simulate
from hexlab.search.mcts_walk import new_worker
from hexlab.search.playout_moves import even_weights
from hexlab.search.proofs import make_proofs
from hexlab.search.tree import (
    COUNT,
    FIRST,
    KNOWN,
    LOST,
    OPEN,
    PARENT,
    PRIOR,
    PRUNED,
    RAVE_VISITS,
    RAVE_WINS,
    USED,
    VISITS,
    WON,
    add_children,
    clear,
    make_tree,
    prune,
)

SMALL = {"memory_mb": 2}
MIDGAME = Board(11, black="c4 e6 d8 f3 h4 k2", white="g5 h7 b9 d3 i3 f8")


def same(one: MctsResult, two: MctsResult) -> bool:
    return one.move == two.move and (one.visits == two.visits).all() and one.pv == two.pv


def check(board: Board, found: MctsResult) -> None:
    """What is called proved is true."""
    expected = winner(board)
    assert board[found.move] == 0
    if found.proved:
        assert found.proved * board.to_move == expected
        if found.proved > 0:
            assert found.move in winning_moves(board)
    for cell in np.flatnonzero(found.decided.reshape(-1)).tolist():
        mover_wins = winner(board.play(cell)) == board.to_move
        assert mover_wins == (found.decided.flat[cell] > 0)


def check_all(boards, simulations: int, proves_all: bool = False, **options) -> None:
    searches: dict[int, Mcts] = {}
    for board in boards:
        if board.winner:
            continue
        search = searches.setdefault(board.n, Mcts(board.n, MctsOptions(**SMALL | options)))
        found = search.search(board, simulations=simulations, rng=1, reuse=False)
        check(board, found)
        assert found.proved or not proves_all


# -- right -------------------------------------------------------------------------------------

WAYS = [
    {"knowledge": 0},
    {"knowledge": 1, "expand": 1},
    {"knowledge": 8, "playout": "patterns", "lanes": 1, "prior": True},
    {"knowledge": 0, "playout": "bridges", "lanes": 3, "memory_mb": 0.01},
    {"knowledge": 0, "puct": 1.0, "playout": "uniform"},
    {"knowledge": 16, "rave": 0, "presearch": 0, "forcing": 0.0},
]


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_positions_of_3x3_are_proved_rightly(way: dict) -> None:
    start = WAYS.index(way)
    check_all(islice(all_positions(3), start, None, count(401, 1)), 3000, True, **way)


@pytest.mark.parametrize("way", WAYS[:4], ids=str)
def test_positions_of_4x4_are_proved_rightly(way: dict) -> None:
    check_all(sampled(4, 4, count(15, 300), 5), 2000, **way)


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_many(way: dict) -> None:
    start = WAYS.index(way)
    check_all(islice(all_positions(3), start, None, 1 if FULL else 37), 3000, True, **way)
    check_all(sampled(5, 4, count(60, 2000), 3), 3000, **way)


def check_tree(search: Mcts, board: Board, node: int = 0) -> int:
    """What each node of a tree is said to be is true; how many nodes have moves left out."""
    tree = search._tree
    first, number = tree.links[node, [FIRST, COUNT]].tolist()
    children = range(first, first + number)
    if not number or board.winner:
        return 0
    left_out = any(tree.state[child] == PRUNED for child in children)
    wins, seen = False, 0
    for child in children:
        cell = int(search._cells(slice(child, child + 1))[0])
        if board[cell]:
            continue
        after = board.play(cell)
        won = winner(after) == board.to_move
        wins |= won and tree.state[child] in (OPEN, WON)
        if tree.state[child] in (WON, LOST):
            assert (tree.state[child] == WON) == won
        seen += check_tree(search, after, child)
    # Of moves that win one at least is left.
    if tree.state[node] == OPEN:
        assert wins == (winner(board) == board.to_move)
    return seen + left_out


@pytest.mark.parametrize(
    "options",
    [
        {"knowledge": 1, "expand": 1},
        {"knowledge": 4},
        {"knowledge": 16, "presearch": 0, "playout": "uniform", "lanes": 1},
        {"knowledge": 2, "threads": 2},
    ],
    ids=str,
)
def test_the_whole_tree_is_true(options: dict) -> None:
    search = Mcts(4, MctsOptions(**SMALL | options))
    seen = 0
    for board in [
        *islice(sampled(41, 4, 400, 2), count(12, 400)),
        *(Board(4).play(cell) for cell in range(0, 16, count(5, 1))),
    ]:
        if board.winner:
            continue
        for simulations in (100, 400):
            search.search(board, simulations=simulations, rng=simulations, reuse=False)
            seen += check_tree(search, board)
    assert seen > 5


def test_openings_of_5x5_are_won_by_whom_the_solver_says() -> None:
    search = Mcts(5, MctsOptions(**SMALL))
    wins = set(cell_ids("e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5", 5))
    for opening in (4, 6, 12, 0, 5, 20):
        found = search.search(Board(5).play(opening), simulations=20_000, rng=1)
        assert found.proved == (-1 if opening in wins else 1)


def test_a_move_that_wins_at_once_is_played() -> None:
    board = Board(5, black="c1 c2 c3 c4", white="a1 a2 b2 e4")
    for options in ({"knowledge": 0}, {"knowledge": 64}):
        found = Mcts(5, MctsOptions(**SMALL | options)).search(board, simulations=1, rng=1)
        assert board.play(found.move).winner
        assert (found.proved, found.value, found.simulations) == (1, 1.0, 0)


def test_cells_that_win_at_once_are_those_of_the_board() -> None:
    for board in [*random_boards(5, count(60, 2000), range(1, 7)), *odd_boards().values()]:
        if not board.winner:
            wins = {cell for cell in board.empty if board.play(cell).winner}
            assert set(cells_of(_wins_at_once(board))) == wins


def test_a_lost_position_has_a_move() -> None:
    board = Board(5).play("c3")
    found = Mcts(5).search(board, simulations=300, rng=1)
    assert (found.proved, found.value) == (-1, -1.0)
    assert board[found.move] == 0


def test_odd_boards() -> None:
    for board in [b for n in (1, 2, 6) for b in degenerate_boards(n)]:
        search = Mcts(board.n, MctsOptions(**SMALL))
        if board.winner:
            with pytest.raises(ValueError, match="the game is over"):
                search.search(board)
        else:
            found = search.search(board, simulations=50, rng=1)
            assert board[found.move] == 0
            assert found.pv[0] == found.move


# -- the same, and how much ------------------------------------------------------------------------


def test_the_same_seed_gives_the_same() -> None:
    options = MctsOptions(**SMALL)
    one = Mcts(11, options).search(MIDGAME, simulations=700, rng=5)
    used = Mcts(11, options)
    used.search(MIDGAME.play("a1"), simulations=100, rng=1)
    assert same(one, used.search(MIDGAME, simulations=700, rng=5, reuse=False))
    assert not same(one, Mcts(11, options).search(MIDGAME, simulations=700, rng=6))
    assert (one.simulations, one.stopped) == (700, "simulations")


def test_a_tree_is_gone_on_with() -> None:
    search = Mcts(7, MctsOptions(knowledge=0))
    board = Board(7).play("a1")
    first = search.search(board, simulations=3000, rng=1)
    after = board.play(first.pv[0]).play(first.pv[1])
    second = search.search(after, simulations=500, rng=2)
    assert second.simulations == 500
    assert second.visits.sum() > 600
    fresh = search.search(after, simulations=500, rng=2, reuse=False)
    assert fresh.visits.sum() == 500
    # A board that does not follow, and one of which a stone is gone.
    for other in (after.with_to_move(-after.to_move), after.set_up(empty=[first.pv[0]])):
        search.search(after, simulations=100, rng=3)
        assert search.search(other, simulations=100, rng=3).visits.sum() == 100


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    options = MctsOptions(memory_mb=0.05, knowledge=20)
    found = Mcts(7, options).search(Board(7).play("a2"), simulations=4000, rng=1)
    assert found.simulations == 4000
    assert found.nodes * 47 <= 0.05 * 2**20


def test_several_threads_search_one_tree() -> None:
    found = Mcts(7, MctsOptions(threads=3, knowledge=0)).search(
        Board(7).play("a1"), simulations=3000, rng=1
    )
    assert 3000 <= found.simulations <= 3002
    # An update may get lost now and then.
    assert 0.9 * 3000 < found.visits.sum() <= 3002
    assert np.nanmax(np.abs(found.values)) <= 1
    for board in islice(sampled(8, 4, 100, 6), count(8, 100)):
        if not board.winner:
            check(board, Mcts(4, MctsOptions(threads=2, **SMALL)).search(board, simulations=500))


def test_time_is_kept_and_a_clear_case_ends_early() -> None:
    search = Mcts(11, MctsOptions(**SMALL))
    assert search.search(Board(11), seconds=0.05, rng=1).stopped == "seconds"
    found = Mcts(11, MctsOptions(knowledge=0)).search(MIDGAME, simulations=6000, rng=1, early=True)
    assert found.stopped == "decided"
    assert found.simulations < 6000


def test_temperature_draws_by_visits() -> None:
    search = Mcts(5, MctsOptions(knowledge=0, **SMALL))
    board = Board(5).play("a1").play("e5")
    moves = {search.search(board, simulations=60, rng=i, temperature=3).move for i in range(12)}
    assert len(moves) > 3


def test_watching_reports_what_is_found() -> None:
    seen: list[MctsResult] = []
    Mcts(9, MctsOptions(knowledge=0)).search(Board(9), seconds=0.7, rng=1, watch=seen.append)
    assert len(seen) >= 2
    assert seen[0].simulations < seen[-1].simulations


# -- the tree --------------------------------------------------------------------------------------


def grown(simulations: int, **options):
    """A tree of 4×4 after some simulations, with its worker."""
    rules = MctsOptions(knowledge=0, **options).rules()
    tree, worker = make_tree(4, 20_000, 1), new_worker(4, new_state(2))
    worker.root[:] = framed(np.zeros(16, np.int8), 4)
    places = np.flatnonzero(worker.root == 0)
    add_children(tree, 0, places, len(places), np.zeros(36, np.float32))
    simulate(tree, worker, make_proofs(4), 4, 1, rules, even_weights(), simulations)
    return tree, worker


def dump(tree, node: int, least: float, top: bool = True):
    """A node and what is below it, as nested tuples; children of rarely visited nodes left out."""
    first, number = tree.links[node, [FIRST, COUNT]].tolist()
    if not top and tree.stats[node, VISITS] < least:
        number = 0
    below = tuple(dump(tree, first + k, least, False) for k in range(number))
    return (int(tree.moves[node]), tree.stats[node].tobytes(), int(tree.state[node]), below)


@pytest.mark.parametrize("least", [0, 3, 20, 10_000])
def test_pruning_keeps_what_it_should(least: int) -> None:
    tree, _ = grown(600)
    for root in (0, int(tree.links[0, FIRST]), int(np.argmax(tree.stats[1:, VISITS])) + 1):
        tree, _ = grown(600)
        expected = dump(tree, root, least)
        kept = prune(tree, root, float(least))
        assert kept == tree.register[USED]
        assert dump(tree, 0, 0) == expected
        for node in range(kept):
            first, number = tree.links[node, [FIRST, COUNT]].tolist()
            assert (tree.links[first : first + number, PARENT] == node).all()


def test_visits_add_up() -> None:
    tree, _ = grown(900)
    for node in range(tree.register[USED]):
        first, number = tree.links[node, [FIRST, COUNT]].tolist()
        below = tree.stats[first : first + number, VISITS].sum()
        # Leaves are visited before they have children.
        assert tree.stats[node, VISITS] - 2 <= below <= tree.stats[node, VISITS] or not number


def test_playouts_teach_every_move_they_contain() -> None:
    for seed in range(5):
        tree, worker = grown(1)
        clear(tree)
        worker.random[:] = new_state(seed)
        places = np.flatnonzero(worker.root == 0)
        add_children(tree, 0, places, 16, np.zeros(36, np.float32))
        rules = MctsOptions(knowledge=0).rules()
        simulate(tree, worker, make_proofs(4), 4, 1, rules, even_weights(), 1)
        moved = int(tree.moves[worker.path[1]])
        plane = worker.scratch.plane
        boards = [(plane >> np.uint64(lane) & np.uint64(1)).astype(int) for lane in range(64)]
        inner = [board.reshape(6, 6)[1:-1, 1:-1] for board in boards]
        won = [Board.from_array(2 * board - 1).winner == 1 for board in inner]
        for child in range(1, 17):
            mine = [board[tree.moves[child]] == 1 for board in boards]
            both = sum(a and b for a, b in zip(mine, won, strict=True))
            assert tree.stats[child, RAVE_VISITS] == pytest.approx(sum(mine) / 64)
            assert tree.stats[child, RAVE_WINS] == pytest.approx(both / 64)
            assert all(mine) or tree.moves[child] != moved


def test_what_forces_the_opponent_is_looked_at_first() -> None:
    """After d3 and d4 Black's b6 leaves two answers, most moves thirty."""
    board = Board(7, black="d3", white="d4", to_move=1)
    cell = cell_ids("b6", 7)[0]
    priors = []
    for forcing in (0.0, 1.0):
        search = Mcts(7, MctsOptions(forcing=forcing, presearch=1.0, **SMALL))
        search.search(board, simulations=9000, rng=1)
        priors.append(float(search._tree.stats[search._child(0, cell), PRIOR]))
    assert priors[1] > 10 * priors[0] > 0


def test_knowledge_narrows_the_moves() -> None:
    search = Mcts(5, MctsOptions(knowledge=1, presearch=0))
    board = Board(5, black="b4 c3", white="d2 c2 e1", to_move=1)
    found = search.search(board, simulations=200, rng=1)
    assert found.asked >= 1
    assert search._tree.links[0, KNOWN] >= 0 or found.proved
    assert np.count_nonzero(found.visits) < len(board.empty)


# -- nets ------------------------------------------------------------------------------------------


def test_a_net_decides_the_leaves() -> None:
    calls = []

    def net(boards: np.ndarray, movers: np.ndarray):
        """Everything is even, but for a prior on one cell."""
        calls.append(len(boards))
        for board, mover in zip(boards, movers, strict=True):
            assert board.sum() == (0 if mover == 1 else 1)
        priors = np.full(boards.shape, 0.01)
        priors[:, 3, 3] = 0.5
        return np.zeros(len(boards)), priors

    options = MctsOptions(knowledge=0, puct=1.5, batch=4)
    found = Mcts(6, options, evaluate=net).search(Board(6), simulations=120, rng=1)
    assert found.simulations == 120
    assert found.move == 3 * 6 + 3
    assert max(calls) <= 4
    assert calls[0] == 1
    noisy = MctsOptions(knowledge=0, puct=1.5, batch=4, noise=(1.0, 0.1))
    drawn = {
        Mcts(6, noisy, evaluate=net).search(Board(6), simulations=60, rng=i).move for i in range(6)
    }
    assert len(drawn) > 1


def test_a_net_that_knows_the_truth_and_connections_agree() -> None:
    def oracle(boards: np.ndarray, movers: np.ndarray):
        values = [
            1.0 if winner(Board.from_array(b, int(m))) == m else -1.0
            for b, m in zip(boards, movers, strict=True)
        ]
        return np.array(values), np.full(boards.shape, 1 / 9)

    for knowledge in (0, 4):
        search = Mcts(3, MctsOptions(knowledge=knowledge, puct=1.0), evaluate=oracle)
        for board in islice(sampled(12, 3, 40, 1), 20):
            if not board.winner:
                check(board, search.search(board, simulations=150, rng=1))


def test_connections_leave_a_net_its_priors() -> None:
    options = MctsOptions(knowledge=1, puct=1.0, noise=(0.25, 0.3))
    priors = np.full((1, 6, 6), 1 / 36)
    search = Mcts(
        6, options, evaluate=lambda b, m: (np.zeros(len(b)), np.repeat(priors, len(b), axis=0))
    )
    search.search(Board(6).play("a1"), simulations=30, rng=1)
    first, number = search._tree.links[0, [FIRST, COUNT]].tolist()
    below = search._tree.links[first : first + number, FIRST].max()
    children = search._tree.stats[first : first + number, PRIOR]
    assert children.std() > 0
    assert search._tree.stats[below, PRIOR] == pytest.approx(1 / 36)


def test_what_a_net_may_not_say() -> None:
    search = Mcts(3, MctsOptions(puct=1.0), evaluate=lambda b, m: (np.zeros(1), np.zeros((1, 2))))
    with pytest.raises(ValueError, match=r"values \(1,\) and priors \(1, 3, 3\), not"):
        search.search(Board(3), simulations=5)


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lanes": 65}, "lanes must be a whole number from 1 to 64, not 65"),
        ({"knowledge": -1}, "knowledge must be a whole number from 0 on, not -1"),
        ({"playout": "wild"}, "'wild' is no playout"),
        ({"uct": -0.5}, "uct must be a number from 0 on, not -0.5"),
        ({"memory_mb": 0}, "memory_mb must be a number above 0, not 0"),
        ({"noise": (2.0, 0.3)}, "noise is a share"),
    ],
)
def test_options_that_are_none(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MctsOptions(**options)


def test_searches_that_are_none() -> None:
    search = Mcts(3)
    with pytest.raises(ValueError, match="for boards of size 3, not 4"):
        search.search(Board(4))
    with pytest.raises(ValueError, match="simulations must be at least 1, not 0"):
        search.search(Board(3), simulations=0)
    with pytest.raises(ValueError, match="seconds must be a number above 0, not -1"):
        search.search(Board(3), seconds=-1)
