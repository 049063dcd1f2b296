"""The command ``hexlab``. Each command imports what it needs, so ``hexlab --help`` is quick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexlab import __version__
from hexlab.cli_match import match, results
from hexlab.cli_play import Nodes, Sims, Time, htp, move_limit, play
from hexlab.run.words import sentence

if TYPE_CHECKING:
    from hexlab.play.solving import Puzzle

__all__ = ["app", "main"]

app = typer.Typer(
    help="A laboratory for the game of Hex.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
data = typer.Typer(help="Data sets that hexlab made.", no_args_is_help=True)
app.add_typer(data, name="data")

Processes = Annotated[int, typer.Option(min=1, help="How many processes work at the same time.")]


def main() -> None:
    """Run the command line; errors are one sentence on standard error and exit code 2."""
    try:
        app(prog_name="hexlab")
    except MemoryError as error:
        said = sentence(error).removeprefix("MemoryError")
        print(f"hexlab: there is not enough memory{said and f' ({said})'}", file=sys.stderr)
        sys.exit(2)
    except (ValueError, OSError, ImportError) as error:
        if isinstance(error, ImportError) and error.name:
            raise  # a fault of hexlab; a missing optional package is said without a name
        print(f"hexlab: {sentence(error)}", file=sys.stderr)
        sys.exit(2)


@app.callback(invoke_without_command=True)
def _options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"hexlab {__version__}")
        raise typer.Exit


@app.command()
def warmup(processes: Processes = 2) -> None:
    """Compile all kernels, so that nothing has to wait for them later."""
    from hexlab.run.warmup import warmup as compile_kernels

    print("Compiling the kernels that are not compiled yet ...", flush=True)
    done = compile_kernels(processes)
    if done.compiled:
        print(f"Compiled {', '.join(done.compiled)}")
    else:
        print("Nothing to do, all were compiled before")
    print(f"They are in {done.folder}")


@app.command()
def analyze(
    game: Annotated[Path, typer.Argument(help="SGF, or a text with a HexWorld link or a diagram.")],
    out: Annotated[Path | None, typer.Option(help="Folder of the report.")] = None,
    alpha: Annotated[
        float, typer.Option(min=0, max=1, help="Weight of the shortest paths in E_v.")
    ] = 0.075,
    swings: Annotated[int, typer.Option(min=0, help="Moves to point out, per curve.")] = 3,
    number: Annotated[
        int | None, typer.Option(min=1, help="Which game, in a file of several.")
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Judges the moves: win rates, better ones, mistakes.")
    ] = None,
    time: Time = None,
    sims: Sims = None,
    nodes: Nodes = None,
) -> None:
    """Make a report of a game: curves, the moves that turned it, heatmaps of both networks.

    Without --out it goes to GAME-report in the current folder (GAME-3-report with --number 3).
    """
    from hexlab.board.gamefiles import load_games
    from hexlab.lab.analysis import analyze as analyze_game
    from hexlab.play.player import Limit

    if game.is_dir():
        raise ValueError(f"{game}: this is a folder; name one game file in it")
    games = list(load_games(game))
    if number is None and len(games) > 1:
        raise ValueError(f"{game}: {len(games)} games in this file; --number says which one")
    if number is not None and number > len(games):
        raise ValueError(f"{game}: no game {number} in this file of {len(games)}")
    limit = move_limit(time, sims, nodes)
    if player is None and limit != Limit():
        raise ValueError("--time, --sims and --nodes are limits of a player: --player NAME")
    report = analyze_game(games[(number or 1) - 1], alpha, swings, player, limit)
    name = game.stem if number is None else f"{game.stem}-{number}"
    page = report.save(Path(f"{name}-report") if out is None else out)
    print(report)
    print(f"Report: {page}")


@app.command()
def solve(
    position: Annotated[
        str | None, typer.Argument(help="FILE, FILE@ply, or a HexWorld link.")
    ] = None,
    size: Annotated[int | None, typer.Option(help="An empty board instead.")] = None,
    moves: Annotated[str, typer.Option(help='Moves from there on: "a1 b2".')] = "",
    all_moves: Annotated[bool, typer.Option("--all", help="Decide every move.")] = False,
    nodes: Annotated[int | None, typer.Option(help="Stop after so many nodes.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Stop after so many seconds.")] = None,
    memory: Annotated[float, typer.Option(help="MiB of the table.")] = 256,
    resume: Annotated[
        Path | None, typer.Option(help="File of the search's state: go on from it, keep it.")
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option(help="Write the winner's strategy, to be checked by anybody.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
    puzzle: Annotated[
        bool, typer.Option("--puzzle", help="Ask for the only winning move.")
    ] = False,
) -> None:
    """Who wins a position, with which moves, and how the game goes on.

    Ctrl-C stops and prints what is known; the exit code is 1 while the answer is open.
    """
    import json

    from hexlab.play.solving import Puzzle, read_position, solution_data, solution_text
    from hexlab.search.dfpn import solve as solve_board

    game = read_position(position, size, moves)
    solution = solve_board(
        game.board,
        all_moves=all_moves or puzzle,
        nodes=nodes,
        seconds=seconds,
        memory_mb=memory,
        resume=resume,
    )
    if certificate is not None and solution.certificate is not None:
        solution.certificate.write(certificate)
    if puzzle:
        _ask(Puzzle(solution))
    elif as_json:
        print(json.dumps(solution_data(game, solution), indent=2))
    else:
        print(solution_text(game, solution))
        if certificate is not None and solution.certificate is not None:
            print(f"Certificate: {certificate}")
    if not solution.complete:
        raise typer.Exit(130 if solution.stopped == "interrupt" else 1)


def _ask(puzzle: Puzzle) -> None:
    """Ask until the move is found; an empty answer gives it away."""
    print(puzzle.board)
    print(puzzle.question)
    right = False
    while not right:
        try:
            move = input("> ").strip()
        except EOFError:
            move = ""
        if not move:
            print(f"It is {puzzle.solution}.")
            raise typer.Exit(1)
        try:
            right, said = puzzle.answer(move)
        except ValueError as error:
            said = sentence(error)
        print(said)


app.command()(htp)
app.command()(play)
app.command()(match)
app.command()(results)


@app.command("check-player")
def check_player(
    player: Annotated[str, typer.Argument(help="A name, or FILE.py:Class.")],
    sizes: Annotated[str, typer.Option(help="Board sizes: 1-13, or 5,7.")] = "1-13",
    count: Annotated[int, typer.Option(min=1, help="Nodes or simulations of a move.")] = 30,
    seconds: Annotated[float, typer.Option(help="Of a move, for the rule about time.")] = 0.2,
) -> None:
    """Check that a player keeps to what matches and engines ask of it.

    The exit code is 1 if it does not.
    """
    from hexlab.play.contract import check_player as check
    from hexlab.play.contract import read_sizes
    from hexlab.play.player import make_player

    boards = read_sizes(sizes)
    failed = False
    for finding in check(make_player(player), sizes=boards, count=count, seconds=seconds):
        print(finding, flush=True)
        failed |= bool(finding.problem)
    if failed:
        raise typer.Exit(1)


@data.command("list")
def data_list() -> None:
    """Show the data sets and what can be made."""
    from hexlab.data import certificates, openings, swaps
    from hexlab.data.generate import EXPERIMENTS, RECIPES
    from hexlab.data.manifest import read_manifest

    entries = read_manifest()
    for entry in entries.values():
        print(f"{entry.name}: {entry.about} ({entry.rows} rows, {entry.bytes:,} bytes)")
        print(f"    {entry.license}, made {entry.date} by: {entry.command}")
    known = {certificates.FOLDER: certificates.ABOUT, openings.NAME: openings.ABOUT}
    known |= {openings.NAME_8: openings.ABOUT_8, swaps.NAME: swaps.ABOUT}
    known |= {name: made.about for name, made in {**RECIPES, **EXPERIMENTS}.items()}
    for name in [name for name in known if name not in entries]:
        print(f"{name}: {known[name]} (not made; hexlab data make {name})")


@data.command("make")
def data_make(
    name: Annotated[str, typer.Argument(help="As `hexlab data list` shows it.")],
    processes: Processes = 2,
    replace: Annotated[
        bool, typer.Option("--replace", help="Also if the result is another than before.")
    ] = False,
) -> None:
    """Make a data set anew. Stopped and started again it goes on where it was."""
    from hexlab.data.generate import make

    try:
        made = make(name, processes, replace=replace)
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from here.", file=sys.stderr)
        raise typer.Exit(130) from None
    if made.known:
        print(f"{made.path}: the same {made.entry.rows} rows as before")
    else:
        print(f"{made.path}: {made.entry.rows} rows, {made.entry.bytes:,} bytes")


@data.command("check")
def data_check() -> None:
    """Compare the data sets with their manifest."""
    from hexlab.data.manifest import check, read_manifest

    problems = check()
    for problem in problems:
        print(problem)
    if problems:
        raise typer.Exit(1)
    count = len(read_manifest())
    print(f"{count} data set{'' if count == 1 else 's'} unharmed")


@app.command()
def reproduce(
    chapters: Annotated[
        list[str] | None, typer.Argument(help="takada, takada/02, ...; all without.")
    ] = None,
    scale: Annotated[str, typer.Option(help="quick, long or thesis.")] = "quick",
    out: Annotated[Path | None, typer.Option(help="Instead of build/reproduce.")] = None,
    publish: Annotated[
        bool, typer.Option("--publish", help="Replace the tracked notebooks and figures.")
    ] = False,
    timeout: Annotated[float | None, typer.Option(min=1, help="Seconds a cell may take.")] = None,
) -> None:
    """Run the chapters' notebooks and write the table of all claims."""
    from hexlab.lab.notebooks import chapters as find
    from hexlab.lab.notebooks import run_notebook
    from hexlab.lab.publish import publish_run
    from hexlab.lab.report import collect, write_summary
    from hexlab.lab.scale import Scale
    from hexlab.run.places import output_folder

    size = Scale(scale)
    folder = (out or output_folder()).resolve()
    os.environ["HEXLAB_OUT"] = str(folder)
    outcomes = []
    for chapter, path in find(chapters or ()).items():
        print(f"{chapter} ... ", end="", flush=True)
        outcomes.append(run_notebook(chapter, path, folder, size, timeout))
        print(outcomes[-1].error or f"{outcomes[-1].seconds:.0f} s", flush=True)
    markdown, page = write_summary(folder, collect(folder))
    print(f"Claims: {markdown}\n        {page}")
    failed = [outcome for outcome in outcomes if outcome.error]
    if failed:
        print(f"{len(failed)} of {len(outcomes)} notebooks failed", file=sys.stderr)
        raise typer.Exit(1)
    if publish:
        for replaced in publish_run(folder, outcomes, size):
            print(f"Replaced {replaced}")
