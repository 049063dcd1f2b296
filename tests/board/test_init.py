"""What the room offers."""

import hexlab.board


def test_every_public_name_is_there() -> None:
    names = [name for name in dir(hexlab.board) if not name.startswith("_")]
    assert {"Board", "Game", "load", "load_games", "parse_game", "reflect", "rotate"} <= set(names)
    for name in names:
        assert getattr(hexlab.board, name) is not None
