import json
import os
import signal
import subprocess
import sys
import time

import pytest

from hexlab.run.journal import Journal

PARAMETERS = {"seed": 1, "sizes": (5, 7)}


def write(path, rows):
    with Journal(path, PARAMETERS) as journal:
        for row in rows:
            journal.append(row)


def read(path):
    with Journal(path, PARAMETERS) as journal:
        return journal.rows


def test_rows_come_back_and_more_can_follow(tmp_path):
    path = tmp_path / "folder" / "games.jsonl"
    write(path, [{"game": 0, "name": "×"}])
    write(path, [{"game": 1}])
    assert read(path) == [{"game": 0, "name": "×"}, {"game": 1}]
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_a_torn_last_line_is_dropped_at_any_byte(tmp_path):
    path = tmp_path / "games.jsonl"
    write(path, [{"game": 0}, {"game": 1, "name": "×"}])
    content = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(content) if byte == 10]
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        with Journal(path, PARAMETERS) as journal:
            whole = sum(end <= length for end in ends)
            assert len(journal) == max(whole - 1, 0)
            assert bool(journal.dropped) == (length not in [0, *ends])
            journal.append({"game": 9})
        assert read(path)[-1] == {"game": 9}


def test_other_parameters_are_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    write(path, [{"game": 0}])
    with pytest.raises(ValueError, match="seed = 1, not 2"):
        Journal(path, {**PARAMETERS, "seed": 2})
    with pytest.raises(ValueError, match=r"alpha = None, not 0\.5"):
        Journal(path, {**PARAMETERS, "alpha": 0.5})
    assert read(path) == [{"game": 0}]


@pytest.mark.parametrize("content", [b"a poem\n", b"a poem", b"[1]\n", b"{}\n", b"\xff\xfe\n"])
def test_another_file_is_left_as_it_is(tmp_path, content):
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="left as it is"):
        Journal(path, PARAMETERS)
    assert path.read_bytes() == content


def test_damage_in_the_middle_names_the_line(tmp_path):
    path = tmp_path / "games.jsonl"
    write(path, [{"game": 0}, {"game": 1}])
    path.write_bytes(path.read_bytes().replace(b'{"game": 0}', b'{"game": '))
    with pytest.raises(ValueError, match="line 2 is damaged"):
        Journal(path, PARAMETERS)


def test_a_second_writer_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    with Journal(path, PARAMETERS), pytest.raises(ValueError, match="another process"):
        Journal(path, PARAMETERS)


def test_a_row_that_is_no_json_changes_nothing(tmp_path):
    path = tmp_path / "games.jsonl"
    with Journal(path, PARAMETERS) as journal:
        with pytest.raises(TypeError):
            journal.append({"game": object()})
        journal.append({"game": 0})
    assert read(path) == [{"game": 0}]


WRITER = """
import sys
from hexlab.run.journal import Journal
with Journal(sys.argv[1], {"seed": 1, "sizes": [5, 7]}) as journal:
    for game in range(len(journal), 100_000):
        journal.append({"game": game, "filler": "x" * 2000})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_kill_9_loses_nothing_that_was_appended(tmp_path):
    path = tmp_path / "games.jsonl"
    for _ in range(2):
        seen = path.stat().st_size if path.exists() else 0
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)])
        deadline = time.monotonic() + 20
        while not (path.exists() and path.stat().st_size > seen + 20_000):
            assert time.monotonic() < deadline, "the writer does not get on"
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        rows = read(path)
        assert [row["game"] for row in rows] == list(range(len(rows)))
        assert len(rows) >= 9


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_a_full_disk_is_said_and_keeps_the_rows(tmp_path):
    path = tmp_path / "games.jsonl"
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9999, 9999))\n{WRITER}"
    done = subprocess.run(
        [sys.executable, "-c", limited, str(path)], capture_output=True, text=True, check=False
    )
    assert "results in it are safe" in done.stderr
    rows = read(path)
    assert len(rows) == 4
    assert f"the {len(rows)} results" in done.stderr
    assert all(json.loads(line) for line in path.read_bytes().splitlines())
