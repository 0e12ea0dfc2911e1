"""The game record of a log, and a log's events of a game record: `amr/1`, JSON Lines."""

import json
from typing import Any

from referee.engine import engine_digest
from referee.journal.order_in_force import OrderInForce
from referee.journal.times import read_moment
from referee.log.rows import event_of
from referee.models import GameLog, LoggedEvent


def record_lines(game: GameLog) -> list[dict[str, Any]]:
    """Header and events as a record has them, the chief's corrections applied (1 query).

    An event has the id and the time it was logged with (but for a time that is none: old logs have
    the year 1 and the year 9999); what a correction put in has neither.
    Empty before the start.
    """
    log = OrderInForce()
    stamps: dict[int, dict[str, str]] = {}
    for row in LoggedEvent.objects.filter(game=game).order_by("seq"):
        event = event_of(row)
        log.add(row.seq, event)
        if event["type"] != "revise":
            time = {"at": row.at} if read_moment(row.at) else {}
            stamps[row.seq] = {"id": str(row.event_id), **time}
            continue
        for seq in range(event["seq"], event.get("through", event["seq"]) + 1):
            stamps.pop(seq, None)
    if log.start is None:
        return []
    header = {**log.start["header"], "x-engine": engine_digest()}
    return [header, *({**stamps.get(seq, {}), **event} for seq, event in log.events)]


def record_text(game: GameLog) -> str:
    """The record as a file's text, "" before the start."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in record_lines(game))


def wire_events(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a record's lines are in a log: `start`, then the board events without id and time."""
    header = {key: value for key, value in lines[0].items() if key != "x-engine"}
    events = [
        {key: value for key, value in line.items() if key not in ("id", "at")} for line in lines[1:]
    ]
    return [{"type": "start", "header": header}, *events]
