"""The syntax of SGF."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlab.board.sgf_text import (
    Property,
    RawNode,
    escape,
    parse_sgf,
    position,
    unescape,
    write_tree,
)

RAW = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(escape)
PROPERTIES = st.builds(
    Property,
    st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,3}", fullmatch=True),
    st.lists(RAW, min_size=1, max_size=3).map(tuple),
)


@st.composite
def trees(draw: st.DrawFn) -> list[RawNode]:
    """Nodes in the order of a file: every one hangs on the path to the one before it."""
    nodes: list[RawNode] = []
    for index in range(draw(st.integers(1, 12))):
        path, at = [], index - 1
        while at >= 0:
            path.append(at)
            at = nodes[at].parent
        parent = draw(st.sampled_from(path)) if path else -1
        nodes.append(RawNode(parent, draw(st.lists(PROPERTIES, max_size=3)), 0))
    return nodes


def plain(nodes: list[RawNode]) -> list[tuple[int, list[Property]]]:
    return [(node.parent, node.properties) for node in nodes]


@settings(max_examples=30)
@given(st.lists(trees(), min_size=1, max_size=3), st.sampled_from(("", " ", "\r\n\t", "\ufeff")))
def test_what_is_written_is_read(collection: list[list[RawNode]], space: str) -> None:
    text = space + "\n".join(write_tree(nodes) for nodes in collection)
    assert [plain(nodes) for nodes in parse_sgf(text)] == [plain(nodes) for nodes in collection]


@given(st.text(max_size=30))
def test_escapes(text: str) -> None:
    broken = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")
    assert unescape(escape(text)) == broken
    [[node]] = parse_sgf(f"(;C[{escape(text)}])")
    assert node.properties[0].values == (broken,)


def test_soft_line_breaks_and_needless_escapes() -> None:
    assert unescape("a\\\nb\\\r\nc\\\rd") == "abcd"
    assert unescape("\\a\\:\\[\\]\\\\") == "a:[]\\"


def test_space_anywhere_and_old_names() -> None:
    text = " (\n; GaMe [11]\t[x] ;\nW[a1]( ;B [b1] ) (;) )\n"
    [nodes] = parse_sgf(text)
    assert [node.parent for node in nodes] == [-1, 0, 1, 1]
    assert nodes[0].properties == [Property("GaMe", ("11", "x"))]
    assert nodes[0].properties[0].key == "GM"
    assert text[nodes[0].properties[0].at] == "G"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: no game here"),
        (" \n ", "no game here"),
        ("hello", "line 1, column 1: 'h' where a game starts with '\\('"),
        ("(;)\nx", "line 2, column 1: 'x' where a game starts"),
        ("(", "line 1, column 2: the text ends where a node"),
        ("()", "line 1, column 2: '\\)' where a node"),
        ("(\n\n(;))", "line 3, column 1: '\\(' where a node"),
        ("(;B[a1]", "line 1, column 1: this '\\(' is never closed"),
        ("(;\r\n(;B[a1]\r\n", "line 2, column 1: this '\\(' is never closed"),
        ("(;\n C[never closed\\]", "line 2, column 3: this '\\[' is never closed"),
        ("(;C)", "line 1, column 4: '\\)' where '\\[' follows the property name 'C'"),
        ("(;C[a]]", "line 1, column 7: '\\]' where expected a property"),
        ("(;[a])", "line 1, column 3: '\\[' where expected a property"),
        ("(;(;);B[a1])", "line 1, column 6: ';' where only a variation"),
        ("(;))", "line 1, column 4: '\\)' where a game starts"),
        ("(;É[a])", "line 1, column 3: 'É' where expected a property"),
    ],
)
def test_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_sgf(text)


@given(st.text(alphabet="();[]\\BC a\n1\x00", max_size=40) | st.text(max_size=40))
def test_any_text_is_sgf_or_an_error(text: str) -> None:
    try:
        games = parse_sgf(text)
    except ValueError as error:
        where = str(error)
    else:
        where = "line "
        again = parse_sgf("".join(write_tree(nodes) for nodes in games))
        assert [plain(nodes) for nodes in again] == [plain(nodes) for nodes in games]
    assert where.startswith("line ")


def test_positions() -> None:
    text = "a\nb\r\nc\rd\n\re"
    found = [position(text, text.index(letter)) for letter in "abcde"]
    assert found == [f"line {line}, column 1" for line in range(1, 6)]


@pytest.mark.parametrize(
    "text",
    [
        "(;" * 100_000 + ")" * 100_000,
        "(;" + "(;B[a1])" * 20_000 + ")",
        "(" + ";B[a1]" * 20_000 + ")",
        "(;C" + "[a]" * 20_000 + ")",
        "(;C[" + "\\]" * 500_000 + "])",
    ],
)
def test_large_and_deep_texts(text: str) -> None:
    [nodes] = parse_sgf(text)
    [again] = parse_sgf(write_tree(nodes))
    assert plain(again) == plain(nodes)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 300_000,
        "(;" * 150_000,
        "(;C[" + "a" * 300_000,
        "(;C[" + "\\]" * 150_000,
        "(;" + "C" * 300_000,
        "(;" + " " * 300_000 + "x",
        "[" * 300_000,
        ")" * 300_000,
    ],
)
def test_large_rubbish_is_refused_at_once(text: str) -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match="line 1, column"):
        parse_sgf(text)
    assert time.process_time() - start < 20
