"""Reasons for missing buttons.

A reason is the engine's own refusal of the event that the button would record.
"""

from __future__ import annotations

from typing import Any

from referee.engine import Game, Refusal
from referee.engine.messages import catalogue as engine_catalogue
from referee.tablet.bridge.phrases import catalogue
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.deeds import deeds_of

_ON_DEEDS = ("build", "redeem", "mortgage", "sell")
_OF_PLAYERS = ("trade", "recount", "withdraw")
_PLAIN = frozenset(
    {"already_mortgaged", "not_mortgaged", "too_few_improvements", "not_a_street"}
    | {"street_mortgaged"}
)
"""Refusals whose reason the deed's line already shows."""

Event = dict[str, Any]


def reasons(game: Game, player: str, speech: Speech) -> Json:
    """Return `{general, deeds, buttons}`, each with reasons as `{text, rule}`.

    `general` keeps a player from dealing at all, `deeds` has by square what each deed lacks, and
    `buttons` by type why the player's other buttons are missing.
    """
    general: dict[str, tuple[Refusal, list[str]]] = {}
    deeds: dict[str, list[Json]] = {}
    for square in deeds_of(game.state, game.state.seats[player]):
        for kind in _ON_DEEDS:
            refusal = _refusal(game, {"type": kind, "player": player, "square": square})
            if refusal is None or refusal.code in _PLAIN:
                continue
            if _is_of_deed(refusal):
                deeds.setdefault(str(square), []).append(
                    _refused_button(game, kind, refusal, speech)
                )
            else:
                _, kinds = general.setdefault(_short_refusal(game, refusal, speech), (refusal, []))
                kinds.extend([kind] if kind not in kinds else [])
    return {
        "general": [
            {"text": _not_now(kinds, why, speech), "rule": refusal.rule}
            for why, (refusal, kinds) in general.items()
        ],
        "deeds": deeds,
        "buttons": _buttons(game, player, speech),
    }


def not_buying(game: Game, speech: Speech) -> str | None:
    """Return the reason why the deed on offer cannot be bought.

    An example is "cannot buy: $37 of $200". None if it can be bought.
    """
    state = game.state
    if state.offer < 0:
        return None
    refusal = _refusal(game, {"type": "buy", "player": state.ids[state.on_turn]})
    return None if refusal is None else _refused_button(game, "buy", refusal, speech)["text"]


def _refusal(game: Game, event: Event) -> Refusal | None:
    refusals = game.decide(event).refusals
    return refusals[0] if refusals else None


def _is_of_deed(refusal: Refusal) -> bool:
    return "square" in refusal.params or refusal.code == "lacks_cash"


def _buttons(game: Game, player: str, speech: Speech) -> dict[str, Json]:
    legal = {(action.type, action.player) for action in game.legal_actions()}
    found = {}
    owes = game.state.owes(game.state.seats[player]) > 0
    for kind in (*_OF_PLAYERS, "bankrupt") if owes else _OF_PLAYERS:
        refusal = _refusal(game, _sample(game, kind, player))
        if (kind, player) not in legal and refusal is not None:
            found[kind] = _refused_button(game, kind, refusal, speech)
    return found


def _sample(game: Game, kind: str, player: str) -> Event:
    """Return the smallest event that the button could record."""
    event: Event = {"type": kind, "player": player}
    if kind == "recount":
        return {**event, "cash": 0, "reason": "?"}
    if kind == "trade":
        others = [other for other in game.state.ids if other != player]
        partner = next((o for o in others if game.state.seats[o] not in game.state.out), others[0])
        give, take = ({"cash": cash, "deeds": []} for cash in (0, 1))
        return {**event, "with": partner, "give": give, "take": take}
    return event


def _refused_button(game: Game, kind: str, refusal: Refusal, speech: Speech) -> Json:
    why = _short_refusal(game, refusal, speech)
    return {"text": speech.say(f"cannot.{kind}", why=why), "rule": refusal.rule}


def _not_now(kinds: list[str], why: str, speech: Speech) -> str:
    what = speech.join_items([speech.say(f"verb.{kind}") for kind in kinds])
    return speech.say("cannot.now", what=what, why=why)


def _short_refusal(game: Game, refusal: Refusal, speech: Speech) -> str:
    """Return the refusal in words, shortened where possible.

    It is shorter than the engine's if the button's place says the rest.
    """
    key, params = f"why.{refusal.code}", dict(refusal.params)
    if key not in catalogue(speech.language):
        return str(speech.refusal(refusal)["text"])
    if refusal.code == "lacks_cash":
        params |= {k: speech.money(params[k], game.state.edition) for k in ("cash", "needed")}
    if refusal.code == "wrong_status":
        params["status"] = engine_catalogue(speech.language)["words"][params["status"]]
    if "square" in params:
        params["city"] = game.state.board.squares[params["square"]].city
    return speech.say(key, **params)
