import os
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from hexlab import __version__, cli
from hexlab.data.generate import RECIPES, Recipe
from hexlab.lab import notebooks, publish, report, table
from hexlab.run import warmup as warmup_room


@pytest.fixture
def hexlab(monkeypatch, capsys):
    """Call the command line here: (exit code, standard output, standard error)."""

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["hexlab", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        shown = capsys.readouterr()
        return end.value.code or 0, shown.out, shown.err

    return call


def test_the_module_is_the_command_and_help_is_quick():
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "hexlab", "--help"], capture_output=True, text=True, check=True
    )
    assert time.monotonic() - start < 3
    for command in ("warmup", "analyze", "data", "reproduce"):
        assert command in done.stdout


def test_help_imports_nothing_heavy():
    code = (
        "import sys; sys.argv = ['hexlab', '--help']\n"
        "from hexlab.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'numba', 'pandas', 'matplotlib', 'nbclient', 'pyarrow'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_version(hexlab):
    assert hexlab("--version") == (0, f"hexlab {__version__}\n", "")


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("none.sgf", None, "No such file"),
        ("rubbish.sgf", b"\x00\xff\x00", "binary"),
        ("empty.sgf", b"", "empty.sgf"),
        ("open.sgf", b"(;FF[4]GM[11]SZ[5];B[a1", "line 1"),
        ("off.sgf", b"(;FF[4]GM[11]SZ[3];B[k11])", "3×3"),
        ("old.six", b"BoardSize: 11x11\nFirst: V\nSwap: 1\nMoves:\n 1. A2 F6\n", "old.six"),
    ],
)
def test_a_bad_game_file_is_one_sentence_and_code_2(hexlab, tmp_path, name, content, reason):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    code, shown, error = hexlab("analyze", path, "--out", tmp_path / "report")
    assert (code, shown) == (2, "")
    assert error.startswith("hexlab: ")
    assert error.count("\n") == 1
    assert reason in error
    assert not (tmp_path / "report").exists()


