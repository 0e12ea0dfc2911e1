"""The two-hour game: time, the last turn, then adjustment, retention, circuit and places."""

import pytest

from tests.referee.engine.table import EDITIONS, every_edition, not_eu_fr, table

ADJUSTING = [code for code in EDITIONS if code != "eu-fr"]


def timed(edition="us-2011", roles="cm", **more):
    """Time is called before the first turn."""
    return table(edition, mode="two-hour", roles=roles, **more).time()


def adjusted(edition="us-2011", roles="cm", **more):
    """Everybody has adjusted, or need not."""
    game = timed(edition, roles, **more)
    if edition != "eu-fr":
        for number in range(len(roles)):
            game.adjusted(f"p{number + 1}")
    return game


# Time is called.


@every_edition
def test_with_no_turn_in_progress_time_leads_straight_on(edition):
    assert timed(edition).status == ("adjusted" if edition == "eu-fr" else "adjusting")


@every_edition
def test_after_a_complete_turn_time_leads_straight_on(edition):
    game = table(edition, mode="two-hour").quiet("p1").time()
    assert game.status == ("adjusted" if edition == "eu-fr" else "adjusting")
    assert game.on_turn == "p1"


@every_edition
@pytest.mark.parametrize("mode", ["A", "B"])
def test_time_is_called_in_a_two_hour_game_only(edition, mode):
    table(edition, mode=mode).refuses("no_time_limit").time()


@every_edition
def test_time_is_called_once(edition):
    timed(edition).refuses("wrong_status").time()
    game = table(edition, mode="two-hour").roll("p1", 3, 4).time()
    assert game.status == "closing"
    game.refuses("wrong_status").time()
    game.undo().time()


@every_edition
def test_the_extra_throw_of_the_last_turn_is_made(edition):
    game = table(edition, mode="two-hour", squares={"p1": 1}).roll("p1", 4, 4).time()
    assert game.status == "closing"
    game.refuses("turn_incomplete").roll("p2", 1, 2)
    game.roll("p1", 1, 2)
    assert game.status == ("adjusted" if edition == "eu-fr" else "adjusting")
    game.refuses("wrong_status").roll("p2", 1, 2)


@every_edition
def test_the_open_square_of_the_last_turn_is_answered(edition):
    game = table(edition, mode="two-hour", squares={"p1": 1}).roll("p1", 1, 2).time()
    assert game.status == "closing"
    game.refuses("wrong_status").retain()
    game.refuses("wrong_status").adjusted("p1")
    game.income_tax("p1", "flat")
    assert game.status == ("adjusted" if edition == "eu-fr" else "adjusting")


@every_edition
def test_the_throw_a_fine_or_a_house_opened_is_made(edition):
    game = table(edition, mode="two-hour", prison=["p1"]).pay_fine("p1").time()
    assert game.status == "closing"
    assert game.roll("p1", 1, 2).status != "closing"
    game = table(edition, mode="two-hour", deeds={1: "p1"}).build("p1", 1).time()
    assert game.status == "closing"
    assert game.roll("p1", 4, 6).status != "closing"


@every_edition
def test_the_dues_of_the_last_turn_are_paid(edition):
    game = table(edition, mode="two-hour", cash={"p1": 30}, deeds={39: "p2", 1: "p1"},
                 squares={"p1": 36})  # fmt: skip
    game.roll("p1", 1, 2).time()
    assert game.status == "closing"
    game.mortgage("p1", 1)
    assert game.status == ("adjusted" if edition == "eu-fr" else "adjusting")


@every_edition
def test_who_cannot_pay_in_the_last_turn_goes_bankrupt(edition):
    game = table(edition, mode="two-hour", roles="cmc", cash={"p1": 30}, deeds={39: "p2"},
                 squares={"p1": 36})  # fmt: skip
    game.roll("p1", 1, 2).time().bankrupt("p1")
    assert game.status == ("adjusted" if edition == "eu-fr" else "adjusting")


@every_edition
def test_no_turn_is_left_open_when_the_player_on_turn_leaves_after_time(edition):
    game = table(edition, mode="two-hour", roles="cmc").roll("p1", 3, 4).time().withdraw("p1")
    assert game.status == ("adjusted" if edition == "eu-fr" else "adjusting")


