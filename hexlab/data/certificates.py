"""The certificates among the data sets: proofs of small boards that anybody can check."""

from __future__ import annotations

import hashlib
from pathlib import Path

from hexlab.board.board import Board
from hexlab.board.notation import cell_name
from hexlab.run.progress import progress

__all__ = ["ABOUT", "FOLDER", "certified_positions", "write_certificates"]

FOLDER = "certificates"
ABOUT = (
    "Winning strategies with a reply to every move: the empty 5×5 and 6×6, every opening of 5×5, "
    "and 7×7 after d4"
)


def certified_positions() -> dict[str, Board]:
    """The positions by file name.

    >>> len(certified_positions()), min(certified_positions())
    (28, '5x5-a1.hexproof')
    """
    boards = {f"{n}x{n}": Board(n) for n in (5, 6)}
    boards |= {f"5x5-{cell_name(cell, 5)}": Board(5).play(cell) for cell in range(25)}
    boards["7x7-d4"] = Board(7).play("d4")
    return {f"{name}.hexproof": board for name, board in boards.items()}


def write_certificates(folder: Path) -> str:
    """Write all certificates that are not in `folder` yet; a hash of what they prove.

    Each is written whole or not at all, so stopped and started again the work goes on. About two
    minutes, most of it for 7×7.
    """
    from hexlab.connection.verify import verify
    from hexlab.search.dfpn import solve

    folder.mkdir(parents=True, exist_ok=True)
    content = hashlib.sha256()
    boards = certified_positions()
    for name, board in progress(boards.items(), desc="certificates", unit="proof"):
        path = folder / name
        if not path.exists():
            certificate = solve(board).certificate
            assert certificate is not None  # without limits every position is solved
            certificate.write(path)
        proved = verify(path, board)
        content.update(f"{name} {proved.winner}\n".encode())
    return content.hexdigest()
