"""R24 (eu-fr: 22): who may go bankrupt, and where everything goes."""

import pytest

from tests.referee.engine.table import every_deck, every_edition, table


def rented(edition, roles="cmc", due=40, **more):
    """p1 has landed on 39, which p2, a monopolist, owns alone: 40 is due."""
    deeds = {39: "p2", **more.pop("deeds", {})}
    game = table(edition, roles=roles, deeds=deeds, squares={"p1": 36}, **more)
    return game.roll("p1", 1, 2)


@every_edition
def test_bankruptcy_needs_an_open_due(edition):
    table(edition, cash={"p1": 0}).refuses("owes_nothing", "R24").bankrupt("p1")
    rented(edition, cash={"p1": 0}).refuses("owes_nothing", "R24").bankrupt("p3")


@every_edition
@pytest.mark.parametrize(
    ("cash", "deeds", "able"),
    [
        pytest.param(39, {}, False, id="cash"),
        pytest.param(9, {1: "p1"}, False, id="a mortgage one short"),
        pytest.param(10, {1: "p1"}, True, id="a mortgage just enough"),
        pytest.param(39, {1: "p1 mortgaged"}, False, id="nothing left to mortgage"),
        pytest.param(4, {5: "p1 mortgaged", 1: "p1"}, False, id="only unmortgaged deeds count"),
        pytest.param(0, {5: "p1"}, True, id="a company"),
        pytest.param(0, {12: "p1"}, True, id="a utility"),
    ],
)
def test_bankruptcy_needs_debts_beyond_all_that_could_be_raised(edition, cash, deeds, able):
    game = rented(edition, cash={"p1": cash}, deeds=deeds)
    assert game.owes("p1") == 40
    (game.refuses("able_to_pay", "R24") if able else game.permits()).bankrupt("p1")


@every_edition
@pytest.mark.parametrize(("cash", "able"), [(59, False), (60, True)])
def test_half_of_the_buildings_counts(edition, cash, able):
    """39 with 4 improvements of a monopolist earns 2 × (40 + 80); 1 +3 raises 75 and 30."""
    game = table(
        edition, roles="cmc", cash={"p1": cash + 75}, squares={"p1": 36},
        deeds={39: "p2 +4", 37: "p2", 1: "p1 +3"},
    )  # fmt: skip
    game.roll("p1", 1, 2)
    assert game.owes("p1") == 240
    (game.refuses("able_to_pay", "R24") if able else game.permits()).bankrupt("p1")


@every_edition
@pytest.mark.parametrize("cash", [134, 135])
def test_what_could_be_raised_is_compared_with_all_that_is_owed(edition, cash):
    game = table(
        edition, roles="cmc", cash={"p1": cash}, squares={"p1": 36},
        deeds={39: "p2 +4", 37: "p2", 1: "p1 +3"},
    ).roll("p1", 1, 2)  # fmt: skip
    expected = game.permits() if cash + 75 + 30 < 240 else game.refuses("able_to_pay", "R24")
    expected.bankrupt("p1")


@every_edition
def test_everything_goes_to_the_creditor_with_mortgages_in_effect(edition):
    deeds = {1: "p1 mortgaged", 5: "p1 mortgaged"}
    game = rented(edition, cash={"p1": 39}, deeds=deeds).bankrupt("p1")
    game.only(
        p1={"cash": -39, "owes": -40, "out": True},
        p2={"cash": 39},
        deeds={1: "p2 mortgaged", 5: "p2 mortgaged"},
        on_turn=None,
    )


@every_edition
def test_buildings_are_sold_to_the_treasury_at_half_price_first(edition):
    """p1 owes 2 × (40 + 80) = 240 to p2 and has 10 + 75, and a deed worth 30."""
    game = table(
        edition, roles="cmc", cash={"p1": 10}, squares={"p1": 36},
        deeds={39: "p2 +4", 37: "p2", 1: "p1 +3"},
    ).roll("p1", 1, 2).bankrupt("p1")  # fmt: skip
    game.only(
        p1={"cash": -10, "owes": -240, "out": True}, p2={"cash": 85}, deeds={1: "p2"}, on_turn=None
    )


@every_edition
def test_the_treasury_takes_everything_and_unmortgages_the_deeds(edition):
    game = table(
        edition, roles="cmc", cash={"p1": 20}, squares={"p1": 35}, deeds={1: "p1 mortgaged"}
    )
    game.roll("p1", 1, 2).bankrupt("p1")
    game.only(p1={"cash": -20, "owes": -75, "out": True}, deeds={1: None}, on_turn=None)
    game.roll("p2", 1, 2).buy("p2").only(p2={"cash": -60}, deeds={3: "p2"})


@every_edition
def test_the_bankrupt_player_stays_where_he_was(edition):
    game = rented(edition, cash={"p1": 0}).bankrupt("p1")
    left = game.statement()["players"][0]
    assert left == {
        "id": "p1", "role": "competitor", "cash": 0, "square": 39, "confined": False,
        "out": True, "owes": 0, "deeds": {},
    }  # fmt: skip


