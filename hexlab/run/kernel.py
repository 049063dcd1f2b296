"""`kernel`: compile a function with numba and keep the machine code on disk.

numba notices an edited file, but not an edited callee or constant in another file. So the folder
that holds the compiled code is named by a hash of all of hexlab's kernel files, of what they import
and of numba's version: whenever one of them changes, everything is compiled anew. `hexlab warmup`
does that ahead of time. Copies of hexlab with the same kernels share one folder, wherever they lie.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

__all__ = ["cache_folder", "imported_modules", "kernel", "kernel_modules", "kernel_part"]

_PACKAGE = Path(__file__).resolve().parents[1]
_MARK = "\nfrom hexlab.run.kernel import kernel"
_IMPORT = re.compile(r"^from (\S+) import", re.MULTILINE)

Function = TypeVar("Function", bound=Callable[..., Any])


@lru_cache(maxsize=None)
def _kernel_files() -> tuple[Path, ...]:
    files = sorted(_PACKAGE.rglob("*.py"))
    return tuple(f for f in files if _MARK in f.read_text(encoding="utf-8"))


def kernel_modules() -> list[str]:
    """The names of all hexlab modules that hold kernels."""
    stems = (f.relative_to(_PACKAGE.parent).with_suffix("") for f in _kernel_files())
    return [".".join(stem.parts) for stem in stems]


def imported_modules(file: Path) -> set[str]:
    """The modules that a Python file imports from when it is imported itself."""
    return set(_IMPORT.findall(file.read_text(encoding="utf-8")))


def _imported_files(files: tuple[Path, ...]) -> set[Path]:
    """The modules of hexlab that these name: their constants are part of the compiled code."""
    named = {name for file in files for name in imported_modules(file)}
    paths = [name.split(".") for name in named if name.startswith(f"{_PACKAGE.name}.")]
    found = {_PACKAGE.parent.joinpath(*path).with_suffix(".py") for path in paths}
    return {file for file in found if file.exists()}


@lru_cache(maxsize=None)
def cache_folder() -> Path:
    """Where compiled kernels are kept: below NUMBA_CACHE_DIR, else the user's cache folder."""
    digest = hashlib.sha256(Path(__file__).read_bytes())  # it says how numba compiles
    digest.update(version("numba").encode())  # two of them would drop each other's code
    kernels = _kernel_files()
    for file in sorted({*kernels, *_imported_files(kernels)}):
        digest.update(str(file.relative_to(_PACKAGE)).encode() + b"\0" + file.read_bytes())
    return _user_cache() / f"hexlab-kernels-{digest.hexdigest()[:16]}"


def _user_cache() -> Path:
    named = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


@lru_cache(maxsize=None)
def _cache_class() -> type:
    """Numba's cache, made so that a damaged file or a full disk costs a compilation, no more.

    For hexlab's own files it asks neither where they lie nor when they were written: the folder's
    name says what is in them.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

    class Locator(_CacheLocator):
        def __init__(self, line: int, part: Path) -> None:
            self._line = line
            self._path = cache_folder() / "-".join(part.parts)

        @classmethod
        def from_function(cls, function: Any, file: str) -> Any:
            path = Path(file).resolve()
            if not path.is_relative_to(_PACKAGE):
                return None
            return cls(function.__code__.co_firstlineno, path.relative_to(_PACKAGE).parent)

        def get_cache_path(self) -> str:
            return str(self._path)

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return str(self._line)

    class Code(CompileResultCacheImpl):
        _locator_classes = [Locator, *CompileResultCacheImpl._locator_classes]  # noqa: RUF012

    class Cache(FunctionCache):
        _impl_class = Code

        def load_overload(self, signature: Any, context: Any) -> Any:
            try:
                return super().load_overload(signature, context)
            except Exception:  # whatever unpickling half a file raises
                with suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, signature: Any, compiled: Any) -> None:
            with suppress(OSError):
                super().save_overload(signature, compiled)

    return Cache


def kernel(function: Function | None = None, *, allocates: bool = False, **options: Any) -> Any:
    """`numba.njit` with the compiled code cached in `cache_folder`.

    For module-level functions of arrays and scalars. `options` go to numba (``nogil=True``).

    A kernel that makes or returns arrays says ``allocates=True``. In all others numba does not
    count who refers to the arrays they are given: the caller holds them, and a count that goes up
    and down at every call took a third of the time of a search of connections.
    """
    if function is None:
        return lambda f: kernel(f, allocates=allocates, **options)
    import numba

    # numba picks the folder while it decorates; other packages' caches must stay where they are.
    settings: Any = numba.config
    before = settings.CACHE_DIR
    try:
        settings.CACHE_DIR = str(cache_folder())
        njit: Any = numba.njit  # whose types leave out `_nrt`, "runtime allocation"
        compiled = njit(_nrt=allocates, **options)(function)
        with suppress(RuntimeError):  # no folder can be written: compile in every process
            compiled._cache = _cache_class()(function)
        return compiled
    finally:
        settings.CACHE_DIR = before


def kernel_part(function: Function | None = None, **options: Any) -> Any:
    """A `kernel` that only other kernels call: without the doors for Python it compiles faster."""
    return kernel(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
