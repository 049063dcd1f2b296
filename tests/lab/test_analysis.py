import csv
import html
import io
import os
import re
from pathlib import Path

import numpy as np
import pytest

from hexlab.board.board import Board
from hexlab.board.formats import parse_game
from hexlab.board.game import Game
from hexlab.lab.analysis import analyze
from hexlab.lab.page import heat_picture, report_page
from hexlab.model.evaluation import network_value, resistance_ratio

GAMES = {
    "empty": Game(5),
    "1×1": Game(1),
    "1×1 played": Game(1).play("a1"),
    "set-up only": Game(Board(4, black="b2 b3", white="c1")),
    "set-up later": Game(4).play("a1").set_up(white="b2").play("c1"),
    "swap-pieces": Game(5).play("b1").swap().play("c3"),
    "swap-sides": Game(5).play("b1").swap("sides").play("c3").play("d4"),
    "only resigned": Game(5).resign(),
    "passes": Game(3).pass_turn().pass_turn().play("a1"),
    "unfinished": Game(5).play("c3").play("b4"),
    "won": Game(3).play("b2").play("a3").play("b1").play("a1").play("b3"),
    "played on": Game(2).play("a1").play("b1").play("a2").play("b2"),
    "one color": Game(4).play("a1").play("a2", "black").play("a3", "black").play("a4", "black"),
}


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_game_gets_a_report(name):
    game = GAMES[name]
    report = analyze(game)
    assert report.boards == game.boards()
    assert len(report.moves) == len(report.boards)
    for board, ratio, value in zip(report.boards, report.ratio, report.value, strict=True):
        assert ratio == resistance_ratio(board)
        assert value == network_value(board, 0.075)
    for curve in (report.scaled_resistance, report.scaled_value):
        assert np.all(np.abs(curve) <= 1)
    pictures = {position: heat_picture(report, position) for position in report.shown()}
    text = report_page(report, b"", pictures)
    assert text.count("<svg") == len(pictures)
    assert all(html.escape(move) in text for move in report.moves)


@pytest.mark.parametrize("name", ["empty", "set-up only", "swap-sides"])
def test_a_saved_report(name, tmp_path):
    report = analyze(GAMES[name], swings=1)
    check_files(report, report.save(tmp_path / "deep" / "report"))


