"""R23 (eu-fr: 21): cash and deeds may change hands, houses and hotels may not."""

import pytest

from tests.referee.engine.table import EDITIONS, every_edition, not_eu_fr, table

DEEDS = {1: "p1", 5: "p1", 39: "p2", 12: "p2"}


@every_edition
def test_deeds_and_cash_both_ways(edition):
    game = table(edition, deeds=DEEDS)
    game.trade("p1", "p2", give=[1, 5], take=[39], pay=30, get=10)
    game.only(p1={"cash": -20}, p2={"cash": 20}, deeds={1: "p2", 5: "p2", 39: "p1"})


@every_edition
def test_a_gift_is_a_trade(edition):
    table(edition, deeds=DEEDS).trade("p1", "p2", give=[1]).only(deeds={1: "p2"})
    table(edition, deeds=DEEDS).trade("p1", "p2", pay=1).only(p1={"cash": -1}, p2={"cash": 1})
    table(edition, deeds=DEEDS).trade("p1", "p2", take=[39]).only(deeds={39: "p1"})
    table(edition, deeds=DEEDS).trade("p1", "p2", get=1).only(p1={"cash": 1}, p2={"cash": -1})


@every_edition
def test_missing_cash_is_nothing_and_missing_deeds_are_none(edition):
    game = table(edition, deeds=DEEDS)
    game.play("trade", "p1", **{"with": "p2"}, give={}, take={"deeds": [39]})
    game.only(deeds={39: "p1"})
    game.play("trade", "p1", **{"with": "p2"}, give={"cash": 5}, take={})
    game.only(p1={"cash": -5}, p2={"cash": 5})


@every_edition
def test_something_must_change_hands(edition):
    game = table(edition, deeds=DEEDS)
    game.refuses("trade_of_nothing").trade("p1", "p2")
    game.refuses("trade_of_nothing").play("trade", "p1", **{"with": "p2"}, give={}, take={})


@every_edition
def test_one_does_not_trade_with_oneself(edition):
    table(edition, deeds=DEEDS).refuses("trade_with_oneself").trade("p1", "p1", give=[1])


@every_edition
def test_both_must_be_in_the_game(edition):
    game = table(edition, roles="cmc", deeds={1: "p1"}).withdraw("p2")
    game.refuses("player_out", "R24").trade("p1", "p2", give=[1])
    game.refuses("player_out", "R24").trade("p2", "p1", take=[1])
    game.refuses("unknown_player").trade("p1", "p9", give=[1])


@every_edition
def test_each_gives_only_what_is_his(edition):
    game = table(edition, roles="cmc", deeds={1: "p1", 39: "p2", 5: "p3"})
    for given in (39, 5, 3, 0, 10):
        game.refuses("not_own_deed", "R23").trade("p1", "p2", give=[given])
    for taken in (1, 5, 3, 20):
        game.refuses("not_own_deed", "R23").trade("p1", "p2", take=[taken])


@every_edition
def test_a_deed_changes_hands_once(edition):
    game = table(edition, deeds=DEEDS)
    game.refuses("deed_twice").trade("p1", "p2", give=[1, 1])
    game.refuses("not_own_deed", "R23").trade("p1", "p2", give=[1], take=[1])


@every_edition
def test_a_mortgaged_deed_stays_mortgaged(edition):
    game = table(edition, deeds={1: "p1 mortgaged"}).trade("p1", "p2", give=[1], get=10)
    game.only(p1={"cash": 10}, p2={"cash": -10}, deeds={1: "p2 mortgaged"})


@every_edition
@pytest.mark.parametrize("roles", ["cm", "mc"])
def test_no_deed_is_traded_with_buildings(edition, roles):
    game = table(edition, roles=roles, deeds={1: "p1 +1", 3: "p1"})
    game.refuses("has_buildings", "R23").trade("p1", "p2", give=[1], get=10)
    game.refuses("has_buildings", "R23").trade("p2", "p1", take=[1], pay=10)
    game.sell("p1", 1).trade("p1", "p2", give=[1], get=10)