@every_edition
def test_the_player_on_turn_may_build_in_closing(edition):
    game = table(edition, mode="two-hour", deeds={1: "p1", 37: "p2", 39: "p2"})
    game.roll("p1", 3, 4).time().build("p1", 1).refuses("turn_incomplete").build("p2", 39)


@every_edition
def test_an_offer_may_be_bought_after_time(edition):
    game = table(edition, mode="two-hour").roll("p1", 1, 2).time().buy("p1")
    game.only(p1={"cash": -60}, deeds={3: "p1"})


@every_edition
def test_the_offer_lapses_at_the_first_step_of_the_procedure(edition):
    game = table(edition, mode="two-hour").roll("p1", 1, 2).time()
    if edition == "eu-fr":
        game.retain().refuses("wrong_status").buy("p1")
    else:
        game.adjusted("p2").refuses("no_offer", "R9").buy("p1")


@not_eu_fr
def test_the_offer_outlives_a_bought_house_and_lapses_with_the_own_adjustment(edition):
    game = table(edition, mode="two-hour", deeds={1: "p1"}).roll("p1", 1, 2).time()
    game.build("p1", 1).permits().buy("p1").adjusted("p1").refuses("no_offer", "R9").buy("p1")


# A: adjustment.


@not_eu_fr
def test_each_player_may_build_sell_mortgage_and_redeem_whoever_is_on_turn(edition):
    deeds = {1: "p1", 5: "p1 mortgaged", 12: "p1", 37: "p2", 39: "p2 +1", 15: "p2 mortgaged"}
    game = timed(edition, deeds=deeds)
    for player, street, mortgaged, other in (("p2", 37, 15, 39), ("p1", 1, 5, 12)):
        game.build(player, street).redeem(player, mortgaged)
        if other == 39:
            game.sell(player, other)
        else:
            game.mortgage(player, other)
    assert game.deeds() == {
        1: "p1 +1", 5: "p1", 12: "p1 mortgaged", 37: "p2 +1", 39: "p2", 15: "p2",
    }  # fmt: skip


@not_eu_fr
def test_the_rules_of_building_and_mortgages_hold(edition):
    game = timed(edition, cash={"p1": 49}, deeds={1: "p1", 37: "p2", 6: "p2", 8: "p2 +1"})
    game.refuses("lacks_cash", "R26").build("p1", 1)
    game.refuses("not_monopolised", "R11").build("p2", 37)
    game.refuses("breaks_monopoly", "R12").mortgage("p2", 6)


@not_eu_fr
def test_no_trade_no_throw_no_fine_in_the_adjustment(edition):
    game = timed(edition, deeds={1: "p1"}, prison=["p1"])
    game.refuses("wrong_status").trade("p1", "p2", give=[1])
    game.refuses("wrong_status").roll("p1", 1, 2)
    game.refuses("wrong_status").pay_fine("p1")


@not_eu_fr
def test_who_declared_to_be_done_is_bound(edition):
    deeds = {1: "p1 +1", 3: "p1", 5: "p1 mortgaged", 37: "p2", 39: "p2"}
    game = timed(edition, deeds=deeds).adjusted("p1").only()
    game.refuses("already_adjusted").build("p1", 1)
    game.refuses("already_adjusted").sell("p1", 1)
    game.refuses("already_adjusted").mortgage("p1", 3)
    game.refuses("already_adjusted").redeem("p1", 5)
    game.refuses("already_adjusted").adjusted("p1")
    game.build("p2", 39)


@not_eu_fr
def test_when_all_are_done_the_adjustment_is_over(edition):
    game = timed(edition, "cmc", deeds={1: "p1 +1"}).adjusted("p2").adjusted("p1")
    game.refuses("wrong_status").retain()
    assert game.status == "adjusting"
    game.adjusted("p3")
    assert game.status == "adjusted"
    game.refuses("wrong_status").sell("p1", 1)


@not_eu_fr
def test_players_who_are_out_need_not_adjust(edition):
    game = table(edition, mode="two-hour", roles="cmc").withdraw("p2").time()
    game.refuses("player_out", "R24").adjusted("p2")
    game.adjusted("p1").adjusted("p3")
    assert game.status == "adjusted"


