"""The syntax of SGF (FF[4]): text to a tree of properties and back. Knows nothing of Hex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

__all__ = ["Property", "RawNode", "escape", "parse_sgf", "position", "unescape", "write_tree"]

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
# Possessive, so that an unclosed value costs linear time.
_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r|\n")
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a node, as ``C[Good move!]``.

    Attributes
    ----------
    name : str
        As written. Old files pad it with small letters (``White``); `key` leaves them out.
    raw : tuple of str
        The values as they stand between the brackets, escapes and all.
    at : int
        Where the property starts in the text it was read from; not compared.
    """

    name: str
    raw: tuple[str, ...]
    at: int = field(default=0, compare=False)

    @property
    def key(self) -> str:
        """The name in capitals only (``White`` means ``W``)."""
        if self.name.isupper():
            return self.name
        return "".join(letter for letter in self.name if not letter.islower())

    @property
    def values(self) -> tuple[str, ...]:
        """The values as text, escapes resolved."""
        return tuple(unescape(value) for value in self.raw)


@dataclass(slots=True)
class RawNode:
    """A node as written: its properties, and the index of its parent (-1 for a root)."""

    parent: int
    properties: list[Property]
    at: int


def unescape(raw: str) -> str:
    r"""The text that a value stands for.

    >>> unescape(r"a \] b \\ c")
    'a ] b \\ c'
    """
    text = _ESCAPED.sub(lambda m: "" if m[1] in ("\n", "\r", "\r\n", "\n\r") else m[1], raw)
    return _BREAK.sub("\n", text)


def escape(text: str) -> str:
    r"""A text as a value: ``\`` and ``]`` get a backslash.

    >>> print(escape("[a]"))
    [a\]
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def position(text: str, at: int) -> str:
    """'line 3, column 7' for an offset in the text."""
    line, start = 1, 0
    for match in _BREAK.finditer(text, 0, at):
        line, start = line + 1, match.end()
    return f"line {line}, column {at - start + 1}"


def parse_sgf(text: str) -> list[list[RawNode]]:
    """Read a collection: for each game its nodes, every parent before its children.

    Raises
    ------
    ValueError
        With line and column, for anything that is not SGF; also for an empty collection.

    Notes
    -----
    Linear time, no recursion: nesting may be as deep as the text is long. White space between
    tokens and a byte order mark at the start are skipped, all else must be SGF.

    >>> [[main, variation]] = [game[1:] for game in parse_sgf("(;GM[11](;B[a1])(;B[b2]))")]
    >>> variation.properties, variation.parent
    ([Property(name='B', raw=('b2',), at=18)], 0)
    """
    games: list[list[RawNode]] = []
    at = _skip(text, 1 if text.startswith("\ufeff") else 0)
    while at < len(text):
        if text[at] != "(":
            raise _error(text, at, "a game starts with '('")
        nodes, at = _parse_game(text, at)
        games.append(nodes)
        at = _skip(text, at)
    if not games:
        raise ValueError("line 1, column 1: no game here, the text is empty")
    return games


def _parse_game(text: str, at: int) -> tuple[list[RawNode], int]:
    """One game tree that opens at `at`, and the place behind it."""
    nodes: list[RawNode] = []
    opened: list[tuple[int, int]] = []  # per open "(": where it stands, and the node before it
    last = -1
    while True:
        symbol = text[at : at + 1]
        if symbol == "(":
            opened.append((at, last))
            at = _skip(text, at + 1)
            if text[at : at + 1] != ";":
                raise _error(text, at, "a node (';') follows '('")
        elif symbol == ";":
            if nodes and text[_back(text, at)] == ")":
                raise _error(text, at, "only a variation ('(') or ')' follows ')'")
            properties, end = _parse_properties(text, _skip(text, at + 1))
            nodes.append(RawNode(last, properties, at))
            last, at = len(nodes) - 1, end
        elif symbol == ")":
            _, last = opened.pop()
            at += 1
            if not opened:
                return nodes, at
            at = _skip(text, at)
        elif not symbol:
            raise ValueError(f"{position(text, opened[-1][0])}: this '(' is never closed")
        else:
            raise _error(text, at, "expected a property, ';', '(' or ')'")


def _parse_properties(text: str, at: int) -> tuple[list[Property], int]:
    properties = []
    while name := _NAME.match(text, at):
        end = _skip(text, name.end())
        if text[end : end + 1] != "[":
            raise _error(text, end, f"'[' follows the property name {name[0][:20]!r}")
        raw = []
        while text[end : end + 1] == "[":
            value = _VALUE.match(text, end)
            if not value:
                raise ValueError(f"{position(text, end)}: this '[' is never closed")
            raw.append(value[1])
            end = _skip(text, value.end())
        properties.append(Property(name[0], tuple(raw), at))
        at = end
    return properties, at


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _back(text: str, at: int) -> int:
    """The last place before `at` that is no white space."""
    at -= 1
    while text[at].isspace():
        at -= 1
    return at


def _error(text: str, at: int, rule: str) -> ValueError:
    found = repr(text[at]) if at < len(text) else "the text ends"
    return ValueError(f"{position(text, at)}: {found} where {rule}")


def write_node(properties: Iterable[Property]) -> str:
    """``;`` and the properties."""
    parts = (p.name + "".join(f"[{value}]" for value in p.raw) for p in properties)
    return ";" + "".join(parts)


def write_tree(nodes: Sequence[RawNode]) -> str:
    """The game tree of such nodes as SGF, in lines of about 80 characters."""
    children: list[list[int]] = [[] for _ in nodes]
    for index, node in enumerate(nodes):
        if node.parent >= 0:
            children[node.parent].append(index)
    return "".join(_write(nodes, children))


def _write(nodes: Sequence[RawNode], children: list[list[int]]) -> Iterator[str]:
    # What is still to be written, the next thing last: a node, or -1 for ")".
    todo = [-1, 0]
    width = 0
    while todo:
        index = todo.pop()
        if index < 0:
            yield ")"
            continue
        opens = index == 0 or len(children[nodes[index].parent]) > 1
        text = ("(" if opens else "") + write_node(nodes[index].properties)
        width += len(text)
        if index and (opens or width > 80):
            text, width = "\n" + text, len(text)
        yield text
        for child in reversed(children[index]):
            todo += [-1, child] if len(children[index]) > 1 else [child]
