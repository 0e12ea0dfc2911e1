"""R25 (eu-fr: 23): cash and what each unmortgaged deed earns when one player lands on it."""

from typing import Any

import pytest

from tests.referee.engine.table import EDITIONS, every_edition, table


def awaited(edition="us-2011", roles="ccm", **more):
    """Game B with the last player, of the other role, gone."""
    return table(edition, mode="B", roles=roles, **more).withdraw(f"p{len(roles)}")


def wealth(game, dice=None):
    game.richest(dice or {})
    return [player["final"] for player in game.statement()["players"]]


@every_edition
def test_the_wealth_of_competitors(edition):
    """1 +5: 6 + 25, 24: 24, 5 and 15: 20 each, 12: 4 × 7; the mortgaged 39 earns nothing."""
    deeds = {1: "p1 +5", 24: "p1", 5: "p1", 15: "p1", 12: "p1", 39: "p1 mortgaged", 3: "p2"}
    game = awaited(edition, cash={"p1": 100, "p2": 260}, deeds=deeds)
    assert wealth(game, {12: (3, 4)}) == [100 + 31 + 24 + 20 + 20 + 28, 260 + 6, 0]
    assert game.statement()["winners"] == ["p2"]


@every_edition
def test_the_wealth_of_monopolists(edition):
    """6 +2: 2 × 20, 8: 2 × 10, 37 alone: 35, 5 and 15: 80 each, 12 and 28: 10 × 3 and 10 × 11."""
    deeds = {6: "p1 +2", 8: "p1", 37: "p1", 5: "p1", 15: "p1", 12: "p1", 28: "p1"}
    game = awaited(edition, "mmc", cash={"p1": 0, "p2": 400}, deeds=deeds)
    total = 40 + 20 + 35 + 80 + 80 + 30 + 110
    assert wealth(game, {12: (1, 2), 28: (5, 6)}) == [total, 400, 0]
    assert game.places() == {"p1": 2, "p2": 1, "p3": 3}


@every_edition
@pytest.mark.parametrize("roles", ["ccm", "mmc"])
def test_prison_is_ignored(edition, roles):
    game = awaited(edition, roles, cash={"p1": 0}, deeds={39: "p1", 12: "p1"}, prison=["p1"])
    game.refuses("other_throws_needed", "R25").richest({})
    assert wealth(game, {12: (1, 2)})[0] == 40 + 12


@every_edition
@pytest.mark.parametrize(
    "dice",
    [
        pytest.param({}, id="none"),
        pytest.param({28: (1, 2)}, id="the mortgaged one"),
        pytest.param({12: (1, 2), 28: (1, 2)}, id="the mortgaged one too"),
    ],
)
def test_dice_for_exactly_the_owned_unmortgaged_utilities(edition, dice):
    game = awaited(edition, deeds={12: "p1", 28: "p2 mortgaged", 5: "p1"})
    game.refuses("other_throws_needed", "R25").richest(dice)
    game.refuses("not_a_utility").richest({12: (1, 2), 5: (1, 2)})
    game.richest({12: (1, 2)})


@every_edition
def test_dice_for_the_utility_of_who_left_are_refused(edition):
    game = awaited(edition, deeds={12: "p3"})
    game.refuses("other_throws_needed", "R25").richest({12: (1, 2)})
    game.richest({})


@every_edition
def test_equal_wealth_shares_the_place(edition):
    game = table(edition, mode="B", roles="cmcmc", cash={"p1": 50, "p3": 44, "p5": 50},
                 deeds={1: "p3"})  # fmt: skip
    game.withdraw("p4").withdraw("p2").richest({})
    assert game.places() == {"p1": 1, "p3": 1, "p5": 1, "p2": 4, "p4": 5}
    assert game.statement()["winners"] == ["p1", "p3", "p5"]


@pytest.mark.parametrize("ties", ["circuit_income", "pre_retention_cash"])
def test_the_ties_ruling_has_no_figures_in_game_b(ties):
    game = awaited(cash={"p1": 50, "p2": 44}, deeds={1: "p2"}, rulings={"ties": ties})
    game.richest({})
    assert game.places() == {"p1": 1, "p2": 1, "p3": 3}


@every_edition
def test_only_richest_recount_and_undo_are_legal_when_it_is_awaited(edition):
    game = awaited(edition, cash={"p1": 10, "p2": 20}, deeds={1: "p1 +1", 3: "p2", 5: "p2"})
    event: tuple[str, str | None, dict[str, Any]]
    for event in (
        ("roll", "p1", {"dice": [1, 2]}),
        ("build", "p1", {"square": 1}),
        ("sell", "p1", {"square": 1}),
        ("mortgage", "p2", {"square": 3}),
        ("withdraw", "p1", {}),
        ("time", None, {}),
        ("retain", None, {}),
        ("circuit", None, {"dice": {}}),
        ("trade", "p1", {"with": "p2", "give": {"cash": 5}, "take": {}}),
    ):
        game.refuses("wrong_status").play(event[0], event[1], **event[2])
    game.recount("p1", 30).only(p1={"cash": 20})
    assert wealth(game) == [30 + 11, 20 + 6 + 20, 0]


@every_edition
def test_richest_only_when_it_is_awaited(edition):
    table(edition, mode="B").refuses("wrong_status").richest({})
    table(edition, mode="A").refuses("wrong_status").richest({})
    table(edition, mode="two-hour").refuses("wrong_status").richest({})


@every_edition
def test_the_procedures_figures_are_null_and_the_circuit_empty(edition):
    statement = awaited(edition, deeds={1: "p1"}).richest({}).statement()
    assert statement["circuit"] == []
    for player in statement["players"]:
        assert player["before_retention"] is None
        assert player["retained"] is None
        assert player["circuit_income"] is None


@pytest.mark.parametrize("edition", [code for code in EDITIONS if code != "us-2011"])
def test_dues_still_open_when_richest_begins_are_cancelled(edition):
    """p1 owes the Treasury 75 and raises nothing; p3's leaving to p1 ends the game."""
    game = table(edition, mode="B", roles="ccm", cash={"p1": 20}, deeds={39: "p3"},
                 squares={"p1": 0})  # fmt: skip
    game.roll("p1", 3, 4).card("p1", effect="pay 75").only(p1={"owes": 75})
    game.withdraw("p3")
    assert game.status == "richest"
    assert game.owes("p1") == 0
    assert wealth(game) == [20, 1500, 0]
