"""Colors, palettes and themes: how a board looks, apart from what is on it.

Nothing depends on hue alone. Stones and sides are told apart by lightness and rim, carriers by
pattern, negative values of a diverging map by a minus sign, so a picture stays readable in gray and
for the color-blind.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexlab.board.notation import BLACK

__all__ = ["CARRIER_HATCHES", "THEMES", "Palette", "Theme", "contrast", "theme_named"]

# Directions of the lines that fill the first, second, … carrier, in degrees.
CARRIER_HATCHES = (45, 135, 0, 90)


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def luminance(color: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 (black) to 1 (white) (WCAG 2.1, sRGB)."""
    linear = []
    for value in _channels(color):
        share = value / 255
        linear.append(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colors, 1 to 21 (WCAG 2.1); text wants 4.5.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@dataclass(frozen=True)
class Palette:
    """Colors from the lowest value to the highest, evenly spaced, linear in between."""

    stops: tuple[str, ...]

    def color(self, share: float) -> str:
        """The color at `share` of the range, clipped to 0…1.

        >>> Palette(("#000000", "#ffffff")).color(0.2)
        '#333333'
        """
        place = min(max(share, 0.0), 1.0) * (len(self.stops) - 1)
        index = min(int(place), len(self.stops) - 2)
        part = place - index
        low, high = _channels(self.stops[index]), _channels(self.stops[index + 1])
        mixed = (round(a + (b - a) * part) for a, b in zip(low, high, strict=True))
        return "#" + "".join(f"{value:02x}" for value in mixed)


# Perceptually even, rising in lightness, safe for the color-blind (after matplotlib's viridis).
_VIRIDIS = Palette(
    (
        "#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c",
        "#28ae80", "#5ec962", "#addc30", "#fde725",
    )
)  # fmt: skip
# Purple – white – orange: both ends equally dark, no red against green (after ColorBrewer's PuOr).
_DIVERGING = Palette(
    (
        "#3d2a7d", "#6f5fab", "#a59bcb", "#d5d1e6", "#f7f7f5",
        "#fcdcb0", "#f5b05c", "#d47a14", "#8f4a04",
    )
)  # fmt: skip
_GRAY = Palette(("#ffffff", "#d9d9d9", "#a6a6a6", "#6b6b6b", "#333333"))
_GRAY_DIVERGING = Palette(("#404040", "#8c8c8c", "#ffffff", "#8c8c8c", "#404040"))


@dataclass(frozen=True)
class Theme:
    """All colors of a board picture.

    Attributes
    ----------
    background, cell, line, text : str
        The page, an empty cell, the lines between cells, coordinates and captions.
    black, black_rim, white, white_rim : str
        Stones and sides of the two players; also their links (inside and casing).
    accent : str
        The path.
    ink, paper : str
        The dark and the light color that marks and labels choose from.
    sequential, diverging : Palette
        Heat.
    carriers : tuple of str
        Colors of the carriers, used in turn.
    """

    background: str
    cell: str
    line: str
    text: str
    black: str
    black_rim: str
    white: str
    white_rim: str
    accent: str
    ink: str
    paper: str
    sequential: Palette
    diverging: Palette
    carriers: tuple[str, ...]

    def stone(self, color: int) -> tuple[str, str]:
        """(fill, rim) of a stone."""
        if color == BLACK:
            return self.black, self.black_rim
        return self.white, self.white_rim

    def readable_on(self, color: str) -> str:
        """`ink` or `paper`, whichever stands out more from `color`."""
        return max((self.ink, self.paper), key=lambda option: contrast(option, color))


THEMES: dict[str, Theme] = {
    "light": Theme(
        background="#ffffff",
        cell="#f1ece1",
        line="#8d8678",
        text="#3a3a3a",
        black="#1b1b1d",
        black_rim="#000000",
        white="#ffffff",
        white_rim="#2a2a2a",
        accent="#d55e00",
        ink="#000000",
        paper="#ffffff",
        sequential=_VIRIDIS,
        diverging=_DIVERGING,
        # Okabe and Ito's colors that differ from the path's.
        carriers=("#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    ),
    "dark": Theme(
        background="#1e2126",
        cell="#4b515b",
        line="#2b2f36",
        text="#d6d9de",
        black="#08090a",
        black_rim="#a9b0ba",
        white="#f4f3ee",
        white_rim="#15171a",
        accent="#ff9a3c",
        ink="#000000",
        paper="#ffffff",
        sequential=_VIRIDIS,
        diverging=_DIVERGING,
        carriers=("#56b4e9", "#2fd0a5", "#e6a3cc", "#f0c04a", "#9fd2f2"),
    ),
    "print": Theme(
        background="#ffffff",
        cell="#ffffff",
        line="#777777",
        text="#000000",
        black="#000000",
        black_rim="#000000",
        white="#ffffff",
        white_rim="#000000",
        accent="#555555",
        ink="#000000",
        paper="#ffffff",
        sequential=_GRAY,
        diverging=_GRAY_DIVERGING,
        carriers=("#555555", "#777777", "#999999", "#333333"),
    ),
}


def theme_named(theme: str | Theme) -> Theme:
    """The theme of that name; a `Theme` of one's own passes through.

    Raises
    ------
    ValueError
        For an unknown name; the message lists the known ones.
    """
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise ValueError(f"theme {theme!r} is none of {', '.join(map(repr, THEMES))}")
    return THEMES[theme]
