"""Games that searches play against themselves."""

from __future__ import annotations

from hexlab.data.games import game_from_row
from hexlab.data.selfplay import SelfPlay, play_selfplay

TINY = SelfPlay("Small games", ((5, 3), (1, 1), (3, 2)), 30, 0.5, seed=7)


def test_games_end_with_the_winning_stone() -> None:
    for index in range(len(TINY)):
        row = play_selfplay(index, TINY)
        boards = game_from_row(row).boards()
        assert row["n"] == TINY.size_of(index) == boards[0].n
        assert boards[-1].winner == row["winner"] != 0
        assert not any(board.winner for board in boards[:-1])


def test_a_game_depends_on_seed_and_index_only() -> None:
    assert play_selfplay(1, TINY) == play_selfplay(1, TINY)
    assert len({tuple(play_selfplay(i, TINY)["moves"]) for i in range(3)}) == 3
