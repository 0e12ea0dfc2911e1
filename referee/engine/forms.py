"""Faults of form: what an event must look like before any rule is asked.

A reader takes the event and the state and returns a move (`moves.py`), or raises FormFault. Of
most moves only the player's seat depends on the state: see `PlayersMove`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from referee.engine.moves import CardMove, ThrowsMove, TradeMove
from referee.engine.plain_text import is_plain_text
from referee.engine.refusals import FormFault, shown
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
    """Only `type`, the `known` keys (all there), `id`, `at`, and keys beginning with `x-`."""
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
                raise FormFault("unknown_key", key=shown(key))


def _check_id(value: Any) -> None:
    if type(value) is not str or not _UUID(value):
        raise FormFault("id_form")


def _check_time(value: Any) -> None:
    if type(value) is not str or not _TIME(value) or not _is_day(value):
        raise FormFault("time_form")


def _is_day(time: str) -> bool:
    """Whether the date of a time of the right form is in the calendar."""
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
        raise FormFault("missing_key", key=key) from None


def _player(event: Event, state: State, key: str = "player") -> int:
    try:
        return state.seats[event[key]]
    except (KeyError, TypeError):
        value = shown(_field(event, key))
        raise FormFault("unknown_player", key=key, value=value) from None


def whole(value: Any, key: str, least: int, most: int) -> int:
    """`value` if it is a JSON integer from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise FormFault("not_a_number", key=key, least=least, most=most)
    return value


def _square(event: Event) -> int:
    return whole(_field(event, "square"), "square", 0, SQUARES - 1)


def _dice(throws: Mapping[str, Any], key: str) -> list[int]:
    dice: list[int] | None = throws.get(key)
    if type(dice) is list and len(dice) == 2:
        first, second = dice
        if type(first) is int and type(second) is int and 0 < first < 7 and 0 < second < 7:
            return dice
    raise FormFault("not_dice", key=shown(key))


class PlayersMove:
    """Reads a move that is its player followed by what the event alone tells, its `rest`."""

    def __init__(self, rest: Callable[[Event], tuple[Any, ...]]) -> None:
        self.rest = rest

    def __call__(self, event: Event, state: State) -> tuple[Any, ...]:
        """The move; FormFault tells of the player first."""
        return (_player(event, state), *self.rest(event))


@PlayersMove
def read_player(event: Event) -> tuple[()]:
    """pass, pay_fine, buy, bankrupt, withdraw, adjusted: a player and nothing else."""
    if len(event) != 2:
        check_keys(event, "player")
    return ()


@PlayersMove
def read_dice(event: Event) -> tuple[int, int]:
    """roll, utility_roll: a player and two dice."""
    first, second = _dice(event, "dice")
    if len(event) != 3:
        check_keys(event, "player", "dice")
    return first, second


def read_nothing(event: Event, state: State) -> tuple[()]:
    """time, retain: nothing but the type."""
    if len(event) != 1:
        check_keys(event)
    return ()


def read_reason(event: Event, state: State) -> tuple[str]:
    """undo: a reason."""
    reason = _reason(event)
    if len(event) != 2:
        check_keys(event, "reason")
    return (reason,)


def _reason(event: Event) -> str:
    reason = _field(event, "reason")
    if (
        type(reason) is not str
        or not 0 < len(reason) <= MAX_REASON_LENGTH
        or not is_plain_text(reason)
    ):
        raise FormFault("reason_form", most=MAX_REASON_LENGTH)
    return reason


@PlayersMove
def read_recount(event: Event) -> tuple[int, str]:
    """recount: a player, the counted cash and the reason."""
    cash = whole(_field(event, "cash"), "cash", 0, MAX_AMOUNT)
    reason = _reason(event)
    check_keys(event, "player", "cash", "reason")
    return cash, reason


@PlayersMove
def read_deed(event: Event) -> tuple[int]:
    """mortgage, redeem: a player and a square."""
    square = _square(event)
    check_keys(event, "player", "square")
    return (square,)


@PlayersMove
def read_count(event: Event) -> tuple[int, int]:
    """build, sell: a player, a square and a count (default 1)."""
    square = _square(event)
    if "count" not in event:
        check_keys(event, "player", "square")
        return square, 1
    count = whole(event["count"], "count", 1, MAX_AMOUNT)
    check_keys(event, "player", "square", "count")
    return square, count