@every_edition
def test_a_confined_player_who_leaves_is_not_confined(edition):
    game = table(edition, roles="cmc", prison=["p2"]).withdraw("p2")
    game.only(p2={"cash": -1500, "out": True, "confined": False})
    assert game.square("p2") == 10


@every_deck
def test_the_creditor_of_the_oldest_open_due_takes_all(edition):
    game = table(edition, roles="cmm", cash={"p1": 5}, deeds={1: "p1 mortgaged"})
    game.roll("p1", 3, 4).card("p1", effect="pay_each monopolist 10").only(p1={"owes": 20})
    game.bankrupt("p1")
    game.only(
        p1={"cash": -5, "owes": -20, "out": True}, p2={"cash": 5}, deeds={1: "p2 mortgaged"},
        on_turn=None,
    )  # fmt: skip


@every_deck
def test_no_due_is_paid_from_the_sale(edition):
    """The sale brings 25, enough for the first due of 10 alone, but all goes to its creditor."""
    game = table(edition, roles="cmm", cash={"p1": 5}, deeds={1: "p1 +1"})
    game.roll("p1", 3, 4).card("p1", effect="pay_each monopolist 100").bankrupt("p1")
    game.only(
        p1={"cash": -5, "owes": -200, "out": True}, p2={"cash": 30}, deeds={1: "p2"}, on_turn=None
    )


@every_edition
def test_who_withdraws_without_dues_leaves_all_to_the_treasury(edition):
    deeds = {1: "p3 +2", 5: "p3 mortgaged", 12: "p3"}
    game = table(edition, roles="cmc", deeds=deeds).withdraw("p3")
    game.only(p3={"cash": -1500, "out": True}, deeds={1: None, 5: None, 12: None})
    game.quiet("p1")


@every_edition
def test_who_withdraws_with_dues_leaves_all_to_the_creditor_of_the_oldest(edition):
    game = rented(edition, cash={"p1": 39}, deeds={1: "p1 +1", 5: "p1 mortgaged"}).withdraw("p1")
    game.only(
        p1={"cash": -39, "owes": -40, "out": True}, p2={"cash": 64},
        deeds={1: "p2", 5: "p2 mortgaged"}, on_turn=None,
    )  # fmt: skip


@every_edition
def test_one_may_withdraw_though_able_to_pay(edition):
    rented(edition, cash={"p1": 10}, deeds={37: "p1"}).refuses("able_to_pay", "R24").bankrupt(
        "p1"
    ).withdraw("p1")


@every_edition
def test_a_due_owed_to_who_leaves_is_cancelled(edition):
    game = rented(edition, cash={"p1": 0}).withdraw("p2")
    game.only(p1={"owes": -40}, p2={"cash": -1500, "out": True}, deeds={39: None})
    game.quiet("p3")


@every_edition
def test_who_is_out_does_nothing_more(edition):
    game = table(edition, roles="cmc", deeds={1: "p1"}).withdraw("p1")
    game.refuses("not_next").roll("p1", 1, 2)
    game.refuses("player_out", "R24").withdraw("p1")
    game.refuses("player_out", "R24").bankrupt("p1")
    game.refuses("player_out", "R24").recount("p1", 5)
    game.refuses("player_out", "R24").sell("p1", 1)


@every_deck
def test_the_estate_pays_the_creditors_own_dues_at_once(edition):
    """p2 owes p1 25 and p1 owes p2 more: p1's leaving cancels the one and pays the other."""
    game = table(edition, roles="mcmc", cash={"p2": 0, "p4": 0}, deeds={5: "p2", 12: "p4"},
                 squares={"p1": 3})  # fmt: skip
    game.roll("p1", 2, 2).card("p1", effect="collect_each competitor 25")
    game.only(p2={"owes": 25}, p4={"owes": 25})
    game.withdraw("p1").only(
        p1={"cash": -1500, "out": True}, p2={"owes": -25}, p4={"owes": -25}, on_turn=None
    )
    game.quiet("p2")


@every_edition
def test_the_turn_of_who_goes_bankrupt_is_dropped_and_the_next_begins(edition):
    game = table(edition, roles="cmc", cash={"p1": 0}, deeds={8: "p2"}, squares={"p1": 4})
    game.roll("p1", 2, 2).bankrupt("p1")
    game.refuses("not_next").roll("p3", 1, 2)
    game.quiet("p2").quiet("p3").quiet("p2")


@every_edition
def test_anothers_leave_does_not_end_the_turn(edition):
    game = table(edition, roles="cmc", squares={"p1": 1}).roll("p1", 4, 4).withdraw("p2")
    game.refuses("turn_incomplete").roll("p3", 1, 2)
    game.roll("p1", 1, 2)
    game.quiet("p3")
