from __future__ import annotations

from pathlib import Path

import pytest

from hexlab import Board
from hexlab.lab import keep, setup
from hexlab.view import game_curves


@pytest.fixture(autouse=True)
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXLAB_OUT", str(tmp_path))
    return tmp_path / "figures"


def test_pictures_become_svg_and_figures_png(out: Path) -> None:
    picture, figure = Board(3).show(), game_curves({"E": [0.0, 0.5]})
    assert keep("a", picture) is picture
    assert keep("b", figure) is figure
    assert (out / "a.svg").read_text().lstrip().startswith(("<?xml", "<svg"))
    assert (out / "b.png").read_bytes().startswith(b"\x89PNG")


def test_the_same_figure_gives_the_same_bytes(out: Path) -> None:
    for _ in range(2):
        keep("c", game_curves({"E": [0.0, 0.5]}))
        kept = (out / "c.png").read_bytes()
    keep("c", game_curves({"E": [0.0, 0.5]}))
    assert (out / "c.png").read_bytes() == kept


def test_setup_says_what_ran(capsys: pytest.CaptureFixture[str]) -> None:
    setup("quick", seed=7)
    told = capsys.readouterr().out
    assert "numba" in told
    assert "scale quick, seed 7" in told
    with pytest.raises(ValueError, match="no scale"):
        setup("slow", seed=7)
