"""The engine's legal actions as buttons: events prefilled, with what is yet to be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from referee.engine import Action, Game
from referee.engine.state import State
from referee.tablet.bridge.phrases import phrase
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.steps import step_labels
from scoring.game.board import Board
from scoring.game.deeds import mortgage_value, redeem_price, sale_price

_NEEDS: dict[str, list[str]] = {
    "roll": ["dice"],
    "utility_roll": ["dice"],
    "foundation": ["die"],
    "build": ["count"],
    "sell": ["count"],
    "trade": ["with", "give", "take"],
    "recount": ["cash", "reason"],
    "undo": ["reason"],
    "circuit": ["dice"],
    "richest": ["dice"],
}

_PRICES: dict[str, Callable[[Board, int], int]] = {
    "build": lambda board, square: board.house_prices[square],
    "sell": sale_price,
    "mortgage": mortgage_value,
    "redeem": redeem_price,
}


def legal(game: Game, speech: Speech) -> list[Json]:
    """Everything that may be recorded next, in the order of the record format's table."""
    return [button for action in game.legal_actions() for button in _buttons(game, action, speech)]


def _buttons(game: Game, action: Action, speech: Speech) -> Iterator[Json]:
    state = game.state
    needs, name = _needs(action), speech.name(action.player)
    for event, more in _events(action):
        figure = _amount(state, action, event)
        amount = speech.money(figure, state.edition)
        if "square" in event:
            more |= step_labels(state, action, event, figure, speech)
        yield {
            "type": action.type,
            "player": action.player,
            "needs": needs,
            "text": _text(
                speech.language, _key(event), name, place_of(state, event, speech), amount
            ),
            "event": event,
            **more,
        }


# The screens ask for the same at every tap.
@lru_cache(maxsize=4096)
def _text(language: str, key: str, player: str, place: str, amount: str) -> str:
    """What a button does, in words."""
    return phrase(language, key, player=player, place=place, amount=amount)


def _events(action: Action) -> Iterator[tuple[dict[str, Any], Json]]:
    """The events of an action, each with what the screens need besides."""
    event: dict[str, Any] = {"type": action.type}
    if action.player is not None:
        event["player"] = action.player
    fields = action.fields
    if "square" in fields:
        for square in fields["square"]:
            yield {**event, "square": int(square)}, {}
    elif "choice" in fields:
        for choice in fields["choice"]:
            yield {**event, "choice": choice}, {}
    elif "throws" in fields:
        yield event, {"utilities": fields["throws"]}
    elif "with" in fields:
        yield event, {"partners": fields["with"]}
    else:
        yield event, {}


def _needs(action: Action) -> list[str]:
    if action.type == "card":
        return [key for key in ("dice", "card", "effect") if action.fields.get(key)]
    return _NEEDS.get(action.type, [])


def _key(event: Mapping[str, Any]) -> str:
    choice = event.get("choice")
    return f"do.{event['type']}.{choice}" if choice else f"do.{event['type']}"


def _amount(state: State, action: Action, event: Mapping[str, Any]) -> int:
    fields = action.fields
    if "choice" in event:
        return int(fields["choice"][event["choice"]])
    if "offer" in fields:
        return int(fields["offer"]["amount"])
    return price_of(state, event) if "square" in event else int(fields.get("amount", 0))


def price_of(state: State, event: Mapping[str, Any]) -> int:
    """What one step on a deed costs or brings (R11-R13)."""
    return _PRICES[event["type"]](state.board, event["square"])


def place_of(state: State, event: Mapping[str, Any], speech: Speech) -> str:
    """The name of the square that the event is about."""
    square = event.get("square", state.offer if event["type"] == "buy" else None)
    if square is None and state.on_turn >= 0:
        square = state.square[state.on_turn]
    return speech.place(square, state.board) if square is not None else ""
