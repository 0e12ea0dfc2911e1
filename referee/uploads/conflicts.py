"""Conflicts between what a hall sends and what this server has."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import AutoField, Model
from django.utils.translation import gettext as _

from referee.backups.archive import Backup
from referee.backups.parts import PARTS, SEALED_FIELDS, Part
from referee.models import GameLog, LoggedEvent
from referee.uploads.fingerprints import (
    COMPARED,
    Fingerprints,
    contents_of,
    fingerprints_of,
    number_here,
)
from tournament.models import Event
from tournament.rounds.wording import table_name

MAX_LISTED = 200
MAX_CONTENT = 300
"""The most letters of each side's content in a conflict."""
ABSENT = "–"
PRIVATE = {"email", "email_key", "consent"}
"""Columns of which a conflict says only that they differ, as of those that are sealed: whoever has
the hall's key reads it, and whoever sees the page."""
LOG = next(part for part in PARTS if part.model is LoggedEvent)


class Conflict(NamedTuple):
    """Something that both sides have differently: its place and both contents."""

    where: str
    what: str
    here: str
    hall: str


class Compared(NamedTuple):
    """A comparison: the lines that are already there by game, and the conflicts."""

    already: Counter[UUID]
    conflicts: list[Conflict]


class ConflictsError(Exception):
    """An upload that was not taken, with its conflicts."""

    def __init__(self, conflicts: list[Conflict]) -> None:
        super().__init__(len(conflicts))
        self.conflicts = conflicts

    @property
    def digest(self) -> str:
        """The digest of this server's side of them: a hall goes on changing its own."""
        sides = [(each.where, each.what, each.here) for each in self.conflicts]
        return hashlib.sha256(json.dumps(sides).encode()).hexdigest()


def compare_logs(backup: Backup, event: Event) -> Compared:
    """Compare the logs of both sides, line by line and event by event.

    What the hall has beyond the end of this server's log is new; anything else that differs is a
    conflict.
    """
    here = _lines_here(event)
    names = {log.pk: table_name(log.table.round.number, log.table.number) for log in _logs(event)}
    already: Counter[UUID] = Counter()
    conflicts: list[Conflict] = []
    for rows in backup.row_batches(LOG):
        for row in rows:
            known = here.pop((row.game_id, row.seq), None)
            if known == (row.event_id, row.hash):
                already[row.game_id] += 1
            elif known is not None:
                content = _line_content(row.game_id, row.seq)
                conflicts.append(
                    _log_conflict(names[row.game_id], row.seq, content, cut(row.event))
                )
    for game, seq in sorted(here, key=lambda line: (names[line[0]], line[1])):
        conflicts.append(_log_conflict(names[game], seq, _line_content(game, seq), ABSENT))
    return Compared(already, conflicts)


def _logs(event: Event) -> Any:
    return GameLog.objects.filter(table__round__event=event).select_related("table__round")


def _lines_here(event: Event) -> dict[tuple[UUID, int], tuple[UUID, str]]:
    rows = LoggedEvent.objects.filter(game__table__round__event=event)
    found = rows.values_list("game_id", "seq", "event_id", "hash")
    return {(game, seq): (event_id, digest) for game, seq, event_id, digest in found}


def _line_content(game: UUID, seq: int) -> str:
    return cut(LoggedEvent.objects.get(game=game, seq=seq).event)


def _log_conflict(where: str, seq: int, here: str, hall: str) -> Conflict:
    return Conflict(where, _("event %(number)d") % {"number": seq}, here, hall)


def cut(text: str) -> str:
    """Return a content that is not too long to be listed."""
    return text if len(text) <= MAX_CONTENT else f"{text[:MAX_CONTENT]}…"


def changes_here(
    backup: Backup, event: Event, received: Fingerprints, offsets: Mapping[str, int]
) -> list[Conflict]:
    """Return what was changed here since the last upload, unless the hall agrees.

    `offsets` are how much higher the numbers of rows are here than there, by table.
    """
    now = fingerprints_of(event)
    found: list[Conflict] = []
    for part in COMPARED:
        before, after = received.get(part.label, {}), now[part.label]
        keys = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
        if keys:
            found += _row_conflicts(backup, event, part, keys, offsets)
    return found


def offsets_of(backup: Backup, event: Event) -> dict[str, int]:
    """Return how much higher the numbers of rows are here than in a backup, by table."""
    numbered = [part for part in PARTS if isinstance(part.model._meta.pk, AutoField)]
    firsts = {
        part.label: part.rows(event).values_list("pk", flat=True).first() for part in numbered
    }
    return {
        label: first - backup.rows[label].first
        for label, first in firsts.items()
        if first is not None and backup.rows[label].number
    }


def _row_conflicts(
    backup: Backup, event: Event, part: Part, keys: set[str], offsets: Mapping[str, int]
) -> Iterator[Conflict]:
    """Yield the conflicts of a table whose rows with these `keys` were changed here."""
    here = {str(row.pk): row for row in part.rows(event) if str(row.pk) in keys}
    hall = {}
    for rows in backup.row_batches(part):
        for row in rows:
            key = number_here(part.model, row.pk, offsets)
            if str(key) in keys:
                hall[str(key)] = contents_of(row, offsets)
    for key in sorted(keys):
        conflict = _row_conflict(part, key, here.get(key), hall.get(key))
        if conflict is not None:
            yield conflict


def _row_conflict(
    part: Part, key: str, here: Model | None, hall: dict[str, Any] | None
) -> Conflict | None:
    mine = contents_of(here, {}) if here is not None else None
    if mine == hall:
        return None
    ours, theirs = mine or {}, hall or {}
    names = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    what = str(here)[:100] if here is not None else f"#{key}"
    where = str(part.model._meta.verbose_name)
    return Conflict(where, what, _content(part, mine, names), _content(part, hall, names))


def _content(part: Part, values: dict[str, Any] | None, names: list[str]) -> str:
    if values is None:
        return ABSENT
    shown = {name: values[name] for name in names if name in values}
    for name in shown:
        if part.sealed or name in SEALED_FIELDS.get(part.model, ()) or name in PRIVATE:
            shown[name] = "…"
    return cut(", ".join(f"{name}: {value}" for name, value in shown.items()))
