"""The best adjustment (step A) on positions worked out by hand."""

from dataclasses import replace

import pytest

from scoring.game.adjustment import best_adjustment
from scoring.game.adjustment_options import Step
from scoring.game.editions import EDITIONS, load_edition
from scoring.game.position import MORTGAGED, Position
from scoring.game.rulings import Rulings

US = load_edition("us-2011")


def position(role, cash, built, edition=US, **rulings):
    """Return a position whose first player has this cash, and deeds by what is built on them."""
    other = "competitor" if role == "monopolist" else "monopolist"
    made = Position(edition, Rulings(**rulings), (role, other))
    made.cash[0] = cash
    for square, count in built.items():
        made.owner[square], made.built[square] = 0, count
    return made


def priced(squares):
    """Return the edition with a price and a house price by square; cities have one house price."""
    rows = US.board.rows()
    for square, (price, house) in squares.items():
        rows[square] |= {"price": price, "house_price": house}
    return US.with_board(rows)


def plan(*args, **kwargs):
    return best_adjustment(position(*args, **kwargs), 0)


def test_without_deeds_there_is_nothing_to_gain():
    found = plan("competitor", 1234, {})
    assert (found.unadjusted, found.final, found.gain, found.steps) == (123, 123, 0, ())


def test_building_breaks_even_and_is_left_alone():
    """A house of 100 costs a competitor 10 of what is kept, and earns 10."""
    assert plan("competitor", 1000, {11: 0}).steps == ()
    assert plan("monopolist", 1000, {11: 0, 13: 0}).steps == ()


def test_redeeming_pays_a_competitor():
    """The mortgage of a deed of 400 costs 220: 22 less is kept, and the circuit pays 40."""
    found = plan("competitor", 220, {39: MORTGAGED})
    assert found.steps == (Step("redeem", 39, 1, 220),)
    assert (found.unadjusted, found.final) == (22, 40)
    assert plan("competitor", 219, {39: MORTGAGED}).steps == ()


def test_the_dearer_of_two_mortgages_is_redeemed_where_cash_suffices_for_one():
    found = plan("competitor", 220, {37: MORTGAGED, 39: MORTGAGED})
    assert [step.square for step in found.steps] == [39]


def test_a_building_is_sold_to_redeem_where_that_pays():
    """Selling four of 50 loses 20 of rent and keeps 10 more; the deed of 400 then earns 40."""
    found = plan("competitor", 120, {1: 4, 39: MORTGAGED})
    assert [step.kind for step in found.steps] == ["sell", "redeem"]
    assert found.steps[0].number == 4
    assert (found.unadjusted, found.final) == (12 + 6 + 20, 6 + 40)


def test_a_second_street_makes_a_monopoly():
    """Redeeming at 33 doubles the rent of the other street: 6 more, and 12 for itself."""
    found = plan("monopolist", 33, {1: 0, 3: MORTGAGED})
    assert (found.unadjusted, found.final) == (7 + 6, 24)


def test_in_prison_all_is_sold_because_the_circuit_pays_nothing():
    made = position("monopolist", 0, {1: 2, 3: 0})
    made.confine(0)
    found = best_adjustment(made, 0)
    assert [step.kind for step in found.steps] == ["sell", "mortgage", "mortgage"]
    assert (found.unadjusted, found.final) == (0, 22)
    made.rulings = Rulings(prison_circuit="paid")
    assert best_adjustment(made, 0).unadjusted == 2 * (6 + 10) + 2 * 6


def test_a_mortgage_that_would_break_a_monopoly_waits_for_a_redemption():
    """The buildings on 8 need a second street, so 9 is redeemed before 6 is mortgaged (R12).

    Cash does not suffice for that, so the company is mortgaged for a while.
    """
    squares = {6: (90, 220), 8: (480, 220), 9: (190, 220), 35: (180, None)}
    found = plan(
        "monopolist", 74, {6: 0, 8: 2, 9: MORTGAGED, 35: 0}, priced(squares), rounding="up"
    )
    assert found.steps == (
        Step("mortgage", 35, 1, 90),
        Step("redeem", 9, 1, 105),
        Step("mortgage", 6, 1, 45),
        Step("redeem", 35, 1, 99),
    )
    assert found.gain == 6


def test_without_step_a_there_is_no_plan():
    found = plan("competitor", 220, {39: MORTGAGED}, load_edition("eu-fr"))
    assert (found.final, found.gain, found.steps) == (22, 0, ())


def test_in_price_war_nothing_is_bought_where_the_rules_say_so():
    rules = replace(US.rules, price_war_deals=False)
    made = position("competitor", 220, {39: MORTGAGED}, replace(US, rules=rules))
    made.confine(0)
    assert best_adjustment(made, 0).steps == ()
    made.confined[0] = 0
    assert best_adjustment(made, 0).gain == 18


@pytest.mark.parametrize("code", EDITIONS)
def test_the_position_is_left_as_it_was(code):
    made = position("monopolist", 500, {1: 0, 3: MORTGAGED, 5: 0}, load_edition(code))
    before = (list(made.cash), list(made.owner), list(made.built))
    best_adjustment(made, 0)
    assert (made.cash, made.owner, made.built) == before
