"""Commands of ``hexlab`` that let players meet, and show what came of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexlab.cli_play import Nodes, Sims, Time, move_limit

if TYPE_CHECKING:
    from hexlab.play.isolate import Isolation
    from hexlab.play.records import GameRecord
    from hexlab.play.summary import Summary

__all__ = ["match", "results"]

_LISTS = "empty, all, two-rows, random:PLIES:COUNT:SEED, or a file (SGF, or lines of moves)."


def match(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help="Two or more players, or a folder of FILE.py."),
    ],
    size: Annotated[int, typer.Option(help="Board size.")] = 11,
    openings: Annotated[str, typer.Option(help=_LISTS)] = "all",
    games: Annotated[
        int | None, typer.Option(min=2, help="For each pair; by default each opening twice.")
    ] = None,
    time: Time = None,
    sims: Sims = None,
    nodes: Nodes = None,
    swap: Annotated[str, typer.Option(help="on or off: whether a single stone may be swapped.")] = (
        "off"
    ),
    out: Annotated[Path | None, typer.Option(help="Folder of the record; to be resumed.")] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Games at the same time; by default one a core.")
    ] = None,
    cluster: Annotated[str | None, typer.Option(help="A Dask scheduler: tcp://HOST:PORT.")] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="ELO0 ELO1", help="Stop when one of the two is decided."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The games depend on it.")] = 0,
    adjudicate: Annotated[
        int | None, typer.Option(min=1, help="Nodes of the solver after each move.")
    ] = None,
    temperature: Annotated[
        float | None, typer.Option(help="Draw moves by their scores, spread this much.")
    ] = None,
    patience: Annotated[
        float | None, typer.Option(help="Seconds after which a move loses by time.")
    ] = None,
    isolate: Annotated[
        bool, typer.Option("--isolate", help="Every player in a process of its own.")
    ] = False,
    memory: Annotated[float, typer.Option(help="MiB of a player's own process.")] = 4096,
    anchor: Annotated[str | None, typer.Option(help="Whose rating is 0.")] = None,
    plots: Annotated[bool, typer.Option("--plots", help="Figures into the folder, too.")] = False,
) -> None:
    """Let players meet: every opening with both colors, each with each.

    With --out the same command goes on after a stop, and with more --games it adds games. Players
    of files play in processes of their own.
    """
    from hexlab.play.isolate import Isolation
    from hexlab.play.live import LiveTable
    from hexlab.play.match import canonical_name, play_match
    from hexlab.play.openings import read_openings
    from hexlab.play.sprt import Sprt

    if swap not in ("on", "off"):
        raise ValueError(f"--swap is on or off, not {swap!r}")
    if plots and out is None:
        raise ValueError("--plots needs a folder: --out DIR")
    limit = move_limit(time, sims, nodes)
    isolation = Isolation(memory_mb=memory)
    names = [canonical_name(name, isolate) for name in _names(players, isolation)]
    each = games or 2 * len(read_openings(openings, size))
    with LiveTable(names, each * len(names) * (len(names) - 1) // 2) as table:
        try:
            played = play_match(
                names,
                n=size,
                openings=openings,
                games=games,
                limit=limit,
                swap=swap == "on",
                out=out,
                processes=processes or _cores(),
                cluster=cluster,
                seed=seed,
                adjudicate=adjudicate,
                temperature=temperature,
                patience=patience,
                sprt=None if sprt is None else Sprt(*sprt),
                isolate=isolate,
                isolation=isolation,
                watch=table.add,
            )
        except KeyboardInterrupt:
            stopped = True
        else:
            stopped = False
    if stopped:
        keeps = "the same command goes on from here" if out else "without --out nothing is kept"
        print(f"\nStopped; {keeps}.", file=sys.stderr)
        raise typer.Exit(130)
    summary = _show(played.records, anchor)
    if played.decided is not None:
        pairs, what = played.decided
        print(f"Sequential test: {what or 'not decided'} after {pairs} opening pairs")
    if out is not None:
        print(f"Record: {out}")
        if plots:
            _plot(out, summary, played.records)


def results(
    folder: Annotated[Path, typer.Argument(help="Of a match, also one being played.")],
    anchor: Annotated[str | None, typer.Option(help="Whose rating is 0.")] = None,
    tables: Annotated[bool, typer.Option("--tables", help="Write CSV, parquet and SGF.")] = False,
    plots: Annotated[bool, typer.Option("--plots", help="Write figures.")] = False,
    judge: Annotated[
        int | None,
        typer.Option(min=1, help="Count wins given away, with so many nodes a position."),
    ] = None,
) -> None:
    """Show what a match has given so far: scores, ratings with intervals, what they rest on."""
    from hexlab.play.records import read_match, write_tables

    records = read_match(folder).records
    summary = _show(records, anchor)
    if judge is not None:
        _judge(records, judge)
    if tables:
        for path in write_tables(folder, records):
            print(path)
    if plots:
        _plot(folder, summary, records)


def _names(players: list[str], isolation: Isolation) -> list[str]:
    """The players named, folders replaced by the players in them."""
    from hexlab.play.isolate import players_in

    names: list[str] = []
    for player in players:
        if not player or not Path(player).is_dir():  # "" is no folder, though Path("") is one
            names.append(player)
            continue
        found, faults = players_in(player, isolation)
        names += found
        for file, reason in faults.items():
            print(f"left out {file}: {reason}", file=sys.stderr)
    return names


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _show(records: tuple[GameRecord, ...], anchor: str | None) -> Summary:
    from hexlab.play.summary import summarize

    summary = summarize(records, anchor=anchor)
    print(summary)
    return summary


def _judge(records: tuple[GameRecord, ...], nodes: int) -> None:
    from hexlab.play.judge import wins_kept

    for name, kept in wins_kept(records, nodes).items():
        open_ = f", {kept.open} moves not judged" if kept.open else ""
        print(
            f"{name} gave away {kept.given_away} wins in {kept.games} games "
            f"({kept.won} moves from won positions{open_})"
        )


def _plot(folder: Path, summary: Summary, records: tuple[GameRecord, ...]) -> None:
    from hexlab.view.matches import save_match_figures

    for path in save_match_figures(folder, summary, records):
        print(path)
