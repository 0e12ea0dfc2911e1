"""Online registration: confirming, entering players, and the waiting list.

Registrations are confirmed by e-mail.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.email_addresses import address_key
from tournament.common.mail_server import delivers_emails
from tournament.common.secret_tokens import hash_secret, new_token, token_of
from tournament.events.services.events import lock_event
from tournament.models import Email, Entry, Event, Registration
from tournament.outbox.services import queue_email
from tournament.people.imports.likeness import likeness_keys
from tournament.people.selectors.registrations import (
    MAX_UNCONFIRMED,
    may_move_up,
    places_of,
    registration_state,
    waiting_of,
)
from tournament.people.services.entries import add_entry, update_entry

VALID_HOURS = 48
VALID_FOR = dt.timedelta(hours=VALID_HOURS)
"""A registration that is not confirmed within this time is deleted."""
BY_VISITOR = "registration"
BY_WAITING_LIST = "waiting list"
Status = Registration.Status
CLOSED = _("Registration is closed.")
FULL = _("All places are taken.")


class RegistrationFields(TypedDict):
    """The fields of a registration."""

    name: str
    email: str
    club: str
    team: str
    name_display: str
    gets_emails: bool


@transaction.atomic
def register(
    *,
    event: Event,
    language: str,
    network: str = "",
    now: dt.datetime | None = None,
    **given: Unpack[RegistrationFields],
) -> None:
    """Accept a registration, and send an e-mail to its address.

    The e-mail asks to confirm it, or says that the address is known already; the caller cannot tell
    which. Each submission has its own link, which confirms what that submission said. Raise
    ValidationError if the event accepts none now (codes `closed`, `full`).
    """
    event, now = lock_event(event), now or timezone.now()
    _refuse_unless_open(event, now)
    known = _confirmed_at(event, given["email"])
    if known is not None and not _has_dropped_out(known):
        kind = Email.Kind.KNOWN if known.status == Status.ENTERED else Email.Kind.WAITING
    else:
        _make_room(event)
        known, kind = _create_registration(event, language, network, now, given), Email.Kind.CONFIRM
    queue_email(
        event=event,
        kind=kind,
        registration=known,
        entry=known.entry,
        address=_own_address(known),
        language=language,
        now=now,
    )


@transaction.atomic
def confirm_registration(
    *, registration: Registration, now: dt.datetime | None = None
) -> Registration:
    """Confirm a registration by its e-mail.

    This enters the player or puts them on the waiting list. Repeating it changes nothing. Raise
    ValidationError if the event accepts no more (codes `closed`, `full`), or if the link is too
    old (`expired`).
    """
    event, now = lock_event(registration.event), now or timezone.now()
    registration = _reload_registration(registration)
    if registration.status != Status.UNCONFIRMED:
        return registration
    if is_expired(registration, now):
        raise ValidationError(_("This link is not valid any more: register again."), "expired")
    if event.registration != Event.Registering.OPEN or event.called_off or event.closed_at:
        raise ValidationError(CLOSED, "closed")
    known = _entry_known(registration)
    plays = known is not None and known.status == Entry.Status.ACTIVE
    if plays or places_of(event).are_free_at_once(event.registration_limit):
        return _enter(registration, by=BY_VISITOR, now=now)
    if not event.has_waiting_list:
        raise ValidationError(FULL, "full")
    _forget_others(registration, BY_VISITOR)
    place = {"confirmed_at": _after_all_who_wait(event, now)}
    changes = {"status": Status.WAITING, "network": "", **place}
    audit.update(registration, changes, by=BY_VISITOR, event=event, action="wait")
    _tell(registration, Email.Kind.WAITING, now)
    return registration


def _after_all_who_wait(event: Event, now: dt.datetime) -> dt.datetime:
    """Return a time that places a registration last on the waiting list.

    This holds even if the clock was set back since others confirmed.
    """
    last: dt.datetime | None = waiting_of(event).aggregate(last=Max("confirmed_at"))["last"]
    return max(now, last + dt.timedelta(microseconds=1)) if last else now


@transaction.atomic
def enter_registration(*, registration: Registration, by: Actor) -> Registration:
    """Enter a player as the organiser.

    The limit does not apply, and no confirmation is needed.
    """
    lock_event(registration.event)
    registration = _reload_registration(registration)
    if registration.status == Status.ENTERED:
        return registration
    return _enter(registration, by=by, now=timezone.now())


@transaction.atomic
def enter_unconfirmed(*, event: Event, by: Actor) -> int:
    """Enter those whom no e-mail asks to confirm, the earliest first.

    It ends where nobody new gets a place at once; the rest stays as it is. Return how many
    were entered. Raise ValidationError if e-mails ask them.
    """
    if delivers_emails():
        raise ValidationError(
            _("Those who are not confirmed are asked by e-mail: enter one."), "by_email"
        )
    event = lock_event(event)
    waiting = event.registrations.filter(status=Status.UNCONFIRMED)
    limit = event.registration_limit
    return len(
        _enter_in_turn(
            waiting.order_by("registered_at", "pk"),
            lambda: places_of(event).are_free_at_once(limit),
            by=by,
            now=timezone.now(),
        )
    )


@transaction.atomic
def remove_registration(*, registration: Registration, by: Actor) -> None:
    """Delete a registration that is not an entry yet (ValidationError if it is one)."""
    event = lock_event(registration.event)
    found = event.registrations.filter(pk=registration.pk).first()
    if found is None:
        return
    if found.status == Status.ENTERED:
        raise ValidationError(_("This person is entered already."), "entered")
    audit.remove(found, by=by, event=event)


@transaction.atomic
def fill_places(*, event: Event, now: dt.datetime) -> list[Registration]:
    """Enter the first players on the waiting list while there are free places.

    After a round is published, nobody is entered: the organiser decides.
    """
    event = lock_event(event)
    return _enter_in_turn(
        waiting_of(event), lambda: may_move_up(event), by=BY_WAITING_LIST, now=now
    )


@transaction.atomic
def forget_expired(*, now: dt.datetime) -> int:
    """Delete registrations that are of no use any more, and return their number.

    They are unconfirmed ones that expired, and those still waiting when an event is over. At
    most 500 are deleted at once.
    """
    old = Registration.objects.filter(
        status=Status.UNCONFIRMED, registered_at__lte=now - VALID_FOR
    ) | Registration.objects.filter(
        status=Status.WAITING, event__ends_on__lt=now.date() - dt.timedelta(days=2)
    )
    expired = list(old.select_related("event")[:500])
    for each in expired:
        audit.remove(each, by=BY_VISITOR, event=each.event)
    return len(expired)


def registration_by(token: str) -> Registration | None:
    """Return the registration that a link's token belongs to (1 query)."""
    found = Registration.objects.select_related("event", "entry")
    return found.filter(token_hash=hash_secret(token)).first()


