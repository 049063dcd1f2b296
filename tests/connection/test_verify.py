"""The checker accepts every true certificate, refuses each kind of false one, and says where."""

import ast
import re
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from certificates import Prover, encode, framed, steps_of
from connection_oracles import holds, position_number, solved, win
from counts import count
from random_steps import apply, drawn_step, drawn_steps

import hexlab.connection.verify as module
from hexlab import BLACK, EMPTY, WHITE, Board
from hexlab.connection import CertificateError, Proof
from hexlab.connection.verify import verify


def winner_in(table, board):
    """Who wins, from the table of all positions."""
    bits = table[position_number(board)]
    return BLACK if bits & (1 if board.to_move == BLACK else 2) else WHITE


def numbered_board(number, n, to_move):
    cells = [number // 3**cell % 3 for cell in range(n * n)]
    return Board(
        n,
        black=[cell for cell, color in enumerate(cells) if color == 1],
        white=[cell for cell, color in enumerate(cells) if color == 2],
        to_move=to_move,
    )


def check_positions(n, numbers):
    """Prove and verify positions, both movers."""
    table = solved(n)
    provers = {
        player: Prover(n, player, lambda board: winner_in(table, board))
        for player in (BLACK, WHITE)
    }
    for number in numbers:
        for to_move in (BLACK, WHITE):
            board = numbered_board(number, n, to_move)
            winner = winner_in(table, board)
            data = provers[winner].certificate(board).to_bytes()
            found = verify(data, board, winner)
            assert found.carrier & ~board.bits(EMPTY) == 0
            assert found.first is None or board.to_move == winner
            with pytest.raises(CertificateError, match="not of"):
                verify(data, board, -winner)


@pytest.mark.parametrize(("n", "sample"), [(1, 3), (2, 81), (3, 500), (4, 60)])
def test_won_positions_get_certificates(n, sample):
    rng = np.random.default_rng(21)
    every = 3 ** (n * n)
    check_positions(n, range(every) if sample >= every else rng.integers(every, size=sample))


@pytest.mark.long
def test_every_position_of_3x3_gets_a_certificate():
    check_positions(3, range(0, 3**9, count(4, 1)))


def test_19x19():
    column = Board(19, black=range(3, 361, 19))
    proof = Proof(19, BLACK)
    step = proof.base(-1, 3)
    for cell in range(3, 342, 19):
        step = proof.join(step, proof.base(cell, cell + 19))
    step = proof.join(step, proof.base(345, -2))
    steps = [[s.rule, list(s.of)] for s in proof.steps]
    assert verify(encode(column, BLACK, steps), column, BLACK).steps == len(steps)


# -- what is refused -------------------------------------------------------------------------------

B2 = Board(3).play("b2")


@pytest.fixture(scope="module")
def good():
    return Prover(3, BLACK).certificate(B2)


def refusal(data, *expected):
    with pytest.raises(CertificateError) as caught:
        verify(data, *expected)
    return str(caught.value)


def test_the_test_s_writer_writes_the_same(good):
    data = encode(B2, BLACK, steps_of(good))
    assert verify(data, B2, BLACK) == verify(good.to_bytes(), B2, BLACK)
    assert zlib.decompress(data[12:-4]) == zlib.decompress(good.to_bytes()[12:-4])


def test_files_and_bytes(good, tmp_path):
    path = good.write(tmp_path / "b2.cert")
    assert verify(path) == verify(str(path)) == verify(path.read_bytes())
    with pytest.raises(OSError, match="none"):
        verify(tmp_path / "none.cert")


def test_every_truncation_is_refused(good):
    data = good.to_bytes()
    for length in range(len(data)):
        assert "cut short" in refusal(data[:length])
    assert "1 bytes after the end" in refusal(data + b"\0")


def test_every_flipped_byte_is_refused(good):
    data = good.to_bytes()
    for place in range(len(data)):
        for value in range(256):
            if value != data[place]:
                assert refusal(data[:place] + bytes((value,)) + data[place + 1 :])


def test_other_versions_and_files_are_refused(good):
    steps = steps_of(good)
    assert "version 2, but only 1" in refusal(encode(B2, BLACK, steps, version=2))
    assert "version 0" in refusal(encode(B2, BLACK, steps, version=0))
    assert "does not begin with HEXCERT" in refusal(b"(;FF[4]GM[11])")
    assert "checksum" in refusal(encode(B2, BLACK, steps, checksum=7))
    assert "cut short" in refusal(encode(B2, BLACK, steps, length=9999))
    assert "after the end" in refusal(encode(B2, BLACK, steps, length=3))
    assert "compressed body" in refusal(encode(B2, BLACK, steps, packed=b"nothing packed"))
    assert "one whole stream" in refusal(
        encode(B2, BLACK, steps, packed=zlib.compress(bytes(9)) + b"\0")
    )
    assert "one whole stream" in refusal(
        encode(B2, BLACK, steps, packed=zlib.compress(bytes(9999))[:-5])
    )


def test_a_small_file_cannot_fill_the_memory(monkeypatch):
    monkeypatch.setattr(module, "_MOST", 1000)
    assert "one whole stream" in refusal(framed(bytes(100_000)))


def test_bodies_that_end_early_or_late(good):
    steps = steps_of(good)
    body = zlib.decompress(encode(B2, BLACK, steps)[12:-4])
    for length in range(len(body)):
        assert "cut short" in refusal(framed(body[:length]))
    assert "1 bytes after the last step" in refusal(framed(body + b"\0"))
    assert "no steps" in refusal(encode(B2, BLACK, []))
    rules = bytes((*range(4), 4, *range(len(steps) - 5)))
    assert "step 4 has rule 4" in refusal(encode(B2, BLACK, steps, rules=rules))


def test_wrong_positions_and_winners_are_refused(good):
    data = good.to_bytes()
    assert "not for Board(3)" in refusal(data, Board(3))
    assert "not for" in refusal(data, B2.with_to_move(BLACK))
    assert "a win of black, not of white" in refusal(data, B2, WHITE)
    assert "a win of black, not of white" in refusal(data, None, "white")
    steps = steps_of(good)
    assert "needs a stone of black on b2" in refusal(encode(Board(3), BLACK, steps))
    taken = B2.play("a1").play("c1")
    assert "empty" in refusal(encode(taken, BLACK, steps))
    assert "size 20" in refusal(encode(B2, BLACK, steps, n=20))
    assert "size 0" in refusal(encode(B2, BLACK, steps, n=0))
    assert "colors 3 and 1" in refusal(encode(B2, BLACK, steps, to_move=3))
    assert "colors 2 and 0" in refusal(encode(B2, BLACK, steps, winner_code=0))
    assert refusal(encode(B2, WHITE, steps))
    first = Prover(3, BLACK).certificate(Board(3))
    assert "to move" in refusal(encode(Board(3, to_move=WHITE), BLACK, steps_of(first)))
    overlap = zlib.decompress(data[12:-4])
    overlap = overlap[:3] + b"\x10\0\x10\0" + overlap[7:]
    assert "the position: the cell sets overlap" in refusal(framed(overlap))
    overlap = overlap[:3] + b"\x10\x02\0\0" + overlap[7:]
    assert "leave a 3×3 board" in refusal(framed(overlap))


def test_a_missing_reply_is_refused(good):
    """Each branch of each `or` is left out; the cell left unanswered is named."""
    steps = steps_of(good)
    tried = 0
    for number, (rule, parts) in enumerate(steps):
        if rule != "or":
            continue
        for part in parts:
            spoiled = [list(step) for step in steps]
            spoiled[number] = ["or", [other for other in parts if other != part]]
            told = refusal(encode(B2, BLACK, spoiled))
            assert re.fullmatch(rf"step {number}: no reply to [abc][123], .*", told), told
            tried += 1
    assert tried >= 6
    last = steps[-1][1]
    spoiled = [*steps[:-1], ["or", last[:1]]]
    semi = good.proof.pruned(good.root)[last[0]]
    named = re.search(r"no reply to ([abc])([123])", refusal(encode(B2, BLACK, spoiled)))
    cell = "abc".index(named[1]) + 3 * (int(named[2]) - 1)
    assert semi.carrier >> cell & 1
    assert "an or of no steps" in refusal(encode(B2, BLACK, [*steps[:-1], ["or", []]]))


# Steps on 3×3 for Black: 0 b2-b1, 1 b1-top, 2 b2-c1, 3 c1-top, 4 b2-top by b1, 5 by c1, 6 and 7 the
# semis, 8 the bridge.
BRIDGE = [
    ["base", [4, 1]],
    ["base", [1, -1]],
    ["base", [4, 2]],
    ["base", [2, -1]],
    ["and", [0, 1]],
    ["and", [2, 3]],
    ["play", [4, 1]],
    ["play", [5, 2]],
    ["or", [6, 7]],
]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        # false leaves
        ([["base", [0, 8]]], "step 9: a1 and c3 do not touch"),
        ([["base", [4, -1]]], "step 9: b2 and top do not touch"),
        ([["base", [-1, -2]]], "step 9: top and bottom do not touch"),
        ([["base", [3, 3]]], "step 9: a2 and a2 do not touch"),
        ([["base", [9, 8]]], "step 9: 11 is no end"),
        # cycles
        ([["and", [9, 0]]], "step 9: it refers to itself"),
        ([["and", [0, 10]], ["base", [0, 1]]], "step 9: it refers to step 10"),
        ([["play", [9, 1]]], "step 9: it refers to itself"),
        ([["or", [6, 9]]], "step 9: it refers to itself"),
        ([["or", [2000, 6]]], "step 9: it refers to step 2000"),
        ([["and", [-1, 0]]], "step 9: it refers to step 4294967295"),
        # illegal replies
        ([["play", [4, 0]]], "step 9: illegal reply a1: not in the support of step 4"),
        ([["play", [8, 1]]], "step 9: illegal reply b1"),
        ([["play", [4, 4]]], "step 9: illegal reply b2"),
        ([["play", [6, 1]]], "step 9: step 6 is a semi"),
        ([["play", [4, -1]]], "step 9: 0 is no cell"),
        ([["play", [4, 9]]], "step 9: 11 is no cell"),
        # pairs that are none
        ([["and", [6, 0]]], "step 9: step 6 is a semi"),
        ([["and", [0, 6]]], "step 9: step 6 is a semi"),
        ([["and", [4, 8]]], "step 9: steps 4 and 8 share both ends"),
        ([["and", [0, 3]]], "step 9: steps 0 and 3 share no end"),
        ([["and", [0, 0]]], "step 9: steps 0 and 0 share both ends"),
        ([["and", [8, 1]]], "step 9: b1 is in a carrier and a stone"),
        ([["and", [8, 2]]], "step 9: c1 is in a carrier and a stone"),
        # b2 to the top and c2 to the top, both by c1
        (
            [
                ["base", [5, 2]],
                ["and", [9, 3]],
                ["play", [10, 2]],
                ["base", [5, 1 + 1]],
                ["or", [11, 11]],
            ],
            "step 13: no reply to c1",
        ),
        # alternatives that are none
        ([["or", [6, 6]]], "step 9: no reply to b1"),
        ([["or", [6, 4]]], "step 9: step 4 is no semi"),
        ([["base", [5, 2]], ["and", [9, 3]], ["play", [10, 2]], ["or", [6, 11]]], "other ends"),
        # nothing wrong but the claim
        ([["base", [0, 1]]], "the last step does not join the two sides of black"),
        ([], "the last step does not join the two sides of black"),
    ],
)
def test_wrong_steps_are_refused(more, message):
    assert message in refusal(encode(B2, BLACK, BRIDGE + more))


