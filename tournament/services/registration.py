"""Players who register by themselves: asked to confirm, entered or put on the waiting list."""

import datetime as dt
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.imports.likeness import likeness_keys
from tournament.models import Email, Entry, Event, Player, Registration
from tournament.secret_tokens import hashed, new_token, token_of
from tournament.selectors.registrations import (
    may_move_up,
    places_of,
    registration_state,
    waiting_of,
)
from tournament.services import audit
from tournament.services.audit import Actor
from tournament.services.emails import queue_email
from tournament.services.events import lock_event
from tournament.services.people import add_entry, create_player, update_entry

VALID_FOR = dt.timedelta(hours=48)
"""A registration that nobody confirms is deleted after so long."""
MAX_UNCONFIRMED = 500
"""Of one event at a time."""
BY_VISITOR = "registration"
BY_WAITING_LIST = "waiting list"
Status = Registration.Status
CLOSED = _("Registration is closed.")
FULL = _("All places are taken.")


class RegistrationFields(TypedDict):
    """What somebody gives to register."""

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
    now: dt.datetime | None = None,
    **given: Unpack[RegistrationFields],
) -> None:
    """Take a registration, and send an e-mail to its address: to confirm it, or to say that it is
    known already. The caller cannot tell which. ValidationError where the event takes none now
    (codes `closed`, `full`), or too many wait to be confirmed (`too_many`)."""
    event, now = lock_event(event), now or timezone.now()
    _refuse_unless_open(event, now)
    known = event.registrations.select_related("entry").filter(email__iexact=given["email"]).first()
    if known is not None and _stays(known):
        kind = Email.Kind.KNOWN if known.status == Status.ENTERED else Email.Kind.WAITING
    else:
        known, kind = _written(event, known, language, now, given), Email.Kind.CONFIRM
    queue_email(
        event=event,
        kind=kind,
        registration=known,
        entry=known.entry,
        address=known.email,
        language=language,
        now=now,
    )


@transaction.atomic
def confirm_registration(
    *, registration: Registration, now: dt.datetime | None = None
) -> Registration:
    """Whoever reads the address's e-mails confirms: entered, or put on the waiting list; twice is
    once. ValidationError where the event takes none any more (codes `closed`, `full`) or it was
    too long ago (`expired`)."""
    event, now = lock_event(registration.event), now or timezone.now()
    registration = _reloaded(registration)
    if registration.status != Status.UNCONFIRMED:
        return registration
    if is_expired(registration, now):
        raise ValidationError(_("This link is not valid any more: register again."), "expired")
    if event.registration != Event.Registering.OPEN or event.called_off:
        raise ValidationError(CLOSED, "closed")
    known = _entry_known(registration)
    plays = known is not None and known.status == Entry.Status.ACTIVE
    if plays or places_of(event).are_free_at_once(event.registration_limit):
        return _enter(registration, by=BY_VISITOR, now=now)
    if not event.has_waiting_list:
        raise ValidationError(FULL, "full")
    changes = {"status": Status.WAITING, "confirmed_at": now}
    audit.update(registration, changes, by=BY_VISITOR, event=event, action="wait")
    _tell(registration, Email.Kind.WAITING, now)
    return registration


@transaction.atomic
def enter_registration(*, registration: Registration, by: Actor) -> Registration:
    """The organiser enters somebody, whatever the limit and before any confirmation."""
    lock_event(registration.event)
    registration = _reloaded(registration)
    if registration.status == Status.ENTERED:
        return registration
    return _enter(registration, by=by, now=timezone.now())


@transaction.atomic
def remove_registration(*, registration: Registration, by: Actor) -> None:
    """Forget a registration that is no entry yet (ValidationError for one that is)."""
    event = lock_event(registration.event)
    found = event.registrations.filter(pk=registration.pk).first()
    if found is None:
        return
    if found.status == Status.ENTERED:
        raise ValidationError(_("This person is entered already."), "entered")
    audit.remove(found, by=by, event=event)


@transaction.atomic
def fill_places(*, event: Event, now: dt.datetime) -> list[Registration]:
    """Enter the first of the waiting list while there are places; nobody once a round was
    published, for then it is the organiser who decides."""
    event = lock_event(event)
    entered: list[Registration] = []
    while may_move_up(event):
        first = waiting_of(event).select_related("event").first()
        if first is None:
            break
        entered.append(_enter(first, by=BY_WAITING_LIST, now=now))
    return entered


