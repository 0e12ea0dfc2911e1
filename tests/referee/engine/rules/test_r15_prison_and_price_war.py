"""R15 (eu-fr: 14): who is confined, what it stops, and the ways out."""

import pytest

from tests.referee.engine.table import every_deck, every_edition, not_eu_fr, table


def third_turn(edition, roles="cm", **more):
    """p1 is confined and has thrown in vain twice; p2 has moved, so p1 is next."""
    game = table(edition, roles=roles, prison=["p1"], **more)
    for _ in range(2):
        game.roll("p1", 1, 2).only(on_turn="p1")
        game.quiet("p2")
    return game


# How one is confined.


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_square_30_confines(edition, roles):
    game = table(edition, roles=roles, squares={"p1": 25}).roll("p1", 2, 3)
    game.only(p1={"square": 10, "confined": True})
    game.quiet("p2")


@every_edition
def test_a_pending_extra_turn_is_lost_on_confinement(edition):
    game = table(edition, squares={"p1": 26}).roll("p1", 2, 2)
    game.only(p1={"square": 10, "confined": True})
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.quiet("p2")


@every_deck
def test_a_card_confines(edition):
    game = table(edition, squares={"p1": 3}).roll("p1", 2, 2).card("p1", effect="confine")
    game.only(p1={"square": 10, "confined": True})
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.quiet("p2")


@every_deck
def test_a_card_that_leads_to_square_30_confines(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="goto 30")
    game.only(p1={"square": 10, "confined": True})


@every_edition
def test_landing_on_10_by_a_move_is_sightseeing_only(edition):
    game = table(edition, squares={"p1": 3}).roll("p1", 3, 4).only(p1={"square": 10})
    game.quiet("p2").roll("p1", 1, 2).only(p1={"square": 13})


@every_deck
def test_landing_on_10_by_a_card_is_sightseeing_only(edition):
    game = table(edition).roll("p1", 3, 4).card("p1", effect="goto 10")
    game.only(p1={"square": 10})


# What a monopolist in prison does not collect, and a competitor in price war does.


RENTS = [
    pytest.param({39: "p2"}, 36, (1, 2), 40, id="street"),
    pytest.param({35: "p2"}, 32, (1, 2), {"c": 20, "m": 40}, id="transport"),
]


@every_edition
@pytest.mark.parametrize(("deeds", "start", "dice", "_rent"), RENTS)
def test_a_monopolist_in_prison_collects_no_rent(edition, deeds, start, dice, _rent):
    game = table(edition, prison=["p2"], deeds=deeds, squares={"p1": start}).roll("p1", *dice)
    game.only(p1={"square": start + 3})


@every_edition
@pytest.mark.parametrize(("deeds", "start", "dice", "rent"), RENTS)
def test_a_competitor_in_price_war_collects_rent(edition, deeds, start, dice, rent):
    due = rent if isinstance(rent, int) else rent["c"]
    game = table(edition, roles="mc", prison=["p2"], deeds=deeds, squares={"p1": start})
    game.roll("p1", *dice).only(p1={"square": start + 3, "cash": -due}, p2={"cash": due})


@every_edition
def test_no_utility_throw_is_open_for_a_monopolist_in_prison(edition):
    game = table(edition, prison=["p2"], deeds={12: "p2"}, squares={"p1": 9}).roll("p1", 1, 2)
    game.refuses("nothing_asked").utility_roll("p1", 3, 4)
    game.roll("p2", 1, 2)


@every_edition
def test_a_utility_throw_is_open_for_a_competitor_in_price_war(edition):
    game = table(edition, roles="mc", prison=["p2"], deeds={12: "p2"}, squares={"p1": 9})
    game.roll("p1", 1, 2).utility_roll("p1", 3, 4).only(p1={"cash": -28}, p2={"cash": 28})


