"""Certificates made slowly, and files made byte by byte, right or wrong."""

import zlib

from connection_oracles import win

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of, grid, neighbors
from hexlab.connection import Certificate, Proof

__all__ = ["Prover", "encode", "framed", "steps_of"]

RULES = ("base", "and", "play", "or")
COLORS = {BLACK: 1, WHITE: 2}


class Prover:
    """Proves won positions of one size and winner, all into one proof.

    The search is the plain one: a chain is a leaf, every move of the loser that could matter gets
    an answer, and the answer is the first move that wins. `wins(board)` says who wins.
    """

    def __init__(self, n, player, wins=win):
        self.proof = Proof(n, player)
        self.wins = wins
        self.known = {}

    def certificate(self, board):
        player = self.proof.player
        own, other = board.bits(player), board.bits(-player)
        root = self.semi(own, other) if board.to_move == player else self.full(own, other)
        return Certificate(board, self.proof, root)

    def winner(self, own, other, to_move):
        black, white = (own, other) if self.proof.player == BLACK else (other, own)
        return self.wins(Board.from_bits(self.proof.n, black, white, to_move))

    def full(self, own, other):
        """The step that wins, the loser to move."""
        if (own, other) not in self.known:
            self.known[own, other] = self._full(own, other)
        return self.known[own, other]

    def _full(self, own, other):
        chain = self.chain(own)
        if chain is not None:
            return chain
        branches = []
        must = grid(self.proof.n).all & ~(own | other)
        while must:
            branch = self.semi(own, other | must & -must)
            if self.proof[branch].key is None:
                return branch  # it needed no stone
            branches.append(branch)
            must &= self.proof[branch].carrier
        return self.proof.either(*branches)

    def semi(self, own, other):
        """The step that wins, the winner to move: a semi, or a full one if no move is needed."""
        chain = self.chain(own)
        if chain is not None:
            return chain
        player = self.proof.player
        for cell in cells_of(grid(self.proof.n).all & ~(own | other)):
            if self.winner(own | 1 << cell, other, -player) == player:
                after = self.full(own | 1 << cell, other)
                needed = self.proof[after].support >> cell & 1
                return self.proof.play(after, cell) if needed else after
        raise AssertionError("a lost position")

    def chain(self, own):
        """The step that joins the sides by stones, or None."""
        g, proof = grid(self.proof.n), self.proof
        first, second = (g.top, g.bottom) if proof.player == BLACK else (g.left, g.right)
        before = dict.fromkeys(cells_of(own & first), -1)
        queue = list(before)
        for cell in queue:
            if second >> cell & 1:
                step = proof.base(cell, -2)
                while cell >= 0:
                    step = proof.join(step, proof.base(cell, before[cell]))
                    cell = before[cell]
                return step
            for other in neighbors(proof.n)[cell]:
                if own >> other & 1 and other not in before:
                    before[other] = cell
                    queue.append(other)
        return None


def steps_of(certificate):
    """The steps of a certificate as a list of [rule, what it is given], to be spoiled."""
    proof = certificate.proof.pruned(certificate.root)
    return [[step.rule, list(step.of)] for step in proof.steps]


def encode(board, winner, steps, **spoiled):
    """A file from a position and steps (rule, what it is given: ends, cells, absolute numbers).

    Nothing is checked. `spoiled` replaces parts: version, n, to_move, winner_code, rules, length,
    packed, checksum.
    """
    n, size = board.n, (board.n**2 + 7) // 8
    columns = [[] for _ in range(8)]
    for number, (rule, given) in enumerate(steps):
        if rule == "base":
            pairs = zip((0, 1), given, strict=True)
        elif rule == "and":
            pairs = [(2, number - given[0]), (3, number - given[1])]
        elif rule == "play":
            pairs = [(4, number - given[0]), (5, given[1])]
        else:
            pairs = [(6, len(given)), *((7, number - part) for part in given)]
        for column, value in pairs:
            if column in (0, 1, 5):
                value = value + 2 if value >= 0 else -1 - value
            columns[column].append(value % 2**32)
    rules = spoiled.get("rules", bytes(RULES.index(rule) for rule, _ in steps))
    body = bytes((spoiled.get("n", n), spoiled.get("to_move", COLORS[board.to_move])))
    body += bytes((spoiled.get("winner_code", COLORS[winner]),))
    body += board.bits(BLACK).to_bytes(size, "little") + board.bits(WHITE).to_bytes(size, "little")
    body += len(rules).to_bytes(4, "little") + rules
    for column in columns:
        for place in range(4):
            body += bytes(value >> 8 * place & 255 for value in column)
    return framed(body, **spoiled)


def framed(body, **spoiled):
    """A file from the body."""
    packed = spoiled.get("packed", zlib.compress(body))
    data = b"HEXCERT" + bytes((spoiled.get("version", 1),))
    data += spoiled.get("length", len(packed)).to_bytes(4, "little") + packed
    return data + spoiled.get("checksum", zlib.crc32(data)).to_bytes(4, "little")
