"""Writing files so that nobody ever finds half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

__all__ = ["write_atomic"]


def write_atomic(path: str | os.PathLike[str], content: str | bytes) -> Path:
    """Write a whole file under a temporary name, then give it its own.

    Parent folders are made. A reader sees the old file or the new one, and a failure (a full disk,
    an interrupt) leaves the old one as it was.

    Raises
    ------
    OSError
        If the file cannot be written; the message names it.
    """
    target = Path(path)
    data = content.encode("utf-8") if isinstance(content, str) else content
    target.parent.mkdir(parents=True, exist_ok=True)
    # Names are limited to 255 bytes: the temporary one must not be too long where its own is not.
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_mode(target))
        os.replace(name, target)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno:  # a full disk gives no name at all
            raise OSError(error.errno, error.strerror, str(target)) from None
        raise
    return target


def _mode(target: Path) -> int:
    """The permissions of the file there now, else those of a new file (mkstemp's are private)."""
    if target.exists():
        return target.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
