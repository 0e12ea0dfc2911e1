"""The effects of the role square (R16), such as `collect_each monopolist 25`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

COMPETITOR = "competitor"
MONOPOLIST = "monopolist"
ROLES = (COMPETITOR, MONOPOLIST)

MAX_AMOUNT = 1_000_000_000
"""The largest amount in a record or an edition, in whole currency units."""

_NUMBER = r"(0|[1-9][0-9]{0,9})"
_ROLE = r"(competitor|monopolist)"
_GRAMMAR = {
    "collect": re.compile(f"collect {_NUMBER}"),
    "pay": re.compile(f"pay {_NUMBER}"),
    "collect_each": re.compile(f"collect_each {_ROLE} {_NUMBER}"),
    "pay_each": re.compile(f"pay_each {_ROLE} {_NUMBER}"),
    "all_collect": re.compile(f"all_collect {_ROLE} {_NUMBER}"),
    "goto": re.compile(f"goto {_NUMBER}"),
    "confine": re.compile("confine"),
    "none": re.compile("none"),
    "gamble": re.compile(f"gamble {_NUMBER} collect {_NUMBER}"),
}


class Effect(NamedTuple):
    """One parsed effect: `number` is the amount, or the square of a `goto`.

    `role` is set for the effects that name one; `threshold` is the least sum that wins a gamble.
    """

    verb: str
    number: int = 0
    role: str | None = None
    threshold: int | None = None


@lru_cache(maxsize=1024)
def parse_effect(text: str) -> Effect | None:
    """Return the effect that `text` spells, or None.

    None if it is not in the grammar of R16.
    """
    verb = text.partition(" ")[0]
    pattern = _GRAMMAR.get(verb)
    match = pattern.fullmatch(text) if pattern else None
    if not match:
        return None
    effect = _effect(verb, match.groups())
    bound = 39 if verb == "goto" else MAX_AMOUNT
    return effect if effect.number <= bound else None


def known_effect(text: str) -> Effect:
    """Return the effect that `text` spells.

    Raise ValueError if it is not in the grammar of R16.
    """
    effect = parse_effect(text)
    if effect is None:
        raise ValueError(f"{text!r} is no effect of R16")
    return effect


def _effect(verb: str, words: tuple[str, ...]) -> Effect:
    if verb == "gamble":
        return Effect(verb, int(words[1]), threshold=int(words[0]))
    if verb in ("collect_each", "pay_each", "all_collect"):
        return Effect(verb, int(words[1]), role=words[0])
    return Effect(verb, int(words[0]) if words else 0)
