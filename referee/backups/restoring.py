"""Restoration of an event from a backup.

The event goes into a server that lost it, or over its present state.
"""

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, models, transaction
from django.db.models import QuerySet
from django.db.models.sql import InsertQuery
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from referee.backups.archive import Backup, open_backup, same_event
from referee.backups.faults import DamagedError
from referee.backups.numbers import Numbers
from referee.backups.parts import AT_A_TIME, PARTS, Part
from referee.backups.sealed_part import COLUMNS
from referee.backups.sequences import advance_sequences
from referee.models import Device, GameLog, TableCode
from tournament import audit
from tournament.audit import Actor
from tournament.draws.services.draw_jobs import open_jobs
from tournament.events.services.events import create_event, lock_event
from tournament.models import AuditEntry, Email, Entry, Event, PersonalLink

Progress = Callable[[int], object]
SEALED_LEFT = _(
    "The backup is from a server with another secret key: draws stay without their "
    "certificates and seals, and the printed codes of tables have to be made anew."
)


class Restored(NamedTuple):
    """A restored event.

    `unsealed`: whether its sealed fields came with it; False if the backup is from a server with
    another secret key.
    """

    event: Event
    unsealed: bool


def restore_backup(
    *,
    file: Path | IO[bytes],
    by: Actor,
    into: Event | None = None,
    name: str = "",
    progress: Progress = lambda percent: None,
    also: Callable[[Restored], object] = lambda restored: None,
) -> Restored:
    """Restore an event from a file, as a new event or `into` its own event.

    Its own event is the one it was saved from.

    `by` becomes the organiser of a new one. Restoring into an event replaces everything but its
    staff and its audit log. `name` is the file's name in the audit log. `progress` is called
    with the percentage of rows written. `also` writes whatever must be committed together with
    the event.

    Raises ValidationError, changing nothing, if the file is no backup, is damaged, or is of
    another version of Treasurer or another event, or if a new event's address is in use.
    """
    name = name or Path(getattr(file, "name", "") or str(file)).name
    # The first reading of the file holds up nobody who writes.
    with open_backup(file, beat=lambda: progress(0)) as backup, transaction.atomic():
        event = lock_event(into) if into else _new_event(backup, by)
        write_back(backup=backup, event=event, progress=progress, with_log=into is None)
        audit.log(by=by, action="restore", instance=event, event=event, after={"file": name})
        restored = Restored(event, backup.is_unsealed)
        also(restored)
    return restored


def write_back(
    *,
    backup: Backup,
    event: Event,
    progress: Progress = lambda percent: None,
    check: Callable[[], object] = lambda: None,
    with_log: bool = False,
) -> None:
    """Replace all of an event that the caller has locked by what a backup says.

    `check` is called once no tablet can append any more, and before anything is changed. The audit
    log stays this server's; only `with_log` an event that has none takes the backup's. Raises
    ValidationError as `restore_backup` does; the caller's transaction has to be rolled back.
    """
    same_event(backup, event)
    if open_jobs(event):
        raise ValidationError(_("Seats are being drawn: wait for that, or stop it."))
    # A batch that a tablet sends meanwhile waits, and is then judged by the restored log.
    list(GameLog.objects.select_for_update().filter(table__round__event=event).order_by("pk"))
    check()
    kept = _Kept(event)
    progress(0)
    _clear(event)
    progress(0)
    numbers = Numbers(backup, event)
    _Writing(backup, event, numbers, progress).write(with_log=with_log)
    kept.give_back(numbers)
    advance_sequences(part.model for part in PARTS)
    event.refresh_from_db()
    event.full_clean()


def refuse_known_address(backup: Backup) -> None:
    """Raise ValidationError if this server has an event with the backup's address."""
    if Event.objects.filter(slug=backup.event.slug).exists():
        raise ValidationError(
            _(
                "This server has an event with the address “%(slug)s”. Where it is the same one, "
                "its own page of backups leads back to each of those that lie on this server."
            ),
            code="is_here",
            params={"slug": backup.event.slug},
        )


def _new_event(backup: Backup, by: Actor) -> Event:
    """Create the event that the rest of the backup is put into."""
    refuse_known_address(backup)
    named = ("name", "slug", "starts_on", "ends_on")
    fields: Any = {field: getattr(backup.event, field) for field in named}
    return create_event(by=by, **fields)