def is_expired(registration: Registration, now: dt.datetime) -> bool:
    """Return whether an unconfirmed registration is older than VALID_FOR."""
    waits = registration.status == Status.UNCONFIRMED
    return waits and registration.registered_at + VALID_FOR <= now


def _refuse_unless_open(event: Event, now: dt.datetime) -> None:
    state = registration_state(event, now=now)
    if state == "full":
        raise ValidationError(FULL, "full")
    if state not in ("open", "waiting"):
        raise ValidationError(CLOSED, "closed")


def _confirmed_at(event: Event, address: str) -> Registration | None:
    """Return the one registration that an address has confirmed.

    Unconfirmed ones may exist beside it.
    """
    found = event.registrations.select_related("entry").exclude(status=Status.UNCONFIRMED)
    return found.filter(email_key=address_key(address)).first()


def _has_dropped_out(known: Registration) -> bool:
    """Return whether the player dropped out, and so may register again."""
    return known.entry is not None and known.entry.status == Entry.Status.DROPPED


def _make_room(event: Event) -> None:
    """Delete one unconfirmed registration if too many wait.

    It is the oldest from the network that sent the most. If several networks did, it is the one
    whose latest registration is newest.
    """
    found = event.registrations.filter(status=Status.UNCONFIRMED)
    waiting = list(found.order_by("registered_at", "pk"))
    if len(waiting) < MAX_UNCONFIRMED:
        return
    ((network, _number),) = Counter(each.network for each in reversed(waiting)).most_common(1)
    oldest = next(each for each in waiting if each.network == network)
    audit.remove(oldest, by=BY_VISITOR, event=event)


