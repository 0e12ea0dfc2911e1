"""The rules in our words, and where each printed book has them."""

import re
from dataclasses import fields
from itertools import product

import pytest

from referee.engine import LANGUAGES
from referee.engine.fold import FOLDS
from referee.engine.rule_texts import books, catalogue, printed_rule, rule_text
from scoring.game.editions import EDITIONS, Variants, load_edition

RULES = [f"R{number}" for number in range(1, 27)]
FLAGS = "|".join(field.name for field in fields(Variants))
CONDITION = re.compile(rf"!?({FLAGS})(=\w+)?|@[\w-]+")
STEPS = ["A", "B", "C", "D"]
DIFFERING = {
    ("us-2011", "us-wooden"): {"R3", "R11", "R16", "R21"},
    ("us-wooden", "ru-2014"): {"R11", "R21"},
    ("ru-2014", "eu-fr"): {"R4", "R11", "R12", "R15", "R23", "A"},
}
"""Where the texts of two editions differ in more than the sign of the currency."""


def euros(amount):
    return f"€{amount}"


def text_of(code, rule, language="en"):
    return rule_text(load_edition(code), rule, language, euros)


@pytest.mark.parametrize(("code", "language"), [*product(EDITIONS, LANGUAGES)])
def test_every_rule_is_told_in_each_language_for_each_edition(code, language):
    for rule in [*RULES, *STEPS]:
        title, sentences = text_of(code, rule, language)
        assert title
        assert sentences, rule
        for sentence in sentences:
            assert sentence.strip()
            assert not re.search(r"[{}]|None", sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_differ_where_the_books_differ(language):
    for (one, other), rules in DIFFERING.items():
        differing = {
            rule
            for rule in [*RULES, *STEPS]
            if text_of(one, rule, language) != text_of(other, rule, language)
        }
        assert differing == rules, (one, other)


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_catalogues_hold_the_same_rules_with_the_same_conditions_and_gaps(language):
    assert outline(catalogue(language)) == outline(catalogue("en"))


def outline(value):
    """Keys, conditions and gaps, without the words."""
    if isinstance(value, dict):
        return {key: outline(each) for key, each in value.items()}
    if isinstance(value, str):
        return gaps(value)
    first, *rest = value
    if isinstance(first, str) and CONDITION.fullmatch(first):
        return (first, *map(outline, rest))
    if rest and "{count}" in rest[0]:
        # A singular may say "one" in words.
        return outline(rest[0])
    return [outline(each) for each in value]


def gaps(sentence):
    return set(re.findall(r"{(\w+)}", sentence))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_consequence_has_its_explanation(language):
    kinds = catalogue(language)["kinds"]
    assert set(kinds) == {"supply", *FOLDS}
    assert all(kinds.values())


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
    steps = STEPS if edition.rules.adjustment else STEPS[1:]
    for step in steps:
        printed = printed_rule(edition, step)
        assert printed is not None
        assert not printed.number
        assert printed.heading
    assert set(books()[code]) <= {*RULES, *steps}
