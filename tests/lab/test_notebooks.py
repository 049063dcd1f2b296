import json
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from hexlab.lab.notebooks import chapters, run_notebook, tidy
from hexlab.lab.scale import Scale


def write(path, *cells):
    code = [
        new_code_cell('# how much\nscale = "quick"', metadata={"tags": ["parameters"]}),
        new_markdown_cell("# A chapter"),
        *(new_code_cell(cell) for cell in cells),
    ]
    for number, cell in enumerate(code):
        cell.id = f"cell-{number}"
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=code), path)
    return path


def run(tmp_path, *cells, **options):
    path = write(tmp_path / "notebooks" / "takada" / "01-a-topic.ipynb", *cells)
    outcome = run_notebook("takada/01", path, tmp_path / "out", **options)
    return outcome, nbformat.read(outcome.path, as_version=4)


def texts(notebook):
    return ["".join(o.get("text", "") for o in c.get("outputs", [])) for c in notebook.cells]


def test_a_notebook_runs_in_the_out_folder_in_this_python_with_its_scale(tmp_path):
    outcome, notebook = run(
        tmp_path,
        "import os, sys; print(sys.executable); print(os.getcwd())",
        "print(scale); print(os.environ['HEXLAB_OUT']); print(os.environ['CI'])",
        scale=Scale.LONG,
    )
    out = tmp_path / "out"
    assert outcome.error == ""
    assert outcome.path == out / "notebooks" / "takada" / "01-a-topic.ipynb"
    assert outcome.seconds > 0
    assert notebook.cells[0].source == '# how much\nscale = "long"'
    assert texts(notebook)[2].split("\n")[:2] == [sys.executable, str(out)]
    assert texts(notebook)[3].split("\n")[:2] == ["long", str(out)]


def test_an_error_is_said_with_its_cell_and_the_copy_is_kept(tmp_path):
    outcome, notebook = run(tmp_path, "print('before')", "raise ValueError('a1 is\\noccupied')")
    assert outcome.error.startswith("cell 4: ValueError: a1 is")
    assert texts(notebook)[2] == "before\n"
    assert notebook.cells[3].outputs[0].ename == "ValueError"


def test_a_cell_that_takes_too_long_is_stopped(tmp_path):
    outcome, _ = run(tmp_path, "import time; time.sleep(60)", timeout=2)
    assert outcome.error == "cell 3 took more than 2 s"
    assert outcome.seconds < 30


def test_a_kernel_that_dies_is_an_outcome(tmp_path):
    outcome, _ = run(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert "the kernel died" in outcome.error


def test_a_kernel_that_does_not_start_is_an_outcome(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/false")
    outcome, _ = run(tmp_path, "1")
    assert outcome.error.startswith("no kernel starts: ")


def test_a_file_that_is_no_notebook_is_an_outcome(tmp_path):
    path = tmp_path / "01-x.ipynb"
    path.write_text("{")
    outcome = run_notebook("takada/01", path, tmp_path / "out")
    assert outcome.error.startswith("not readable")


def test_two_runs_give_the_same_file_widgets_included(tmp_path):
    cells = [
        "import ipywidgets\nbox = ipywidgets.HBox([ipywidgets.IntSlider(3), "
        "ipywidgets.Label('x')])\nbox",
        "print(1)\nprint(2)",
    ]
    first, notebook = run(tmp_path, *cells)
    assert first.error == ""
    content = first.path.read_bytes()
    second, _ = run(tmp_path, *cells)
    assert second.path.read_bytes() == content
    state = notebook.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    view = notebook.cells[2].outputs[0].data["application/vnd.jupyter.widget-view+json"]
    assert state[view["model_id"]]["model_name"] == "HBoxModel"
    assert all("execution" not in cell.metadata for cell in notebook.cells)


def test_tidy_changes_no_cell_and_not_the_notebook_itself():
    notebook = new_notebook(cells=[new_code_cell("1", metadata={"execution": {"x": "1"}})])
    notebook.metadata["language_info"] = {"name": "python", "version": "3.11.7"}
    before = json.dumps(notebook)
    tidied = tidy(notebook)
    assert json.dumps(notebook) == before
    assert tidied.metadata["language_info"] == {"name": "python"}
    assert tidied.cells[0].source == "1"


@pytest.fixture
def folder(tmp_path):
    for name in ("takada/01-a.ipynb", "takada/02-b.ipynb", "gao/01-c.ipynb"):
        write(tmp_path / name)
    write(tmp_path / "takada" / ".ipynb_checkpoints" / "01-a.ipynb")
    return tmp_path


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ([], ["gao/01", "takada/01", "takada/02"]),
        (["takada"], ["takada/01", "takada/02"]),
        (["takada/02", "gao"], ["gao/01", "takada/02"]),
        (["takada/02-b"], ["takada/02"]),
        (["notebooks/takada/02-b.ipynb"], ["takada/02"]),
    ],
)
def test_chapters_by_name(folder, names, found):
    assert list(chapters(names, folder)) == found


@pytest.mark.parametrize("name", ["takada/03", "taka", "", "02"])
def test_a_name_that_fits_nothing_is_refused(folder, name):
    with pytest.raises(ValueError, match=r"no chapter .*: there are gao/01, takada/01"):
        chapters([name], folder)


def test_what_an_earlier_run_of_the_chapter_left_is_removed(tmp_path):
    out = tmp_path / "out"
    left = ["figures/takada-01-a.svg", "claims/takada-01.json"]
    others = ["figures/takada-02-a.svg", "claims/takada-02.json"]
    for name in left + others:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text("{}")
    path = tmp_path / "01-x.ipynb"
    nbformat.write(new_notebook(), path)
    assert not run_notebook("takada/01", path, out).error
    assert not any((out / name).exists() for name in left)
    assert all((out / name).exists() for name in others)
