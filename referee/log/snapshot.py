"""What a game has come to, stored beside its log's head: a cache that `verify` rebuilds."""

import json
from typing import Any

from referee.engine.state import FINISHED
from referee.journal.journal import Journal
from referee.journal.table_events import still_valid
from referee.models import GameLog

State = GameLog.State


def snapshot_of(live: Journal) -> dict[str, Any]:
    """The game's status, statement, and who confirmed it. `required` are the players still in the
    game at its end (all others may confirm as well)."""
    if live.game is None:
        return {"status": None, "paused": live.beside.paused}
    statement = live.game.statement()
    outcome = live.outcome()
    return {
        "status": live.game.status,
        "statement": statement,
        "statement_hash": outcome.statement,
        "required": required(live),
        "confirmed": still_valid(live.beside.confirmed, outcome),
        "disputed": still_valid(live.beside.disputed, outcome),
        "paused": live.beside.paused,
    }


def required(live: Journal) -> list[str]:
    """The players whose confirmation the result needs."""
    if live.game is None or live.game.status != FINISHED:
        return []
    return [seat.player_id for seat in live.result().seats if not seat.out]


def state_of(snapshot: dict[str, Any], confirmed_before: bool) -> str:
    """How far the game is; what was confirmed once stays so."""
    if confirmed_before:
        return State.CONFIRMED
    if snapshot["status"] is None:
        return State.WAITING
    if snapshot["status"] != FINISHED:
        return State.PLAYING
    return State.DISPUTED if snapshot["disputed"] else State.FINISHED


def text(snapshot: dict[str, Any]) -> str:
    """The snapshot as it is stored."""
    return json.dumps(snapshot, ensure_ascii=False, sort_keys=True)
