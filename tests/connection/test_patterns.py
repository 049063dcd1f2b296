"""The derived tables: against slow definitions, each other, and the file that holds them."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from hexlab.board.geometry import NEIGHBOR_STEPS
from hexlab.connection import derive_patterns as patterns
from hexlab.connection.derive_patterns import (
    CAPTURED,
    DEAD,
    PAIR_CAPTURED,
    PAIR_FIRST_DOMINATES,
    PAIR_SECOND_DOMINATES,
)
from hexlab.connection.inferior_tables import inferior_tables

POWERS = 3 ** np.arange(12)


@lru_cache(maxsize=None)
def tables() -> dict[str, np.ndarray]:
    return patterns.derive()


def colors(code: int, count: int) -> list[int]:
    return [code // 3**k % 3 for k in range(count)]


def code_of(places: list[int]) -> int:
    return sum(color * 3**k for k, color in enumerate(places))


# -- a slow oracle: cells as points of the plane, chains as components -----------------------------

RING = list(NEIGHBOR_STEPS)
MIDDLE, SECOND = (0, 0), NEIGHBOR_STEPS[0]
PAIR_RING = [
    *NEIGHBOR_STEPS[1:],
    *((SECOND[0] + NEIGHBOR_STEPS[k][0], SECOND[1] + NEIGHBOR_STEPS[k][1]) for k in (5, 0, 1)),
]
STAR = RING + [(a[0] + b[0], a[1] + b[1]) for a, b in zip(RING, [*RING[1:], RING[0]], strict=True)]


def joined(points: dict[tuple[int, int], int], of: list[tuple[int, int]]) -> set[frozenset]:
    """The pairs of places in `of` that own stones join."""
    graph = nx.Graph()
    own = [point for point, color in points.items() if color == 1]
    graph.add_nodes_from(own)
    graph.add_edges_from(
        (p, q) for p in own for q in own if (q[0] - p[0], q[1] - p[1]) in NEIGHBOR_STEPS
    )
    chains = list(nx.connected_components(graph))
    return {frozenset((p, q)) for chain in chains for p in chain & set(of) for q in chain & set(of)}


def completions(code: int, places: list[tuple[int, int]]) -> list[dict[tuple[int, int], int]]:
    given = colors(code, len(places))
    choices = [(color,) if color else (1, 2) for color in given]
    return [dict(zip(places, choice, strict=True)) for choice in product(*choices)]


def test_ring_equals_joining_in_every_completion() -> None:
    table = tables()["ring"]
    for code in range(3**6):
        dead = all(
            joined({**full, MIDDLE: 1}, RING) == joined({**full, MIDDLE: 2}, RING)
            for full in completions(code, RING)
        )
        assert table[code] == dead, colors(code, 6)


def images(ring: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Rotations, reflections and exchange of colors."""
    turned = [ring[k:] + ring[:k] for k in range(6)]
    turned += [turn[::-1] for turn in turned]
    return {*turned, *(tuple((3 - c) % 3 for c in turn) for turn in turned)}


def test_dead_rings_are_three_patterns() -> None:
    table = tables()["ring"]
    dead = [tuple(colors(code, 6)) for code in np.flatnonzero(table)]
    assert len(dead) == 122
    minimal = []
    for ring in dead:
        fewer = [(*ring[:k], 0, *ring[k + 1 :]) for k in range(6) if ring[k]]
        if not any(table[code_of(list(one))] for one in fewer):
            minimal.append(ring)
    named = [(1, 1, 1, 1, 0, 0), (1, 1, 1, 0, 2, 0), (1, 1, 0, 2, 2, 0)]
    assert set(minimal) == set().union(*map(images, named))


def test_pair_equals_joining_in_every_completion() -> None:
    table = tables()["pair"]
    rng = np.random.default_rng(1)
    stored = {}
    for full in product((1, 2), repeat=8):
        points = dict(zip(PAIR_RING, full, strict=True))
        both, first, second = (
            joined({**points, MIDDLE: one, SECOND: two}, PAIR_RING)
            for one, two in ((1, 1), (1, 2), (2, 1))
        )
        stored[full] = (first == both == second, first <= second, second <= first)
    for code in rng.permutation(3**8)[:2500]:
        all_of = np.array([stored[tuple(f.values())] for f in completions(int(code), PAIR_RING)])
        bits = [PAIR_CAPTURED, PAIR_SECOND_DOMINATES, PAIR_FIRST_DOMINATES]
        assert table[code] == all_of.all(0) @ bits


def rings_of_pair(code: int, first: int, second: int) -> tuple[int, int]:
    """The ring codes of the two cells, each beside the other of a color."""
    at = dict(zip(PAIR_RING, colors(code, 8), strict=True))
    at |= {MIDDLE: first, SECOND: second}
    return tuple(
        code_of([at[(middle[0] + dr, middle[1] + dc)] for dr, dc in NEIGHBOR_STEPS])
        for middle in (MIDDLE, SECOND)
    )


