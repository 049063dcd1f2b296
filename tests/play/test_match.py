import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from match_players import Chance, Deadly, Faulty, First, Last, Odd

from hexlab.play.match import Plan, canonical_name, play_match
from hexlab.play.player import Choice
from hexlab.play.records import GAMES, read_match, write_tables
from hexlab.play.referee import Rules
from hexlab.play.sprt import Sprt
from hexlab.run import journal as journal_room

TWO = [Chance("a"), Chance("b")]


def stripped(records):
    """Records without times."""
    rows = []
    for record in records:
        row = record.to_row()
        row["turns"] = [{k: v for k, v in turn.items() if k != "seconds"} for turn in row["turns"]]
        rows.append({**row, "seconds": None})
    return rows


# -- the plan ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["ab", "abc", "abcde"])
def test_every_opening_is_played_by_all_pairs_with_both_colors(players):
    openings = ((0,), (1,), (2,))
    plan = Plan(tuple(players), Rules(3), openings)
    total = 2 * 2 * len(openings) * len(plan.pairs)
    games = [plan.game(index) for index in range(total)]
    assert len(set(games)) == total
    expected = {
        (black, white, opening, turn)
        for black in players
        for white in players
        for opening in openings
        for turn in (0, 1)
        if black != white
    }
    assert set(games) == expected
    # Any beginning of the plan is nearly even.
    for length in range(1, total):
        counts = {}
        for black, white, _, _ in games[:length]:
            key = frozenset((black, white))
            counts[key] = counts.get(key, 0) + 1
        assert max(counts.values()) - min(counts.get(frozenset(p), 0) for p in plan.pairs) <= 1


def test_a_longer_match_begins_as_a_shorter_one():
    short = play_match(TWO, n=3, games=4, seed=3)
    long = play_match(TWO, n=3, games=10, seed=3)
    assert stripped(long.records)[:4] == stripped(short.records)
    assert play_match(TWO, n=3, games=10, seed=4).records[0] != long.records[0]


def test_colors_are_paired_on_every_opening():
    match = play_match(TWO, n=3)
    assert len(match.records) == 10
    for first, second in zip(match.records[::2], match.records[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.black, first.white) == (second.white, second.black) == ("a", "b")
    assert sorted(record.opening for record in match.records[::2]) == ["a1", "a2", "b1", "b2", "c1"]


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        ([Chance("a")], {}, "at least two players, not 1"),
        ([Chance("a"), Chance("a")], {}, "'a' is named twice"),
        (TWO, {"games": 3}, "even number"),
        (TWO, {"games": 0}, "even number"),
        ([Chance(""), Chance("a")], {}, "has no name"),
        ([First(), Last()], {"games": 12}, "at most 10 differ"),
        ([*TWO, Chance("c")], {"sprt": Sprt(0, 10)}, "two players, not 3"),
        (["nobody", Chance("a")], {}, "no player 'nobody'"),
        (TWO, {"openings": "some"}, "no list of openings"),
        (TWO, {"processes": 0}, "processes must be"),
    ],
)
def test_wrong_matches_are_refused(players, options, reason):
    with pytest.raises(ValueError, match=reason):
        play_match(players, n=3, **options)


def test_deterministic_players_need_a_temperature_or_luck():
    assert len(play_match([First(), Last()], n=3, games=10).records) == 10
    assert len(play_match([First(), Chance()], n=3, games=12).records) == 12
    assert len(play_match([First(), Last()], n=3, games=12, temperature=1.0).records) == 12


# -- the record --------------------------------------------------------------------------------


def test_a_folder_holds_the_record_and_tables(tmp_path):
    match = play_match(TWO, n=3, out=tmp_path, seed=1)
    played = read_match(tmp_path)
    assert played.records == match.records
    assert played.parameters == match.parameters == json.loads(json.dumps(match.parameters))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        "games.jsonl", "games.csv", "games.parquet", "moves.csv", "moves.parquet", "games.sgf"
    }  # fmt: skip
    again = play_match(TWO, n=3, out=tmp_path, seed=1)
    assert again.records == match.records


def test_another_match_in_the_folder_is_refused(tmp_path):
    play_match(TWO, n=3, out=tmp_path, seed=1)
    with pytest.raises(ValueError, match="seed = 1, not 2"):
        play_match(TWO, n=3, out=tmp_path, seed=2)
    with pytest.raises(ValueError, match="players"):
        play_match([Chance("a"), Chance("c")], n=3, out=tmp_path, seed=1)


def test_more_games_are_added(tmp_path):
    first = play_match(TWO, n=3, games=4, out=tmp_path)
    more = play_match(TWO, n=3, games=10, out=tmp_path)
    assert more.records[:4] == first.records
    assert stripped(more.records) == stripped(play_match(TWO, n=3, games=10).records)


