"""Erasing a person from the tournament's data and from the audit log.

The data is everything kept under the person's name.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from tournament import audit
from tournament.audit import Actor
from tournament.careers.services import end_career, end_careers
from tournament.common.names import ERASED
from tournament.draws.services.draw_jobs import open_jobs
from tournament.models import (
    Announcement,
    AuditEntry,
    ClockEntry,
    ConflictingResult,
    Email,
    Entry,
    Event,
    HandPrize,
    Mailing,
    PaperSheet,
    Penalty,
    PersonalLink,
    PlayerReport,
    Registration,
    Result,
    ResultCorrection,
    Round,
    Seat,
)
from tournament.people.personal_data import Person, map_json
from tournament.people.services.personal_links import BY_PLAYER, report
from tournament.seasons.services.joins import forget_joins


def person_of(entries: Collection[Entry]) -> Person:
    """Return the names and addresses of one person's entries.

    They are the present ones, and those in the audit log.
    """
    names = {entry.name for entry in entries}
    emails = {entry.email for entry in entries}
    keys = [entry.pk for entry in entries]
    for row in AuditEntry.objects.filter(kind="entry", object_id__in=keys):
        for values in (row.before, row.after):
            names.add((values or {}).get("name") or "")
            emails.add((values or {}).get("email") or "")
    return Person(frozenset(names - {"", ERASED}), frozenset(emails - {""}))


@transaction.atomic
def ask_for_deletion(*, entry: Entry) -> PlayerReport:
    """Ask the staff to delete the player's data.

    Everything that the player made public ends at once. Raise ValidationError, changing
    nothing, if too many reports wait already.
    """
    end_career(entry=entry, by=BY_PLAYER)
    return report(entry=entry, kind=PlayerReport.Kind.DELETION)


def erase_entries(*, entries: Collection[Entry], person: Person, by: Actor) -> list[str]:
    """Erase one person's names, addresses, clubs and teams; return the findings.

    They are erased from the tables and the audit log. Each finding is a line. The caller holds
    the transaction. Raise ValidationError while a draw of one of their events is running.
    """
    events = {entry.event_id for entry in entries}
    if any(open_jobs(entry.event) for entry in entries):
        raise ValidationError(_("A draw of this event is running: wait for it, or stop it."))
    clubs = {name for entry in entries for name in (entry.club, entry.team)}
    found = [
        f"{entry.event.slug} {entry.code}: {entry.name}, {entry.email or ERASED}, "
        f"{entry.club or ERASED}"
        for entry in entries
    ]
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(
        name=ERASED,
        email="",
        email_key="",
        club="",
        team="",
        external_id="",
        refused_email="",
        gets_emails=False,
        person=None,
    )
    found += _erase_registrations(entries, person)
    PersonalLink.objects.filter(entry__in=entries).delete()
    forget_joins(entries)
    end_careers(entries)
    PlayerReport.objects.filter(entry__in=entries).update(text=ERASED)
    found += erase_texts(PlayerReport.objects.filter(entry__event__in=events), person, "text")
    found += erase_texts(ClockEntry.objects.filter(round__event__in=events), person, "reason")
    rounds = Round.objects.filter(event__in=events)
    found += erase_texts(rounds, person, "published_by", "confirmed_by", "closed_by")
    found += erase_texts(Entry.objects.filter(event__in=events), person, "fee_paid_by")
    penalties = Penalty.objects.filter(entry__event__in=events)
    found += erase_own_penalties(penalties.filter(entry__in=entries))
    found += erase_texts(penalties, person, "reason", "decided_by", "withdrawn_by")
    prizes = HandPrize.objects.filter(event__in=events)
    found += _erase_own_prize_notes(prizes.filter(entry__in=entries))
    found += erase_texts(prizes, person, "title", "name", "note")
    said = Announcement.objects.filter(event__in=events)
    found += erase_texts(said, person, "text", "written_by", "sent_by")
    mailings = Mailing.objects.filter(event__in=events)
    found += erase_texts(mailings, person, "subject", "text", "sent_by")
    found += erase_from_results({"table__round__event__in": events}, person)
    of_former_tables = ResultCorrection.objects.filter(event__in=events, table=None)
    found += erase_texts(of_former_tables, person, "reason")
    found += _erase_from_audit(entries, person, clubs)
    found += _erase_from_admin(entries)
    for entry in Entry.objects.filter(pk__in=[each.pk for each in entries]).select_related("event"):
        audit.log(by=by, action="erase person", instance=entry, event=entry.event)
    return found


def _erase_registrations(entries: Collection[Entry], person: Person) -> Iterator[str]:
    """Delete the person's registrations in any event, and the e-mails to them.

    Yield a line for each.
    """
    # Only present addresses count, because a former one may be somebody else's, and none that
    # another person has.
    keys = {entry.email_key for entry in entries} - {""}
    own = Q(entry__in=entries) | Q(email_key__in=keys, entry=None)
    registrations = Registration.objects.filter(own).select_related("event")
    for each in registrations:
        yield f"registration {each.pk}, {each.event.slug}: {each.name}, {each.email}"
    mails = Q(entry__in=entries) | Q(registration__in=registrations.values("pk"))
    mails |= Q(address_key__in=keys, entry=None, registration=None)
    for email in Email.objects.filter(mails).select_related("event"):
        where = email.event.slug if email.event else "account"
        yield f"e-mail {email.pk}, {where}: {email.address}"
    Email.objects.filter(mails).delete()
    registrations.delete()


def erase_from_results(here: dict[str, Any], person: Person) -> Iterator[str]:
    """Erase the person as submitter or decider of results.

    The results are those of the tables `here` (a filter). Yield a line for each finding.
    """
    results = Result.objects.filter(**here)
    yield from erase_texts(
        results, person, "entered_by", "decision", "alone_reason", "abandoned_reason"
    )
    yield from erase_texts(ResultCorrection.objects.filter(**here), person, "reason")
    beside = ConflictingResult.objects.filter(**here)
    yield from erase_texts(beside, person, "entered_by", "abandoned_reason")
    sheets = PaperSheet.objects.filter(**here)
    reasons = ("rejected_reason", "abandoned_reason", "correction_reason")
    yield from erase_texts(sheets, person, "entered_by", "second_by", "rejected_by", *reasons)
    for sheet in sheets.exclude(second=None):
        redacted = person.redact_json(sheet.second)
        if redacted != sheet.second:
            yield f"papersheet {sheet.pk}, second"
            _change(sheet, {"second": redacted})


def erase_own_penalties(penalties: QuerySet[Penalty]) -> Iterator[str]:
    """Erase the reasons of the person's penalties.

    They are erased whether they name the person or not. The decisions stay, because the
    standings count them. Yield a line for each reason that is erased.
    """
    for row in penalties.exclude(reason="").exclude(reason=ERASED):
        yield f"penalty {row.pk}: {row.reason}"
        _change(row, {"reason": ERASED})


def _erase_own_prize_notes(prizes: QuerySet[HandPrize]) -> Iterator[str]:
    """Erase the notes on the person's prizes, whether they name the person or not."""
    for row in prizes.exclude(note="").exclude(note=ERASED):
        yield f"prize {row.pk}: {row.note}"
        _change(row, {"note": ERASED})


