"""Step A for one player.

It shows how much each step would add or cost in final cash, and the best plan.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine import Game, Refusal, best_plan
from referee.engine.fold import apply
from referee.engine.state import State
from referee.tablet.bridge.legal import place_of, price_of
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.steps import building_step, step_label
from scoring.game.deeds import deeds_of
from scoring.game.endgame import circuit_throws, expected_end

_STEPS = ("build", "redeem", "sell", "mortgage")
_BUILDING = ("build", "sell")
_MOST_BUILDINGS = 5
_LACK_OF_CASH = "R26"


def final_cash(state: State, player: int) -> int:
    """Return the player's final cash if the procedure followed now.

    Utilities count at a mean throw.
    """
    return expected_end(state).standings[player].final


def adjustment(game: Game, player_id: str, speech: Speech) -> Json:
    """Return every step the player could take, of buildings several in one go.

    Steps that only lack cash carry their refusal. `estimated`: the final cash counts a throw for a
    utility that is still to come.
    """
    state = game.state
    player = state.seats[player_id]
    final = final_cash(state, player)
    options = [
        option
        for square in deeds_of(state, player)
        for kind in _STEPS
        if (option := _option(game, speech, _event(kind, player_id, square), final)) is not None
    ]
    estimated = _is_estimated(state, player)
    return {"player": player_id, "final": final, "estimated": estimated, "options": options}


def best_adjustment(game: Game, player_id: str, speech: Speech) -> Json:
    """Return the player's best adjustment as `{player, plan}`.

    It is in the words of the live page. The plan is `{gain, text, steps, estimated}`, null
    where `referee.engine.best_plan` has none. Its `steps` are sentences in order; there are
    none if nothing can be gained.
    """
    state = game.state
    player = state.seats[player_id]
    plan = best_plan(state, player)
    if plan is None:
        return {"player": player_id, "plan": None}
    shown = {
        "gain": plan["gain"],
        "text": _outcome(plan, state, speech),
        "steps": [_sentence(step, state, speech) for step in plan["steps"]],
        "estimated": _is_estimated(state, player) or _redeems_utility(plan, state),
    }
    return {"player": player_id, "plan": shown}


def _is_estimated(state: State, player: int) -> bool:
    """Return whether the final cash counts a throw that is still to come.

    Such a throw is for a utility.
    """
    return any(state.owner[square] == player for square in circuit_throws(state))


def _redeems_utility(plan: Json, state: State) -> bool:
    redeemed = [step["square"] for step in plan["steps"] if step["type"] == "redeem"]
    return any(square in state.board.utilities for square in redeemed)


def _outcome(plan: Json, state: State, speech: Speech) -> str:
    if not plan["gain"]:
        return speech.say("plan.no_gain")
    gain, final = [speech.money(plan[key], state.edition) for key in ("gain", "final")]
    return speech.say("plan.gain", gain=gain, final=final)


def _sentence(step: Json, state: State, speech: Speech) -> str:
    return speech.say(
        f"plan.{step['type']}",
        count=step["count"],
        place=speech.place(step["square"], state.board),
        amount=speech.money(step["amount"], state.edition),
    )


def _event(kind: str, player: str, square: int) -> dict[str, Any]:
    return {"type": kind, "player": player, "square": square}


def _option(game: Game, speech: Speech, event: dict[str, Any], final: int) -> Json | None:
    decision = game.decide(event)
    refusal = decision.refusals[0] if decision.refusals else None
    if refusal is not None and refusal.rule != _LACK_OF_CASH:
        return None
    steps = list(_steps(game, speech, event, final)) if refusal is None else []
    return _adjustment_view(game, speech, event, steps, refusal)


def _steps(game: Game, speech: Speech, event: dict[str, Any], before: int) -> Iterator[Json]:
    """Yield the event once and, for buildings, in larger numbers.

    There are as many more as the engine permits.
    """
    most = _MOST_BUILDINGS if event["type"] in _BUILDING else 1
    for count in range(1, most + 1):
        several = event if count == 1 else {**event, "count": count}
        decision = game.decide(several)
        if decision.refusals:
            return
        state = game.state.copy()
        apply(state, list(decision.facts))
        after = final_cash(state, state.seats[event["player"]])
        price = price_of(game.state, event)
        shown = (
            building_step(game.state, several, price, speech)
            if event["type"] in _BUILDING
            else {"count": count, "label": step_label(game.state, several, price, speech)}
        )
        yield {
            **shown,
            "event": several,
            "final": after,
            "difference": after - before,
        }


def _adjustment_view(
    game: Game,
    speech: Speech,
    event: dict[str, Any],
    steps: list[Json],
    refusal: Refusal | None,
) -> Json:
    amount = speech.money(price_of(game.state, event), game.state.edition)
    place = place_of(game.state, event, speech)
    first: Json = steps[0] if steps else {"final": None, "difference": None}
    return {
        "event": event,
        "label": speech.say(f"do.{event['type']}", place=place, amount=amount),
        "text": place,
        "final": first["final"],
        "difference": first["difference"],
        "steps": steps,
        "refusal": None if refusal is None else speech.refusal(refusal),
    }
