"""A real JupyterLab in a real Chromium, for tests.

Nothing outside the given folders is read or written: settings, workspaces and the browser's profile
are fresh, and no news prompt covers the page.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What JupyterLab and anywidget write where a widget can't be shown.
BROKEN = re.compile(r"model not found|Error displaying widget|Failed to load model|Error creating")


def missing_for_browser() -> str:
    """What these tests need and this machine lacks; "" if nothing."""
    if shutil.which("chromium") is None:
        return "no chromium on PATH (Debian: apt install chromium)"
    for module in ("playwright", "jupyterlab", "anywidget"):
        try:
            __import__(module)
        except ImportError:
            return f"no {module} (pip install 'hexlab[lab,test]')"
    return ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _settings(home: Path) -> dict[str, str]:
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    chosen = {
        "apputils-extension/notification": '{"checkForUpdates": false, "fetchNews": "false"}',
        # All cells stay in the page, also those far from what is seen.
        "notebook-extension/tracker": '{"windowingMode": "none"}',
    }
    for name, settings in chosen.items():
        file = home / "settings/@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings)
    return {name: str(home / folder) for name, folder in places.items()}


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: the folder it shows, the one with its settings, its port and token."""

    root: Path
    home: Path
    port: int
    token: str

    def address(self, page: str) -> str:
        mark = "&" if "?" in page else "?"
        return f"http://127.0.0.1:{self.port}/{page}{mark}token={self.token}"

    def trust(self, name: str) -> None:
        """Sign a notebook, as JupyterLab does once its reader has run it."""
        import nbformat
        from nbformat.sign import NotebookNotary

        notary = NotebookNotary(data_dir=str(self.home / "data"))
        notary.sign(nbformat.read(self.root / name, 4))


@contextmanager
def jupyterlab(
    root: Path, home: Path, make: Path | None = None, patience: float = 60
) -> Iterator[Lab]:
    """Run JupyterLab over the folder `root`.

    `home` takes its settings and log. With `make` it is started by ``make lab`` in that checkout.
    `patience` is how many seconds it may take to answer.
    """
    lab = Lab(root, home, _free_port(), secrets.token_hex(8))
    options = [f"--port={lab.port}", "--ip=127.0.0.1", f"--IdentityProvider.token={lab.token}"]
    options += [f"--ServerApp.root_dir={root}", "--no-browser", "--allow-root"]
    command = [sys.executable, "-m", "jupyterlab", *options]
    if make:
        command = ["make", "lab", f"LAB_OPTIONS={' '.join(options)}"]
    with open(home / "jupyterlab.log", "w") as log:
        server = subprocess.Popen(
            command,
            env=os.environ | _settings(home),
            stdout=log,
            stderr=log,
            cwd=make or root,
            start_new_session=True,
        )
    try:
        _wait_for(lab.address("api/status"), server, home, patience)
        yield lab
    finally:
        with suppress(ProcessLookupError):  # it has ended by itself
            os.killpg(server.pid, signal.SIGTERM)  # JupyterLab ends its kernels, too
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)


def _wait_for(address: str, server: subprocess.Popen[bytes], home: Path, patience: float) -> None:
    end = time.monotonic() + patience
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5)
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    log = (home / "jupyterlab.log").read_text()[-2000:]
    raise RuntimeError(f"JupyterLab did not start:\n{log}")


def keep_screenshot(shown, name: str) -> None:
    """Save a picture of a page or a part of it in the folder that HEXLAB_SCREENSHOTS names."""
    if folder := os.environ.get("HEXLAB_SCREENSHOTS"):
        shown.screenshot(path=Path(folder) / name)


def open_notebook(page, lab: Lab, name: str) -> None:
    """Open a notebook and wait until its cells are there."""
    page.goto(lab.address(f"lab/tree/{name}?reset"), wait_until="domcontentloaded")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)


def choose_in_menu(page, menu: str, item: str) -> None:
    """Click an entry of JupyterLab's menu bar."""
    page.locator(f'.lm-MenuBar-itemLabel:text-is("{menu}")').click()
    page.locator(f'.lm-Menu-itemLabel:text-is("{item}")').click()


def run_all(page, timeout: float = 120) -> None:
    """Run the open notebook's cells from the menu and wait for the last one."""
    page.locator(".jp-StatusBar-TextItem", has_text="| Idle").wait_for(timeout=60_000)
    choose_in_menu(page, "Edit", "Clear Outputs of All Cells")  # and their numbers
    failed = page.locator('[data-mime-type="application/vnd.jupyter.error"]')
    prompts = page.locator(".jp-CodeCell .jp-InputPrompt")
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        if re.search(r"\[\d+\]", prompts.last.inner_text()):
            return
        if failed.count():
            raise RuntimeError(failed.first.inner_text())
        if not any(re.search(r"[*\d]", text) for text in prompts.all_inner_texts()):
            # Not begun, maybe because the kernel says idle a moment before it takes anything.
            prompts.first.click()
            choose_in_menu(page, "Run", "Run All Cells")
            page.wait_for_timeout(1500)
        page.wait_for_timeout(100)
    raise TimeoutError(f"the notebook still runs after {timeout} s")


def run_last_cell(page) -> str:
    """Run the last code cell once more; gives its text output."""
    cell = page.locator(".jp-CodeCell").last
    before = cell.locator(".jp-InputPrompt").inner_text()
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    for _ in range(600):
        now = cell.locator(".jp-InputPrompt").inner_text()
        if now != before and re.search(r"\[\d+\]", now):
            page.wait_for_timeout(200)  # the output comes by another message
            return str(cell.locator(".jp-OutputArea-output").last.inner_text())
        page.wait_for_timeout(50)
    raise TimeoutError("the last cell does not finish")
