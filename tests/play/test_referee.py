import json

import numpy as np
import pytest
from match_players import (
    Chance,
    Faulty,
    First,
    Last,
    NoChoice,
    Odd,
    Resigning,
    Swapping,
    Tampering,
    Telling,
    Trap,
)

from hexlab import Board, Game
from hexlab.play.player import Choice, Limit
from hexlab.play.records import ENDS, GameRecord
from hexlab.play.referee import Rules, move_seed, play_game
from hexlab.search.dfpn import solve

RULES = Rules(4)


def replayed(record, start=None):
    """The boards of a game by its moves, checked to be legal and undecided till the end."""
    board = Board(record.size)
    boards = [board]
    for move in record.moves:
        if move in ("forfeit", "resign"):
            break
        assert not board.winner
        board = board.swap() if move == "swap-pieces" else board.play(move)
        boards.append(board)
    return boards


@pytest.mark.parametrize("n", [1, 2, 3, 5])
@pytest.mark.parametrize("seed", range(5))
def test_games_end_with_the_winning_chain(n, seed):
    record = play_game(Chance("a"), Chance("b"), Rules(n), seed=seed, game=seed)
    last = replayed(record)[-1]
    assert record.end == "chain"
    assert record.color == {1: "black", -1: "white"}[last.winner]
    assert record.winner == {"black": "a", "white": "b"}[record.color]
    assert len(record.turns) == record.plies == len(record.moves) == len(last)
    assert Game.from_sgf(record.sgf).winner == last.winner
    assert [turn["ply"] for turn in record.turns] == list(range(1, record.plies + 1))


def test_an_opening_is_played_first():
    record = play_game(First(), Last(), RULES, opening=(5, 9, 2))
    assert record.opening == "b2-b3-c1"
    assert record.moves[:3] == ("b2", "b3", "c1")
    assert record.turns[0]["ply"] == 4
    assert record.turns[0]["color"] == "white"


def test_a_game_depends_on_seed_and_index_only():
    def moves(seed, game):
        return play_game(Chance("a"), Chance("b"), RULES, seed=seed, game=game).moves

    assert moves(1, 1) == moves(1, 1)
    assert len({moves(1, 1), moves(1, 2), moves(2, 1)}) == 3
    seeds = {move_seed(s, g, p) for s in range(3) for g in range(20) for p in range(20)}
    assert len(seeds) == 1200
    assert all(0 <= seed < 2**63 for seed in seeds)


@pytest.mark.parametrize(
    ("fault", "end", "reason"),
    [
        ("occupied", "illegal", "a1 is occupied"),
        ("off", "illegal", "cell 16 is off the board"),
        ("negative", "illegal", "cell -1 is off the board"),
        ("word", "illegal", "'c9' is no move"),
        ("nothing", "illegal", "None is no move"),
        ("fraction", "illegal", "0.5 is no move"),
        ("truth", "illegal", "True is no move"),
        ("swap", "illegal", "'swap-pieces' is no move"),
        ("raises", "crash", "RuntimeError: out of ideas"),
        ("start", "crash", "RuntimeError: no book"),
        ("times out", "time", "TimeoutError: no answer"),
    ],
)
@pytest.mark.parametrize("color", ["black", "white"])
def test_a_fault_loses_and_is_recorded(fault, end, reason, color):
    players = [Faulty(fault), Last()]
    record = play_game(*(players if color == "black" else players[::-1]), RULES)
    assert (record.winner, record.loser, record.end) == ("last", f"faulty-{fault}", end)
    assert record.reason == reason
    assert record.faulty
    assert end in ENDS
    game = Game.from_sgf(record.sgf)
    assert game.winner == {"black": -1, "white": 1}[color]
    assert game.last().moves[-1].kind == "forfeit"
    assert record.plies == len(record.turns) == len(record.moves) - 1


def test_a_session_that_gives_no_choice_loses():
    record = play_game(NoChoice(), First(), RULES)
    assert (record.end, record.reason) == ("crash", "it chose 5, which is no Choice")