def test_a_wrong_option_is_code_2(hexlab, tmp_path):
    (tmp_path / "a.sgf").write_text("(;FF[4]GM[11]SZ[3];B[b2])")
    assert hexlab("analyze", tmp_path / "a.sgf", "--alpha", "2")[0] == 2
    assert hexlab("analyse")[0] == 2


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("game.sgf", "(;FF[4]GM[11]SZ[5];B[c3];W[b2])"),
        ("link.txt", "https://hexworld.org/board/#5c1,c3b2"),
        ("diagram.txt", '<hexboard size="5x5" contents="R c3 B b2"/>'),
    ],
)
def test_analyze_writes_a_report_beside(hexlab, tmp_path, monkeypatch, name, content):
    (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    code, shown, error = hexlab("analyze", tmp_path / name)
    assert (code, error) == (0, "")
    page = tmp_path / f"{Path(name).stem}-report" / "report.html"
    assert page.is_file()
    assert str(page.relative_to(tmp_path)) in shown


def test_one_game_of_several_is_chosen_by_number(hexlab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("two.sgf").write_text("(;GM[11]SZ[3];B[b2])(;GM[11]SZ[2];B[a1];W[b1])")
    for options, reason in (
        ([], "two.sgf: 2 games in this file; --number says which one"),
        (["--number", 3], "two.sgf: no game 3 in this file of 2"),
    ):
        assert hexlab("analyze", "two.sgf", *options) == (2, "", f"hexlab: {reason}\n")
    code, shown, _ = hexlab("analyze", "two.sgf", "--number", 2)
    assert code == 0
    assert shown.startswith("two.sgf:2, no winner: 3 positions\n")
    assert Path("two-2-report/report.html").is_file()


def test_a_folder_is_no_game(hexlab, tmp_path):
    reason = f"hexlab: {tmp_path}: this is a folder; name one game file in it\n"
    assert hexlab("analyze", tmp_path) == (2, "", reason)


def test_a_report_that_cannot_be_written_is_a_sentence(hexlab, tmp_path):
    game, place = tmp_path / "a.sgf", tmp_path / "file"
    game.write_text("(;FF[4]GM[11]SZ[3];B[b2])")
    place.write_text("")
    code, _, error = hexlab("analyze", game, "--out", place / "report")
    assert code == 2
    assert error.startswith("hexlab: ")
    assert error.count("\n") == 1


def test_warmup_says_where_and_that_there_is_nothing_to_do(hexlab, tmp_path, monkeypatch):
    (tmp_path / "hexlab_kernels.py").write_text("def _warmup() -> None: pass")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(warmup_room, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(warmup_room, "kernel_modules", lambda: ["hexlab_kernels"])
    for expected in ("Compiled hexlab_kernels", "Nothing to do"):
        code, shown, _ = hexlab("warmup")
        assert code == 0
        assert expected in shown
        assert str(tmp_path / "cache") in shown


def test_a_missing_package_is_a_sentence_and_a_fault_is_not(hexlab, monkeypatch):
    def missing(message, name):
        def check():
            raise ImportError(message, name=name)

        return check

    module = "hexlab.data.manifest.check"
    monkeypatch.setattr(module, missing("pyarrow is not installed", None))
    assert hexlab("data", "check") == (2, "", "hexlab: pyarrow is not installed\n")
    monkeypatch.setattr(module, missing("cannot import name 'x'", "hexlab.board"))
    with pytest.raises(ImportError, match="cannot import"):
        hexlab("data", "check")


def test_data_commands(hexlab, tmp_path, monkeypatch):
    folder = tmp_path / "datasets"
    folder.mkdir()
    monkeypatch.setenv("HEXLAB_DATASETS", str(folder))
    monkeypatch.setitem(RECIPES, "tiny", Recipe("Tiny games", ((2, 3),), 0.02, seed=7))
    assert "tiny: Tiny games (not made" in hexlab("data", "list")[1]
    code, shown, error = hexlab("data", "make", "tiny", "--processes", 1)
    assert (code, error) == (0, "")
    assert "tiny.parquet: 3 rows" in shown
    assert "the same 3 rows" in hexlab("data", "make", "tiny", "--processes", 1)[1]
    assert hexlab("data", "check") == (0, "1 data set unharmed\n", "")
    assert "tiny: Tiny games (3 rows" in hexlab("data", "list")[1]
    (folder / "tiny.parquet").write_bytes(b"")
    code, shown, _ = hexlab("data", "check")
    assert code == 1
    assert "tiny.parquet is not what the manifest describes" in shown
    assert hexlab("data", "make", "other")[0] == 2


@pytest.fixture
def chapters(tmp_path, monkeypatch):
    """A checkout with two chapters, the second of which fails."""
    folder = tmp_path / "notebooks" / "takada"
    folder.mkdir(parents=True)
    works = (
        "from hexlab.lab.table import ClaimTable\n"
        "table = ClaimTable('takada/01')\n"
        "table.add('a', 'One and one', '1.1', '2').record(1 + 1, scale='quick', source='here')\n"
        "print(table.save())"
    )
    for name, source in (("01-works", works), ("02-fails", "raise ValueError('no')")):
        notebook = new_notebook(cells=[new_code_cell(source, id="cell")])
        nbformat.write(notebook, folder / f"{name}.ipynb")
    monkeypatch.setattr(notebooks, "checkout", lambda: tmp_path)
    for room in (publish, report, table):
        monkeypatch.setattr(room, "tracked_folder", lambda: tmp_path / "figures" / "claims")
    monkeypatch.setenv("HEXLAB_OUT", str(tmp_path / "out"))
    return tmp_path


def test_reproduce_goes_on_after_a_failure_and_writes_the_table(hexlab, chapters):
    before = (chapters / "notebooks" / "takada" / "01-works.ipynb").read_bytes()
    code, shown, error = hexlab("reproduce", "--publish")
    assert code == 1
    assert "takada/02 ... cell 1: ValueError: no" in shown
    assert "1 of 2 notebooks failed" in error
    assert "One and one" in (chapters / "out" / "summary.md").read_text()
    assert (chapters / "out" / "notebooks" / "takada" / "01-works.ipynb").is_file()
    assert (chapters / "notebooks" / "takada" / "01-works.ipynb").read_bytes() == before
    assert not (chapters / "figures").exists()


def test_reproduce_a_chapter_elsewhere_and_publish_it(hexlab, chapters):
    code, shown, _ = hexlab("reproduce", "takada/01", "--publish", "--out", chapters / "other")
    assert code == 0
    assert os.environ["HEXLAB_OUT"] == str(chapters / "other")
    assert "Replaced" in shown
    assert (chapters / "figures" / "claims" / "takada-01.json").is_file()
    executed = nbformat.read(chapters / "notebooks" / "takada" / "01-works.ipynb", 4)
    assert executed.cells[0].execution_count == 1


def test_reproduce_refuses_unknown_chapters_and_scales(hexlab, chapters):
    assert "no chapter 'gao'" in hexlab("reproduce", "gao")[2]
    assert "'huge' is no scale" in hexlab("reproduce", "--scale", "huge")[2]


def test_too_little_memory_is_a_sentence(hexlab):
    for mebibytes in ("inf", "nan", "-1"):
        code, out, err = hexlab("solve", "--size", 3, "--memory", mebibytes)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "memory_mb must be a number above 0" in err
    code, out, err = hexlab(
        "play", "mohex:memory_mb=9000000000000", "--size", 3, "--color", "white"
    )
    assert (code, err.count("\n")) == (2, 1)
    assert "memory" in err
