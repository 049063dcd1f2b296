import json

import pytest

from hexlab.board.geometry import cells_of
from hexlab.board.notation import cell_id
from hexlab.board.symmetry import rotate_cells
from hexlab.data import openings as module
from hexlab.data.manifest import check, read_manifest
from hexlab.data.openings import load_openings, make_openings, opening_cells
from hexlab.run.places import datasets_folder

# As an independent solver has them (in Benzene's tests), up to half a turn.
WINNERS_7X7 = "g1 c2 e2 f2 g2 b3 c3 d3 e3 f3 a4 b4 c4 d4"
LOSERS_7X7 = "a1 b1 c1 d1 e1 f1 a2 b2 d2 a3 g3"


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "datasets"
    place.mkdir()
    return place


def test_one_opening_of_each_pair():
    for n in range(1, 8):
        cells = opening_cells(n)
        assert len(cells) == (n * n + 1) // 2
        assert set(cells) | {rotate_cells(n)[c] for c in cells} == set(cells_of((1 << n * n) - 1))


def test_made_openings_are_read_back(folder):
    entry = make_openings(3, folder)
    assert check(folder) == []
    assert read_manifest(folder) == {"openings-3x3": entry}
    found = load_openings(3, folder)
    wins = [name for name in found if found[name].winner == "black"]
    assert wins == ["c1", "a2", "b2", "c2", "a3"]
    assert found["c3"] == found["a1"]
    assert not any((folder.parent / "build" / "data").iterdir())


def test_the_same_winners_leave_the_file_alone(folder):
    entry = make_openings(2, folder)
    before = (folder / entry.file).read_bytes()
    assert make_openings(2, folder) == entry
    assert (folder / entry.file).read_bytes() == before
    (folder / entry.file).write_bytes(b"harmed")
    assert make_openings(2, folder).content == entry.content
    assert check(folder) == []


def test_other_winners_need_replace(folder, monkeypatch):
    entry = make_openings(2, folder)
    monkeypatch.setattr(module, "color_name", lambda color: "white")
    with pytest.raises(ValueError, match="the winners are not those"):
        make_openings(2, folder)
    assert read_manifest(folder)["openings-2x2"] == entry
    assert make_openings(2, folder, replace=True).content != entry.content


def test_goes_on_where_it_was_stopped(folder, monkeypatch):
    solved = module._solved

    def interrupted(n, cell):
        if cell == 2:
            raise KeyboardInterrupt
        return solved(n, cell)

    monkeypatch.setattr(module, "_solved", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_openings(3, folder)
    seen = []
    monkeypatch.setattr(module, "_solved", lambda n, cell: seen.append(cell) or solved(n, cell))
    make_openings(3, folder)
    assert seen == [2, 3, 4]


def test_missing_and_damaged_files(folder):
    with pytest.raises(ValueError, match="not among the data sets"):
        load_openings(4, folder)
    for text in ("{", "[]", '{"openings": [{"move": "a1"}]}', json.dumps({"openings": [1]})):
        (folder / "openings-4x4.json").write_text(text)
        with pytest.raises(ValueError, match="can't be understood"):
            load_openings(4, folder)


def test_7x7_is_what_others_have_found():
    openings = load_openings(7, datasets_folder())
    assert len(openings) == 49
    told = {"black": WINNERS_7X7.split(), "white": LOSERS_7X7.split()}
    for winner, names in told.items():
        for name in names:
            turned = rotate_cells(7)[cell_id(name, 7)]
            assert openings[name].winner == list(openings.values())[turned].winner == winner
