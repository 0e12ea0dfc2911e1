"""Labels of a deed's buttons: how many buildings, and what they cost or bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from referee.engine.state import State
from referee.tablet.bridge.phrases import phrase
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import most_improvements
from scoring.game.money import money

_BUILDING = ("build", "sell")


class Site(NamedTuple):
    """Everything that the label of a step on a deed depends on.

    `built` is the buildings there, `most` what the owner may build, `big` the name of the big one
    and `price` the price of one; also the reader's currency and language.
    """

    built: int
    most: int
    big: str
    price: int
    currency: str
    language: str


def site_of(state: State, square: int, price: int, speech: Speech) -> Site:
    """Return the deed as it stands, with the `price` of a step on it."""
    edition = state.edition
    most = most_improvements(state, state.owner[square])
    big = edition.box["big_building"]
    return Site(state.built[square], most, big, price, edition.currency, speech.language)


def step_labels(site: Site, kind: str, most: int) -> Json:
    """Return `{label, steps}` of an action on a deed.

    `steps` has a `building_step` for each number of buildings up to `most`; none for other actions.
    """
    counts = range(1, most + 1) if kind in _BUILDING else ()
    return {
        "label": _step_label(site, kind, 1),
        "steps": [_building_step(site, kind, count) for count in counts],
    }


def building_step(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> Json:
    """Return `{count, label, level, big, amount}` of the buildings after the event.

    `big` says if they are the big one; `amount` is what they cost (−) or bring (+) at `price` a
    building.
    """
    site = site_of(state, event["square"], price, speech)
    return _building_step(site, event["type"], event.get("count", 1))


def step_label(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> str:
    """Return an event on a deed in words.

    It has the event's cost or yield at `price` a building.
    """
    return _step_label(
        site_of(state, event["square"], price, speech), event["type"], event.get("count", 1)
    )


# The screens ask for the same few at every tap; nobody changes what is given here.
@lru_cache(maxsize=2048)
def _building_step(site: Site, kind: str, count: int) -> Json:
    building = kind == "build"
    level = site.built + (count if building else -count)
    amount = money(site.price * count, site.currency, site.language)
    return {
        "count": count,
        "label": _step_label(site, kind, count),
        "level": level,
        "big": level == site.most,
        "amount": ("−" if building else "+") + amount,
    }


@lru_cache(maxsize=2048)
def _step_label(site: Site, kind: str, count: int) -> str:
    big = ""
    if kind in _BUILDING:
        reached = site.built + (count if kind == "build" else 0)
        big = site.big if reached == site.most else ""
    amount = money(site.price * count, site.currency, site.language)
    return _label(site.language, kind, count, big, amount)


def _label(language: str, kind: str, count: int, big: str, amount: str) -> str:
    if not big:
        return phrase(language, f"step.{kind}", count=count, amount=amount)
    building = phrase(language, f"big.{big}")
    if count == 1:
        return phrase(language, f"step.{kind}.big", building=building, amount=amount)
    key = f"step.{kind}.up_to_big"
    return phrase(language, key, building=building, count=count - 1, amount=amount)
