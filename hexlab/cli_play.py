"""Commands of ``hexlab`` with which one plays: against a player, or through another program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hexlab.run.words import sentence

if TYPE_CHECKING:
    from hexlab.play.player import Limit
    from hexlab.play.terminal import TerminalGame

__all__ = ["Nodes", "Sims", "Time", "htp", "move_limit", "play"]

PlayerName = Annotated[
    str, typer.Argument(metavar="PLAYER", help="NAME:key=value,..., FILE.py:Class or htp:COMMAND.")
]
Time = Annotated[str | None, typer.Option("--time", help="Time for a move: 1s, 500ms.")]
Sims = Annotated[int | None, typer.Option(min=1, help="Simulations for a move.")]
Nodes = Annotated[int | None, typer.Option(min=1, help="Nodes for a move.")]
Seed = Annotated[int | None, typer.Option(min=0, help="The same game then gets the same moves.")]


def move_limit(time: str | None, sims: int | None, nodes: int | None) -> Limit:
    """The limit that --time, --sims and --nodes say.

    Raises
    ------
    ValueError
        If it is more than one, or a time that is none.

    Examples
    --------
    >>> move_limit("500ms", None, None).seconds
    0.5
    """
    from hexlab.play.player import Limit

    seconds = None
    if time is not None:
        number, unit = (time[:-2], 1e-3) if time.endswith("ms") else (time.removesuffix("s"), 1.0)
        try:
            seconds = float(number) * unit
        except ValueError:
            raise ValueError(f"{time!r} is no time: write 1s or 500ms") from None
    return Limit(seconds=seconds, simulations=sims, nodes=nodes)


def htp(
    player: PlayerName = "solver",
    time: Time = None,
    sims: Sims = None,
    nodes: Nodes = None,
    seed: Seed = None,
    memory: Annotated[float, typer.Option(help="MiB of the solver's table.")] = 256,
) -> None:
    """Answer commands of the Hex text protocol on standard input, for other programs."""
    from hexlab.play.htp import serve_standard
    from hexlab.play.htp_engine import engine_server

    limit = move_limit(time, sims, nodes)
    serve_standard(engine_server(player, limit=limit, seed=seed, memory_mb=memory))


def play(
    player: PlayerName,
    size: Annotated[int, typer.Option(help="Board size.")] = 11,
    color: Annotated[str, typer.Option(help="Yours: black (begins) or white.")] = "black",
    time: Time = None,
    sims: Sims = None,
    nodes: Nodes = None,
    seed: Seed = None,
    swap: Annotated[bool, typer.Option(help="Whether the second player may swap.")] = True,
) -> None:
    """Play against a player: moves by name, undo, hint, swap, save."""
    from hexlab.board.notation import parse_color
    from hexlab.play.player import make_player
    from hexlab.play.terminal import HELP, TerminalGame

    limit = move_limit(time, sims, nodes)
    game = TerminalGame(make_player(player), size, parse_color(color), limit, seed, swap)
    try:
        print(f"Type {HELP}\n\n{game.begin()}")
        _converse(game)
    except KeyboardInterrupt:
        print()
        raise typer.Exit(130) from None
    finally:
        game.close()


def _converse(game: TerminalGame) -> None:
    while not game.ended:
        try:
            line = input("> ")
        except EOFError:
            return
        if not line.strip():
            continue
        try:
            shown = game.answer(line)
        except (ValueError, OSError) as error:
            shown = sentence(error)
        if shown:
            print(shown, flush=True)
