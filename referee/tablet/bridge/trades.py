"""A trade as it is read out before the players agree.

It says what each side gives, and what the trade leads to. It also says if one side gets
much the better of it.
"""

from __future__ import annotations

from typing import Any

from referee.engine import Game
from referee.engine.fold import apply
from referee.engine.state import State
from referee.engine.trading import constraints, party
from referee.tablet.bridge.cities import city_changes
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import mortgage_value

_LOPSIDED_FACTOR = 2
"""Question a trade if one side is worth more than this many times the other."""
_SMALL = 100
"""Do not question a trade if its sides differ by less than this."""

Event = dict[str, Any]


def trade(game: Game, event: Event, speech: Speech) -> Json:
    """Return `{refusals, text, question, payer}` of a trade.

    `text` is the trade in sentences. `question` is asked if one side is worth far less by listed
    prices, else None. `payer` is the side that adds cash because its deeds are worth less, `give`
    or `take`; None if both are worth the same.
    """
    payer = _payer(game.state, event)
    decision = game.decide(event)
    if decision.refusals:
        refusals = [speech.refusal(refusal) for refusal in decision.refusals]
        return {"refusals": refusals, "text": [], "question": None, "payer": payer}
    after = game.state.copy()
    apply(after, decision.facts)
    text = [
        _side(game.state, event["player"], event["with"], event["give"], speech),
        _side(game.state, event["with"], event["player"], event["take"], speech),
        *(line["text"] for line in city_changes(game.state, after, speech)),
    ]
    question = _question(game.state, event, speech)
    return {"refusals": [], "text": text, "question": question, "payer": payer}


def deeds_to_trade(state: State, player: str, other: str) -> list[int]:
    """Return the squares whose deeds these two may give each other (R23)."""
    bounds = constraints(state, *(party(state, state.seats[each]) for each in (player, other)))
    return sorted(bounds["give"]["deeds"] + bounds["take"]["deeds"])


def _side(state: State, giver: str, taker: str, load: Event, speech: Speech) -> str:
    goods = _goods(state, load, speech)
    return speech.say(
        "trade.gives", giver=speech.name(giver), taker=speech.name(taker), goods=goods
    )


def _goods(state: State, load: Event, speech: Speech) -> str:
    """Return deeds and cash in words, such as "3 deeds (Athens, Plaka, …) and $980"."""
    deeds = [_deed(state, square, speech) for square in load.get("deeds", [])]
    goods = []
    if deeds:
        listed = speech.join_items(deeds)
        counted = speech.say("trade.deeds", count=len(deeds), deeds=listed)
        goods.append(counted if len(deeds) > 1 else listed)
    if load.get("cash"):
        goods.append(speech.money(load["cash"], state.edition))
    return speech.join_items(goods) or speech.say("trade.nothing")


def _deed(state: State, square: int, speech: Speech) -> str:
    place = speech.place(square, state.board)
    key = "trade.mortgaged" if state.built[square] < 0 else "trade.deed"
    return speech.say(key, place=place)


def _worth_of(state: State, load: Event) -> int:
    """Add up cash, listed prices, and the mortgage value of mortgaged deeds."""
    return int(load.get("cash", 0)) + sum(
        mortgage_value(state.board, square)
        if state.built[square] < 0
        else state.board.prices[square]
        for square in load.get("deeds", [])
    )


def _payer(state: State, event: Event) -> str | None:
    """Return the side whose deeds are worth less by listed prices: it has cash to add."""
    give, take = (_worth_of(state, {**event[side], "cash": 0}) for side in ("give", "take"))
    if give == take:
        return None
    return "give" if give < take else "take"


def _question(state: State, event: Event, speech: Speech) -> str | None:
    worth = [(_worth_of(state, event[side]), side) for side in ("give", "take")]
    (less, lesser), (more, _) = sorted(worth)
    if more - less < _SMALL or more <= _LOPSIDED_FACTOR * less:
        return None
    players = {"give": event["player"], "take": event["with"]}
    giver = players["take" if lesser == "give" else "give"]
    return speech.say(
        "trade.lopsided",
        player=speech.name(giver),
        gives=speech.money(more, state.edition),
        gets=speech.money(less, state.edition),
    )
