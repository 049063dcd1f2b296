"""Random boards and games for the tests of this room."""

from __future__ import annotations

from hypothesis import strategies as st

from hexlab import BLACK, EMPTY, WHITE, Board, Game

# Text that every encoding of a file keeps: no lone surrogates, no zero, line ends as "\n".
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=20)


@st.composite
def boards(draw: st.DrawFn, max_n: int = 7) -> Board:
    n = draw(st.integers(1, max_n))
    color = st.sampled_from((EMPTY, EMPTY, BLACK, WHITE))
    cells = draw(st.lists(color, min_size=n * n, max_size=n * n))
    black, white = ([i for i, c in enumerate(cells) if c == color] for color in (BLACK, WHITE))
    return Board(n, black, white, draw(st.sampled_from((BLACK, WHITE))))


@st.composite
def lines(draw: st.DrawFn, special: bool = True) -> Game:
    """A game of one line from an empty board, moves in turn."""
    game = Game(draw(st.integers(1, 6)))
    for _ in range(draw(st.integers(0, 12))):
        step = draw(st.sampled_from(("stone", "stone", "stone", "swap", "sides", "pass")))
        board = game.board
        if step == "stone" or not special:
            if board.empty:
                game.play(draw(st.sampled_from(board.empty)))
        elif step == "pass":
            game.pass_turn()
        elif board.can_swap() and not game.node.swapped:
            game.swap("pieces" if step == "swap" else "sides")
    if special and draw(st.booleans()):
        end = draw(st.sampled_from((game.resign, game.forfeit)))
        end(draw(st.sampled_from((BLACK, WHITE))))
    return game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game with variations, comments, set-up nodes, names, and its cursor anywhere."""
    game = Game(draw(st.one_of(boards(5), st.integers(1, 6))))
    if draw(st.booleans()):
        game.players = draw(st.tuples(TEXTS, TEXTS))
        game.result = draw(st.sampled_from(("", "B+", "W+R", "Void", "black", "?")))
    steps = ("stone", "stone", "stone", "swap", "sides", "undo", "comment", "set up", "pass", "end")
    for step in draw(st.lists(st.sampled_from(steps), max_size=25)):
        _step(draw, game, step)
    return game


def _step(draw: st.DrawFn, game: Game, step: str) -> None:
    board = game.board
    cell = st.integers(0, board.n**2 - 1)
    if step == "stone" and board.empty:
        game.play(draw(st.sampled_from(board.empty)))
    elif step in ("swap", "sides") and board.can_swap() and not game.node.swapped:
        game.swap("pieces" if step == "swap" else "sides")
    elif step == "undo" and game.node.parent:
        game.undo()
    elif step == "comment":
        game.comment = draw(TEXTS)
    elif step == "set up":
        colors = draw(st.permutations((BLACK, WHITE, EMPTY)))
        words = {BLACK: "black", WHITE: "white", EMPTY: "empty"}
        stones = {words[c]: draw(st.lists(cell, max_size=2)) for c in colors}
        game.set_up(**stones, to_move=draw(st.sampled_from((None, BLACK, WHITE))))
    elif step == "pass":
        game.pass_turn()
    elif step == "end":
        draw(st.sampled_from((game.resign, game.forfeit)))()
