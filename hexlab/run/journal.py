"""An append-only file of results: a long run that is stopped goes on where it was.

The file is JSON lines. The first line holds the parameters of the run, each further line one
result. A line is flushed to the disk before `Journal.append` returns, so whatever stops the
process (``kill -9``, a power cut) costs at most the result that was being written.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: no lock, everything else holds
    fcntl = None  # type: ignore[assignment]

__all__ = ["Journal"]

_VERSION = 1


class Journal:
    """Results on disk, row by row.

    Opening reads what is there. A last line that was cut off is dropped (`dropped` tells).

    Parameters
    ----------
    path : path-like
        The file; it and its folder are made if need be.
    parameters : mapping
        What the results depend on (JSON values). They are written into a new file and compared
        with those of an old one.

    Attributes
    ----------
    path : Path
    rows : list of dict
        All results, the old ones first.
    dropped : str
        The cut-off last line that was thrown away, "" if there was none.

    Raises
    ------
    ValueError
        If the file was made with other parameters, is damaged before its last line, is no journal,
        or is being written by another process.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "games.jsonl"
    >>> with Journal(file, {"seed": 1}) as journal:
    ...     journal.append({"game": 0, "winner": 1})
    >>> with Journal(file, {"seed": 1}) as journal:
    ...     journal.rows
    [{'game': 0, 'winner': 1}]
    """

    def __init__(self, path: str | os.PathLike[str], parameters: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.rows: list[dict[str, Any]] = []
        self.dropped = ""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = open(self.path, "a+b", buffering=0)  # noqa: SIM115 (closed by `close`)
        try:
            self._lock()
            self._read(json.loads(json.dumps(dict(parameters))))
        except BaseException:
            self._file.close()
            raise

    def append(self, row: Mapping[str, Any]) -> None:
        """Add one result; it is on the disk when this returns.

        Raises
        ------
        OSError
            If it cannot be written (a full disk). The file keeps all rows before it, whole.
        """
        self._write(row)
        self.rows.append(dict(row))

    def close(self) -> None:
        """Release the file."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.rows)

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"{self.path} is being written by another process; stop that one or wait for it"
            ) from None
        except OSError:  # a file system without locks
            return

    def _read(self, parameters: dict[str, Any]) -> None:
        self._file.seek(0)
        content = self._file.read()
        whole, cut = content[: content.rfind(b"\n") + 1], content[content.rfind(b"\n") + 1 :]
        lines = whole.splitlines()
        if not lines and not _may_start(cut):
            raise ValueError(f"{self.path} is no journal of hexlab; it was left as it is")
        rows = [self._parse(line, number) for number, line in enumerate(lines, start=1)]
        if rows:
            self._compare(rows[0], parameters)
            self.rows = rows[1:]
        if cut:
            self.dropped = cut.decode("utf-8", "replace")
            self._file.truncate(len(whole))
        if not rows:
            self._write({"hexlab journal": _VERSION, "parameters": parameters})

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise ValueError(f"{self.path}, line {number} is damaged; it was left as it is")
        return row

    def _compare(self, header: dict[str, Any], parameters: dict[str, Any]) -> None:
        old = header.get("parameters", {})
        if "hexlab journal" not in header or not isinstance(old, dict):
            raise ValueError(f"{self.path} is no journal of hexlab; it was left as it is")
        for name in sorted({*old, *parameters}):
            if old.get(name) != parameters.get(name):
                raise ValueError(
                    f"{self.path} holds results for {name} = {old.get(name)!r}, not "
                    f"{parameters.get(name)!r}; remove it or name another file to start afresh"
                )

    def _write(self, row: Mapping[str, Any]) -> None:
        line = json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n"
        start = self._file.seek(0, os.SEEK_END)
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:])
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(start)
            raise OSError(
                f"{self.path} cannot be written: {error.strerror}; the {len(self.rows)} results in "
                "it are safe, start the same command again when that is mended"
            ) from error
        except BaseException:  # an interrupt in the middle of a line
            self._file.truncate(start)
            raise


def _may_start(cut: bytes) -> bool:
    """Whether an unfinished first line can be the beginning of a journal's first line."""
    start = b'{"hexlab journal"'
    return cut.startswith(start) or start.startswith(cut)
