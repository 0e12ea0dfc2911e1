"""A proposal to raise a debtor's missing cash at the least loss (R24).

The player decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.engine import Game
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.steps import step_label
from scoring.game.board import Board
from scoring.game.deeds import mortgage_value, redeem_price, sale_price

Event = dict[str, Any]
_WAYS = ("sell", "mortgage")


class Way(NamedTuple):
    """One event on a deed: what it brings, and what undoing it later costs."""

    event: Event
    brings: int
    loss: int


class Choice(NamedTuple):
    """Several ways taken together; the smaller value is better."""

    loss: int
    brings: int
    events: tuple[Event, ...]


def proposal(game: Game, player: str, speech: Speech) -> Json | None:
    """Return `{events, amount, steps, text}` that would cover what the player owes.

    The events are sales and mortgages; `steps` and `text` are their sentences and the button's
    label. None if nothing covers the debt.
    """
    events = raising_events(game, player)
    if not events:
        return None
    state = game.state
    amount = sum(_way(state.board, event).brings for event in events)
    return {
        "events": events,
        "amount": amount,
        "steps": [_step(game, event, speech) for event in events],
        "text": speech.say("debt.raise", amount=speech.money(amount, state.edition)),
    }


def raising_events(game: Game, player: str) -> list[Event]:
    """Return events that raise what is owed, in an order that the engine accepts.

    Empty if they would not cover the debt.
    """
    trial, events = game.copy(), list[Event]()
    seat = game.state.seats[player]
    while (missing := trial.state.owes(seat) - trial.state.cash[seat]) > 0:
        deeds = _ways_by_deed(trial, player)
        chosen = _least_loss(deeds, missing) or [ways[-1].event for ways in deeds]
        chosen.sort(key=lambda event: event["type"] != "sell")
        if not chosen or not all(trial.play(event).is_accepted for event in chosen):
            return []
        events += chosen
    return events


def _ways_by_deed(game: Game, player: str) -> list[list[Way]]:
    """Return for each deed the ways to raise cash with it now.

    At most one of a deed's ways is used.
    """
    board = game.state.board
    return [
        [_way(board, event) for event in _events(action.type, int(square), player, told)]
        for action in game.legal_actions(_WAYS)
        if action.player == player
        for square, told in action.fields["square"].items()
    ]


def _events(kind: str, square: int, player: str, told: Any) -> Iterator[Event]:
    event = {"type": kind, "player": player, "square": square}
    if kind == "mortgage":
        yield event
        return
    for count in range(1, int(told["most"]) + 1):
        yield {**event, "count": count}


def _way(board: Board, event: Event) -> Way:
    square, count = event["square"], event.get("count", 1)
    if event["type"] == "mortgage":
        brings = mortgage_value(board, square)
        return Way(event, brings, redeem_price(board, square) - brings)
    brings = sale_price(board, square) * count
    return Way(event, brings, board.house_prices[square] * count - brings)


def _least_loss(deeds: Sequence[Sequence[Way]], missing: int) -> list[Event]:
    """Return the ways that cover the missing cash at the least loss, without excess.

    Empty if all ways together do not cover it.
    """
    best = {0: Choice(0, 0, ())}
    for ways in deeds:
        for choice in list(best.values()):
            if choice.brings >= missing:
                continue
            for way in ways:
                brings = choice.brings + way.brings
                taken = Choice(choice.loss + way.loss, brings, (*choice.events, way.event))
                if brings not in best or taken.loss < best[brings].loss:
                    best[brings] = taken
    enough = [choice for choice in best.values() if choice.brings >= missing]
    return list(min(enough, key=lambda choice: choice[:2]).events) if enough else []


def _step(game: Game, event: Event, speech: Speech) -> str:
    """Return a step in words, such as "Basin Street: −2 houses +$50"."""
    state, count = game.state, event.get("count", 1)
    price = _way(state.board, event).brings // count
    label = step_label(state, event, price, speech)
    return speech.say("debt.step", place=speech.place(event["square"], state.board), step=label)
