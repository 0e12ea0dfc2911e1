"""Legal actions of the engine as buttons.

Their events are prefilled, and say which fields are yet to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from referee.engine import Action, Game
from referee.engine.actions import ACTIONS
from referee.engine.leaving import estate_creditor
from referee.engine.state import State
from referee.tablet.bridge.phrases import phrase
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.steps import Site, site_of, step_labels
from scoring.game.board import Board
from scoring.game.deeds import mortgage_value, redeem_price, sale_price
from scoring.game.money import money
from scoring.game.position import TREASURY

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

_TYPES = tuple(ACTIONS)
_TRADES = _TYPES.index("trade")
_BEFORE_TRADES, _AFTER_TRADES = frozenset(_TYPES[:_TRADES]), frozenset(_TYPES[_TRADES + 1 :])
"""Types of events before and after `trade`, in the order of ACTIONS.

A trade's button only names its player; what may change hands is judged when it is agreed.
"""

_PRICES: dict[str, Callable[[Board, int], int]] = {
    "build": lambda board, square: board.house_prices[square],
    "sell": sale_price,
    "mortgage": mortgage_value,
    "redeem": redeem_price,
}


def legal(game: Game, speech: Speech) -> list[Json]:
    """Return everything that may be recorded next, in the order of the format's table.

    Unchanged buttons are the same objects as at the tap before; nobody changes them.
    """
    actions = (
        *game.legal_actions(_BEFORE_TRADES),
        *(Action("trade", player, {}) for player in game.traders()),
        *game.legal_actions(_AFTER_TRADES),
    )
    return [button for action in actions for button in _buttons(game.state, action, speech)]


def _buttons(state: State, action: Action, speech: Speech) -> Iterator[Json]:
    if "square" in action.fields:
        yield from _deed_buttons(state, action, speech)
        return
    if action.type == "bankrupt":
        yield _bankrupt_button(state, action, speech)
        return
    needs, name = _needs(action), speech.name(action.player)
    for choice in action.fields.get("choice", (None,)):
        event = {"type": action.type, **({"choice": choice} if choice else {})}
        amount = speech.money(_amount(action, choice), state.edition)
        place = place_of(state, event, speech)
        text = _text(speech.language, _key(event), name, place, amount)
        button = _button(action.type, action.player, needs, text, choice)
        throws = action.fields.get("throws")
        yield button if throws is None else {**button, "utilities": throws}


def _bankrupt_button(state: State, action: Action, speech: Speech) -> Json:
    """Return the button of a bankruptcy, which says who gets everything (R24)."""
    creditor = estate_creditor(state, state.seats[action.player or ""])
    if creditor == TREASURY:
        text = speech.say("do.bankrupt.treasury", player=speech.name(action.player))
    else:
        names = {"player": speech.name(action.player), "creditor": speech.name(state.ids[creditor])}
        text = speech.say("do.bankrupt", **names)
    return _button(action.type, action.player, (), text, None)


# The screens ask for the same at every tap.
@lru_cache(maxsize=1024)
def _button(
    kind: str, player: str | None, needs: tuple[str, ...], text: str, choice: str | None
) -> Json:
    event = {"type": kind, "player": player, "choice": choice}
    event = {key: value for key, value in event.items() if value is not None}
    return {"type": kind, "player": player, "needs": list(needs), "text": text, "event": event}


def _deed_buttons(state: State, action: Action, speech: Speech) -> Iterator[Json]:
    name = speech.name(action.player)
    for number, detail in action.fields["square"].items():
        square = int(number)
        yield _deed_button(
            (action.type, action.player, square),
            (name, speech.place(square, state.board)),
            site_of(state, square, detail["amount"], speech),
            detail.get("most", 0),
        )


@lru_cache(maxsize=2048)
def _deed_button(
    event: tuple[str, str, int], names: tuple[str, str], site: Site, most: int
) -> Json:
    """Return the button of a step on a deed, for up to `most` buildings at once.

    `event` is its type, player and square.
    """
    kind, player, square = event
    amount = money(site.price, site.currency, site.language)
    return {
        "type": kind,
        "player": player,
        "needs": _NEEDS.get(kind, []),
        "text": _text(site.language, f"do.{kind}", *names, amount),
        "event": {"type": kind, "player": player, "square": square},
        **step_labels(site, kind, most),
    }


@lru_cache(maxsize=4096)
def _text(language: str, key: str, player: str, place: str, amount: str) -> str:
    """Return the label of a button: its action, in words."""
    return phrase(language, key, player=player, place=place, amount=amount)


def _needs(action: Action) -> tuple[str, ...]:
    if action.type == "card":
        return tuple(key for key in ("dice", "card", "effect") if action.fields.get(key))
    return tuple(_NEEDS.get(action.type, ()))


def _key(event: Mapping[str, Any]) -> str:
    choice = event.get("choice")
    return f"do.{event['type']}.{choice}" if choice else f"do.{event['type']}"


def _amount(action: Action, choice: str | None) -> int:
    fields = action.fields
    if choice is not None:
        return int(fields["choice"][choice])
    if "offer" in fields:
        return int(fields["offer"]["amount"])
    return int(fields.get("amount", 0))


def price_of(state: State, event: Mapping[str, Any]) -> int:
    """Return the cost or the yield of one step on a deed (R11-R13)."""
    return _PRICES[event["type"]](state.board, event["square"])


def place_of(state: State, event: Mapping[str, Any], speech: Speech) -> str:
    """Return the name of the square that the event is about."""
    square = event.get("square", state.offer if event["type"] == "buy" else None)
    if square is None and state.on_turn >= 0:
        square = state.square[state.on_turn]
    return speech.place(square, state.board) if square is not None else ""