@pytest.mark.parametrize(
    ("choice", "end"),
    [
        (Choice(np.array([0, 1])), "illegal"),
        (Choice(Trap()), "illegal"),
        (Choice(10**5000), "illegal"),
        (Choice("\ud800"), "illegal"),
        (Trap(), "crash"),
        (SystemExit(3), "crash"),
        (RuntimeError("\ud800 \x00 ]; \\"), "crash"),
        (Choice(0, value=Trap(), scores=Trap()), "crash"),
    ],
    ids=["array", "trap", "huge", "surrogate", "no choice", "exit", "odd words", "scores"],
)
def test_whatever_a_player_gives_the_game_has_a_winner_and_a_record(choice, end):
    record = play_game(Odd(choice), First(), Rules(4, temperature=1.0))
    assert (record.winner, record.end, bool(record.reason)) == ("first", end, True)
    text = json.dumps(record.to_row(), ensure_ascii=False).encode()
    assert GameRecord.from_row(json.loads(text)) == record
    assert Game.from_sgf(record.sgf).winner == -1


def test_odd_facts_about_a_move_are_left_out():
    info = {"nodes": 10**30, "depth": "deep", "note": "\ud800", "trap": Trap(), 5: 5}
    choice = Choice(5, value=Trap(), scores=np.array([1e308, -1e308] * 8), info=info)
    record = play_game(Odd(choice), First(), Rules(4, temperature=1e-320))
    assert record.moves[0] == "b2"
    assert record.turns[0].items() >= {"depth": "deep", "note": "?"}.items()
    assert not {"nodes", "trap", "value"} & set(record.turns[0])


@pytest.mark.parametrize("temperature", [1e-320, 1e308])
def test_any_temperature_draws_moves(temperature):
    record = play_game(Telling(), First(), Rules(3, temperature=temperature))
    assert record.end == "chain"
    if temperature < 1:
        assert record.moves[0] == "a1"


def test_time_runs_out():
    record = play_game(Faulty("slow"), First(), Rules(4, patience=0.1))
    assert (record.winner, record.end) == ("first", "time")
    assert "0.1 s are allowed" in record.reason
    assert record.seconds[0] >= 0.3
    assert Game.from_sgf(record.sgf).result == "W+Time"


def test_who_may_take_how_long():
    timed = Rules(5, Limit(seconds=2.0))
    assert timed.patience_with(Telling()) == 11.0
    assert timed.patience_with(First()) is None
    assert Rules(5).patience_with(Telling()) is None
    assert Rules(5, Limit(seconds=2.0), patience=1.0).patience_with(First()) == 1.0


def test_resigning():
    record = play_game(Resigning(), First(), RULES)
    assert (record.winner, record.color, record.end) == ("first", "white", "resign")
    assert not record.faulty
    assert Game.from_sgf(record.sgf).result == "W+Resign"


@pytest.mark.parametrize("other", [First(), Tampering()])
def test_what_a_player_does_to_its_game_does_not_matter(other):
    plain = play_game(First(), First(), RULES)
    for black, white in ((Tampering(), other), (other, Tampering())):
        record = play_game(black, white, RULES)
        assert record.moves == plain.moves
        assert record.end == "chain"


def test_swap():
    record = play_game(First(), Swapping(), Rules(4, swap=True))
    assert record.moves[:3] == ("a1", "swap-pieces", "b1")
    assert record.turns[1] == record.turns[1] | {"ply": 2, "color": "white", "move": "swap-pieces"}
    assert replayed(record)[2].white == (0,)
    assert record.end == "chain"
    # A player that has no opinion goes by the table: on 4×4 a1 loses, d1 wins.
    table = Rules(4, swap=True)
    assert "swap-pieces" not in play_game(Chance("a"), First(), table, opening=(0,)).moves
    assert play_game(Chance("a"), First(), table, opening=(3,)).moves[1] == "swap-pieces"
    assert "swap-pieces" not in play_game(Last(), Swapping(), Rules(4, swap=True)).moves
    assert "swap-pieces" not in play_game(First(), Swapping(), RULES).moves
    # Not twice, and only the second player.
    opened = play_game(Swapping(), Swapping(), Rules(4, swap=True), opening=(0,))
    assert opened.moves.count("swap-pieces") == 1


