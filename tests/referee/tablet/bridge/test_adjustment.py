"""The best adjustment in words, on the tablet as on the page of a live table."""

import random

import pytest
from django.utils import translation

from referee.board.if_called import words_of
from referee.engine import LANGUAGES
from referee.tablet.bridge.adjustment import best_adjustment
from referee.tablet.bridge.phrases import phrase
from referee.tablet.bridge.speech import Speech
from scoring.game import adjustment as scoring
from tests.referee.engine.small_adjustments import small_position
from tests.referee.tablet.test_bridge import header, playing

__all__ = ["header"]
TIME = {"type": "time"}
GAINING = {
    "cash": {"p2": 40},
    "deeds": {
        "1": {"owner": "p2", "mortgaged": True},
        "3": {"owner": "p2"},
        "5": {"owner": "p2"},
    },
}
"""Ben redeems a street for $33, a loss of 7, and earns 18 more: 2 × 12 in place of 6."""


def ask(header, position, *events, player="p2"):
    bridge = playing({**header, "position": position}, *events)
    return bridge.ask("best_adjustment", {"player": player})


@pytest.mark.parametrize("seed", range(12))
def test_it_is_the_plan_that_scoring_finds(seed):
    game = small_position(random.Random(seed))
    found = scoring.best_adjustment(game.state, 0)
    plan = best_adjustment(game, "p1", Speech("en", ()))["plan"]
    assert (plan["gain"], len(plan["steps"])) == (found.gain, len(found.steps))
    for step, text in zip(found.steps, plan["steps"], strict=True):
        assert text.startswith(step.kind.capitalize())
        assert game.state.board.squares[step.square].name in text


def test_a_plan_says_what_it_gains_and_each_step(header):
    asked = ask(header, GAINING, TIME)
    assert asked["player"] == "p2"
    assert asked["plan"] == {
        "gain": 11,
        "text": "Best adjustment from here: $11 more, $65 in all.",
        "steps": ["Redeem Basin Street for $33."],
        "estimated": False,
    }


def test_nothing_to_gain_is_said_plainly(header):
    plan = ask(header, {"cash": {"p2": 40}, "deeds": {"12": {"owner": "p2"}}}, TIME)["plan"]
    assert (plan["text"], plan["steps"]) == ("Best adjustment from here: nothing to gain.", [])
    assert plan["estimated"], "a utility earns by a throw that is still to come"


def test_a_utility_that_the_plan_redeems_counts_by_the_mean_throw(header):
    deeds = {"12": {"owner": "p2", "mortgaged": True}}
    plan = ask(header, {"cash": {"p2": 100}, "deeds": deeds}, TIME)["plan"]
    assert plan["steps"] == ["Redeem U.S. Electric Company for $83."]
    assert plan["estimated"]


def test_there_is_none_after_the_step_and_without_it(header):
    done = [{"type": "adjusted", "player": player} for player in ("p1", "p2")]
    assert ask(header, GAINING, TIME, *done)["plan"] is not None
    assert ask(header, GAINING, TIME, *done, {"type": "retain"})["plan"] is None
    assert ask({**header, "edition": "eu-fr"}, {"cash": {"p2": 40}})["plan"] is None


def test_a_correction_asks_about_its_own_moment(header):
    bridge = playing({**header, "position": GAINING}, TIME)
    redeemed = {"type": "redeem", "player": "p2", "square": 1}
    question = {"n": 3, "method": "best_adjustment", "question": {"player": "p2"}}
    assert bridge.ask("at_moment", question)["plan"]["gain"] == 11
    assert bridge.ask("at_moment", {**question, "after": [redeemed]})["plan"]["gain"] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_the_live_page(language):
    with translation.override(language):
        words = words_of(5)
    values = {"place": "{place}", "amount": "{amount}", "gain": "{gain}", "final": "{final}"}
    for name, key in (("gain", "gain"), ("no-gain", "no_gain")):
        assert phrase(language, f"plan.{key}", **values) == words[name]
    for kind in ("mortgage", "redeem"):
        assert phrase(language, f"plan.{kind}", count=1, **values) == words[kind]
    for count in range(1, 6):
        for kind in ("sell", "build"):
            said = phrase(language, f"plan.{kind}", count=count, **values)
            assert said == words[f"{kind}-{count}"]
