import subprocess
import sys

import pytest

from hexlab.run import warmup as room
from hexlab.run.warmup import warmup

GOOD = """
from pathlib import Path

def _warmup() -> None:
    with open(Path(__file__).with_suffix(".calls"), "a") as file:
        file.write("x")
"""


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """Two stand-in kernel modules, and a cache folder of their own."""
    for name in ("hexlab_one", "hexlab_two"):
        (tmp_path / f"{name}.py").write_text(GOOD)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(room, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path, ["hexlab_one", "hexlab_two"]


def test_every_module_is_called_once_and_again_in_the_last_pass(modules):
    folder, names = modules
    result = warmup(2, names)
    assert result == (folder / "cache", tuple(names))
    assert [(folder / f"{name}.calls").read_text() for name in names] == ["xx", "xx"]


def test_the_second_time_there_is_nothing_to_do(modules):
    _, names = modules
    warmup(2, names[:1])
    assert warmup(2, names).compiled == ("hexlab_two",)
    assert warmup(2, names).compiled == ()


def test_another_processor_compiles_anew(modules, monkeypatch):
    _, names = modules
    warmup(2, names)
    monkeypatch.setattr(room, "_machine", lambda: "another")
    assert warmup(2, names).compiled == tuple(names)


def test_a_module_that_fails_is_named_with_its_reason(modules):
    folder, names = modules
    (folder / "hexlab_one.py").write_text("def _warmup():\n    raise TypeError('no such type')")
    (folder / "hexlab_two.py").write_text("")
    with pytest.raises(ValueError, match="hexlab_one: TypeError: no such type") as caught:
        warmup(2, names)
    assert "hexlab_two: AttributeError" in str(caught.value)
    (folder / "hexlab_one.py").write_text(GOOD)
    assert warmup(1, names[:1]).compiled == ("hexlab_one",)


def test_a_cache_that_cannot_be_written_is_said(modules, monkeypatch):
    folder, names = modules
    (folder / "file").write_text("")
    monkeypatch.setattr(room, "cache_folder", lambda: folder / "file" / "cache")
    with pytest.raises(ValueError, match="NUMBA_CACHE_DIR"):
        warmup(2, names)


def test_processes_must_be_positive():
    with pytest.raises(ValueError, match="at least 1"):
        warmup(0)


def test_importing_the_module_imports_no_kernels():
    code = "import sys, hexlab.run.warmup; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
