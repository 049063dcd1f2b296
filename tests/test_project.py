"""The files around the package agree with each other."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    entries = [line.split(";")[0].split("==") for line in lines if line and line[0] != "#"]
    return {canonical(name.strip()): version.strip() for name, version in entries}


def requirements() -> list[tuple[str, str]]:
    """(name, lowest version or '') of the core and of every extra."""
    found = []
    for text in [*PROJECT["dependencies"], *(r for extra in EXTRAS.values() for r in extra)]:
        match = re.fullmatch(r"([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?(?:>=([0-9.]+))?", text)
        assert match, f"{text!r} is more than a name and a lowest version"
        if match[1] != "hexlab":
            found.append((canonical(match[1]), match[2] or ""))
    return found


def version_key(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


@pytest.mark.parametrize(("name", "lowest"), requirements())
def test_every_requirement_is_pinned(name: str, lowest: str) -> None:
    assert name in pins(), f"constraints.txt pins no {name}"
    if lowest:
        assert version_key(pins()[name]) >= version_key(lowest)


def test_torch_is_pinned_to_the_build_that_pip_takes() -> None:
    assert pins()["torch"] == "2.13.0"


def environment_lines() -> list[str]:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    return [line.strip(" -") for line in text.splitlines() if line.strip().startswith("-")]


def test_conda_installs_what_pip_installs() -> None:
    lines = environment_lines()
    python = next(line for line in lines if line.startswith("python "))
    assert python.removeprefix("python ") == PROJECT["requires-python"]
    assert "constraint constraints.txt" in lines, "conda's pip must use the same pins"
    editable = next(line for line in lines if line.startswith("editable"))
    extras = re.findall(r"\[(.*)\]", editable)[0].split(",")
    assert set(extras) <= set(EXTRAS)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installed = re.findall(r"^EXTRAS := (.*)$", makefile, re.MULTILINE)[0].split(",")
    assert set(installed) <= set(extras), "conda users get at least what make installs"
    # Anything else in the file would be a second list of versions that could drift.
    allowed = ("conda-forge", "nodefaults", "python ", "pip", "constraint", "editable")
    assert [line for line in lines if not line.startswith(allowed)] == []


def test_versions_agree() -> None:
    import hexlab

    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert PROJECT["version"] == hexlab.__version__
    assert f"\nversion: {hexlab.__version__}\n" in citation
    assert hexlab.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# -- the README --------------------------------------------------------------------------------


def make_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


def documents() -> list[Path]:
    files = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    return [ROOT / name for name in files] or [ROOT / "README.md"]


@pytest.mark.parametrize("path", documents(), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_make_command_in_the_documents_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = re.findall(r"(?:^|`)\s*make ([a-z-]+)", text, re.MULTILINE)
    assert set(named) <= make_targets()


@pytest.mark.parametrize("path", documents(), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_relative_link_in_the_documents_leads_somewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'src="([^"]+)"', text):
        if not re.match(r"[a-z]+:", target):
            assert (path.parent / target).exists(), f"{path.name}: {target} is not there"


def test_the_readme_clones_then_runs_make_lab() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"```bash\n(git clone.*?)```", text, re.DOTALL)
    assert block, "README.md shows how to get hexlab"
    lines = block[1].splitlines()
    assert re.fullmatch(r"git clone \S+( hexlab)?", lines[0])
    assert "cd hexlab" in lines
    assert any(line.startswith("make lab") for line in lines)


# -- oracles -----------------------------------------------------------------------------------


def named_tests() -> list[str]:
    text = (ROOT / "tests" / "ORACLES.md").read_text(encoding="utf-8")
    return re.findall(r"`(tests/[^`]+::[^`]+)`", text)


def test_the_oracles_name_tests() -> None:
    assert len(named_tests()) >= 20


@pytest.mark.parametrize("name", named_tests())
def test_every_test_that_an_oracle_names_exists(name: str) -> None:
    file, _, function = name.partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    for part in function.split("::"):
        assert re.search(rf"^\s*(?:def|class) {re.escape(part)}\b", source, re.MULTILINE), name


# -- words -------------------------------------------------------------------------------------


def test_spelling_is_american() -> None:
    """As matplotlib's and networkx's names are, so that color is never colo(u)r in between."""
    british = "colo[u]r|neighbo[u]r|behavio[u]r|gre[y]|cent[r]ed?|judg[e]ment|licenc[e]"
    command = ["git", "grep", "-nIiE", british, "--", "*.py", "*.md", "*.js", "*.css", "*.toml"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.stdout == ""
