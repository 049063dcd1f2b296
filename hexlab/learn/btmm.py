"""Strengths of features from moves that were chosen: generalized Bradley-Terry by MM.

Each choice is a competition: every candidate is a team of features, its strength their product, and
it is chosen with probability proportional to it. Source: Coulom 2007, "Computing Elo ratings of
move patterns in the game of Go"; Hunter 2004 for the algorithm.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from hexlab.board.game import Game
from hexlab.data.games import load_dataset
from hexlab.data.manifest import new_entry, write_entry
from hexlab.model import patterns
from hexlab.model.patterns import NEAR, class_of_codes, codes_for_mover, near_kinds, ring_codes
from hexlab.run.places import datasets_folder
from hexlab.run.progress import progress
from hexlab.search.playout import playouts

__all__ = ["Choices", "choices_of", "fit_patterns", "fit_strengths", "log_likelihood"]

# A move is learned from while fewer than all of so many playouts have the same winner.
_OPEN = 64


class Choices(NamedTuple):
    """Choices among candidates.

    Attributes
    ----------
    features : (M, G) int64
        Of each candidate one feature of each of G groups.
    choice : (M,) int64
        To which choice each candidate belongs, 0 to P − 1.
    chosen : (P,) int64
        The candidate that was chosen.
    """

    features: np.ndarray
    choice: np.ndarray
    chosen: np.ndarray


def fit_strengths(
    choices: Choices,
    sizes: tuple[int, ...],
    *,
    rounds: int = 100,
    tolerance: float = 1e-6,
    prior: float = 1.0,
) -> list[np.ndarray]:
    """The strengths of all features, by minorization-maximization.

    Parameters
    ----------
    choices : Choices
        What was chosen, among what.
    sizes : tuple of int
        How many features each group has.
    rounds : int
        At most.
    tolerance : float
        Stop once no strength changes by more than this part.
    prior : float
        As if each feature had won and lost so many times half a competition against strength 1:
        keeps strengths of rare features near 1. 0 gives the maximum of the likelihood.

    Returns
    -------
    list of (size,) float64 array
        One for each group; of a feature that no candidate has, 1 (with ``prior=0``: 0).

    Raises
    ------
    ValueError
        If the arrays do not fit together.

    Notes
    -----
    Groups are improved one after the other; a round costs some passes over all M candidates. The
    likelihood grows with each.

    Examples
    --------
    >>> # Two features; the first is chosen three times of four.
    >>> features = np.array([[0], [1]] * 4)
    >>> choices = Choices(features, np.arange(8) // 2, np.array([0, 2, 4, 7]))
    >>> first, second = fit_strengths(choices, (2,), prior=0.0)[0]
    >>> round(float(first / second), 3)
    3.0
    """
    features, choice, chosen = _checked(choices, sizes)
    strengths = [np.ones(size) for size in sizes]
    wins = [np.bincount(features[chosen, g], minlength=s) for g, s in enumerate(sizes)]
    for _ in range(rounds):
        change = 0.0
        for g, size in enumerate(sizes):
            own = strengths[g]
            team = _teams(features, strengths)
            total = np.bincount(choice, team, minlength=len(chosen))
            # What the candidates with a feature would weigh without it, over their competitions.
            rest = team / own[features[:, g]] / total[choice]
            load = np.bincount(features[:, g], rest, minlength=size)
            new = (wins[g] + prior / 2) / np.maximum(load + prior / (own + 1), 1e-300)
            if prior == 0:
                new = np.where(load > 0, np.maximum(new, 1e-12), 1e-12)
            change = max(change, float(np.max(np.abs(new - own) / np.maximum(new, own))))
            strengths[g] = new
        if change < tolerance:
            break
    if prior == 0:
        strengths = [np.where(one > 1e-12, one, 0.0) for one in strengths]
    return strengths


def log_likelihood(choices: Choices, strengths: list[np.ndarray]) -> float:
    """The mean log probability of the choices made."""
    team = _teams(choices.features, strengths)
    total = np.bincount(choices.choice, team, minlength=len(choices.chosen))
    return float(np.log(team[choices.chosen] / total).mean())


def _teams(features: np.ndarray, strengths: list[np.ndarray]) -> np.ndarray:
    team = strengths[0][features[:, 0]]
    for g in range(1, len(strengths)):
        team = team * strengths[g][features[:, g]]
    return team


def _checked(choices: Choices, sizes: tuple[int, ...]) -> Choices:
    features, choice, chosen = (np.asarray(part) for part in choices)
    if features.ndim != 2 or features.shape[1] != len(sizes) or choice.shape != features.shape[:1]:
        raise ValueError(
            f"features must be (M, {len(sizes)}) and choice (M,), not {features.shape} and "
            f"{choice.shape}"
        )
    if len(features) and ((features < 0) | (features >= np.array(sizes))).any():
        raise ValueError("a feature is outside its group")
    if len(chosen) and (choice[chosen] != np.arange(len(chosen))).any():
        raise ValueError("chosen must name one candidate of each choice, in order")
    return Choices(features, choice, chosen)


# -- patterns --------------------------------------------------------------------------------------


def choices_of(game: Game, skip: int = 0) -> Choices:
    """The moves of a game as choices among the empty cells, features ring and `NEAR`.

    Parameters
    ----------
    game : Game
        Moves only, from an empty board.
    skip : int
        So many moves are left out first; so are those after playouts first agreed who wins.
    """
    boards = game.boards()
    parts: list[tuple[np.ndarray, ...]] = []
    chosen: list[int] = []
    count = 0
    for number, (board, move) in enumerate(zip(boards, game.moves, strict=False)):
        if number < skip or move.cell is None:
            continue
        if playouts(board, _OPEN, kind="pairs", rng=number).black_wins in (0.0, 1.0):
            break
        array, side = board.to_array(), int(board.to_move < 0)
        before = game.moves[number - 1].cell if number else None
        cells = np.array(board.empty)
        codes = codes_for_mover()[side, ring_codes(array[None])[0].reshape(-1)[cells]]
        near = near_kinds(array, board.to_move, before).reshape(-1)[cells]
        parts.append((class_of_codes()[codes], near, np.full(len(cells), len(chosen))))
        chosen.append(count + int(np.searchsorted(cells, move.cell)))
        count += len(cells)
    if not parts:
        return Choices(np.zeros((0, 2), np.int64), np.zeros(0, np.int64), np.zeros(0, np.int64))
    rings, nears, numbers = (
        np.concatenate(part).astype(np.int64) for part in zip(*parts, strict=True)
    )
    return Choices(np.stack([rings, nears], axis=1), numbers, np.array(chosen))


def fit_patterns(games: list[Game], path: Path, skip: int = 3, rounds: int = 60) -> float:
    """Fit the pattern weights to games and write them; the mean log likelihood of a move.

    The strength of a ring among empty cells is made 1, and so is that of "far".

    Parameters
    ----------
    games : list of Game
        As `choices_of` wants them.
    path : Path
        The .npz file that `hexlab.model.patterns.playout_weights` reads.
    skip, rounds : int
        See `choices_of`, `fit_strengths`.
    """
    parts = [choices_of(game, skip) for game in progress(games, desc="reading games", unit="game")]
    parts = [part for part in parts if len(part.chosen)]
    starts = np.cumsum([0] + [len(part.choice) for part in parts])
    firsts = np.cumsum([0] + [len(part.chosen) for part in parts])
    choices = Choices(
        np.concatenate([part.features for part in parts]),
        np.concatenate([p.choice + at for p, at in zip(parts, firsts[:-1], strict=True)]),
        np.concatenate([p.chosen + at for p, at in zip(parts, starts[:-1], strict=True)]),
    )
    ring, near = fit_strengths(choices, (4096, len(NEAR)), rounds=rounds, tolerance=1e-4)
    found = log_likelihood(choices, [ring, near])
    np.savez_compressed(
        path, ring=(ring / ring[0]).astype(np.float32), near=(near / near[0]).astype(np.float32)
    )
    return found


def _main() -> None:
    """Fit the table of the package to the data set "mcts-selfplay", with its manifest entry."""
    path = Path(patterns.__file__).resolve().parents[1] / "tables" / "patterns.npz"
    games = load_dataset("mcts-selfplay")
    found = fit_patterns(games, path)
    print(f"{len(games)} games; mean log probability of a move {found:.4f}")
    with np.load(path) as file:
        count, content = len(file["ring"]), hashlib.sha256(file["ring"].tobytes()).hexdigest()
    about = "Strengths of moves by their six neighbors and the move before, fitted to mcts-selfplay"
    entry = new_entry("patterns", path, count, content, about)
    file_name = Path(os.path.relpath(path, datasets_folder())).as_posix()
    write_entry(replace(entry, file=file_name, command="python -m hexlab.learn.btmm"))


if __name__ == "__main__":
    _main()
