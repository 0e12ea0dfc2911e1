"""What a game has come to, stored beside its log's head: a cache that `verify` rebuilds."""

import json
from typing import Any

from referee.engine.state import FINISHED
from referee.log.formalities import standing
from referee.log.live import LiveGame
from referee.log.models import GameLog

State = GameLog.State


def snapshot_of(live: LiveGame) -> dict[str, Any]:
    """The game's status, statement, and who confirmed it. `required` are the players still in the
    game at its end (all others may confirm as well)."""
    if live.game is None:
        return {"status": None, "paused": live.beside.paused}
    statement = live.game.statement()
    facts = live.facts()
    return {
        "status": live.game.status,
        "statement": statement,
        "statement_hash": facts.statement,
        "required": required(live),
        "confirmed": standing(live.beside.confirmed, facts),
        "disputed": standing(live.beside.disputed, facts),
        "paused": live.beside.paused,
    }


def required(live: LiveGame) -> list[str]:
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
