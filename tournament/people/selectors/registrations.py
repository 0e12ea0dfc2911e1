"""Registrations of an event, for its registration page and for its staff.

Players register by that page.
"""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournament.common.mail_server import delivers_emails
from tournament.models import Email, Entry, Event, Registration, Round
from tournament.people.imports.likeness import Likeness
from tournament.people.registration_states import Places, State, state_of

MAX_UNCONFIRMED = 500
"""The most unconfirmed registrations of an event; beyond that, new ones replace the oldest."""


@dataclass(frozen=True, slots=True)
class OpenRegistration:
    """A registration that is not an entry yet.

    It has its `place` on the waiting list (0: not on it), the entered player whose name is nearly
    the same, and whether its address was refused.
    """

    registration: Registration
    place: int
    like: Entry | None
    refused: bool


@dataclass(frozen=True, slots=True)
class RegistrationList:
    """Registrations as the staff sees them: waiting in order, and unconfirmed."""

    waiting: tuple[OpenRegistration, ...]
    unconfirmed: tuple[OpenRegistration, ...]
    entered: int

    @property
    def is_overfull(self) -> bool:
        """Whether new registrations replace old ones that were not confirmed."""
        return len(self.unconfirmed) >= MAX_UNCONFIRMED


def places_of(event: Event) -> Places:
    """Return the number of active players and of waiting registrations.

    The registrations are confirmed and wait. 2 queries.
    """
    return Places(
        taken=event.entries.filter(status=Entry.Status.ACTIVE).count(),
        waiting=waiting_of(event).count(),
    )


def registration_state(event: Event, *, now: dt.datetime) -> State:
    """Return whether the event takes registrations now (2 queries)."""
    return state_of(event, places_of(event), now=now)


def waiting_of(event: Event) -> QuerySet[Registration]:
    """Return the registrations that wait for a place, the first one first."""
    waiting = event.registrations.filter(status=Registration.Status.WAITING)
    return waiting.order_by("confirmed_at", "pk")


def place_of(registration: Registration) -> int:
    """Return the place on the waiting list, from 1 (1 query)."""
    earlier = Q(confirmed_at__lt=registration.confirmed_at) | Q(
        confirmed_at=registration.confirmed_at, pk__lt=registration.pk
    )
    return waiting_of(registration.event).filter(earlier).count() + 1


def has_begun(event: Event) -> bool:
    """Return whether a round was published (1 query).

    From then on nobody moves up by itself.
    """
    return event.rounds.filter(status__in=Round.PUBLIC).exists()


def is_open_late(event: Event, *, now: dt.datetime) -> bool:
    """Return whether players can register although a round was published.

    At most 3 queries.
    """
    if event.registration != Event.Registering.OPEN or not has_begun(event):
        return False
    return registration_state(event, now=now) in ("open", "waiting")


def may_move_up(event: Event) -> bool:
    """Return whether the first of the waiting list has a place now.

    Nobody moves up by itself in an event that is hidden, called off or closed. Once a round was
    published, the organiser decides (at most 3 queries).
    """
    stands_still = event.called_off or event.closed_at or event.practice
    if not event.published or stands_still or has_begun(event):
        return False
    return places_of(event).are_free(event.registration_limit)


def open_counts(event: Event) -> dict[str, int]:
    """Return the numbers of waiting and of unconfirmed registrations (1 query)."""
    status = Registration.Status
    found = list(
        event.registrations.exclude(status=status.ENTERED).values_list("status", flat=True)
    )
    return {one: found.count(one) for one in (status.WAITING, status.UNCONFIRMED)}


def undecided_registrations(event: Event) -> int:
    """Return the number of registrations that only the staff can bring on.

    They are those on the waiting list for whom a place is free once nobody moves up by itself,
    and those that no e-mail asks to confirm. At most 3 queries.
    """
    if event.called_off or event.closed_at:
        return 0
    counts, status = open_counts(event), Registration.Status
    found = 0 if delivers_emails() else counts[status.UNCONFIRMED]
    waiting = counts[status.WAITING]
    if waiting and has_begun(event):
        places, limit = places_of(event), event.registration_limit
        found += waiting if limit is None else max(0, min(waiting, limit - places.taken))
    return found


def registrations_of(event: Event) -> RegistrationList:
    """Return the registrations of an event (3 queries)."""
    entries = list(event.entries.order_by("seed"))
    likeness = Likeness()
    for number, entry in enumerate(entries):
        likeness.add(number, entry.name)
    status, found = Registration.Status, list(event.registrations.order_by("confirmed_at", "pk"))

    emails = event.emails.filter(status=Email.Status.REFUSED, registration__isnull=False)
    refused = set(emails.values_list("registration", "address"))

    def open_registration(each: Registration, place: int = 0) -> OpenRegistration:
        like = likeness.first_match(each.name)
        entry = None if like is None else entries[like]
        return OpenRegistration(each, place, entry, (each.pk, each.email) in refused)

    waiting = [each for each in found if each.status == status.WAITING]
    return RegistrationList(
        waiting=tuple(
            open_registration(each, place) for place, each in enumerate(waiting, start=1)
        ),
        unconfirmed=tuple(
            open_registration(each) for each in found if each.status == status.UNCONFIRMED
        ),
        entered=sum(each.status == status.ENTERED for each in found),
    )
