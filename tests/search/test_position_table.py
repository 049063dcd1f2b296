"""The transposition table."""

from __future__ import annotations

import numpy as np
import pytest

from hexlab.search.table import BLOCK, INFINITE, find, make_table, place, position_key, turn


def keys(n: int, count: int, seed: int = 1) -> np.ndarray:
    words = (n * n + 63) // 64
    return np.random.default_rng(seed).integers(0, 2**63, (count, 2 * words)).astype(np.uint64)


@pytest.mark.parametrize("n", [1, 2, 5, 8, 9, 11, 13, 19])
def test_keys_are_the_stones_or_the_stones_turned(n: int) -> None:
    rng = np.random.default_rng(n)
    words = (n * n + 63) // 64
    for _ in range(50):
        cells = rng.choice(np.array([-1, 0, 1], np.int8), n * n)
        key, other = np.zeros(2 * words, np.uint64), np.zeros(2 * words, np.uint64)
        turned = position_key(cells, key)
        back = position_key(cells[::-1].copy(), other)
        assert key.tolist() == other.tolist()
        assert turned != back or cells.tolist() == cells[::-1].tolist()
        shown = cells[::-1] if turned else cells
        for row, color in ((key[:words], 1), (key[words:], -1)):
            bits = int.from_bytes(row.tobytes(), "little")
            assert [bits >> cell & 1 for cell in range(n * n)] == (shown == color).tolist()
            away = np.zeros(words, np.uint64)
            turn(row, n * n, away)
            bits = int.from_bytes(away.tobytes(), "little")
            assert [bits >> cell & 1 for cell in range(n * n)] == (shown[::-1] == color).tolist()


def test_what_is_stored_is_found_and_nothing_else() -> None:
    table, many = make_table(9, 1024), keys(9, 600)
    slots = {}
    for i, key in enumerate(many):
        assert find(table, key, 1) == -1
        slot = place(table, key, 1, i, False)
        table.numbers[slot] = 1, 1, i
        slots[slot] = i
    for slot, i in slots.items():
        assert find(table, many[i], 1) == slot
        assert find(table, many[i], -1) == -1
        assert place(table, many[i], 1, 5, False) == slot


def test_a_full_block_loses_the_open_position_with_the_least_work() -> None:
    table, many = make_table(3, BLOCK), keys(3, 12)
    for i, work in enumerate((7, 3, 9, 5)):
        table.numbers[place(table, many[i], 1, work, False)] = 1, 1, work
    slot = place(table, many[4], 1, 1, False)  # even a new one without work
    table.numbers[slot] = 1, 1, 1
    assert [find(table, key, 1) >= 0 for key in many[:5]] == [True, False, True, True, True]
    # Solved ones stay, however little work they were.
    for i, work in ((5, 1), (6, 2), (7, 4)):
        table.numbers[place(table, many[i], 1, work, True)] = INFINITE, 0, work
    assert [find(table, key, 1) >= 0 for key in many[:8]] == [
        False, False, True, False, False, True, True, True,
    ]  # fmt: skip
    table.numbers[place(table, many[8], 1, 1, False)] = 1, 1, 1
    assert find(table, many[2], 1) == -1
    table.numbers[place(table, many[9], 1, 6, True)] = 0, INFINITE, 6
    assert find(table, many[8], 1) == -1
    # All solved: an open one only if it is more work; the least work goes.
    assert place(table, many[10], 1, 0, False) == -1
    assert find(table, many[5], 1) >= 0
    assert place(table, many[10], 1, 1, False) >= 0
    assert find(table, many[5], 1) == -1
