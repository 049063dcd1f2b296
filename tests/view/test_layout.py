from math import dist, sqrt

import pytest

from hexlab.board.geometry import neighbors
from hexlab.view.layout import BAND, ORIENTATIONS, RADIUS, SIDES, layout

PITCH = sqrt(3) * RADIUS


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("n", [1, 2, 5, 19])
def test_just_the_neighbors_are_one_pitch_apart(n, orientation):
    at = layout(n, orientation)
    for cell, center in enumerate(at.centers):
        near = [c for c in range(n * n) if c != cell and dist(center, at.centers[c]) < 1.2 * PITCH]
        assert sorted(neighbors(n)[cell]) == near
        assert all(dist(center, at.centers[c]) == pytest.approx(PITCH) for c in near)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_neighbors_share_two_corners(orientation):
    at = layout(3, orientation)

    def ring(cell):
        x, y = at.centers[cell]
        return {(round(x + dx, 6) + 0, round(y + dy, 6) + 0) for dx, dy in at.corners}

    for cell in range(9):
        assert all(len(ring(cell) & ring(other)) == 2 for other in neighbors(3)[cell])


def test_where_a1_lies():
    corners = {name: layout(5, name).centers for name in ORIENTATIONS}
    a1, k = {name: spots[0] for name, spots in corners.items()}, 24
    assert a1["flat"] == min(corners["flat"]) == min(corners["flat"], key=lambda p: p[1])
    assert a1["flat-mirrored"][0] == max(x for x, _ in corners["flat-mirrored"])
    assert a1["flat-mirrored"][1] == min(y for _, y in corners["flat-mirrored"])
    assert a1["diamond"] == min(corners["diamond"])
    assert a1["diamond-mirrored"] == max(corners["diamond-mirrored"])
    for name in ("diamond", "diamond-mirrored"):  # the long diagonal is level
        assert corners[name][0][1] == pytest.approx(corners[name][k][1])


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("n", [1, 4])
def test_terminals_lie_outside_their_side(n, orientation):
    at = layout(n, orientation)
    rows = {
        "top": range(n),
        "bottom": range(n * (n - 1), n * n),
        "left": range(0, n * n, n),
        "right": range(n - 1, n * n, n),
    }
    for side in SIDES:
        for cell in rows[side]:
            reach = dist(at.centers[cell], at.foot(cell, side))
            assert reach == pytest.approx(RADIUS + BAND / 2)


def test_an_unknown_orientation_is_refused():
    with pytest.raises(ValueError, match="'upright' is none of 'flat'"):
        layout(5, "upright")
