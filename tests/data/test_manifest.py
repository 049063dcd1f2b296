from dataclasses import asdict

import pytest

from hexlab.data.manifest import (
    Entry,
    check,
    describe_machine,
    file_hash,
    read_manifest,
    versions,
    write_entry,
)
from hexlab.run.places import datasets_folder


def entry(folder, name):
    path = folder / f"{name}.parquet"
    path.write_bytes(name.encode())
    return Entry(
        name, path.name, 1, path.stat().st_size, file_hash(path), "c", "CC0-1.0", "A thing",
        f"hexlab data make {name}", describe_machine(), "2026-01-01", versions(),
    )  # fmt: skip


def test_entries_come_back_in_order_of_name(tmp_path):
    assert read_manifest(tmp_path) == {}
    one, two = entry(tmp_path, "b"), entry(tmp_path, "a")
    write_entry(one, tmp_path)
    write_entry(two, tmp_path)
    assert list(read_manifest(tmp_path).items()) == [("a", two), ("b", one)]
    newer = Entry(**{**asdict(one), "rows": 7})
    write_entry(newer, tmp_path)
    assert read_manifest(tmp_path)["b"].rows == 7


def test_check_finds_what_is_missing_changed_or_unknown(tmp_path):
    for name in ("a", "b", "c"):
        write_entry(entry(tmp_path, name), tmp_path)
    assert check(tmp_path) == []
    (tmp_path / "a.parquet").unlink()
    (tmp_path / "b.parquet").write_bytes(b"changed")
    (tmp_path / "stray.parquet").write_bytes(b"")
    problems = check(tmp_path)
    assert [p.split()[0] for p in problems] == ["a.parquet", "b.parquet", "stray.parquet"]
    assert "hexlab data make a makes it" in problems[0]


@pytest.mark.parametrize("text", ["{", "[1]", '[{"name": "a"}]', '[{"surprise": 1}]'])
def test_a_damaged_manifest_is_an_error(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ValueError, match="can't be understood"):
        read_manifest(tmp_path)


def test_the_tracked_data_sets_are_unharmed():
    assert check(datasets_folder()) == []


def test_the_file_hash_is_sha256(tmp_path):
    (tmp_path / "x").write_bytes(b"")
    known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert file_hash(tmp_path / "x") == known
