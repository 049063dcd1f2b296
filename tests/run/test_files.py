import os

import pytest

from hexlab.run.files import write_atomic


def test_writes_text_and_bytes_and_makes_folders(tmp_path):
    path = write_atomic(tmp_path / "a" / "b.txt", "n×m")
    assert path.read_text(encoding="utf-8") == "n×m"
    write_atomic(path, b"\x00\x01")
    assert path.read_bytes() == b"\x00\x01"
    assert [p.name for p in path.parent.iterdir()] == ["b.txt"]


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("x")
    assert write_atomic(tmp_path / "new", "x").stat().st_mode == plain.stat().st_mode
    plain.chmod(0o600)
    assert write_atomic(plain, "y").stat().st_mode & 0o777 == 0o600


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = write_atomic(tmp_path / "a", "old")

    def full(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space") as caught:
        write_atomic(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["n" * 255, "é" * 127, "六" * 85])
def test_names_as_long_as_the_disk_allows(tmp_path, name):
    assert write_atomic(tmp_path / name, "x").read_text() == "x"
    assert [p.name for p in tmp_path.iterdir()] == [name]