def check_files(report, page):
    text = page.read_text(encoding="utf-8")
    names = sorted(path.name for path in page.parent.iterdir())
    pictures = [f"position-{position:03}.png" for position in report.shown()]
    assert names == sorted(["curves.png", "report.html", "values.csv", *pictures])
    assert text.count("<svg") == len(pictures)
    # Nothing is asked of any other place: no address but XML's names and the PNG itself.
    sources = re.findall(r'(?:src|href|url\()\s*=?\s*["\']?([^"\')> ]+)', text)
    assert all(s.startswith(("data:image/png;base64,", "#")) for s in sources)
    assert "<script" not in text
    assert "@import" not in text
    with (page.parent / "values.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["E"]) for row in rows] == report.ratio.tolist()
    assert [float(row["E_v"]) for row in rows] == report.value.tolist()
    assert [row["move"] for row in rows] == list(report.moves)


def test_curves_go_up_for_black():
    won = analyze(GAMES["won"])
    assert won.scaled_resistance[-1] == won.scaled_value[-1] == 1
    lost = analyze(Game(2).play("a1").play("a2").play("b2").play("b1"))
    assert lost.scaled_resistance[-1] == lost.scaled_value[-1] == -1
    assert analyze(Game(5)).scaled_resistance[0] == pytest.approx(0, abs=1e-12)


def test_swings_are_the_largest_steps_of_either_curve():
    rng = np.random.default_rng(3)
    game = Game(6)
    for cell in rng.permutation(36)[:20]:
        game.play(int(cell))
    report = analyze(game, swings=2)
    expected = set()
    for curve in (report.scaled_resistance, report.scaled_value):
        steps = np.abs(np.diff(curve))
        expected |= {int(i) + 1 for i in np.argsort(-steps)[:2]}
    assert report.swings == tuple(sorted(expected))
    assert analyze(game, swings=0).swings == ()
    assert analyze(game, swings=0).shown() == (len(report.boards) - 1,)
    assert set(analyze(game, swings=99).swings) <= set(range(1, 21))


def test_positions_without_change_are_no_swings():
    assert analyze(GAMES["passes"]).swings == (3,)
    assert analyze(GAMES["empty"]).swings == ()


def test_the_line_through_the_cursor_is_analyzed():
    game = Game(4).play("a1").play("b2").undo().play("c3")
    assert analyze(game).moves == ("", "B a1", "W c3")
    assert analyze(game.undo()).moves == ("", "B a1", "W b2")


def test_alpha_reaches_the_value():
    report = analyze(GAMES["unfinished"], alpha=1)
    assert report.value[1] == network_value(report.boards[1], 1)
    assert report.alpha == 1
    with pytest.raises(ValueError, match="alpha"):
        analyze(GAMES["unfinished"], alpha=1.5)
    with pytest.raises(ValueError, match="swings"):
        analyze(GAMES["unfinished"], swings=-1)


def test_how_it_shows_itself():
    game = Game(3).play("b2").play("a3").play("b1").play("a1").play("b3")
    game.players = ("Ann <b>", "Bo")
    game.source = "final.sgf"
    report = analyze(game)
    assert report.title == "final.sgf · Ann <b> – Bo, black won (chain)"
    assert repr(report).startswith("final.sgf · Ann <b> – Bo, black won (chain): 6 positions")
    page = report._repr_html_()
    assert "data:image/png;base64," in page
    assert "<script" not in page
    assert analyze(GAMES["empty"]).title == "A game, no winner"


def test_names_are_escaped_on_the_page(tmp_path):
    game = Game(2).play("a1")
    game.players = ("<script>alert(1)</script>", "&")
    text = analyze(game).save(tmp_path).read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_the_csv_has_infinities_that_read_back():
    report = analyze(Game(2).play("a1").play("a2").play("b2").play("b1"))
    rows = list(csv.DictReader(io.StringIO(report.csv())))
    assert float(rows[-1]["E"]) == np.inf
    assert rows[-1]["E_v_scaled"] == "-1.0"


def test_the_last_move_is_ringed_only_if_it_is_a_stone():
    report = analyze(GAMES["swap-pieces"])
    assert report.moves == ("", "B b1", "W swap-pieces", "B c3")
    for position, (stones, rings) in enumerate([(0, 0), (1, 1), (1, 0), (2, 1)]):
        # Four boards in a picture, a disc for each stone.
        discs = heat_picture(report, position).svg.count("<circle")
        assert discs == 4 * (stones + rings)


def test_full_and_won_boards_have_heat_pictures_too():
    for board in (Board(2, black="a1 b1", white="a2 b2"), Board(1, white="a1")):
        shown = heat_picture(analyze(Game(board)), 0).svg
        for title in ("Black: betweenness", "Black: current", "White: current"):
            assert title in shown


def test_saving_twice_gives_the_same_files(tmp_path):
    report = analyze(GAMES["played on"], swings=1)
    for name in ("one", "two"):
        report.save(tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_19_and_full(tmp_path):
    rng = np.random.default_rng(1)
    game = Game(19)
    for cell in rng.permutation(361):
        game.play(int(cell))
    report = analyze(game, swings=1)
    assert len(report.boards) == 362
    check_files(report, report.save(tmp_path))


@pytest.mark.parametrize("text", ["https://hexworld.org/board/#5c1,c3:sb2", "(;GM[11]SZ[5];B[c3])"])
def test_games_read_from_text(text):
    assert analyze(parse_game(text).last()).boards[1:]


@pytest.mark.long
@pytest.mark.skipif("HEXLAB_GAMES" not in os.environ, reason="HEXLAB_GAMES is not set")
def test_real_games(tmp_path):
    from hexlab.board.gamefiles import load_games

    folder = Path(os.environ["HEXLAB_GAMES"]) / "olympiad"
    if not folder.is_dir():
        pytest.skip("HEXLAB_GAMES has no olympiad/")
    for number, game in enumerate(load_games(folder)):
        report = analyze(game)
        if number % 16 == 0:
            check_files(report, report.save(tmp_path / str(number)))
