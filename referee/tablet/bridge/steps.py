"""What the buttons of a deed say: how many buildings, and what that costs or brings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from referee.engine import Action
from referee.engine.state import State
from referee.tablet.bridge.phrases import phrase
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import most_improvements
from scoring.game.money import money

_BUILDING = ("build", "sell")


def step_labels(
    state: State, action: Action, event: dict[str, Any], price: int, speech: Speech
) -> Json:
    """`{label, steps}` of an action on a deed; `steps` as `building_step` has them, for each number
    of buildings that the engine permits in one go, none for what is no building."""
    if action.type not in _BUILDING:
        return {"label": step_label(state, event, price, speech), "steps": []}
    site = _site(state, event, price, speech)
    most = int(action.fields["square"][str(event["square"])]["most"])
    return {
        "label": _step_label(site, action.type, 1),
        "steps": [_building_step(site, action.type, count) for count in range(1, most + 1)],
    }


def building_step(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> Json:
    """`{count, label, level, big, amount}`: the buildings that stand there after the event, whether
    they are the big one, and what that costs (−) or brings (+) at `price` a building."""
    site = _site(state, event, price, speech)
    return _building_step(site, event["type"], event.get("count", 1))


def step_label(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> str:
    """What an event on a deed does, and what it costs or brings at `price` a building."""
    return _step_label(_site(state, event, price, speech), event["type"], event.get("count", 1))


class _Site(NamedTuple):
    """All that the words of a step on a deed depend on: the buildings `built` there, the `most` its
    owner may build, what the `big` one is called, the `price` of one, who is told."""

    built: int
    most: int
    big: str
    price: int
    currency: str
    language: str


def _site(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> _Site:
    square, edition = event["square"], state.edition
    most = most_improvements(state, state.owner[square])
    big = edition.box["big_building"]
    return _Site(state.built[square], most, big, price, edition.currency, speech.language)


# The screens ask for the same few at every tap; nobody changes what is given here.
@lru_cache(maxsize=2048)
def _building_step(site: _Site, kind: str, count: int) -> Json:
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
def _step_label(site: _Site, kind: str, count: int) -> str:
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
