"""Dues that exceed the cash: how they wait, how they are paid, and what a debtor may do."""

import pytest

from tests.referee.engine.table import every_deck, every_edition, not_eu_fr, table


def indebted(edition="us-2011", cash=10, deeds=None, **more):
    """p1, on 39 of p2, owes 40."""
    deeds = {39: "p2", **(deeds or {})}
    squares = {"p1": 36, **more.pop("squares", {})}
    game = table(edition, cash={"p1": cash}, deeds=deeds, squares=squares, **more)
    game.roll("p1", 1, 2)
    assert game.owes("p1") == 40
    return game


@every_edition
def test_a_due_beyond_the_cash_stays_open_whole(edition):
    game = table(edition, cash={"p1": 39}, deeds={39: "p2"}, squares={"p1": 36}).roll("p1", 1, 2)
    game.only(p1={"square": 39, "owes": 40})


@every_edition
def test_a_due_of_exactly_the_cash_is_paid(edition):
    game = table(edition, cash={"p1": 40}, deeds={39: "p2"}, squares={"p1": 36}).roll("p1", 1, 2)
    game.only(p1={"square": 39, "cash": -40}, p2={"cash": 40})


@every_edition
def test_it_is_paid_as_soon_as_cash_allows_by_a_sale(edition):
    game = indebted(edition, deeds={1: "p1 +2"}).sell("p1", 1)
    game.only(p1={"cash": 25}, deeds={1: "p1 +1"})
    game.sell("p1", 1).only(p1={"cash": -15, "owes": -40}, p2={"cash": 40}, deeds={1: "p1"})


@every_edition
def test_it_is_paid_as_soon_as_cash_allows_by_a_mortgage(edition):
    game = indebted(edition, deeds={1: "p1"}).mortgage("p1", 1)
    game.only(p1={"cash": -10, "owes": -40}, p2={"cash": 40}, deeds={1: "p1 mortgaged"})


@every_edition
def test_it_is_paid_as_soon_as_cash_allows_by_a_trade(edition):
    game = indebted(edition, deeds={1: "p1"}).trade("p1", "p2", give=[1], get=35)
    game.only(p1={"cash": -5, "owes": -40}, p2={"cash": 5}, deeds={1: "p2"})


@every_edition
def test_it_is_paid_as_soon_as_cash_allows_by_a_recount(edition):
    game = indebted(edition).recount("p1", 45)
    game.only(p1={"cash": -5, "owes": -40}, p2={"cash": 40})
    game = indebted(edition).recount("p1", 39).only(p1={"cash": 29})


@every_deck
def test_dues_are_paid_first_in_first_out_each_in_full(edition):
    """Owing 30 to p2 and to p3 (header order), 50 pay the first; 10 more the second."""
    game = table(edition, roles="cmmc", cash={"p1": 20}, deeds={1: "p1 +3"})
    game.roll("p1", 3, 4).card("p1", effect="pay_each monopolist 30").only(p1={"owes": 60})
    game.sell("p1", 1).only(p1={"cash": -5, "owes": -30}, p2={"cash": 30}, deeds={1: "p1 +2"})
    game.sell("p1", 1).only(p1={"cash": -5, "owes": -30}, p3={"cash": 30}, deeds={1: "p1 +1"})


@every_deck
def test_pay_each_pays_in_header_order_what_it_can(edition):
    game = table(edition, roles="mcmcm", cash={"p1": 25})
    game.roll("p1", 3, 4).card("p1", effect="pay_each competitor 20")
    game.only(p1={"cash": -20, "owes": 20}, p2={"cash": 20})


@every_deck
def test_header_order_holds_for_a_drawer_in_the_middle(edition):
    game = table(edition, roles="mcmcm", cash={"p3": 15}).quiet("p1").quiet("p2")
    game.roll("p3", 3, 4).card("p3", effect="pay_each monopolist 10")
    game.only(p3={"cash": -10, "owes": 10}, p1={"cash": 10})


@every_deck
def test_a_later_smaller_due_does_not_overtake(edition):
    """p2 owes p1 75, then p1's next card lets it owe 10 more: 30 in hand pay neither."""
    game = table(edition, cash={"p2": 0}, deeds={1: "p2 mortgaged", 3: "p2"}, squares={"p1": 3})
    game.roll("p1", 2, 2).card("p1", effect="collect_each monopolist 75").roll("p1", 5, 5)
    game.card("p1", effect="collect_each monopolist 10").only(p2={"owes": 10})
    game.mortgage("p2", 3).only(p2={"cash": 30}, deeds={3: "p2 mortgaged"})
    game.trade("p1", "p2", pay=50).only(p1={"cash": -50 + 75}, p2={"cash": 50 - 75, "owes": -75})
    game.trade("p1", "p2", pay=5).only(p1={"cash": -5 + 10}, p2={"cash": 5 - 10, "owes": -10})


