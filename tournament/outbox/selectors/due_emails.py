"""Due e-mails about seats, starts, corrected results and events called off.

They are found by looking regularly. Each look compares what was sent last with what holds
now, whatever published a round, changed its seats or undid that.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.common.email_addresses import address_key
from tournament.models import ClockEntry, Email, Entry, Event, Registration, Round, Seat
from tournament.outbox.selectors.accounts import account_email_due
from tournament.outbox.selectors.due_corrections import (
    corrected_seat,
    corrected_seats,
    correction_content,
    seats_to_tell,
)

GRACE = dt.timedelta(seconds=20)
"""The wait before a published round is announced.

A round published by mistake can be taken back meanwhile. If the time of publication is still to
come, the server's clock has been set back since.
"""
TOLD_WITHIN = dt.timedelta(days=1)
"""How long seats can still be announced, for example if e-mails are switched on late."""
GRACE_OF_CALLING_OFF = dt.timedelta(minutes=2)
"""The same wait after an event is called off, which is announced to everybody."""
NOTICE = dt.timedelta(minutes=5)
"""How long before a round's announced start its e-mail is sent."""

HELD = "held"
"""Stands for an event that was called off but takes place after all."""

Told = Mapping[tuple[int, int, str], str]


@dataclass(frozen=True, slots=True)
class DueEmail:
    """An e-mail to write to the player of `entry`, about a round or the event."""

    kind: str
    entry: Entry
    address: str
    round: Round | None
    content: str


def due_emails(*, now: dt.datetime, event: Event | None = None) -> list[DueEmail]:
    """Return the e-mails that players asked for and have not been sent yet.

    Of all events or of one (3 queries; 2 more if somebody is seated in a published round or an
    event was called off, 1 if a result was corrected, and 1 for each player whose address is known
    from the registration only).
    """
    found = [
        *_due_of_rounds(now, event),
        *_due_of_corrections(now, event),
        *_due_of_calling_off(now, event),
    ]
    return [due for due in found if due.address]


def _due_of_rounds(now: dt.datetime, event: Event | None) -> list[DueEmail]:
    rounds = _rounds_to_announce(now)
    rounds = rounds.filter(event=event) if event else rounds
    seats = list(_seats(rounds))
    if not seats:
        return []
    keys = {seat.round_id for seat in seats}
    told = _latest_contents(keys)
    starting = set(_starting_rounds(rounds, now).values_list("pk", flat=True))
    wanted = [
        (seat, Email.Kind.SEAT, seat_content(seat))
        for seat in seats
        if seat.round.published_at and abs(now - seat.round.published_at) >= GRACE
    ]
    wanted += [
        (seat, Email.Kind.START, start_content(seat.round))
        for seat in seats
        if seat.round_id in starting
    ]
    return _unsent_emails(wanted, told)


def _due_of_corrections(now: dt.datetime, event: Event | None) -> list[DueEmail]:
    seats = corrected_seats(now, event)
    if not seats:
        return []
    wanted = [(seat, str(Email.Kind.CORRECTION), correction_content(seat)) for seat in seats]
    return _unsent_emails(wanted, _latest_contents({seat.round_id for seat in seats}))


def _unsent_emails(wanted: Iterable[tuple[Seat, str, str]], told: Told) -> list[DueEmail]:
    """Return the e-mails about seats that have not been sent yet.

    An e-mail is left out if the latest one of its kind said the same.
    """
    return [
        DueEmail(kind, seat.entry, address_of(seat.entry), seat.round, content)
        for seat, kind, content in wanted
        if told.get((seat.round_id, seat.entry_id, kind)) != content
    ]


def emailed_corrections(tables: Collection[int]) -> list[Entry]:
    """Return the players who get an e-mail about a correction at these tables.

    The correction was just made. Tables are named by key (1 query, and 1 for each player whose
    address is known from the registration only).
    """
    entries = [seat.entry for seat in seats_to_tell(tables)]
    return [entry for entry in entries if address_of(entry)]


