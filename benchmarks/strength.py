"""How strong the players are: runs of hours, and what they say.

``python -m benchmarks.strength won 7 FOLDER`` plays the winning side of every opening that the
solver has decided; all other runs are ``hexlab match``. What they say goes into figures/matches:
``report NAME COMMAND FOLDER ...`` for matches, with ``--judge`` also which wins the solver sees
given away, ``claims TABLE ...`` (which those reports write) for who is to be stronger on 11×11,
``ladder FOLDER ...`` for the levels. All runs go on where they were stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import NamedTuple

import pandas

from benchmarks.harness import machine, table
from hexlab.board.board import Board
from hexlab.board.notation import BLACK, WHITE, cell_id, color_name
from hexlab.data.openings import load_openings, opening_cells
from hexlab.lab.statistics import proportion
from hexlab.play.judge import Judge, wins_kept
from hexlab.play.player import Limit, Player, make_player
from hexlab.play.rating import holm
from hexlab.play.records import GameRecord, csv_text, game_rows, read_match, read_records
from hexlab.play.referee import Rules, play_game
from hexlab.play.summary import pair_points, percent, score_pair, sign_test, summarize
from hexlab.run.files import write_atomic
from hexlab.run.journal import Journal
from hexlab.run.progress import progress

FIGURES = Path(__file__).parent.parent / "figures" / "matches"
# Nobody meets itself, so the other mohex has a name of its own.
OPPONENTS = {"wolve": "wolve", "solver": "solver", "other mohex": "mohex"}
SEEDS = 5
LIMIT = Limit(seconds=1.0)
# Nodes for each position of a lost game: enough for every one of 7×7, 40 seconds on 8×8.
JUDGED = 100_000
SEEDS_OF_LEVELS = (
    "Openings: all. Seeds: 24 for level 2; 21 on 7×7, 22 on 11×11 for levels 3 to 7; 25 for "
    "levels 8 to 10."
)
# Who is to be stronger on 11×11.
CLAIMS = (
    ("mohex", "wolve"),
    ("wolve", "resistance"),
    ("resistance", "random"),
    ("mohex:sims=25000", "mohex:sims=2500"),
)


class Won(NamedTuple):
    """A game in which mohex has the side that wins."""

    opening: str
    winner: str
    opponent: str
    seed: int


def won_games(n: int) -> list[Won]:
    """All seeds of all opponents from all openings; the first seed of all comes first."""
    solved = load_openings(n)
    return [
        Won(opening, solved[opening].winner, opponent, seed)
        for seed in range(SEEDS)
        for opening in (move for move in solved if cell_id(move, n) in opening_cells(n))
        for opponent in OPPONENTS
    ]


def play_won(n: int, folder: Path) -> tuple[GameRecord, ...]:
    """Play what `folder` has not yet, one game after the other; all games."""
    players: dict[str, Player] = {"mohex": make_player("mohex")}
    for name, kind in OPPONENTS.items():
        players[name] = make_player(kind)
        players[name].name = name
    games = won_games(n)
    rules = Rules(n, LIMIT)
    parameters = {"won openings": n, "limit": asdict(LIMIT), "seeds": SEEDS}
    with Journal(folder / "games.jsonl", parameters) as journal:
        done = len(journal.rows)
        for index in progress(range(done, len(games)), desc="games", unit="game"):
            game = games[index]
            black, white = players["mohex"], players[game.opponent]
            if game.winner == "white":
                black, white = white, black
            record = play_game(
                black, white, rules, opening=(cell_id(game.opening, n),), seed=game.seed, game=index
            )
            journal.append(record.to_row())
        return read_records(journal.rows, journal.path)


# -- reports -----------------------------------------------------------------------------------


def lost_at(record: GameRecord, judge: Judge) -> str:
    """Where mohex first gave its win away: "move 5, c4"; the fault, if it lost by one.

    If the judge leaves positions open: the move by which the opponent has a proved win, and those
    of mohex before it that were not decided.
    """
    if record.faulty:
        return record.reason
    mine = BLACK if record.black == "mohex" else WHITE
    board = Board(record.size)
    undecided: list[str] = []
    for ply, move in enumerate(record.moves, start=1):
        mover = board.to_move
        board = board.play(cell_id(move, board.n))
        if mover != mine or ply == 1:  # the opening is proved to win
            continue
        winner = judge(board)
        if winner == mine:
            undecided.clear()
        elif winner == -mine:
            here = f"move {ply}, {move}"
            return f"{here}, or {', '.join(undecided)} (not decided)" if undecided else here
        else:
            undecided.append(f"move {ply}, {move}")
    return f"not found; not decided: {', '.join(undecided)}"


def won_report(n: int, records: Iterable[GameRecord]) -> str:
    """How often mohex kept its win, by opening and opponent, and where it did not."""
    games = list(records)
    kept = {game.game: game.winner == "mohex" for game in games}
    judge = Judge(n, JUDGED, memory_mb=256)
    rows, losses = [], []
    for opening in dict.fromkeys(game.opening for game in games):
        here = [game for game in games if game.opening == opening]
        cells = [opening, color_name(BLACK if here[0].black == "mohex" else WHITE)]
        for opponent in OPPONENTS:
            met = [kept[g.game] for g in here if opponent in (g.black, g.white)]
            cells.append(f"{sum(met)} of {len(met)}")
        share = sum(kept[g.game] for g in here) / len(here)
        rows.append((*cells, f"{100 * share:.0f} %"))
        for game in here:
            if not kept[game.game]:
                other = game.white if game.black == "mohex" else game.black
                losses.append(f"- {opening} against {other}: {lost_at(game, judge)}")
    total = proportion(sum(kept.values()), len(games))
    text = f"mohex kept {sum(kept.values())} of {len(games)} wins, {percent(total)}.\n\n"
    text += table(("opening", "mohex is", *OPPONENTS, "kept"), rows)
    return text + "\n\nLosses:\n\n" + ("\n".join(losses) or "none")


def claims_report(records: Iterable[GameRecord]) -> str:
    """Each claim with its share over opening pairs, and p by Holm over all of them."""
    games = list(records)
    p_values = [sign_test(pair_points(games, one, other), "greater") for one, other in CLAIMS]
    rows = []
    for (one, other), p, adjusted in zip(CLAIMS, p_values, holm(p_values), strict=True):
        score = score_pair(games, one, other)
        verdict = "supported" if score.score.low > 0.5 and adjusted < 0.05 else "not supported"
        share = percent(score.score)
        rows.append((f"{one} > {other}", score.games, score.pairs, share, f"{p:.2g}",
                     f"{adjusted:.2g}", verdict))  # fmt: skip
    return table(
        ("claim", "games", "opening pairs", "share [95 %]", "p", "p by Holm", "verdict"), rows
    )


def ladder_report(records: Iterable[GameRecord]) -> str:
    """Each level against the one below, and how long a move takes it."""
    games = list(records)
    rows = []
    for size in sorted({game.size for game in games}):
        here = [game for game in games if game.size == size]
        for number in range(2, 11):
            one, other = f"level={number}", f"level={number - 1}"
            met = [game for game in here if {game.black, game.white} == {one, other}]
            if met:
                score = score_pair(met, one, other)
                longest = max(turn["seconds"] for game in met for turn in game.turns)
                board, won = f"{size}×{size}", f"{score.wins} of {score.games}"
                rows.append(
                    (f"{one} – {other}", board, won, percent(score.score), f"{longest:.2f}")
                )
    found = table(("pair", "board", "won", "share [95 %]", "longest move, s"), rows)
    return f"{found}\n\n{SEEDS_OF_LEVELS}"


def judged_report(records: Iterable[GameRecord]) -> str:
    """Which wins the players gave away, by the solver: every position is decided."""
    rows = [
        (
            name,
            kept.games,
            kept.won,
            kept.given_away,
            percent(proportion(kept.given_away, kept.won)),
        )
        for name, kept in wins_kept(records).items()
        if kept.won
    ]
    heads = (
        "player",
        "games",
        "moves from won positions",
        "that gave the win away",
        "share [95 %]",
    )
    return f"Wins given away, by the solver:\n\n{table(heads, rows)}"


def write_report(name: str, command: str, report: str, records: Iterable[GameRecord] = ()) -> None:
    """Put a report, and a table of its games, into figures/matches."""
    head = f"# {name}\n\n`{command}`\n\n{machine('hexlab', 'numba')}.\n\n"
    write_atomic(FIGURES / f"{name}.md", f"{head}{report}\n".encode())
    print(report)
    rows = game_rows(records)
    if rows:
        write_atomic(FIGURES / f"{name}.csv", csv_text(rows))


def _read(folders: Iterable[str]) -> Iterator[GameRecord]:
    """All games; those of each folder are rounds of their own."""
    rounds = 0
    for folder in folders:
        records = read_match(folder).records
        for record in records:
            yield replace(record, round=record.round + rounds)
        rounds += 1 + max((record.round for record in records), default=0)


def _tabled(files: Iterable[Path]) -> Iterator[GameRecord]:
    """The games of tables that `write_report` wrote, without what players told of their moves."""
    for file in files:
        for row in pandas.read_csv(file, keep_default_na=False).to_dict("records"):
            seconds = row.pop("seconds_black"), row.pop("seconds_white")
            del row["moves"]
            yield GameRecord(**row, seconds=seconds, turns=(), sgf="")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parts = parser.add_subparsers(dest="what", required=True)
    won = parts.add_parser("won", help="play from won openings")
    won.add_argument("size", type=int)
    won.add_argument("folder", type=Path)
    report = parts.add_parser("report", help="sum up a match")
    report.add_argument("name")
    report.add_argument("command", help="what made it")
    report.add_argument("folder", nargs="+")
    report.add_argument("--judge", action="store_true", help="count wins given away")
    claims = parts.add_parser("claims", help="who is stronger on 11×11")
    claims.add_argument("table", nargs="+", type=Path)
    ladder = parts.add_parser("ladder", help="levels against those below")
    ladder.add_argument("folder", nargs="+")
    said = parser.parse_args()
    if said.what == "won":
        records = play_won(said.size, said.folder)
        command = f"python -m benchmarks.strength won {said.size} FOLDER"
        text = won_report(said.size, records)
        write_report(f"won-openings-{said.size}x{said.size}", command, text, records)
    elif said.what == "report":
        records = tuple(_read(said.folder))
        text = f"```\n{summarize(records)}\n```"
        if said.judge:
            text += f"\n\n{judged_report(records)}"
        write_report(said.name, said.command, text, records)
    elif said.what == "ladder":
        command = "hexlab match level=K level=K-1 --size N --games 100|60 --seed SEED --out FOLDER"
        records = tuple(_read(said.folder))
        write_report("levels", command, ladder_report(records), records)
    else:
        command = f"python -m benchmarks.strength claims {' '.join(map(str, said.table))}"
        write_report("claims-11x11", command, claims_report(_tabled(said.table)))


if __name__ == "__main__":
    main()
