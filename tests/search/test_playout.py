"""Playouts against every filling, every sequence of moves, and the board's own winner."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from counts import count
from playout_oracles import (
    black_wins,
    bridge_pairs,
    ends_of_saving,
    ends_of_weights,
    fillings,
)
from positions import degenerate_boards, odd_boards, random_boards
from scipy.stats import chisquare

from hexlab import BLACK, Board
from hexlab.search.lanes import framed, lanes_won, new_state, stones_won
from hexlab.search.playout import KINDS, Playouts, new_scratch, play_lanes, playouts
from hexlab.search.playout_moves import Weights, even_weights, make_weights

STARTS = [
    Board(2),
    Board(2, black="a1"),
    Board(2, white="b1", to_move=-1),
    Board(3, black="a2 c1 b3", white="b1 c2"),
    Board(3, black="b2", white="a2 c3", to_move=-1),
]


def lanes_of(
    board: Board, kind: str, rounds: int, weights: Weights, last: int = 0, which=range(64)
):
    """Black's cells of full boards, a row of lanes for each round."""
    n, rng, lanes = board.n, new_state(5), 64
    scratch, cells = new_scratch(n), framed(board.to_array().reshape(-1), n)
    place = 0 if not last else (last // n + 1) * (n + 2) + last % n + 1
    found = []
    for _ in range(rounds):
        won = play_lanes(cells, n, board.to_move, place, KINDS[kind], lanes, weights, scratch, rng)
        plane = scratch.plane.reshape(n + 2, n + 2)[1:-1, 1:-1].reshape(-1)
        row = []
        for lane in which:
            black = tuple(np.flatnonzero(plane >> np.uint64(lane) & np.uint64(1)).tolist())
            assert bool(int(won) >> lane & 1) == black_wins(n, black)
            row.append(black)
        found.append(row)
    return found


def check_distribution(ends: list[tuple[int, ...]], expected: dict[tuple[int, ...], float]) -> None:
    seen = Counter(ends)
    assert set(seen) <= set(expected)
    share = np.array(list(expected.values()))
    observed = np.array([seen[end] for end in expected])
    # Rare ends together, so that chi-square holds.
    rare = share * len(ends) < 8
    if rare.any():
        observed = np.append(observed[~rare], observed[rare].sum())
        share = np.append(share[~rare], share[rare].sum())
    if len(share) > 1:
        assert chisquare(observed, share / share.sum() * len(ends)).pvalue > 1e-4


@pytest.mark.parametrize("board", STARTS, ids=repr)
def test_each_lane_fills_uniformly(board: Board) -> None:
    rounds = lanes_of(board, "uniform", 1500, even_weights(), which=(0, 17, 63))
    for lane in range(3):
        check_distribution([row[lane] for row in rounds], fillings(board))


@pytest.mark.parametrize("board", STARTS, ids=repr)
@pytest.mark.parametrize("last", [None, -1], ids=["", "after a move"])
def test_saving_bridges_is_drawn_as_every_sequence_says(board: Board, last: int | None) -> None:
    theirs = board.white if board.to_move == BLACK else board.black
    cell = None if last is None or not theirs or 0 in theirs else theirs[last]
    rounds = lanes_of(board, "bridges", 60, even_weights(), cell or 0)
    check_distribution([end for row in rounds for end in row], ends_of_saving(board, cell))


@pytest.mark.parametrize("board", [*STARTS[:3], Board(3, black="b2 a1", white="c2 a3")], ids=repr)
def test_weights_are_drawn_as_every_sequence_says(board: Board) -> None:
    rng = np.random.default_rng(3)
    ring = rng.integers(1, 5000, (4096, 2), np.int16)
    weights = make_weights(ring, np.array([2000, 9000]))
    theirs = board.white if board.to_move == BLACK else board.black
    last = theirs[-1] if theirs and theirs[-1] else None
    rounds = lanes_of(board, "patterns", 60, weights, last or 0)
    expected = ends_of_weights(board, last, ring, weights.near)
    check_distribution([end for row in rounds for end in row], expected)


@pytest.mark.parametrize("heavy", [1, 40, 4096])
def test_heavy_cells_are_drawn_by_their_weight(heavy: int) -> None:
    board = STARTS[1]
    rng = np.random.default_rng(heavy)
    ring = np.full((4096, 2), 100, np.int16)
    for color in range(2):
        ring[rng.permutation(4096)[:heavy], color] = 8192
    ring[0] = 3000, 7  # open ground
    weights = make_weights(ring, np.array([1024, 1024]))
    assert weights.usual.tolist() == [100 if heavy < 2000 else 8192] * 2
    rounds = lanes_of(board, "patterns", 60, weights)
    expected = ends_of_weights(board, None, ring, weights.near)
    check_distribution([end for row in rounds for end in row], expected)


def test_even_weights_fill_uniformly() -> None:
    board = STARTS[3]
    rounds = lanes_of(board, "patterns", 40, even_weights())
    check_distribution([end for row in rounds for end in row], fillings(board))


def test_pairs_hold_every_bridge_that_is_in_a_pair() -> None:
    board = Board(5, black="c2 d4", white="b2 a4")
    pairs = bridge_pairs(board)
    rounds = lanes_of(board, "pairs", 30, even_weights())
    for row in rounds:
        kept = {p for p in pairs if all(len(p & set(end)) == 1 for end in row)}
        taken = set().union(*kept)
        assert all(p & taken for p in pairs), "a pair could still be made"
        sizes = {len(end) for end in row}
        assert sizes == {2 + (21 + 1) // 2}


def test_pairs_without_a_bridge_fill_uniformly() -> None:
    board = Board(2)
    assert not bridge_pairs(board)
    rounds = lanes_of(board, "pairs", 800, even_weights(), which=[9])
    check_distribution([row[0] for row in rounds], fillings(board))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 11, 19])
