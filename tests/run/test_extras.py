import subprocess
import sys
import textwrap

import pytest

from hexlab.run.extras import need


def test_a_package_that_is_there():
    assert need("json.decoder", "lab").JSONDecoder


def test_a_missing_package_is_one_sentence_with_the_command():
    with pytest.raises(ImportError) as error:
        need("no_such_package_here.part", "learn")
    assert str(error.value) == (
        'no_such_package_here is not installed; get it with: pip install "hexlab[learn]"'
    )


def test_a_broken_package_says_itself_what_it_lacks(tmp_path, monkeypatch):
    (tmp_path / "half_a_package.py").write_text("import no_such_package_here")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="No module named 'no_such_package_here'"):
        need("half_a_package", "lab")


def test_boards_without_matplotlib(tmp_path):
    code = f"""
        import sys
        sys.modules["matplotlib"] = None
        from hexlab import Board
        board = Board(3)
        board.save({str(tmp_path / "a.svg")!r})
        board.save({str(tmp_path / "a.tex")!r})
        from hexlab.view.plots import game_curves
        for call in (lambda: board.save({str(tmp_path / "a.png")!r}), lambda: game_curves({{}})):
            try:
                call()
            except ImportError as error:
                print(error)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )
    told = 'matplotlib is not installed; get it with: pip install "hexlab[lab]"'
    assert ran.stdout.splitlines() == [told, told]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "a.tex"]
