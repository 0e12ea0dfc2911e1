"""Lengths, bankruptcies, deeds and dice, counted over games that were made up."""

import pytest

from scoring.game.editions import load_edition
from tournament.analytics.games import (
    Dice,
    bankruptcies_of,
    deeds_of,
    dice_of,
    lengths_of,
    spread_of,
)
from tournament.common.game_figures import DeedFigures, DiceFigures, GameFigures

ONLY_AN_END = GameFigures(0, None, (), {}, {}, {})
ONE = GameFigures(
    turns=40,
    seconds=3600,
    turn_seconds=(30, 90),
    out={"p01": 12},
    deeds={1: DeedFigures(10, 50), 3: DeedFigures(4, 0)},
    dice={"p01": DiceFigures(10, 70, 2), "p02": DiceFigures(10, 90, 0)},
)
OTHER = GameFigures(60, 7200, (60,), {}, {1: DeedFigures(30, 30)}, {"p01": DiceFigures(5, 30, 1)})
ROLES = {
    ((1, 1), "p01"): "competitor",
    ((1, 1), "p02"): "monopolist",
    ((2, 1), "p01"): "monopolist",
    ((3, 1), "p01"): "competitor",
}


def test_a_spread_has_the_middle_and_what_nine_of_ten_stay_below() -> None:
    assert spread_of([]) is None
    assert spread_of([5]) == (1, 5, 5, 5, 5)
    assert spread_of(list(range(1, 11))) == (10, 1, 5.5, 9, 10)


def test_a_game_of_which_only_the_end_is_known_has_no_length() -> None:
    turns, minutes, seconds = lengths_of([ONE, OTHER, ONLY_AN_END])
    assert turns == (2, 40, 50, 60, 60)
    assert minutes == (2, 60, 90, 120, 120)
    assert seconds == (3, 30, 60, 90, 90)
    assert lengths_of([ONLY_AN_END]) == (None, None, None)


def test_who_left_is_counted_in_the_role_of_that_table() -> None:
    games = {(1, 1): ONE, (2, 1): OTHER}
    assert bankruptcies_of(games, ROLES) == (
        ("competitor", 1, 1, 12),
        ("monopolist", 2, 0, None),
    )
    assert bankruptcies_of({}, ROLES) == ()


def test_a_deed_is_what_it_brought_for_each_turn_that_it_was_owned() -> None:
    board = load_edition("us-2011").board
    first, second = deeds_of([ONE, OTHER], board)
    assert (first.square, first.games, first.owned_turns, first.income) == (1, 2, 40, 80)
    assert first.per_turn == 2
    assert first.name == board.squares[1].name
    assert (second.square, second.per_turn) == (3, 0)


def test_dice_are_those_of_all_and_of_each_role() -> None:
    assert dice_of({(1, 1): ONE, (2, 1): OTHER}, ROLES) == (
        ("", 25, 190, 3),
        ("competitor", 10, 70, 2),
        ("monopolist", 15, 120, 1),
    )
    assert dice_of({}, ROLES) == ()


@pytest.mark.parametrize(
    ("dice", "usual"),
    [
        (Dice("", 360, 2520, 60), True),
        (Dice("", 360, 2700, 60), False),
        (Dice("", 360, 2520, 100), False),
    ],
)
def test_dice_are_unusual_where_fair_ones_seldom_lie(dice: Dice, usual: bool) -> None:
    assert dice.is_usual is usual