def test_lanes_won_equals_the_board(n: int) -> None:
    rng = np.random.default_rng(n)
    plane = np.zeros((n + 2, n + 2), np.uint64)
    plane[[0, -1]] = ~np.uint64(0)
    # A path that winds is the hard case: shares of black from few to many.
    bits = rng.random((64, n, n)) < np.linspace(0.3, 0.7, 64)[:, None, None]
    for lane in range(64):
        plane[1:-1, 1:-1] |= bits[lane].astype(np.uint64) << np.uint64(lane)
    won = int(lanes_won(plane.reshape(-1), n, np.zeros(plane.size, np.uint64)))
    for lane in range(64):
        cells = np.where(bits[lane], 1, -1)
        assert (won >> lane & 1) == (Board.from_array(cells).winner == BLACK)


def test_stones_won_equals_the_board() -> None:
    boards = [*random_boards(2, count(150, 3000), range(1, 9)), *odd_boards().values()]
    boards += degenerate_boards(6) + degenerate_boards(1)
    for board in boards:
        size = (board.n + 2) ** 2
        scratch = np.zeros((2, size), np.uint64)
        cells = framed(board.to_array().reshape(-1), board.n)
        found = stones_won(cells, board.n, *scratch)
        # With both sides joined (no game leads there) either answer will do.
        both = {Board.from_bits(board.n, board.bits(1), 0).winner,
                Board.from_bits(board.n, 0, board.bits(-1)).winner}  # fmt: skip
        assert found == board.winner or both == {1, -1}


@pytest.mark.parametrize("kind", KINDS)
def test_any_board_can_be_played_to_its_end(kind: str) -> None:
    for board in [*degenerate_boards(4), *degenerate_boards(1), Board(19)]:
        found = playouts(board, 70, kind=kind, rng=1)
        assert isinstance(found, Playouts)
        assert found.black_owns.shape == (board.n, board.n)
        array = board.to_array()
        assert (found.black_owns[array == 1] == 1).all()
        assert (found.black_owns[array == -1] == 0).all()
        if board.winner:
            assert found.black_wins == (board.winner == BLACK)
        free = len(board.empty)
        own = (free + 1) // 2 if board.to_move == BLACK else free // 2
        assert np.isclose(found.black_owns.sum(), len(board.black) + own)


def test_the_same_seed_gives_the_same() -> None:
    board = Board(7, black="d4")
    one, two, other = (playouts(board, 500, kind="bridges", rng=seed) for seed in (3, 3, 4))
    assert one.black_wins == two.black_wins
    assert (one.black_owns == two.black_owns).all()
    assert (one.black_owns != other.black_owns).any()


def test_what_is_no_playout_is_said() -> None:
    with pytest.raises(ValueError, match="'wild' is no kind of playout"):
        playouts(Board(3), kind="wild")
    with pytest.raises(ValueError, match="count must be at least 1, not 0"):
        playouts(Board(3), 0)
    with pytest.raises(ValueError, match="no stone of the player who moved before: 4"):
        playouts(Board(3), last=4)


@pytest.mark.long
def test_shares_of_wins_on_3x3_and_4x4() -> None:
    """The mean over many playouts against every filling: shared pairings do not bias it."""
    for board in random_boards(11, count(12, 60), [3, 4]):
        expected = sum(share for end, share in fillings(board).items() if black_wins(board.n, end))
        found = playouts(board, 64 * 4000, rng=2).black_wins
        # The worst case: all 64 of a batch alike.
        assert abs(found - expected) < 4 * 0.5 / 4000**0.5
