"""The grid against plain arithmetic on rows and columns."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from hexlab.board.geometry import (
    MAX_SIZE,
    bridges,
    cells_of,
    check_size,
    grid,
    near_sides,
    neighbors,
)
from hexlab.board.notation import cell_ids

SIZES = range(1, MAX_SIZE + 1)


@lru_cache(maxsize=None)
def slow_neighbors(n: int, cell: int) -> frozenset[int]:
    """From the distance on the hexagonal grid: one step apart."""
    row, col = divmod(cell, n)
    found = set()
    for other in range(n * n):
        dr, dc = other // n - row, other % n - col
        if max(abs(dr), abs(dc), abs(dr + dc)) == 1:
            found.add(other)
    return frozenset(found)


@pytest.mark.parametrize("n", SIZES)
def test_neighbors(n: int) -> None:
    table = neighbors(n)
    assert len(table) == n * n
    for cell, around in enumerate(table):
        assert len(set(around)) == len(around)
        assert set(around) == slow_neighbors(n, cell)
        assert set(cells_of(grid(n).around(1 << cell))) == set(around)


def test_corners_and_edges() -> None:
    table = neighbors(11)
    assert [len(table[cell]) for cell in (0, 10, 110, 120)] == [2, 3, 3, 2]
    assert sorted(map(len, table)) == [2] * 2 + [3] * 2 + [4] * 36 + [6] * 81
    assert neighbors(1) == ((),)


@pytest.mark.parametrize("n", SIZES)
def test_sides(n: int) -> None:
    g = grid(n)
    assert set(cells_of(g.all)) == set(range(n * n))
    assert set(cells_of(g.top)) == {cell for cell in range(n * n) if cell // n == 0}
    assert set(cells_of(g.bottom)) == {cell for cell in range(n * n) if cell // n == n - 1}
    assert set(cells_of(g.left)) == {cell for cell in range(n * n) if cell % n == 0}
    assert set(cells_of(g.right)) == {cell for cell in range(n * n) if cell % n == n - 1}


@pytest.mark.parametrize("n", SIZES)
def test_around_and_flood_of_random_sets(n: int) -> None:
    rng = random.Random(n)
    for share in (0.0, 0.1, 0.5, 0.8, 1.0):
        within = sum(1 << cell for cell in range(n * n) if rng.random() < share)
        seed = sum(1 << cell for cell in range(n * n) if rng.random() < 0.05)
        around = set().union(*(neighbors(n)[cell] for cell in cells_of(seed)))
        assert set(cells_of(grid(n).around(seed))) == around
        reached = set(cells_of(seed & within))
        todo = list(reached)
        while todo:
            for cell in neighbors(n)[todo.pop()]:
                if within >> cell & 1 and cell not in reached:
                    reached.add(cell)
                    todo.append(cell)
        assert set(cells_of(grid(n).flood(seed, within))) == reached


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 11])
def test_bridges_share_two_neighbors_and_do_not_touch(n: int) -> None:
    for cell, found in enumerate(bridges(n)):
        mine = slow_neighbors(n, cell)
        expected = {}
        for far in range(n * n):
            common = mine & slow_neighbors(n, far)
            if far != cell and far not in mine and len(common) == 2:
                expected[far] = common
        assert {far: {one, two} for far, one, two in found} == expected
        assert len(found) == len(expected)


@pytest.mark.parametrize("size", [0, 20, -1, 2.0, "11", None, True])
def test_sizes_that_are_none(size: object) -> None:
    with pytest.raises(ValueError, match="board size must be a whole number from 1 to 19"):
        check_size(size)  # type: ignore[arg-type]


def test_two_rows_along_the_sides_of_13x13():
    """The 88 first moves of the thesis's learning games, as it lists them."""
    columns = "abcdefghijklm"
    listed = [f"{c}{r}" for c in "ablm" for r in range(1, 14)]
    listed += [f"{c}{r}" for c in columns[2:11] for r in (1, 2, 12, 13)]
    assert len(listed) == 88
    assert near_sides(13) == tuple(sorted(cell_ids(listed, 13)))


@pytest.mark.parametrize("n", SIZES)
def test_small_boards_lie_near_their_sides_altogether(n):
    inner = max(n - 4, 0) ** 2
    assert len(near_sides(n)) == n * n - inner
    assert near_sides(n, rows=0) == ()
