"""Erase a person from what was logged at the tables.

The hash chain still holds: it covers names and free texts only as commitments. Only their values
and salts are deleted.
"""

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from referee.journal.canonical import canonical, pointer
from referee.journal.sealed_texts import Private, is_private
from referee.log import journal_cache
from referee.log.lease import lock_game
from referee.log.rows import event_of
from referee.models import (
    Call,
    CollectedCorrection,
    Device,
    GameLog,
    GameRecord,
    LoggedEvent,
    SetAside,
    SetAsideEvent,
)
from tournament.audit import Actor
from tournament.common.names import ERASED
from tournament.models import Entry, Event
from tournament.people.personal_data import Person, map_json
from tournament.personal.services import (
    erase_entries,
    erase_from_audit_of,
    erase_from_results,
    erase_texts,
    person_of,
)


@transaction.atomic
def erase_person(*, entries: Collection[Entry], by: Actor) -> list[str]:
    """Replace a person's name, club and address with "—" in the entries' events.

    Free texts that name the person are replaced as well. Return a line for each thing found.

    In other events, the full name is removed from the tables that a referee of this name
    refereed. If a namesake plays in such an event, it is unclear who refereed: the name stays,
    and a line says so.

    Raises ValidationError while events set aside that name the player wait for the chief, or
    while a draw of one of these events is running.
    """
    person = person_of(entries)
    found: list[str] = []
    for entry in entries:
        found += _erase_from_event(entry.event, entry.code, person)
    found += _erase_where_only_refereed(entries, replace(person, in_full=True))
    found += erase_entries(entries=entries, person=person, by=by)
    transaction.on_commit(journal_cache.forget)
    return found


def _erase_from_event(event: Event, code: str, person: Person) -> Iterator[str]:
    for pk in GameLog.objects.filter(table__round__event=event).values_list("pk", flat=True):
        game = lock_game(pk)
        yield from _erase_from_log(game, code, person)
        yield from _erase_from_set_aside(game, code, person)
    here = {"game__table__round__event": event}
    records = GameRecord.objects.filter(table__round__event=event)
    for record in records:
        yield from _erase_from_record(record, code, person)
    yield from erase_texts(records, person, "imported_by")
    yield from erase_texts(Call.objects.filter(**here), person, "note", "resolution")
    yield from erase_texts(SetAside.objects.filter(**here), person, "decision", "device_label")
    yield from erase_texts(Device.objects.filter(**here), person, "label")
    yield from _erase_from_collected(event, code, person)


def _erase_from_collected(event: Event, code: str, person: Person) -> Iterator[str]:
    rows = CollectedCorrection.objects.filter(table__round__event=event)
    for row in rows.filter(revision__isnull=False):
        clean = erased_copy(row.revision, code, person)
        if clean != row.revision:
            yield f"collected correction {row.pk}"
            CollectedCorrection.objects.filter(pk=row.pk).update(revision=clean)
    yield from erase_texts(rows, person, "reason", "collected_by")


def _erase_where_only_refereed(entries: Collection[Entry], person: Person) -> Iterator[str]:
    """Erase the person from events they do not play in, which know them by name only."""
    for event in Event.objects.exclude(pk__in={entry.event_id for entry in entries}):
        tables = _tables_refereed(event, person)
        names = event.entries.values_list("name", flat=True)
        if tables and any(person.is_named_in(name) for name in names):
            yield f"{event.slug}: refereed by this name, left since a namesake plays there"
        elif tables:
            for pk in GameLog.objects.filter(table__in=tables).values_list("pk", flat=True):
                yield from _erase_from_game(lock_game(pk), person)
            records = GameRecord.objects.filter(table__in=tables)
            for record in records:
                yield from _erase_from_record(record, "", person)
            yield from erase_texts(records, person, "imported_by")
            yield from erase_from_results({"table__in": tables}, person)
            yield from erase_from_audit_of(event, person)


def _erase_from_game(game: GameLog, person: Person) -> Iterator[str]:
    yield from _erase_from_log(game, "", person)
    yield from _erase_from_set_aside(game, "", person)
    yield from erase_texts(game.calls.all(), person, "note", "resolution")
    yield from erase_texts(game.set_aside.all(), person, "decision", "device_label")
    yield from erase_texts(game.devices.all(), person, "label")


def _tables_refereed(event: Event, person: Person) -> set[int]:
    """Return the keys of tables where the person is named as referee.

    The name may be in the log, in events set aside, or in records.
    """
    referee, here = {"event__contains": '"type":"referee"'}, {"table__round__event": event}
    logged = LoggedEvent.objects.filter(game__in=GameLog.objects.filter(**here), **referee)
    kept = SetAsideEvent.objects.filter(
        entry__game__in=GameLog.objects.filter(**here), **referee
    ).select_related("entry__game")
    events = [(row.game.table_id, event_of(row)) for row in logged.select_related("game")]
    events += [(row.entry.game.table_id, json.loads(row.event)) for row in kept]
    for record in GameRecord.objects.filter(**here, text__contains='"referee"'):
        events += [(record.table_id, _event_of_line(line)) for line in record.text.splitlines()]
    return {table for table, event in events if _is_refereed(event, person)}