def erase_texts(rows: QuerySet[Any], person: Person, *names: str) -> Iterator[str]:
    """Erase texts about the person in these fields, each as a whole.

    Yield a line for each text that was found.
    """
    for row in rows:
        meant = [name for name in names if person.is_named_in(getattr(row, name))]
        for name in meant:
            yield f"{row._meta.model_name} {row.pk}, {name}: {getattr(row, name)}"
        if meant:
            _change(row, dict.fromkeys(meant, ERASED))


def _change(row: Model, values: dict[str, Any]) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**values)


def _erase_from_audit(entries: Collection[Entry], person: Person, clubs: set[str]) -> Iterator[str]:
    """Erase the person from audit rows of their own entries and events.

    Rows of another player of that name stay as they are.
    """
    seats = Seat.objects.filter(entry__in=entries).values_list("pk", flat=True)
    own = {"entry": {entry.pk for entry in entries}, "seat": set(seats)}
    rows = AuditEntry.objects.filter(event_slug__in={entry.event.slug for entry in entries})
    for row in rows.iterator(chunk_size=500):
        if row.kind not in own or row.object_id in own[row.kind]:
            yield from _erase_from_audit_row(row, person, clubs, own=row.kind == "entry")


def erase_from_audit_of(event: Event, person: Person) -> Iterator[str]:
    """Erase the person from the audit rows of an event in which they do not play."""
    for row in AuditEntry.objects.filter(event_slug=event.slug).iterator(chunk_size=500):
        yield from _erase_from_audit_row(row, person, set(), own=False)


def _erase_from_audit_row(
    row: AuditEntry, person: Person, clubs: set[str], *, own: bool
) -> Iterator[str]:
    before, after = (
        _without_clubs(person.redact_json(value), person, clubs, own=own)
        for value in (row.before, row.after)
    )
    values = {"label": person.redact(row.label), "before": before, "after": after}
    if row.by_user_id is None and person.is_named_in(row.by):
        values["by"] = ERASED
    changed = {name: value for name, value in values.items() if value != getattr(row, name)}
    if changed:
        yield f"audit {row.pk}: {row}"
        _change(row, changed)


def _without_clubs(value: Any, person: Person, clubs: set[str], *, own: bool) -> Any:
    """Return the value without club, team and the id elsewhere.

    They are erased in an entry's own values, and beside the name in those of an import: the id
    whatever it was, for a former one names the person as well.
    """
    theirs = isinstance(value, dict) and (own or value.get("name") == ERASED)
    if theirs:
        own_names = {name for name in ("club", "team") if value.get(name) in clubs - {""}}
        if value.get("external_id"):
            own_names.add("external_id")
        if own_names:
            return {**value, **dict.fromkeys(own_names, ERASED)}
    return map_json(value, lambda item, _key: _without_clubs(item, person, clubs, own=own))


def _erase_from_admin(entries: Iterable[Entry]) -> Iterator[str]:
    """Erase the person's name from the admin's own history."""
    kind = ContentType.objects.get_for_model(Entry)
    keys = [str(entry.pk) for entry in entries]
    rows = LogEntry.objects.filter(content_type=kind, object_id__in=keys)
    for row in rows.exclude(object_repr=ERASED):
        yield f"admin {row.pk}: {row.object_repr}"
        _change(row, {"object_repr": ERASED})
