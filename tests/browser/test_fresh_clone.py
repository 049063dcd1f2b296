"""What the README tells a newcomer to type, in a clone of this checkout, up to a colored board."""

import re
import subprocess
from pathlib import Path

import pytest
from jupyter_driver import BROKEN, jupyterlab, keep_screenshot, open_notebook, run_all

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHAPTER = "takada/01-hex-and-board-networks.ipynb"


@pytest.fixture(scope="module")
def clone(needs_browser, tmp_path_factory) -> Path:
    """The README's first lines, with this checkout as the address."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    block = re.search(r"```bash\n(git clone.*?)```", README, re.DOTALL)
    fetch, enter, start = block[1].split("\n")[:3]
    assert (enter, start) == ("cd hexlab", "make lab")
    place = tmp_path_factory.mktemp("newcomer")
    words = [str(ROOT) if word.startswith("URL") else word for word in fetch.split()]
    subprocess.run(words, cwd=place, check=True, capture_output=True)
    return place / "hexlab"


@pytest.fixture(scope="module")
def newcomers_lab(clone, tmp_path_factory):
    """``make lab`` with nothing installed and no kernel compiled."""
    home = tmp_path_factory.mktemp("newcomer-home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PYTHONPATH", "VIRTUAL_ENV", "NUMBA_CACHE_DIR", "HEXLAB_GAMES"):
            patch.delenv(name, raising=False)
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        if (pip := Path.home() / ".cache" / "pip").is_dir():  # what pip fetched stays fetched
            patch.setenv("PIP_CACHE_DIR", str(pip))
        with jupyterlab(clone / "notebooks", home, make=clone, patience=1200) as lab:
            yield lab


def test_make_lab_leads_to_a_clicked_colored_board(newcomers_lab, clone, page):
    open_notebook(page, newcomers_lab, CHAPTER)
    run_all(page, timeout=400)
    assert not BROKEN.search(page.locator(".jp-Notebook").inner_text())

    explorer = page.locator(".hexlab").last
    explorer.scroll_into_view_if_needed()
    before = explorer.locator("circle").count()
    status = explorer.locator(".hexlab-status").inner_text()
    explorer.locator('[data-cell="a4"]').click()
    page.wait_for_function(
        "before => [...document.querySelectorAll('.hexlab-status')].at(-1).innerText !== before",
        arg=status,
    )
    assert explorer.locator("circle").count() != before
    assert explorer.locator("svg text", has_text="betweenness").count() == 1  # the color bar
    explorer.locator('[data-cell="b2"]').hover()
    explorer.locator(".hexlab-numbers").wait_for()

    page.wait_for_timeout(500)
    keep_screenshot(page, "fresh-clone.png")

    git = ["git", "status", "--porcelain"]
    changed = subprocess.run(git, cwd=clone, capture_output=True, text=True, check=True).stdout
    # JupyterLab saves what was run: the notebook that is open, and nothing else.
    assert set(changed.split()) <= {"M", f"notebooks/{CHAPTER}"}
