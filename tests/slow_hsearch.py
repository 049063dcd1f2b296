"""H-search the slow way: sets, no order of work, no caps, every union of OR.

What it gives is the one fixed point of the rules: the smallest carriers that AND and OR make from
neighbors, for every pair of points. `BROKEN` names rules that it can be made to forget, to see that
a checker notices.
"""

from itertools import combinations

from hexlab.board.geometry import grid, neighbors
from hexlab.board.notation import BLACK

__all__ = ["BROKEN", "add_minimal", "minimal_unions", "slow_connections"]

# What AND or OR forgets to look at.
BROKEN = ("carriers that meet", "an end in the other carrier", "a cell common to all semis")


def add_minimal(sets, new):
    """Add a set to a list of sets none of which contains another; whether it was needed."""
    if any(old & ~new == 0 for old in sets):
        return False
    sets[:] = [old for old in sets if new & ~old]
    sets.append(new)
    return True


def minimal_unions(semis, known=()):
    """The smallest unions of semis with no common cell, without those that contain a known one.

    A cell common to those chosen so far is avoided by one of the others, if at all: each is tried.
    """
    found = []
    seen = set()

    def extend(common, union):
        if (common, union) in seen or any(k & ~union == 0 for k in (*known, *found)):
            return
        seen.add((common, union))
        if not common:
            add_minimal(found, union)
            return
        cell = common & -common
        for semi in semis:
            if not semi & cell:
                extend(common & semi, union | semi)

    for semi in semis:
        extend(semi, semi)
    return found


def _points(board, player):
    """The name of each cell's point, None for the opponent's; and the own ones (sides last)."""
    n = board.n
    g = grid(n)
    lines = (g.top, g.bottom) if player == BLACK else (g.left, g.right)
    name = {cell: cell for cell in board.empty}
    own = {n * n, n * n + 1}
    for group in board.groups(player):
        touched = [n * n + i for i in range(2) if any(lines[i] >> s & 1 for s in group)]
        if len(touched) == 2:
            return None
        for stone in group:
            name[stone] = touched[0] if touched else min(group)
        own.add(name[group[0]])
    links = set()
    for cell in board.empty:
        links |= {(cell, n * n + i) for i in range(2) if lines[i] >> cell & 1}
        links |= {(cell, name[other]) for other in neighbors(n)[cell] if other in name}
    return own, {(min(link), max(link)) for link in links}


def slow_connections(board, player, *, side_midpoints=True, stone_midpoints=True, broken=None):
    """All smallest full and semi connections of a player: two dicts from ends to carriers.

    Ends are (lower, higher): cells, groups by their lowest stone, the sides n² and n² + 1. Nothing
    if stones join the sides. `broken`: one of `BROKEN`.
    """
    cells = board.n**2
    fulls, semis = {}, {}
    points = _points(board, player)
    if points is None:
        return fulls, semis
    own, links = points
    fulls = {link: [0] for link in links}
    bit = dict.fromkeys(own, 0) | {cell: 1 << cell for cell in board.empty}

    def both(x, a, z, b, y):
        """The carrier of AND, of full connections x–z and z–y; None if it may not be used."""
        if z >= cells and not side_midpoints:
            return None
        if z in own and not stone_midpoints and not (x in own and y in own):
            return None
        if a & b and broken != BROKEN[0]:
            return None
        if (bit[x] & b or bit[y] & a) and broken != BROKEN[1]:
            return None
        return a | b | bit[z]

    waiting = [(*link, 0) for link in fulls]
    while waiting:
        changed = set()
        for x, y, a in waiting:
            for p, q in ((x, y), (y, x)):
                for (u, v), carriers in list(fulls.items()):
                    other = v if u == q else u if v == q else None
                    if other is None or other == p:
                        continue
                    pair = min(p, other), max(p, other)
                    for b in list(carriers):
                        new = both(p, a, q, b, other)
                        if new is None or any(f & ~new == 0 for f in fulls.get(pair, ())):
                            continue
                        if q in own:
                            if add_minimal(fulls.setdefault(pair, []), new):
                                changed.add((*pair, new))
                        else:
                            add_minimal(semis.setdefault(pair, []), new)
        for pair, carriers in semis.items():
            known = fulls.setdefault(pair, [])
            new = minimal_unions(carriers, known)
            if broken == BROKEN[2]:
                new += [a | b for a, b in combinations(carriers, 2)]
            for union in new:
                if add_minimal(known, union):
                    changed.add((*pair, union))
            carriers[:] = [c for c in carriers if not any(f & ~c == 0 for f in known)]
        waiting = [(x, y, c) for x, y, c in changed if c in fulls[x, y]]
    return (
        {pair: sorted(found) for pair, found in fulls.items() if found},
        {pair: sorted(found) for pair, found in semis.items() if found},
    )
