"""What a player is, and how it is found by name.

A `Player` starts a `Session` for each game; the session chooses moves, and may remember what it
thought before. A name is split at its first colon: ``mohex:sims=1000,prior=none``; a class in a
file of one's own is ``FILE.py:Class``, an engine that speaks HTP ``htp:COMMAND LINE``.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from math import inf
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeVar

from hexlab.board.tree import outcome
from hexlab.play.parameters import is_file_name, load_object, read_parameters, written

if TYPE_CHECKING:
    import numpy as np

    from hexlab.board.board import Board
    from hexlab.board.game import Game

__all__ = [
    "Choice",
    "Limit",
    "Player",
    "Session",
    "Stateless",
    "check_open",
    "make_player",
    "player_names",
    "register_player",
]

GROUP = "hexlab.players"

# hexlab's own players and the modules that register them when they are imported.
_HOMES: dict[str, str] = {
    "chev": "hexlab.play.chev",
    "ezo": "hexlab.play.ezo",
    "htp": "hexlab.play.htp_client",
    "level": "hexlab.play.levels",
    "mohex": "hexlab.play.mohex",
    "random": "hexlab.play.simple",
    "resistance": "hexlab.play.simple",
    "solver": "hexlab.play.prover",
    "wolve": "hexlab.play.wolve",
}
_FACTORIES: dict[str, Callable[..., Player]] = {}


# -- the protocol ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """How much work one move may take: one of these, or none for the player's own default.

    Attributes
    ----------
    seconds : float, optional
    simulations : int, optional
        Playouts of a Monte Carlo search.
    nodes : int, optional
        Positions of any other search. A player that counts other things takes either count as its
        own.

    Examples
    --------
    >>> Limit(nodes=100).count
    100
    """

    seconds: float | None = None
    simulations: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        given: dict[str, Any] = {k: v for k, v in vars(self).items() if v is not None}
        if len(given) > 1:
            raise ValueError(f"a move has one limit, not {len(given)}: {', '.join(given)}")
        for key, value in given.items():
            number = isinstance(value, Real) and not isinstance(value, bool)
            if not number or not 0 < value < inf:
                raise ValueError(f"{key} of a move must be a number above 0, not {value!r}")
            if key != "seconds" and not isinstance(value, Integral):
                raise ValueError(f"{key} of a move must be a whole number, not {value!r}")

    @property
    def count(self) -> int | None:
        """The limit if it is a count, of whatever."""
        return self.simulations if self.nodes is None else self.nodes


@dataclass(frozen=True, eq=False)
class Choice:
    """What a session chose.

    Attributes
    ----------
    move : int or str
        A cell id, or "resign"; "swap-pieces" only from a player that decides this itself.
    value : float, optional
        From −1 to 1 for the player to move.
    scores : (n²,) float, optional
        Of each cell, the larger the better; nan where there is none.
    info : mapping
        JSON values: "nodes" or "simulations", "depth", "seconds", "pv", "limit" (the one that was
        reached, "" if none was).
    """

    move: int | str
    value: float | None = None
    scores: np.ndarray | None = None
    info: Mapping[str, Any] = field(default_factory=dict)


class Session(ABC):
    """A player's thinking in one game."""

    @abstractmethod
    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        """The move to be made in the position at the game's cursor.

        The same game, count limit and seed give the same move in any process: what a session
        remembers may save time but not change the move, and after an undo or a set-up it is
        rebuilt from the game.

        Raises
        ------
        ValueError
            If the game is over (`check_open` says so).
        """

    def close(self) -> None:  # noqa: B027 (most have nothing to end)
        """End what the session has started (processes, files)."""


class Player(ABC):
    """Somebody who plays Hex; a factory of sessions.

    Attributes
    ----------
    name : str
        With its parameters, as `make_player` takes it; `make_player` sets it.
    tactical : bool
        Whether it always plays a move that wins at once.
    deterministic : bool
        Whether the same game and a count as limit give the same move whatever the seed.
    anytime : bool
        Whether it heeds a limit in seconds; others take the time they take.
    """

    name: str = ""
    tactical: bool = False
    deterministic: bool = False
    anytime: bool = False

    @abstractmethod
    def start(self, game: Game) -> Session:
        """A session for a game that stands as it stands now."""

    def swaps(self, board: Board) -> bool | None:
        """Whether it would swap the one stone of `board`; None leaves that to hexlab's table."""
        return None

    def __repr__(self) -> str:
        return f"<player {self.name or type(self).__name__}>"


