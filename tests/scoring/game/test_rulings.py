"""The rulings and the rounding they choose."""

import pytest

from scoring.game.rulings import RULINGS, Rulings, percent_of


@pytest.mark.parametrize(
    ("amount", "percent", "half_up", "down", "up"),
    [
        (1237, 10, 124, 123, 124),
        (1234, 10, 123, 123, 124),
        (1235, 10, 124, 123, 124),
        (1236, 20, 247, 247, 248),
        (1240, 10, 124, 124, 124),
        (0, 20, 0, 0, 0),
    ],
)
def test_percent_of_a_sum_by_each_rounding(amount, percent, half_up, down, up):
    assert percent_of(amount, percent, "half_up") == half_up
    assert percent_of(amount, percent, "down") == down
    assert percent_of(amount, percent, "up") == up


def test_only_differing_rulings_are_named():
    assert Rulings().differing == {}
    assert Rulings(rounding="up", ties="shared").differing == {"rounding": "up"}


@pytest.mark.parametrize("name", RULINGS)
def test_an_unknown_value_is_no_ruling(name):
    with pytest.raises(ValueError, match=name):
        Rulings(**{name: "whatever"})
