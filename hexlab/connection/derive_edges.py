"""Derive the edge templates of one stone by exhaustive search, and write them as a table.

``python -m hexlab.connection.derive_edges`` remakes ``hexlab/tables/edge_templates.txt`` in about
ten seconds; nothing in it is typed in. For a stone on the second, third and fourth line every
minimal carrier in a *window* is found: cells from the stone's line to the side, up to so many half
columns to either side of the stone. The stone is connected to the side inside a carrier, the
opponent moving first and having everything else; so no ladder helps.

**Is a set a carrier?** The window is laid on a board, a chain of own stones leads from the stone to
the far side, and every other cell is the opponent's. Then the question is who wins. A complete
search of the moves answers it; it goes no further where H-search shows the winner. It also tells
which cells the winner needs.

**All minimal ones.** If the minimal carriers found so far are not all, another one avoids at least
one cell of each: it lies outside a minimal set that meets them all. So each such set is taken out
of the window; if what is left is a carrier, it is shrunk to a new minimal one.

A line of the table is a name (line, number of stones, a letter by size; mirror images share it) and
the cells of the carrier as ``height,column``: height 1 is the line along the side, the stone is at
column 0, and columns run as they do on the board when the side is the bottom.
"""

from __future__ import annotations

from hexlab.board.board import Board
from hexlab.board.geometry import cells_of
from hexlab.board.notation import BLACK, WHITE
from hexlab.connection.edges import TABLE
from hexlab.connection.hsearch import find_connections
from hexlab.connection.must_play import judge
from hexlab.run.files import write_atomic

__all__ = ["WINDOWS", "Window", "derive", "minimal_carriers", "table_text"]

# Half columns to either side of the stone, for each line.
WINDOWS = {2: 4, 3: 7, 4: 8}
_NUMERALS = {2: "II", 3: "III", 4: "IV", 5: "V"}

Place = tuple[int, int]  # height, column


class Window:
    """The cells between a stone and a side, and who wins there.

    Parameters
    ----------
    height : int
        The line of the stone, from 2.
    reach : int
        Half columns to either side.

    Attributes
    ----------
    places : list of (int, int)
        Height and column of each cell, the stone's left out. Sets of them are ints.
    all : int
        All of them.
    """

    def __init__(self, height: int, reach: int) -> None:
        lines = range(1, height + 1)
        spots = [(h, c) for h in lines for c in range(-reach, reach + 1)]
        self.places = [s for s in spots if abs(_offset(s, height)) <= reach and s != (height, 0)]
        self.height = height
        self.all = (1 << len(self.places)) - 1
        columns = [c for _, c in self.places]
        self._n = n = max(height + 1, max(columns) - min(columns) + 1)
        self._cells = [(n - h) * n + c - min(columns) for h, c in self.places]
        self._chain = [row * n - min(columns) for row in range(n - height + 1)]
        self._known: dict[tuple[int, int, int], tuple[int, int]] = {}

    def holds(self, carrier: int) -> tuple[bool, int]:
        """Whether a set is a carrier, and what the winner needs of it."""
        winner, needed = self._solve(0, carrier, WHITE)
        return winner == BLACK, needed

    def shrunk(self, carrier: int) -> int:
        """A minimal carrier within a carrier; cells far from the stone go first."""
        kept = self.holds(carrier)[1]

        def distance(i: int) -> tuple[int, int]:
            return abs(_offset(self.places[i], self.height)), self.places[i][0]

        for i in sorted(cells_of(kept), key=distance, reverse=True):
            if kept >> i & 1:
                still, needed = self.holds(kept & ~(1 << i))
                kept = needed if still else kept
        return kept

    def _solve(self, own: int, free: int, mover: int) -> tuple[int, int]:
        """The winner, and the free places that he needs."""
        name = own, free, mover
        if name not in self._known:
            self._known[name] = self._solved(own, free, mover)
        return self._known[name]

    def _solved(self, own: int, free: int, mover: int) -> tuple[int, int]:
        n = self._n
        black = {*self._chain, *(self._cells[i] for i in cells_of(own))}
        empty = {self._cells[i] for i in cells_of(free)}
        board = Board(n, black=black, white={*range(n * n)} - black - empty)
        theirs, mine = (
            find_connections(board, player, side_midpoints=True) for player in (-mover, mover)
        )
        must = judge(theirs, mine)
        if must.won:
            return mover, self._places(must.keep.carrier if must.keep else 0)
        needed = 0
        for connection in must.carriers:
            needed |= self._places(connection.carrier)
        left = self._places(sum(1 << cell for cell in must.cells))
        keys = self._places(sum(1 << (c.key or 0) for c in must.carriers))
        for i in (*cells_of(left & keys), *cells_of(left & ~keys)):
            move = 1 << i
            if not left & move:
                continue
            after = own | move if mover == BLACK else own
            winner, part = self._solve(after, free & ~move, -mover)
            if winner == mover:
                return mover, part | move
            left &= part
            needed |= part
        return -mover, needed

    def _places(self, cells: int) -> int:
        return sum(1 << i for i, cell in enumerate(self._cells) if cells >> cell & 1)


def _offset(place: Place, height: int) -> int:
    """Half columns to the right of the stone."""
    return 2 * place[1] + height - place[0]


def minimal_carriers(window: Window) -> list[int]:
    """All minimal carriers in a window, in order of size."""
    found: list[int] = []
    meeting = [0]  # all minimal sets that meet every carrier found
    done: set[int] = set()
    while left := [taken for taken in meeting if taken not in done]:
        taken = min(left, key=int.bit_count)
        if not window.holds(window.all & ~taken)[0]:
            done.add(taken)
            continue
        new = window.shrunk(window.all & ~taken)
        found.append(new)
        longer = {m | 1 << i for m in meeting if not m & new for i in cells_of(new)}
        kept = [m for m in meeting if m & new]
        meeting = kept + [m for m in longer if _is_minimal(m, found)]
    return sorted(found, key=lambda carrier: (carrier.bit_count(), carrier))


def _is_minimal(meeting: int, carriers: list[int]) -> bool:
    """Whether each cell of a set that meets all carriers is the only one to meet some of them."""
    alone = 0
    for carrier in carriers:
        common = meeting & carrier
        if common.bit_count() == 1:
            alone |= common
    return alone == meeting


def derive(height: int, reach: int) -> list[tuple[str, list[Place]]]:
    """The names and carriers of all templates of a stone on a line, in a window."""
    window = Window(height, reach)
    carriers = [[window.places[i] for i in cells_of(c)] for c in minimal_carriers(window)]
    names: dict[frozenset[Place], str] = {}
    named = []
    for carrier in carriers:
        mirror = frozenset((h, -c - height + h) for h, c in carrier)
        if mirror not in names:
            letter = "abcdefghijklmnopqrstuvwxyz"[len(set(names.values()))]
            names[frozenset(carrier)] = names[mirror] = f"{_NUMERALS[height]}-1-{letter}"
        named.append((names[mirror], carrier))
    return named


def table_text() -> str:
    """The table as it is stored."""
    lines = [
        "# Edge templates of one stone: made by python -m hexlab.connection.derive_edges, which",
        "# explains the lines.",
    ]
    for height, reach in WINDOWS.items():
        for name, carrier in derive(height, reach):
            lines.append(f"{name} {' '.join(f'{h},{c}' for h, c in carrier)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(write_atomic(TABLE, table_text()))
