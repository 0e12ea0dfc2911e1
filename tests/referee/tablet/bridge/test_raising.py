"""What a debtor could sell and mortgage: enough, at the least loss, and permitted step by step."""

import pytest

from referee.engine import Game
from referee.tablet.bridge.raising import raising_events
from tests.referee.tablet.test_bridge import header, playing

__all__ = ["header"]

ROLL = {"type": "roll", "player": "p1", "dice": [1, 2]}
TO_WALL_STREET = {"37": {"owner": "p2"}, "39": {"owner": "p2", "improvements": 2}}


def owing(header, deeds, missing=None):
    """A table where p1 has just landed on p2's Wall Street and lacks so much, or has no cash."""
    cash = 0 if missing is None else owing(header, deeds)[1]["owes"] - missing
    deeds = {**TO_WALL_STREET, **deeds}
    position = {"cash": {"p1": cash}, "deeds": deeds, "squares": {"p1": 36}}
    bridge = playing({**header, "position": position})
    [debt] = bridge.ask("play", {"events": [ROLL], "at": None})["view"]["debts"]
    return bridge, debt


def steps(debt):
    return [
        (event["type"], event["square"], event.get("count", 1))
        for event in debt["proposal"]["events"]
    ]


def test_a_mortgage_loses_less_than_a_building(header):
    deeds = {"1": {"owner": "p1", "improvements": 4}, "5": {"owner": "p1"}}
    _, debt = owing(header, deeds, missing=90)
    assert steps(debt) == [("mortgage", 5, 1)]
    assert debt["proposal"]["text"] == "Raise $100"
    assert debt["proposal"]["steps"] == ["U.S. Railroad: Mortgage +$100"]


def test_no_more_is_mortgaged_than_has_to_be(header):
    deeds = {"1": {"owner": "p1"}, "5": {"owner": "p1"}, "12": {"owner": "p1"}}
    _, debt = owing(header, deeds, missing=60)
    # 75 for the company loses 8, 30 and 75 or 100 more
    assert steps(debt) == [("mortgage", 12, 1)]


def test_what_is_proposed_is_accepted_in_one_go_and_pays_the_debt(header):
    deeds = {
        "1": {"owner": "p1", "improvements": 3},
        "5": {"owner": "p1"},
        "16": {"owner": "p1", "improvements": 1},
    }
    bridge, debt = owing(header, deeds, missing=130)
    events = debt["proposal"]["events"]
    assert [event["type"] for event in events] == ["sell", "mortgage"]
    answer = bridge.ask("play", {"events": events, "at": None})
    assert answer["refusals"] == []
    assert answer["view"]["debts"] == []


def test_a_street_is_mortgaged_once_its_buildings_are_sold(header):
    deeds = {"1": {"owner": "p1", "improvements": 1}}
    _, debt = owing(header, deeds, missing=55)
    # a house brings 25, the street 30
    assert steps(debt) == [("sell", 1, 1), ("mortgage", 1, 1)]


@pytest.mark.parametrize("deeds", [{}, {"1": {"owner": "p1"}}])
def test_nothing_is_proposed_where_nothing_is_enough(header, deeds):
    _, debt = owing(header, deeds)
    assert debt["missing"] > 30
    assert debt["proposal"] is None


def test_the_game_itself_stays_as_it_is(header):
    bridge, _ = owing(header, {"5": {"owner": "p1"}})
    game: Game = bridge.log.game
    before = game.state.copy()
    raising_events(game, "p1")
    assert (game.state.cash, game.state.built) == (before.cash, before.built)
