"""Names of players: their parameters, and things that people keep in a Python file of their own."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import types
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin
from zlib import crc32

__all__ = ["convert", "file_of", "is_file_name", "load_object", "read_parameters", "written"]

_IN_FILE = re.compile(r"(?P<file>.+?\.py):(?P<what>\w+)(?P<rest>:.*)?", re.DOTALL)
_YES, _NO = ("yes", "on", "true", "1"), ("no", "off", "false", "0")


# -- key=value ---------------------------------------------------------------------------------


def read_parameters(text: str, factory: Callable[..., Any], name: str) -> dict[str, Any]:
    """The keyword arguments that ``key=value,key=value`` stands for.

    Parameters
    ----------
    text : str
        Pairs split at commas; may be empty.
    factory : callable
        Its keyword parameters say which keys there are, their annotations how a value is read.
    name : str
        Whose they are, for messages.

    Returns
    -------
    dict
        In the order of the factory's parameters.

    Raises
    ------
    ValueError
        For a key that is none, given twice or missing, and for a value that cannot be read.

    Examples
    --------
    >>> def factory(sims: int = 1000, prior: str | None = "ring", fast: bool = False): ...
    >>> read_parameters("fast=yes,sims=50,prior=none", factory, "mine")
    {'sims': 50, 'prior': None, 'fast': True}
    """
    known = _parameters(factory, name)
    given: dict[str, str] = {}
    for pair in text.split(",") if text else []:
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ValueError(f"parameters of {name} are written key=value, not {pair!r}")
        if key not in known:
            there = f"it has: {', '.join(known)}" if known else "it has none"
            raise ValueError(f"{key!r} is no parameter of {name}; {there}")
        if key in given:
            raise ValueError(f"{key!r} of {name} is given twice")
        given[key] = value.strip()
    for key, parameter in known.items():
        if key not in given and parameter.default is parameter.empty:
            raise ValueError(f"{name} needs a value of {key!r} ({name}:{key}=...)")
    return {
        key: convert(given[key], parameter.annotation, f"{key!r} of {name}")
        for key, parameter in known.items()
        if key in given
    }


def _parameters(factory: Callable[..., Any], name: str) -> dict[str, inspect.Parameter]:
    """The keyword parameters by name, annotations evaluated."""
    try:
        signature = inspect.signature(factory, eval_str=True)
    except (NameError, TypeError, ValueError) as error:
        raise ValueError(f"the parameters of {name} cannot be read: {error}") from None
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {key: one for key, one in signature.parameters.items() if one.kind in kinds}


def convert(text: str, wanted: Any, what: str) -> Any:
    """A value from its text: int, float, bool, str, a Literal or one of these or None.

    Raises
    ------
    ValueError
        If the text is no such value, with `what` in the message.

    Examples
    --------
    >>> convert("0.5", float, "alpha"), convert("none", int | None, "sims")
    (0.5, None)
    >>> convert("many", int, "sims")
    Traceback (most recent call last):
        ...
    ValueError: sims must be a whole number, not 'many'
    """
    options = get_args(wanted)
    if get_origin(wanted) in (Union, types.UnionType):
        if type(None) in options and text.lower() == "none":
            return None
        return convert(text, next(one for one in options if one is not type(None)), what)
    if get_origin(wanted) is Literal:
        if text not in options:
            raise ValueError(f"{what} must be one of {', '.join(map(str, options))}, not {text!r}")
        return text
    if wanted is bool:
        if text.lower() not in _YES + _NO:
            raise ValueError(f"{what} must be yes or no, not {text!r}")
        return text.lower() in _YES
    kind = {int: "a whole number", float: "a number"}.get(wanted)
    if kind is None:
        return text
    try:
        value = wanted(text)
    except ValueError:
        raise ValueError(f"{what} must be {kind}, not {text!r}") from None
    if value != value:
        raise ValueError(f"{what} must be {kind}, not {text!r}")
    return value


def written(parameters: Mapping[str, Any], factory: Callable[..., Any], name: str) -> str:
    """The parameters as one text, those left out that have their default value.

    >>> def factory(sims: int = 1000, prior: str | None = "ring", fast: bool = False): ...
    >>> written({"sims": 1000, "prior": None, "fast": True}, factory, "mine")
    'prior=none,fast=yes'
    """
    words = {True: "yes", False: "no", None: "none"}
    known = _parameters(factory, name)
    return ",".join(
        f"{key}={words[value] if isinstance(value, bool | None) else value}"
        for key, value in parameters.items()
        if value != known[key].default or type(value) is not type(known[key].default)
    )


# -- files -------------------------------------------------------------------------------------


def is_file_name(name: str) -> bool:
    """Whether a name says ``FILE.py:...`` (and not, say, ``chev:value=FILE.py:f``).

    >>> is_file_name("players/mine.py:Mine"), is_file_name("chev:value=mine.py:f")
    (True, False)
    """
    found = _IN_FILE.fullmatch(name)
    return found is not None and "=" not in found["file"]


def file_of(name: str) -> Path:
    """The file of ``FILE.py:NAME``.

    Raises
    ------
    ValueError
        If this is no such name.
    OSError
        If there is no such file.
    """
    found = _IN_FILE.fullmatch(name)
    if found is None:
        raise ValueError(f"{name!r} is not written FILE.py:NAME")
    path = Path(found["file"])
    path.stat()
    return path.resolve()


def load_object(name: str) -> tuple[Any, str]:
    """What ``FILE.py:NAME`` names, and the text behind a second colon.

    The file is run once in a process, and anew if it has changed.

    Raises
    ------
    ValueError
        If this is no such name, the file cannot be run or defines no `NAME`.
    OSError
        If there is no such file.
    """
    path = file_of(name)
    found = _IN_FILE.fullmatch(name)
    assert found is not None
    module = _run(path, path.stat().st_mtime_ns)
    if not hasattr(module, found["what"]):
        own = (
            k for k, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__
        )
        there = ", ".join(own) or "nothing"
        raise ValueError(f"{found['file']} defines no {found['what']!r}; it defines: {there}")
    return getattr(module, found["what"]), (found["rest"] or ":")[1:]


@lru_cache(maxsize=64)
def _run(path: Path, changed: int) -> types.ModuleType:
    """The module of a file, under a name of its own: two folders may hold files of one name."""
    known = f"hexlab_file_{path.stem}_{crc32(str(path).encode()):x}"
    spec = importlib.util.spec_from_file_location(known, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[known] = module  # dataclasses and pickles look a class's module up by name
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[known]
        raise ValueError(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    return module
