"""Running the chapters: every notebook in a kernel of its own, a failure stops no other one."""

from __future__ import annotations

import atexit
import copy
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexlab.lab.scale import Scale
from hexlab.run.extras import need
from hexlab.run.files import write_atomic
from hexlab.run.places import checkout
from hexlab.run.progress import progress

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["Outcome", "chapter_outputs", "chapters", "notebooks_folder", "run_notebook", "tidy"]

# Seconds a cell may take; at thesis scale as long as it wants.
CELL_TIMEOUT = {Scale.QUICK: 120, Scale.LONG: 24 * 3600, Scale.THESIS: None}

_SCALE_LINE = re.compile(r"^scale\s*=.*$", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """How a notebook's run ended.

    Attributes
    ----------
    chapter : str
        "takada/01".
    path : Path
        The executed copy, complete up to the error if there was one.
    seconds : float
    error : str
        In plain words, with the cell; "" if there was none.
    """

    chapter: str
    path: Path
    seconds: float
    error: str = ""


def notebooks_folder() -> Path:
    """The folder of the chapters: ``notebooks/`` of the checkout, or of the current folder.

    Raises
    ------
    ValueError
        If there is none.
    """
    folder = (checkout() or Path.cwd()) / "notebooks"
    if not folder.is_dir():
        raise ValueError(f"{folder} does not exist: chapters are run inside a checkout of hexlab")
    return folder


def chapters(names: Sequence[str] = (), folder: Path | None = None) -> dict[str, Path]:
    """The chapters with these names, all without names: chapter → notebook, in order.

    Parameters
    ----------
    names : sequence of str
        A thesis ("takada"), a chapter ("takada/01") or the whole name of a notebook.
    folder : Path, optional
        Where to look; `notebooks_folder` by default.

    Raises
    ------
    ValueError
        If a name fits no notebook.
    """
    place = folder or notebooks_folder()
    known = {_chapter(path, place): path for path in sorted(place.glob("*/*.ipynb"))}
    chosen: dict[str, Path] = {}
    for name in names:
        fits = {c: p for c, p in known.items() if name.rstrip("/") in _names(c, p)}
        if not fits:
            raise ValueError(f"no chapter {name!r}: there are {', '.join(known) or 'none'}")
        chosen.update(fits)
    return {c: p for c, p in known.items() if c in chosen} if names else known


def _chapter(path: Path, folder: Path) -> str:
    """The name of a chapter: "takada/01" for takada/01-hex-and-board-networks.ipynb."""
    return f"{path.parent.relative_to(folder)}/{path.stem.partition('-')[0]}"


def _names(chapter: str, path: Path) -> tuple[str, ...]:
    thesis = chapter.partition("/")[0]
    whole = f"{thesis}/{path.stem}"
    return thesis, chapter, whole, f"{whole}.ipynb", f"notebooks/{whole}.ipynb"


def run_notebook(
    chapter: str,
    path: Path,
    out: Path,
    scale: Scale = Scale.QUICK,
    timeout: float | None = None,
) -> Outcome:
    """Execute one notebook. Its errors are in the outcome, not raised.

    Parameters
    ----------
    chapter : str
        Its name.
    path : Path
        Its notebook; `chapters` gives both.
    out : Path
        The executed copy goes to ``notebooks/THESIS/`` in it, tidied. The notebook runs in this
        folder and writes figures and claims below it; those of an earlier run are removed first.
    scale : Scale
        Put into the cell with the tag ``parameters``.
    timeout : float, optional
        Seconds a cell may take, instead of the scale's own.
    """
    target = out / "notebooks" / chapter.partition("/")[0] / path.name
    start = time.monotonic()
    nbformat = need("nbformat", "lab")
    out.mkdir(parents=True, exist_ok=True)
    try:
        notebook = _with_scale(nbformat.read(path, as_version=4), scale)
    except Exception as error:  # not JSON, no notebook
        return Outcome(chapter, target, time.monotonic() - start, f"not readable: {error}")
    for stale in chapter_outputs(out, chapter):
        stale.unlink()
    limit = CELL_TIMEOUT[scale] if timeout is None else timeout
    failure = _execute(notebook, chapter, out, limit)
    text = nbformat.writes(tidy(notebook))
    write_atomic(target, text if text.endswith("\n") else text + "\n")
    return Outcome(chapter, target, time.monotonic() - start, failure)


def chapter_outputs(out: Path, chapter: str) -> list[Path]:
    """The figures and the result file that a chapter has left in the folder of a run."""
    name = chapter.replace("/", "-")
    figures = (out / "figures").glob(f"{name}-*")
    return sorted([*figures, *(out / "claims").glob(f"{name}.json")])


def _with_scale(notebook: NotebookNode, scale: Scale) -> NotebookNode:
    """The notebook with the scale in its cell with the tag ``parameters``."""
    for cell in notebook.cells:
        if "parameters" in cell.metadata.get("tags", []):
            cell.source = _SCALE_LINE.sub(f'scale = "{scale}"', cell.source)
    return notebook


def _execute(notebook: NotebookNode, chapter: str, out: Path, timeout: float | None) -> str:
    """Run all cells, outputs into the notebook; the first error in plain words, or ""."""
    from nbclient import exceptions

    total = sum(cell.cell_type == "code" for cell in notebook.cells)
    with progress(total=total, desc=chapter, unit="cell") as bar:
        client = need("nbclient", "lab").NotebookClient(
            notebook,
            km=_kernel_manager(),
            timeout=timeout,
            store_widget_state=True,
            coalesce_streams=True,
            resources={"metadata": {"path": str(out)}},
            on_cell_executed=lambda **_: bar.update(),
        )
        try:
            client.execute(env=_environment(out), cwd=str(out))
        except exceptions.CellExecutionError as error:
            return f"{_place(notebook)}: {error.ename}: {error.evalue}".strip()
        except exceptions.CellTimeoutError:
            return f"{_place(notebook)} took more than {timeout:g} s"
        except exceptions.DeadKernelError:
            return f"{_place(notebook)}: the kernel died (out of memory?)"
        except (RuntimeError, OSError) as error:  # of nbclient, before the first cell
            # It would look for the kernel once more when Python ends, and print that it has none.
            atexit.unregister(client._cleanup_kernel)
            return f"no kernel starts: {error}"
    return ""


def _place(notebook: NotebookNode) -> str:
    """The cell that was executed last, by its number among all cells."""
    started = [
        number
        for number, cell in enumerate(notebook.cells, start=1)
        if cell.cell_type == "code" and "iopub.status.busy" in cell.metadata.get("execution", {})
    ]
    return f"cell {started[-1] if started else 1}"


def _kernel_manager() -> Any:
    """A manager whose kernel is this very Python, whatever kernels are installed."""
    manager = need("jupyter_client.manager", "lab").AsyncKernelManager()
    spec = need("jupyter_client.kernelspec", "lab").KernelSpec
    manager._kernel_spec = spec(
        # A kernel on this machine warns that it talks without encryption.
        argv=[
            *(sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"),
            "--log-level=ERROR",
        ],
        display_name="Python 3",
        language="python",
    )
    return manager


def _environment(out: Path) -> dict[str, str]:
    """What the kernel finds in its environment besides ours."""
    return {
        **os.environ,
        "HEXLAB_OUT": str(out),
        # Progress bars would stay in the executed notebook.
        "CI": os.environ.get("CI", "") or "1",
        # A kernel's debugger warns about frozen modules on standard error.
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


def tidy(notebook: NotebookNode) -> NotebookNode:
    """A copy without what differs from run to run: times, widget ids, the Python version."""
    notebook = copy.deepcopy(notebook)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": "python3",
    }
    notebook.metadata["language_info"] = {"name": "python"}
    states = notebook.metadata.get("widgets", {}).get(_WIDGET_STATE, {}).get("state", {})
    if not states:
        return notebook
    text = json.dumps(notebook)
    # Numbered in the order of their first use; widgets that no output shows come last.
    order = sorted(states, key=lambda model: _first_use(notebook, model))
    for number, model in enumerate(order):
        text = text.replace(model, hashlib.md5(f"widget {number}".encode()).hexdigest())
    from nbformat import from_dict

    renamed: NotebookNode = from_dict(json.loads(text))
    return renamed


_WIDGET_STATE = "application/vnd.jupyter.widget-state+json"


def _first_use(notebook: NotebookNode, model: str) -> tuple[int, str]:
    """Where a widget is first mentioned; what it is, among those that no output mentions."""
    at = json.dumps(notebook.cells).find(model)
    state = notebook.metadata["widgets"][_WIDGET_STATE]["state"][model]
    return (at, "") if at >= 0 else (sys.maxsize, json.dumps(state, sort_keys=True))
