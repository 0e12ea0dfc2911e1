"""What a referee or the chief reported, in words: the headline of a ledger's entry."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from referee.views.position import square_name
from scoring.game.board import Board

Event = Mapping[str, Any]


def headline(event: Event, names: Mapping[str, str], board: Board) -> str:
    """One short sentence for an event of a record or a log, in the reader's language."""
    facts = {"player": names.get(event.get("player", ""), "")}
    facts |= {key: str(event.get(key, "")) for key in ("reason", "text")}
    if "square" in event:
        facts["deed"] = square_name(board.squares[event["square"]].name)
    return _SENTENCES[event["type"]](event, facts, names, board)


Sentence = Callable[[Event, dict[str, str], Mapping[str, str], Board], str]


def _roll(event: Event, facts: dict[str, str], *_: Any) -> str:
    first, second = event["dice"]
    return gettext("%(player)s throws %(first)d + %(second)d") % {
        **facts,
        "first": first,
        "second": second,
    }


def _utility_roll(event: Event, facts: dict[str, str], *_: Any) -> str:
    first, second = event["dice"]
    text = gettext("%(player)s throws %(first)d + %(second)d for the utility’s rent")
    return text % {**facts, "first": first, "second": second}


def _card(event: Event, facts: dict[str, str], *_: Any) -> str:
    if "card" in event:
        return gettext("%(player)s draws card %(card)s") % {**facts, "card": event["card"]}
    if "effect" in event:
        return gettext("%(player)s draws a card: %(card)s") % {**facts, "card": event["effect"]}
    first, second = event["dice"]
    text = gettext("%(player)s throws %(first)d + %(second)d for the role card")
    return text % {**facts, "first": first, "second": second}


def _income_tax(event: Event, facts: dict[str, str], *_: Any) -> str:
    if event["choice"] == "flat":
        return gettext("%(player)s chooses the flat income tax") % facts
    return gettext("%(player)s chooses the percentage income tax") % facts


def _foundation(event: Event, facts: dict[str, str], *_: Any) -> str:
    return gettext("%(player)s throws %(die)d at the foundation") % {**facts, "die": event["die"]}


def _build(event: Event, facts: dict[str, str], *_: Any) -> str:
    count = event.get("count", 1)
    text = ngettext(
        "%(player)s builds %(count)d step on %(deed)s",
        "%(player)s builds %(count)d steps on %(deed)s",
        count,
    )
    return text % {**facts, "count": count}


def _sell(event: Event, facts: dict[str, str], *_: Any) -> str:
    count = event.get("count", 1)
    text = ngettext(
        "%(player)s sells %(count)d step of %(deed)s",
        "%(player)s sells %(count)d steps of %(deed)s",
        count,
    )
    return text % {**facts, "count": count}


def _trade(event: Event, facts: dict[str, str], names: Mapping[str, str], board: Board) -> str:
    text = gettext("%(player)s and %(other)s trade: %(give)s against %(take)s")
    return text % {
        **facts,
        "other": names[event["with"]],
        "give": _goods(event["give"], board),
        "take": _goods(event["take"], board),
    }


def _goods(side: Mapping[str, Any], board: Board) -> str:
    goods = [square_name(board.squares[number].name) for number in side.get("deeds", [])]
    if side.get("cash"):
        goods.insert(0, str(side["cash"]))
    return get_text_list(goods, gettext("and")) if goods else gettext("nothing")


def _recount(event: Event, facts: dict[str, str], *_: Any) -> str:
    text = gettext("Cash of %(player)s counted: %(cash)d. %(reason)s")
    return text % {**facts, "cash": event["cash"]}


def _revise(event: Event, facts: dict[str, str], *_: Any) -> str:
    first, last = event["seq"], event.get("through", event["seq"])
    if first == last:
        return gettext("Event %(first)d is corrected: %(reason)s") % {**facts, "first": first}
    text = gettext("Events %(first)d to %(last)d are corrected: %(reason)s")
    return text % {**facts, "first": first, "last": last}


_PLAIN: dict[str, Callable[[], str]] = {
    "pass": lambda: gettext("%(player)s passes"),
    "pay_fine": lambda: gettext("%(player)s pays to leave"),
    "buy": lambda: gettext("%(player)s buys the deed on offer"),
    "mortgage": lambda: gettext("%(player)s mortgages %(deed)s"),
    "redeem": lambda: gettext("%(player)s redeems %(deed)s"),
    "bankrupt": lambda: gettext("%(player)s is bankrupt"),
    "withdraw": lambda: gettext("%(player)s leaves the game"),
    "undo": lambda: gettext("The last event is taken back. %(reason)s"),
    "time": lambda: gettext("Time is called"),
    "adjusted": lambda: gettext("%(player)s is done with the adjustment"),
    "retain": lambda: gettext("Retention"),
    "circuit": lambda: gettext("The Treasurer goes once round the board"),
    "richest": lambda: gettext("The richest player is determined"),
    "start": lambda: gettext("The game starts"),
    "pause": lambda: gettext("Pause: %(reason)s"),
    "resume": lambda: gettext("Play goes on"),
    "note": lambda: gettext("Note: %(text)s"),
    "confirm": lambda: gettext("%(player)s confirms the result"),
    "dispute": lambda: gettext("%(player)s disputes the result: %(reason)s"),
    "ruling": lambda: gettext("Ruling: %(text)s"),
    "settle": lambda: gettext("The dispute of %(player)s is settled: %(reason)s"),
}


def _plain(event: Event, facts: dict[str, str], *_: Any) -> str:
    return _PLAIN[event["type"]]() % facts


_SENTENCES: dict[str, Sentence] = {
    **dict.fromkeys(_PLAIN, _plain),
    "roll": _roll,
    "utility_roll": _utility_roll,
    "card": _card,
    "income_tax": _income_tax,
    "foundation": _foundation,
    "build": _build,
    "sell": _sell,
    "trade": _trade,
    "recount": _recount,
    "revise": _revise,
}