@transaction.atomic
def forget_expired(*, now: dt.datetime) -> int:
    """Delete what nobody confirmed in time, and who still waits when an event is over; how many."""
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
    """The registration of a link (1 query)."""
    found = Registration.objects.select_related("event", "entry__player")
    return found.filter(token_hash=hashed(token)).first()


def is_expired(registration: Registration, now: dt.datetime) -> bool:
    """Whether it was to be confirmed, and too long ago."""
    waits = registration.status == Status.UNCONFIRMED
    return waits and registration.registered_at + VALID_FOR <= now


def _refuse_unless_open(event: Event, now: dt.datetime) -> None:
    state = registration_state(event, now=now)
    if state == "full":
        raise ValidationError(FULL, "full")
    if state not in ("open", "waiting"):
        raise ValidationError(CLOSED, "closed")
    if event.registrations.filter(status=Status.UNCONFIRMED).count() >= MAX_UNCONFIRMED:
        text = _("Too many registrations wait to be confirmed: try again later.")
        raise ValidationError(text, "too_many")


def _stays(known: Registration) -> bool:
    """Whether it is more than a wish that anybody can write anew; who dropped out may register
    again."""
    dropped = known.entry is not None and known.entry.status == Entry.Status.DROPPED
    return known.status != Status.UNCONFIRMED and not dropped


def _written(
    event: Event,
    known: Registration | None,
    language: str,
    now: dt.datetime,
    given: RegistrationFields,
) -> Registration:
    """A new registration, or what the address gave before, anew."""
    fields = {**given, "language": language, "consent": event.consent_text, "registered_at": now}
    if known is not None:
        fields |= {"status": Status.UNCONFIRMED, "confirmed_at": None, "entry": None}
        return audit.update(known, fields, by=BY_VISITOR, event=event)
    nonce = new_token()
    new = Registration(event=event, nonce=nonce, token_hash=hashed(token_of(nonce)), **fields)
    return audit.insert(new, by=BY_VISITOR, event=event)


def _enter(registration: Registration, *, by: Actor, now: dt.datetime) -> Registration:
    """Make the registration an entry, of the player with its address where the names agree."""
    event, entry = registration.event, _entry_known(registration)
    chosen = {"gets_emails": registration.gets_emails, "language": registration.language}
    if entry is None:
        player = _player_known(registration) or _new_player(registration, by)
        entry = add_entry(
            event=event,
            player=player,
            club=registration.club,
            team=registration.team,
            name_display=registration.name_display,
            by=by,
        )
    elif entry.status == Entry.Status.DROPPED:
        chosen["status"] = Entry.Status.ACTIVE
    entry = update_entry(entry=entry, by=by, **chosen)
    changes = {"status": Status.ENTERED, "entry": entry, "confirmed_at": now}
    audit.update(registration, changes, by=by, event=event, action="enter")
    _tell(registration, Email.Kind.ENTERED, now)
    return registration


def _new_player(registration: Registration, by: Actor) -> Player:
    """Somebody new; without the address where it is another person's, who has it alone."""
    taken = Player.objects.filter(email__iexact=registration.email).exists()
    email = "" if taken else registration.email
    return create_player(name=registration.name, email=email, by=by)


def _player_known(registration: Registration) -> Player | None:
    """The player with this address, unless the name is quite another: families share addresses."""
    known = Player.objects.filter(email__iexact=registration.email).first()
    same = known and likeness_keys(known.name) & likeness_keys(registration.name)
    return known if same else None


def _entry_known(registration: Registration) -> Entry | None:
    """The entry that this person has in the event already, dropped or not."""
    player = _player_known(registration)
    entries = Entry.objects.select_related("event", "player")
    return entries.filter(event=registration.event_id, player=player).first() if player else None


def _tell(registration: Registration, kind: str, now: dt.datetime) -> None:
    queue_email(
        event=registration.event,
        kind=kind,
        registration=registration,
        entry=registration.entry,
        address=registration.email,
        language=registration.language,
        now=now,
    )


def _reloaded(registration: Registration) -> Registration:
    found = Registration.objects.select_related("event", "entry__player")
    return found.get(pk=registration.pk)