class Stateless(Player):
    """A player that looks at each position anew: a subclass defines `pick`, and that is all.

    Examples
    --------
    >>> class First(Stateless):
    ...     deterministic = True
    ...
    ...     def pick(self, board, limit, rng):
    ...         return board.empty[0]
    >>> from hexlab import Game
    >>> game = Game(3).play("a1")
    >>> First().start(game).choose(game).move
    1
    """

    @abstractmethod
    def pick(self, board: Board, limit: Limit, rng: np.random.Generator) -> Choice | int:
        """A move on an undecided board: its cell id, or a whole `Choice`."""

    def start(self, game: Game) -> Session:
        """A session that remembers nothing."""
        return _Picking(self)


class _Picking(Session):
    def __init__(self, player: Stateless) -> None:
        self._player = player

    def choose(
        self,
        game: Game,
        limit: Limit = Limit(),
        rng: np.random.Generator | int | None = None,
    ) -> Choice:
        import numpy as np

        check_open(game)
        found = self._player.pick(game.board, limit, np.random.default_rng(rng))
        return found if isinstance(found, Choice) else Choice(int(found))


def check_open(game: Game) -> None:
    """ValueError if there is nothing left to choose at the game's cursor."""
    if outcome(game.node)[0]:
        raise ValueError("the game is over")


# -- by name -----------------------------------------------------------------------------------

Factory = TypeVar("Factory", bound=Callable[..., Player])


def register_player(name: str) -> Callable[[Factory], Factory]:
    """Decorator: make a class or function known as the player `name`.

    Its keyword parameters are those of the name: ``NAME:key=value,key=value``. Values are read as
    the annotations say (int, float, bool, str, Literal, and None where that is allowed). A name
    registered again is replaced.

    Raises
    ------
    ValueError
        For a name that could not be told from its parameters.

    Examples
    --------
    >>> @register_player("doctest-first")
    ... class First(Stateless):
    ...     def __init__(self, last: bool = False):
    ...         self.last = last
    ...
    ...     def pick(self, board, limit, rng):
    ...         return board.empty[-1 if self.last else 0]
    >>> make_player("doctest-first:last=yes")
    <player doctest-first:last=yes>
    """
    if not name or set(name) & set(":,= \t\n") or name.endswith(".py"):
        raise ValueError(f"{name!r} cannot be a player's name: it has letters, digits and hyphens")

    def register(factory: Factory) -> Factory:
        _FACTORIES[name] = factory
        return factory

    return register


def player_names() -> list[str]:
    """The names of all players without parameters: hexlab's, registered ones, entry points."""
    return sorted({*_HOMES, *_FACTORIES, *_entry_points()})


def make_player(name: str) -> Player:
    """The player of a name.

    Parameters
    ----------
    name : str
        ``NAME`` or ``NAME:key=value,key=value`` for one that is registered, or an entry point of
        the group "hexlab.players"; ``FILE.py:Class`` or ``FILE.py:Class:key=value``;
        ``htp:COMMAND LINE`` for another program. ``level=3`` is short for ``level:level=3``.

    Raises
    ------
    ValueError
        For an unknown player or parameter, a value that cannot be read, a file that cannot be run.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> make_player("nobody")
    Traceback (most recent call last):
        ...
    ValueError: no player 'nobody'; there are: ...
    """
    if is_file_name(name) and not name.startswith("htp:"):
        factory, rest = load_object(name)
        head = name.removesuffix(f":{rest}") if rest else name
    else:
        head, colon, rest = name.partition(":")
        if not colon and "=" in head:
            head, rest = head.partition("=")[0], head
        factory = _factory(head)
    if not callable(factory):
        raise ValueError(f"{head!r} makes no player: it is {factory!r}")
    if head == "htp":  # whatever stands behind it, blanks, commas and colons
        player, text = factory(rest), rest
    else:
        parameters = read_parameters(rest, factory, head)
        player, text = factory(**parameters), written(parameters, factory, head)
    if not isinstance(player, Player):
        raise ValueError(f"{head!r} makes no hexlab.play.Player but {player!r}")
    short = text.startswith(f"{head}=") and "," not in text
    player.name = text if short else f"{head}:{text}" if text else head
    return player


def _factory(head: str) -> Callable[..., Player]:
    if head not in _FACTORIES and head in _HOMES:
        importlib.import_module(_HOMES[head])
    if head in _FACTORIES:
        return _FACTORIES[head]
    point = _entry_points().get(head)
    if point is None:
        there = ", ".join(player_names())
        raise ValueError(f"no player {head!r}; there are: {there}, FILE.py:Class")
    try:
        found: Callable[..., Player] = point.load()
    except Exception as error:
        raise ValueError(
            f"the player {head!r} cannot be loaded from {point.value}: "
            f"{type(error).__name__}: {error}"
        ) from error
    return found


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