def test_what_a_player_tells_is_kept_as_json():
    record = play_game(Telling(), First(), RULES)
    first = record.turns[0]
    assert {key: first[key] for key in first if key != "seconds"} == {
        "ply": 1,
        "color": "black",
        "move": "a1",
        "value": 0.25,
        "nodes": 7,
        "simulations": 9,
        "depth": 2,
        "limit": "seconds",
        "alpha": 0.5,
    }
    again = GameRecord.from_row(json.loads(json.dumps(record.to_row())))
    assert again == record
    assert record.seconds[0] == pytest.approx(
        sum(turn["seconds"] for turn in record.turns if turn["color"] == "black"), abs=0.01
    )


def test_a_temperature_draws_by_the_scores():
    def first_moves(temperature):
        rules = Rules(4, temperature=temperature)
        return [play_game(Telling(), First(), rules, game=i).moves[0] for i in range(60)]

    assert set(first_moves(0.001)) == {"a1"}
    warm = first_moves(0.3)
    assert len(set(warm)) > 3
    assert warm == first_moves(0.3)
    # Cells are scored from 1 (a1) down to 0 (d4).
    assert warm.count("a1") > warm.count("d4")
    # A player without scores plays its own moves.
    assert play_game(First(), First(), Rules(4, temperature=1.0)).moves == (
        play_game(First(), First(), RULES).moves
    )


@pytest.mark.parametrize("seed", range(6))
def test_adjudication_is_right_and_early(seed):
    plain = play_game(Chance("a"), Chance("b"), Rules(4), seed=seed)
    record = play_game(Chance("a"), Chance("b"), Rules(4, adjudicate=500), seed=seed)
    assert record.moves == plain.moves[: record.plies]
    if record.end == "adjudicated":
        last = replayed(record)[-1]
        assert {1: "a", -1: "b"}[solve(last).winner] == record.winner
        assert record.plies < plain.plies
        assert Game.from_sgf(record.sgf).winner == solve(last).winner
    else:
        assert record.moves == plain.moves
    again = play_game(Chance("a"), Chance("b"), Rules(4, adjudicate=500), seed=seed)
    assert again.moves == record.moves


def test_a_small_budget_adjudicates_later():
    few, many = (
        play_game(Chance("a"), Chance("b"), Rules(6, adjudicate=nodes), seed=3)
        for nodes in (1, 2000)
    )
    assert many.plies < few.plies


def test_interrupts_come_through_and_sessions_are_closed():
    closed = []

    class Interrupted(First):
        def start(self, game):
            session = super().start(game)

            def choose(*_):
                raise KeyboardInterrupt

            session.choose = choose
            session.close = lambda: closed.append(True)
            return session

    with pytest.raises(KeyboardInterrupt):
        play_game(Interrupted(), First(), RULES)
    assert closed == [True]


@pytest.mark.parametrize("name", ["adjudicate", "temperature", "patience"])
def test_rules_are_positive(name):
    with pytest.raises(ValueError, match=f"{name} must be above 0"):
        Rules(5, **{name: 0})


def test_a_record_lacking_something_is_refused():
    row = play_game(First(), Last(), RULES).to_row()
    del row["end"]
    with pytest.raises(ValueError, match="no 'end'"):
        GameRecord.from_row(row)


def damaged_values():
    """(field, value) that no game gives."""
    odd = [None, -1, 0.5, True, "x", [1], {}, 10**30, [{}], [{"color": "green"}]]
    fits = {"black": str, "white": str, "opening": str, "reason": str, "sgf": str}
    for field in play_game(First(), Last(), RULES).to_row():
        for value in odd:
            if not isinstance(value, fits.get(field, bytes)):
                yield field, value


@pytest.mark.parametrize(("field", "value"), list(damaged_values()))
def test_a_record_of_something_else_is_refused(field, value):
    row = {**play_game(First(), Last(), RULES).to_row(), field: value}
    with pytest.raises(ValueError, match="a record of a game c"):
        GameRecord.from_row(row)


def test_players_get_other_random_numbers_for_each_move():
    record = play_game(Chance("a"), Chance("b"), Rules(7), seed=5)
    cells = [list(Board(7).empty).index(Game(7).play(move).moves[0].cell) for move in record.moves]
    assert len(set(np.diff(cells))) > 5
