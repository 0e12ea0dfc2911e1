"""The outbox: queues e-mails, and records what became of each.

These services write no audit rows, because each e-mail's own row says when, to whom and how it
ended.
"""

import datetime as dt
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Case, Q, When
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.email_addresses import address_key
from tournament.events.services.events import lock_event
from tournament.models import Email, Entry, Event, Mailing, Round
from tournament.models.emails import MAX_ANSWER
from tournament.models.mailings import MAX_MAILING
from tournament.outbox.selectors.due_emails import address_of, due_emails
from tournament.outbox.selectors.mailings import recipients_of

RETRY_AFTER = (1, 5, 15, 60, 180, 360)
"""Minutes to wait after each failed attempt; after the last retry, the e-mail has failed."""
LOST_AFTER = dt.timedelta(minutes=5)
"""An e-mail that has been in sending for so long was left by a process that died."""
MAX_AT_ONCE = 20
MAX_MAILINGS = 5
"""The most mailings of an event within a day."""
BETWEEN = dt.timedelta(milliseconds=100)
"""The time between the due times of a mailing's e-mails, so that mailings take turns."""
Status = Email.Status


@transaction.atomic
def queue_email(
    *,
    event: Event | None,
    kind: str,
    address: str,
    language: str,
    now: dt.datetime | None = None,
    **about: Any,
) -> Email:
    """Put an e-mail into the outbox.

    `about` are the objects it is about, by their fields. If a waiting e-mail says the same to
    the same person, that one is used instead.
    """
    now = now or timezone.now()
    same = Email.objects.filter(event=event, kind=kind, status=Status.WAITING, **about)
    found = same.filter(address_key=address_key(address)).first()
    if found is not None:
        return found
    new = Email(
        event=event,
        kind=kind,
        address=address,
        language=language,
        created_at=now,
        due_at=now,
        **about,
    )
    audit.save_valid(new, force_insert=True)
    return new


@transaction.atomic
def send_mailing(
    *, event: Event, key: UUID, subject: str, text: str, round_: Round | None = None, by: Actor
) -> Mailing:
    """Write to all players who can be reached, or to those seated in a round.

    Who declined e-mails gets none. Each `key` of an event is sent once. Raise ValidationError,
    writing nothing, without a subject or text, if nobody would get it, for a practice event, or
    after too many mailings.
    """
    event = lock_event(event)
    found = event.mailings.filter(key=key).first()
    if found is not None:
        return found
    _refuse_mailing(event, text)
    reached = recipients_of(event, round_).reached
    if not reached:
        raise ValidationError(_("None of these players can be reached by e-mail."), "nobody")
    now = timezone.now()
    mailing = Mailing(
        event=event,
        round=round_,
        key=key,
        subject=" ".join(subject.split()),
        text=text.strip(),
        sent_at=now,
        sent_by=audit.name_of(by),
    )
    audit.insert(mailing, by=by, event=event)
    Email.objects.bulk_create(
        (
            Email(
                event=event,
                kind=Email.Kind.MAILING,
                mailing=mailing,
                entry=entry,
                round=round_,
                address=address,
                address_key=address_key(address),
                language=entry.language or get_language() or "en",
                created_at=now,
                due_at=now + at * BETWEEN,
            )
            for at, (entry, address) in enumerate(reached)
        ),
        batch_size=500,
    )
    return mailing


def _refuse_mailing(event: Event, text: str) -> None:
    if event.practice:
        raise ValidationError(
            _("A practice event sends no messages: its players are made up."), "practice"
        )
    if len(text) > MAX_MAILING:
        raise ValidationError(_("This text is too long."), "too_long")
    lately = event.mailings.filter(sent_at__gt=timezone.now() - dt.timedelta(days=1))
    if lately.count() >= MAX_MAILINGS:
        raise ValidationError(
            _("An event sends at most %(most)d messages within a day: wait until tomorrow."),
            "too_many",
            {"most": MAX_MAILINGS},
        )


def queue_due_emails(*, now: dt.datetime) -> int:
    """Queue the e-mails that are due, and return their number.

    They are about seats, starts, corrections and events called off. Each event is looked at
    again under its lock, so that only one of two processes writes.
    """
    events = {due.entry.event for due in due_emails(now=now)}
    return sum(_queue_of_event(event, now) for event in events)


@transaction.atomic
def _queue_of_event(event: Event, now: dt.datetime) -> int:
    lock_event(event)
    written = 0
    for due in due_emails(now=now, event=event):
        queue_email(
            event=event,
            kind=due.kind,
            address=due.address,
            language=due.entry.language or "en",
            now=now,
            entry=due.entry,
            round=due.round,
            content=due.content,
        )
        written += 1
    return written