def still_due(email: Email, *, now: dt.datetime) -> bool:
    """Return whether an e-mail is still true, and the player still wants it."""
    if email.kind == Email.Kind.INVITATION:
        found = email.invitation
        return found is not None and not (found.accepted_at or found.withdrawn_at)
    if email.event is None:
        return account_email_due(email, now=now)
    if email.kind == Email.Kind.MAILING:
        return _mailing_still_due(email)
    if not email.event.published or not _is_present_address(email):
        return False
    if email.kind == Email.Kind.CALLED_OFF:
        return _calling_off_still_due(email)
    if email.event.called_off:
        return False
    if email.kind == Email.Kind.CORRECTION:
        return _correction_still_due(email)
    if email.kind in (Email.Kind.SEAT, Email.Kind.START):
        return _round_still_due(email, now)
    registration = email.registration
    if registration is None:
        return False
    return registration.status == STATUS_TOLD[email.kind]


STATUS_TOLD: Mapping[str, str] = {
    Email.Kind.CONFIRM: Registration.Status.UNCONFIRMED,
    Email.Kind.WAITING: Registration.Status.WAITING,
    Email.Kind.ENTERED: Registration.Status.ENTERED,
    Email.Kind.KNOWN: Registration.Status.ENTERED,
}
"""The status of a registration for which each kind of e-mail is true."""


def seat_content(seat: Seat) -> str:
    """Return the content of an e-mail about a seat: `table/order/role`."""
    return f"{seat.table.number}/{seat.order}/{seat.role}"


def start_content(round_: Round) -> str:
    """Return the content of an e-mail about a round's start: its time."""
    return round_.starts_at.isoformat() if round_.starts_at else ""


def _is_present_address(email: Email) -> bool:
    """Return whether an e-mail goes to the address that its player has now.

    It carries the player's personal link, which the reader of a former address must not get.
    """
    if email.entry is None:
        return True
    return address_key(email.address) == address_key(present_address(email.entry))


def address_of(entry: Entry) -> str:
    """Return the address for a player's e-mails.

    "" if there is none, or mail to it was refused. It is the player's own address or, if that
    is known as another person's, the one they registered with.
    """
    address = present_address(entry)
    return "" if address == entry.refused_email else address


def present_address(entry: Entry) -> str:
    """Return a player's own address, or the one they registered with; "" without any."""
    if entry.email:
        return entry.email
    found = entry.registrations.order_by("-pk").first()
    return found.email if found else ""


def _round_still_due(email: Email, now: dt.datetime) -> bool:
    if email.entry is None or email.round_id is None:
        return False
    rounds = _rounds_to_announce(now).filter(pk=email.round_id)
    if email.kind == Email.Kind.START:
        rounds = _starting_rounds(rounds, now)
    seat = _seats(rounds).filter(entry=email.entry).first()
    if seat is None or email.entry.refused_email == email.address:
        return False
    is_seat = email.kind == Email.Kind.SEAT
    return email.content == (seat_content(seat) if is_seat else start_content(seat.round))


def _correction_still_due(email: Email) -> bool:
    if email.entry is None or email.round_id is None:
        return False
    seat = corrected_seat(email.round_id, email.entry.pk)
    if seat is None or seat.entry.refused_email == email.address:
        return False
    return email.content == correction_content(seat)


def calling_off_content(event: Event) -> str:
    """Return the content of an e-mail about calling off an event.

    It is the event's new state, and its time. It begins with `cancelled/`, `postponed/` or, if
    the event takes place after all, `held/`.
    """
    since = event.called_off_at.isoformat() if event.called_off_at else ""
    return f"{event.called_off or HELD}/{since}"


