import itertools
import math

import numpy as np
import pytest
from match_players import Chance, Faulty, First, Last, record

from hexlab.play.match import play_match
from hexlab.play.rating import expected_score
from hexlab.play.records import game_rows, move_rows, read_match, write_tables
from hexlab.play.summary import (
    opening_pairs,
    pair_points,
    score_pair,
    sign_test,
    summarize,
    unique_games,
)
from hexlab.run.estimate import proportion


def simulated(difference, openings, rounds, rng):
    """Games of a and b: each opening helps Black by its Elo."""
    games = []
    for turn in range(rounds):
        for name, help_ in openings.items():
            for black, white, sign in (("a", "b", 1), ("b", "a", -1)):
                won = rng.random() < expected_score(sign * difference + help_)
                color = "black" if won else "white"
                games.append(record(len(games), black, white, color, name, turn))
    return games


@pytest.mark.parametrize("n", range(7))
def test_the_sign_test_equals_counting_all_signs(n):
    for up in range(n + 1):
        points = [1.0] * up + [0.0] * (n - up) + [0.5, 0.5]
        sums = [sum(signs) for signs in itertools.product((0, 1), repeat=n)]
        greater = sum(s >= up for s in sums) / len(sums)
        assert sign_test(points, "greater") == pytest.approx(greater)
        far = sum(abs(s - n / 2) >= abs(up - n / 2) for s in sums) / len(sums)
        assert sign_test(points) == pytest.approx(far)
    with pytest.raises(ValueError, match="alternative"):
        sign_test([1.0], "less")


def test_opening_pairs_are_found_whatever_the_order():
    games = [
        record(0, "a", "b", "black"),
        record(1, "b", "a", "black"),
        record(2, "a", "b", "black", turn=1),
        record(3, "a", "b", "white", opening="b1"),
        record(4, "b", "a", "black", opening="b1"),
        record(5, "b", "a", "white", turn=1),
        record(6, "a", "b", "white", opening="c1"),
    ]
    for order in (games, games[::-1]):
        assert {frozenset(g.game for g in pair) for pair in opening_pairs(order)} == {
            frozenset((0, 1)),
            frozenset((2, 5)),
            frozenset((3, 4)),
        }
        assert sorted(pair_points(order, "a", "b")) == [0.0, 0.5, 1.0]
        assert sorted(pair_points(order, "b", "a")) == [0.0, 0.5, 1.0]
    score = score_pair(games, "a", "b")
    assert (score.wins, score.games, score.pairs, score.score.value) == (3, 7, 3, 0.5)
    with pytest.raises(ValueError, match="played no game"):
        score_pair(games, "a", "c")


def test_the_plain_interval_is_that_of_the_thesis():
    """Table 4.6: 79.3 ± 3.1 of 676 games."""
    games = [record(i, "a", "b", "black" if i < 536 else "white") for i in range(676)]
    plain = score_pair(games, "a", "b").plain
    assert round(100 * plain.value, 1) == 79.3
    assert round(100 * (plain.high - plain.value), 1) == 3.1


def test_intervals_over_pairs_cover_as_often_as_they_say():
    rng = np.random.default_rng(2)
    openings = {f"o{i}": help_ for i, help_ in enumerate(rng.choice([-300, 300], 60))}
    true = np.mean(
        [
            (expected_score(50 + h) + 1 - expected_score(-50 + h)) / 2  # as Black, as White
            for h in openings.values()
        ]
    )
    held = 0
    for _ in range(150):
        found = score_pair(simulated(50, openings, 1, rng), "a", "b", draws=300).score
        held += found.low <= true <= found.high
    assert abs(held / 150 - 0.95) < 3 * math.sqrt(0.95 * 0.05 / 150)


def test_pairs_that_are_all_alike_still_have_an_interval():
    games = [record(i, *("ab" if i % 2 else "ba"), "white" if i % 2 else "black", f"o{i // 2}")
             for i in range(8)]  # fmt: skip
    score = score_pair(games, "b", "a").score
    assert score == proportion(4, 4)
    assert score.low < 0.6


def test_a_summary_of_a_real_match():
    match = play_match([First(), Last(), Chance(), Faulty("raises")], n=4, games=8, seed=1)
    summary = summarize(match.records, anchor="chance", draws=200)
    assert summary.games == 48
    assert len(summary.pairs) == 6
    black = sum(r.color == "black" for r in match.records)
    assert summary.first_player == proportion(black, 48)
    assert summary.adjudicated == 0
    assert set(summary.faults) == {"faulty-raises"}
    assert summary.ratings.players[0] == "chance"
    assert set(summary.intervals) == {"first", "last", "chance", "faulty-raises"}
    assert set(summary.seconds) == set(summary.intervals)
    adjusted = [pair.adjusted for pair in summary.pairs]
    assert all(a >= pair.p_value for a, pair in zip(adjusted, summary.pairs, strict=True))
    text = str(summary)
    for word in ("Elo above chance", "by Holm", "the first move", "lost by faults: 24 by crash"):
        assert word in text
    assert "48 games, 4" in text
    assert str(summarize(match.records, anchor="chance", draws=200)) == text


