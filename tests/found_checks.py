"""What tests of found connections share: boards, plain forms, and the checker of soundness."""

from collections import Counter

import numpy as np
from connection_oracles import canonical, holds

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of, grid
from hexlab.connection import Proof
from hexlab.connection.derivation import _Writer

__all__ = ["Checker", "carriers", "drawn_board", "kinds", "sound"]


def drawn_board(rng, n, empty):
    """A board with so many empty cells and as many stones of each color, one more or less."""
    cells = rng.permutation(n * n)[empty:].tolist()
    mine = (len(cells) + int(rng.integers(2))) // 2
    return Board(n, black=cells[:mine], white=cells[mine:], to_move=int(rng.choice((BLACK, WHITE))))


def carriers(found):
    """The full and the semi connections: two dicts from ends to sorted carriers.

    Ends are (lower, higher), the sides n² and n² + 1.
    """
    cells = found.board.n**2
    both = ({}, {})
    for c in (*found.full, *found.semi):
        ends = sorted(end if end >= 0 else cells - 1 - end for end in c.ends)
        both[not c.full].setdefault(tuple(ends), []).append(c.carrier)
    return tuple({pair: sorted(cs) for pair, cs in one.items()} for one in both)


def kinds(found):
    """What each two points have: (P, P) int8, 2 a full connection, 1 a semi one, 0 none.

    Read from the store; points are cells, groups by their lowest stone, and the sides n², n² + 1.
    """
    points = found.board.n**2 + 2
    best = np.zeros((points, points), np.int8)
    if not found.joined:
        pairs = found._store.pairs[: found._store.counts[1]]
        kind = np.where(pairs[:, 3] >= 0, 2, np.where(pairs[:, 2] >= 0, 1, 0))
        best[pairs[:, 0], pairs[:, 1]] = kind
    return best


def sound(n, player, stones, x, y, carrier, key=None):
    """Whether a connection with these own stones is one, in exhaustive play."""
    ends = sum(1 << end for end in (x, y) if end >= 0)
    if carrier & (stones | ends):
        return False
    return holds(n, player, stones, x, y, carrier, key=key)


class Checker:
    """Checks connections, and counts them, each once up to symmetry.

    Every one by its derivation: `Proof` makes no unsound step, and the last one must have the ends,
    the key, a part of the carrier, and support of own stones. If the carrier has at most 16 cells,
    by exhaustive play with those stones alone, too.

    Two connections are the same if a symmetry of the board makes the carriers, keys, ends and the
    stones beside the carrier the same. Neighbors, with nothing between them, are not counted.

    Attributes
    ----------
    counts : Counter
        "played", of them "large" (6 cells or more) and "deep" (three rules or more above each
        other), "derived" only, "positions".
    """

    def __init__(self, rng, most=10**9):
        self.rng = rng
        self.most = most  # of a position
        self.checked = set()
        self.seen = set()
        self.boards = set()
        self.counts = Counter()

    def check(self, found):
        """Check the connections of a position, or a random part of them: rather the large."""
        board, player = found.board, found.player
        everything = [c for c in (*found.full, *found.semi) if c.carrier]
        if not everything:
            return
        self.boards.add((board.n, board.bits(BLACK), board.bits(WHITE)))
        self.counts["positions"] = len(self.boards)
        if len(everything) > self.most:
            weight = np.array([4.0 if c.carrier.bit_count() >= 6 else 1.0 for c in everything])
            weight /= weight.sum()
            chosen = self.rng.choice(len(everything), self.most, replace=False, p=weight)
            everything = [everything[i] for i in chosen]
        proof = Proof(board.n, player)
        writer = _Writer(everything[0], proof)
        depths = {}
        for c in everything:
            number = writer.write(c)
            assert number is not None, f"stones have joined the ends of {c}"
            self._check(c, proof[number], _depth(c, depths))

    def _check(self, c, step, depth):
        board, player = c.board, c.player
        n = board.n
        assert set(step.ends) == set(c.ends), say(c)
        assert step.key == c.key, say(c)
        assert step.carrier & ~c.carrier == 0, say(c)
        assert step.support & ~board.bits(player) == 0, say(c)
        assert c.carrier & ~board.bits(0) == 0, say(c)
        size = c.carrier.bit_count()
        exactly = (n, player, *c.ends, c.carrier, step.support, c.key)
        if size <= 16 and exactly not in self.checked:
            self.checked.add(exactly)
            assert sound(n, player, step.support, *c.ends, c.carrier, c.key), say(c)
        ends = [_beside(end, step.support, c, grid(n)) for end in c.ends]
        near = grid(n).around(c.carrier)
        name = canonical(n, player, *ends, c.carrier, step.support & near, c.key)
        if name in self.seen:
            return
        self.seen.add(name)
        if size > 16:
            self.counts["derived"] += 1
            return
        self.counts["played"] += 1
        self.counts["large"] += size >= 6
        self.counts["deep"] += depth >= 3


def say(c):
    return f"{c}, from {c.parts}\n{c.board}"


def _beside(end, support, c, g):
    """The end; if it is a group, by its lowest stone that touches the carrier and is used."""
    if end < 0 or c.board[end] == 0:
        return end
    group = g.flood(1 << end, c.board.bits(c.player))
    return next(cells_of(group & (support | 1 << end) & g.around(c.carrier)), end)


def _depth(c, depths):
    """How many rules lie above each other in a derivation."""
    if c.number not in depths:
        depths[c.number] = 0
        if c.parts:
            depths[c.number] = 1 + max(_depth(part, depths) for part in c.parts)
    return depths[c.number]
