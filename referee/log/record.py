"""The game record of a log: `amr/1`, JSON Lines."""

import json
from typing import Any

from referee.journal import record
from referee.log.rows import event_of
from referee.models import GameLog, LoggedEvent


def record_lines(game: GameLog, *, up_to: int | None = None) -> list[dict[str, Any]]:
    """Header and events as a record has them, the chief's corrections applied; of all rows, or
    `up_to` the one with this number (1 query)."""
    rows = LoggedEvent.objects.filter(game=game).order_by("seq")
    if up_to is not None:
        rows = rows.filter(seq__lte=up_to)
    return record.record_lines(
        record.LoggedRow(row.seq, event_of(row), str(row.event_id), row.at) for row in rows
    )


def record_text(game: GameLog) -> str:
    """The record as a file's text, "" before the start."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in record_lines(game))
