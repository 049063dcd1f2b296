import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hexlab import Board, Game
from hexlab.play.isolate import Isolated, Isolation, PlayerFault, players_in
from hexlab.play.isolate_worker import game_of, line_of
from hexlab.play.match import play_match
from hexlab.play.player import Limit
from hexlab.play.referee import Rules, play_game

PLAYERS = '''
import os, sys, time
from hexlab.play.player import Choice, Player, Session, Stateless, register_player

print("printed while it is imported")

class First(Stateless):
    deterministic = True
    tactical = False

    def pick(self, board, limit, rng):
        print("thinking aloud")
        return Choice(board.empty[0], 0.5, None, {"nodes": limit.nodes or 0, "pid": os.getpid()})

    def swaps(self, board):
        return bool(board[0])

@register_player("any")
def anywhere(share: float = 1.0):
    return Chance()

class Chance(Stateless):
    def pick(self, board, limit, rng):
        return int(rng.choice(board.empty))

class Counting(Player):
    """Remembers its moves: the same session must be asked all the time."""

    def start(self, game):
        class Thinking(Session):
            count = 0

            def choose(self, game, limit=None, rng=None):
                self.count += 1
                return Choice(game.board.empty[0], info={"count": self.count})

        return Thinking()

class Hangs(Stateless):
    def pick(self, board, limit, rng):
        while True:
            time.sleep(1)

class Eats(Stateless):
    def pick(self, board, limit, rng):
        return len(bytearray(1 << 40))

class Dies(Stateless):
    def pick(self, board, limit, rng):
        os._exit(3)

class Leaves(Stateless):
    def pick(self, board, limit, rng):
        sys.exit("bye")

class Raises(Stateless):
    def pick(self, board, limit, rng):
        raise LookupError("nothing\\nfound")

class Odd(Stateless):
    def pick(self, board, limit, rng):
        return Choice([1, 2], info={"pv": [1], "words": "x" * 10})

class NoSession(Player):
    def start(self, game):
        raise RuntimeError("no session today")
'''

QUICK = Isolation(seconds=20)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("players")
    (place / "all.py").write_text(PLAYERS, encoding="utf-8")
    return place


@pytest.fixture
def player(folder):
    made = []

    def make(name, isolation=QUICK):
        made.append(Isolated(f"{folder / 'all.py'}:{name}", isolation))
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture(scope="module")
def good(folder):
    one = Isolated(f"{folder / 'all.py'}:First", QUICK)
    yield one
    one.end()


def test_the_players_of_a_folder(tmp_path):
    (tmp_path / "b.py").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "a.py").write_text("import nothing_of_this_name", encoding="utf-8")
    (tmp_path / "c.py").write_text("x = 1", encoding="utf-8")
    (tmp_path / "_helper.py").write_text("x = 1", encoding="utf-8")
    (tmp_path / "d.txt").write_text("x", encoding="utf-8")
    names, faults = players_in(tmp_path)
    assert [name.removeprefix(str(tmp_path)) for name in names] == [
        f"{os.sep}b.py:{name}"
        for name in (
            "Chance", "Counting", "Dies", "Eats", "First", "Hangs", "Leaves", "NoSession", "Odd",
            "Raises", "anywhere",
        )
    ]  # fmt: skip
    assert sorted(faults) == ["a.py", "c.py"]
    assert "nothing_of_this_name" in faults["a.py"]
    assert faults["c.py"] == "it defines no player"


def test_a_folder_without_players_is_refused(tmp_path):
    with pytest.raises(ValueError, match="no player"):
        players_in(tmp_path)


def test_it_plays_as_in_this_process(player):
    from hexlab.play.player import make_player

    there = player("Chance")
    assert there.swaps(Board(3).play("a1")) is None
    here = make_player(there.name)
    for seed in range(3):
        one = play_game(there, there, Rules(4), seed=seed)
        other = play_game(here, here, Rules(4), seed=seed)
        assert one.moves == other.moves


def test_what_it_tells_comes_through(good):
    first = good
    assert (first.deterministic, first.tactical, first.anytime) == (True, False, False)
    session = first.start(Game(3))
    choice = session.choose(Game(3).play("a1"), Limit(nodes=5), 1)
    assert (choice.move, choice.value, choice.info["nodes"]) == (1, 0.5, 5)
    assert choice.info["pid"] != os.getpid()
    assert first.swaps(Board(3).play("a1")) is True
    assert first.swaps(Board(3).play("b1")) is False
    session.close()


def test_lines_are_sent_as_they_are():
    setup = Game(Board(4, black="a1 b2", white="c3 d4 a4", to_move="black")).play("b1").play("c1")
    passed = Game(4).play("a1").pass_turn().play("b1").resign()
    sides = Game(4).play("a1").swap("sides").play("b1")
    for game in (Game(1), setup, passed, sides, Game(4).play("b1").swap().forfeit("white")):
        again = game_of(json.loads(json.dumps(line_of(game))))
        assert again.moves == game.moves
        assert again.boards() == game.boards()
    changed = Game(4).play("a1").set_up(white="c3").play("b1")
    assert game_of(line_of(changed)).board == changed.board


