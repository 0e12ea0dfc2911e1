"""The rules in our words, and where the printed book of an edition has them.

The codes are our rule numbers ("R10"), and "A" to "D" for the steps of the two-hour game's end.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scoring.game.editions import Edition

_FOLDER = Path(__file__).with_name("rule_texts")


class Printed(NamedTuple):
    """Where a book has a rule: its number, "" where the book numbers nothing, and its heading."""

    number: str
    heading: str


@cache
def books() -> dict[str, dict[str, Printed]]:
    """By code of the printed edition, where its book has each rule."""
    raw = tomllib.loads((_FOLDER / "books.toml").read_text(encoding="utf-8"))
    return {
        edition: {rule: Printed(*place) for rule, place in rules.items()}
        for edition, rules in raw.items()
    }


def printed_rule(edition: Edition, rule: str) -> Printed | None:
    """Where this edition's book has the rule; None where it is silent."""
    return books()[edition.printed].get(rule)