@pytest.mark.parametrize(
    "rows",
    [
        lambda head, row: [1],
        lambda head, row: [{**head, "parameters": 5}, row],
        lambda head, row: [head, None],
        lambda head, row: [head, [1]],
        lambda head, row: [head, row, row],
        lambda head, row: [head, {**row, "seconds": None}],
        lambda head, row: [head, {**row, "turns": [{"color": "green"}]}],
        lambda head, row: [head, {**row, "game": "x"}],
        lambda head, row: [head, {**row, "winner": "somebody"}],
    ],
)
def test_a_damaged_record_is_a_sentence_and_left_as_it_is(tmp_path, rows):
    play_match(TWO, n=2, openings="empty", out=tmp_path)
    file = tmp_path / GAMES
    head, row = map(json.loads, file.read_text(encoding="utf-8").splitlines()[:2])
    file.write_text("".join(json.dumps(row) + "\n" for row in rows(head, row)), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(ValueError, match=GAMES):
        read_match(tmp_path)
    with pytest.raises(ValueError, match=GAMES):
        play_match(TWO, n=2, openings="empty", out=tmp_path)
    assert file.read_bytes() == before


def test_tables_hold_whatever_players_tell(tmp_path):
    told = [{"depth": "deep", "nodes": 1.5, "limit": 3}, {"depth": 3, "nodes": True, "game": 7}]
    players = [Odd(Choice(1, info=told[0])), Odd(Choice(0, info=told[1]))]
    for name, player in zip("ab", players, strict=True):
        player.name = name
    play_match(players, n=2, openings="empty", out=tmp_path)
    rows = (tmp_path / "moves.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) > 2
    assert rows[1].startswith("0,1,black,a,b1,")
    assert all(row.startswith(("0,", "1,")) for row in rows[1:])
    assert {row.split(",")[9] for row in rows[1:]} == {"", "3"}


def test_a_half_line_is_cut_off_and_its_game_played_again(tmp_path):
    whole = play_match(TWO, n=3, out=tmp_path, seed=1)
    path = tmp_path / GAMES
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]) + lines[6][:-40])
    assert len(read_match(tmp_path).records) == 5
    resumed = play_match(TWO, n=3, out=tmp_path, seed=1)
    assert stripped(resumed.records) == stripped(whole.records)
    assert path.read_bytes().count(b"\n") == 11


def test_games_are_told_old_ones_first(tmp_path):
    told = []
    play_match(TWO, n=3, games=4, out=tmp_path, watch=lambda record: told.append(record.game))
    play_match(TWO, n=3, games=6, out=tmp_path, watch=lambda record: told.append(record.game))
    assert told == [0, 1, 2, 3, 0, 1, 2, 3, 4, 5]


def test_faults_are_scored_and_the_match_goes_on():
    faults = [Faulty("raises"), Faulty("off"), Faulty("times out"), Chance("good")]
    match = play_match(faults, n=4, games=4)
    assert len(match.records) == 24
    lost = [record for record in match.records if "good" in (record.black, record.white)]
    assert {record.winner for record in lost} == {"good"}
    assert {record.end for record in lost} == {"crash", "illegal", "time"}


HUNG = """
import sys, time
for line in sys.stdin:
    if line.startswith(("genmove", "reg_genmove")):
        time.sleep(600)
    print("= \\n", flush=True)
"""


@pytest.mark.parametrize(("code", "end"), [(HUNG, "time"), ("print('hello')", "crash")])
def test_an_engine_that_hangs_or_ends_loses_and_the_match_goes_on(tmp_path, code, end):
    from hexlab.play.htp_client import HtpPlayer

    script = tmp_path / "engine.py"
    script.write_text(code, encoding="utf-8")
    engine = HtpPlayer(f"{sys.executable} {script}", move_seconds=0.3)
    engine.name = "engine"
    match = play_match([engine, Chance("good")], n=3, games=2)
    assert [(record.winner, record.end) for record in match.records] == [("good", end)] * 2


def test_a_file_that_changes_is_run_anew(tmp_path):
    file = tmp_path / "mine.py"
    code = "from hexlab.play.player import Stateless\nclass P(Stateless):\n    "
    code += "def pick(self, board, limit, rng):\n        return board.empty[{}]\n"
    first = []
    for index in (0, -1):
        file.write_text(code.format(index), encoding="utf-8")
        match = play_match([f"{file}:P", Chance("a")], n=3, games=2, openings="empty")
        first.append(match.records[0].moves[0])
    assert first == ["a1", "c3"]


# -- a sequential test -------------------------------------------------------------------------


