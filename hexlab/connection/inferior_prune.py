"""The kernel that marks moves which need not be looked at.

Why a move may be skipped, in a position that ``mover`` wins moving first:

* REVERSIBLE: the opponent's answer b leaves the move a worth no more than an opponent's stone (he
  kills it, or kills it together with a pair he captures then). So after a and b the mover has
  passed, and more: if he wins still, he wins by another move, as good in the position before. That
  one may be reversible too; but a, b and the pair only take cells away, so the last of such moves
  is not. All of them may be skipped at once.
* DOMINATED: after another move b the cell would be filled for the mover (b kills it, or captures it
  in a pair), or exchanging the two in every completion never hurts him: b is as good a move. Of
  cells each as good as the other one stays.
"""

from __future__ import annotations

import numpy as np

from hexlab.connection.derive_patterns import PAIR_FIRST_DOMINATES, PAIR_SECOND_DOMINATES
from hexlab.connection.inferior_tables import (
    DOMINATED,
    REVERSIBLE,
    InferiorTables,
    codes,
    place,
)
from hexlab.network.bits import clear_bit, has_bit, low_bit, set_bit
from hexlab.run.kernel import kernel, kernel_part

__all__ = ["prune"]


@kernel
def prune(
    cells: np.ndarray,
    n: int,
    mover: int,
    padded: np.ndarray,
    steps: np.ndarray,
    pairs: np.ndarray,
    tables: InferiorTables,
    kills: np.ndarray,
    reason: np.ndarray,
    helper: np.ndarray,
) -> None:
    """Mark the moves that `mover` may skip in `reason` and `helper` (`kills` is modified too)."""
    size, width, words = n * n, n + 4, kills.shape[2]
    mine, theirs = (0, 1) if mover == 1 else (1, 0)
    better = kills[mine]  # row a: moves as good as a; more are added
    for a in range(size):
        if cells[a] != 0:
            continue
        for word in range(words):
            if reason[a] == 0 and kills[theirs, a, word]:
                reason[a] = REVERSIBLE
                helper[a] = 64 * word + low_bit(kills[theirs, a, word])
        at = (a // n + 2) * width + a % n + 2
        for k in range(3):
            there = at + steps[k]
            if padded[there] != 0:
                continue
            black, white = codes(padded, at, pairs[k], 8)
            own, other = (black, white) if mover == 1 else (white, black)
            b = place(there, n)
            if tables.pair[own] & PAIR_SECOND_DOMINATES:
                set_bit(better[a], b)
            if tables.pair[own] & PAIR_FIRST_DOMINATES:
                set_bit(better[b], a)
            left = np.uint64(tables.keys[own])
            while left:
                key = place(at + pairs[k, low_bit(left)], n)
                left &= left - np.uint64(1)
                set_bit(better[a], key)
                set_bit(better[b], key)
            if tables.answers[other]:
                _reverse(
                    n, padded, steps, pairs[k], at, there, 1 + theirs, tables, other, reason, helper
                )  # fmt: skip
    _choose(cells, better, reason, helper)


@kernel_part
def _reverse(
    n: int,
    padded: np.ndarray,
    steps: np.ndarray,
    ring: np.ndarray,
    at: int,
    there: int,
    color: int,
    tables: InferiorTables,
    code: int,
    reason: np.ndarray,
    helper: np.ndarray,
) -> None:
    """Mark moves that the other side answers by capturing the pair `at`, `there`.

    `ring` are the steps to the ring of eight, `code` its code as the answering side, whose color in
    `padded` is `color`, sees it. `reason` and `helper` are modified.
    """
    padded[at] = padded[there] = color
    for i in range(8):
        keys = tables.answers[code] >> np.uint64(8 * i) & np.uint64(255)
        a = place(at + ring[i], n)
        if keys == 0 or reason[a] == REVERSIBLE:
            continue
        # The move alone may capture the pair; then any killer of the move will do.
        anywhere = keys >> np.uint64(i) & np.uint64(1) != 0
        for k in range(6 if anywhere else 0):
            answer = at + ring[i] + steps[k]
            if padded[answer] == 0:
                padded[answer] = color
                around, _ = codes(padded, at + ring[i], steps, 6)
                padded[answer] = 0
                if tables.ring[around]:
                    reason[a], helper[a] = REVERSIBLE, place(answer, n)
        while keys:
            k = low_bit(keys)
            keys &= keys - np.uint64(1)
            answer = at + ring[k]
            if k != i:
                padded[answer] = color
                around, _ = codes(padded, at + ring[i], steps, 6)
                padded[answer] = 0
                if tables.ring[around]:
                    reason[a], helper[a] = REVERSIBLE, place(answer, n)
    padded[at] = padded[there] = 0


@kernel_part(allocates=True)
def _choose(cells: np.ndarray, better: np.ndarray, reason: np.ndarray, helper: np.ndarray) -> None:
    """Mark dominated cells: row a of `better` (modified) holds moves at least as good as a.

    Reversible moves count for nothing, neither as dominated nor as dominating.
    """
    size, words = len(cells), better.shape[1]
    stay = np.zeros(words, np.uint64)
    for a in range(size):
        if cells[a] == 0 and reason[a] == 0:
            set_bit(stay, a)
    members = np.empty(size, np.int64)  # those that something dominates
    count = 0
    for a in range(size):
        if has_bit(stay, a):
            some = np.uint64(0)
            for w in range(words):
                better[a, w] &= stay[w]
                some |= better[a, w]
            if some:
                members[count] = a
                count += 1
    for i in range(count):  # what is better than something better is better
        b = members[i]
        for j in range(count):
            a = members[j]
            if has_bit(better[a], b):
                for w in range(words):
                    better[a, w] |= better[b, w]
    # Of cells better than each other the lowest stays, unless something else is better.
    for i in range(count):
        a = members[i]
        clear_bit(better[a], a)
        for word in range(words):
            left = better[a, word]
            while left:
                b = 64 * word + low_bit(left)
                left &= left - np.uint64(1)
                if b < a or not has_bit(better[b], a):
                    reason[a] = DOMINATED
    for i in range(count):
        a = members[i]
        for word in range(words):
            left = better[a, word]
            while left and reason[a] == DOMINATED and helper[a] < 0:
                b = 64 * word + low_bit(left)
                left &= left - np.uint64(1)
                if reason[b] == 0:
                    helper[a] = b


def _warmup() -> None:
    """Nothing: these are compiled with `fill_and_prune`, their only caller."""