def test_overlapping_carriers_are_refused():
    """The bridges b2-top and c2-top of 4×4 share c1, so b2-top-c2 needs both answers there."""
    steps = []
    for high, cells in ((5, (1, 2)), (6, (2, 3))):
        start = len(steps)
        for cell in cells:
            steps += [["base", [high, cell]], ["base", [cell, -1]]]
        steps += [["and", [start, start + 1]], ["and", [start + 2, start + 3]]]
        steps += [["play", [start + 4, cells[0]]], ["play", [start + 5, cells[1]]]]
        steps += [["or", [start + 6, start + 7]]]
    steps += [["and", [8, 17]]]
    told = refusal(encode(Board(4), BLACK, steps))
    assert told == "step 18: the carriers of steps 8 and 17 overlap at c1"


def test_an_or_with_a_stone_in_a_carrier_is_refused():
    """Left by way of the stone b1, or through b1 where it is empty: not in one position."""
    steps = [
        ["base", [0, -1]],  # 0 a1-top
        ["base", [0, 3]],  # 1 a1-a2
        ["and", [0, 1]],  # 2 a2-top by a1
        ["play", [2, 0]],  # 3 the semi
        ["base", [1, -1]],  # 4 b1-top
        ["base", [0, 1]],  # 5 a1-b1
        ["and", [4, 5]],  # 6 a1-top by b1
        ["base", [1, 3]],  # 7 b1-a2
        ["and", [4, 7]],  # 8 a2-top by b1
        ["play", [8, 1]],  # 9 the semi
        ["and", [6, 1]],  # 10 a2-top by a1 and b1
        ["play", [10, 0]],  # 11 the semi with the stone b1
        ["or", [9, 11]],
    ]
    assert refusal(encode(B2, BLACK, steps)) == "step 12: b1 is in a carrier and a stone"


