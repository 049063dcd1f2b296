"""The table of first moves that `hexlab.play.swap` reads: solved, and valued by a search.

On boards that are not solved a player may look at each first move from the second player's side.
Its values are not centered at even, so the border between winning and losing is put where it agrees
best with the solved 7×7 board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from os.path import relpath
from pathlib import Path

import numpy as np

from hexlab.board.game import Game
from hexlab.board.notation import cell_id
from hexlab.board.symmetry import rotate_cells
from hexlab.data.manifest import Entry, is_unharmed, new_entry, read_manifest, write_entry
from hexlab.data.openings import load_openings, opening_cells
from hexlab.play.player import make_player
from hexlab.play.swap import TABLE, SwapTable, table_text
from hexlab.run.files import write_atomic
from hexlab.run.places import datasets_folder
from hexlab.run.progress import progress

__all__ = ["ABOUT", "NAME", "border", "make_swaps", "opening_values", "solved_table"]

NAME = "swap"
ABOUT = "First moves that win for Black and so are swapped, from 1×1 to 7×7"

# The player whose values count on boards that are not solved, and these boards: none as yet. The
# values of `wolve` tell 7×7 right in 84 % of its first moves with the best border, but from 9×9 on
# they put cells near the acute corners before the middle.
PLAYER = "wolve:nodes=300"
SEARCHED: tuple[int, ...] = ()


def solved_table(largest: int = 7) -> SwapTable:
    """The winning first moves of the solved boards; 7×7 from its data set.

    Cost: 6×6 takes 10 seconds.

    >>> sorted(solved_table(2)[2][0])
    [1, 2]
    """
    from hexlab.search.dfpn import winning_openings

    found = {n: (frozenset(winning_openings(n)), "solved") for n in range(1, min(largest, 6) + 1)}
    if largest >= 7:
        won = [name for name, one in load_openings(7).items() if one.winner == "black"]
        found[7] = frozenset(cell_id(name, 7) for name in won), "solved"
    return found


def opening_values(n: int, player: str) -> dict[int, float]:
    """What each first move is worth to Black, as a player values the positions after them."""
    values: dict[int, float] = {}
    turned = rotate_cells(n)
    who = make_player(player)
    for cell in opening_cells(n):
        game = Game(n).play(cell)
        choice = who.start(game).choose(game, rng=0)
        if choice.value is None:
            raise ValueError(f"{player} gives no values, so no border can be drawn")
        values[cell] = values[turned[cell]] = -choice.value
    return values


def border(values: dict[int, float], winning: frozenset[int]) -> float:
    """The value above which first moves are taken to win: where most of them are judged right.

    >>> border({0: -0.5, 1: -0.2, 2: 0.1, 3: 0.4}, frozenset({1, 2, 3}))
    -0.35
    """
    ordered = sorted(set(values.values()))
    middles = [(low + high) / 2 for low, high in pairwise(ordered)]
    candidates = [ordered[0] - 1.0, *middles, ordered[-1] + 1.0]

    def right(at: float) -> int:
        return sum((value > at) == (cell in winning) for cell, value in values.items())

    most = max(map(right, candidates))
    best = [at for at in candidates if right(at) == most]
    return float(best[np.argmin(np.abs(best))])


def make_swaps(
    folder: Path | None = None,
    path: Path = TABLE,
    searched: Sequence[int] = SEARCHED,
    player: str = PLAYER,
    replace_old: bool = False,
) -> Entry:
    """Compute the table and write it, with its entry in the manifest.

    Parameters
    ----------
    folder : Path, optional
        That of the manifest, by default that of hexlab's data sets.
    path : Path
        The table.
    searched : sequence of int
        Board sizes that a search values.
    player : str
        Whose values count there.
    replace_old : bool
        Whether another table may replace the one in the manifest.

    Raises
    ------
    ValueError
        If the table is another one and `replace_old` is false.
    """
    place = folder or datasets_folder()
    table = solved_table()
    at = border(opening_values(7, player), table[7][0])
    with progress(total=len(searched), desc="first moves", unit="board") as bar:
        for n in searched:
            values = opening_values(n, player)
            table[n] = frozenset(cell for cell, value in values.items() if value > at), player
            bar.update()
    text = table_text(table)
    content = sha256(text.encode()).hexdigest()
    old = read_manifest(place).get(NAME)
    if old is not None and old.content == content and is_unharmed(old, place):
        return old
    if old is not None and old.content != content and not replace_old:
        raise ValueError(f"the table is not that of {path.name}; --replace puts it in its place")
    write_atomic(path, text)
    entry = new_entry(NAME, path, len(table), content, ABOUT)
    entry = replace(entry, file=Path(relpath(path, place)).as_posix())
    write_entry(entry, place)
    return entry
