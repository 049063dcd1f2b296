"""Commands of the text protocol about connections, must-play and inferior cells.

The names are those of other Hex programs. What `hexlab-…` commands and ``vc-build`` answer is what
HexGui draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexlab.board.geometry import cells_of
from hexlab.board.notation import BLACK, cell_name, color_name, parse_color
from hexlab.connection.hsearch import Connections, find_connections
from hexlab.connection.inferior import Inferior, inferior_cells
from hexlab.connection.must_play import MustPlay, judge, smallest
from hexlab.connection.record import Connection
from hexlab.play.htp import Family, HtpServer, command, one_color

__all__ = ["ConnectionCommands"]

# A player's sides -1 and -2 as other programs call them.
_SIDES = {1: ("north", "south"), -1: ("west", "east")}
_WORDS = {"north": "top", "south": "bottom", "west": "left", "east": "right"}


class ConnectionCommands(Family):
    """Connections of both players, found anew where the position has changed."""

    def __init__(self, server: HtpServer) -> None:
        super().__init__(server)
        self._found: dict[int, Connections] = {}

    def _connections(self, color: int) -> Connections:
        found = self._found.get(color)
        if found is None or found.board != self.board:
            found = self._found[color] = find_connections(self.board, color)
        return found

    def _judged(self, color: int) -> MustPlay:
        return judge(self._connections(-color), self._connections(color))

    def _inferior(self, color: int) -> Inferior:
        return inferior_cells(self.board, color, regions=True)

    def _names(self, cells: Iterable[int]) -> str:
        return " ".join(cell_name(cell, self.board.n) for cell in cells)

    # -- connections ---------------------------------------------------------------------------

    @command("vc-build", "inferior/VC Build/vc-build %m")
    def build(self, words: Sequence[str]) -> str:
        """Find the connections of both; what a color need not consider, for HexGui."""
        color = one_color(words)
        inferior, must = self._inferior(color), self._judged(color)
        pairs = _codes(inferior)
        if not must.lost and not must.won:
            outside = set(self.board.empty) - set(must.cells) - set(inferior.kinds)
            pairs |= dict.fromkeys(outside, "x")
        return self._pairs(pairs)

    @command("vc-between-cells-full")
    def between_full(self, words: Sequence[str]) -> str:
        """A color and two ends: the full connections between them, one a line."""
        return "\n".join(self._line(one) for one in self._between(words) if one.full)

    @command("vc-between-cells-semi")
    def between_semi(self, words: Sequence[str]) -> str:
        """The semi connections, the key before the carrier."""
        return "\n".join(self._line(one) for one in self._between(words) if not one.full)

    @command("vc-connected-to-full", "plist/VC Connected To Full/vc-connected-to-full %c %p")
    def connected_full(self, words: Sequence[str]) -> str:
        """A color and an end: to what it has full connections."""
        return self._connected(words, True)

    @command("vc-connected-to-semi", "plist/VC Connected To Semi/vc-connected-to-semi %c %p")
    def connected_semi(self, words: Sequence[str]) -> str:
        """The same for semi connections."""
        return self._connected(words, False)

    @command("vc-get-mustplay")
    def must_play(self, words: Sequence[str]) -> str:
        """The cells that can still save the game for a color; nothing if it is lost."""
        return self._names(self._judged(one_color(words)).cells)

    @command("hexlab-between", "vc/Connections Between Two Cells/hexlab-between %c %P")
    def between(self, words: Sequence[str]) -> str:
        """As the two above together, for HexGui's list of connections."""
        return "\n".join(self._gui_line(one) for one in self._between(words))

    @command("hexlab-links", "vc/Links of Groups and Sides/hexlab-links %c")
    def links(self, words: Sequence[str]) -> str:
        """The smallest full connection of each two groups or sides of a color, for HexGui."""
        found = self._connections(one_color(words))
        stones = found.board.bits(found.player)
        pairs: dict[tuple[int, int], list[Connection]] = {}
        for one in found.full:
            if all(end < 0 or stones >> end & 1 for end in one.ends):
                pairs.setdefault(one.ends, []).append(one)
        return "\n".join(self._gui_line(smallest(group)) for group in pairs.values())

    @command("hexlab-carrier", "plist/Carrier from Side to Side/hexlab-carrier %c")
    def carrier(self, words: Sequence[str]) -> str:
        """The carrier of a color's smallest connection from side to side, a full one if any."""
        found = self._connections(one_color(words)).across
        best = [one for one in found if one.full] or found
        return self._names(cells_of(smallest(best).carrier)) if best else ""

    @command("hexlab-mustplay", "plist/Must-Play/hexlab-mustplay %m")
    def gui_must_play(self, words: Sequence[str]) -> str:
        """The same as ``vc-get-mustplay``."""
        return self.must_play(words)

    @command("hexlab-explain", "string/Explain the Must-Play/hexlab-explain %m")
    def explain(self, words: Sequence[str]) -> str:
        """The must-play of a color in a sentence."""
        return str(self._judged(one_color(words)))

    # -- inferior cells ------------------------------------------------------------------------

    @command("compute-inferior")
    def inferior(self, words: Sequence[str]) -> str:
        """Inferior cells for a color to move, one a line: the cell, its class, what explains it."""
        found = self._inferior(one_color(words))
        n = self.board.n
        rows = []
        for cell, kind in found.kinds.items():
            helper = found.helpers.get(cell)
            reason = [] if helper is None else [cell_name(helper, n)]
            rows.append(" ".join([cell_name(cell, n), kind, *reason]))
        return "\n".join(rows)

    @command("compute-fillin", "pspairs/Compute Fillin/compute-fillin %m")
    def fillin(self, words: Sequence[str]) -> str:
        """Dead and captured cells and regions, each cell with the color it may be filled with."""
        filled = self._inferior(one_color(words)).filled
        new = {cell: color_name(filled[cell]) for cell in self.board.empty if filled[cell]}
        return self._pairs(new)

    @command("hexlab-inferior", "inferior/Inferior Cells/hexlab-inferior %m")
    def gui_inferior(self, words: Sequence[str]) -> str:
        """Inferior cells in the codes that HexGui draws."""
        return self._pairs(_codes(self._inferior(one_color(words))))

    # -- words ---------------------------------------------------------------------------------

    def _pairs(self, pairs: dict[int, str]) -> str:
        n = self.board.n
        return " ".join(f"{cell_name(cell, n)} {text}" for cell, text in sorted(pairs.items()))

    def _between(self, words: Sequence[str]) -> tuple[Connection, ...]:
        if len(words) != 3:
            raise ValueError("takes a color and two cells or sides")
        found = self._connections(parse_color(words[0]))
        return found.between(*(_end(word) for word in words[1:]))

    def _connected(self, words: Sequence[str], full: bool) -> str:
        if len(words) != 2:
            raise ValueError("takes a color and a cell or side")
        found = self._connections(parse_color(words[0]))
        end = found.end(_end(words[1]))
        others = {
            other
            for one in (found.full if full else found.semi)
            if end in one.ends
            for other in one.ends
            if other != end
        }
        # Cells in order, then sides.
        ordered = sorted(others, key=lambda other: (other < 0, abs(other)))
        return " ".join(self._end_name(other, found.player) for other in ordered)

    def _end_name(self, end: int, player: int) -> str:
        return cell_name(end, self.board.n) if end >= 0 else _SIDES[player][-1 - end]

    def _line(self, one: Connection) -> str:
        ends = [self._end_name(end, one.player) for end in one.ends]
        key = [] if one.key is None else [cell_name(one.key, self.board.n)]
        cells = [cell_name(cell, self.board.n) for cell in one.cells]
        return " ".join([*ends, "full" if one.full else "semi", *key, *cells])

    def _gui_line(self, one: Connection) -> str:
        ends = " ".join(self._end_name(end, one.player) for end in one.ends)
        key = "" if one.key is None else " " + cell_name(one.key, self.board.n)
        kind = "full" if one.full else "semi"
        cells = "".join(f"{cell_name(cell, self.board.n)} " for cell in one.cells)
        return f"{color_name(one.player)} {ends} {kind} {one.rule} [ {cells}] [ ]{key}"


def _end(word: str) -> str:
    """A cell or side, sides by hexlab's words."""
    return _WORDS.get(word.lower(), word.lower())


def _codes(found: Inferior) -> dict[int, str]:
    """As HexGui reads them: fd, fc and a color for fill-in, ir or id and a reason."""
    n = found.board.n
    codes = {}
    for cell, kind in found.kinds.items():
        if kind in ("dead", "captured"):
            color = "b" if found.filled[cell] == BLACK else "w"
            codes[cell] = f"f{kind[0]}{color}"
        else:
            codes[cell] = f"i{kind[0]}[{cell_name(found.helpers[cell], n)}]"
    return codes
