"""The tracked certificates, and how they are made."""

import pytest

from hexlab import BLACK, WHITE, Board
from hexlab.board.notation import cell_name
from hexlab.connection.verify import CertificateError, verify
from hexlab.data import certificates
from hexlab.data.certificates import certified_positions, write_certificates
from hexlab.run.places import datasets_folder

# Gao 2020, by brute force.
WINNING_5X5 = "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5".split()


@pytest.mark.parametrize("name", certified_positions())
def test_every_tracked_certificate_verifies(name):
    board = certified_positions()[name]
    proved = verify(datasets_folder() / "certificates" / name, board)
    opening = [cell_name(cell, board.n) for cell in board.black]
    wins = board.n != 5 or not opening or opening[0] in WINNING_5X5
    assert proved.winner == (BLACK if wins else WHITE)


def test_a_certificate_is_refused_for_another_position():
    path = datasets_folder() / "certificates" / "5x5-a1.hexproof"
    with pytest.raises(CertificateError, match="not for Board"):
        verify(path, Board(5).play("b1"))


def test_made_anew_they_prove_the_same(tmp_path, monkeypatch):
    boards = {"3x3.hexproof": Board(3), "3x3-a1.hexproof": Board(3).play("a1")}
    monkeypatch.setattr(certificates, "certified_positions", lambda: boards)
    first = write_certificates(tmp_path)
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    (tmp_path / "3x3.hexproof").unlink()
    assert write_certificates(tmp_path) == first
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == kept
