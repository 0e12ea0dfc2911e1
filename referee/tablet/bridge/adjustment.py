"""Step A for one player: what each possible step would add or cost in final cash."""

from __future__ import annotations

from typing import Any

from referee.engine import Game, Refusal
from referee.engine.fold import apply
from referee.engine.state import State
from referee.tablet.bridge.legal import place_of, price_of
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import deeds_of
from scoring.game.endgame import circuit_income, expected_circuit
from scoring.game.rulings import percent_of

_STEPS = ("build", "redeem", "sell", "mortgage")
_LACK_OF_CASH = "R26"


def final_cash(state: State, player: int) -> int:
    """What the player would end with if the procedure followed now; utilities at a mean throw."""
    rate = state.edition.retention[state.role(player)]
    kept = percent_of(state.cash[player], rate, state.rulings.rounding)
    return kept + circuit_income(expected_circuit(state), player)


def adjustment(game: Game, player_id: str, speech: Speech) -> Json:
    """Every single step the player could take; those that only lack cash with their refusal."""
    state = game.state
    player = state.seats[player_id]
    final = final_cash(state, player)
    options = [
        option
        for square in deeds_of(state, player)
        for kind in _STEPS
        if (option := _option(game, speech, _event(kind, player_id, square), final)) is not None
    ]
    return {"player": player_id, "final": final, "options": options}


def _event(kind: str, player: str, square: int) -> dict[str, Any]:
    return {"type": kind, "player": player, "square": square}


def _option(game: Game, speech: Speech, event: dict[str, Any], final: int) -> Json | None:
    decision = game.decide(event)
    refusal = decision.refusals[0] if decision.refusals else None
    if refusal is not None and refusal.rule != _LACK_OF_CASH:
        return None
    after = None
    if refusal is None:
        state = game.state.copy()
        apply(state, list(decision.facts))
        after = final_cash(state, state.seats[event["player"]])
    return _shown(game, speech, event, (final, after), refusal)


def _shown(
    game: Game,
    speech: Speech,
    event: dict[str, Any],
    finals: tuple[int, int | None],
    refusal: Refusal | None,
) -> Json:
    before, after = finals
    amount = speech.money(price_of(game.state, event), game.state.edition)
    place = place_of(game.state, event, speech)
    return {
        "event": event,
        "label": speech.say(f"do.{event['type']}", place=place, amount=amount),
        "text": place,
        "final": after,
        "difference": None if after is None else after - before,
        "refusal": None if refusal is None else speech.refusal(refusal),
    }