class Loser(Chance):
    def pick(self, board, limit, rng):
        from hexlab.play.player import Choice

        return Choice("resign")


def test_a_sequential_test_stops_when_it_is_decided(tmp_path):
    test = Sprt(0, 100)
    match = play_match([Chance("a"), Loser("l")], n=3, games=400, sprt=test, out=tmp_path)
    pairs, what = match.decided
    assert what == "elo1"
    assert len(match.records) == 2 * pairs < 400
    assert (pairs, what) == test.first_decision([1.0] * pairs)
    again = play_match([Chance("a"), Loser("l")], n=3, games=400, sprt=test, out=tmp_path)
    assert again.records == match.records
    assert again.decided == match.decided


def test_it_may_stay_open():
    match = play_match(TWO, n=3, games=4, sprt=Sprt(0, 10))
    assert match.decided == (2, "")


# -- crashes, full disks, several processes -----------------------------------------------------

SLOW = """
import sys, time
from pathlib import Path
sys.path.insert(0, {tests!r})
from match_players import Chance
from hexlab.play.match import play_match

class Slow(Chance):
    def pick(self, board, limit, rng):
        time.sleep(0.01)
        return super().pick(board, limit, rng)

play_match([Slow("a"), Slow("b")], n=3, games=60, seed=7, out={out!r})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_killed_match_goes_on_with_the_same_games(tmp_path):
    whole = play_match(TWO, n=3, games=60, seed=7)
    code = SLOW.format(tests=str(Path(__file__).parents[1]), out=str(tmp_path))
    path = tmp_path / GAMES
    kept = 0
    for _ in range(2):
        child = subprocess.Popen([sys.executable, "-c", code])
        end = time.monotonic() + 60
        while not path.exists() or path.read_bytes().count(b"\n") < kept + 8:
            assert time.monotonic() < end
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        child.wait()
        now = len(read_match(tmp_path).records)
        assert kept < now < 60
        kept = now
    resumed = play_match(TWO, n=3, games=60, seed=7, out=tmp_path)
    assert stripped(resumed.records) == stripped(whole.records)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_ends_the_match_in_a_sentence(tmp_path, monkeypatch):
    plain = journal_room.Journal.append
    with open("/dev/full", "wb", buffering=0) as full:

        def append(self, row):
            if len(self.rows) < 3:
                return plain(self, row)
            healthy = self._file
            self._file = Full(healthy, full)
            try:
                return plain(self, row)
            finally:
                self._file = healthy

        with monkeypatch.context() as patch:
            patch.setattr(journal_room.Journal, "append", append)
            with pytest.raises(OSError, match=r"No space left.*the 3 results in it are safe"):
                play_match(TWO, n=3, seed=1, out=tmp_path)
    assert len(read_match(tmp_path).records) == 3
    resumed = play_match(TWO, n=3, seed=1, out=tmp_path)
    assert stripped(resumed.records) == stripped(play_match(TWO, n=3, seed=1).records)


class Full:
    """A journal's file whose disk is full."""

    def __init__(self, file, full):
        self.file, self.full = file, full

    def write(self, data):
        return self.full.write(data)

    def __getattr__(self, name):
        return getattr(self.file, name)


def test_a_full_disk_leaves_the_old_tables(tmp_path, monkeypatch):
    match = play_match(TWO, n=3, games=2, out=tmp_path)
    before = (tmp_path / "games.csv").read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_tables(tmp_path, match.records[:1])
    assert (tmp_path / "games.csv").read_bytes() == before


@pytest.mark.long
def test_two_processes_play_the_same_games():
    alone = play_match([*TWO, Chance("c")], n=3, games=4, seed=2)
    together = play_match([*TWO, Chance("c")], n=3, games=4, seed=2, processes=2)
    assert stripped(together.records) == stripped(alone.records)


@pytest.mark.long
def test_the_games_of_a_killed_worker_are_played_again(tmp_path):
    alone = play_match(TWO, n=3, games=8, seed=2)
    deadly = [Deadly("a", tmp_path / "died"), Chance("b")]
    match = play_match(deadly, n=3, games=8, seed=2, processes=2, out=tmp_path / "out")
    assert (tmp_path / "died").exists()
    assert stripped(match.records) == stripped(alone.records)


def test_a_cluster_by_its_address(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        match = play_match(TWO, n=3, games=4, seed=2, cluster=address)
    assert stripped(match.records) == stripped(play_match(TWO, n=3, games=4, seed=2).records)


def test_names_in_their_final_form():
    assert canonical_name("players/mine.py:Mine:depth=2") == "players/mine.py:Mine:depth=2"
    assert canonical_name("random") == "random"
    assert canonical_name("anything", isolate=True) == "anything"
