import pytest

from hexlab.run import places


def test_the_environment_names_the_datasets(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXLAB_DATASETS", str(tmp_path))
    assert places.datasets_folder() == tmp_path


def test_a_checkout_has_them(monkeypatch):
    monkeypatch.delenv("HEXLAB_DATASETS", raising=False)
    assert places.datasets_folder() == places.checkout() / "datasets"


def test_without_checkout_the_current_folder_is_tried(tmp_path, monkeypatch):
    monkeypatch.delenv("HEXLAB_DATASETS", raising=False)
    monkeypatch.setattr(places, "_CHECKOUT", tmp_path / "site-packages")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="HEXLAB_DATASETS"):
        places.datasets_folder()
    (tmp_path / "datasets").mkdir()
    assert places.datasets_folder() == tmp_path / "datasets"


def test_a_named_folder_that_is_missing_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXLAB_DATASETS", str(tmp_path / "none"))
    with pytest.raises(ValueError, match="none does not exist"):
        places.datasets_folder()


def test_output_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HEXLAB_OUT", str(tmp_path))
    assert places.output_folder() == tmp_path
    monkeypatch.delenv("HEXLAB_OUT")
    assert places.output_folder() == places.checkout() / "build" / "reproduce"