@every_deck
@pytest.mark.parametrize(
    ("roles", "effect", "changes"),
    [
        ("cmm", "pay_each monopolist 10", {"p1": {"cash": -10}, "p3": {"cash": 10}}),
        ("mcc", "pay_each competitor 10",
         {"p1": {"cash": -20}, "p2": {"cash": 10}, "p3": {"cash": 10}}),
        ("cmm", "all_collect monopolist 25", {"p3": {"cash": 25}}),
        ("mcc", "all_collect competitor 25", {"p2": {"cash": 25}, "p3": {"cash": 25}}),
        ("cmm", "collect_each monopolist 25",
         {"p1": {"cash": 50}, "p2": {"cash": -25}, "p3": {"cash": -25}}),
        ("mcc", "collect_each competitor 25",
         {"p1": {"cash": 50}, "p2": {"cash": -25}, "p3": {"cash": -25}}),
    ],
)  # fmt: skip
def test_other_charges_with_p2_confined(edition, roles, effect, changes):
    """A monopolist in prison pays, but is not paid; a competitor in price war is."""
    game = table(edition, roles=roles, prison=["p2"]).roll("p1", 3, 4)
    game.card("p1", effect=effect).only(**changes)


@every_deck
def test_a_due_opened_before_prison_stays_and_is_paid(edition):
    game = table(edition, roles="mc", cash={"p2": 0}, deeds={39: "p2"}, squares={"p1": 18})
    game.roll("p1", 2, 2).card("p1", effect="collect_each competitor 25").only(p2={"owes": 25})
    game.roll("p1", 3, 5).only(p1={"square": 10, "confined": True})
    game.mortgage("p2", 39)
    game.only(p1={"cash": 25}, p2={"cash": 175, "owes": -25}, deeds={39: "p2 mortgaged"})


@every_edition
def test_a_freed_monopolist_collects_again(edition):
    game = table(edition, roles="mc", prison=["p1"], deeds={39: "p1"}, squares={"p2": 36})
    game.pay_fine("p1").roll("p1", 1, 2).roll("p2", 1, 2)
    game.only(p1={"cash": 40}, p2={"square": 39, "cash": -40})


# The first and the second own turn.


@every_edition
@pytest.mark.parametrize("turn", [1, 2])
def test_pay_50_first_then_throw_and_move_as_usual(edition, turn):
    game = table(edition, prison=["p1"])
    if turn == 2:
        game.roll("p1", 1, 2).quiet("p2")
    game.pay_fine("p1").only(p1={"cash": -50, "confined": False}, on_turn="p1")
    game.roll("p1", 1, 2).only(p1={"square": 13})
    game.quiet("p2")


@every_edition
def test_doubles_after_the_fine_give_the_extra_turn_as_usual(edition):
    game = table(edition, prison=["p1"]).pay_fine("p1").roll("p1", 2, 2).only(p1={"square": 14})
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 1, 1).only(p1={"square": 16})
    game.quiet("p2")


@not_eu_fr
@pytest.mark.parametrize("turn", [1, 2])
def test_doubles_free_and_move_and_give_one_extra_turn(edition, turn):
    game = table(edition, prison=["p1"])
    if turn == 2:
        game.roll("p1", 1, 2).quiet("p2")
    game.roll("p1", 2, 2).only(p1={"square": 14, "confined": False}, on_turn="p1")
    game.permits().buy("p1").refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 1, 1).only(p1={"square": 16})
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.quiet("p2")


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_doubles_only_free_in_the_european_edition(turn, roles):
    game = table("eu-fr", roles=roles, prison=["p1"])
    if turn == 2:
        game.roll("p1", 1, 2).quiet("p2")
    game.roll("p1", 2, 2).only(p1={"confined": False}, on_turn="p1")
    game.refuses("no_offer", "R9").buy("p1").refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 3, 3).only(p1={"square": 16})
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.quiet("p2")


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_without_doubles_the_turn_ends_still_confined(edition, roles):
    game = table(edition, roles=roles, prison=["p1"], deeds={11: "p2"})
    game.roll("p1", 3, 4).only(on_turn="p1")
    game.refuses("no_throw_open").roll("p1", 1, 1)
    game.refuses("already_thrown", "R15").pay_fine("p1")
    game.quiet("p2").roll("p1", 5, 6).only(on_turn="p1")
    assert game.confined("p1")
    game.quiet("p2")


@every_edition
@pytest.mark.parametrize("turn", [1, 2])
def test_the_fine_needs_the_cash_on_the_first_two_turns(edition, turn):
    game = table(edition, prison=["p1"], cash={"p1": 49}, deeds={1: "p1"})
    if turn == 2:
        game.roll("p1", 1, 2).quiet("p2")
    game.refuses("lacks_cash", "R26").pay_fine("p1")
    game.mortgage("p1", 1).pay_fine("p1").only(p1={"cash": -50, "confined": False}, on_turn="p1")


