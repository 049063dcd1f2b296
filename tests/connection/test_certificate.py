"""Certificates are read as they were written, and beat everybody who plays against them."""

import numpy as np
import pytest
from certificates import Prover
from connection_oracles import win
from counts import count
from random_steps import bridge

from hexlab import BLACK, WHITE, Board
from hexlab.board.geometry import cells_of
from hexlab.board.symmetry import reflect, rotate
from hexlab.connection import Certificate, Proof
from hexlab.connection.verify import verify


def solved_board(rng, n):
    cells = rng.permutation(n * n)[: int(rng.integers(n * n + 1))]
    cut = int(rng.integers(len(cells) + 1))
    if rng.random() < 0.7:
        cut = len(cells) // 2
    mover = BLACK if rng.random() < 0.5 else WHITE
    return Board(n, black=cells[:cut].tolist(), white=cells[cut:].tolist(), to_move=mover)


def certificate_of(board):
    return Prover(board.n, win(board)).certificate(board)


def test_read_what_was_written(tmp_path):
    rng = np.random.default_rng(15)
    for _ in range(40):
        board = solved_board(rng, int(rng.integers(1, 5)))
        certificate = certificate_of(board)
        path = certificate.write(tmp_path / "one.cert")
        again = Certificate.read(path)
        assert again.board == board
        assert again.winner == certificate.winner
        assert again.proof.steps == certificate.proof.pruned(certificate.root).steps
        assert again.to_bytes() == path.read_bytes()


def test_bad_files_are_refused(tmp_path):
    data = certificate_of(Board(2)).to_bytes()
    path = tmp_path / "bad.cert"
    for place in range(len(data)):
        for spoiled in (
            data[:place],
            data[:place] + bytes((data[place] ^ 16,)) + data[place + 1 :],
        ):
            path.write_bytes(spoiled)
            with pytest.raises(ValueError, match=r"bad\.cert: .*certificate"):
                Certificate.read(path)


def test_certificates_of_what_is_not_so():
    proof = Proof(2, BLACK)
    root = proof.join(proof.join(proof.base(-1, 1), proof.base(1, 3)), proof.base(3, -2))
    won = Board(2, black="b1 b2")
    Certificate(won, proof, root)
    Certificate(won.with_to_move(WHITE), proof, root)
    semi = proof.play(root, 1)
    Certificate(Board(2, black="b2"), proof, semi)
    for board, step, message in (
        (Board(3), root, "size 3"),
        (won, 0, "joins top and b1"),
        (Board(2, black="b1"), root, "needs a stone of black on b2"),
        (won, semi, "needs b1 empty"),
        (Board(2, black="b2", to_move=WHITE), semi, "not to move"),
        (won, 99, "no step 99"),
    ):
        with pytest.raises(ValueError, match=message):
            Certificate(board, proof, step)


def beats_everybody(line, seen):
    """Play every move of the loser, wherever; return how many lines there were."""
    key = (line.board, line.pending)
    if key in seen:
        return
    seen.add(key)
    winner = line.certificate.winner
    assert (line.region == 0) == (line.board.winner == winner)
    assert line.board.winner != -winner
    assert line.board.to_move == -winner
    for move in line.board.empty:
        reply, after = line.reply(move)
        assert (reply is not None) == bool(line.region >> move & 1)
        if reply is None:
            assert after.region == line.region
            assert after.board == line.board.play(move, -winner).with_to_move(-winner)
        else:
            assert line.region >> reply & 1
            assert after.board == line.board.play(move, -winner).play(reply, winner)
            assert after.region & ~line.region == 0
            assert after.last == reply
        beats_everybody(after, seen)


def test_a_line_beats_everybody():
    rng = np.random.default_rng(16)
    played = 0
    for _ in range(count(60, 1_000)):
        board = solved_board(rng, int(rng.integers(1, 4)))
        seen = set()
        beats_everybody(certificate_of(board).play(), seen)
        played += len(seen)
    assert played > 400


@pytest.mark.long
def test_a_line_beats_everybody_from_every_opening():
    seen = set()
    for cell in range(9):
        beats_everybody(certificate_of(Board(3).play(cell)).play(), seen)
    for opening in ("d1", "a1"):
        board = Board(4).play(opening)
        beats_everybody(certificate_of(board.play("c3").play("b2")).play(), seen)
    assert len(seen) > 4_000


def test_a_line_answers_where_it_was_asked():
    proof = Proof(3, BLACK)
    both = proof.join(bridge(proof), bridge(proof, low=-2, cells=(6, 7)))
    line = Certificate(Board(3).play("b2"), proof, both).play()
    assert line.last is None
    assert sorted(cells_of(line.region)) == [1, 2, 6, 7]
    reply, line = line.reply("b1")
    assert reply == 2
    assert sorted(cells_of(line.region)) == [6, 7]
    reply, line = line.reply("a1")
    assert reply is None
    reply, line = line.reply("b3")
    assert reply == 6
    assert line.region == 0
    assert line.board.winner == BLACK
    with pytest.raises(ValueError, match="'b3' is occupied"):
        line.reply("b3")
    with pytest.raises(ValueError, match="off a 3×3"):
        line.reply("d3")


def test_certificates_turn_with_the_board():
    board = Board(4, black="b2", white="c3")
    certificate = certificate_of(board)
    turned = Proof(4, certificate.winner)
    root = turned.graft(certificate.proof, certificate.root, turned=True)
    assert verify(Certificate(rotate(board), turned, root).to_bytes()).board == rotate(board)
    mirrored = Proof(4, -certificate.winner)
    root = mirrored.graft(certificate.proof, certificate.root)
    found = verify(Certificate(reflect(board), mirrored, root).to_bytes())
    assert found.winner == -certificate.winner
