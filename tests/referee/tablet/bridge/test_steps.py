"""Buttons of deeds: every amount is on them, for one building and for several."""

import pytest

from tests.referee.tablet.test_bridge import header, opened, play, playing

__all__ = ["header"]

OWN = {"owner": "p1"}


def offers(answer, kind, square):
    return next(
        each
        for each in answer["view"]["legal"]
        if each["type"] == kind and each["event"]["square"] == square
    )


def at_table(header, deeds, cash=1000, **changes):
    position = {"cash": {"p1": cash}, "deeds": deeds}
    header = {**header, **changes, "position": position}
    return opened(header, log=[{"type": "start", "header": header}])


def test_one_building_or_several_in_one_go_each_with_its_price(header):
    bridge, answer = at_table(header, {"1": {**OWN, "improvements": 2}})
    built = offers(answer, "build", 1)
    assert built["label"] == "+1 house −$50"
    assert [step["label"] for step in built["steps"]] == [
        "+1 house −$50",
        "+2 houses −$100",
        "+2 houses, hotel −$150",
    ]
    sold = offers(answer, "sell", 1)
    assert [step["label"] for step in sold["steps"]] == ["−1 house +$25", "−2 houses +$50"]
    shown = [(step["level"], step["big"], step["amount"]) for step in built["steps"]]
    assert shown == [(3, False, "−$50"), (4, False, "−$100"), (5, True, "−$150")]
    assert [(step["level"], step["amount"]) for step in sold["steps"]] == [(1, "+$25"), (0, "+$50")]
    for step in built["steps"]:
        event = {**built["event"], "count": step["count"]}
        assert bridge.ask("check", {"events": [event]})["refusals"] == []
    event = {**built["event"], "count": built["steps"][-1]["count"] + 1}
    assert bridge.ask("check", {"events": [event]})["refusals"] != []


def test_no_more_are_offered_than_the_cash_pays(header):
    _, answer = at_table(header, {"1": OWN}, cash=149)
    assert [step["count"] for step in offers(answer, "build", 1)["steps"]] == [1, 2]
    _, answer = at_table(header, {"1": OWN}, cash=99)
    assert [step["count"] for step in offers(answer, "build", 1)["steps"]] == [1]


def test_an_undo_takes_several_buildings_back_at_once(header):
    bridge, _ = at_table(header, {"1": OWN})
    play(bridge, {"type": "build", "player": "p1", "square": 1, "count": 4})
    answer = play(bridge, {"type": "undo", "reason": "misread"})
    assert answer["view"]["squares"][1]["improvements"] == 0
    assert answer["view"]["players"][0]["cash"] == 1000


@pytest.mark.parametrize(
    ("language", "edition", "label"),
    [
        ("en", "us-wooden", "apartment −$50"),
        ("fr", "eu-fr", "hôtel −50\u00a0€"),
        ("ru", "ru-2014", "отель −50\u00a0€"),
    ],
)
def test_the_last_step_is_the_big_building_of_the_edition(header, language, edition, label):
    deeds = {"1": {**OWN, "improvements": 4}}
    header = {**header, "edition": edition, "position": {"cash": {"p1": 900}, "deeds": deeds}}
    log = [{"type": "start", "header": header}]
    _, answer = opened(header, log=log, language=language)
    assert offers(answer, "build", 1)["label"] == label


def test_mortgaging_and_redeeming_say_what_they_bring_and_cost(header):
    _, answer = at_table(header, {"5": OWN, "15": {**OWN, "mortgaged": True}})
    assert offers(answer, "mortgage", 5)["label"] == "Mortgage +$100"
    assert offers(answer, "redeem", 15)["label"] == "Redeem −$110"


def test_the_adjustment_offers_several_buildings_in_one_go(header):
    position = {"cash": {"p1": 120}, "deeds": {"1": {**OWN, "improvements": 1}}}
    bridge = playing({**header, "position": position}, {"type": "time"})
    options = bridge.ask("adjustment", {"player": "p1"})["options"]
    [build] = [option for option in options if option["event"]["type"] == "build"]
    assert [(step["count"], step["label"]) for step in build["steps"]] == [
        (1, "+1 house −$50"),
        (2, "+2 houses −$100"),
    ]
    assert build["difference"] == build["steps"][0]["difference"]
    answer = play(bridge, build["steps"][1]["event"])
    assert answer["view"]["squares"][1]["improvements"] == 3
