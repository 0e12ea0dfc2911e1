"""Readers of events: check an event's form before any rule judges it.

A reader takes the event and the state and returns the move (`moves.py`), or raises FormError. Most
moves do not depend on the state: see `FromEvent`. `read_seat` reads the player.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Generic

from referee.engine.moves import (
    BuildMove,
    CardMove,
    Dice,
    Move,
    NoMove,
    RecountMove,
    Throws,
    TradeMove,
)
from referee.engine.plain_text import is_plain_text
from referee.engine.refusals import FormError, printable
from referee.engine.state import State
from scoring.game.board import SQUARES
from scoring.game.effects import MAX_AMOUNT, Effect, parse_effect

Event = Mapping[str, Any]

MAX_REASON_LENGTH = 1000
_HEX = "[0-9a-fA-F]"
_UUID = re.compile(f"{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}}").fullmatch
_TIME = re.compile(
    r"(?!0000)[0-9]{4}-(?:0[1-9]|1[0-2])-[0-3][0-9][Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)"
    r"(?:\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"
).fullmatch
_COMMON = frozenset({"type", "id", "at"})
_DAYS_OF_EVERY_MONTH = "28"


def check_keys(event: Event, *known: str) -> None:
    """Raise FormError for any key but `type`, `known`, `id`, `at` and keys with `x-`.

    All `known` keys must be present. The values of `id` and `at` are checked too.
    """
    others = len(event) - len(known) - 1
    if "id" in event:
        _check_id(event["id"])
        others -= 1
    if "at" in event:
        _check_time(event["at"])
        others -= 1
    if others:
        for key in event:
            if key not in known and key not in _COMMON and not key.startswith("x-"):
                raise FormError("unknown_key", key=printable(key))


def _check_id(value: Any) -> None:
    if type(value) is not str or not _UUID(value):
        raise FormError("id_form")


def _check_time(value: Any) -> None:
    if type(value) is not str or not _TIME(value) or not _is_day(value):
        raise FormError("time_form")


def _is_day(time: str) -> bool:
    """Return whether the date in a well-formed time exists (30 February does not)."""
    if "00" < time[8:10] <= _DAYS_OF_EVERY_MONTH:
        return True
    try:
        return date.fromisoformat(time[:10]) is not None
    except ValueError:
        return False


def _field(event: Event, key: str) -> Any:
    try:
        return event[key]
    except KeyError:
        raise FormError("missing_key", key=key) from None


def read_seat(event: Event, state: State, key: str = "player") -> int:
    """Return the index of the player that `key` names.

    Raise FormError if there is none.
    """
    try:
        return state.seats[event[key]]
    except (KeyError, TypeError):
        value = printable(_field(event, key))
        raise FormError("unknown_player", key=key, value=value) from None


def whole_number(value: Any, key: str, least: int, most: int) -> int:
    """Return `value` if it is a JSON integer from `least` to `most`.

    Raise FormError otherwise.
    """
    if type(value) is not int or not least <= value <= most:
        raise FormError("not_a_number", key=key, least=least, most=most)
    return value


def _square(event: Event) -> int:
    return whole_number(_field(event, "square"), "square", 0, SQUARES - 1)


def _dice(throws: Mapping[str, Any], key: str) -> list[int]:
    dice: list[int] | None = throws.get(key)
    if type(dice) is list and len(dice) == 2:
        first, second = dice
        if type(first) is int and type(second) is int and 0 < first < 7 and 0 < second < 7:
            return dice
    raise FormError("not_dice", key=printable(key))


class FromEvent(Generic[Move]):
    """A reader that needs only the event, not the state.

    Its moves can be cached with their line: see `reading.py`. The player is read separately.
    """

    def __init__(self, from_event: Callable[[Event], Move]) -> None:
        self.from_event = from_event

    def __call__(self, event: Event, state: State) -> Move:
        """Return the move; raise FormError if the event is not well-formed."""
        return self.from_event(event)


@FromEvent
def read_nothing_more(event: Event) -> NoMove:
    """Read an event that holds only a player.

    Such events are pass, pay_fine, buy, bankrupt, withdraw and adjusted.
    """
    if len(event) != 2:
        check_keys(event, "player")
    return ()


@FromEvent
def read_dice(event: Event) -> Dice:
    """Read the two dice of a roll or utility_roll event."""
    first, second = _dice(event, "dice")
    if len(event) != 3:
        check_keys(event, "player", "dice")
    return first, second


@FromEvent
def read_nothing(event: Event) -> NoMove:
    """Read an event with only a type: time, retain."""
    if len(event) != 1:
        check_keys(event)
    return ()


@FromEvent
def read_reason(event: Event) -> str:
    """Read the reason of an undo event."""
    reason = _reason(event)
    if len(event) != 2:
        check_keys(event, "reason")
    return reason


def _reason(event: Event) -> str:
    reason = _field(event, "reason")
    if (
        type(reason) is not str
        or not 0 < len(reason) <= MAX_REASON_LENGTH
        or not is_plain_text(reason)
    ):
        raise FormError("reason_form", most=MAX_REASON_LENGTH)
    return reason


@FromEvent
def read_recount(event: Event) -> RecountMove:
    """Read the counted cash and the reason of a recount event."""
    cash = whole_number(_field(event, "cash"), "cash", 0, MAX_AMOUNT)
    reason = _reason(event)
    check_keys(event, "player", "cash", "reason")
    return cash, reason


@FromEvent
def read_square(event: Event) -> int:
    """Read the square of a mortgage or redeem event."""
    square = _square(event)
    check_keys(event, "player", "square")
    return square


@FromEvent
def read_count(event: Event) -> BuildMove:
    """Read the square and the count (default 1) of a build or sell event."""
    square = _square(event)
    if "count" not in event:
        check_keys(event, "player", "square")
        return square, 1
    count = whole_number(event["count"], "count", 1, MAX_AMOUNT)
    check_keys(event, "player", "square", "count")
    return square, count


@FromEvent
def read_choice(event: Event) -> str:
    """Read the choice of an income_tax event: "flat" or "percent"."""
    choice = _field(event, "choice")
    if type(choice) is not str or choice not in ("flat", "percent"):
        raise FormError("not_a_choice", key="choice", choices="flat, percent")
    check_keys(event, "player", "choice")
    return choice


@FromEvent
def read_die(event: Event) -> int:
    """Read the die of a foundation event."""
    die = whole_number(_field(event, "die"), "die", 1, 6)
    check_keys(event, "player", "die")
    return die


def read_throws(event: Event, state: State) -> Throws:
    """Read the throws for utilities, by square, of a circuit or richest event."""
    given = _field(event, "dice")
    if type(given) is not dict:
        raise FormError("not_throws", key="dice")
    throws = {}
    for key in given:
        if key.startswith("x-"):
            continue
        if key not in {str(square) for square in state.board.utilities}:
            raise FormError("not_a_utility", key=printable(key))
        first, second = _dice(given, key)
        throws[int(key)] = first, second
    check_keys(event, "dice")
    return throws


def read_trade(event: Event, state: State) -> TradeMove:
    """Read both sides of a trade event; raise FormError if nothing changes hands."""
    other = read_seat(event, state, "with")
    if other == read_seat(event, state):
        raise FormError("trade_with_oneself")
    give_cash, give_deeds = _side(event, "give")
    take_cash, take_deeds = _side(event, "take")
    if not (give_cash or give_deeds or take_cash or take_deeds):
        raise FormError("trade_of_nothing")
    check_keys(event, "player", "with", "give", "take")
    return TradeMove(other, give_cash, give_deeds, take_cash, take_deeds)


def _side(event: Event, key: str) -> tuple[int, tuple[int, ...]]:
    side = _field(event, key)
    if type(side) is not dict:
        raise FormError("not_a_side", key=key)
    for name in side:
        if name not in ("cash", "deeds") and not name.startswith("x-"):
            raise FormError("unknown_key", key=printable(f"{key}.{name}"))
    cash = whole_number(side.get("cash", 0), f"{key}.cash", 0, MAX_AMOUNT)
    deeds = side.get("deeds", [])
    if type(deeds) is not list or len(deeds) > SQUARES:
        raise FormError("not_deeds", key=f"{key}.deeds")
    for square in deeds:
        whole_number(square, f"{key}.deeds", 0, SQUARES - 1)
    if len(set(deeds)) != len(deeds):
        raise FormError("deed_twice", key=f"{key}.deeds")
    return cash, tuple(deeds)


def read_card(event: Event, state: State) -> CardMove:
    """Read a card event.

    It holds `dice` in editions with a role card, otherwise an `effect` or a `card` of the deck.
    """
    if state.edition.rules.role_square == "dice":
        first, second = _dice(event, "dice")
        check_keys(event, "player", "dice")
        role = state.role(read_seat(event, state))
        return CardMove(state.edition.role_card[first + second][role])
    return _drawn_card(event, state)


def _drawn_card(event: Event, state: State) -> CardMove:
    deck = state.edition.deck
    if deck and "card" in event and "effect" in event:
        raise FormError("card_and_effect")
    code = ""
    if deck and "card" in event:
        code = event["card"]
        if type(code) is not str or code not in deck:
            raise FormError("unknown_card", value=printable(code))
        effect = deck[code]
    else:
        effect = _effect(event)
    gamble = sum(_dice(event, "dice")) if effect.verb == "gamble" else 0
    if "dice" in event and not gamble:
        raise FormError("dice_without_gamble")
    check_keys(event, "player", "card" if code else "effect", *(("dice",) if gamble else ()))
    return CardMove(effect, code, gamble)


def _effect(event: Event) -> Effect:
    text = _field(event, "effect")
    effect = parse_effect(text) if type(text) is str and len(text) < 60 else None
    if effect is None:
        raise FormError("not_an_effect", value=printable(text))
    return effect
