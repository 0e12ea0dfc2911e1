"""R16: the grammar of effects, to the letter."""

import pytest

from scoring.game.effects import Effect, known_effect, parse_effect


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("collect 75", Effect("collect", 75)),
        ("pay 0", Effect("pay", 0)),
        ("collect_each monopolist 25", Effect("collect_each", 25, "monopolist")),
        ("pay_each competitor 10", Effect("pay_each", 10, "competitor")),
        ("all_collect competitor 5", Effect("all_collect", 5, "competitor")),
        ("goto 39", Effect("goto", 39)),
        ("confine", Effect("confine")),
        ("none", Effect("none")),
        ("gamble 10 collect 75", Effect("gamble", 75, None, 10)),
    ],
)
def test_what_is_in_the_grammar(text, effect):
    assert parse_effect(text) == known_effect(text) == effect


@pytest.mark.parametrize(
    "text",
    [
        "", "collect", "collect  75", "collect 075", "collect +75", "collect 7.5", "Collect 75",
        "collect 75 ", " collect 75", "collect -1", "collect 1000000001", "goto 40", "goto START",
        "pay_each banker 10", "pay_each 10", "confine 1", "none at all", "gamble 10", "steal 5",
        "gamble 10 pay 75", "collect ٧٥", "collect 75\n",
    ],
)  # fmt: skip
def test_what_is_not(text):
    assert parse_effect(text) is None
    with pytest.raises(ValueError, match="no effect of R16"):
        known_effect(text)
