from itertools import pairwise
from math import inf, nan

import numpy as np
import pytest

from hexlab.view.heat import _number, _ticks, heat_of
from hexlab.view.shapes import Texts
from hexlab.view.style import THEMES

LIGHT = THEMES["light"]


@pytest.mark.parametrize(
    "heat",
    [
        np.array([[1, 2], [3, 4]]),
        np.array([1.0, 2, 3, 4]),
        [[1, 2], [3, 4]],
        (1, 2, 3, 4),
        [np.array([1, 2]), np.array([3, 4])],
    ],
)
def test_both_shapes_are_the_same(heat):
    assert heat_of(heat, 2, LIGHT).values == (1, 2, 3, 4)


@pytest.mark.parametrize("heat", [[5], [[5]], np.array([[5]])])
def test_one_cell(heat):
    found = heat_of(heat, 1, LIGHT)
    assert found.color(0) == LIGHT.sequential.color(0.5)


@pytest.mark.parametrize(
    ("heat", "shape"),
    [
        (np.zeros((3, 2)), "(3, 2)"),
        (np.zeros((1, 2, 2)), "(1, 2, 2)"),
        ([1, 2, 3], "(3,)"),
        ([[1, 2], [3]], "(2, 1 or 2)"),
        (7, "7"),
        ("abcd", "'abcd'"),
        ([], "(0,)"),
    ],
)
def test_another_shape_is_named(heat, shape):
    with pytest.raises(ValueError, match=r"shape \(2, 2\) or \(4,\), not ") as error:
        heat_of(heat, 2, LIGHT)
    assert str(error.value).endswith(shape)


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="no number"):
        heat_of([1, 2, 3, "x"], 2, LIGHT)


def test_cells_without_value_keep_their_color_and_infinities_end_the_range():
    heat = heat_of([nan, None, inf, -inf, 1, 2, 3, 4, 5], 3, LIGHT)
    assert (heat.low, heat.high) == (1, 5)
    assert heat.color(0) is heat.color(1) is None
    assert heat.color(2) == heat.color(8) == LIGHT.sequential.stops[-1]
    assert heat.color(3) == heat.color(4) == LIGHT.sequential.stops[0]


def test_diverging_colors_are_centered_at_zero():
    heat = heat_of([-1, 0, 4, nan], 2, LIGHT, diverging=True)
    assert (heat.low, heat.high) == (-4, 4)
    assert heat.color(1) == LIGHT.diverging.color(0.5)
    assert heat.color(2) == LIGHT.diverging.stops[-1]


@pytest.mark.parametrize("values", [[nan] * 4, [inf] * 4, [0] * 4, [2] * 4, [-inf, inf, 0, 0]])
@pytest.mark.parametrize("diverging", [False, True])
def test_values_without_a_range(values, diverging):
    heat = heat_of(values, 2, LIGHT, diverging)
    assert heat.low <= heat.high
    heat.shapes(((0.0, 0.0),) * 4, LIGHT)
    heat.bar((0, 0), 100, LIGHT)


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 1), (0.005, 0.99), (-3, 3), (1e-9, 2e-9), (-1e6, 5), (12, 12.4), (0, 121)],
)
def test_ticks_are_few_and_within(low, high):
    ticks = _ticks(low, high)
    span = high - low
    assert 3 <= len(ticks) <= 6
    assert all(low - 1e-6 * span <= tick <= high + 1e-6 * span for tick in ticks)


def test_ticks_are_round():
    assert _ticks(0, 1) == [0, 0.25, 0.5, 0.75, 1]
    assert _ticks(-2.1, 2.1) == [-2, 0, 2]


def test_tick_labels_are_short_and_do_not_touch():
    values = [0, 1, -0.25, 2e-5, -3e20, 1e-300]
    assert [_number(v) for v in values] == ["0", "1", "−0.25", "2e-5", "−3e20", "1e-300"]
    for scale in (1, 1e-5, 123456.7):
        for width in (110, 260):
            shapes = heat_of([0, scale / 3, scale / 2, scale], 2, LIGHT).bar((0, 0), width, LIGHT)
            (ticks,) = (shape for shape in shapes if isinstance(shape, Texts))
            spans = [(x - 3.1 * len(t), x + 3.1 * len(t)) for x, _, t in ticks.items]
            assert len(spans) >= 2
            assert all(a[1] < b[0] for a, b in pairwise(spans))
