"""How many positions a board has: exact numbers, and the estimates that a thesis makes of them."""

from __future__ import annotations

from math import comb

from hexlab.board.geometry import check_size

__all__ = ["count_positions", "count_up_to_rotation"]


def count_positions(n: int, stones: int | None = None) -> int:
    """In how many ways stones can lie on an n×n board if the colors take turns, Black first.

    Parameters
    ----------
    n : int
        Board size.
    stones : int, optional
        At most so many stones; by default up to a full board.

    Returns
    -------
    int
        Exact. Positions in which a player has won already, and play would have ended, count too.

    Raises
    ------
    ValueError
        For a size that is none, or a negative number of stones.

    Notes
    -----
    With s stones, of which ⌈s/2⌉ are Black's: the sum over s of C(n², s)·C(s, ⌊s/2⌋). Source: Gao
    2020, 2.4.1.

    Examples
    --------
    >>> [count_positions(2, stones) for stones in range(5)]
    [1, 5, 17, 29, 35]
    >>> f"{count_positions(11):.4e}"
    '4.7671e+56'
    """
    cells = check_size(n) ** 2
    most = cells if stones is None else stones
    if most < 0:
        raise ValueError(f"there are no positions with {most} stones")
    return sum(comb(cells, s) * comb(s, s // 2) for s in range(min(most, cells) + 1))


def count_up_to_rotation(n: int, stones: int | None = None) -> int:
    """`count_positions`, where a position and itself turned by half a turn count once.

    Notes
    -----
    By Burnside's lemma half the sum of all positions and of those that the turn leaves alone. These
    are so few that Gao's half of all positions is right to many digits.

    Examples
    --------
    >>> count_up_to_rotation(2), count_positions(2)
    (19, 35)
    >>> f"{count_up_to_rotation(11):.4e}"
    '2.3836e+56'
    """
    return (count_positions(n, stones) + _unturned(n, stones)) // 2


def _unturned(n: int, stones: int | None) -> int:
    """The positions that half a turn leaves as they are.

    It exchanges the cells in pairs, except for the center of an odd board: so a color with an odd
    number of stones needs the center, and only one of the colors can have it.
    """
    cells = n * n
    most = cells if stones is None else min(stones, cells)
    total = 0
    for s in range(most + 1):
        odd = (s - s // 2) % 2 + (s // 2) % 2
        if odd <= cells % 2:
            black, white = (s - s // 2) // 2, s // 2 // 2
            total += comb(cells // 2, black + white) * comb(black + white, black)
    return total
