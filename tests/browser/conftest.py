import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from jupyter_driver import FLAGS, Lab, jupyterlab, missing_for_browser


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.name.startswith("test_"):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def needs_browser():
    """Skip where there is no browser; with HEXLAB_REQUIRE_BROWSER=1 that is a failure."""
    lacking = missing_for_browser()
    if lacking and os.environ.get("HEXLAB_REQUIRE_BROWSER") == "1":
        pytest.fail(f"HEXLAB_REQUIRE_BROWSER=1, but {lacking}", pytrace=False)
    if lacking:
        pytest.skip(lacking)


@pytest.fixture(scope="session")
def chromium(needs_browser, tmp_path_factory):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=FLAGS, headless=True
        )
        yield browser
        browser.close()


@pytest.fixture
def page(chromium, tmp_path):
    """A fresh page of a wide window; an exception in its scripts fails the test."""
    context = chromium.new_context(viewport={"width": 1400, "height": 1300})
    page = context.new_page()
    page.set_default_timeout(30_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    page.screenshot(path=tmp_path / "last.png")
    context.close()
    assert not errors, errors


@pytest.fixture(scope="session")
def lab_folder(tmp_path_factory) -> Path:
    """The folder that `lab` shows; tests put their notebooks there."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab(needs_browser, lab_folder, tmp_path_factory) -> Iterator[Lab]:
    """A running JupyterLab over `lab_folder`."""
    with jupyterlab(lab_folder, tmp_path_factory.mktemp("jupyter")) as running:
        yield running
