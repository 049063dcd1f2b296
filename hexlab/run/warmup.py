"""Compile every kernel of the package ahead of time.

The kernel modules are found, not listed. Each is imported in a process of its own, which calls the
module's ``_warmup()``, after the modules whose kernels it calls; numba writes the machine code to
`hexlab.run.kernel.cache_folder`.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from hexlab.run.files import write_atomic
from hexlab.run.kernel import cache_folder, imported_modules, kernel_modules
from hexlab.run.progress import progress

__all__ = ["WarmupResult", "warmup"]

_CALL = """
import importlib, sys
for name in sys.argv[1:]:
    getattr(importlib.import_module(name), "_warmup")()
"""


class WarmupResult(NamedTuple):
    """What `warmup` did: the cache folder and the modules that were compiled."""

    folder: Path
    compiled: tuple[str, ...]


def warmup(processes: int = 2, modules: Sequence[str] | None = None) -> WarmupResult:
    """Compile the kernels of `modules` (default: all), several modules at once.

    Nothing is done for modules that were compiled before by the same Python and numba on the same
    kind of processor.

    Parameters
    ----------
    processes : int
        How many modules are compiled at the same time.
    modules : sequence of str, optional
        Full module names.

    Returns
    -------
    WarmupResult

    Raises
    ------
    ValueError
        If a module does not compile, with the reason, or if the cache folder cannot be written.

    Notes
    -----
    About two minutes for the whole package with two processes; nothing to speak of the second time.
    """
    if processes < 1:
        raise ValueError(f"processes must be at least 1, not {processes}")
    folder = cache_folder()
    stamp = folder / f"warm-{_machine()}.json"
    known = _read(stamp)
    todo = [m for m in (kernel_modules() if modules is None else modules) if m not in known]
    if todo:
        _check_writable(folder)
        failures = _compile_all(todo, processes)
        # Two processes that compile the same callee may overwrite each other's index of it; one
        # quiet pass over everything compiles what got lost so.
        if not failures and len(todo) > 1:
            failures = [reason for reason in [_compile(todo)] if reason]
        if failures:
            raise ValueError("not all kernels compile: " + "; ".join(failures))
        write_atomic(stamp, json.dumps(sorted({*known, *todo})))
    return WarmupResult(folder, tuple(todo))


def _compile_all(modules: Sequence[str], processes: int) -> list[str]:
    """Compile each module after those whose kernels it calls; the reasons of those that failed."""
    waiting = _callees(modules)
    running: dict[Future[str], str] = {}
    failures = []
    with (
        ThreadPoolExecutor(processes) as pool,
        progress(total=len(modules), desc="compiling kernels", unit="module") as bar,
    ):
        try:
            while waiting or running:
                unfinished = {*waiting, *running.values()}
                # Without one that is ready they wait for each other: begin with all of them.
                ready = [m for m, needed in waiting.items() if not needed & unfinished]
                for module in ready or ([] if running else list(waiting)):
                    del waiting[module]
                    running[pool.submit(_compile, [module])] = module
                for task in wait(running, return_when=FIRST_COMPLETED).done:
                    module = running.pop(task)
                    bar.set_postfix_str(module)
                    bar.update()
                    if task.result():
                        failures.append(f"{module}: {task.result()}")
        except BaseException:  # an interrupt: start no further ones
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return failures


def _callees(modules: Sequence[str]) -> dict[str, set[str]]:
    """For each module those of `modules` that it imports when it is imported itself."""
    found = {}
    for module in modules:
        spec = find_spec(module)
        named = imported_modules(Path(spec.origin)) if spec and spec.origin else set()
        found[module] = named & set(modules) - {module}
    return found


def _compile(modules: Sequence[str]) -> str:
    """Compile modules in a new process; the reason if that fails, else ""."""
    command = [sys.executable, "-c", _CALL, *modules]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"the process ended with code {done.returncode}"


def _check_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / "writable", "")
    except OSError as error:
        raise ValueError(
            f"compiled kernels cannot be kept in {folder} ({error.strerror}), so every process "
            "would compile anew; set NUMBA_CACHE_DIR to a folder that can be written"
        ) from None


def _read(stamp: Path) -> set[str]:
    try:
        return set(json.loads(stamp.read_text()))
    except (OSError, ValueError):
        return set()


def _machine() -> str:
    """A name for what compiled code depends on: Python, numba and the kind of processor."""
    parts = [sys.version, version("numba"), version("llvmlite"), platform.platform()]
    cpu = Path("/proc/cpuinfo")
    if cpu.is_file():
        first = cpu.read_text().split("\n\n")[0].splitlines()
        parts += [line for line in first if line.startswith(("model name", "flags"))]
    else:
        parts.append(platform.processor())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
