"""Proofs that serve other positions: each against a solver that knows nothing of hexlab's."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest
from counts import count
from pattern_search import PatternSearch

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of, grid
from hexlab.search import Mcts, MctsOptions, solve
from hexlab.search.node import Judge
from hexlab.search.proofs import NEED, OWN, Proofs, add_proof, make_proofs, use_proofs

# A proof as plain sets of bits: who wins, whether moving first, own, need, move.
Plain = tuple[int, bool, int, int, int]


@lru_cache(maxsize=None)
def plain_solver(n: int) -> PatternSearch:
    return PatternSearch(n)


def bits(words: np.ndarray) -> int:
    return sum(int(word) << 64 * i for i, word in enumerate(words))


def words(cells: int, n: int) -> np.ndarray:
    return np.array([cells >> 64 * i & (1 << 64) - 1 for i in range((n * n + 63) // 64)], np.uint64)


def plain(proofs: Proofs) -> Iterator[Plain]:
    for kind in range(4):
        for row in range(min(int(proofs.added[kind]), proofs.moves.shape[1])):
            own, need = (bits(proofs.sets[kind, row, which]) for which in (OWN, NEED))
            move = int(proofs.moves[kind, row])
            yield (BLACK, WHITE)[kind // 2], kind % 2 == 0, own, need, move


def wrong(n: int, proof: Plain) -> str:
    """What is wrong with a proof: its winner gets `own`, the opponent all outside of the sets."""
    winner, first, own, need, move = proof
    other = grid(n).all & ~own & ~need
    if own & need:
        return "a needed cell holds a stone"
    if not need:
        return "nothing is needed"
    black, white = (own, other) if winner == BLACK else (other, own)
    if plain_solver(n).winner(black, white, winner if first else -winner) != winner:
        return f"{proof} does not hold on {n}×{n}"
    if first:
        if not need >> move & 1:
            return "the winning move is not needed"
        black, white = (black | 1 << move, white) if winner == BLACK else (black, white | 1 << move)
        if plain_solver(n).winner(black, white, -winner) != winner:
            return f"the move of {proof} does not win on {n}×{n}"
    return ""


def positions(n: int, stones: range, many: int, seed: int = 0) -> Iterator[Board]:
    """Random positions with so many stones, nearly as many of each color, nobody having won."""
    rng = np.random.default_rng(seed or n)
    while many:
        number = int(rng.choice(stones))
        cells = rng.permutation(n * n)[:number].tolist()
        half = number // 2 + int(rng.integers(-1, 2))
        board = Board(n, cells[: max(half, 0)], cells[max(half, 0) :], int(rng.choice((1, -1))))
        if not board.winner:
            many -= 1
            yield board


def found_proofs(board: Board) -> Iterator[Plain]:
    """Those of a search that the plain solver decides quickly."""
    engine = solve(board, memory_mb=4).engine
    assert engine is not None
    return (proof for proof in plain(engine.stack.proofs) if proof[3].bit_count() <= 18)


def tree_proofs(board: Board, **options) -> Iterator[Plain]:
    """Those of a Monte Carlo search."""
    search = Mcts(board.n, MctsOptions(memory_mb=4, **options))
    search.search(board, simulations=3000, rng=1)
    return (p for p in plain(search._knowledge.proofs) if p[3].bit_count() <= 18)


# -- every proof holds by itself -----------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_proofs_of_all_openings_hold_by_themselves(n: int) -> None:
    seen = 0
    for cell in range(n * n):
        for proof in found_proofs(Board(n).play(cell)):
            assert not wrong(n, proof)
            seen += 1
    assert seen >= {2: 2, 3: 8, 4: 20}[n]


@pytest.mark.parametrize(
    ("n", "stones", "many"), [(3, range(6), 60), (4, range(9), 60), (5, range(2, 9), 15)]
)
def test_proofs_hold_by_themselves(n: int, stones: range, many: int) -> None:
    for board in positions(n, stones, many):
        for proof in found_proofs(board):
            assert not wrong(n, proof)


@pytest.mark.long
@pytest.mark.parametrize(
    ("n", "stones", "many"),
    [(4, range(9), 5_000), (5, range(3, 12), 2_000), (6, range(8, 15), 1_000)],
)
def test_many_proofs_hold_by_themselves(n: int, stones: range, many: int) -> None:
    seen = 0
    for board in positions(n, stones, count(many // 20, many)):
        for proof in found_proofs(board):
            assert not wrong(n, proof)
            seen += 1
    assert seen > {4: 200, 5: 100, 6: 90}[n]


@pytest.mark.parametrize(
    ("n", "stones", "many"),
    [(2, range(2), 4), (3, range(6), 60), (4, range(9), 60), (5, range(2, 9), 30)],
)
@pytest.mark.parametrize("knowledge", [1, 8, 64])
def test_proofs_of_tree_searches_hold_by_themselves(
    n: int, stones: range, many: int, knowledge: int
) -> None:
    seen = 0
    for board in positions(n, stones, many, seed=100 + knowledge):
        for proof in tree_proofs(board, knowledge=knowledge):
            assert not wrong(n, proof)
            seen += 1
    assert seen > 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("n", "stones", "many"),
    [(4, range(9), 3_000), (5, range(3, 12), 1_500), (6, range(8, 15), 500)],
)
def test_many_proofs_of_tree_searches_hold_by_themselves(n: int, stones: range, many: int) -> None:
    seen = 0
    for index, board in enumerate(positions(n, stones, count(many // 20, many), seed=7)):
        for proof in tree_proofs(board, knowledge=2 ** (index % 7)):
            assert not wrong(n, proof)
            seen += 1
    assert seen > {4: 100, 5: 100, 6: 30}[n]


def test_a_proof_without_the_stones_it_needs_is_found_out() -> None:
    found = [
        wrong(4, (winner, first, 0, need, move))
        for board in positions(4, range(4, 9), 60)
        for winner, first, _, need, move in found_proofs(board)
    ]
    assert any(found)


# -- local fill-in -------------------------------------------------------------------------------


def check_local(board: Board, rng: np.random.Generator) -> int:
    """Leave the owner some empty cells and the groups that touch them: the fill-in still holds.

    Returns how many cells were filled.
    """
    n, g = board.n, grid(board.n)
    cells = board.to_array().reshape(-1)
    Judge(n).fill(cells, 0, local=True)
    number = 0
    for player in (BLACK, WHITE):
        own, other = board.bits(player), board.bits(-player)
        filled = sum(1 << c for c in range(n * n) if cells[c] == player) & ~own
        if not filled:
            continue
        number += filled.bit_count()
        empty = g.all & ~own & ~other
        need = filled | sum(1 << c for c in cells_of(empty) if rng.random() < 0.5)
        kept = g.flood(need, own | need) & own
        rest = g.all & ~need & ~kept
        for mover in (BLACK, WHITE):
            then, before = (
                plain_solver(n).winner(*((mine, rest) if player == BLACK else (rest, mine)), mover)
                for mine in (kept | filled, kept)
            )
            assert then != player or before == player, (board, player, filled, need)
    return number


@pytest.mark.parametrize(
    ("n", "stones", "many"),
    [(2, range(4), 100), (3, range(1, 9), 300), (4, range(2, 16), 200), (5, range(11, 25), 60)],
)
def test_local_fill_in_needs_no_stones_elsewhere(n: int, stones: range, many: int) -> None:
    rng = np.random.default_rng(n)
    assert sum(check_local(board, rng) for board in positions(n, stones, many)) > 50


@pytest.mark.long
@pytest.mark.parametrize(
    ("n", "stones", "many"),
    [(4, range(2, 16), 100_000), (5, range(9, 25), 20_000), (6, range(20, 36), 5_000)],
)
def test_local_fill_in_needs_no_stones_elsewhere_on_many(n: int, stones: range, many: int) -> None:
    rng = np.random.default_rng(10 + n)
    sample = count(many // 20, many)
    assert sum(check_local(board, rng) for board in positions(n, stones, sample)) > sample // 4


# -- use -----------------------------------------------------------------------------------------


def slow_use(known: list[Plain], board: Board) -> tuple[int, int, int]:
    """(verdict, union, common) by definition; of a decided position no sets."""
    mover = board.to_move
    ours, theirs = board.bits(mover), board.bits(-mover)
    empty = grid(board.n).all & ~ours & ~theirs
    common = empty
    union = 0
    verdict = 0
    met = True
    for winner, first, own, need, _ in known:
        mine, his = (ours, theirs) if winner == mover else (theirs, ours)
        if need & his:
            continue
        if winner == mover:
            lacking = own & ~mine
            # With one stone more he could move second.
            if not lacking or (not first and lacking.bit_count() == 1 and lacking & empty):
                verdict = verdict or 1
        elif not own & ~mine:
            if not first:
                return -1, 0, 0
            common, union = common & need, union | need & empty
            met &= bool(common)
    return (verdict or (0 if met else -1)), union, common


@pytest.mark.parametrize("n", [2, 3, 5, 9])
def test_use_equals_the_definition(n: int) -> None:
    rng = np.random.default_rng(n)
    verdicts = set()
    for _ in range(300):
        proofs = make_proofs(n, 32)
        for _ in range(int(rng.integers(0, 30))):
            cells = rng.choice((BLACK, WHITE, 0), n * n, p=(0.1, 0.1, 0.8)).astype(np.int8)
            need = sum(1 << c for c in range(n * n) if cells[c] == 0 and rng.random() < 3 / n**2)
            move = int(rng.choice([*cells_of(need), -1]))
            winner = int(rng.choice((BLACK, WHITE)))
            add_proof(proofs, n, cells, winner, words(need, n), move)
        known = list(plain(proofs))
        board = Board.from_array(
            rng.choice((BLACK, WHITE, 0), (n, n), p=(0.4, 0.2, 0.4)), int(rng.choice((1, -1)))
        )
        ways = np.zeros((2, len(words(0, n))), np.uint64)
        cells = board.to_array().reshape(-1)
        verdict, move = use_proofs(proofs, n, cells, board.to_move, ways)
        expected, union, common = slow_use(known, board)
        assert verdict == expected
        verdicts.add(verdict)
        if verdict == 0:
            # A way that leaves no fewer moves is passed over.
            assert bits(ways[0]) & ~union == 0
            assert bits(ways[1]) == common
        elif verdict == 1 and move < n * n:
            assert cells[move] == 0
            assert bits(ways[0]) >> move & 1
        assert bits(ways[0]) & (board.bits(BLACK) | board.bits(WHITE)) == 0
    assert verdicts == {-1, 0, 1}


def test_own_are_the_groups_that_touch_a_needed_cell() -> None:
    board = Board(5, black="a1 a2 e5 c1", white="c3")
    proofs = make_proofs(5)
    need = sum(1 << cell for cell in (10, 11))  # a3 b3
    add_proof(proofs, 5, board.to_array().reshape(-1), BLACK, words(need, 5), -1)
    [(winner, first, own, needed, _)] = plain(proofs)
    assert (winner, first, needed) == (BLACK, False, need)
    assert own == 1 << 0 | 1 << 5


def test_the_oldest_proof_gives_way() -> None:
    proofs, cells = make_proofs(2, 2), np.zeros(4, np.int8)
    for need in (1, 2, 4):
        add_proof(proofs, 2, cells, BLACK, words(need, 2), -1)
    assert sorted(proof[3] for proof in plain(proofs)) == [2, 4]