@every_edition
def test_a_free_player_pays_no_fine(edition):
    game = table(edition)
    game.refuses("not_confined", "R15").pay_fine("p1")
    game.roll("p1", 4, 6).refuses("not_confined", "R15").pay_fine("p1")
    game = table(edition, prison=["p1"]).pay_fine("p1")
    game.refuses("not_confined", "R15").pay_fine("p1")


@every_edition
def test_the_fine_is_paid_on_the_own_turn(edition):
    game = table(edition, roles="cmc", prison=["p2", "p3"])
    game.refuses("not_next").pay_fine("p2")
    game.quiet("p1").refuses("not_next").pay_fine("p3")


# The third own turn.


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
@pytest.mark.parametrize("dice", [(1, 2), (3, 3)])
def test_on_the_third_turn_50_is_paid_before_throwing(edition, roles, dice):
    game = third_turn(edition, roles)
    game.refuses("fine_first", "R15").roll("p1", *dice)
    game.pay_fine("p1").only(p1={"cash": -50, "confined": False}, on_turn="p1")
    game.roll("p1", *dice).only(p1={"square": 10 + sum(dice)})


@every_edition
def test_doubles_on_the_third_turn_move_and_give_the_extra_turn(edition):
    game = third_turn(edition).pay_fine("p1").roll("p1", 2, 2).only(p1={"square": 14})
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 1, 1).only(p1={"square": 16})


@every_edition
def test_on_the_third_turn_lacking_cash_opens_a_due(edition):
    game = third_turn(edition, cash={"p1": 45}, deeds={1: "p1"}).pay_fine("p1")
    game.only(p1={"owes": 50, "confined": False}, on_turn="p1")
    game.refuses("debtor", "R24").roll("p1", 1, 2)
    game.mortgage("p1", 1)
    game.only(p1={"cash": -20, "owes": -50}, deeds={1: "p1 mortgaged"})
    game.roll("p1", 1, 2).only(p1={"square": 13})


@every_edition
def test_who_cannot_pay_the_fine_on_the_third_turn_goes_bankrupt_by_the_treasury(edition):
    deeds = {1: "p1"}
    game = table(edition, roles="cmm", prison=["p1"], cash={"p1": 9}, deeds=deeds)
    for _ in range(2):
        game.roll("p1", 1, 2).quiet("p2").quiet("p3")
    game.pay_fine("p1").bankrupt("p1")
    game.only(p1={"cash": -9, "owes": -50, "out": True}, deeds={1: None}, on_turn=None)


# How own turns are counted.


@not_eu_fr
def test_a_turn_begun_by_building_counts(edition):
    game = table(edition, prison=["p1"], deeds={1: "p1"})
    game.build("p1", 1).roll("p1", 1, 2).quiet("p2")
    game.build("p1", 1).roll("p1", 1, 2).quiet("p2")
    game.build("p1", 1).refuses("fine_first", "R15").roll("p1", 2, 2)
    game.pay_fine("p1").roll("p1", 1, 2).only(p1={"square": 13})


@every_edition
def test_the_turn_on_which_one_is_confined_does_not_count(edition):
    game = table(edition, roles="mc", squares={"p1": 25}).roll("p1", 2, 3).quiet("p2")
    for _ in range(2):
        game.roll("p1", 1, 2).quiet("p2")
    game.refuses("fine_first", "R15").roll("p1", 1, 2)


@every_edition
def test_the_count_begins_anew_when_confined_again(edition):
    game = table(edition, prison=["p1"], deeds={13: "p1"}).roll("p1", 1, 2).quiet("p2")
    game.pay_fine("p1").roll("p1", 1, 2)
    for dice in ((1, 4), (3, 4), (2, 3)):  # 18, 25, 30
        game.quiet("p2").roll("p1", *dice)
    assert game.confined("p1")
    for _ in range(2):
        game.quiet("p2").roll("p1", 1, 2).only(on_turn="p1")
    game.quiet("p2").refuses("fine_first", "R15").roll("p1", 1, 2)


# Passing, in the European edition only.


@not_eu_fr
def test_a_confined_player_may_not_pass(edition):
    table(edition, prison=["p1"]).refuses("no_pass_here", "R15").passes("p1")