@PlayersMove
def read_choice(event: Event) -> tuple[str]:
    """income_tax: a player and the choice."""
    choice = _field(event, "choice")
    if type(choice) is not str or choice not in ("flat", "percent"):
        raise FormFault("not_a_choice", key="choice", choices="flat, percent")
    check_keys(event, "player", "choice")
    return (choice,)


@PlayersMove
def read_die(event: Event) -> tuple[int]:
    """foundation: a player and one die."""
    die = whole(_field(event, "die"), "die", 1, 6)
    check_keys(event, "player", "die")
    return (die,)


def read_throws(event: Event, state: State) -> tuple[ThrowsMove]:
    """circuit, richest: throws for utilities by square."""
    given = _field(event, "dice")
    if type(given) is not dict:
        raise FormFault("not_throws", key="dice")
    throws = {}
    for key in given:
        if key.startswith("x-"):
            continue
        if key not in {str(square) for square in state.board.utilities}:
            raise FormFault("not_a_utility", key=shown(key))
        first, second = _dice(given, key)
        throws[int(key)] = first, second
    check_keys(event, "dice")
    return (throws,)


def read_trade(event: Event, state: State) -> TradeMove:
    """trade: two different players, and what changes hands, which is something."""
    player, other = _player(event, state), _player(event, state, "with")
    if player == other:
        raise FormFault("trade_with_oneself")
    give_cash, give_deeds = _side(event, "give")
    take_cash, take_deeds = _side(event, "take")
    if not (give_cash or give_deeds or take_cash or take_deeds):
        raise FormFault("trade_of_nothing")
    check_keys(event, "player", "with", "give", "take")
    return TradeMove(player, other, give_cash, give_deeds, take_cash, take_deeds)


def _side(event: Event, key: str) -> tuple[int, tuple[int, ...]]:
    side = _field(event, key)
    if type(side) is not dict:
        raise FormFault("not_a_side", key=key)
    for name in side:
        if name not in ("cash", "deeds") and not name.startswith("x-"):
            raise FormFault("unknown_key", key=shown(f"{key}.{name}"))
    cash = whole(side.get("cash", 0), f"{key}.cash", 0, MAX_AMOUNT)
    deeds = side.get("deeds", [])
    if type(deeds) is not list or len(deeds) > SQUARES:
        raise FormFault("not_deeds", key=f"{key}.deeds")
    for square in deeds:
        whole(square, f"{key}.deeds", 0, SQUARES - 1)
    if len(set(deeds)) != len(deeds):
        raise FormFault("deed_twice", key=f"{key}.deeds")
    return cash, tuple(deeds)


def read_card(event: Event, state: State) -> CardMove:
    """card: `dice` where a role card is used, otherwise `effect` or a `card` of the deck."""
    player = _player(event, state)
    if state.edition.rules.role_square == "dice":
        first, second = _dice(event, "dice")
        check_keys(event, "player", "dice")
        return CardMove(player, state.edition.role_card[first + second][state.role(player)])
    return _drawn_card(event, state, player)


def _drawn_card(event: Event, state: State, player: int) -> CardMove:
    deck = state.edition.deck
    if deck and "card" in event and "effect" in event:
        raise FormFault("card_and_effect")
    code = ""
    if deck and "card" in event:
        code = event["card"]
        if type(code) is not str or code not in deck:
            raise FormFault("unknown_card", value=shown(code))
        effect = deck[code]
    else:
        effect = _effect(event)
    gamble = sum(_dice(event, "dice")) if effect.verb == "gamble" else 0
    if "dice" in event and not gamble:
        raise FormFault("dice_without_gamble")
    check_keys(event, "player", "card" if code else "effect", *(("dice",) if gamble else ()))
    return CardMove(player, effect, code, gamble)


def _effect(event: Event) -> Effect:
    text = _field(event, "effect")
    effect = parse_effect(text) if type(text) is str and len(text) < 60 else None
    if effect is None:
        raise FormFault("not_an_effect", value=shown(text))
    return effect
