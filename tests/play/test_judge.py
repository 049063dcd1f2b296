from functools import lru_cache

import pytest
from match_players import Chance, Faulty, First, Resigning

from hexlab import Board
from hexlab.play.judge import Judge, WinsKept, given_away, wins_kept
from hexlab.play.match import play_match
from hexlab.play.referee import Rules, play_game


@lru_cache(maxsize=None)
def slow_winner(board):
    """By trying all moves."""
    if board.winner:
        return board.winner
    mover = board.to_move
    return mover if any(slow_winner(board.play(c)) == mover for c in board.empty) else -mover


def slow_counts(record):
    board = Board(record.size)
    counts = {record.black: [0, 0], record.white: [0, 0]}
    for ply, name in enumerate(record.moves, start=1):
        mover = board.to_move
        player = record.black if mover == 1 else record.white
        if name == "resign":
            after = -mover
        else:
            board, before = board.play(name), board
            after = slow_winner(board)
            won = slow_winner(before) == mover
        if name == "resign":
            won = slow_winner(board) == mover
        if ply in {turn["ply"] for turn in record.turns}:
            counts[player][0] += won
            counts[player][1] += won and after == -mover
    return {name: WinsKept(*pair, games=1) for name, pair in counts.items()}


@pytest.mark.parametrize("seed", range(8))
def test_equals_exhaustive_search(seed):
    judge = Judge(3)
    for black, white in ((Chance("a"), Chance("b")), (Resigning(), Chance("b"))):
        record = play_game(black, white, Rules(3), opening=(seed,), seed=seed)
        assert given_away(record, judge) == slow_counts(record)


def test_a_fault_is_no_gift():
    record = play_game(Faulty("raises"), First(), Rules(3))
    kept = given_away(record, Judge(3))
    assert kept[record.loser].given_away <= kept[record.loser].won <= 1


def test_what_the_nodes_do_not_decide_is_open():
    record = play_game(Chance("a"), Chance("b"), Rules(6), seed=1)
    kept = given_away(record, Judge(6, nodes=1))
    assert sum(one.open for one in kept.values()) > 5


def test_a_whole_match():
    match = play_match([Chance("a"), Chance("b"), First()], n=3, seed=2)
    kept = wins_kept(match.records)
    assert list(kept) == ["a", "b", "first"]
    assert {one.games for one in kept.values()} == {20}
    judge = Judge(3)
    each = [given_away(record, judge) for record in match.records]
    for name, one in kept.items():
        assert one.given_away == sum(g[name].given_away for g in each if name in g)
        assert one.won == sum(g[name].won for g in each if name in g)
    assert kept["a"].given_away > 0
