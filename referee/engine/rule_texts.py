"""The rules in our words, and their places in each edition's printed book.

The codes are our rule numbers ("R10"), and "A" to "D" for the steps of the two-hour game's end. The
catalogues are in `rule_texts/`; `en.toml` describes their form.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee.engine.messages import Money, read_catalogue
from scoring.game.editions import Edition

_FOLDER = Path(__file__).with_name("rule_texts")
_ROLES = ("competitor", "monopolist")


class Printed(NamedTuple):
    """A rule's number and heading in a printed book.

    The number is "" if the book has none.
    """

    number: str
    heading: str


class RuleText(NamedTuple):
    """A rule in our words, for one edition."""

    title: str
    sentences: tuple[str, ...]


@cache
def books() -> dict[str, dict[str, Printed]]:
    """Return each rule's place in its book, by printed edition and rule code."""
    raw = tomllib.loads((_FOLDER / "books.toml").read_text(encoding="utf-8"))
    return {
        edition: {rule: Printed(*place) for rule, place in rules.items()}
        for edition, rules in raw.items()
    }


@cache
def catalogue(language: str) -> dict[str, Any]:
    """Return the rule texts and terms of one language.

    Raise KeyError for an unknown one.
    """
    return read_catalogue(_FOLDER, language)


def printed_rule(edition: Edition, rule: str) -> Printed | None:
    """Return the rule's place in the edition's book; None if the book lacks it."""
    return books()[edition.printed].get(rule)


def rule_text(edition: Edition, rule: str, language: str, money: Money) -> RuleText:
    """Return the rule's text for this edition; raise KeyError for an unknown code."""
    entry = catalogue(language)["rules"][rule]
    gaps = values(edition, language, money)
    sentences = [
        said for each in entry["text"] if (said := _applicable_text(each, edition)) is not None
    ]
    return RuleText(entry["title"], tuple(said.format(**gaps) for said in sentences))


def _applicable_text(sentence: str | Sequence[str], edition: Edition) -> str | None:
    """Return the sentence, or None if its condition does not hold in this edition."""
    if isinstance(sentence, str):
        return sentence
    condition, said = sentence
    return said if _holds(condition, edition) else None


def _holds(condition: str, edition: Edition) -> bool:
    """Return whether a condition holds in this edition.

    "flag", "!flag" and "flag=value" test the edition's rules, "@code" its printed book.
    """
    if condition.startswith("@"):
        return edition.printed == condition[1:]
    flag, _, value = condition.removeprefix("!").partition("=")
    held = getattr(edition.rules, flag)
    holds = held == value if value else bool(held)
    return holds != condition.startswith("!")


def values(edition: Edition, language: str, money: Money) -> dict[str, str]:
    """Return the edition's amounts and rates as text, by the gap they fill.

    The keys are the names of the gaps.
    """
    amounts = {
        "start_cash": edition.start_cash,
        "start_income": edition.start_income,
        "fine": edition.fine,
        "property_tax": edition.property_tax,
        "income_tax_flat": edition.income_tax_flat,
        "foundation_pays": edition.foundation_pays,
        "grant_1": edition.foundation_grants[0],
        "grant_2": edition.foundation_grants[1],
    }
    rates = {f"{role}_houses": edition.improvements[role] - 1 for role in _ROLES}
    rates |= {f"cash_tax_{role}": edition.cash_tax[role] for role in _ROLES}
    rates |= {f"retention_{role}": edition.retention[role] for role in _ROLES}
    one, both = edition.utility_monopolist
    rates |= {
        "assets_tax": edition.assets_tax,
        "transport_competitor": edition.transport_competitor,
        "utility_competitor": edition.utility_competitor,
        "utility_one": one,
        "utility_both": both,
    }
    return {
        **{name: money(amount) for name, amount in amounts.items()},
        **{name: str(rate) for name, rate in rates.items()},
        "fares": ", ".join(money(fare) for fare in edition.transport_monopolist),
        "big": big_building(edition, language),
    }


def big_building(edition: Edition, language: str) -> str:
    """Return the name of a street's last improvement: hotel or apartment."""
    name = str(edition.box["big_building"])
    return str(catalogue(language)["words"].get(name, name))