@not_eu_fr
def test_when_the_last_who_is_not_done_leaves_the_adjustment_is_over(edition):
    game = timed(edition, "cmc").adjusted("p1").adjusted("p2").withdraw("p3")
    assert game.status == "adjusted"


@not_eu_fr
def test_who_is_bound_may_still_be_recounted_and_leave(edition):
    game = timed(edition, "cmc").adjusted("p1").recount("p1", 7).withdraw("p1")
    assert game.status == "adjusting"


def test_the_european_edition_has_no_adjustment():
    game = timed("eu-fr", deeds={1: "p1 +1", 3: "p1", 5: "p1 mortgaged"})
    game.refuses("wrong_status").adjusted("p1")
    game.refuses("wrong_status").build("p1", 1)
    game.refuses("wrong_status").sell("p1", 1)
    game.refuses("wrong_status").mortgage("p1", 3)
    game.refuses("wrong_status").redeem("p1", 5)


@every_edition
def test_a_two_hour_game_with_one_left_after_time_is_finished_at_once(edition):
    game = adjusted(edition, cash={"p1": 310}).withdraw("p2")
    assert game.status == "finished"
    assert game.statement()["winners"] == ["p1"]
    assert game.statement()["players"][0] == {
        "id": "p1", "role": "competitor", "place": 1, "final": 310,
        "before_retention": None, "retained": None, "circuit_income": None,
    }  # fmt: skip


@every_edition
def test_in_adjusted_only_retention_recount_withdrawal_and_undo(edition):
    game = adjusted(edition, "cmc", deeds={1: "p1 +1", 3: "p1"})
    for kind, player, fields in (
        ("roll", "p1", {"dice": [1, 2]}),
        ("build", "p1", {"square": 3}),
        ("sell", "p1", {"square": 1}),
        ("mortgage", "p1", {"square": 3}),
        ("adjusted", "p1", {}),
        ("circuit", None, {"dice": {}}),
        ("richest", None, {"dice": {}}),
        ("time", None, {}),
        ("bankrupt", "p1", {}),
    ):
        game.refuses("wrong_status").play(kind, player, **fields)
    game.recount("p1", 900).withdraw("p3").retain()


# B: retention.


@every_edition
def test_competitors_keep_10_and_monopolists_20_percent(edition):
    game = adjusted(edition, "cmm", cash={"p1": 1290, "p2": 1000, "p3": 5}).retain()
    assert game.status == "retained"
    game.only(status="retained", p1={"cash": 129 - 1290}, p2={"cash": 200 - 1000},
              p3={"cash": 1 - 5})  # fmt: skip


@every_edition
def test_retention_comes_once_and_before_the_circuit(edition):
    game = adjusted(edition).refuses("wrong_status").circuit({})
    game.retain().refuses("wrong_status").retain()
    game.circuit({}).refuses("wrong_status").circuit({})


@every_edition
def test_after_retention_only_the_circuit_and_undo(edition):
    game = adjusted(edition, "cmc").retain()
    game.refuses("wrong_status").recount("p1", 5)
    game.refuses("wrong_status").withdraw("p1")
    game.refuses("wrong_status").time()
    game.undo()
    assert game.status == "adjusted"


# C: the circuit, and D: the places.


@every_edition
def test_the_statement_of_a_finished_game(edition):
    """p2's monopoly of 37 and 39 (one house: 2 × 60 and 2 × 35), p1's street, company, utility."""
    deeds = {1: "p1 +5", 5: "p1", 12: "p1", 6: "p1 mortgaged", 37: "p2", 39: "p2 +1"}
    game = adjusted(edition, cash={"p1": 1290, "p2": 0}, deeds=deeds).retain().circuit({12: (3, 4)})
    assert game.statement() == {
        "status": "finished",
        "mode": "two-hour",
        "winners": ["p1"],
        "players": [
            {"id": "p1", "role": "competitor", "place": 1, "final": 129 + 31 + 20 + 28,
             "before_retention": 1290, "retained": 129, "circuit_income": 31 + 20 + 28},
            {"id": "p2", "role": "monopolist", "place": 2, "final": 190,
             "before_retention": 0, "retained": 0, "circuit_income": 120 + 70},
        ],
        "circuit": [
            {"square": 1, "owner": "p1", "amount": 31, "dice": None},
            {"square": 5, "owner": "p1", "amount": 20, "dice": None},
            {"square": 6, "owner": "p1", "amount": 0, "dice": None},
            {"square": 12, "owner": "p1", "amount": 28, "dice": [3, 4]},
            {"square": 37, "owner": "p2", "amount": 70, "dice": None},
            {"square": 39, "owner": "p2", "amount": 120, "dice": None},
        ],
    }  # fmt: skip


