"""Every tracked notebook shows its boards to a reader who has no kernel running."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_driver import BROKEN, open_notebook
from nbformat.v4 import new_code_cell, new_notebook

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
TRACKED = sorted(
    path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in str(path)
)

SAMPLE = [
    "from hexlab import Board\nfrom hexlab.view.widget import BoardWidget",
    "w = BoardWidget(5)\nw.command('click', cell='c3')\nw",
    "display(w)",
    "Board(4).play('b2')",
    "Board(4).show(labels={'a1': 'x'})",
]
STILL = 'img[src^="data:image/svg+xml"]'
LIVE = ".hexlab-board svg"


def boards_stored(notebook):
    """How many outputs of a notebook show a board, and how many of them as widgets."""
    outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
    data = [out.get("data", {}) for out in outputs]
    stills = sum("data:image/svg+xml" in str(some.get("text/html", "")) for some in data)
    widgets = sum(  # other widgets, a slider say, have no still beside them
        "application/vnd.jupyter.widget-view+json" in some
        and "play on the board" in str(some.get("text/plain"))
        for some in data
    )
    return stills, widgets


def open_without_kernel(page, lab, name):
    """Open a notebook in JupyterLab while the server never gives it a kernel."""
    page.route("**/api/sessions*", lambda route: _only_reading(route))
    open_notebook(page, lab, name)
    page.locator(".jp-OutputArea-output").first.wait_for(timeout=60_000)


def _only_reading(route):
    if route.request.method != "POST":  # a POST would start one: leave it without an answer
        route.continue_()


def open_until_drawn(page, lab, name, count):
    """Open a trusted notebook with a kernel and wait for its widgets.

    On a busy machine JupyterLab at times gives up on a widget before it has read the stored state;
    opening the notebook again helps, here as it does by hand.
    """
    for attempt in range(3):
        open_notebook(page, lab, name)
        for _ in range(60 if count else 10):
            page.wait_for_timeout(500)
            if BROKEN.search(page.locator(".jp-Notebook").inner_text()) and attempt < 2:
                break
            if count and page.locator(LIVE).count() == count:
                return


def seen(page):
    """(stills, live boards) that are visible, scrolling through the whole notebook."""
    page.evaluate(
        "document.querySelectorAll('.jp-WindowedPanel-outer, .jp-Notebook')"
        ".forEach(e => e.scrollTop = e.scrollHeight)"
    )
    page.wait_for_timeout(1500)
    stills = sum(image.is_visible() for image in page.locator(STILL).all())
    return stills, page.locator(LIVE).count()


@pytest.fixture(scope="module")
def sample(needs_browser, lab_folder):
    """A notebook with boards of every kind, executed as the tracked ones are."""
    from nbclient import NotebookClient

    notebook = new_notebook(cells=[new_code_cell(code) for code in SAMPLE])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    NotebookClient(notebook, timeout=120, store_widget_state=True).execute()
    assert boards_stored(notebook) == (4, 2)
    nbformat.write(notebook, lab_folder / "sample.ipynb")
    return lab_folder / "sample.ipynb"


def test_without_a_kernel_the_stills_are_seen(page, lab, sample):
    open_without_kernel(page, lab, sample.name)
    assert seen(page) == (4, 0)  # a notebook from elsewhere is not trusted
    lab.trust(sample.name)
    open_without_kernel(page, lab, sample.name)
    assert seen(page) == (4, 0)  # JupyterLab waits for a kernel before it draws widgets
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())


def test_with_a_fresh_kernel_widgets_come_from_the_stored_state(page, lab, sample):
    lab.trust(sample.name)
    open_until_drawn(page, lab, sample.name, 2)
    assert seen(page) == (2, 2)  # each live board hides its still
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())
    page.locator('.hexlab-board [data-cell="a1"]').first.click()
    page.locator(".hexlab-error", has_text="still picture").first.wait_for(timeout=10_000)


def test_the_sample_as_a_web_page(page, sample, tmp_path):
    assert web_page(page, sample, tmp_path) == 4


@pytest.mark.parametrize("path", TRACKED, ids=lambda path: str(path.relative_to(NOTEBOOKS)))
def test_a_tracked_notebook_shows_its_boards(page, lab, lab_folder, tmp_path, path):
    notebook = nbformat.read(path, 4)
    stills, widgets = boards_stored(notebook)
    assert any(cell.get("outputs") for cell in notebook.cells), "not executed: make publish"
    name = "-".join(path.relative_to(NOTEBOOKS).parts)
    shutil.copy(path, lab_folder / name)
    open_without_kernel(page, lab, name)
    assert seen(page) == (stills, 0)
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())
    assert web_page(page, path, tmp_path) == stills
    page.unroute_all()
    lab.trust(name)
    open_until_drawn(page, lab, name, widgets)
    assert seen(page) == (stills - widgets, widgets)
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())


def web_page(page, path, folder):
    """The number of visible boards in nbconvert's HTML, read without a network."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--output-dir", str(folder)]
    subprocess.run([*command, str(path)], check=True, capture_output=True)
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto((folder / f"{path.stem}.html").as_uri(), wait_until="domcontentloaded")
    page.wait_for_timeout(500)
    assert not BROKEN.search(page.locator("body").inner_text())
    return sum(image.is_visible() for image in page.locator(STILL).all())