def claim_emails(*, now: dt.datetime, most: int = MAX_AT_ONCE) -> list[Email]:
    """Claim due e-mails, so that no other process takes them.

    Those of mailings come last. An e-mail is given up once as many processes have died at it as
    attempts are allowed. One that was never tried is due whatever the clock said when it was
    written, and so is one due later than any attempt could be.
    """
    latest = now + dt.timedelta(minutes=max(RETRY_AFTER))
    at_once = Q(due_at__lte=now) | Q(attempts=0) | Q(due_at__gt=latest)
    due = Q(status=Status.WAITING) & at_once
    lost = Q(status=Status.SENDING, due_at__lte=now - LOST_AFTER)
    is_mailing = Case(When(kind=Email.Kind.MAILING, then=1), default=0)
    found = list(Email.objects.filter(due | lost).order_by(is_mailing, "due_at", "pk")[:most])
    for each in found:
        if each.attempts > len(RETRY_AFTER):
            mark_failed(email=each, answer=each.answer)
    taken = [each.pk for each in found if each.attempts <= len(RETRY_AFTER) and _claim(each, now)]
    emails = Email.objects.filter(pk__in=taken).order_by("due_at", "pk")
    return list(
        emails.select_related(
            "event", "registration__event", "entry__event", "invitation", "round", "mailing"
        )
    )


def _claim(email: Email, now: dt.datetime) -> bool:
    """Claim an e-mail, and return whether this process was the first to do so."""
    unchanged = Email.objects.filter(pk=email.pk, status=email.status, due_at=email.due_at)
    attempts = email.attempts + 1
    return bool(unchanged.update(status=Status.SENDING, due_at=now, attempts=attempts))


def mark_dropped(*, email: Email) -> None:
    """Mark an e-mail as dropped, because nobody needs it any more."""
    _mark(email, status=Status.DROPPED)


def mark_sent(*, email: Email, now: dt.datetime) -> None:
    """Mark an e-mail as accepted by the mail server."""
    _mark(email, status=Status.SENT, sent_at=now, answer="")


@transaction.atomic
def mark_refused(*, email: Email, answer: str) -> None:
    """Mark an e-mail as refused by the mail server.

    The player's page says so, and the address gets no more e-mails about seats and starts.
    """
    _mark(email, status=Status.REFUSED, answer=answer[:MAX_ANSWER])
    if email.entry is not None:
        _refuse_address(email, email.entry.pk, by="e-mail")


@transaction.atomic
def mark_returned(*, email: Email, answer: str = "", by: Actor) -> bool:
    """Mark an e-mail as returned after the mail server had accepted it.

    The player's page says so, and the address gets no more e-mails about seats and starts. Return
    False if this was known already; raise ValidationError if the e-mail was never sent.
    """
    email = Email.objects.select_for_update().get(pk=email.pk)
    if email.status == Status.REFUSED:
        return False
    if email.status != Status.SENT:
        raise ValidationError(_("This e-mail was not sent: it cannot come back."), "not_sent")
    _mark(email, status=Status.REFUSED, answer=answer[:MAX_ANSWER])
    audit.log(by=by, action="email came back", instance=email, event=email.event)
    if email.entry is not None and address_of(email.entry) == email.address:
        _refuse_address(email, email.entry.pk, by=by)
    return True


def _refuse_address(email: Email, key: int, by: Actor) -> None:
    entry = Entry.objects.select_related("event").get(pk=key)
    event = lock_event(entry.event)
    changes = {"refused_email": email.address}
    audit.update(entry, changes, by=by, event=event, action="refuse email")


def mark_failed(*, email: Email, answer: str) -> None:
    """Mark an e-mail as failed, so that it is not sent."""
    _mark(email, status=Status.FAILED, answer=answer[:MAX_ANSWER])


def mark_later(*, email: Email, answer: str, now: dt.datetime) -> None:
    """Schedule another attempt at an e-mail.

    After the last attempt, mark it as failed.
    """
    if email.attempts > len(RETRY_AFTER):
        return mark_failed(email=email, answer=answer)
    wait = dt.timedelta(minutes=RETRY_AFTER[email.attempts - 1])
    return _mark(email, status=Status.WAITING, due_at=now + wait, answer=answer[:MAX_ANSWER])


@transaction.atomic
def send_again(*, email: Email, by: Actor) -> Email:
    """Retry an event's e-mail that failed or was refused.

    Raise ValidationError for any other.
    """
    assert email.event is not None  # noqa: S101 - only events have a page of their e-mails
    event = lock_event(email.event)
    email = Email.objects.select_related("entry").get(pk=email.pk)
    if email.status not in (Status.FAILED, Status.REFUSED):
        raise ValidationError(_("This e-mail has not failed."), "not_failed")
    if email.entry is not None and email.entry.refused_email:
        changes = {"refused_email": ""}
        audit.update(email.entry, changes, by=by, event=event, action="allow email")
    address = (email.entry and address_of(email.entry)) or email.address
    now = timezone.now()
    moved = {"address": address, "address_key": address_key(address)}
    _mark(email, status=Status.WAITING, **moved, due_at=now, attempts=0, answer="")
    audit.log(by=by, action="send again", instance=email, event=event)
    return email


def _mark(email: Email, **values: Any) -> None:
    Email.objects.filter(pk=email.pk).update(**values)