def test_seconds_are_means_over_moves():
    summary = summarize([record(0, "a", "b", "black"), record(1, "b", "a", "black")])
    assert summary.seconds == {"a": 1.0, "b": 1.0}


def test_unique_games_know_half_turns_and_players():
    plain = [record(i, "a", "b", "black") for i in range(3)]
    assert unique_games(plain) == 1
    turned = record(3, "a", "b", "black", moves="B[c3];W[b3]")
    assert unique_games([*plain, turned]) == 1
    assert unique_games([*plain, record(4, "b", "a", "black")]) == 2
    assert unique_games([*plain, record(5, "a", "b", "black", moves="B[a1];W[swap-pieces]")]) == 2


def test_forty_games_of_two_bots_that_always_play_the_same_are_two_games():
    rules = {"n": 3, "openings": "empty"}
    match = play_match([First(), Last()], games=40, temperature=1.0, **rules)
    summary = summarize(match.records)
    # Neither gives scores, so the temperature changes nothing.
    assert (summary.games, summary.unique) == (40, 2)
    assert "40 games, 2 different" in str(summary)


def test_adjudicated_games_are_counted():
    games = [record(i, "a", "b", "black", f"o{i}", end="adjudicated" if i else "chain")
             for i in range(4)]  # fmt: skip
    assert summarize(games).adjudicated == 0.75


def test_a_first_move_that_cannot_be_told_is_left_out():
    games = [record(i, "a", "b", "white" if i % 3 else "black", f"o{i}") for i in range(9)]
    summary = summarize(games)
    assert math.isnan(summary.ratings.first_move)
    assert "the first move" not in str(summary)


def test_who_wins_everything_gets_an_interval():
    games = [record(i, *("ab" if i % 2 else "ba"), "black" if i % 2 else "white", f"o{i // 2}")
             for i in range(20)]  # fmt: skip
    summary = summarize(games, anchor="b")
    low, high = summary.intervals["a"][1:3]
    assert 0 < low < high
    assert "1 drawn game added to each pair" in str(summary)


def test_players_that_never_met_have_no_ratings():
    summary = summarize([record(0, "a", "b", "black"), record(1, "c", "d", "black")])
    assert summary.ratings is None
    assert "No ratings: no chain of games joins all" in str(summary)


def test_nothing_to_sum_up():
    with pytest.raises(ValueError, match="no game was finished"):
        summarize([])
    with pytest.raises(ValueError, match="anchor 'x' played no game"):
        summarize([record(0, "a", "b", "black")], anchor="x")


# -- records in files --------------------------------------------------------------------------


def test_tables_hold_what_the_records_hold(tmp_path):
    import csv

    import pandas as pd

    from hexlab import load_games

    match = play_match([First(), Chance()], n=3, seed=1)
    write_tables(tmp_path, match.records)
    games = pd.read_parquet(tmp_path / "games.parquet")
    assert games.to_dict("records") == game_rows(match.records)
    moves = pd.read_parquet(tmp_path / "moves.parquet")
    assert len(moves) == sum(len(record.turns) for record in match.records)
    assert moves["player"].tolist() == [row["player"] for row in move_rows(match.records)]
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["moves"] for row in rows] == games["moves"].tolist()
    read = list(load_games(tmp_path / "games.sgf"))
    assert [tuple(m.name for m in game.moves) for game in read] == [
        record.moves for record in match.records
    ]


def test_without_pyarrow_there_is_csv(tmp_path, monkeypatch):
    from hexlab.play import records

    def missing(name, extra):
        raise ImportError("pyarrow is not installed")

    monkeypatch.setattr(records, "need", missing)
    written = write_tables(tmp_path, [record(0, "a", "b", "black")])
    assert [path.name for path in written] == ["games.csv", "moves.csv", "games.sgf"]


def test_reading_what_is_no_match(tmp_path):
    with pytest.raises(ValueError, match="holds no match"):
        read_match(tmp_path)
    (tmp_path / "games.jsonl").write_text('{"game": 1}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="no journal of a match"):
        read_match(tmp_path)
    (tmp_path / "games.jsonl").write_text('{"parameters": {}}\nnonsense\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 2 is damaged"):
        read_match(tmp_path)
