"""What docs/htp.md says of each command is what the engine answers."""

import re
from pathlib import Path

import pytest
from little_players import First

from hexlab.play.htp_engine import engine_server

TEXT = (Path(__file__).resolve().parents[2] / "docs/htp.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```htp\n(.*?)\n```", TEXT, re.DOTALL)
NAMES = {
    name for line in re.findall(r"^### (.*)$", TEXT, re.M) for name in re.findall("`(.*?)`", line)
}
# What differs from release to release, or is only long.
WITHOUT = {"version", "list_commands", "hexgui-analyze_commands", "gogui-analyze_commands"}


def turns(example):
    """(command, answer) as the text has them."""
    return [
        (command, answer.rstrip())
        for command, answer in re.findall(r"^> (.*)\n((?:(?!> ).*(?:\n|\Z))*)", example, re.M)
    ]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example(number):
    server = engine_server("resistance", seed=1, memory_mb=1)
    said = turns(EXAMPLES[number])
    assert said
    for command, answer in said:
        given = server.reply(command).removesuffix("\n\n")
        assert "\n".join(row.rstrip() for row in given.split("\n")) == answer, command


def test_every_command_is_explained_and_shown():
    known = set(engine_server(First()).commands)
    assert known == NAMES
    shown = {
        turn[0].split()[-1 if turn[0][0].isdigit() else 0] for e in EXAMPLES for turn in turns(e)
    }
    assert known - shown == WITHOUT