class _Kept:
    """Facts that an earlier state must not undo.

    They are links, revoked tablets, hidden names and e-mails. With a link stay the phones that
    are told its player's seats. The e-mails about seats, starts, corrections and events called off
    stay, because each of them is sent unless it is there.
    """

    _TOLD_ONCE = (
        Email.Kind.SEAT,
        Email.Kind.START,
        Email.Kind.CORRECTION,
        Email.Kind.CALLED_OFF,
    )

    def __init__(self, event: Event) -> None:
        self._event = event
        self._entries = list(
            event.entries.select_related("personal_link").prefetch_related(
                "personal_link__subscriptions"
            )
        )
        self._rounds = dict(event.rounds.values_list("pk", "number"))
        self._emails = list(event.emails.filter(kind__in=self._TOLD_ONCE).order_by("pk"))
        devices = Device.objects.filter(game__table__round__event=event, revoked_at__isnull=False)
        codes = TableCode.objects.filter(event=event, revoked_at__isnull=False)
        self._shut = [
            (Device, list(devices.values_list("token_hash", flat=True))),
            (TableCode, list(codes.values_list("token_hash", flat=True))),
        ]

    def give_back(self, numbers: Numbers) -> None:
        """Revoke again what was revoked, and keep people's present links working."""
        now = timezone.now()
        for model, hashes in self._shut:
            found: QuerySet[Any] = model._base_manager.filter(token_hash__in=hashes)
            found.filter(revoked_at__isnull=True).update(revoked_at=now)
        restored = {entry.pk: entry for entry in self._event.entries.all()}
        by_address = {entry.email_key: entry for entry in restored.values() if entry.email_key}
        entries_here: dict[int, int] = {}
        for before in self._entries:
            entry = restored.get(numbers.number_of_row_before(before))
            if entry is None or not _is_same_player(before, entry):
                entry = by_address.get(before.email_key)
            if entry is not None:
                self._give_back(before, entry)
                entries_here[before.pk] = entry.pk
        self._give_back_emails(entries_here)

    def _give_back_emails(self, entries_here: dict[int, int]) -> None:
        """Keep the e-mails to players and about rounds that there still are.

        `entries_here` are the keys of players by those they had before.
        """
        rounds_here = dict(self._event.rounds.values_list("number", "pk"))
        kept = []
        for email in self._emails:
            was_of_round = email.round_id is not None
            email.entry_id = entries_here.get(email.entry_id or 0)
            email.round_id = rounds_here.get(self._rounds.get(email.round_id or 0, 0))
            if email.entry_id and (email.round_id or not was_of_round):
                kept.append(email)
        Email.objects.bulk_create(kept, batch_size=AT_A_TIME)

    def _give_back(self, before: Entry, entry: Entry) -> None:
        PersonalLink.objects.filter(entry=entry).delete()
        if link := getattr(before, "personal_link", None):
            subscriptions = list(link.subscriptions.all())
            link.pk, link.entry = None, entry
            link.save(force_insert=True)
            for subscription in subscriptions:
                subscription.pk, subscription.link = None, link
                subscription.save(force_insert=True)
        changes: dict[str, Any] = {"person": before.person_id}
        if before.name_display != Entry.NameDisplay.FULL:
            changes["name_display"] = before.name_display
        if before.declines_emails:
            changes |= {"declines_emails": True, "gets_emails": False}
        Entry.objects.filter(pk=entry.pk).update(**changes)


def _is_same_player(before: Entry, entry: Entry) -> bool:
    """Return whether two rows of one number are the same player.

    The player may have been renamed or moved.
    """
    return before.seed == entry.seed or before.name == entry.name


def _clear(event: Event) -> None:
    """Delete everything in an event but the event itself, its staff and its audit log."""
    for part in reversed(PARTS):
        if part.model not in (Event, AuditEntry):
            # The log's own manager deletes nothing.
            rows: QuerySet[models.Model] = QuerySet(part.model)
            rows.filter(**{part.of_event: event.pk}).delete()


class _Writing:
    """The rows of a backup on their way into the database."""

    def __init__(self, backup: Backup, event: Event, numbers: Numbers, progress: Progress) -> None:
        self._backup, self._event, self._progress = backup, event, progress
        self._numbers = numbers
        self._all = sum(rows.number for rows in backup.rows.values())
        self._written = 0

    def write(self, *, with_log: bool) -> None:
        """Write all rows and sealed columns, and check the references between them."""
        with_log = with_log and not self._is_told()
        parts = [part for part in PARTS if part.model is not AuditEntry or with_log]
        for part in parts:
            for rows in self._backup.row_batches(part):
                _insert(part, self._prepare_rows(part, rows))
                self._tell(len(rows))
            self._check(part)
        self._unseal_columns()
        try:
            connection.check_constraints([part.model._meta.db_table for part in parts])
        except IntegrityError as error:
            raise DamagedError(str(error)) from error

    def _prepare_rows(self, part: Part, rows: list[Any]) -> list[Any]:
        """Give the rows their new numbers, and return those to insert.

        The event's own row exists already: it only gets the settings.
        """
        for row in rows:
            self._numbers.place(row)
            if part.model is Event:
                self._take_settings(row)
        return [] if part.model is Event else rows

    def _take_settings(self, saved: Event) -> None:
        fields = [field.attname for field in Event._meta.local_concrete_fields]
        values = {name: getattr(saved, name) for name in fields if name not in ("id", "slug")}
        Event.objects.filter(pk=self._event.pk).update(**values)

    def _is_told(self) -> bool:
        """Return whether this server's audit log starts before the backup.

        The log is then kept.
        """
        told = AuditEntry.objects.filter(event_slug=self._event.slug)
        return told.filter(at__lt=self._backup.made_at).exists()

    def _check(self, part: Part) -> None:
        """Raise DamagedError if a row refers to another event, which no backup contains."""
        wanted = self._backup.rows[part.label].number
        if part.model is not AuditEntry and part.rows(self._event).count() != wanted:
            raise DamagedError(part.label)

    def _unseal_columns(self) -> None:
        by_label = {part.label: part.model for part in PARTS}
        for label, key, name, value in self._backup.sealed[COLUMNS]:
            model = by_label[label]
            related = {f.attname: f.related_model for f in model._meta.local_concrete_fields}[name]
            new = (
                self._numbers.number_here(related, value)
                if related and value is not None
                else value
            )
            rows = model._base_manager.filter(pk=self._numbers.number_here(model, key))
            rows.update(**{name: new})

    def _tell(self, rows: int) -> None:
        self._written += rows
        self._progress(min(99, 100 * self._written // max(1, self._all)))


def _insert(part: Part, held: list[Any]) -> None:
    """Insert the rows as they are, creation times included, many in one statement.

    Row by row, an event of 500 players took half a minute.
    """
    if not held:
        return
    fields = part.model._meta.local_concrete_fields
    # PostgreSQL accepts any number of rows.
    at_once = connection.ops.bulk_batch_size(fields, held)
    for first in range(0, len(held), at_once):
        insert = InsertQuery(part.model)
        insert.insert_values(fields, held[first : first + at_once], raw=True)
        insert.get_compiler(connection=connection).execute_sql()