@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_a_confined_player_may_pass_on_the_first_two_turns_in_the_european_edition(roles):
    game = table("eu-fr", roles=roles, prison=["p1"])
    game.passes("p1").only(on_turn="p1")
    game.refuses("no_throw_open").roll("p1", 1, 2)
    game.quiet("p2").passes("p1").only(on_turn="p1")
    game.quiet("p2").refuses("fine_first", "R15").passes("p1")
    game.refuses("fine_first", "R15").roll("p1", 2, 2)
    game.pay_fine("p1").roll("p1", 1, 2)


def test_pass_and_throw_both_count_in_the_european_edition():
    game = table("eu-fr", prison=["p1"]).passes("p1").quiet("p2").roll("p1", 1, 2).quiet("p2")
    game.refuses("fine_first", "R15").passes("p1")
    game.refuses("fine_first", "R15").roll("p1", 1, 2)


def test_a_turn_begun_by_building_or_redeeming_can_be_passed_in_the_european_edition():
    deeds = {1: "p1", 3: "p1", 5: "p1 mortgaged"}
    game = table("eu-fr", roles="mc", prison=["p1"], deeds=deeds)
    game.build("p1", 1).passes("p1").only()
    game.quiet("p2").redeem("p1", 5).passes("p1").only()
    game.quiet("p2").build("p1", 1).refuses("fine_first", "R15").passes("p1")
    game.pay_fine("p1")


def test_a_wrong_pass_is_refused_by_r15_in_the_european_edition():
    table("eu-fr").refuses("not_confined", "R15").passes("p1")
    table("eu-fr", prison=["p1"]).roll("p1", 1, 2).refuses("already_thrown", "R15").passes("p1")
    table("eu-fr", prison=["p1"]).roll("p1", 2, 2).refuses("not_confined", "R15").passes("p1")
    table("eu-fr", prison=["p1"]).pay_fine("p1").refuses("not_confined", "R15").passes("p1")
    table("eu-fr", prison=["p2"]).refuses("not_next").passes("p2")


# What the European edition forbids in price war.


def test_a_competitor_in_price_war_receives_no_deed_by_trade_in_the_european_edition():
    game = table("eu-fr", prison=["p1"], deeds={1: "p1", 5: "p2"})
    game.refuses("in_price_war", "R15").trade("p1", "p2", take=[5], pay=10)
    game.refuses("in_price_war", "R15").trade("p2", "p1", give=[5], get=10)
    game.refuses("in_price_war", "R15").trade("p1", "p2", take=[5], give=[1])
    game.trade("p1", "p2", give=[1], get=10)
    game.only(p1={"cash": 10}, p2={"cash": -10}, deeds={1: "p2"})
    game.pay_fine("p1").trade("p1", "p2", take=[5], pay=10)


def test_a_competitor_in_price_war_may_give_cash_away_in_the_european_edition():
    game = table("eu-fr", prison=["p1"]).trade("p1", "p2", pay=10)
    game.only(p1={"cash": -10}, p2={"cash": 10})


def test_deeds_from_a_bankruptcy_are_received_in_price_war_in_the_european_edition():
    game = table("eu-fr", roles="mc", cash={"p1": 5}, deeds={39: "p2 +5", 1: "p1 mortgaged"},
                 prison=["p2"], squares={"p1": 36})  # fmt: skip
    game.roll("p1", 1, 2).bankrupt("p1")
    assert game.statement()["winners"] == ["p2"]
    game = table("eu-fr", roles="mcm", cash={"p1": 5}, deeds={39: "p2 +5", 1: "p1 mortgaged"},
                 prison=["p2"], squares={"p1": 36})  # fmt: skip
    game.roll("p1", 1, 2).bankrupt("p1")
    assert game.deeds() == {1: "p2 mortgaged", 39: "p2 +5"}


@not_eu_fr
def test_a_competitor_in_price_war_trades_as_usual(edition):
    game = table(edition, prison=["p1"], deeds={5: "p2"}).trade("p1", "p2", take=[5], pay=10)
    game.only(p1={"cash": -10}, p2={"cash": 10}, deeds={5: "p1"})


def test_a_monopolist_in_prison_trades_as_usual_in_the_european_edition():
    game = table("eu-fr", roles="mc", prison=["p1"], deeds={5: "p2"})
    game.trade("p1", "p2", take=[5], pay=10)
    game.only(p1={"cash": -10}, p2={"cash": 10}, deeds={5: "p1"})
