"""Figures on the logs of an event's tables.

They are of corrections, and of events that came late.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from cachetools import LRUCache

from referee.journal.times import read_moment
from referee.models import Call, GameLog, LoggedEvent
from tournament.common.game_figures import CallFigures, LogFigures, LogsSoFar
from tournament.models import Event

LATE_SECONDS = 60
MAX_KEPT = 10_000
"""The most logs whose figures are cached, at a hundred bytes each."""
ROWS_AT_ONCE = 2_000

_kept: LRUCache[tuple[UUID, str], LogFigures] = LRUCache(MAX_KEPT)
_lock = Lock()


class Row(NamedTuple):
    """A row of a log, as far as its figures need it."""

    game: UUID
    kind: str
    event: str
    at: str
    received_at: dt.datetime
    device: UUID | None


def logs_so_far(event: Event, most: int | None = None) -> LogsSoFar:
    """Return figures of the event's logs, cached by their heads.

    At most `most` are read now; 2 queries.
    """
    games = GameLog.objects.filter(table__round__event=event, head_seq__gt=0)
    heads = list(games.values_list("pk", "head_hash", "table__round__number", "table__number"))
    with _lock:
        known = {game: _kept[game, head] for game, head, *_place in heads if (game, head) in _kept}
    missing = [game for game, *_rest in heads if game not in known]
    read = missing if most is None else missing[:most]
    known |= {game: figures_of(rows) for game, rows in groupby(_rows(read), itemgetter(0))}
    with _lock:
        _kept.update({(game, head): known[game] for game, head, *_ in heads if game in known})
    logs = {(number, table): known[game] for game, _head, number, table in heads if game in known}
    return LogsSoFar(logs, len(heads) - len(logs))


def calls_of(event: Event) -> list[CallFigures]:
    """Return the calls to the judge that were not withdrawn (1 query).

    The oldest call comes first.
    """
    found = Call.objects.filter(game__table__round__event=event)
    found = found.exclude(state=Call.State.WITHDRAWN).order_by("opened_at")
    return [
        CallFigures(
            (call.game.table.round.number, call.game.table.number),
            str(call.get_topic_display()),
            _seconds_between(call.opened_at, call.resolved_at) if call.resolved_at else None,
        )
        for call in found.select_related("game__table__round")
    ]


def figures_of(rows: Iterable[Row]) -> LogFigures:
    """Count along the rows of one log, in order."""
    kept = list(rows)
    revisions = [row for row in kept if '"type":"revise"' in row.event]
    by_chief = sum(row.kind == LoggedEvent.Kind.CHIEF for row in revisions)
    # A correction holds the events that it puts in.
    undos = sum('"type":"undo"' in row.event for row in kept) - sum(
        '"type":"undo"' in row.event for row in revisions
    )
    late = [gap for device in _by_device(kept) for gap in _gaps(device)]
    return LogFigures(
        corrections=len(revisions) - by_chief,
        chief_corrections=by_chief,
        undos=undos,
        late_events=sum(map(len, late)),
        gaps=len(late),
        longest_gap=max((max(gap) for gap in late), default=0),
    )


def _rows(games: list[UUID]) -> Iterator[Row]:
    if not games:
        return
    rows = LoggedEvent.objects.filter(game__in=games).order_by("game", "seq")
    fields = ("game", "kind", "event", "at", "received_at", "device_id")
    yield from map(Row._make, rows.values_list(*fields).iterator(ROWS_AT_ONCE))


def _by_device(rows: Iterable[Row]) -> Iterator[list[int]]:
    """Yield for each tablet the seconds that its events took, in order.

    The least of them counts as none: the tablet's clock may be wrong.
    """
    taken: dict[UUID, list[int]] = {}
    for row in rows:
        at = read_moment(row.at)
        if row.device is not None and at is not None:
            taken.setdefault(row.device, []).append(_seconds_between(at, row.received_at))
    for seconds in taken.values():
        least = min(seconds)
        yield [one - least for one in seconds]


def _gaps(taken: Iterable[int]) -> Iterator[list[int]]:
    """Yield the runs of events that came late."""
    for late, run in groupby(taken, lambda seconds: seconds > LATE_SECONDS):
        if late:
            yield list(run)


def _seconds_between(before: dt.datetime, after: dt.datetime) -> int:
    return int((after - before).total_seconds())