@every_edition
@pytest.mark.parametrize(
    ("roles", "both", "amount"), [("cm", False, 36), ("mc", False, 36), ("mc", True, 90)]
)
def test_the_circuit_pays_utilities_by_a_throw_of_each(edition, roles, both, amount):
    deeds = dict.fromkeys((12, 28) if both else (12,), "p1")
    dice = dict.fromkeys(deeds, (4, 5))
    statement = adjusted(edition, roles, deeds=deeds).retain().circuit(dice).statement()
    assert [item["amount"] for item in statement["circuit"]] == [amount] * len(deeds)


@every_edition
@pytest.mark.parametrize("owned", [1, 2, 3, 4])
def test_the_circuit_pays_a_monopolists_companies_by_their_number(edition, owned):
    deeds = dict.fromkeys((5, 15, 25, 35)[:owned], "p2")
    statement = adjusted(edition, deeds=deeds).retain().circuit().statement()
    fare = {1: 40, 2: 80, 3: 160, 4: 320}[owned]
    assert statement["players"][1]["circuit_income"] == owned * fare


@every_edition
@pytest.mark.parametrize(
    "dice",
    [
        pytest.param({}, id="none"),
        pytest.param({12: (1, 2), 28: (1, 2)}, id="the mortgaged one too"),
        pytest.param({28: (1, 2)}, id="the mortgaged one instead"),
    ],
)
def test_dice_for_exactly_the_utilities_that_are_paid(edition, dice):
    game = adjusted(edition, deeds={12: "p1", 28: "p2 mortgaged", 5: "p1"}).retain()
    game.refuses("other_throws_needed", "R20").circuit(dice)
    game.refuses("not_a_utility").circuit({12: (1, 2), 5: (1, 2)})
    game.circuit({12: (1, 2)})


@every_edition
def test_no_dice_for_an_unowned_utility(edition):
    game = adjusted(edition).retain().refuses("other_throws_needed", "R20").circuit({12: (1, 2)})
    game.circuit({})


@every_edition
def test_a_competitor_in_price_war_is_paid(edition):
    game = adjusted(edition, deeds={39: "p1", 12: "p1"}, prison=["p1"]).retain()
    game.circuit({12: (1, 2)})
    assert game.statement()["players"][0]["circuit_income"] == 40 + 12


@every_edition
def test_players_who_went_bankrupt_rank_behind_the_others_the_last_to_go_first(edition):
    game = table(edition, mode="two-hour", roles="cmcmc", cash={"p1": 0, "p4": 0})
    game.withdraw("p5").withdraw("p2").time()
    if edition != "eu-fr":
        game.adjusted("p1").adjusted("p3").adjusted("p4")
    game.retain().circuit({})
    assert game.places() == {"p3": 1, "p1": 2, "p4": 2, "p2": 4, "p5": 5}
    out = game.statement()["players"][1]
    assert out == {
        "id": "p2", "role": "monopolist", "place": 4, "final": 0,
        "before_retention": None, "retained": None, "circuit_income": None,
    }  # fmt: skip


@every_edition
def test_the_winner_has_the_most_cash_after_the_circuit(edition):
    """1000 × 10 % + 0 against 100 × 20 % + 80."""
    game = adjusted(edition, cash={"p1": 1000, "p2": 105}, deeds={37: "p2", 39: "p2"}).retain()
    game.circuit({})
    assert [player["final"] for player in game.statement()["players"]] == [100, 21 + 150]
    assert game.statement()["winners"] == ["p2"]
