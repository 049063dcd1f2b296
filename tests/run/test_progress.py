import io
import sys

from hexlab.run.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, stream):
    monkeypatch.setattr(sys, "stderr", stream)
    bar = progress(total=2, desc="playing", unit="game")
    bar.delay = 0
    bar.update(1)
    bar.refresh()
    bar.close()
    return stream.getvalue()


def test_a_terminal_sees_the_bar_and_a_file_does_not(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    assert "playing" in shown(monkeypatch, Terminal())
    assert shown(monkeypatch, io.StringIO()) == ""


def test_silent_under_ci(monkeypatch):
    monkeypatch.setenv("CI", "true")
    assert shown(monkeypatch, Terminal()) == ""


def test_hands_on_what_it_gets():
    assert list(progress(iter("abc"), total=3)) == ["a", "b", "c"]
