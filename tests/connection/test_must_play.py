"""Must-play against the exhaustive tables of small boards."""

from __future__ import annotations

import numpy as np
import pytest
from connection_oracles import holds, position_number, solved, win
from counts import count
from positions import odd_boards, random_board

from hexlab import BLACK, WHITE, Board
from hexlab.board.notation import EMPTY, cell_id
from hexlab.connection.must_play import MustPlay, mustplay, spanning


def winning(board: Board, player: int, table: np.ndarray) -> set[int]:
    """The winning moves of `player`, by the table of all positions."""
    # The opponent moves next: bit 2 of the table says that Black wins with White to move.
    bit = 2 if player == BLACK else 1
    return {
        cell
        for cell in board.empty
        if (table[position_number(board.play(cell, player))] & bit != 0) == (player == BLACK)
    }


def check(must: MustPlay, winners: set[int]) -> None:
    """What must hold for every position, `winners` being the winning moves."""
    board, player = must.board, must.player
    over = board.winner
    assert not (must.lost and must.won)
    assert set(must.cells) <= set(board.empty)
    if must.lost:
        assert must.cells == ()
    if over:
        assert (must.won, must.lost) == (over == player, over != player)
        assert must.proof == ()
        assert must.keep is None
        return
    assert winners <= set(must.cells)
    if must.lost:
        assert must.proof
        assert not winners
    if must.won:
        assert must.keep is not None
    common = -1
    for one in must.carriers:
        assert one.player == -player
        assert set(one.ends) == {-1, -2}
        common &= one.carrier
    if must.carriers and not any(one.full for one in must.carriers):
        assert sum(1 << cell for cell in must.cells) == common & board.bits(EMPTY)
    if not must.carriers:
        assert must.cells == tuple(board.empty)


def positions(n: int, seed: int, amount: int) -> list[Board]:
    rng = np.random.default_rng(seed)
    return [random_board(rng, n) for _ in range(amount)]


def all_of_3x3(step: int) -> list[Board]:
    digits = [[number // 3**cell % 3 for cell in range(9)] for number in range(0, 3**9, step)]
    return [Board.from_array(np.array([0, 1, -1])[np.reshape(d, (3, 3))]) for d in digits]


@pytest.mark.long
def test_every_position_of_3x3() -> None:
    table = solved(3)
    seen = lost = 0
    for board in all_of_3x3(count(5, 1)):
        for player in (BLACK, WHITE):
            must = mustplay(board, player)
            winners = winning(board, player, table)
            check(must, winners)
            if must.won and must.keep:
                assert winners
            if not board.winner:
                seen += must.lost
                lost += not winners
    assert seen >= 0.99 * lost


def test_sampled_positions_of_4x4() -> None:
    table = solved(4)
    for board in positions(4, 11, count(150, 20_000)):
        for player in (BLACK, WHITE):
            check(mustplay(board, player), winning(board, player, table))


@pytest.mark.parametrize("quality", ["fast", "deep", "canonical"])
def test_every_preset(quality: str) -> None:
    table = solved(4)
    for board in positions(4, 12, count(25, 2_000)):
        for player in (BLACK, WHITE):
            check(mustplay(board, player, quality=quality), winning(board, player, table))


@pytest.mark.parametrize("n", [4, pytest.param(5, marks=pytest.mark.long)])
def test_deduction_leaves_fewer_cells(n: int) -> None:
    rng = np.random.default_rng(13)
    fewer = decided = 0
    for _ in range(count(25, 3_000)):
        board = Board(n)
        for cell in rng.permutation(n * n)[: int(rng.integers(n - 2, 2 * n))]:
            board = board.play(int(cell))
        for player in (BLACK, WHITE):
            plain, deep = (mustplay(board, player, depth=depth) for depth in (0, 2))
            winners = {c for c in board.empty if win(board.play(c, player), -player) == player}
            check(deep, winners)
            assert set(deep.cells) <= set(plain.cells)
            assert deep.lost >= plain.lost
            assert deep.won >= plain.won
            fewer += len(deep.cells) < len(plain.cells)
            decided += (deep.lost, deep.won) != (plain.lost, plain.won)
    assert fewer
    assert decided


@pytest.mark.parametrize("name", odd_boards())
def test_odd_boards(name: str) -> None:
    board = odd_boards()[name]
    for player in (BLACK, WHITE):
        must = mustplay(board, player)
        check(must, set())
        assert str(must)
        for one in must.proof:
            if one.carrier.bit_count() <= 16:
                assert holds(
                    board.n,
                    -player,
                    board.bits(-player),
                    *one.ends,
                    one.carrier,
                    mover_first=not one.full,
                )


def test_3x3_after_the_center() -> None:
    """Black has won; what Black does after each of White's replies (Gao 4, oracle 1)."""
    board = Board(3, black="b2")
    must = mustplay(board, "white")
    assert must.lost
    assert [one.full for one in must.proof] == [True]
    answers = {"a1": "b1 c1 a3 b3", "b1": "c1", "c1": "b1", "a2": "b1 c1 a3 b3"}
    table = solved(3)
    for reply, good in answers.items():
        after = board.play(reply, WHITE)
        assert winning(after, BLACK, table) >= {cell_id(name, 3) for name in good.split()}
        mine = mustplay(after, "black")
        assert mine.won
        assert mine.keep is not None


def test_who_is_to_move_does_not_matter() -> None:
    board = Board(5, black="c3 b4", white="d2 c2")
    moved = Board(5, black="c3 b4", white="d2 c2", to_move=-board.to_move)
    for player in (BLACK, WHITE):
        one, other = mustplay(board, player), mustplay(moved, player)
        assert (one.cells, one.lost, one.won) == (other.cells, other.lost, other.won)


def test_few_carriers_are_enough() -> None:
    for board in positions(5, 5, 30):
        must = mustplay(board, "black")
        if len(must.carriers) < 2:
            continue
        for one in must.carriers:
            rest = -1
            for other in must.carriers:
                rest &= other.carrier if other is not one else -1
            assert rest & board.bits(EMPTY) & ~sum(1 << c for c in must.cells)
    assert spanning(()) == ((), -1)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="green"):
        mustplay(Board(3), "green")
    with pytest.raises(ValueError, match="no option"):
        mustplay(Board(3), "black", crossing=2)
