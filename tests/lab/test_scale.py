import pytest

from hexlab.lab.scale import Scale


def test_a_scale_is_its_name():
    assert Scale("quick") is Scale.QUICK == "quick"
    assert str(Scale.LONG) == f"{Scale.LONG}" == "long"
    assert Scale(Scale.THESIS) is Scale.THESIS


@pytest.mark.parametrize("wrong", ["full", "", "Quick", None, 1])
def test_another_word_is_refused(wrong):
    with pytest.raises(ValueError, match="is no scale: use 'quick', 'long' or 'thesis'"):
        Scale(wrong)


def test_pick():
    assert [scale.pick(1, "a", None) for scale in Scale] == [1, "a", None]
