"""``datasets/manifest.json``: what each data set is, how it was made, whether it is unharmed."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from hexlab.run.files import write_atomic
from hexlab.run.places import datasets_folder

__all__ = [
    "Entry",
    "check",
    "describe_machine",
    "file_hash",
    "is_unharmed",
    "new_entry",
    "read_manifest",
    "today",
    "versions",
    "write_entry",
]

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Entry:
    """One data set.

    Attributes
    ----------
    name, file : str
        The file, or a folder of files, lies in the folder of the manifest.
    rows, bytes : int
        Of a folder: files, and bytes in all.
    sha256 : str
        Of the file; see `file_hash`.
    content : str
        `hexlab.data.games.content_hash` of the rows.
    license, about, command, machine, date : str
        `command` remakes it.
    versions : dict
        Of the packages that made it.
    """

    name: str
    file: str
    rows: int
    bytes: int
    sha256: str
    content: str
    license: str
    about: str
    command: str
    machine: str
    date: str
    versions: dict[str, str]


def read_manifest(folder: Path | None = None) -> dict[str, Entry]:
    """The entries by name, in the order of the file; none if there is no manifest yet.

    Raises
    ------
    ValueError
        If the manifest can't be understood.
    """
    path = (folder or datasets_folder()) / MANIFEST
    if not path.exists():
        return {}
    try:
        entries = [Entry(**item) for item in json.loads(path.read_text(encoding="utf-8"))]
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path} can't be understood: {error}") from None
    return {entry.name: entry for entry in entries}


def write_entry(entry: Entry, folder: Path | None = None) -> None:
    """Add an entry, or replace the one of the same name."""
    place = folder or datasets_folder()
    entries = {**read_manifest(place), entry.name: entry}
    items = [asdict(entries[name]) for name in sorted(entries)]
    text = json.dumps(items, indent=2, ensure_ascii=False)
    write_atomic(place / MANIFEST, text + "\n")


def check(folder: Path | None = None) -> list[str]:
    """What is wrong with the data sets, a sentence each; empty if nothing is.

    Compares size and sha256 of every file with the manifest and looks for files that it doesn't
    name.
    """
    place = folder or datasets_folder()
    entries = read_manifest(place)
    problems = []
    for entry in entries.values():
        if not (place / entry.file).exists():
            problems.append(f"{entry.file} is missing; {entry.command} makes it")
        elif not is_unharmed(entry, place):
            problems.append(f"{entry.file} is not what the manifest describes (sha256)")
    known = {MANIFEST, "README.md", *(entry.file for entry in entries.values())}
    files = sorted(p for p in place.rglob("*") if p.is_file() and not p.name.startswith("."))
    problems += [
        f"{name} stands in no entry of the manifest"
        for name in (path.relative_to(place).as_posix() for path in files)
        if name not in known and name.partition("/")[0] not in known
    ]
    return problems


def is_unharmed(entry: Entry, folder: Path) -> bool:
    """Whether the file or folder of an entry is there and has its sha256."""
    path = folder / entry.file
    return path.exists() and file_hash(path) == entry.sha256


def new_entry(name: str, path: Path, rows: int, content: str, about: str) -> Entry:
    """The entry of a file, or a folder of files, that was made just now; see `Entry`."""
    files = path.iterdir() if path.is_dir() else [path]
    return Entry(
        name=name,
        file=path.name,
        rows=rows,
        bytes=sum(file.stat().st_size for file in files),
        sha256=file_hash(path),
        content=content,
        license="CC0-1.0",
        about=about,
        command=f"hexlab data make {name}",
        machine=describe_machine(),
        date=today(),
        versions=versions(),
    )


def file_hash(path: Path) -> str:
    """The sha256 of a file, in hexadecimal; of a folder, of its files' names and hashes."""
    if path.is_dir():
        files = sorted(p for p in path.iterdir() if not p.name.startswith("."))
        listing = "".join(f"{file_hash(file)}  {file.name}\n" for file in files)
        return hashlib.sha256(listing.encode()).hexdigest()
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def describe_machine() -> str:
    """What a result was computed on, in a few words: "2 cores, x86_64, Linux"."""
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that decide results."""
    names = ("hexlab", "numpy", "numba", "pyarrow")
    return {"python": platform.python_version(), **{name: version(name) for name in names}}


def today() -> str:
    """The date, as in 2019-03-01."""
    return datetime.date.today().isoformat()
