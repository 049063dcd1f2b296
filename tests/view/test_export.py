import re
from dataclasses import fields

import numpy as np
import pytest

from hexlab import Board, Game
from hexlab.connection.hsearch import find_connections
from hexlab.connection.inferior import inferior_cells
from hexlab.connection.must_play import mustplay
from hexlab.view.export import figure, render_file
from hexlab.view.layout import ORIENTATIONS
from hexlab.view.scene import Options
from hexlab.view.style import THEMES
from hexlab.view.svg import board_grid, picture

Image = pytest.importorskip("PIL.Image", reason="Pillow comes with matplotlib")

BUSY = {
    "heat": np.linspace(-1, 2, 25).reshape(5, 5),
    "diverging": True,
    "heat_label": "$50 & 100 %_{}",
    "marks": {"a1": "dot", "b1": "cross", "c1": "circle", "d1": "triangle", "e1": "square"},
    "labels": {"a2": "$x^2_3$", "b2": "\\input{x}"},
    "numbers": ["c3", "d3"],
    "last": "d3",
    "links": [(0, 1), (2, -1), (22, -2)],
    "path": [-1, "c1", "c2", -2],
    "carriers": ["e5 e4", "d4", "d5", "c5", "c4"],
    "title": "Everything at once",
}


def busy(**options):
    return picture(Board(5).play("c3").play("d3"), **BUSY, **options)


def pixels(path, width):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB").resize((width, width)))


def test_saved_files_are_what_their_ending_says(tmp_path):
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "tex": b"% Preamble"}
    for ending, start in starts.items():
        for name in (f"board.{ending}", f"BOARD.{ending.upper()}"):
            Board(3).play("b2").save(tmp_path / name, last="b2")
            assert (tmp_path / name).read_bytes().startswith(start)
    assert len(list(tmp_path.iterdir())) == 8  # nothing temporary is left


def test_save_takes_every_option_of_show(tmp_path):
    board = Board(5).play("c3").play("d3")
    options = BUSY | {
        "heat_range": (-2, 2),
        "player": "black",
        "orientation": "diamond",
        "theme": "print",
        "coordinates": False,
        "size": 300,
        "connections": find_connections(board, "black").semi[:2],
        "mustplay": mustplay(board, "white"),
        "inferior": inferior_cells(board),
        "legend": True,
    }
    assert options.keys() == {"size", *(field.name for field in fields(Options))}
    game = Game(5).play("c3").play("d3")
    for shown in (board, game):
        shown.save(tmp_path / "board.svg", **options)
        assert (tmp_path / "board.svg").read_text("utf-8") == board.show(**options).svg
    with pytest.raises(ValueError, match="'theme' is an option of pictures, not of SGF files"):
        game.save(tmp_path / "game.sgf", theme="print")
    assert not (tmp_path / "game.sgf").exists()


@pytest.mark.parametrize("name", ["board", "board.gif", "board.svg.bak", ".svg"])
def test_another_ending_is_refused(tmp_path, name):
    with pytest.raises(ValueError, match=r"ends in none of \.svg, \.png, \.pdf, \.tex"):
        Board(3).save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "board.png"
    path.write_bytes(b"old")
    monkeypatch.setattr("hexlab.view.export.figure", lambda shown: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        Board(3).save(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_the_same_picture_gives_the_same_bytes(kind):
    assert render_file(busy(), kind) == render_file(busy(), kind)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("orientation", ["flat", "diamond-mirrored"])
def test_everything_at_once_is_drawn(orientation, theme):
    drawn = figure(busy(orientation=orientation, theme=theme))
    texts = [text.get_text() for text in drawn.axes[0].texts]
    assert "$50 & 100 %_{}" in texts
    assert len(render_file(busy(orientation=orientation, theme=theme), "png")) > 10_000


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_colors_land_on_their_cells(tmp_path, orientation):
    theme = THEMES["light"]
    heat = np.arange(16.0)
    shown = picture(Board(4), heat=heat, orientation=orientation, coordinates=False)
    shown.save(tmp_path / "board.png")
    with Image.open(tmp_path / "board.png") as image:
        image = image.convert("RGB")
    (scene,) = (scene for _, scene in shown.scenes)
    scale = image.width / shown.natural[0]
    assert scale == pytest.approx(200 / 96, rel=0.01)
    for cell, (x, y) in enumerate(scene.centers):
        at = (x - scene.box[0]) * scale, (y - scene.box[1]) * scale
        red, green, blue = image.getpixel((int(at[0]), int(at[1])))
        assert f"#{red:02x}{green:02x}{blue:02x}" == theme.sequential.color(cell / 15)


def test_size_and_grids():
    drawn = figure(board_grid([Board(2), Board(5)], size=400))
    assert drawn.get_size_inches()[0] == pytest.approx(400 / 96)


def test_figures_show_themselves_without_pyplot():
    assert figure(picture(Board(1)))._repr_png_().startswith(b"\x89PNG")


def test_a_pdf_keeps_its_text():
    data = render_file(picture(Board(2)), "pdf")
    assert re.search(rb"/FontType 42|/Type0|/CIDFontType2", data)
