import numpy as np
import pytest

from hexlab.board.notation import BLACK, WHITE
from hexlab.view.style import CARRIER_HATCHES, THEMES, Palette, contrast, luminance, theme_named


@pytest.fixture(params=THEMES)
def theme(request):
    return THEMES[request.param]


def shares():
    return np.linspace(0, 1, 101)


def test_stones_differ_in_lightness_and_from_the_cell(theme):
    assert contrast(theme.black, theme.white) > 10
    for color in (BLACK, WHITE):
        fill, rim = theme.stone(color)
        # A stone shows by its inside or by its rim, also without colors.
        assert max(contrast(fill, theme.cell), contrast(rim, theme.cell)) > 3
        assert max(contrast(fill, theme.background), contrast(rim, theme.background)) > 3


def test_texts_are_readable(theme):
    assert contrast(theme.text, theme.background) > 7
    below = [theme.cell, theme.black, theme.white]
    below += [palette.color(s) for palette in (theme.sequential, theme.diverging) for s in shares()]
    assert min(contrast(theme.readable_on(color), color) for color in below) >= 4.5


def test_sequential_colors_rise_or_fall_in_lightness(theme):
    light = [luminance(theme.sequential.color(share)) for share in shares()]
    steps = np.diff(light)
    assert (steps > 0).all() or (steps < 0).all()


def test_diverging_colors_are_palest_in_the_middle(theme):
    light = np.array([luminance(theme.diverging.color(share)) for share in shares()])
    assert light.argmax() in (49, 50, 51)
    assert (np.diff(light[:50]) >= 0).all()
    assert (np.diff(light[51:]) <= 0).all()


def test_carriers_differ_in_hatching():
    assert len(set(CARRIER_HATCHES)) == len(CARRIER_HATCHES) >= 4


def test_a_palette_meets_its_stops_and_clips():
    palette = Palette(("#102030", "#405060", "#ffffff"))
    assert [palette.color(share) for share in (-1, 0, 0.5, 1, 7)] == [
        "#102030", "#102030", "#405060", "#ffffff", "#ffffff",
    ]  # fmt: skip


def test_themes_by_name():
    assert theme_named("dark") is THEMES["dark"]
    assert theme_named(THEMES["print"]) is THEMES["print"]
    with pytest.raises(ValueError, match="'pink' is none of 'light', 'dark', 'print'"):
        theme_named("pink")
