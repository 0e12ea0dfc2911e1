"""The game record of a table still in play, as far as the public may read it now."""

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.log import journal_cache
from referee.log.record import record_lines
from referee.models import GameLog
from tournament import visibility
from tournament.models import Table
from tournament.visibility import Reader

FREE_TEXTS = ("reason", "text")
"""Fields in the referee's own words, which stay at the table until the record is published."""
LEFT_OUT = "–"


class RecordSoFar(NamedTuple):
    """The record's text, and whether the expected final results may be shown."""

    text: str
    estimates: bool


def record_so_far(table: int, names: Mapping[str, str], *, now: dt.datetime) -> RecordSoFar | None:
    """Return the record of a running table, as far as it may be shown now.

    `table` is its key; `names` are by the players' codes. None if the public may not follow its
    board, and before the start. 4 queries, 1 more if the event's boards are delayed.
    """
    found = Table.objects.select_related("round__event").get(pk=table)
    event = found.round.event
    if not visibility.running_tables(Reader.PUBLIC, event).filter(pk=table).exists():
        return None
    game = GameLog.objects.filter(table=table).first()
    lines = (
        _lines(game, visibility.boards_shown_until(Reader.PUBLIC, event, now=now)) if game else []
    )
    if not lines:
        return None
    shown = [_header(lines[0], names), *map(_event, lines[1:])]
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in shown)
    return RecordSoFar(text, visibility.sees_estimates(Reader.PUBLIC, event))


def _lines(game: GameLog, moment: dt.datetime | None) -> list[dict[str, Any]]:
    if moment is None:
        return record_lines(game)
    last, _hash = journal_cache.last_row_told(game, moment)
    return record_lines(game, up_to=last)


def _header(header: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    players = [{**one, "name": names.get(one["id"]) or one["id"]} for one in header["players"]]
    return {**header, "players": players}


def _event(event: dict[str, Any]) -> dict[str, Any]:
    return {name: LEFT_OUT if name in FREE_TEXTS else value for name, value in event.items()}