@not_eu_fr
@pytest.mark.parametrize(
    "deeds",
    [
        pytest.param({6: "p1", 8: "p1 +1"}, id="two streets"),
        pytest.param({6: "p1", 8: "p1 +1", 9: "p1 mortgaged"}, id="the third is mortgaged"),
    ],
)
def test_no_trade_may_break_a_built_monopoly(edition, deeds):
    game = table(edition, roles="mc", deeds=deeds)
    game.refuses("trade_breaks_monopoly", "R23").trade("p1", "p2", give=[6], get=10)
    game.refuses("trade_breaks_monopoly", "R23").trade("p2", "p1", take=[6], pay=10)
    game.sell("p1", 8).trade("p1", "p2", give=[6], get=10)


@not_eu_fr
def test_a_trade_that_keeps_the_monopoly_by_another_street_is_allowed(edition):
    game = table(edition, roles="mc", deeds={6: "p1", 8: "p1 +1", 9: "p2"})
    game.trade("p1", "p2", give=[6], take=[9]).only(deeds={6: "p2", 9: "p1"})
    game = table(edition, roles="mc", deeds={6: "p1", 8: "p1 +1", 9: "p1"})
    game.trade("p1", "p2", give=[6]).only(deeds={6: "p2"})


@not_eu_fr
def test_a_trade_for_a_mortgaged_street_does_not_keep_the_monopoly(edition):
    game = table(edition, roles="mc", deeds={6: "p1", 8: "p1 +1", 9: "p2 mortgaged"})
    game.refuses("trade_breaks_monopoly", "R23").trade("p1", "p2", give=[6], take=[9])


def test_houses_of_a_broken_monopoly_may_stay_in_the_european_edition():
    game = table("eu-fr", roles="mc", deeds={6: "p1", 8: "p1 +1"}, squares={"p2": 3})
    game.trade("p1", "p2", give=[6], get=10)
    game.only(p1={"cash": 10}, p2={"cash": -10}, deeds={6: "p2"})
    game.refuses("not_monopolised", "R11").build("p1", 8)
    game.quiet("p1").roll("p2", 2, 3).only(p1={"cash": 15}, p2={"square": 8, "cash": -15})


@every_edition
def test_a_competitor_may_trade_beside_his_houses(edition):
    game = table(edition, deeds={6: "p1", 8: "p1 +1"}).trade("p1", "p2", give=[6])
    game.only(deeds={6: "p2"})


@every_edition
def test_trades_are_possible_at_any_time(edition):
    game = table(edition, deeds=DEEDS).trade("p2", "p1", give=[39])
    assert game.on_turn is None
    game.roll("p1", 3, 4).trade("p1", "p2", give=[39]).trade("p2", "p1", give=[39])


@pytest.mark.parametrize("mode", ["A", "B"])
def test_the_european_edition_trades_in_games_a_and_b(mode):
    table("eu-fr", mode=mode, deeds=DEEDS).trade("p1", "p2", give=[1]).only(deeds={1: "p2"})


def test_the_european_edition_never_trades_in_a_tournament_game():
    game = table("eu-fr", mode="two-hour", deeds=DEEDS)
    game.refuses("no_trades").trade("p1", "p2", give=[1])
    game.quiet("p1").refuses("no_trades").trade("p2", "p1", get=10)


@pytest.mark.parametrize("edition", [code for code in EDITIONS if code != "eu-fr"])
def test_a_tournament_game_has_trades_until_time_is_called(edition):
    game = table(edition, mode="two-hour", deeds=DEEDS, squares={"p1": 3})
    game.trade("p1", "p2", give=[1]).roll("p1", 2, 2).time()
    assert game.status == "closing"
    game.refuses("wrong_status").trade("p1", "p2", give=[5])
