"""The game record of a log: `amr/1`, JSON Lines."""

import json
from typing import Any

from referee.journal import record
from referee.log.rows import opened_event
from referee.models import GameLog, LoggedEvent

_as_text = json.JSONEncoder(ensure_ascii=False).encode


def record_lines(game: GameLog, *, up_to: int | None = None) -> list[dict[str, Any]]:
    """Return the header and events of a record (1 query).

    The chief's corrections are applied. With `up_to`, only the rows up to that number are read.
    """
    rows = LoggedEvent.objects.filter(game=game).order_by("seq")
    if up_to is not None:
        rows = rows.filter(seq__lte=up_to)
    # Only what a record has: whole rows cost four times as much, when hundreds are read at once.
    columns = rows.values_list("seq", "event", "private", "event_id", "at")
    return record.record_lines(
        record.LoggedRow(seq, opened_event(event, private), str(event_id), at)
        for seq, event, private, event_id, at in columns
    )


def record_text(game: GameLog) -> str:
    """Return the record as a file's text, "" before the start."""
    return "".join(f"{_as_text(line)}\n" for line in record_lines(game))
