"""A person looks at connections, a solution and a proof in a real JupyterLab."""

import nbformat
import pytest
from jupyter_driver import BROKEN, keep_screenshot, open_notebook, run_all, run_last_cell
from nbformat.v4 import new_code_cell, new_notebook

CONNECTIONS = """
from hexlab import Board
from hexlab.view.explorers import explore_connections
w = explore_connections(Board(9, black="c6 e6 e7", white="d3 b8 f2"))
w
"""
SOLUTION = """
from hexlab import Board
from hexlab.search import solve
from hexlab.view.explorers import explore_solution
w = explore_solution(solve(Board(4), all_moves=True))
w
"""
PROOF = """
from hexlab import Board
from hexlab.connection import Certificate, Proof, find_connections
from hexlab.connection.derivation import proof_steps
from hexlab.view.explorers import explore_proof
board = Board(5, black="c3", to_move="white")
across = find_connections(board, "black").across[0]
proof = Proof(5, "black")
w = explore_proof(Certificate(board, proof, proof_steps(across, proof)))
w
"""
ASK = "print(w.mode, '|', '; '.join(w.moves), '|', len(w.board))"


@pytest.fixture
def shown(page, lab, lab_folder, request):
    """The page, with the board that the test's notebook makes."""
    code = request.param.strip()
    name = f"{request.node.name.split('[')[0]}.ipynb"
    notebook = new_notebook(cells=[new_code_cell(code), new_code_cell(ASK)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, lab_folder / name)
    open_notebook(page, lab, name)
    run_all(page, timeout=400)
    page.locator(".hexlab-board svg").wait_for()
    return page


def click_cell(page, name):
    page.locator(f'.hexlab-board [data-cell="{name}"]').click()


def wait_for_status(page, text):
    page.locator(".hexlab-status", has_text=text).wait_for()


def click_side(page, side):
    x, y = page.locator(f'.hexlab-board [data-side="{side}"]').evaluate(
        """bar => {
            const { x, y } = bar.getPointAtLength(bar.getTotalLength() / 2);
            const spot = new DOMPoint(x, y).matrixTransform(bar.getScreenCTM());
            return [spot.x, spot.y];
        }"""
    )
    page.mouse.click(x, y)


@pytest.mark.parametrize("shown", [CONNECTIONS], indirect=True)
def test_connections_are_chosen_intruded_and_left(shown):
    page = shown
    wait_for_status(page, "Click two cells, groups or sides")
    click_cell(page, "e7")
    wait_for_status(page, "e6 and …?")
    click_side(page, "bottom")
    wait_for_status(page, "e6–bottom, full")
    page.locator(".hexlab-lines p", has_text="If White plays").first.wait_for()
    assert page.locator(".hexlab-board pattern").count() == 1
    keep_screenshot(page.locator(".hexlab"), "connections.png")

    stones = page.locator(".hexlab-board circle").count()
    click_cell(page, "d8")
    wait_for_status(page, "White d8, Black")
    assert page.locator(".hexlab-board circle").count() != stones
    keep_screenshot(page.locator(".hexlab"), "connections-reply.png")
    page.locator('.hexlab button:text-is("take back")').click()
    wait_for_status(page, "e6–bottom, full")
    page.locator('.hexlab button:text-is("another")').click()
    wait_for_status(page, "(2 of")

    page.locator(".hexlab").focus()
    page.keyboard.press("Escape")
    wait_for_status(page, "Click two cells, groups or sides")
    page.keyboard.press("Escape")
    wait_for_status(page, "Black to move")
    assert not page.locator(".hexlab-study").is_visible()
    assert run_last_cell(page).strip() == "alternate |  | 6"
    page.locator('.hexlab select[data-trait="mode"]').select_option("connections")
    wait_for_status(page, "Click two cells, groups or sides")
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())


@pytest.mark.parametrize("shown", [SOLUTION], indirect=True)
def test_a_losing_move_is_refuted(shown):
    page = shown
    wait_for_status(page, "Black wins; winning: d1 c2 b3 a4")
    assert page.locator(".hexlab-board text", has_text="Black loses here").count() == 1
    keep_screenshot(page.locator(".hexlab"), "solution.png")
    click_cell(page, "a1")
    page.locator(".hexlab-status", has_text="refutes it").wait_for(timeout=120_000)
    keep_screenshot(page.locator(".hexlab"), "solution-refuted.png")
    page.locator('.hexlab button:text-is("take back")').click()
    wait_for_status(page, "Black wins; winning")
    click_cell(page, "b3")
    page.locator(".hexlab-status", has_text="Black b3 wins.").wait_for(timeout=120_000)


@pytest.mark.parametrize("shown", [PROOF], indirect=True)
def test_a_proof_answers_every_move(shown):
    page = shown
    wait_for_status(page, "Black wins, and this is the proof: play White against it.")
    keep_screenshot(page.locator(".hexlab"), "proof.png")
    assert page.locator('.hexlab select[data-trait="mode"]').input_value() == "proof"
    for cell in ("c4", "d1"):
        click_cell(page, cell)
        wait_for_status(page, f"White {cell} is answered by Black")
        page.locator(".hexlab-lines p", has_text="still matter").wait_for()
    keep_screenshot(page.locator(".hexlab"), "proof-answered.png")
    page.locator('.hexlab button:text-is("leave")').click()
    wait_for_status(page, "this is the proof")
    assert run_last_cell(page).strip() == "proof |  | 1"