def _due_of_calling_off(now: dt.datetime, event: Event | None) -> list[DueEmail]:
    events = Event.objects.filter(
        published=True,
        sends_emails=True,
        called_off_at__gt=now - TOLD_WITHIN,
    ).exclude(
        called_off_at__gt=now - GRACE_OF_CALLING_OFF,
        called_off_at__lt=now + GRACE_OF_CALLING_OFF,
    )
    if event is not None:
        events = events.filter(pk=event.pk)
    entries = list(_followers_of(events))
    told = _latest_calling_off(entries) if entries else {}
    return [
        DueEmail(Email.Kind.CALLED_OFF, entry, address_of(entry), None, content)
        for entry in entries
        for content in [calling_off_content(entry.event)]
        for last in [told.get(entry.pk, "")]
        if last != content and (entry.event.called_off or last)
    ]


def _followers_of(events: QuerySet[Event]) -> QuerySet[Entry]:
    entries = Entry.objects.filter(
        event__in=events.values("pk"), gets_emails=True, status=Entry.Status.ACTIVE
    )
    return entries.select_related("event").order_by("pk")


def _latest_calling_off(entries: Iterable[Entry]) -> dict[int, str]:
    """Return the latest content about calling off, by the entry's key (1 query)."""
    untold = (Email.Status.DROPPED, Email.Status.REFUSED)
    told = Email.objects.filter(entry__in=entries, kind=Email.Kind.CALLED_OFF)
    rows = told.exclude(status__in=untold).order_by("pk").values_list("entry", "content")
    return {entry: content for entry, content in rows if entry is not None}


def _calling_off_still_due(email: Email) -> bool:
    entry = email.entry
    if entry is None or entry.refused_email == email.address:
        return False
    wishes = entry.gets_emails and entry.status == Entry.Status.ACTIVE
    return wishes and email.content == calling_off_content(entry.event)


def _mailing_still_due(email: Email) -> bool:
    """Return whether the organisers' message still goes to its player.

    It goes to who did not decline e-mails, and needs no publication: the organisers wrote it to
    the players of their event.
    """
    entry = email.entry
    if entry is None or entry.declines_emails or entry.refused_email == email.address:
        return False
    return _is_present_address(email)


def _rounds_to_announce(now: dt.datetime) -> QuerySet[Round]:
    """Return the rounds whose players may get e-mails.

    They are being played, or soon will be, in public events that send e-mails.
    """
    return Round.objects.filter(
        seated_lately(now),
        status=Round.Status.PUBLISHED,
        event__published=True,
        event__sends_emails=True,
        event__called_off="",
    )


def seated_lately(now: dt.datetime) -> Q:
    """Return the condition that a round has new seats.

    The round was published, or its seats changed, in the last day.
    """
    since = now - TOLD_WITHIN
    return Q(published_at__gt=since) | Q(seats_changed_at__gt=since)


def _starting_rounds(rounds: QuerySet[Round], now: dt.datetime) -> QuerySet[Round]:
    begun = ClockEntry.objects.filter(kind=ClockEntry.Kind.START).values("round")
    return rounds.filter(starts_at__gt=now, starts_at__lte=now + NOTICE).exclude(pk__in=begun)


def _seats(rounds: QuerySet[Round]) -> QuerySet[Seat]:
    return Seat.objects.filter(
        round__in=rounds.values("pk"),
        table__result__isnull=True,
        entry__gets_emails=True,
        entry__status=Entry.Status.ACTIVE,
    ).select_related("table", "round__event", "entry__event")


def _latest_contents(rounds: Iterable[int]) -> Told:
    """Return the latest content by round, entry and kind (1 query).

    An e-mail that was dropped or refused does not count.
    """
    untold = (Email.Status.DROPPED, Email.Status.REFUSED)
    told = Email.objects.filter(round__in=rounds).exclude(status__in=untold)
    rows = told.order_by("pk").values_list("round", "entry", "kind", "content")
    return {(round_, entry, kind): content for round_, entry, kind, content in rows}