@every_deck
def test_payments_go_on_until_nothing_more_can_be_paid(edition):
    """p4's estate lets p1 pay the rent to p2, which lets p2 pay what it owes p1."""
    game = table(edition, roles="mcmc", cash={"p1": 10, "p2": 0, "p4": 20}, deeds={27: "p2"},
                 squares={"p1": 18})  # fmt: skip
    game.roll("p1", 2, 2).card("p1", effect="collect_each competitor 25")
    game.only(p2={"owes": 25}, p4={"owes": 25})
    game.roll("p1", 2, 3).only(p1={"square": 27, "owes": 26})
    game.bankrupt("p4").only(
        p1={"cash": 20 - 26 + 25, "owes": -26},
        p2={"cash": 26 - 25, "owes": -25},
        p4={"cash": -20, "owes": -25, "out": True},
    )
    game.quiet("p2")


@every_edition
def test_a_debtor_throws_builds_redeems_and_buys_nothing(edition):
    deeds = {1: "p1", 3: "p1 mortgaged", 12: "p2"}
    game = indebted(edition, deeds=deeds)
    game.refuses("debtor", "R24").build("p1", 1)
    game.refuses("debtor", "R24").redeem("p1", 3)
    game.refuses("no_throw_open").roll("p1", 1, 2)


@every_edition
def test_a_debtor_with_an_extra_throw_does_not_throw(edition):
    game = table(edition, cash={"p1": 10}, deeds={8: "p2", 9: "p2", 1: "p1"}, squares={"p1": 6})
    game.roll("p1", 1, 1).only(p1={"square": 8, "owes": 20}).refuses("debtor", "R24").roll(
        "p1", 1, 2
    )
    game.mortgage("p1", 1).roll("p1", 1, 2)


@every_deck
def test_a_debtor_who_is_not_on_turn_is_bound_as_well(edition):
    game = table(edition, cash={"p2": 10}, deeds={1: "p2", 3: "p2 mortgaged"}, squares={"p1": 3})
    game.roll("p1", 2, 2).card("p1", effect="collect_each monopolist 25")
    refusal = ("turn_incomplete", None) if edition == "eu-fr" else ("debtor", "R24")
    game.refuses(*refusal).redeem("p2", 3)
    game.refuses("debtor_gains_nothing", "R24").trade("p2", "p1", give=[1])


@every_deck
def test_a_debtor_does_not_buy_what_was_offered(edition):
    """p1 owes the tax of a card that led nowhere; the offer before has lapsed by then."""
    game = table(edition, cash={"p1": 10}).roll("p1", 3, 4).card("p1", effect="pay 25")
    game.refuses("debtor", "R24").buy("p1")


@every_edition
def test_the_referee_still_recounts_and_takes_back(edition):
    game = indebted(edition)
    game.recount("p1", 20).undo().undo()
    assert game.snapshot()["p1"] == {
        "cash": 10, "square": 36, "confined": False, "out": False, "owes": 0,
    }  # fmt: skip


@every_edition
def test_the_referee_still_calls_time(edition):
    game = indebted(edition, mode="two-hour").time()
    assert game.status == "closing"


@every_edition
@pytest.mark.parametrize("side", ["player", "with"])
def test_in_a_trade_a_debtors_cash_must_rise(edition, side):
    game = indebted(edition, deeds={1: "p1", 3: "p2"}, roles="cmc")

    def trade(table, give=(), take=(), pay=0, get=0, other="p2"):
        if side == "player":
            return table.trade("p1", other, give=give, take=take, pay=pay, get=get)
        return table.trade(other, "p1", give=take, take=give, pay=get, get=pay)

    trade(game.refuses("debtor_gains_nothing", "R24"), give=[1])
    trade(game.refuses("debtor_gains_nothing", "R24"), take=[3])
    trade(game.refuses("debtor_gains_nothing", "R24"), take=[3], pay=5)
    trade(game.refuses("debtor_gains_nothing", "R24"), give=[1], take=[3])
    trade(game.refuses("debtor_gains_nothing", "R24"), give=[1], pay=5, get=5)
    trade(game, give=[1], pay=5, get=6).only(p1={"cash": 1}, p2={"cash": -1}, deeds={1: "p2"})
    trade(game, get=29, other="p3").only(
        p1={"cash": -11, "owes": -40}, p2={"cash": 40}, p3={"cash": -29}
    )


@every_deck
def test_no_trade_between_two_debtors(edition):
    game = table(edition, roles="mcmc", cash={"p2": 10, "p4": 10}, deeds={1: "p2"})
    game.roll("p1", 3, 4).card("p1", effect="collect_each competitor 25")
    game.refuses("debtor_gains_nothing", "R24").trade("p2", "p4", give=[1], get=5)


@every_edition
def test_others_are_free_while_one_owes(edition):
    game = indebted(edition, deeds={1: "p2", 37: "p2 mortgaged", 5: "p3"}, roles="cmc")
    game.mortgage("p2", 1).trade("p2", "p3", take=[5], pay=20)


@not_eu_fr
def test_others_may_redeem_while_one_owes(edition):
    indebted(edition, deeds={37: "p2 mortgaged"}).redeem("p2", 37)


@every_edition
def test_a_debtor_may_withdraw(edition):
    game = indebted(edition, roles="cmc").withdraw("p1")
    game.only(p1={"cash": -10, "owes": -40, "out": True}, p2={"cash": 10}, on_turn=None)
