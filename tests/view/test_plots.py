import numpy as np
import pytest

from hexlab import Board
from hexlab.view.plots import (
    figure_style,
    game_curves,
    heatmap_grid,
    histograms,
    line_plot,
    share_by_tenth,
)

matplotlib = pytest.importorskip("matplotlib")


def drawn(figure):
    """Draw it, so that errors of the renderer show."""
    assert figure._repr_png_().startswith(b"\x89PNG")
    return figure.axes[0]


def test_settings_are_left_alone():
    before = dict(matplotlib.rcParams)
    game_curves({"E": [0, 1]})
    histograms({"E": [0, 1]})
    with figure_style():
        assert matplotlib.rcParams["axes.grid"]
    assert dict(matplotlib.rcParams) == before


def test_game_curves():
    values = {"E": np.linspace(-1, 1, 31), "E_v": [0.0, np.nan, 0.5]}
    axes = drawn(game_curves(values, swings=[3, 4, 5, 6, 20], move_names=["B a1"] * 30, title="x"))
    zero, first, second = axes.get_lines()[:3]
    assert first.get_ydata() == pytest.approx(values["E"])
    assert (first.get_color(), first.get_linestyle()) != (
        second.get_color(),
        second.get_linestyle(),
    )
    assert len(axes.texts) == 5
    assert axes.get_xlim() == (0, 30)
    assert "Black ahead" in axes.get_ylabel()
    assert zero.get_ydata()[0] == 0


@pytest.mark.parametrize("values", [{}, {"E": []}, {"E": [0.3]}, {"E": [np.nan] * 3}])
def test_game_curves_of_next_to_nothing(values):
    drawn(game_curves(values))


@pytest.mark.parametrize("swing", [0, 4, -1])
def test_a_swing_is_a_move(swing):
    with pytest.raises(ValueError, match=f"swing {swing} is no move of a game of 3 moves"):
        game_curves({"E": [0, 0, 0, 0]}, swings=[swing])


def test_share_by_tenth():
    share = np.linspace(0.5, 0.9, 10)
    low, high = share - 0.05, share + 0.05
    axes = drawn(share_by_tenth({"E": share, "n": share**2}, {"E": [low, high]}))
    line = axes.get_lines()[1]
    assert line.get_xdata() == pytest.approx(np.arange(5, 100, 10))
    assert line.get_ydata() == pytest.approx(share)
    corners = axes.collections[0].get_paths()[0].vertices
    assert corners[:, 1].min() == pytest.approx(low.min())
    assert corners[:, 1].max() == pytest.approx(high.max())


def test_bands_either_way_round():
    share = np.linspace(0.5, 0.9, 10)
    ends = np.array([share - 0.1, share + 0.1])
    paths = [
        share_by_tenth({"E": share}, {"E": band}).axes[0].collections[0].get_paths()[0].vertices
        for band in (ends, ends.T)
    ]
    assert paths[0] == pytest.approx(paths[1])


def test_wrong_bands_are_named():
    with pytest.raises(ValueError, match=r"shape \(3, 3\), not \(2, 10\)"):
        share_by_tenth({"E": [0.5] * 10}, {"E": np.zeros((3, 3))})
    with pytest.raises(ValueError, match="an interval for 'F', which is none of E"):
        share_by_tenth({"E": [0.5] * 10}, {"F": np.zeros((2, 10))})


def test_histograms_count_all_that_is_finite():
    samples = {"E": [0, 0, 1, np.inf, np.nan], "F": np.arange(10)}
    axes = drawn(histograms(samples, bins=5, xlabel="value"))
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["E (n = 3, 2 not finite)", "F (n = 10)"]


@pytest.mark.parametrize("samples", [{}, {"E": []}, {"E": [np.inf]}, {"E": [1.0]}])
def test_histograms_of_next_to_nothing(samples):
    drawn(histograms(samples))


def test_what_is_no_number_is_refused():
    for call in (game_curves, share_by_tenth, histograms):
        with pytest.raises(ValueError, match="no number"):
            call({"E": ["x"]})


def test_heatmap_grids_share_their_range():
    boards = [Board(3), Board(3).play("b2")]
    heats = [np.arange(9.0), np.full((3, 3), 16.0)]
    axes = drawn(heatmap_grid(boards, heats, titles=["one", "two"], heat_label="h"))
    texts = [text.get_text() for text in axes.texts]
    assert texts.count("0") == texts.count("15") == 2
    apart = heatmap_grid(boards, heats, shared=False).axes[0]
    assert [text.get_text() for text in apart.texts].count("16") == 1


@pytest.mark.parametrize("diverging", [False, True])
@pytest.mark.parametrize("value", [np.nan, 0.0, 3.0])
def test_heatmap_grids_without_a_range(value, diverging):
    drawn(heatmap_grid([Board(2)], [np.full((2, 2), value)], diverging=diverging))


def test_heatmap_grids_need_as_many_heats_as_boards():
    with pytest.raises(ValueError, match="2 boards, 1 heats and 2 titles do not match"):
        heatmap_grid([Board(2)] * 2, [np.zeros(4)])


def test_line_plot_has_a_mark_for_each_value():
    axes = drawn(line_plot({"a": [1, 10], "b": [2, 20]}, [1, 100], log="xy"))
    assert [len(line.get_xdata()) for line in axes.lines] == [2, 2]
    assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")
    assert drawn(line_plot({"a": [3, 4]}, [1, 2])).get_ylim()[0] == 0


@pytest.mark.parametrize(("row", "log", "word"), [([1], "", "1 values"), ([1, 2], "z", "'z'")])
def test_line_plot_says_what_does_not_fit(row, log, word):
    with pytest.raises(ValueError, match=word):
        line_plot({"a": row}, [1, 2], log=log)
