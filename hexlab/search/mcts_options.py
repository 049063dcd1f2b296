"""How a Monte Carlo search goes, and what it finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

import numpy as np

from hexlab.board.board import Board
from hexlab.search.mcts_walk import Rules
from hexlab.search.playout import KINDS

__all__ = ["Evaluate", "MctsOptions", "MctsResult"]

# A net: boards (B, n, n) int8 and players to move (B,) to values (B,), -1 to 1 for the player to
# move, and priors (B, n, n).
Evaluate = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


@dataclass(frozen=True)
class MctsOptions:
    """How `Mcts` searches.

    Attributes
    ----------
    playout : str
        Which playouts decide a leaf, see `hexlab.search.playout.playouts`.
    lanes : int
        How many of them, 1 to 64. Up to 64 of "uniform" and "pairs" cost as much as one.
    knowledge : int
        Visits from which a node's connections and inferior cells are looked at; 0: never.
    uct, first_play : float
        Weight of the exploration term; value of a move that nothing is known of.
    rave : float
        A move made n times, r times in playouts, counts r / (n (1 / rave + r / rave_later) + r) by
        what the playouts say; 0: not at all.
    rave_later : float
    bias : float
        Weight of the prior over sqrt(n + 1).
    prior : bool
        Whether new moves get priors by the pattern weights.
    forcing : float
        A move's prior is multiplied by (empty cells / answers left) to this power once it is known
        how many answers are left: what forces the opponent is looked at first. Not with `puct`.
    puct : float
        Above 0 moves are chosen by value + puct · prior · sqrt(visits) / (1 + n) alone, as nets
        want it.
    expand : int
        Visits from which a leaf gets children.
    presearch : float
        Share of the work that goes into knowledge of the positions after each move, the moves with
        most current first, before the tree is searched.
    noise : tuple of (float, float)
        Share and concentration of the Dirichlet noise in the root's priors; share 0: none.
    batch : int
        Leaves that a net gets at once.
    memory_mb : float
        Memory of the tree, in MiB. A full tree drops its least visited parts and goes on.
    threads : int
        Threads that search one tree. With more than one a search cannot be repeated exactly.
    """

    playout: str = "pairs"
    lanes: int = 64
    knowledge: int = 64
    uct: float = 0.05
    first_play: float = 0.35
    rave: float = 2.12
    rave_later: float = 830.0
    bias: float = 2.47
    prior: bool = False
    forcing: float = 1.0
    puct: float = 0.0
    expand: int = 2
    presearch: float = 0.2
    noise: tuple[float, float] = (0.0, 0.3)
    batch: int = 8
    memory_mb: float = 256
    threads: int = 1

    def __post_init__(self) -> None:
        if self.playout not in KINDS:
            raise ValueError(f"{self.playout!r} is no playout: use {', '.join(map(repr, KINDS))}")
        whole = {"lanes": (1, 64), "knowledge": (0, None), "expand": (1, None), "batch": (1, None)}
        for name, (low, high) in {**whole, "threads": (1, None)}.items():
            value = getattr(self, name)
            if value != int(value) or value < low or (high is not None and value > high):
                span = f"from {low} on" if high is None else f"from {low} to {high}"
                raise ValueError(f"{name} must be a whole number {span}, not {value!r}")
        weights = ("uct", "first_play", "rave", "rave_later", "bias", "forcing", "puct")
        for name in (*weights, "presearch"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must be a number from 0 on, not {getattr(self, name)!r}")
        if not 0 < self.memory_mb < inf:
            raise ValueError(f"memory_mb must be a number above 0, not {self.memory_mb!r}")
        if not 0 <= self.noise[0] <= 1 or not self.noise[1] > 0:
            raise ValueError(f"noise is a share from 0 to 1 and a concentration, not {self.noise}")

    def rules(self) -> Rules:
        """The options as kernels read them."""
        return Rules(
            float(self.uct),
            float(self.bias),
            float(self.first_play),
            float(self.puct),
            bool(self.rave and not self.puct),
            1 / max(float(self.rave), 1e-6),
            1 / max(float(self.rave_later), 1e-6),
            float(self.expand),
            float(self.knowledge),
            int(self.lanes),
            KINDS[self.playout],
            int(self.prior),
            self.threads == 1,
        )


@dataclass(frozen=True)
class MctsResult:
    """What `Mcts.search` found.

    Attributes
    ----------
    board : Board
    move : int
        The cell to play.
    value : float
        -1 to 1 for the player to move: of the move, or 1 or -1 if that is proved.
    visits : (n, n) int64
        Simulations that went through each move.
    values : (n, n) float64
        Their mean values, nan where there are none.
    decided : (n, n) int8
        1 for moves proved to win, -1 for moves proved to lose, else 0.
    proved : int
        1 or -1 if the player to move is proved to win or to lose, else 0.
    pv : tuple of int
        The line of the most visited moves.
    simulations : int
        Made for this search.
    nodes, asked : int
        Nodes of the tree at the end, and how often knowledge was asked.
    seconds, asking : float
        Time, and how much of it knowledge took.
    stopped : str
        "simulations", "seconds", "proved" or "decided" (no other move can catch up).
    """

    board: Board
    move: int
    value: float
    visits: np.ndarray = field(repr=False)
    values: np.ndarray = field(repr=False)
    decided: np.ndarray = field(repr=False)
    proved: int
    pv: tuple[int, ...]
    simulations: int
    nodes: int
    asked: int
    seconds: float
    asking: float
    stopped: str
