"""A bot that knows the rules and throws dice.

It plays whole games from a seed, event by event.
"""

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Any

from referee.engine import Action, Game

Event = dict[str, Any]

# Tried in this order; the number is the chance that a legal event of the type is taken.
ORDER = {
    "circuit": 1.0,
    "richest": 1.0,
    "retain": 1.0,
    "utility_roll": 1.0,
    "card": 1.0,
    "income_tax": 1.0,
    "foundation": 1.0,
    "buy": 0.85,
    "redeem": 0.1,
    "build": 0.3,
    "adjusted": 0.9,
    "pay_fine": 0.3,
    "roll": 1.0,
    "pass": 1.0,
    "sell": 1.0,
    "mortgage": 1.0,
    "bankrupt": 1.0,
}


def play(
    game: Game,
    random: Random,
    *,
    turns: float = inf,
    is_time_up: Callable[[], bool] = lambda: False,
) -> Iterator[Event]:
    """Yield legal events until the game is finished, playing each in `game`.

    Time is called after `turns` throws of a two-hour game, or when it is up; games A and B stop
    there.
    """
    throws = 0
    while game.status != "finished":
        if game.status == "playing" and (throws >= turns or is_time_up()):
            if game.header["mode"] != "two-hour":
                return
            event: Event = {"type": "time"}
        else:
            event = next_event(game, random)
        throws += event["type"] == "roll"
        if not game.play(event).is_accepted:
            raise RuntimeError(f"the engine offered {event} and refused it")
        yield event


def next_event(game: Game, random: Random) -> Event:
    """Return one legal event, preferring what the game is waiting for."""
    legal: dict[str, list[Action]] = {}
    for action in game.legal_actions():
        legal.setdefault(action.type, []).append(action)
    for name, share in ORDER.items():
        wanted = _of_a_debtor(game, legal.get(name, []))
        if wanted and random.random() < share:
            return _complete_event(game, random.choice(wanted), random)
    remaining = [action for name in ORDER for action in legal.get(name, [])]
    return _complete_event(game, random.choice(remaining), random)


def _of_a_debtor(game: Game, actions: list[Action]) -> list[Action]:
    """Return only the debtors' actions if they are sales or mortgages.

    Otherwise return all of them.
    """
    debtors = {game.state.ids[due.debtor] for due in game.state.dues}
    if not actions or actions[0].type not in {"sell", "mortgage"}:
        return actions
    return [action for action in actions if action.player in debtors]


def _complete_event(game: Game, action: Action, random: Random) -> Event:
    """Complete an action's event with thrown dice and made choices."""
    event: Event = {"type": action.type}
    if action.player is not None:
        event["player"] = action.player
    fields = action.fields
    if "throws" in fields:
        event["dice"] = {str(square): _dice(random) for square in fields["throws"]}
    if "dice" in fields:
        event["dice"] = _dice(random)
    if "die" in fields:
        event["die"] = random.randint(1, 6)
    if "choice" in fields:
        event["choice"] = min(fields["choice"], key=lambda choice: fields["choice"][choice])
    if "square" in fields:
        event["square"] = int(random.choice(list(fields["square"])))
    if action.type == "card" and "dice" not in fields:
        return _card(game, event, fields, random)
    return event


def _card(game: Game, event: Event, fields: dict[str, Any], random: Random) -> Event:
    """Return the event with a card of the deck, or with an instruction.

    It has an instruction if the deck has no codes.
    """
    if fields.get("card"):
        event["card"] = random.choice(fields["card"])
    else:
        event["effect"] = random.choice(["collect 75", "pay 50", "none", "goto 24", "confine"])
    gamble = {**event, "dice": _dice(random)}
    return event if game.decide(event).is_accepted else gamble


def _dice(random: Random) -> list[int]:
    return [random.randint(1, 6), random.randint(1, 6)]
