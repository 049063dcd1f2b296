"""The rules of proofs refuse nonsense, and what they accept holds in exhaustive play."""

import numpy as np
import pytest
from certificates import Prover
from connection_oracles import holds
from counts import count
from random_steps import bridge, drawn_steps, loose

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of
from hexlab.connection import Proof


def test_a_step_made_twice_is_stored_once():
    proof = Proof(3, BLACK)
    first = bridge(proof)
    assert bridge(proof, cells=(2, 1)) == first
    assert proof.base(4, 1) == proof.base(1, 4) == 0
    assert proof.join(1, 0) == proof.join(0, 1) == 2
    assert len(proof) == first + 1


def test_the_bridge_by_its_rules():
    proof = Proof(3, BLACK)
    step = proof[bridge(proof)]
    assert step.ends == (-1, 4)
    assert sorted(cells_of(step.carrier)) == [1, 2]
    assert (step.support, step.key, step.rule) == (0, None, "or")
    assert [proof[part].key for part in step.parts] == [1, 2]
    both = proof.join(bridge(proof), bridge(proof, low=-2, cells=(6, 7)))
    assert proof[both].ends == (-2, -1)
    assert sorted(cells_of(proof[both].carrier)) == [1, 2, 6, 7]
    assert proof[both].support == 1 << 4
    assert proof.needed(both) == list(range(both + 1))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: p.base(0, 8), "a1 and c3 do not touch"),
        (lambda p: p.base(4, 4), "b2 and b2 do not touch"),
        (lambda p: p.base(4, -1), "b2 and top do not touch"),
        (lambda p: p.base(-2, -1), "bottom and top do not touch"),
        (lambda p: p.base(9, 8), "cell id 9 is off"),
        (lambda p: p.base(0, -3), "-3 is no side"),
        (lambda p: p.join(p.base(0, 1), 9), "there is no step 9"),
        (lambda p: p.join(-1, 0), "there is no step -1"),
        (lambda p: p.join(p.base(0, 1), p.base(4, 5)), "share no end"),
        (lambda p: p.join(bridge(p), bridge(p)), "share both ends"),
        (lambda p: p.join(p.play(p.join(p.base(4, 1), p.base(1, -1)), 1), p.base(4, 5)), "a semi"),
        (lambda p: p.join(bridge(p), p.base(1, -1)), "b1 is in a carrier and must be a stone"),
        (lambda p: p.play(p.base(0, 1), 0), "play a1 for step 0, whose support lacks it"),
        (lambda p: p.play(p.base(0, -1), -1), "play top for step 0"),
        (lambda p: p.play(bridge(p), 1), "whose support lacks it"),
        (lambda p: p.either(), "or of no steps"),
        (lambda p: p.either(p.base(0, 1)), "no semi"),
        (
            lambda p: p.either(p.play(p.join(p.base(4, 1), p.base(1, -1)), 1)),
            "no reply to b1",
        ),
        (
            lambda p: p.either(
                p.play(p.join(p.base(4, 1), p.base(1, -1)), 1),
                p.play(p.join(p.base(5, 2), p.base(2, -1)), 2),
            ),
            "other ends",
        ),
        (lambda p: p[0], "there is no step 0"),
        (lambda p: p.graft(Proof(4, BLACK), 0), "4×4"),
        (lambda p: p.graft(Proof(3, BLACK), 0), "there is no step 0"),
    ],
)
def test_nonsense_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make(Proof(3, BLACK))


def test_overlapping_carriers_are_refused():
    proof = Proof(4, BLACK)
    one = bridge(proof, high=5, low=-1, cells=(1, 2))  # b2 to the top by b1, c1
    other = bridge(proof, high=6, low=-1, cells=(2, 3))  # c2 to the top by c1, d1
    with pytest.raises(ValueError, match="c1 is in both carriers"):
        proof.join(one, other)


def step_holds(proof, step):
    return holds(proof.n, proof.player, step.support, *step.ends, step.carrier, key=step.key)


@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_random_steps_hold_in_exhaustive_play(player):
    rng = np.random.default_rng(11)
    checked = 0
    for _ in range(count(25, 600)):
        proof = drawn_steps(rng, int(rng.integers(2, 6)), player, 150)
        for step in proof.steps:
            assert step_holds(proof, step), step
            checked += step.carrier > 0
    assert checked > 500


@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_steps_of_whole_games_hold_in_exhaustive_play(player):
    prover = Prover(4, player)
    prover.certificate(Board(4, to_move=player))
    steps = [step for step in prover.proof.steps if step.carrier.bit_count() >= 6]
    assert len(steps) > 60
    for step in steps[:: count(10, 1)]:
        assert step_holds(prover.proof, step), step


@pytest.mark.parametrize("weak", ["disjoint", "common", "support", "touch"])
def test_a_weakened_rule_would_be_noticed(weak):
    rng = np.random.default_rng(12)
    false = 0
    for _ in range(40):
        for step in loose(rng, 3, BLACK, 60, weak):
            ends, carrier, support, key = step
            false += not holds(3, BLACK, support, *ends, carrier, key=key)
    assert false > 0


def test_grafting_turns_and_reflects():
    rng = np.random.default_rng(13)
    for _ in range(20):
        n = int(rng.integers(2, 5))
        proof = drawn_steps(rng, n, BLACK, 80)
        root = len(proof) - 1
        for player in (BLACK, WHITE):
            for turned in (False, True):
                copy = Proof(n, player)
                step = copy[copy.graft(proof, root, turned=turned)]
                if step.carrier:
                    assert holds(n, player, step.support, *step.ends, step.carrier, key=step.key)
                assert step.carrier.bit_count() == proof[root].carrier.bit_count()
                back = Proof(n, BLACK)
                again = back[back.graft(copy, len(copy) - 1, turned=turned)]
                assert again[2:] == proof[root][2:]


def test_pruned_keeps_what_is_needed_and_nothing_else():
    rng = np.random.default_rng(14)
    proof = drawn_steps(rng, 4, WHITE, 150)
    for root in range(0, len(proof), 7):
        kept = proof.pruned(root)
        assert len(kept) == len(proof.needed(root))
        assert kept[len(kept) - 1][2:] == proof[root][2:]