def test_the_position_is_the_cursor(good):
    session = good.start(Game(3))
    game = Game(3).play("a1").play("b1").play("c1").undo().undo()
    assert session.choose(game).move == 1
    game.first()
    assert session.choose(game).move == 0
    game.play("b2")
    assert session.choose(game).move == 0
    session.close()


def test_one_process_plays_several_games_and_a_session_remembers(player, good):
    counting, first = player("Counting"), good
    records = [play_game(counting, first, Rules(3), game=index) for index in range(3)]
    for record in records:
        counts = [turn["count"] for turn in record.turns if turn["color"] == "black"]
        assert counts == list(range(1, len(counts) + 1))
    pids = {turn["pid"] for record in records for turn in record.turns if "pid" in turn}
    assert len(pids) == 1


@pytest.mark.parametrize(
    ("name", "end", "reason"),
    [
        ("Eats", "crash", "MemoryError"),
        ("Dies", "crash", "ended with exit code 3"),
        ("Leaves", "crash", "SystemExit: bye"),
        ("Raises", "crash", "nothing found"),
        ("NoSession", "crash", "no session today"),
        ("Odd", "illegal", "'[1, 2]' is no move"),
        ("Missing", "crash", "defines no 'Missing'"),
    ],
)
def test_faults_lose_the_game(player, good, name, end, reason):
    bad = player(name)
    record = play_game(bad, good, Rules(3))
    assert (record.winner, record.end) == (good.name, end)
    assert reason in record.reason


def test_one_may_wait_for_any_time(player, good):
    record = play_game(player("First", Isolation(seconds=1e300)), good, Rules(2))
    assert record.end == "chain"


def test_after_a_fault_the_next_game_starts_afresh(player, good):
    dies = player("Dies")
    records = [play_game(good, dies, Rules(3), game=index) for index in range(2)]
    assert [(record.winner, record.end) for record in records] == [(good.name, "crash")] * 2


def test_a_hung_player_is_ended(player, good):
    hangs = player("Hangs", Isolation(seconds=0.3))
    start = time.monotonic()
    record = play_game(good, hangs, Rules(3))
    assert (record.loser, record.end) == (hangs.name, "time")
    assert "within 0.3 s" in record.reason
    assert time.monotonic() - start < 30


def test_a_process_that_is_killed_from_outside(player):
    first = player("First")
    session = first.start(Game(3))
    pid = session.choose(Game(3)).info["pid"]
    os.kill(pid, 9)
    with pytest.raises(PlayerFault, match="exit code -9"):
        session.choose(Game(3))
    session.close()
    assert play_game(first, first, Rules(3)).end == "chain"


def test_processes_end_with_their_player(player):
    first = player("First")
    session = first.start(Game(3))
    pid = session.choose(Game(3)).info["pid"]
    session.close()
    os.kill(pid, 0)  # is there
    first.end()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_match_of_files(folder):
    names = [f"{folder / 'all.py'}:{name}" for name in ("First", "Chance", "Raises")]
    match = play_match(names, n=3, games=2, seed=1)
    assert len(match.records) == 6
    for record in match.records:
        if names[2] in (record.black, record.white):
            assert (record.loser, record.end) == (names[2], "crash")
    with pytest.raises(ValueError, match="always play the same"):
        play_match([names[0], f"{folder / 'all.py'}:First:"], n=3, games=12)


MATCH = """
import sys
from hexlab import Game
from hexlab.play.isolate import Isolated, Isolation
names = [f"{sys.argv[1]}:{name}" for name in ("First", "Hangs")]
session, hung = (Isolated(name, Isolation(seconds=60)).start(Game(3)) for name in names)
print(session.choose(Game(3)).info["pid"], hung._asking._process.pid, flush=True)
hung.choose(Game(3))
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc")
def test_no_process_outlives_a_killed_match(folder):
    words = [sys.executable, "-c", MATCH, str(folder / "all.py")]
    match = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    pids = [int(pid) for pid in match.stdout.readline().split()]
    time.sleep(0.5)  # until the second player hangs
    match.kill()
    match.wait()
    match.stdout.close()
    assert len(pids) == 2
    end = time.monotonic() + 30
    while any(map(alive, pids)):
        assert time.monotonic() < end
        time.sleep(0.1)


def alive(pid):
    """Whether a process runs (one that nobody has waited for does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("name", ["seconds", "start_seconds", "memory_mb"])
def test_limits_are_positive(name):
    with pytest.raises(ValueError, match=f"{name} of an isolated player"):
        Isolation(**{name: 0})
