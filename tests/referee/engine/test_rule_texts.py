"""The rules in our words, and where each printed book has them."""

import pytest

from referee.engine.rule_texts import books, printed_rule
from scoring.game.editions import EDITIONS, load_edition

RULES = [f"R{number}" for number in range(1, 27)]


@pytest.mark.parametrize("code", EDITIONS)
def test_every_rule_has_its_place_in_the_book_or_the_book_is_silent(code):
    edition = load_edition(code)
    for rule in RULES:
        printed = printed_rule(edition, rule)
        number = edition.rule_number(rule)
        if number:
            assert printed is not None, rule
            assert (printed.number, bool(printed.heading)) == (number, True), rule
        else:
            assert printed is None, rule


@pytest.mark.parametrize("code", EDITIONS)
def test_the_steps_of_the_end_are_in_the_book_without_a_number(code):
    edition = load_edition(code)
    steps = ["A", "B", "C", "D"] if edition.rules.adjustment else ["B", "C", "D"]
    for step in steps:
        printed = printed_rule(edition, step)
        assert printed is not None
        assert not printed.number
        assert printed.heading
    assert set(books()[code]) <= {*RULES, *steps}