def test_pair_knows_all_that_the_rings_know() -> None:
    """Two cells each dead beside the other are captured; a killer dominates."""
    ring, pair = tables()["ring"], tables()["pair"]
    for code in range(3**8):
        first, second = (ring[ring_code] for ring_code in rings_of_pair(code, 1, 1))
        assert not (first and second) or pair[code] & PAIR_CAPTURED
        assert not first or pair[code] & PAIR_SECOND_DOMINATES
        assert not second or pair[code] & PAIR_FIRST_DOMINATES


def test_keys_are_the_moves_that_capture() -> None:
    pair, keys, answers = (tables()[name] for name in ("pair", "keys", "answers"))
    captured = pair & PAIR_CAPTURED > 0
    for code in np.random.default_rng(2).permutation(3**8)[:1500]:
        ring = colors(int(code), 8)
        for a, b in product(range(8), repeat=2):
            empty = not captured[code] and ring[a] == 0 and ring[b] == 0
            one = code + POWERS[a]
            then = code + 2 * POWERS[a] + (POWERS[b] if a != b else 0)
            assert bool(int(answers[code]) >> 8 * a + b & 1) == (empty and captured[then])
            assert bool(keys[code] >> a & 1) == (
                not captured[code] and not ring[a] and captured[one]
            )


def pair_codes(star: list[int], k: int) -> int:
    """The ring of eight of the middle and its neighbor k; what lies outside the star is empty."""
    at = dict(zip(STAR, star, strict=True))
    step = [NEIGHBOR_STEPS[(k + i) % 6] for i in range(6)]
    ring = [*step[1:], *((step[0][0] + step[i][0], step[0][1] + step[i][1]) for i in (5, 0, 1))]
    return code_of([at.get(place, 0) for place in ring])


def test_star_knows_dead_and_captured_pairs_and_nothing_else() -> None:
    """So no middle of a star is permanently inferior, and (a) and (b) are enough for fill-in."""
    ring, pair, fill = (tables()[name] for name in ("ring", "pair", "star_fill"))
    assert set((fill & 3).tolist()) == {0, DEAD, CAPTURED}
    assert ((fill & 3 == DEAD) == ring[np.arange(3**12) % 3**6]).all()
    for code in np.random.default_rng(3).permutation(3**12)[:6000]:
        star = colors(int(code), 12)
        partners = [
            k for k in range(6) if star[k] == 0 and pair[pair_codes(star, k)] & PAIR_CAPTURED
        ]
        if fill[code] & 3 != DEAD:
            assert bool(fill[code]) == bool(partners)
            assert not partners or fill[code] >> 2 in partners


def test_star_moves_are_those_after_which_it_is_filled_or_dead() -> None:
    ring, fill = tables()["ring"], tables()["star_fill"]
    better, answers = tables()["star_dominators"], tables()["star_answers"]
    for code in np.random.default_rng(4).permutation(3**12)[:6000]:
        star = colors(int(code), 12)
        for k in range(12):
            open_ = star[k] == 0 and not fill[code]
            then = code + POWERS[k]
            assert bool(better[code] >> k & 1) == (open_ and fill[then] > 0)
            assert bool(answers[code] >> k & 1) == (open_ and bool(ring[then % 3**6]))


def test_the_file_is_what_the_script_makes(tmp_path: Path) -> None:
    again = tmp_path / "again.npz"
    np.savez_compressed(again, **tables())
    with np.load(patterns.TABLE) as stored, np.load(again) as made:
        assert stored.files == made.files
        for name in made.files:
            assert stored[name].dtype == made[name].dtype
            assert (stored[name] == made[name]).all()
    assert patterns.TABLE.stat().st_size < 1_000_000
    for name, table in inferior_tables()._asdict().items():
        assert (table == tables()[name]).all()


@pytest.mark.parametrize("name", ["ring", "pair", "star_fill", "star_answers"])
def test_more_stones_keep_what_holds(name: str) -> None:
    """Dead, captured and dominated stay so, whoever fills an empty place (of a star: the owner)."""
    table = tables()[name]
    places = {3**6: 6, 3**8: 8, 3**12: 12}[len(table)]
    codes = np.arange(len(table))
    filled = tables()["star_fill"] > 0
    for k in range(places):
        empty = codes[codes // POWERS[k] % 3 == 0]
        for color in (1, 2):
            then = empty + color * POWERS[k]
            if name == "ring" or (name == "star_fill" and color == 1):
                assert (table[then] > 0)[table[empty] > 0].all()
            elif name == "pair":
                assert (table[then] & table[empty] == table[empty]).all()
            elif name == "star_answers" and color == 1:
                lost = table[empty] & ~table[then] & ~np.uint16(1 << k)
                assert (filled[then] | (lost == 0)).all()
