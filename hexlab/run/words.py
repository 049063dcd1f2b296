"""Errors in words."""

from __future__ import annotations

__all__ = ["sentence"]


def sentence(error: Exception) -> str:
    """What went wrong, in one line.

    >>> sentence(FileNotFoundError(2, "No such file or directory", "a.sgf"))
    'a.sgf: No such file or directory'
    >>> sentence(ValueError())
    'ValueError'
    """
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split()) or type(error).__name__
