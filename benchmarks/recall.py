"""How much of what is connected each rule set finds: ``python -m benchmarks.recall [--full]``.

All positions of 3×3 and random ones of 4×4 and 5×5, against exhaustive play (tests'
``connection_oracles``). ``--full`` takes 100,000 positions of 4×4 and 10,000 of 5×5.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.harness import machine, table, write_section
from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import grid
from hexlab.connection import Connection, find_connections

# The oracles live with the tests, which are no package.
sys.path.append(str(Path(__file__).parents[1] / "tests"))
from connection_oracles import holds, position_number, solved, win

COMMAND = "NUMBA_NUM_THREADS=1 python -m benchmarks.recall"
FULL = "--full" in sys.argv
SEEDS = {3: 71, 4: 72, 5: 73}
COUNTS = {4: 100_000 if FULL else 2_000, 5: 10_000 if FULL else 600}
RULES: dict[str, dict[str, object]] = {
    "fast": {},
    "greedy": {"or_rule": "greedy"},
    "exact": {"or_rule": "exact", "or_nodes": 3_000},
    "procedure A": {"or_rule": "A", "or_nodes": 3_000},
    "procedure B": {"or_rule": "B", "or_nodes": 3_000},
    "minimal OR": {"or_rule": "minimal", "or_nodes": 3_000},
    "fast, no AND at stones with an empty end": {"stone_midpoints": False},
    "fast, AND at sides": {"side_midpoints": True},
    "deep": {"quality": "deep"},
    "canonical": {"quality": "canonical"},
}


class Case(NamedTuple):
    """A position with what is true in it."""

    board: Board
    player: int
    ends: tuple[tuple[int, int], ...]  # the sides; two groups, if there are two
    first: tuple[bool, ...]  # whether the player joins these moving first
    second: tuple[bool, ...]


def side_truth(board: Board, player: int) -> tuple[bool, bool]:
    """Whether a player wins moving first, and moving second."""
    if board.n < 5:
        number = solved(board.n)[position_number(board)]
        by_mover = {BLACK: bool(number & 1), WHITE: bool(number & 2)}  # does Black win?
        won = {mover: by_mover[mover] == (player == BLACK) for mover in by_mover}
    else:
        won = {mover: win(board, mover) == player for mover in (BLACK, WHITE)}
    return won[player], won[-player]


def make_case(board: Board, player: int, rng: np.random.Generator) -> Case | None:
    """The truth about the sides and about two of the player's groups; None if stones decide."""
    if board.winner:
        return None
    ends = [(-1, -2)]
    truth = [side_truth(board, player)]
    g = grid(board.n)
    sides = g.top | g.bottom if player == BLACK else g.left | g.right
    groups = [own[0] for own in board.groups(player) if not any(sides >> c & 1 for c in own)]
    if groups:
        one = int(rng.choice(groups))
        other = int(rng.choice([end for end in (*groups, -1, -2) if end != one]))
        ends.append((one, other))
        own, empty = board.bits(player), board.bits(0)
        truth.append(
            (
                holds(board.n, player, own, one, other, empty, mover_first=True),
                holds(board.n, player, own, one, other, empty),
            )
        )
    first, second = zip(*truth, strict=True)
    return Case(board, player, tuple(ends), first, second)


def cases(n: int) -> list[Case]:
    """All positions of 3×3 for Black; of larger boards random ones, with any number of stones."""
    rng = np.random.default_rng(SEEDS[n])
    found = []
    for number in range(3**9 if n == 3 else COUNTS[n]):
        player = BLACK if n == 3 or rng.random() < 0.5 else WHITE
        if n == 3:
            cells = np.array([(0, BLACK, WHITE)[number // 3**cell % 3] for cell in range(9)])
        else:
            cells = np.zeros(n * n, int)
            stones = rng.permutation(n * n)[: int(rng.integers(n * n))]
            cells[stones] = np.where(np.arange(len(stones)) % 2, WHITE, BLACK)
        case = make_case(Board.from_array(cells.reshape(n, n)), player, rng)
        if case:
            found.append(case)
    return found


def kind_of(found: tuple[Connection, ...]) -> int:
    """2 if there is a full connection, 1 if a semi one, 0 if none."""
    return max((1 + c.full for c in found), default=0)


def row(name: str, known: list[Case]) -> list[str]:
    """The shares that one rule set finds: sides and groups, moving first and second."""
    rules = RULES[name]
    won = np.zeros((2, 2), int)
    seen = np.zeros((2, 2), int)
    times, kept, limited = [], [], 0
    for case in known:
        start = time.process_time()
        found = find_connections(case.board, case.player, **rules)
        times.append(time.process_time() - start)
        kept.append(len(found.links))
        limited += bool(found.limits)
        for i, (one, other) in enumerate(case.ends):
            kind = kind_of(found.between(one, other))
            for j, true in enumerate((case.first[i], case.second[i])):
                won[i, j] += true
                seen[i, j] += kind > j
                if kind > j and not true:
                    raise AssertionError(f"{name} finds what is not there: {case}")
    shares = [
        f"{100 * s / w:.2f} %" if w else "" for s, w in zip(seen.ravel(), won.ravel(), strict=True)
    ]
    micros = 1e6 * np.median(times), 1e6 * np.percentile(times, 95)
    return [
        name,
        *shares,
        f"{micros[0]:,.0f}",
        f"{micros[1]:,.0f}",
        f"{np.mean(kept):.1f}",
        f"{limited:,}",
    ]


def part(n: int) -> str:
    """The table of one size."""
    known = cases(n)
    won = np.zeros((2, 2), int)
    for case in known:
        won[: len(case.ends)] += np.transpose((case.first, case.second))
    drawn = "all positions" if n == 3 else f"{COUNTS[n]:,} positions, seed {SEEDS[n]}"
    seed = ", groups by seed 71" if n == 3 else ""
    head = (
        f"{n}×{n}",
        "sides, first",
        "sides, second",
        "groups, first",
        "groups, second",
        "median µs",
        "95 % µs",
        "linked pairs",
        "limited",
    )
    truth = ["true (number)", *(f"{w:,}" for w in won.ravel()), "", "", "", ""]
    text = table(head, [truth, *(row(name, known) for name in RULES)])
    return f"{n}×{n}: {drawn}{seed}; {len(known):,} of them undecided by stones.\n\n{text}"


def main() -> None:
    """Measure and write the section."""
    find_connections(Board(3), BLACK)
    text = f"""
## Recall of connections

{machine("numba", "numpy")}. One thread. `{COMMAND}{" --full" if FULL else ""}`

Of the positions that a player truly wins moving first (second), the share in which a connection
from side to side is found, semi or full (full); and the same for two of his groups or a group and a
side, drawn at random. The truth is exhaustive play; for groups with stones in all empty cells.
"limited": searches in which an OR met its limit of steps (3,000 for exact, A, B and minimal). Times
are of the processor. The rule sets stand in `benchmarks/recall.py`. On 3×3 for Black, whose
positions reflected are White's; on larger boards for either, with 0 to n² − 1 stones, half of them
black.

{chr(10).join(part(n) + chr(10) for n in (3, 4, 5))}
"""
    write_section("recall", text)


if __name__ == "__main__":
    main()
