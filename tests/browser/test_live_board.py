"""A person plays on the board in a real JupyterLab."""

import re

import nbformat
import pytest
from jupyter_driver import BROKEN, keep_screenshot, open_notebook, run_all, run_last_cell
from nbformat.v4 import new_code_cell, new_notebook

MAKE = "from hexlab.view.widget import BoardWidget\nw = BoardWidget(11)\nw"
ASK = "print('; '.join(w.moves), '|', w.measure, '|', w.game.comment)"


@pytest.fixture
def board(page, lab, lab_folder, request):
    """The page, with the board of `MAKE` live in an open notebook."""
    name = f"{request.node.name}.ipynb"
    notebook = new_notebook(cells=[new_code_cell(MAKE), new_code_cell(ASK)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab_folder / name)
    open_notebook(page, lab, name)
    run_all(page)
    page.locator(".hexlab-board svg").wait_for()
    return page


def click_cell(page, name):
    page.locator(f'.hexlab-board [data-cell="{name}"]').click()


def wait_for_status(page, text):
    page.locator(".hexlab-status", has_text=text).wait_for()


def stones(page):
    """The discs drawn with a stone's radius."""
    radii = [circle.get_attribute("r") for circle in page.locator(".hexlab-board circle").all()]
    return sum(float(radius) > 13 for radius in radii)


def choose(page, trait, value):
    page.locator(f'.hexlab select[data-trait="{trait}"]').select_option(value)


def test_clicks_keys_and_pastes_reach_python(board):
    page = board
    assert not page.locator("img[data-hexlab]").is_visible()  # the live board hides its still
    assert stones(page) == 0
    for name, count in (("f6", "1 stone"), ("e7", "2 stones"), ("g5", "3 stones")):
        click_cell(page, name)
        wait_for_status(page, count)
    assert stones(page) == 3
    assert run_last_cell(page).startswith("B f6; W e7; B g5 | none")

    click_cell(page, "g5")
    page.locator(".hexlab-error", has_text="'g5' is occupied (black)").wait_for()
    page.keyboard.press("ArrowLeft")
    wait_for_status(page, "Black to move, 2 stones")
    assert stones(page) == 2
    page.keyboard.press("Home")
    wait_for_status(page, "empty board")
    page.keyboard.press("End")
    wait_for_status(page, "3 stones")

    page.locator('.hexlab-move:has-text("1. B f6")').click()
    wait_for_status(page, "1 stone.")
    page.locator('.hexlab button[aria-label^="Swap pieces"]').click()
    page.locator('.hexlab-current:has-text("W swap-pieces")').wait_for()
    assert page.locator(".hexlab-move", has_text="W e7").count() == 1  # the other variation stays

    page.locator(".hexlab summary").click()
    page.locator(".hexlab-paste").fill("https://hexworld.org/board/#5c1,a1b2c3,")
    page.locator('.hexlab button[title="Open the pasted game"]').click()
    page.wait_for_function("document.querySelectorAll('.hexlab-board .hex-cell').length === 25")
    assert run_last_cell(page).startswith("B a1; W b2; B c3 |")

    page.locator(".hexlab-paste").fill("no game at all")
    page.locator('.hexlab button[title="Open the pasted game"]').click()
    page.locator(".hexlab-error", has_text="HexWorld").wait_for()
    assert page.locator(".hexlab-paste").input_value() == "no game at all"
    assert page.locator(".hexlab-board .hex-cell").count() == 25


def test_measures_color_the_board_and_tell_numbers(board):
    page = board
    click_cell(page, "f6")
    wait_for_status(page, "1 stone")
    plain = page.locator(".hexlab-board").inner_html()
    choose(page, "measure", "closeness")
    page.locator(".hexlab-board text", has_text="closeness, Black").wait_for(timeout=60_000)
    fills = re.findall(r'fill="(#[0-9a-f]{6})"', page.locator(".hexlab-board").inner_html())
    assert len(set(fills)) > len(set(re.findall(r'fill="(#[0-9a-f]{6})"', plain))) + 10
    choose(page, "player", "both")
    page.locator(".hexlab-board text", has_text="Black − White").wait_for()
    page.locator('.hexlab-board [data-cell="e7"]').hover()
    table = page.locator(".hexlab-numbers")
    table.wait_for()
    assert table.locator("th").first.inner_text() == "e7"
    # Through the black stone e7 reaches three more cells; White lost one.
    assert re.search(r"degree\s+8\s+5\b", table.inner_text())
    choose(page, "links", "both")
    page.wait_for_function(
        "count => document.querySelectorAll('.hexlab-board circle').length > count", arg=50
    )
    assert "| closeness |" in run_last_cell(page)


def test_the_picture_of_the_readme(board):
    """A game being played, with the betweenness of Black's network on the cells."""
    page = board
    moves = "c2 f6 g7 g6 h6 h5 d8 e7"
    for count, name in enumerate(moves.split(), start=1):
        click_cell(page, name)
        wait_for_status(page, f"{count} stone")
    choose(page, "measure", "betweenness (fraction)")
    page.locator(".hexlab-board text", has_text="betweenness").wait_for(timeout=60_000)
    choose(page, "links", "black")
    page.locator(".hexlab-error", has_text=re.compile("^$")).wait_for(state="attached")
    page.wait_for_function("document.querySelectorAll('.hexlab-board circle').length > 60")
    page.locator('.hexlab-board [data-cell="e8"]').hover()
    page.locator(".hexlab-numbers").wait_for()
    keep_screenshot(page.locator(".hexlab"), "widget.png")


def test_a_late_answer_takes_the_warning_away(board):
    page = board
    page.locator(".jp-CodeCell").last.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.type("import time; w.observe(lambda c: time.sleep(6), 'position'); print('slow')")
    assert run_last_cell(page).startswith("slow")
    click_cell(page, "f6")
    page.locator(".hexlab-error", has_text="Python has not answered yet").wait_for()
    wait_for_status(page, "1 stone")
    page.locator(".hexlab-error", has_text=re.compile("^$")).wait_for(state="attached")


def test_a_comment_and_a_typed_move_are_kept(board):
    page = board
    page.locator('.hexlab input[aria-label^="Type a move"]').fill("f6")
    page.keyboard.press("Enter")
    wait_for_status(page, "1 stone")
    page.locator('.hexlab textarea[aria-label^="Comment"]').fill("the middle")
    page.locator('.hexlab textarea[aria-label^="Comment"]').blur()
    page.locator(".hexlab-current", has_text="✎").wait_for()
    assert run_last_cell(page).strip() == "B f6 | none | the middle"


def test_set_up_mode_places_and_erases(board):
    page = board
    choose(page, "mode", "put white")
    click_cell(page, "c3")
    wait_for_status(page, "1 stone")
    click_cell(page, "d4")
    wait_for_status(page, "2 stones")
    choose(page, "mode", "erase")
    click_cell(page, "c3")
    wait_for_status(page, "1 stone")
    assert stones(page) == 1
    assert run_last_cell(page).strip().startswith("|")  # stones, but no moves


@pytest.mark.parametrize("width", [375, 900])
def test_the_board_fits_narrow_windows(board, width):
    page = board
    page.set_viewport_size({"width": width, "height": 900})
    if width < 500:  # as people do on small screens
        page.keyboard.press("Control+b")
    page.wait_for_timeout(500)
    room = page.locator(".hexlab").bounding_box()["width"]
    assert page.locator(".hexlab-board svg").bounding_box()["width"] <= room + 1
    assert page.evaluate(
        "(e => e.scrollWidth <= e.clientWidth + 1)(document.querySelector('.hexlab'))"
    )


def test_the_board_follows_a_dark_theme(board):
    page = board
    light = page.locator(".hexlab-board").inner_html()
    page.locator('.lm-MenuBar-itemLabel:text-is("Settings")').click()
    page.locator('.lm-Menu-itemLabel:text-is("Theme")').hover()
    page.locator('.lm-Menu-itemLabel:text-is("JupyterLab Dark")').click()
    page.wait_for_function(
        "before => document.querySelector('.hexlab-board').innerHTML !== before", arg=light
    )
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())
