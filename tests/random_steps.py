"""Steps for tests of proofs: a bridge, random ones, and ones that leave out a check."""

from hexlab import BLACK
from hexlab.board.geometry import cells_of, grid, neighbors
from hexlab.connection import Proof

__all__ = ["apply", "bridge", "drawn_step", "drawn_steps", "loose"]


def bridge(proof, high=4, low=-1, cells=(1, 2)):
    """The step that joins a cell by one of two cells: on 3×3 b2 to the top."""
    ways = (proof.join(proof.base(high, cell), proof.base(cell, low)) for cell in cells)
    return proof.either(*(proof.play(way, cell) for way, cell in zip(ways, cells, strict=True)))


def drawn_step(rng, proof):
    """A rule and what it is given, drawn from the steps of a proof: often a good step."""
    n = proof.n
    full = [i for i, step in enumerate(proof.steps) if step.key is None]
    semis = [i for i, step in enumerate(proof.steps) if step.key is not None]
    rule = rng.choice(("base", "and", "play", "or"), p=(0.15, 0.35, 0.25, 0.25))
    if rng.random() < 0.03:  # nonsense
        given = rng.integers(-2, max(len(proof), n * n) + 1, int(rng.integers(1, 4)))
        return str(rule), given[: 2 if rule != "or" else None].tolist() + [0] * (
            (2 - len(given)) * (rule != "or")
        )
    if rule == "base" or not full:
        cell = int(rng.integers(n * n))
        return "base", [cell, int(rng.choice([*neighbors(n)[cell], -1, -2]))]
    if rule == "and":
        # Most of the time one with a carrier: bare steps would soon outnumber the others.
        rich = [a for a in full if proof[a].carrier]
        a = int(rng.choice(rich if rich and rng.random() < 0.8 else full))
        ends = set(proof[a].ends)
        meeting = [b for b in full if len(ends & set(proof[b].ends)) == 1]
        return "and", [a, int(rng.choice(meeting or full))]
    if rule == "play" or not semis:
        able = [a for a in full if proof[a].support]
        able = [a for a in able if proof[a].carrier or rng.random() < 0.3] or able
        if not able:
            return "base", [0, -1]
        a = int(rng.choice(able))
        return "play", [a, int(rng.choice(list(cells_of(proof[a].support))))]
    # Of semis between the same ends enough to leave no common cell, if that is possible.
    pick = proof[int(rng.choice(semis))].ends
    same = rng.permutation([i for i in semis if proof[i].ends == pick]).tolist()
    chosen, common = [], -1
    for semi in same:
        if common & ~proof[semi].carrier:
            chosen.append(semi)
            common &= proof[semi].carrier
        if not common:
            break
    return "or", chosen


def apply(proof, rule, given):
    """Make the step; ValueError if it is none."""
    if rule == "or":
        return proof.either(*given)
    return {"base": proof.base, "and": proof.join, "play": proof.play}[rule](*given)


def drawn_steps(rng, n, player, tries):
    """A proof of random true steps, some bridges among them."""
    proof = Proof(n, player)
    sides = {end: [c for c in range(n * n) if touches(proof, c, end)] for end in (-1, -2)}
    for _ in range(2 * n):
        x = int(rng.integers(n * n))
        y = int(rng.choice([-1, -2, *range(n * n)]))
        between = [c for c in neighbors(n)[x] if c in (sides[y] if y < 0 else neighbors(n)[y])]
        if x != y and len(between) == 2:
            ways = (proof.play(proof.join(proof.base(x, c), proof.base(c, y)), c) for c in between)
            proof.either(*ways)
    while not len(proof) or tries > 0:
        tries -= 1
        try:
            apply(proof, *drawn_step(rng, proof))
        except ValueError:
            continue
    return proof


def touches(proof, cell, end):
    try:
        proof.base(cell, end)
    except ValueError:
        return False
    return True


def loose(rng, n, player, tries, weak):
    """Steps that only a proof with one check left out would take, as (ends, carrier, support, key).

    `weak`: "disjoint" carriers of an and, no "common" cell of an or, a stone of the "support" to
    play, a base that "touch"es.
    """
    proof = drawn_steps(rng, n, player, tries)
    full = [step for step in proof.steps if step.key is None]
    semis = [step for step in proof.steps if step.key is not None]
    if weak == "touch":
        g = grid(n)
        sides = (g.top, g.bottom) if player == BLACK else (g.left, g.right)
        for x in range(n * n):
            for y in range(-2, x):
                touch = y in neighbors(n)[x] if y >= 0 else sides[-1 - y] >> x & 1
                if not touch:
                    yield (x, y), 0, 0, None
        return
    if weak == "support":
        for step in full:
            for z in range(n * n):
                free = not (step.support | step.carrier) >> z & 1 and z not in step.ends
                if free and step.carrier:
                    # Black wins anyway, but a stone less than the step needs would not do.
                    for lost in cells_of(step.support):
                        yield step.ends, step.carrier | 1 << z, step.support & ~(1 << lost), z
        return
    if weak == "common":
        for one in semis:
            yield one.ends, one.carrier, one.support, None
        return
    for one in full:
        for other in full:
            shared = set(one.ends) & set(other.ends)
            if len(shared) == 1 and one.carrier & other.carrier:
                ends = tuple(set(one.ends) ^ set(other.ends))
                support = one.support | other.support | sum(1 << u for u in shared if u >= 0)
                carrier = one.carrier | other.carrier
                stones = support | sum(1 << end for end in ends if end >= 0)
                if not carrier & stones:
                    yield ends, carrier, support, None
