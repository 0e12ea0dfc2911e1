"""Faults of form: what an event must look like before any rule is asked.

A reader takes the event and the state and returns a move (`moves.py`), or raises FormFault.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from referee.engine.moves import (
    BuildMove,
    CardMove,
    ChoiceMove,
    DeedMove,
    DiceMove,
    DieMove,
    PlayerMove,
    RecountMove,
    ThrowsMove,
    TradeMove,
)
from referee.engine.refusals import FormFault
from referee.engine.state import State
from scoring.game.board import SQUARES
from scoring.game.effects import LARGEST_AMOUNT, Effect, parse_effect

Event = Mapping[str, Any]

LONGEST_REASON = 1000
_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)"
    r"(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def check_keys(event: Event, *known: str) -> None:
    """Only `known` keys, the optional `id` and `at`, and keys that begin with `x-`."""
    for key, value in event.items():
        if key in known or key == "type":
            continue
        if key == "id":
            _check_id(value)
        elif key == "at":
            _check_time(value)
        elif not key.startswith("x-"):
            raise FormFault("unknown_key", key=shown(key))


def _check_id(value: Any) -> None:
    if type(value) is not str or not _UUID.fullmatch(value):
        raise FormFault("id_form")


def _check_time(value: Any) -> None:
    found = _TIME.fullmatch(value) if type(value) is str else None
    if not found:
        raise FormFault("time_form")
    try:
        date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        raise FormFault("time_form") from None


def shown(value: Any) -> str:
    """A value from outside, short and printable, for a message."""
    text = value if type(value) is str else type(value).__name__
    text = text if len(text) <= 40 else text[:39] + "…"
    return _UNFIT.sub("\ufffd", text)


def _field(event: Event, key: str) -> Any:
    try:
        return event[key]
    except KeyError:
        raise FormFault("missing_key", key=key) from None


def _player(event: Event, state: State, key: str = "player") -> int:
    value = _field(event, key)
    if type(value) is not str or value not in state.seats:
        raise FormFault("unknown_player", key=key, value=shown(value))
    return state.seats[value]


def whole(value: Any, key: str, least: int, most: int) -> int:
    """`value` if it is a JSON integer from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise FormFault("not_a_number", key=key, least=least, most=most)
    return value


def _square(event: Event) -> int:
    return whole(_field(event, "square"), "square", 0, SQUARES - 1)


def _dice(value: Any, key: str) -> tuple[int, int]:
    if type(value) is list and len(value) == 2:
        first, second = value
        if type(first) is int and type(second) is int and 0 < first < 7 and 0 < second < 7:
            return first, second
    raise FormFault("not_dice", key=key)


def read_player(event: Event, state: State) -> PlayerMove:
    """pass, pay_fine, buy, bankrupt, withdraw, adjusted: a player and nothing else."""
    player = _player(event, state)
    if len(event) != 2:
        check_keys(event, "player")
    return (player,)


def read_dice(event: Event, state: State) -> DiceMove:
    """roll, utility_roll: a player and two dice."""
    try:
        player = state.seats[event["player"]]
        first, second = dice = event["dice"]
        if (
            len(event) == 3
            and type(dice) is list
            and type(first) is int
            and type(second) is int
            and 0 < first < 7
            and 0 < second < 7
        ):
            return player, first, second
    except (KeyError, TypeError, ValueError):
        pass
    player = _player(event, state)
    first, second = _dice(_field(event, "dice"), "dice")
    check_keys(event, "player", "dice")
    return player, first, second


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
    if type(reason) is not str or not 0 < len(reason) <= LONGEST_REASON or _UNFIT.search(reason):
        raise FormFault("reason_form", most=LONGEST_REASON)
    return reason


def read_recount(event: Event, state: State) -> RecountMove:
    """recount: a player, the counted cash and the reason."""
    player = _player(event, state)
    cash = whole(_field(event, "cash"), "cash", 0, LARGEST_AMOUNT)
    reason = _reason(event)
    check_keys(event, "player", "cash", "reason")
    return player, cash, reason


def read_deed(event: Event, state: State) -> DeedMove:
    """mortgage, redeem: a player and a square."""
    player, square = _player(event, state), _square(event)
    if len(event) != 3:
        check_keys(event, "player", "square")
    return player, square


def read_count(event: Event, state: State) -> BuildMove:
    """build, sell: a player, a square and a count (default 1)."""
    player, square = _player(event, state), _square(event)
    count = 1
    if "count" in event:
        count = whole(event["count"], "count", 1, LARGEST_AMOUNT)
    elif len(event) == 3:
        return player, square, count
    if len(event) != 4 or "count" not in event:
        check_keys(event, "player", "square", "count")
    return player, square, count


def read_choice(event: Event, state: State) -> ChoiceMove:
    """income_tax: a player and the choice."""
    player, choice = _player(event, state), _field(event, "choice")
    if type(choice) is not str or choice not in ("flat", "percent"):
        raise FormFault("not_a_choice", key="choice", choices="flat, percent")
    check_keys(event, "player", "choice")
    return player, choice


def read_die(event: Event, state: State) -> DieMove:
    """foundation: a player and one die."""
    player, die = _player(event, state), whole(_field(event, "die"), "die", 1, 6)
    check_keys(event, "player", "die")
    return player, die


def read_throws(event: Event, state: State) -> tuple[ThrowsMove]:
    """circuit, richest: throws for utilities by square."""
    given = _field(event, "dice")
    if type(given) is not dict:
        raise FormFault("not_throws", key="dice")
    throws = {}
    for key, value in given.items():
        if key.startswith("x-"):
            continue
        if key not in {str(square) for square in state.board.utilities}:
            raise FormFault("not_a_utility", key=shown(key))
        throws[int(key)] = _dice(value, f"dice.{key}")
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
    cash = whole(side.get("cash", 0), f"{key}.cash", 0, LARGEST_AMOUNT)
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
        first, second = _dice(_field(event, "dice"), "dice")
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
    gamble = sum(_dice(_field(event, "dice"), "dice")) if effect.verb == "gamble" else 0
    used = ("player", "card" if code else "effect", "dice" if gamble else "player")
    if "dice" in event and not gamble:
        raise FormFault("dice_without_gamble")
    check_keys(event, *used)
    return CardMove(player, effect, code, gamble)


def _effect(event: Event) -> Effect:
    text = _field(event, "effect")
    effect = parse_effect(text) if type(text) is str and len(text) < 60 else None
    if effect is None:
        raise FormFault("not_an_effect", value=shown(text))
    return effect
