"""Turns, offers and the order of things (game record, "Turns, offers and dues")."""

from typing import Any

import pytest

from tests.referee.engine.table import every_deck, every_edition, not_eu_fr, table


@every_edition
def test_before_the_first_turn_nobody_is_on_turn(edition):
    assert table(edition).on_turn is None


@every_edition
def test_a_throw_begins_the_turn_and_opens_its_first_throw(edition):
    game = table(edition).roll("p1", 1, 2).only(p1={"square": 3}, on_turn="p1")
    game.refuses("no_throw_open").roll("p1", 1, 2)


@every_edition
def test_the_fine_begins_the_turn_and_opens_its_first_throw(edition):
    game = table(edition, prison=["p1"]).pay_fine("p1")
    assert game.on_turn == "p1"
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 1, 2).refuses("no_throw_open").roll("p1", 1, 2)


@every_edition
def test_building_begins_the_turn_and_opens_its_first_throw(edition):
    game = table(edition, deeds={1: "p1", 39: "p2", 37: "p2"}).build("p1", 1)
    assert game.on_turn == "p1"
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.refuses("turn_incomplete").build("p2", 39)
    game.build("p1", 1).roll("p1", 4, 6).build("p2", 39)
    assert game.on_turn == "p2"
    game.refuses("turn_incomplete").build("p1", 1)


def test_redeeming_begins_the_turn_in_the_european_edition():
    game = table("eu-fr", deeds={1: "p1 mortgaged"}).redeem("p1", 1)
    game.only(p1={"cash": -33}, deeds={1: "p1"}, on_turn="p1")
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 4, 6)


@not_eu_fr
def test_redeeming_does_not_begin_the_turn(edition):
    game = table(edition, deeds={1: "p1 mortgaged"}).redeem("p1", 1)
    assert game.on_turn is None


def test_passing_begins_and_ends_the_turn_in_the_european_edition():
    game = table("eu-fr", prison=["p1"]).passes("p1")
    assert game.on_turn == "p1"
    game.refuses("already_thrown", "R15").pay_fine("p1")
    game.roll("p2", 1, 2)


@every_edition
def test_mortgaging_selling_and_trading_begin_no_turn(edition):
    game = table(edition, deeds={1: "p1 +1", 3: "p1", 5: "p1"})
    game.sell("p1", 1).mortgage("p1", 3).trade("p1", "p2", give=[5])
    assert game.on_turn is None


@every_edition
def test_a_refused_event_begins_no_turn(edition):
    game = (
        table(edition, cash={"p1": 10}, deeds={1: "p1"}).refuses("lacks_cash", "R26").build("p1", 1)
    )
    assert game.on_turn is None


@every_edition
def test_the_player_who_moved_last_stays_on_turn_until_the_next_begins(edition):
    game = table(edition, deeds={1: "p1"}).roll("p1", 4, 6)
    assert game.on_turn == "p1"
    game.build("p1", 1).roll("p2", 4, 6)
    assert game.on_turn == "p2"


@every_edition
def test_no_turn_begins_before_the_extra_throw(edition):
    game = table(edition, squares={"p1": 1}, deeds={37: "p2", 39: "p2"}, prison=["p2"])
    game.roll("p1", 4, 4)
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.refuses("turn_incomplete").pay_fine("p2")
    game.refuses("turn_incomplete").build("p2", 37)


@every_edition
@pytest.mark.parametrize(
    ("start", "open_square"),
    [(0, "role card"), (1, "income tax"), (13, "foundation"), (5, "utility")],
)
def test_no_turn_begins_and_no_throw_is_made_before_an_open_square_is_answered(
    edition, start, open_square
):
    dice = {"role card": (3, 4), "income tax": (1, 2), "foundation": (3, 4), "utility": (3, 4)}
    deeds = {12: "p2", 37: "p2", 39: "p2"}
    game = table(edition, squares={"p1": start}, deeds=deeds).roll("p1", *dice[open_square])
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.refuses("turn_incomplete").build("p2", 37)


@every_edition
@pytest.mark.parametrize(("start", "answer"), [(2, "income tax"), (18, "foundation")])
def test_an_open_square_is_answered_before_the_extra_throw(edition, start, answer):
    game = table(edition, squares={"p1": start}).roll("p1", 1, 1)
    game.refuses("square_open").roll("p1", 1, 2)
    if answer == "income tax":
        game.income_tax("p1", "flat")
    else:
        game.foundation("p1", 6)
    game.roll("p1", 1, 2)


@every_edition
def test_an_open_square_is_answered_by_its_own_event(edition):
    game = table(edition, squares={"p1": 1}).roll("p1", 1, 2)
    game.refuses("nothing_asked").foundation("p1", 1)
    game.refuses("nothing_asked").utility_roll("p1", 1, 2)
    answer: dict[str, Any] = {"dice": [1, 2]} if edition == "us-2011" else {"effect": "none"}
    game.refuses("nothing_asked").card("p1", **answer)
    game.income_tax("p1", "flat")


