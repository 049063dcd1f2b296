"""A person plays against a player in a real JupyterLab, and the page stays alive."""

import nbformat
import pytest
from jupyter_driver import BROKEN, keep_screenshot, open_notebook, run_all, run_last_cell
from nbformat.v4 import new_code_cell, new_notebook

GAME = """
import numpy as np, time
from hexlab import Board
from hexlab.play.player import Choice, Player, Session
from hexlab.view.explorers import play_bot

class Slow(Player):
    name = "slow"

    def swaps(self, board):
        return False

    def start(self, game):
        return Thinking()

class Thinking(Session):
    so_far = None
    go = False

    def choose(self, game, limit=None, rng=None):
        scores = np.full(game.n**2, np.nan)
        scores[list(game.board.empty)] = np.arange(len(game.board.empty))
        self.so_far = Choice(game.board.empty[0], value=0.5, scores=scores)
        end = time.monotonic() + 6
        while time.monotonic() < end and game.board.to_move == -1:
            time.sleep(0.01)
        return self.so_far

    def progress(self):
        return self.so_far

w = play_bot(Slow(), 5)
w
"""
ASK = "print('; '.join(w.moves))"


@pytest.fixture
def shown(page, lab, lab_folder):
    """The page with the board, White played by somebody slow."""
    cells = [new_code_cell(GAME.strip()), new_code_cell(ASK)]
    notebook = new_notebook(cells=cells)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab_folder / "bot.ipynb")
    open_notebook(page, lab, "bot.ipynb")
    run_all(page, timeout=400)
    page.locator(".hexlab-board svg").wait_for()
    return page


def click_cell(page, name):
    page.locator(f'.hexlab-board [data-cell="{name}"]').click()


def wait_for_status(page, text):
    page.locator(".hexlab-status", has_text=text).wait_for()


def press(page, text):
    page.locator(f'.hexlab button:text-is("{text}")').click()


def test_a_game_against_somebody_slow(shown):
    page = shown
    wait_for_status(page, "Black to move, empty board")
    press(page, "hint")
    wait_for_status(page, "Hint: a1 (win rate 75 %)")
    keep_screenshot(page.locator(".hexlab"), "bot-hint.png")

    click_cell(page, "c3")
    wait_for_status(page, "slow is thinking")
    assert page.locator('.hexlab button:text-is("hint")').is_disabled()
    # While it thinks its scores color the board, and the page listens.
    page.locator(".hexlab-board text", has_text="what slow thinks").wait_for()
    keep_screenshot(page.locator(".hexlab"), "bot-thinking.png")
    click_cell(page, "d4")
    page.locator(".hexlab-error", has_text="slow is thinking: wait").wait_for()
    wait_for_status(page, "Black to move, 2 stones.")
    assert run_last_cell(page).strip() == "B c3; W a1"

    # One who steps back is not answered.
    click_cell(page, "d4")
    wait_for_status(page, "slow is thinking")
    page.locator('.hexlab button[aria-label^="Back one move"]').click()
    wait_for_status(page, "Black to move, 2 stones.")
    click_cell(page, "b4")
    wait_for_status(page, "Black to move, 4 stones.")
    press(page, "let it move")
    wait_for_status(page, "White to move, 5 stones. slow is thinking")
    wait_for_status(page, "Black to move, 6 stones.")
    press(page, "resign")
    wait_for_status(page, "Black has resigned")
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())


def test_other_boards_have_no_player(page, lab, lab_folder):
    notebook = new_notebook(
        cells=[new_code_cell("from hexlab.view import BoardWidget\nBoardWidget(3)")]
    )
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab_folder / "alone.ipynb")
    open_notebook(page, lab, "alone.ipynb")
    run_all(page, timeout=400)
    page.locator(".hexlab-board svg").wait_for()
    assert not page.locator(".hexlab-bot").is_visible()
