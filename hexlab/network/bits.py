"""Bits of uint64 words, for kernels: sets of nodes or cells as rows of words.

Member `i` of a set is bit ``i % 64`` of word ``i // 64``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from hexlab.run.kernel import kernel

__all__ = ["clear_bit", "has_bit", "low_bit", "pop_count", "set_bit", "words_for"]


@intrinsic
def pop_count(typing: Any, word: Any) -> Any:
    """The number of ones in a uint64 word, as int64."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def low_bit(typing: Any, word: Any) -> Any:
    """The place of the lowest one in a uint64 word, as int64; 64 for the word 0."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@kernel
def words_for(count: int) -> int:
    """How many words hold `count` bits."""
    return (count + 63) >> 6


@kernel
def set_bit(row: np.ndarray, i: int) -> None:
    """Put `i` into the set (`row` is modified)."""
    row[i >> 6] |= np.uint64(1) << np.uint64(i & 63)


@kernel
def clear_bit(row: np.ndarray, i: int) -> None:
    """Take `i` out of the set (`row` is modified)."""
    row[i >> 6] &= ~(np.uint64(1) << np.uint64(i & 63))


@kernel
def has_bit(row: np.ndarray, i: int) -> bool:
    """Whether `i` is in the set."""
    return (row[i >> 6] >> np.uint64(i & 63)) & np.uint64(1) != 0


@kernel
def _every_helper(row: np.ndarray) -> int:
    """Use each function once."""
    set_bit(row, 3)
    set_bit(row, words_for(1))
    clear_bit(row, 3)
    return low_bit(row[0]) + pop_count(row[0]) + has_bit(row, 1)


def _warmup() -> None:
    _every_helper(np.zeros(1, np.uint64))
