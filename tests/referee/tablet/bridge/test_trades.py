"""A trade is read out before it is agreed; a lopsided one is asked about."""

import pytest

from tests.referee.tablet.test_bridge import header, opened, playing

__all__ = ["header"]


def plain(answer):
    return [text.replace("\u2068", "").replace("\u2069", "") for text in answer["text"]]


@pytest.fixture
def bridge(header):
    deeds = {
        "1": {"owner": "p1"},
        "3": {"owner": "p1", "mortgaged": True},
        "5": {"owner": "p1"},
        "37": {"owner": "p2"},
    }
    return playing({**header, "mode": "A", "position": {"deeds": deeds}})


def ask(bridge, give, take):
    event = {"type": "trade", "player": "p1", "with": "p2", "give": give, "take": take}
    return bridge.ask("trade", {"event": event})


def test_everything_that_changes_hands_is_named(bridge):
    answer = ask(bridge, {"cash": 980, "deeds": [1, 3, 5]}, {"cash": 0, "deeds": []})
    assert plain(answer)[:2] == [
        "Ada gives Ben 3 deeds (Basin Street, French Quarter (mortgaged) and U.S. Railroad)"
        " and $980.",
        "Ben gives Ada nothing.",
    ]
    assert answer["refusals"] == []


def test_a_lopsided_trade_is_asked_about_with_both_worths(bridge):
    answer = ask(bridge, {"cash": 980, "deeds": [1, 3]}, {"deeds": [37]})
    # 980 in cash, a deed of 60 and half of another of 60, against a deed of 350
    assert "worth $1,070 by listed prices and gets $350" in answer["question"]


@pytest.mark.parametrize(
    ("give", "take"),
    [
        ({"cash": 175}, {"deeds": [37]}),
        ({"cash": 99}, {}),
        ({"deeds": [5]}, {"cash": 400}),
    ],
)
def test_no_question_where_the_sides_are_nearly_even_or_little_changes_hands(bridge, give, take):
    answer = ask(bridge, give, take)
    assert answer["question"] is None


def test_one_more_is_asked_about(bridge):
    assert ask(bridge, {"cash": 174}, {"deeds": [37]})["question"]
    assert ask(bridge, {"cash": 100}, {})["question"]


def test_the_reader_hears_of_a_city_before_it_is_given_away(bridge):
    answer = ask(bridge, {"cash": 5}, {"deeds": [37]})
    assert len(answer["text"]) == 2
    bridge.ask("play", {"events": [{"type": "redeem", "player": "p1", "square": 3}], "at": None})
    answer = ask(bridge, {"deeds": [1, 3]}, {"cash": 120})
    assert any("monopolises New Orleans" in text for text in plain(answer))


def test_a_trade_that_the_rules_refuse_is_not_read_out(bridge):
    answer = ask(bridge, {"cash": 90_000}, {})
    assert answer["refusals"][0]["rule"] == "R26"
    assert answer["text"] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Ada donne à Ben\u00a0: «\u00a0Basin Street\u00a0» et 5\u00a0$."),
        ("ru", "Ada отдаёт игроку Ben: «Basin Street» и 5\u00a0$."),
    ],
)
def test_the_trade_is_read_out_in_the_tablets_language(bridge, language, text):
    header = bridge.opened["header"]
    bridge, _ = opened(header, log=[{"type": "start", "header": header}], language=language)
    assert plain(ask(bridge, {"cash": 5, "deeds": [1]}, {}))[0] == text


@pytest.mark.parametrize(
    ("give", "take", "payer"),
    [
        ({"deeds": [5]}, {"cash": 400, "deeds": []}, "take"),
        ({"deeds": [5]}, {"deeds": [37]}, "give"),
        # a mortgaged street counts for half of its price
        ({"deeds": [3]}, {"deeds": [1]}, "give"),
        ({"cash": 5}, {"cash": 9}, None),
        ({"cash": 99_999, "deeds": [37]}, {"deeds": [5]}, "take"),
    ],
)
def test_whose_deeds_are_worth_less_makes_up_for_it_in_cash(bridge, give, take, payer):
    assert ask(bridge, give, take)["payer"] == payer


def test_deeds_without_buildings_may_be_given_by_these_two(header):
    deeds = {
        "6": {"owner": "p3"},
        "1": {"owner": "p1", "improvements": 1},
        "3": {"owner": "p1", "mortgaged": True},
        "5": {"owner": "p1"},
        "37": {"owner": "p2"},
    }
    third = {"id": "p3", "name": "Chloé", "role": "competitor"}
    header["players"].append(third)
    bridge = playing({**header, "mode": "A", "position": {"deeds": deeds}})
    asked = {"player": "p1", "other": "p2"}
    assert bridge.ask("deeds_to_trade", asked) == {"squares": [3, 5, 37]}
