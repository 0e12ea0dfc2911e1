"""What a rent needs beside the position: dice for a utility."""

import pytest

from scoring.game.editions import load_edition
from scoring.game.position import Position
from scoring.game.rents import earns, rent
from scoring.game.rulings import Rulings


@pytest.fixture
def position():
    position = Position(load_edition("us-2011"), Rulings(), ["competitor", "monopolist"])
    position.owner[12] = position.owner[28] = 1
    return position


def test_a_utility_without_dice_is_a_mistake(position):
    with pytest.raises(ValueError, match="square 12"):
        rent(position, 12)


def test_a_utility_earns_by_its_dice(position):
    due = rent(position, 12, (3, 4))
    assert (due.amount, due.factor, due.companies) == (70, 10, 2)


def test_only_owned_unmortgaged_deeds_earn(position):
    position.built[28] = -1
    assert [earns(position, square) for square in (12, 28, 39)] == [True, False, False]