# When the player on turn leaves.


@every_edition
@pytest.mark.parametrize("start", [0, 1, 13])
def test_everything_open_is_dropped_when_the_player_on_turn_leaves(edition, start):
    dice = (1, 2) if start == 1 else (3, 4)
    game = table(edition, roles="cmc", squares={"p1": start}).roll("p1", *dice).withdraw("p1")
    assert game.on_turn is None
    game.refuses("not_next").roll("p3", 1, 2)
    game.roll("p2", 1, 2)


@every_edition
def test_an_extra_throw_is_dropped_when_the_player_on_turn_leaves(edition):
    game = table(edition, roles="mcmc", squares={"p2": 1}).quiet("p1").roll("p2", 4, 4)
    game.withdraw("p2").only(p2={"cash": -1500, "out": True}, on_turn=None)
    game.refuses("not_next").roll("p4", 1, 2)
    game.roll("p3", 1, 2)


@every_edition
def test_an_offer_goes_with_the_player_it_was_made_to(edition):
    game = table(edition, roles="cmc").roll("p1", 1, 2).withdraw("p1")
    game.refuses("player_out", "R24").buy("p1")
    game.refuses("not_on_turn").buy("p2")


@every_edition
def test_the_last_in_order_is_followed_by_the_first(edition):
    game = table(edition, roles="cmc").quiet("p1").quiet("p2").quiet("p3").withdraw("p3")
    game.refuses("not_next").roll("p2", 1, 2)
    game.roll("p1", 1, 2)


@every_edition
def test_who_would_be_next_leaves_and_the_one_after_begins(edition):
    game = table(edition, roles="cmcm").quiet("p1").withdraw("p2")
    assert game.on_turn == "p1"
    game.refuses("not_next").roll("p4", 1, 2)
    game.roll("p3", 1, 2)


@every_edition
def test_the_next_leaves_before_the_player_on_turn_does(edition):
    game = table(edition, roles="cmcm").quiet("p1").withdraw("p2").withdraw("p1")
    game.refuses("not_next").roll("p4", 1, 2)
    game.roll("p3", 1, 2)


# Dues and turns.


@every_edition
def test_no_new_turn_begins_while_anybody_owes(edition):
    game = table(edition, roles="cmc", cash={"p1": 30}, deeds={39: "p2", 37: "p2", 1: "p1"},
                 squares={"p1": 36})  # fmt: skip
    game.roll("p1", 1, 2).only(p1={"square": 39, "owes": 80})
    game.refuses("dues_open").roll("p2", 1, 2)
    game.refuses("dues_open").build("p2", 39)
    game.recount("p1", 80).roll("p2", 1, 2)


@every_deck
def test_a_pending_extra_throw_is_not_held_up_by_anothers_due(edition):
    game = table(edition, cash={"p2": 10}, deeds={1: "p2"}, squares={"p1": 3})
    game.roll("p1", 2, 2).card("p1", effect="collect_each monopolist 25").only(p2={"owes": 25})
    game.roll("p1", 1, 2).refuses("dues_open").roll("p2", 1, 2)
    game.mortgage("p2", 1).roll("p2", 1, 3)


@every_deck
def test_an_extra_throw_is_held_up_by_the_own_due(edition):
    game = table(edition, cash={"p1": 10}, deeds={1: "p1", 3: "p1"}, squares={"p1": 3})
    game.roll("p1", 2, 2).card("p1", effect="pay 25").refuses("debtor", "R24").roll("p1", 1, 2)
    game.mortgage("p1", 1).roll("p1", 1, 2)


@every_deck
def test_a_square_may_be_answered_while_another_owes(edition):
    """The due of p2 is open when p1's card leads on to another role square."""
    game = table(edition, cash={"p2": 10}, squares={"p1": 3}).roll("p1", 2, 2)
    game.card("p1", effect="collect_each monopolist 25").roll("p1", 5, 5)
    game.card("p1", effect="collect 50").only(p1={"cash": 50})


@every_deck
def test_an_offer_may_be_bought_while_another_owes(edition):
    game = table(edition, cash={"p2": 10}, squares={"p1": 3}).roll("p1", 2, 2)
    game.card("p1", effect="collect_each monopolist 25").roll("p1", 1, 1).buy("p1")
    game.only(p1={"cash": -120}, deeds={9: "p1"})


@every_edition
def test_who_is_on_turn_may_build_while_another_owes(edition):
    answer: dict[str, Any] = (
        {"dice": [1, 3]} if edition == "us-2011" else {"effect": "collect_each monopolist 25"}
    )
    game = table(edition, deeds={1: "p1"}, cash={"p2": 10}, squares={"p1": 3})
    game.roll("p1", 2, 2).card("p1", **answer).only(p2={"owes": 25})
    game.build("p1", 1).only(p1={"cash": -50}, deeds={1: "p1 +1"})
