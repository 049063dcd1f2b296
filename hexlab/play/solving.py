"""`hexlab solve` in words: reading a position, saying its solution, asking a puzzle."""

from __future__ import annotations

from math import isinf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexlab.board.game import Game
from hexlab.board.gamefiles import load
from hexlab.board.geometry import check_size
from hexlab.board.hexworld import is_hexworld
from hexlab.board.notation import a_board, cell_id, cell_name, color_name

if TYPE_CHECKING:
    from hexlab.search.dfpn import Solution

__all__ = ["Puzzle", "read_position", "solution_data", "solution_text", "up_to_cursor"]


def read_position(source: str | None, size: int | None = None, moves: str = "") -> Game:
    """The game that ends with the position to be solved.

    Parameters
    ----------
    source : str, optional
        A HexWorld link (its cursor is the position), or a game file: its last position, with
        ``@ply`` that after so many moves of its main line.
    size : int, optional
        Instead of `source`: an empty board of this size.
    moves : str
        Moves from there on, by turns: "a1 b2".

    Raises
    ------
    ValueError
        If it is none of these, a move is illegal or the game has not so many.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> read_position("#5c1,b1c3").board
    Board(5, black='b1', white='c3')
    >>> read_position(None, 3, "a1, b2").board
    Board(3, black='a1', white='b2')
    """
    if (source is None) == (size is None):
        raise ValueError("name a game file, a HexWorld link or a size (--size 7): one of them")
    if size is not None:
        game = Game(check_size(size))
    elif source is not None and is_hexworld(source):
        game = up_to_cursor(Game.from_hexworld(source))
    else:
        game = _from_file(str(source))
    for move in moves.replace(",", " ").split():
        game.play(move)
    return game


def _from_file(source: str) -> Game:
    name, at, ply = source.rpartition("@")
    if not at or Path(source).exists():
        name, ply = source, ""
    game = load(name).last()
    nodes = [node for node in game.line() if node.move is not None]
    if ply:
        if not ply.isdecimal() or int(ply) > len(nodes):
            raise ValueError(f"{name}: no position after {ply!r} moves (the game has {len(nodes)})")
        game.goto(nodes[int(ply) - 1] if int(ply) else game.root)
    return up_to_cursor(game)


def up_to_cursor(game: Game) -> Game:
    """The line up to the cursor as a game of its own, without variations; its cursor at the end."""
    path = game.node.path()
    copy = Game(path[0].board)
    for node in path[1:]:
        move = node.move
        if move is None or move.apply(copy.board) != node.board:
            return Game(game.board)  # stones were set up on the way: begin there
        if move.cell is not None:
            copy.play(move.cell, move.color)
        elif move.kind.startswith("swap"):
            copy.swap(move.kind)
        elif move.kind == "pass":
            copy.pass_turn()
    return copy


def _with_line(game: Game, solution: Solution) -> tuple[str, str]:
    """The game and the principal variation behind it as (HexWorld link or "", SGF)."""
    game = up_to_cursor(game)
    here = game.node
    for cell in solution.pv:
        game.play(cell)
    sgf = game.to_sgf()
    try:
        return game.goto(here).to_hexworld(), sgf
    except ValueError:  # stones that were set up
        return "", sgf


def solution_text(game: Game, solution: Solution) -> str:
    """What `hexlab solve` prints."""
    board, n = solution.board, solution.board.n
    stones = f"{len(board)} stone{'' if len(board) == 1 else 's'}"
    lines = [f"{n}×{n} board, {stones}, {color_name(board.to_move)} to move"]
    lines.append(str(solution))
    if solution.pv:
        lines.append("line: " + " ".join(cell_name(cell, n) for cell in solution.pv))
    link, sgf = _with_line(game, solution)
    lines += [link] if link else []
    lines.append(sgf.strip())
    lines.append(
        f"{solution.nodes} nodes, {solution.evaluations} evaluated, {solution.seconds:.2f} s"
    )
    return "\n".join(lines)


def solution_data(game: Game, solution: Solution) -> dict[str, Any]:
    """The same for ``--json``."""
    n = solution.board.n
    link, sgf = _with_line(game, solution)
    proof, disproof = (None if isinf(bound) else int(bound) for bound in solution.bounds)
    return {
        "size": n,
        "to_move": color_name(solution.board.to_move),
        "winner": None if solution.winner is None else color_name(solution.winner),
        "winning_moves": [cell_name(cell, n) for cell in solution.winning_moves],
        "complete": solution.complete,
        "stopped": solution.stopped,
        "pv": [cell_name(cell, n) for cell in solution.pv],
        "hexworld": link or None,
        "sgf": sgf,
        "nodes": solution.nodes,
        "evaluations": solution.evaluations,
        "seconds": round(solution.seconds, 3),
        "bounds": {"proof": proof, "disproof": disproof},
    }


class Puzzle:
    """A position with one winning move, to be found.

    Parameters
    ----------
    solution : Solution
        Of ``solve(board, all_moves=True)``.

    Raises
    ------
    ValueError
        If the position is not decided, its player to move loses, or several moves win.

    Examples
    --------
    >>> from hexlab import Board, solve
    >>> puzzle = Puzzle(solve(Board(2).play("a1"), all_moves=True))
    >>> puzzle.question
    'white to move and win on a 2×2 board: which is the only move?'
    >>> puzzle.answer("b1")
    (False, 'b1 loses')
    >>> puzzle.answer("a2")
    (True, 'a2 wins, and nothing else does')
    """

    def __init__(self, solution: Solution) -> None:
        board, who = solution.board, color_name(solution.board.to_move)
        if board.winner:
            raise ValueError(f"no puzzle: {color_name(board.winner)} has won already")
        if not solution.complete:
            raise ValueError("no puzzle: not all moves could be decided within the limits")
        count = len(solution.winning_moves)
        if count != 1:
            raise ValueError(f"no puzzle: {count or 'no'} moves win for {who}, not one")
        self.board = board
        self.move = solution.winning_moves[0]
        self.question = f"{who} to move and win on {a_board(board.n)}: which is the only move?"

    @property
    def solution(self) -> str:
        """The name of the move."""
        return cell_name(self.move, self.board.n)

    def answer(self, move: str) -> tuple[bool, str]:
        """Whether a move is the one, and a sentence.

        Raises
        ------
        ValueError
            If it is no empty cell.
        """
        cell = cell_id(move, self.board.n)
        name = cell_name(cell, self.board.n)
        self.board.play(cell)
        if cell == self.move:
            return True, f"{name} wins, and nothing else does"
        return False, f"{name} loses"
