"""Commands of the text protocol that evaluate a position and color its cells by a measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite

import numpy as np

from hexlab.board.notation import BLACK, cell_name, parse_color
from hexlab.model.evaluation import resistance_ratio, scaled_resistance
from hexlab.model.phase import load_phase
from hexlab.model.terms import network_terms
from hexlab.network.network import board_network
from hexlab.play.htp import Command, Family, command, one_color

__all__ = ["MeasureCommands"]


class MeasureCommands(Family):
    """Numbers of a color's network: one for the position, or one for each cell."""

    def commands(self) -> Iterator[Command]:
        """Those below, and ``hexlab-values`` and ``hexlab-heat`` shown for every measure."""
        for one in super().commands():
            if one.name in ("hexlab-values", "hexlab-heat"):
                kind = "pspairs" if one.name == "hexlab-values" else "gfx"
                word = "Values" if one.name == "hexlab-values" else "Heat"
                lines = [
                    f"{kind}/{word}: {_title(slug)}/{one.name} {slug} %c" for slug in _measures()
                ]
                yield one._replace(shows="\n".join(lines))
            else:
                yield one

    @command("eval-resist", "string/Resistance/eval-resist %c")
    def eval_resist(self, words: Sequence[str]) -> str:
        """How a color stands by resistance: from -1 (lost) to 1 (won)."""
        value = scaled_resistance(resistance_ratio(self.board))
        return f"{value if one_color(words) == BLACK else -value:.6f}"

    @command("eval-twod", "string/Two-Distance/eval-twod %c")
    def eval_twod(self, words: Sequence[str]) -> str:
        """The two-distance between a color's sides: low is good."""
        network = board_network(self.board, one_color(words))
        return f"{network.two_distance()[0, network.target]:g}"

    @command("hexlab-terms", "string/Terms of E_v/hexlab-terms")
    def terms(self, words: Sequence[str]) -> str:
        """What E_v is mixed from: the term of the whole networks, that of the shortest paths."""
        if words:
            raise ValueError("takes nothing")
        whole, paths = network_terms(self.board)
        return f"{whole:.6g} {paths:.6g}"

    @command("hexlab-phase", "string/Phase/hexlab-phase %c")
    def phase(self, words: Sequence[str]) -> str:
        """Whether a color's alpha should be high or low from here on, and how clearly."""
        margin = load_phase(self.board.n, one_color(words)).of_board(self.board)
        return f"{'high' if margin > 0 else 'low'} {margin:.6f}"

    @command("hexlab-values")
    def values(self, words: Sequence[str]) -> str:
        """A measure and a color: each cell with its value."""
        known = self._known(words)
        return " ".join(f"{name} {value:.4g}" for name, value in known)

    @command("hexlab-heat")
    def heat(self, words: Sequence[str]) -> str:
        """The same for HexGui to color the cells, from 0 for the lowest to 1 for the highest."""
        known = self._known(words)
        numbers = [value for _, value in known]
        low, high = (min(numbers), max(numbers)) if known else (0.0, 0.0)
        span = high - low or 1.0
        cells = " ".join(f"{name} {(value - low) / span:.3f}" for name, value in known)
        return f"INFLUENCE {cells}\nTEXT {_title(words[0])} from {low:.4g} to {high:.4g}"

    def _known(self, words: Sequence[str]) -> list[tuple[str, float]]:
        from hexlab.view.measures import cell_values

        if len(words) != 2 or words[0] not in _measures():
            raise ValueError(f"takes a measure ({', '.join(_measures())}) and a color")
        network = board_network(self.board, parse_color(words[1]))
        flat = np.asarray(cell_values(network, _measures()[words[0]])).ravel().tolist()
        n = self.board.n
        return [(cell_name(c, n), value) for c, value in enumerate(flat) if isfinite(value)]


def _measures() -> dict[str, str]:
    """The measures that boards can be colored by, by a name without blanks."""
    from hexlab.view.measures import MEASURES

    return {"-".join(name.replace("(", "").replace(")", "").split()): name for name in MEASURES}


def _title(slug: str) -> str:
    return slug.replace("-", " ").title()