def _create_registration(
    event: Event, language: str, network: str, now: dt.datetime, given: RegistrationFields
) -> Registration:
    nonce = new_token()
    new = Registration(
        event=event,
        nonce=nonce,
        token_hash=hash_secret(token_of(nonce)),
        language=language,
        network=network,
        consent=event.consent_text,
        registered_at=now,
        **given,
    )
    return audit.insert(new, by=BY_VISITOR, event=event)


def _forget_others(registration: Registration, by: Actor) -> None:
    """Delete the address's other registrations, because this one is confirmed."""
    others = registration.event.registrations.filter(email_key=registration.email_key)
    for other in others.exclude(pk=registration.pk):
        audit.remove(other, by=by, event=registration.event)


def _enter_in_turn(
    waiting: QuerySet[Registration],
    has_place: Callable[[], bool],
    *,
    by: Actor,
    now: dt.datetime,
) -> list[Registration]:
    """Enter the first who waits while there is a place; return who were entered."""
    entered: list[Registration] = []
    while has_place() and (first := waiting.select_related("event").first()):
        entered.append(_enter(first, by=by, now=now))
    return entered


def _enter(registration: Registration, *, by: Actor, now: dt.datetime) -> Registration:
    """Turn the registration into an entry.

    The address is left out if somebody with another name in the event has it.
    """
    event, entry = registration.event, _entry_known(registration)
    chosen = {
        "gets_emails": registration.gets_emails,
        # Without such e-mails, the form did not ask.
        "declines_emails": event.sends_emails and not registration.gets_emails,
        "language": registration.language,
    }
    if entry is None:
        entry = add_entry(
            event=event,
            name=registration.name,
            email="" if _at_address(registration).exists() else registration.email,
            club=registration.club,
            team=registration.team,
            name_display=registration.name_display,
            by=by,
        )
    elif entry.status == Entry.Status.DROPPED:
        chosen["status"] = Entry.Status.ACTIVE
    entry = update_entry(entry=entry, by=by, **chosen)
    _forget_others(registration, by)
    changes = {"status": Status.ENTERED, "entry": entry, "confirmed_at": now, "network": ""}
    audit.update(registration, changes, by=by, event=event, action="enter")
    _tell(registration, Email.Kind.ENTERED, now)
    return registration


def _entry_known(registration: Registration) -> Entry | None:
    """Return the entry with this address, even if its player dropped out.

    None if its name is quite different, because families share addresses.
    """
    known = _at_address(registration).select_related("event").first()
    same = known and likeness_keys(known.name) & likeness_keys(registration.name)
    return known if same else None


def _at_address(registration: Registration) -> QuerySet[Entry]:
    return registration.event.entries.filter(email_key=registration.email_key)


def _tell(registration: Registration, kind: str, now: dt.datetime) -> None:
    queue_email(
        event=registration.event,
        kind=kind,
        registration=registration,
        entry=registration.entry,
        address=_own_address(registration),
        language=registration.language,
        now=now,
    )


def _own_address(registration: Registration) -> str:
    """Return the address for a registration's e-mails.

    E-mails that contain a player's personal link go to the address stored for the player, not to
    the one that somebody typed.
    """
    entry = registration.entry
    return (entry and entry.email) or registration.email


def _reload_registration(registration: Registration) -> Registration:
    found = Registration.objects.select_related("event", "entry")
    reloaded = found.filter(pk=registration.pk).first()
    if reloaded is None:
        # Another registration of this address was confirmed meanwhile.
        raise ValidationError(_("This link is not valid any more: register again."), "expired")
    return reloaded
