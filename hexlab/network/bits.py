"""Bits of uint64 words, for kernels: sets of nodes or cells as rows of words.

Member `i` of a set is bit ``i % 64`` of word ``i // 64``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from hexlab.run.kernel import kernel

__all__ = ["clear_bit", "equal_sums", "has_bit", "low_bit", "pop_count", "set_bit", "words_for"]


def _ones(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


def _trailing_zeros(typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


# The machine's own instructions, in kernels only: of a uint64 word the number of its ones, and the
# place of the lowest (64 for the word 0), as int64.
pop_count: Any = intrinsic(_ones)
low_bit: Any = intrinsic(_trailing_zeros)


def _equal_sums(typing: Any, octets: Any, add: Any, to: Any, against: Any) -> Any:
    flat = isinstance(octets, types.Array) and octets.ndim == 1 and octets.layout == "C"
    if not flat or octets.dtype != types.uint8:
        return None
    signature = types.int64(octets, types.int64, types.int64, types.int64)
    vector = ir.VectorType(ir.IntType(8), 64)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        add, to, against = args[1:]

        def vector_at(offset: Any) -> Any:
            pointer = builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())
            return builder.load(pointer, align=1)

        row = vector_at(to)
        equal = cgutils.alloca_once_value(builder, ir.Constant(vector, None))
        count = ir.Constant(ir.IntType(64), 64)
        with cgutils.for_range(builder, count, intp=ir.IntType(64)) as loop:
            octet = builder.load(builder.gep(data, [builder.add(add, loop.index)]))
            first = builder.insert_element(
                ir.Constant(vector, ir.Undefined), octet, ir.Constant(ir.IntType(32), 0)
            )
            lanes = ir.Constant(ir.VectorType(ir.IntType(32), 64), None)
            sums = builder.add(row, builder.shuffle_vector(first, first, lanes))
            offset = builder.add(against, builder.mul(loop.index, count))
            found = builder.icmp_unsigned("==", sums, vector_at(offset))
            # A found match is -1 in its lane; 64 of them fit into an octet.
            builder.store(builder.sub(builder.load(equal), builder.sext(found, vector)), equal)
        wide = ir.VectorType(ir.IntType(32), 64)
        reduce = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.IntType(32), [wide]),
            "llvm.vector.reduce.add.v64i32",
        )
        total = builder.call(reduce, [builder.zext(builder.load(equal), wide)])
        return builder.zext(total, ir.IntType(64))

    return signature, generate


# For kernels: equal_sums(octets, add, to, against) looks at a row of 64 octets x (from `to`), 64
# octets y (from `add`) and a 64×64 block z (from `against`) in one flat uint8 array, and counts the
# pairs with x[j] + y[k] == z[k, j] modulo 256. Written in the compiler's vectors: numba by itself
# keeps the counts in memory, which takes three times as long.
equal_sums: Any = intrinsic(_equal_sums)


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
