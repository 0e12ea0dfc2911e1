"""What the buttons of a deed say: how many buildings, and what that costs or brings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee.engine import Action
from referee.engine.state import State
from referee.tablet.bridge.phrases import phrase
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import most_improvements

_BUILDING = ("build", "sell")


def step_labels(
    state: State, action: Action, event: dict[str, Any], price: int, speech: Speech
) -> Json:
    """`{label, steps}` of an action on a deed; `steps` as `building_step` has them, for each number
    of buildings that the engine permits in one go, none for what is no building."""
    label = step_label(state, event, price, speech)
    if action.type not in _BUILDING:
        return {"label": label, "steps": []}
    most = int(action.fields["square"][str(event["square"])]["most"])
    steps = [
        building_step(state, {**event, "count": count}, price, speech)
        for count in range(1, most + 1)
    ]
    return {"label": label, "steps": steps}


def building_step(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> Json:
    """`{count, label, level, big, amount}`: the buildings that stand there after the event, whether
    they are the big one, and what that costs (−) or brings (+) at `price` a building."""
    square, count = event["square"], event.get("count", 1)
    building = event["type"] == "build"
    level = state.built[square] + (count if building else -count)
    return {
        "count": count,
        "label": step_label(state, event, price, speech),
        "level": level,
        "big": level == most_improvements(state, state.owner[square]),
        "amount": ("−" if building else "+") + speech.money(price * count, state.edition),
    }


def step_label(state: State, event: Mapping[str, Any], price: int, speech: Speech) -> str:
    """What an event on a deed does, and what it costs or brings at `price` a building."""
    kind, square, count = event["type"], event["square"], event.get("count", 1)
    big = ""
    if kind in _BUILDING:
        reached = state.built[square] + (count if kind == "build" else 0)
        if reached == most_improvements(state, state.owner[square]):
            big = state.edition.box["big_building"]
    amount = speech.money(price * count, state.edition)
    return _label(speech.language, kind, count, big, amount)


@lru_cache(maxsize=4096)
def _label(language: str, kind: str, count: int, big: str, amount: str) -> str:
    """The screens ask for the same few at every tap."""
    if not big:
        return phrase(language, f"step.{kind}", count=count, amount=amount)
    building = phrase(language, f"big.{big}")
    if count == 1:
        return phrase(language, f"step.{kind}.big", building=building, amount=amount)
    key = f"step.{kind}.up_to_big"
    return phrase(language, key, building=building, count=count - 1, amount=amount)
