import numpy as np
import pytest

from hexlab.lab import proportion
from hexlab.view.scores import decision_map, interval_plot, scatter_plot, score_curves

pytest.importorskip("matplotlib")


def drawn(figure):
    """Draw it, so that errors of the renderer show."""
    assert figure._repr_png_().startswith(b"\x89PNG")
    return figure.axes[0]


def test_points_stand_where_they_belong():
    axes = drawn(scatter_plot({"a": ([0, 0.5], [1, -3]), "b": ([1], [2])}, level=4, title="R"))
    places = [collection.get_offsets().tolist() for collection in axes.collections]
    assert places == [[[0, 1], [0.5, -3]], [[1, 2]]]
    assert list(axes.get_lines()[0].get_ydata()) == [4, 4]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "a (n = 2)",
        "b (n = 1)",
    ]
    drawn(scatter_plot({}))
    drawn(scatter_plot({"none": ([], [])}))
    with pytest.raises(ValueError, match="'a' has 2 x and 1 y"):
        scatter_plot({"a": ([1, 2], [1])})


def test_shares_stand_over_their_names_with_intervals():
    shares = {"first": [proportion(3, 4), proportion(0, 9)], "second": [proportion(5, 5)] * 2}
    axes = drawn(interval_plot(shares, [0.05, "all"]))
    assert [text.get_text() for text in axes.get_xticklabels()] == ["0.05", "all"]
    bars = [container.lines for container in axes.containers]
    assert [bar[0].get_ydata().tolist() for bar in bars] == [[75, 0], [100, 100]]
    for (_, _, (lines,)), found in zip(bars, shares.values(), strict=True):
        ends = [segment[:, 1] for segment in lines.get_segments()]
        assert np.allclose(ends, [[100 * share.low, 100 * share.high] for share in found])
    drawn(interval_plot({"none": []}, []))
    drawn(interval_plot({}, ["a"]))
    with pytest.raises(ValueError, match="the shares of 'a' must be between 0 and 1"):
        interval_plot({"a": [(79.0, 70.0, 85.0)]}, ["x"])
    axes = drawn(interval_plot({str(i): [proportion(1, 2)] * 2 for i in range(12)}, "ab"))
    spread = [container.lines[0].get_xdata()[0] for container in axes.containers]
    assert max(spread) < 0.5, "no point stands nearer to another name"
    names = [f"a very long name {i}" for i in range(9)]
    long = drawn(interval_plot({"a": [proportion(1, 2)] * 9}, names))
    assert long.get_xticklabels()[0].get_rotation() == 30
    with pytest.raises(ValueError, match="'a' has 1 shares for 2 names"):
        interval_plot({"a": [proportion(1, 2)]}, "xy")


def test_score_curves_are_drawn_with_chance():
    curves = {"SVM": ([0, 0, 1], [0, 1, 1]), "turn": ([0, 1], [0, 1])}
    axes = drawn(score_curves(curves, xlabel="x", ylabel="y", chance=([0, 1], [0, 1])))
    assert [line.get_label() for line in axes.get_lines()] == ["chance", "SVM", "turn"]
    assert list(axes.get_lines()[1].get_ydata()) == [0, 1, 1]


def test_the_map_shows_both_sides_of_the_border():
    rng = np.random.default_rng(1)
    points = {"yes": (rng.random(5) + 1, rng.random(5)), "no": (rng.random(5), rng.random(5))}
    axes = drawn(decision_map(lambda at: at[:, 0] - 1, points, xlabel="a", ylabel="b", steps=20))
    mesh = axes.collections[2].get_array()
    assert mesh.shape == (20, 20)
    assert mesh.min() < 0 < mesh.max()
    assert len(axes.collections) == 4, "two kinds of points, the map, the border"
    drawn(decision_map(lambda at: -np.ones(len(at)), points, xlabel="a", ylabel="b", steps=3))
