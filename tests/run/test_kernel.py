import os
import subprocess
import sys

import pytest

CALL = "import numpy as np; from hexlab.network import bits; print(bits.words_for(65))"


def call(folder):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", CALL], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == "2\n", done.stderr


def contents(folder, ending):
    return {path: path.read_bytes() for path in folder.rglob(f"*{ending}")}


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("left", [0, 30])
def test_damaged_compiled_code_is_compiled_anew(tmp_path, ending, left):
    call(tmp_path)
    whole = contents(tmp_path, ending)
    assert whole
    for path, content in whole.items():
        path.write_bytes(content[:left])
    call(tmp_path)
    assert all(len(content) > left for content in contents(tmp_path, ending).values())
    before = contents(tmp_path, ".nbi")
    call(tmp_path)
    assert contents(tmp_path, ".nbi") == before


def test_a_place_that_is_no_folder_costs_compiling_only(tmp_path):
    (tmp_path / "file").write_text("")
    call(tmp_path / "file")


def test_a_full_disk_costs_compiling_only(tmp_path, monkeypatch):
    from hexlab.run import kernel as module

    monkeypatch.setattr(module, "cache_folder", lambda: tmp_path / "cache")
    from numba.core import caching

    def full(*args, **options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    assert module.kernel(_twice)(4) == 8


def _twice(x):
    return 2 * x