def test_random_steps_are_refused_where_they_are_wrong():
    """The checker and `Proof` share no code, and stop at the same step."""
    rng = np.random.default_rng(22)
    stopped = 0
    for _ in range(count(150, 10_000)):
        n = int(rng.integers(1, 5))
        player = BLACK if rng.random() < 0.5 else WHITE
        drawn = drawn_steps(rng, n, player, 30)
        steps = [[step.rule, list(step.of)] for step in drawn.steps]
        bad = None
        for _ in range(6):
            rule, given = drawn_step(rng, drawn)
            try:
                before = len(drawn)
                apply(drawn, rule, given)
                if len(drawn) == before:
                    continue
            except ValueError:
                if rule != "base" and min(given, default=0) < 0:
                    continue  # no number of a step
                bad = len(steps)
            steps.append([rule, given])
            if bad is not None:
                break
        told = refusal_or_none(encode(Board(n), player, steps))
        if bad is None:
            assert told is None or not told.startswith("step "), (told, steps)
        else:
            assert told is not None
            assert told.startswith(f"step {bad}:"), (told, bad, steps)
            stopped += 1
    assert stopped > 50


def refusal_or_none(data):
    try:
        verify(data)
    except CertificateError as error:
        return str(error)
    return None


def test_what_is_accepted_is_true():
    """Spoil bodies at random: whatever passes is won, and holds in its carrier."""
    rng = np.random.default_rng(23)
    passed = refused = 0
    for _ in range(count(40, 1_000)):
        board = numbered_board(int(rng.integers(3**9)), 3, BLACK)
        body = zlib.decompress(Prover(3, win(board)).certificate(board).to_bytes()[12:-4])
        for _ in range(60):
            spoiled = bytearray(body)
            for place in rng.integers(len(body), size=int(rng.integers(1, 4))):
                spoiled[place] = (
                    int(rng.integers(4)) if rng.random() < 0.7 else int(rng.integers(256))
                )
            try:
                found = verify(framed(bytes(spoiled)))
            except CertificateError:
                refused += 1
                continue
            passed += 1
            assert win(found.board) == found.winner
            own = found.board.bits(found.winner)
            assert holds(found.board.n, found.winner, own, -1, -2, found.carrier, key=found.first)
    assert passed > 50
    assert refused > 1_000


def test_any_bytes_are_a_certificate_or_an_error(good):
    rng = np.random.default_rng(24)
    data = good.to_bytes()
    body = zlib.decompress(data[12:-4])
    for _ in range(count(2_000, 100_000)):
        noise = rng.bytes(int(rng.integers(60)))
        cut = int(rng.integers(len(body)))
        for spoiled in (noise, data[: int(rng.integers(30))] + noise, framed(noise)):
            assert refusal(spoiled)
        assert refusal_or_none(framed(body[:cut] + noise)) != ""
        assert refusal_or_none(framed(body[:cut] + noise + body[cut + len(noise) :])) != ""


# -- the checker itself ----------------------------------------------------------------------------


def test_the_checker_is_small_and_stands_alone():
    source = Path(module.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 400
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = (
                [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
            )
            for name in names:
                assert (
                    name.startswith("hexlab.board.")
                    or name.split(".")[0] in sys.stdlib_module_names
                )
    code = (
        "import sys, hexlab.connection.verify;"
        "print(*sorted(name for name in sys.modules if name.startswith('hexlab.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not [m for m in loaded if m.split(".")[1] not in ("board", "connection", "run")]
    assert not {"hexlab.connection.proof", "hexlab.connection.certificate"} & loaded
