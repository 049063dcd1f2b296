"""Every Python block and every `hexlab …` line of the README works as printed."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_python_blocks_then_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one folder and in order, as a reader would: the commands use what the blocks wrote."""
    monkeypatch.chdir(tmp_path)
    python = "\n".join(blocks("python"))
    assert python.count(">>>") >= 10
    test = doctest.DocTestParser().get_doctest(python, {}, "README.md", "README.md", 0)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    result = doctest.DocTestRunner(optionflags=flags).run(test)
    assert result.failed == 0

    lines = [line for block in blocks("bash") for line in block.splitlines()]
    commands = [line.split("  #")[0].strip() for line in lines if line.startswith("hexlab ")]
    assert len(commands) >= 3
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for command in commands:
        words = [sys.executable, "-m", *shlex.split(command)]
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
