"""What benchmarks share: measuring a call, and one section of results.md for each topic."""

from __future__ import annotations

import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import NamedTuple

__all__ = ["Timing", "machine", "measure", "table", "topics", "write_section"]

_FOLDER = Path(__file__).parent
_RESULTS = _FOLDER / "results.md"


class Timing(NamedTuple):
    """Microseconds a call."""

    median: float
    minimum: float

    def __str__(self) -> str:
        """The median, to three digits."""
        return f"{self.median:,.0f}" if self.median >= 100 else f"{self.median:.3g}"


def measure(call: Callable[[], object], seconds: float = 0.5, at_least: int = 3) -> Timing:
    """Time a call: median and minimum of many short runs (of about 1 ms), after one to warm up."""
    call()
    start = time.perf_counter()
    call()
    once = time.perf_counter() - start
    number = max(1, round(0.001 / max(once, 1e-9)))
    samples: list[float] = []
    end = time.perf_counter() + seconds
    while len(samples) < at_least or time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(number):
            call()
        samples.append((time.perf_counter() - start) / number * 1e6)
    return Timing(median(samples), min(samples))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A markdown table; all columns but the first are set right."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def machine(*packages: str) -> str:
    """One line: processor, Python and the versions of `packages`."""
    versions = [f"{name} {version(name)}" for name in packages]
    parts = [_processor(), f"Python {platform.python_version()}", *versions]
    return ", ".join(parts)


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    model = re.search(r"model name\s*: (.*)", text)
    name = model[1].strip() if model else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores"


def topics() -> list[str]:
    """The benchmark scripts of this folder that ``make bench`` runs."""
    others = {"__init__", "__main__", "harness", "strength"}
    return sorted(file.stem for file in _FOLDER.glob("*.py") if file.stem not in others)


def write_section(topic: str, text: str) -> None:
    """Put the section of a topic into results.md, in place of the one it had; print it too."""
    begin, end = f"<!-- {topic} -->", f"<!-- end of {topic} -->"
    section = f"{begin}\n{text.strip()}\n{end}"
    old = _RESULTS.read_text(encoding="utf-8") if _RESULTS.exists() else "# Benchmarks\n"
    head, found, rest = old.partition(begin)
    after = rest.partition(end)[2] if found else "\n"
    new = (head if found else f"{old.rstrip()}\n\n") + section + after
    draft = _RESULTS.with_suffix(".new")
    draft.write_text(new, encoding="utf-8")
    draft.replace(_RESULTS)
    print(text, file=sys.stderr)
