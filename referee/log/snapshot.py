"""A game's current state, stored beside its log's head.

It is a cache that `verify` rebuilds.
"""

import json
from typing import Any

from referee.engine.state import FINISHED
from referee.journal.journal import Journal
from referee.journal.table_events import must_confirm, still_valid
from referee.models import GameLog

State = GameLog.State


def snapshot_of(journal: Journal) -> dict[str, Any]:
    """Return the game's status, its statement, and the players who confirmed it.

    `required` are the players still in the game at its end; all others may confirm as well.
    `understood` is the last row up to which the table has read the corrections and decisions.
    """
    if journal.game is None:
        return {"status": None, **_pauses(journal)}
    statement = journal.game.statement()
    outcome = journal.outcome()
    return {
        "status": journal.game.status,
        "statement": statement,
        "statement_hash": outcome.statement,
        "required": required_players(journal),
        "confirmed": still_valid(journal.beside.confirmed, outcome),
        "disputed": still_valid(journal.beside.disputed, outcome),
        **_pauses(journal),
        **_readings(journal),
    }


def _readings(journal: Journal) -> dict[str, Any]:
    """Return the row up to which the table has read; empty if the log has no such row."""
    understood = journal.beside.understood
    return {"understood": understood} if understood else {}


def _pauses(journal: Journal) -> dict[str, Any]:
    pauses = journal.beside.pauses
    return {
        "paused": journal.beside.paused,
        "pauses": [pause.as_json() for pause in pauses.all],
    }


def required_players(journal: Journal) -> list[str]:
    """Return the players whose confirmation the result needs."""
    game = journal.game
    return must_confirm(game) if game is not None and game.status == FINISHED else []


def state_of(snapshot: dict[str, Any], confirmed_before: bool) -> str:
    """Return the game's state; once confirmed, it stays confirmed."""
    if confirmed_before:
        return State.CONFIRMED
    if snapshot["status"] is None:
        return State.WAITING
    if snapshot["status"] != FINISHED:
        return State.PLAYING
    return State.DISPUTED if snapshot["disputed"] else State.FINISHED


def missing_at_table(snapshot: dict[str, Any]) -> list[str]:
    """Return the steps that the table must still take, without a query.

    It must end the game, confirm it, or settle a dispute.
    """
    if snapshot["status"] != FINISHED:
        return ["unfinished"]
    reasons = {
        "players": set(snapshot["required"]) - set(snapshot["confirmed"]),
        "dispute": snapshot["disputed"],
    }
    return [name for name, holds in reasons.items() if holds]


text = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
"""Encode a snapshot as it is stored."""
