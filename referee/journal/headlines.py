"""Headlines of a ledger's entries: one short sentence for each event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.engine import place_name, render_effect
from referee.engine.actions import ACTIONS
from referee.engine.messages import Names
from referee.journal.order_in_force import NOT_BOARD
from referee.journal.sentences import catalogue
from scoring.game.board import Board
from scoring.game.effects import known_effect
from scoring.game.elision import fill_holes
from scoring.game.money import money

Event = Mapping[str, Any]
_TYPES = frozenset({"start", *ACTIONS}) | NOT_BOARD


class Reader(NamedTuple):
    """A headline's reader: the names, board, language and currency to write it with.

    Without a `board` (no game could be opened) squares are called by their numbers. `language` is
    one of the engine's. `currency` is the sign of the edition's currency, "" if no edition is
    known.
    """

    names: Names
    board: Board | None
    language: str = "en"
    currency: str = ""

    def money(self, amount: int) -> str:
        """Format an amount with the reader's currency and language."""
        return money(amount, self.currency, self.language)


def headline(event: object, reader: Reader) -> str:
    """Return the headline of an event of a record or a log.

    An event that no rule has checked may have any form; its headline then only names its type.
    """
    try:
        return _headline(event, reader)
    except (LookupError, TypeError, ValueError, AttributeError):
        kind = str(event.get("type", "")) if isinstance(event, Mapping) else ""
        return str(catalogue(reader.language)["headlines"]["unreadable"].format(type=kind))


def _headline(event: Any, reader: Reader) -> str:
    if event["type"] not in _TYPES:
        raise LookupError(event["type"])
    variant, details = _variant_and_details(event, reader)
    sentence = catalogue(reader.language)["headlines"][variant]
    if isinstance(sentence, list):
        sentence = sentence[plural_form(reader.language, details["count"])]
    player = reader.names.get(event.get("player", ""), "")
    texts = {key: str(event.get(key, "")) for key in ("reason", "text", "name", "through")}
    return fill_holes(sentence, {**texts, **details, "player": player})


def _variant_and_details(event: Event, reader: Reader) -> tuple[str, dict[str, Any]]:
    """Return the headline's key in the catalogue, and values for its placeholders.

    The key is the event's type, or a variant of it for how the event was answered. The caller adds
    the player and the texts.
    """
    kind = event["type"]
    match kind:
        case "roll" | "utility_roll":
            return kind, _dice(event)
        case "card":
            return _card(event, reader)
        case "circuit" | "richest" if event.get("dice"):
            return f"{kind}_thrown", {"throws": _throws(event["dice"], reader)}
        case "income_tax":
            return f"income_tax_{event['choice']}", {}
        case "foundation":
            return kind, {"die": event["die"]}
        case "build" | "sell" | "mortgage" | "redeem":
            return kind, {"count": event.get("count", 1), "deed": _place(event["square"], reader)}
        case "trade":
            return kind, _trade(event, reader)
        case "recount":
            return kind, {"cash": reader.money(event["cash"])}
        case "revise" | "revert":
            return _correction(event, reader)
    return _headline_key(event), {"cash": reader.money(event["cash"]) if "cash" in event else ""}


def _headline_key(event: Event) -> str:
    """Return a catalogue key: the type, or a variant of `confirm` or `cash_count`."""
    if event["type"] == "confirm" and "reason" in event:
        return "confirm_in_place"
    if event["type"] == "cash_count" and "cash" not in event:
        return "cash_not_counted"
    return str(event["type"])


def _dice(event: Event) -> dict[str, Any]:
    first, second = event["dice"]
    return {"first": first, "second": second}


def _card(event: Event, reader: Reader) -> tuple[str, dict[str, Any]]:
    """Return the headline's key and values for a reported card and its throw, if any."""
    if "card" not in event and "effect" not in event:
        return "card_thrown", _dice(event)
    named = "card" in event
    variant = "card_named" if named else "card_effect"
    details = {"card": event["card"] if named else _effect(event["effect"], reader)}
    if not event.get("dice"):
        return variant, details
    return f"{variant}_thrown", {**details, **_dice(event)}


def _effect(text: str, reader: Reader) -> str:
    """Return the card's effect in words (R16)."""
    effect = known_effect(text)
    place = _place(effect.number, reader) if effect.verb == "goto" else None
    told = {**effect._asdict(), "place": place}
    return render_effect(told, reader.language, reader.currency)


def _throws(dice: Mapping[str, Any], reader: Reader) -> str:
    """Return the throw for each utility, such as "Electric Company 3 + 4"."""
    return ", ".join(
        f"{_place(int(square), reader)} {first} + {second}"
        for square, (first, second) in dice.items()
    )


def _correction(event: Event, reader: Reader) -> tuple[str, dict[str, Any]]:
    if event["type"] == "revert":
        return "revert", {"seq": event["seq"]}
    first, last = event["seq"], event.get("through", event["seq"])
    several = "" if first == last else "_several"
    key = f"revise{several}" if event["replacement"] else f"revise_out{several}"
    return key, {"first": first, "last": last, "without": _rows_left_out(event, reader)}


def _rows_left_out(event: Event, reader: Reader) -> str:
    """Return the later rows that a correction leaves out, in brackets, or ""."""
    rows = event.get("without", [])
    if not rows:
        return ""
    ranges: list[list[int]] = []
    for row in rows:
        if ranges and row == ranges[-1][-1] + 1:
            ranges[-1][1:] = [row]
        else:
            ranges.append([row])
    told = ", ".join("–".join(map(str, each)) for each in ranges)
    return str(catalogue(reader.language)["corrections"]["without"].format(rows=told))


def _trade(event: Event, reader: Reader) -> dict[str, Any]:
    give, take = (_goods(event[side], reader) for side in ("give", "take"))
    return {"other": reader.names[event["with"]], "give": give, "take": take}


def _goods(side: Mapping[str, Any], reader: Reader) -> str:
    """Return cash and deeds as a list, such as "$50, Athens and Piraeus"."""
    goods = [_place(number, reader) for number in side.get("deeds", [])]
    if side.get("cash"):
        goods.insert(0, reader.money(side["cash"]))
    words = catalogue(reader.language)["goods"]
    if len(goods) > 1:
        return f"{', '.join(goods[:-1])} {words['and']} {goods[-1]}"
    return goods[0] if goods else str(words["nothing"])


def _place(square: int, reader: Reader) -> str:
    if reader.board is None:
        return str(square)
    return place_name(reader.board.squares[square].name, reader.language)


def plural_form(language: str, count: int) -> int:
    """Return the index of the plural form for a number.

    It follows the Unicode CLDR cardinal plural rules.
    """
    if language == "ru":
        if count % 10 == 1 and count % 100 != 11:
            return 0
        return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2
    return int(count > 1) if language == "fr" else int(count != 1)
