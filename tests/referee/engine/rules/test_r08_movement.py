"""R8 (eu-fr: 5, ru-2014: 7): the pawn moves clockwise by the sum of the dice."""

import pytest

from tests.referee.engine.table import every_edition, table


@every_edition
@pytest.mark.parametrize(("dice", "square"), [((1, 2), 27), ((6, 5), 35), ((3, 4), 31)])
def test_the_pawn_moves_by_the_sum(edition, dice, square):
    game = table(edition, squares={"p1": 24}).roll("p1", *dice)
    game.only(p1={"square": square})


@every_edition
def test_the_pawn_goes_on_past_square_39(edition):
    game = table(edition, squares={"p1": 37}).roll("p1", 5, 6)
    assert game.square("p1") == 8


@every_edition
def test_only_the_thrower_moves(edition):
    game = table(edition, squares={"p1": 3, "p2": 5}).roll("p1", 1, 2)
    assert (game.square("p1"), game.square("p2")) == (6, 5)
