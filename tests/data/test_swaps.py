"""How the table of swaps is made."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexlab.data import swaps
from hexlab.data.manifest import read_manifest
from hexlab.data.swaps import border, make_swaps, opening_values, solved_table
from hexlab.play.swap import swap_table
from hexlab.search import winning_openings


def test_the_tracked_table_is_what_the_solver_finds() -> None:
    table = swap_table()
    for n, row in solved_table(4).items():
        assert table[n] == row


def test_values_of_the_solver_draw_the_right_border() -> None:
    values = opening_values(3, "solver")
    winning = frozenset(winning_openings(3))
    at = border(values, winning)
    assert {cell for cell, value in values.items() if value > at} == winning
    with pytest.raises(ValueError, match="random gives no values"):
        opening_values(3, "random")


def test_a_border_that_lets_all_or_none_win() -> None:
    values = {0: 0.5, 1: 0.2}
    assert border(values, frozenset({0, 1})) < 0.2
    assert border(values, frozenset()) > 0.5


def test_the_table_is_made_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {n: (frozenset(winning_openings(n)), "solved") for n in (1, 2, 3)}
    monkeypatch.setattr(swaps, "solved_table", lambda: {**small, 7: swap_table()[7]})
    monkeypatch.setattr(swaps, "opening_values", lambda n, player: {0: -1.0, n // 2 * (n + 1): 0.5})
    path = tmp_path / "tables" / "swap.json"
    path.parent.mkdir()
    entry = make_swaps(tmp_path, path, searched=(8,), player="mine")
    assert entry.file == "tables/swap.json"
    assert swap_table(path)[8] == (frozenset({36}), "mine")
    assert read_manifest(tmp_path) == {"swap": entry}
    assert make_swaps(tmp_path, path, searched=(8,), player="mine") == entry
    with pytest.raises(ValueError, match=r"not that of swap\.json"):
        make_swaps(tmp_path, path, searched=(8, 9), player="mine")
    assert make_swaps(tmp_path, path, (8, 9), "mine", replace_old=True).rows == 6
