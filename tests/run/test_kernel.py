import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hexlab.run.kernel import cache_folder, kernel

PACKAGE = Path(importlib.import_module("hexlab").__file__).parent
CALL = "from hexlab.network import bits; print(bits.words_for(65), bits.__file__)"


def call(folder, package=None):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    package = package or PACKAGE
    done = subprocess.run(
        [sys.executable, "-c", CALL],
        cwd=package.parent,  # is imported from first
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == f"2 {package / 'network' / 'bits.py'}\n", done.stderr


def contents(folder, ending):
    return {path: path.read_bytes() for path in folder.rglob(f"*{ending}") if path.is_file()}


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


def copy_of_hexlab(folder):
    """A copy of the package, all files written just now."""
    return shutil.copytree(PACKAGE, folder / "hexlab", copy_function=shutil.copyfile)


def test_a_copy_elsewhere_finds_what_is_compiled(tmp_path):
    call(tmp_path / "cache")
    before = contents(tmp_path / "cache", "")
    call(tmp_path / "cache", copy_of_hexlab(tmp_path / "copy"))
    assert contents(tmp_path / "cache", "") == before


@pytest.mark.parametrize("name", ["network/bits.py", "connection/store.py", "board/notation.py"])
def test_another_constant_compiles_anew(tmp_path, name):
    # In a kernel's own file, and in files that have no kernels but what kernels import.
    call(tmp_path / "cache")
    package = copy_of_hexlab(tmp_path / "copy")
    with (package / name).open("a") as file:
        file.write("\nANOTHER = 1\n")
    call(tmp_path / "cache", package)
    assert len({path.parts[-3] for path in contents(tmp_path / "cache", ".nbi")}) == 2


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


def kernels():
    from numba.core.dispatcher import Dispatcher

    from hexlab.run.kernel import kernel_modules

    values = (v for m in kernel_modules() for v in vars(importlib.import_module(m)).values())
    return [v for v in values if isinstance(v, Dispatcher)]


def gives_arrays(kernel):
    return "ndarray" in str(kernel.py_func.__annotations__["return"])


def leaks(kernel):
    """The arrays that nobody would free: kernels without `allocates` count no references."""
    function = kernel.py_func
    called = [function.__globals__.get(name) for name in function.__code__.co_names]
    makers = [f for f in called if hasattr(f, "py_func") and gives_arrays(f)]
    return not kernel.targetoptions["_nrt"] and (makers or gives_arrays(kernel))


def test_kernels_that_get_new_arrays_say_so():
    found = kernels()
    assert len(found) > 100
    assert not [k.py_func.__qualname__ for k in found if leaks(k)]


@kernel(allocates=True)
def _new(n: int) -> np.ndarray:
    return np.zeros(n)


@kernel
def _length(n: int) -> int:
    return len(_new(n))


@kernel
def _handed_on(a: np.ndarray) -> np.ndarray:
    return a


def test_a_kernel_that_does_not_say_so_is_found():
    assert leaks(_length)
    assert leaks(_handed_on)
    assert not leaks(_new)


def test_making_an_array_without_saying_so_does_not_compile():
    from numba.core.errors import NumbaError

    with pytest.raises(NumbaError, match=r"NRT required|Only accept returning of array"):
        kernel(_new.py_func)(3)


@pytest.mark.parametrize("changed", ["options", "numba"])
def test_who_changes_how_kernels_are_compiled_compiles_anew(tmp_path, monkeypatch, changed):
    from hexlab.run import kernel as module

    copy = tmp_path / "kernel.py"
    copy.write_bytes(Path(module.__file__).read_bytes() + b"# other options for numba")
    before = cache_folder()
    if changed == "options":
        monkeypatch.setattr(module, "__file__", str(copy))
    else:
        monkeypatch.setattr(module, "version", lambda package: "another")
    cache_folder.cache_clear()
    try:
        assert cache_folder() != before
    finally:
        cache_folder.cache_clear()
