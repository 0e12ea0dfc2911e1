"""The next event of a play-out, as a line of a game record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from referee.engine.state import (
    ADJUSTED,
    ADJUSTING,
    EXTRA_THROW,
    FIRST_THROW,
    PLAYING,
    RETAINED,
    RICHEST,
    State,
)
from referee.insight import policies as choosing
from referee.insight.draws import Draws
from referee.insight.policies import NO_SQUARE, Policy
from scoring.game.editions import load_edition
from scoring.game.effects import Effect
from scoring.game.endgame import circuit_throws
from scoring.game.wealth import richest_throws

TIME = '{"type":"time"}'
PRINTED_DECK = "eu-fr"
"""The edition whose deck is drawn from where an edition's cards are not in its data."""


def next_line(
    state: State, policies: tuple[Policy, ...], draws: Draws, *, turn: int, last_turn: int
) -> str:
    """Return the next event of a play-out.

    `turn` is the last that began, and `last_turn` may still begin. After the last turn it is TIME,
    which only a two-hour game knows.
    """
    if state.status == ADJUSTING:
        return _adjustment(state, policies)
    if state.status == ADJUSTED:
        return '{"type":"retain"}'
    if state.status == RETAINED:
        return _last_throws("circuit", circuit_throws(state), draws, last_turn)
    if state.status == RICHEST:
        return _last_throws("richest", richest_throws(state), draws, last_turn)
    if state.dues:
        return debt_line(state, policies)
    if state.open:
        return _answer(state, draws)
    if line := _in_the_turn(state, policies, draws):
        return line
    if state.status == PLAYING and turn >= last_turn:
        return TIME
    draws.begin_turn(turn + 1)
    return _before_the_throw(state, policies, state.next, draws)


def debt_line(state: State, policies: tuple[Policy, ...]) -> str:
    """Return the event of the debtor of the oldest due."""
    debtor = state.dues[0].debtor
    return _deed_line(state, debtor, *choosing.raise_cash(policies[debtor], state, debtor))


def _in_the_turn(state: State, policies: tuple[Policy, ...], draws: Draws) -> str | None:
    """Return the event of the player on turn for an offer or an open throw.

    It is None without either.
    """
    player = state.on_turn
    if state.offer >= 0 and choosing.buys_offer(policies[player], state, player):
        return _line(state, player, "buy")
    if state.throw == EXTRA_THROW:
        return _roll(state, player, draws)
    if state.throw == FIRST_THROW:
        return _before_the_throw(state, policies, player, draws)
    return None


def _before_the_throw(state: State, policies: tuple[Policy, ...], player: int, draws: Draws) -> str:
    """Return a player's event at the beginning of a turn.

    The player trades, redeems, builds, then moves.
    """
    policy = policies[player]
    if trade := choosing.to_trade(policies, state, player):
        return _trade(state, player, *trade)
    square = choosing.to_redeem(state, player, policy.redeems)
    if square is not None:
        return _deed_line(state, player, "redeem", square)
    square = choosing.to_build(policy, state, player)
    if square is not None:
        return _deed_line(state, player, "build", square)
    if state.confined[player]:
        way = choosing.leaves_confinement(policy, state, player)
        if way != "roll":
            return _line(state, player, way)
    return _roll(state, player, draws)


def _adjustment(state: State, policies: tuple[Policy, ...]) -> str:
    """Return the next player's event in step A.

    The player redeems as much as possible, then is done.
    """
    player = next(player for player in state.players_in() if player not in state.adjusted)
    square = choosing.to_redeem(state, player, 0) if policies[player].adjusts else None
    if square is not None:
        return _deed_line(state, player, "redeem", square)
    return _line(state, player, "adjusted")


def _answer(state: State, draws: Draws) -> str:
    """Return the answer to the open square (R16, R17, R20, R21)."""
    player = state.on_turn
    if state.open == "role_card":
        return _card(state, player, draws)
    if state.open == "income_tax":
        choice = choosing.income_tax(state, player)
        return _line(state, player, "income_tax", f',"choice":"{choice}"')
    if state.open == "foundation":
        return _line(state, player, "foundation", f',"die":{draws.die()}')
    return _line(state, player, "utility_roll", _dice(draws))


def _card(state: State, player: int, draws: Draws) -> str:
    """Return the event of a role card (R16).

    It is a throw for the role card, or a card of the role's deck, each card as likely.
    """
    if state.edition.rules.role_square == "dice":
        return _line(state, player, "card", _dice(draws))
    codes, effects = role_deck(state.monopolist[player])
    card = draws.number_below(len(codes))
    dice = _dice(draws) if effects[card].verb == "gamble" else ""
    if state.edition.deck:
        return _line(state, player, "card", f',"card":"{codes[card]}"{dice}')
    return _line(state, player, "card", f',"effect":"{effect_text(effects[card])}"{dice}')


@lru_cache(maxsize=2)
def role_deck(monopolist: bool) -> tuple[Sequence[str], Sequence[Effect]]:
    """Return the codes and the effects of a role's printed deck, in order of codes."""
    deck = load_edition(PRINTED_DECK).deck
    codes = sorted(code for code in deck if (code[0] == "M") == monopolist)
    return codes, [deck[code] for code in codes]


def effect_text(effect: Effect) -> str:
    """Return an effect as records spell it (R16)."""
    if effect.verb == "gamble":
        return f"gamble {effect.threshold} collect {effect.number}"
    if effect.verb in ("none", "confine"):
        return effect.verb
    role = f"{effect.role} " if effect.role else ""
    return f"{effect.verb} {role}{effect.number}"


def _roll(state: State, player: int, draws: Draws) -> str:
    return _line(state, player, "roll", _dice(draws))


def _last_throws(name: str, utilities: Sequence[int], draws: Draws, last_turn: int) -> str:
    """Return step C or R25 with a throw for each utility that pays.

    The throws are in the order of the squares.
    """
    draws.begin_turn(last_turn + 1)
    throws = {str(square): list(draws.dice()) for square in utilities}
    return _text({"type": name, "dice": throws})


def _trade(state: State, player: int, seller: int, square: int, price: int) -> str:
    event = {"type": "trade", "player": state.ids[player], "with": state.ids[seller]}
    return _text({**event, "give": {"cash": price}, "take": {"deeds": [square]}})


def _deed_line(state: State, player: int, name: str, square: int) -> str:
    return _line(state, player, name, "" if square == NO_SQUARE else f',"square":{square}')


def _dice(draws: Draws) -> str:
    first, second = draws.dice()
    return f',"dice":[{first},{second}]'


def _line(state: State, player: int, name: str, more: str = "") -> str:
    """Return an event of a player.

    `more` is the JSON of its other fields, each after a comma.
    """
    return f'{{"type":"{name}","player":{_quote(state.ids[player])}{more}}}'


@lru_cache(maxsize=64)
def _quote(player_id: str) -> str:
    return json.dumps(player_id, ensure_ascii=False)


def _text(event: dict[str, Any]) -> str:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))
