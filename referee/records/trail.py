"""The trail by which anybody can check that nothing was changed unseen.

It has the ends of the tables' logs, and what was corrected, when and why, as far as the public sees
the table's result.
"""

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import F, Q

from referee.journal.sealed_texts import unseal
from referee.models import GameLog, LoggedEvent
from tournament import visibility
from tournament.common.names import ERASED
from tournament.models import Entry, Event, Result, ResultCorrection
from tournament.people.personal_data import Person
from tournament.visibility import Reader

REVISED, REVERTED, CHOSEN = "revise", "revert", "choose"
REMOVED = "remove"
Key = TypeVar("Key", int, tuple[int, int])
MAX_TOLD = 5_000
"""The most corrections shown for one event; nobody reads more."""
_IS_CORRECTION = Q(event__contains='"type":"revise"') | Q(event__contains='"type":"revert"')


@dataclass(frozen=True, slots=True)
class LogHead:
    """The end of a table's log.

    It has the number of events, and the hash that covers them all.
    """

    events: int
    hash: str


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction.

    It is of the log's rows `first` to `last` (`revise`; `revert`: the revision that was taken
    back), the choice between results from several sources (`choose`: both 0), or a change of
    figures from paper or a record (its `Result.Source`, or `remove` if the result was removed: both
    0, too). `chief` says that it was the chief referee's. `at` is when the server received it.
    """

    kind: str
    at: dt.datetime
    first: int
    last: int
    chief: bool
    reason: str


def log_heads(event: Event) -> dict[int, LogHead]:
    """Return the ends of the confirmed logs of an event, by the tables' keys.

    Logs that went on after the event's freeze are left out. 1 query.
    """
    last = LoggedEvent.objects.filter(
        game__table__round__event=event,
        game__state=GameLog.State.CONFIRMED,
        game__table__result__isnull=False,
        seq=F("game__head_seq"),
    ).order_by("game__table")
    return {
        table: LogHead(seq, hash_)
        for table, seq, hash_, at in last.values_list("game__table", "seq", "hash", "received_at")
        if visibility.sees_what_came(Reader.PUBLIC, event, at)
    }


def corrections_of(
    event: Event, finished: Iterable[int], others: Iterable[int] = ()
) -> dict[int, list[Correction]]:
    """Return the visible corrections by the tables' keys, the oldest first.

    `finished` are tables whose results are seen; `others` have none, because it may have been
    removed. Reasons that mention a player whose name is hidden are left out. 4 queries.
    """
    keys = set(finished)
    found = [
        *_in_logs(event, keys),
        *_choices(event, keys),
        *_manual_corrections(keys | set(others)),
    ]
    return _as_shown(event, found)


def corrections_at_former_tables(event: Event) -> dict[tuple[int, int], list[Correction]]:
    """Return the corrections of tables that were cleared or drawn anew (2 queries).

    They say that a result once counted and why it no longer does, by round and table number.
    """
    rows = ResultCorrection.objects.filter(event=event, table=None)
    found = [((row.round_number, row.table_number), _change(row)) for row in rows]
    return _as_shown(event, found)


def _as_shown(event: Event, found: Iterable[tuple[Key, Correction]]) -> dict[Key, list[Correction]]:
    """Return the corrections as the public sees them, the oldest first."""
    people = [
        Person(frozenset({entry.name}), frozenset({entry.email} - {""}))
        for entry in Entry.objects.filter(event=event)
        if visibility.hides_name(Reader.PUBLIC, entry)
    ]
    by_table: dict[Key, list[Correction]] = {}
    for table, correction in sorted(found, key=lambda pair: (pair[1].at, pair[0])):
        if visibility.sees_what_came(Reader.PUBLIC, event, correction.at):
            shown = _erase_names(people, correction)
            by_table.setdefault(table, []).append(shown)
    return by_table


def _in_logs(event: Event, tables: set[int]) -> Iterable[tuple[int, Correction]]:
    rows = LoggedEvent.objects.filter(_IS_CORRECTION, game__table__round__event=event)
    rows = rows.select_related("game").order_by("game__table", "seq")
    for row in rows[:MAX_TOLD]:
        told = unseal(json.loads(row.event), json.loads(row.private), erased=ERASED)
        if row.game.table_id in tables and told["type"] in (REVISED, REVERTED):
            yield row.game.table_id, _correction(row, told)


def _correction(row: LoggedEvent, told: Mapping[str, Any]) -> Correction:
    return Correction(
        kind=told["type"],
        at=row.received_at,
        first=told["seq"],
        last=told.get("through", told["seq"]),
        chief=row.kind == LoggedEvent.Kind.CHIEF,
        reason=told["reason"],
    )


def _choices(event: Event, tables: set[int]) -> Iterable[tuple[int, Correction]]:
    made = Result.objects.filter(table__round__event=event, decided_at__isnull=False)
    for table, at, reason in made.values_list("table", "decided_at", "decision"):
        if at is not None and table in tables:
            yield table, Correction(CHOSEN, at, 0, 0, chief=True, reason=reason)


def _manual_corrections(tables: set[int]) -> Iterable[tuple[int, Correction]]:
    """Yield the corrections that people made by handing in anew or taking away."""
    for row in ResultCorrection.objects.filter(table__in=tables):
        if row.table_id is not None:
            yield row.table_id, _change(row)


def _change(row: ResultCorrection) -> Correction:
    kind = REMOVED if row.removed else row.source
    return Correction(kind, row.at, 0, 0, chief=False, reason=row.reason)


def _erase_names(people: Iterable[Person], correction: Correction) -> Correction:
    if any(person.is_named_in(correction.reason) for person in people):
        return replace(correction, reason=ERASED)
    return correction