def _event_of_line(line: str) -> Any:
    return json.loads(line) if line.strip() else None


def _is_refereed(event: Any, person: Person) -> bool:
    """Return whether an event names the person as the referee."""
    named = isinstance(event, dict) and event.get("type") == "referee"
    return named and _is_named(event, "", person)


def _erase_from_log(game: GameLog, code: str, person: Person) -> Iterator[str]:
    for row in LoggedEvent.objects.filter(game=game).order_by("seq"):
        paths = list(_paths(event_of(row), code, person))
        kept: Private = json.loads(row.private)
        gone = [path for path in paths if kept.pop(path, None)]
        consequences = person.redact_json(json.loads(row.consequences))
        if gone or consequences != json.loads(row.consequences):
            yield from (f"game {game.pk}, event {row.seq}: {path}" for path in gone)
            LoggedEvent.objects.filter(pk=row.pk).erase(
                private=json.dumps(kept), consequences=json.dumps(consequences, ensure_ascii=False)
            )


def _erase_from_set_aside(game: GameLog, code: str, person: Person) -> Iterator[str]:
    """Erase the person from events set aside.

    The salts of their commitments are deleted too. These events are stored exactly as they
    arrived, salts included.
    """
    for kept in SetAsideEvent.objects.filter(entry__game=game).select_related("entry"):
        event = json.loads(kept.event)
        clean = erased_copy(event, code, person)
        verdict = person.redact_json(json.loads(kept.verdict))
        if (clean, verdict) == (event, json.loads(kept.verdict)):
            continue
        if kept.entry.state == SetAside.State.OPEN:
            message = _("Events set aside at %(game)s name the player: decide about them first.")
            raise ValidationError(message % {"game": game})
        yield f"game {game.pk}, set aside: {kept.event}"
        SetAsideEvent.objects.filter(pk=kept.pk).update(
            event=canonical(clean), salt="", verdict=json.dumps(verdict)
        )


def _erase_from_record(record: GameRecord, code: str, person: Person) -> Iterator[str]:
    """Erase the person from a record; other lines stay byte for byte."""
    lines = record.text.splitlines(keepends=True)
    clean = [_erased_line(line, code, person) for line in lines]
    if clean != lines:
        changed = sum(one != other for one, other in zip(clean, lines, strict=True))
        yield f"record {record.pk} of {record.table}: {changed} lines"
        text = "".join(clean)
        GameRecord.objects.filter(pk=record.pk).update(
            text=text, digest=hashlib.sha256(text.encode()).hexdigest()
        )


def _erased_line(line: str, code: str, person: Person) -> str:
    value = _event_of_line(line)
    clean = erased_copy(value, code, person)
    if clean == value:
        return line
    return json.dumps(clean, ensure_ascii=False) + line[len(line.rstrip("\r\n")) :]


def erased_copy(value: Any, code: str, person: Person, key: str = "") -> Any:
    """Return an event or record line without a player's name.

    Texts about the player are left out too.
    """
    if key and _is_about(value, key, person):
        return ERASED
    named = isinstance(value, dict) and "name" in value and _is_named(value, code, person)
    clean = map_json(value, lambda item, at: erased_copy(item, code, person, at), key)
    return {**clean, "name": ERASED} if named else clean


def _is_named(thing: dict[str, Any], code: str, person: Person) -> bool:
    """Return whether the name in `thing` is the person's.

    A name with an id is the person's if the id is `code`. A name without one is the referee's, and
    is compared as text.
    """
    if "id" in thing:
        return bool(thing["id"] == code)
    return thing.get("type") == "referee" and person.is_named_in(str(thing["name"]))


def _is_about(value: Any, key: str, person: Person) -> bool:
    """Return whether a private value other than a name is about the person."""
    if not is_private(key) or key == "name" or value == ERASED:
        return False
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return person.is_named_in(text)


def _paths(event: Any, code: str, person: Person, at: str = "") -> Iterator[str]:
    """Yield the JSON pointers of the private values to delete."""
    items = event.items() if isinstance(event, dict) else enumerate(event)
    for key, value in items:
        path = f"{at}/{pointer(str(key))}"
        own_name = key == "name" and _is_named(event, code, person) and value != ERASED
        if own_name or (isinstance(key, str) and _is_about(value, key, person)):
            yield path
        elif isinstance(value, dict | list):
            yield from _paths(value, code, person, path)
