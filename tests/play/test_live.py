import io
import sys

from match_players import record

from hexlab.play.live import LiveTable, standing


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, stream, players):
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("hexlab.play.live._EVERY", -1.0)
    with LiveTable(players, 4) as table:
        table.add(record(0, players[0], players[1], "black"))
        table.add(record(1, players[1], players[0], "white"))
        assert table.wins[players[0]] == 2
    return stream.getvalue()


def test_a_terminal_sees_the_standing_and_a_file_does_not(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    assert "a – b: 2 of 2, 100.0 %" in shown(monkeypatch, Terminal(), ["a", "b"])
    assert "b: 0 of 2, 0.0 %" in shown(monkeypatch, Terminal(), ["a", "b", "c"])
    assert shown(monkeypatch, io.StringIO(), ["a", "b"]) == ""


def test_the_best_come_first():
    lines = standing({"a": 1, "b": 3, "c": 0}, {"a": 4, "b": 4, "c": 0})
    assert lines == ["b: 3 of 4, 75.0 %", "a: 1 of 4, 25.0 %", "c: 0 of 0, 0.0 %"]
