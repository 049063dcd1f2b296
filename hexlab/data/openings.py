"""First moves of a board, solved: data sets made by search.

``openings-7x7.json`` holds, for each first move of Black up to half a turn, who wins then, how many
positions the solver visited and how long it took, every time beginning with nothing;
``openings-8x8.json`` the same for the moves that are easiest to solve there.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from hexlab.board.board import Board
from hexlab.board.notation import cell_id, cell_name, color_name
from hexlab.board.symmetry import rotate_cells
from hexlab.data.manifest import (
    Entry,
    is_unharmed,
    new_entry,
    read_manifest,
    write_entry,
)
from hexlab.run.files import write_atomic
from hexlab.run.journal import Journal
from hexlab.run.places import datasets_folder
from hexlab.run.progress import progress

__all__ = [
    "ABOUT",
    "ABOUT_8",
    "NAME",
    "NAME_8",
    "Opening",
    "load_openings",
    "make_openings",
    "opening_cells",
    "solved_cells",
]

NAME = "openings-7x7"
ABOUT = "Who wins 7×7 after each first move, up to half a turn, with the solver's nodes and seconds"
NAME_8 = "openings-8x8"
ABOUT_8 = "Who wins 8×8 after its easiest first moves, with the solver's nodes and seconds"
# Those that Gao 2020, Table 5.1, solves with fewest nodes; the rest takes hours to days.
_EASY_8 = ("c1", "d1", "g2", "f3", "c4", "d4", "e4")

_SCHEMA = 1


@dataclass(frozen=True)
class Opening:
    """A first move of Black, solved.

    Attributes
    ----------
    move : str
        The cell; the one that half a turn exchanges it with has the same winner.
    winner : str
        "black" or "white".
    nodes, evaluations : int
        Positions visited, and how many of them were new.
    seconds : float
        Of processor time, one thread, beginning with an empty table.
    """

    move: str
    winner: str
    nodes: int
    evaluations: int
    seconds: float


def opening_cells(n: int) -> tuple[int, ...]:
    """One first move of each two that half a turn exchanges: the one of lower id.

    >>> [cell_name(cell, 3) for cell in opening_cells(3)]
    ['a1', 'b1', 'c1', 'a2', 'b2']
    """
    turned = rotate_cells(n)
    return tuple(cell for cell in range(n * n) if cell <= turned[cell])


def solved_cells(n: int) -> tuple[int, ...]:
    """The first moves that `make_openings` solves: `opening_cells`, on 8×8 the easiest of them.

    >>> len(solved_cells(7)), len(solved_cells(8))
    (25, 7)
    """
    return tuple(cell_id(name, 8) for name in _EASY_8) if n == 8 else opening_cells(n)


def load_openings(n: int, folder: Path | None = None) -> dict[str, Opening]:
    """The solved first moves of n×n by name, both of each two that half a turn exchanges.

    Parameters
    ----------
    n : int
        Board size; hexlab has all of 7×7 and some of 8×8.
    folder : Path, optional
        That of the data sets, by default hexlab's own.

    Raises
    ------
    ValueError
        If they are not among the data sets, or the file is damaged.

    Examples
    --------
    >>> openings = load_openings(7)
    >>> len(openings), openings["d4"].winner, openings["a1"].winner
    (49, 'black', 'white')
    """
    path = _path(n, folder or datasets_folder())
    if not path.exists():
        raise ValueError(f"{path.name} is not among the data sets in {path.parent}")
    try:
        rows = [Opening(**row) for row in json.loads(path.read_text(encoding="utf-8"))["openings"]]
        found = {cell_id(row.move, n): row for row in rows}
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} can't be understood: {error!r}") from None
    turned = rotate_cells(n)
    found |= {turned[cell]: row for cell, row in found.items()}
    return {cell_name(cell, n): found[cell] for cell in sorted(found)}


def make_openings(n: int = 7, folder: Path | None = None, replace: bool = False) -> Entry:
    """Solve the first moves of n×n (`solved_cells`) and keep the result among the data sets.

    Stopped and started again it goes on with the next opening.

    Parameters
    ----------
    n : int, default 7
        Board size.
    folder : Path, optional
        That of the data sets and their manifest, by default hexlab's own.
    replace : bool
        Whether other winners may replace those in the manifest.

    Returns
    -------
    Entry
        Its place in the manifest. Where the winners are the same as before the file stays, too.

    Raises
    ------
    ValueError
        If the winners are others and `replace` is false.

    Notes
    -----
    Cost: 6×6 seconds, 7×7 two minutes, the seven of 8×8 a quarter of an hour.
    """
    place = folder or datasets_folder()
    path = _path(n, place)
    journal = place.parent / "build" / "data" / f"{path.stem}.jsonl"
    openings = _solved_all(n, journal)
    winners = "".join(f"{opening.move} {opening.winner}\n" for opening in openings)
    content = sha256(winners.encode()).hexdigest()
    entry = read_manifest(place).get(path.stem)
    if entry is None or entry.content != content or not is_unharmed(entry, place):
        if entry is not None and entry.content != content and not replace:
            raise ValueError(f"the winners are not those of {path.name}; they are in {journal}")
        write_atomic(path, _text(n, openings))
        about = ABOUT_8 if n == 8 else ABOUT.replace("7×7", f"{n}×{n}")
        entry = new_entry(path.stem, path, len(openings), content, about)
        write_entry(entry, place)
    journal.unlink()
    return entry


def _solved_all(n: int, path: Path) -> list[Opening]:
    """All openings, from the journal or solved now, in order."""
    cells = solved_cells(n)
    with Journal(path, {"schema": _SCHEMA, "n": n}) as journal:
        done = {row["move"] for row in journal.rows}
        todo = [cell for cell in cells if cell_name(cell, n) not in done]
        with progress(total=len(cells), done=len(done), desc="openings", unit="opening") as bar:
            for cell in todo:
                journal.append(asdict(_solved(n, cell)))
                bar.update()
        rows = sorted(journal.rows, key=lambda row: cell_id(row["move"], n))
    return [Opening(**row) for row in rows]


def _solved(n: int, cell: int) -> Opening:
    from hexlab.search.dfpn import solve

    start = time.process_time()
    solution = solve(Board(n).play(cell))
    if solution.winner is None:  # `solve` has kept Ctrl-C to itself
        raise KeyboardInterrupt
    return Opening(
        cell_name(cell, n),
        color_name(solution.winner),
        solution.nodes,
        solution.evaluations,
        round(time.process_time() - start, 2),
    )


def _path(n: int, folder: Path) -> Path:
    return folder / f"openings-{n}x{n}.json"


def _text(n: int, openings: list[Opening]) -> str:
    """The file, one opening a line."""
    lines = ",\n".join("    " + json.dumps(asdict(opening)) for opening in openings)
    return f'{{\n  "schema": {_SCHEMA},\n  "n": {n},\n  "openings": [\n{lines}\n  ]\n}}\n'
