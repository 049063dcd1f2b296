from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from hexlab import BLACK
from hexlab.model.evaluation import network_values, resistance_ratios
from hexlab.network import cell_features, position_features, winners
from hexlab.network.boards import chunk_size, flat_boards
from hexlab.network.network import check_ends

BATCHES: list[Callable[[np.ndarray], Any]] = [
    flat_boards,
    position_features,
    cell_features,
    winners,
    resistance_ratios,
    lambda boards: network_values(boards, 0.5),
]


def test_keeps_values_and_order() -> None:
    boards = np.random.default_rng(1).integers(-1, 2, size=(4, 3, 3))
    flat, n = flat_boards(boards)
    assert n == 3
    assert flat.dtype == np.int8
    assert (flat.reshape(boards.shape) == boards).all()
    assert flat_boards(np.zeros((0, 5, 5)))[0].shape == (0, 25)


def forms(array: np.ndarray) -> Iterator[np.ndarray]:
    """The same values as arrays of every kind that numpy has for them."""
    for kind in (np.int8, np.int64, np.float64, object, ">i4"):
        like = array.astype(kind)
        yield from (like, np.asfortranarray(like), np.repeat(like, 2, axis=0)[::2])
        frozen = like.copy()
        frozen.setflags(write=False)
        yield frozen


def test_kernels_get_one_kind_of_array() -> None:
    # numba compiles anew, for most of a minute, for each kind: also for one that is read only.
    boards = np.random.default_rng(2).integers(-1, 2, size=(4, 3, 3))
    links = np.array([[0, 1], [2, -1]])
    for form in forms(boards):
        flat, _ = flat_boards(form)
        assert flat.dtype == np.int8
        assert flat.flags.c_contiguous
        assert flat.flags.writeable
        assert (flat.reshape(boards.shape) == boards).all()
    for form in forms(links):
        if form.dtype.kind == "i":
            ends = check_ends(form, np.zeros(9, np.int8), 3, BLACK)
            assert ends.dtype == np.int64
            assert ends.dtype.isnative
            assert ends.flags.c_contiguous
            assert ends.flags.writeable
            assert (ends == links).all()


@pytest.mark.parametrize(
    ("boards", "reason"),
    [
        (np.zeros((3, 3)), r"shape \(B, n, n\), not \(3, 3\)"),
        (np.zeros((1, 3, 4)), r"shape \(B, n, n\), not \(1, 3, 4\)"),
        (np.zeros((1, 20, 20)), "from 1 to 19, not 20"),
        (np.zeros((1, 0, 0)), "from 1 to 19, not 0"),
        (np.full((1, 1, 1), 2), "2 on board 0, row 0, column 0 is none of"),
        (np.full((1, 1, 1), np.nan), "nan on board 0"),
        (np.full((1, 1, 1), 256), "256 on board 0"),
    ],
)
def test_every_batch_function_refuses(boards: np.ndarray, reason: str) -> None:
    for batch in BATCHES:
        with pytest.raises(ValueError, match=reason):
            batch(boards)


def test_chunks_shrink_with_the_board() -> None:
    assert chunk_size(1) > chunk_size(11) > chunk_size(19) >= 16
