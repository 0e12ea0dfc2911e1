"""Making, changing and deleting events."""

import datetime as dt
import secrets
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, NamedTuple, TypedDict, Unpack

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.finals import stages
from tournament.models import Entry, Event, EventRole, Membership, Result, Round
from tournament.models.event_settings import (
    COPIED,
    RESERVED_ADDRESSES,
    RULE_FIELDS,
    STANDINGS_FIELDS,
)

MAX_ADDRESS = 60
MAX_REASON = 200


class _Planned(NamedTuple):
    """The rounds of an event as they would be."""

    number_of_rounds: int
    finals: list[int]


class EventFields(TypedDict, total=False):
    """The fields of an event that an organiser sets."""

    name: str
    slug: str
    starts_on: dt.date
    ends_on: dt.date
    venue: str
    time_zone: str
    edition: str
    edition_file: str
    mode: str
    rulings: dict[str, str]
    number_of_rounds: int
    length_minutes: int
    table_sizes: list[int]
    roles: str
    draw_order: list[str]
    score_groups: bool
    advice: str
    board_delay: int
    shows_chances: bool
    check_in_until: dt.datetime | None
    leaves_out_absent: bool
    registration: str
    registration_until: dt.datetime | None
    registration_limit: int | None
    has_waiting_list: bool
    asks_club: bool
    offers_hidden_name: bool
    consent_text: str
    sends_emails: bool
    keep_apart: list[list[str]]
    points_by_place: list[int]
    tie_breaks: list[str]
    discards: int
    least_counting: int
    corrects_roles: bool
    finals: list[int]
    teams: str
    members_counted: int | None
    fee: Decimal | None
    fee_currency: str
    lot_seed: str
    published: bool
    practice: bool
    frozen_at: dt.datetime | None
    revealed_to: int | None


@transaction.atomic
def create_event(*, by: Actor, **fields: Unpack[EventFields]) -> Event:
    """Create an event, with the user as its organiser.

    Without `ends_on` it lasts one day; a lot without a seed gets one, which is recorded. Raise
    ValidationError by field if the event is not valid.
    """
    event = Event(**fields)
    if event.ends_on is None:
        event.ends_on = event.starts_on
    event.lot_seed = _seed_for(event)
    audit.insert(event, by=by, event=event)
    if isinstance(by, User):
        organiser = Membership(event=event, person=by, role=EventRole.ORGANISER)
        audit.insert(organiser, by=by, event=event)
    return event


@transaction.atomic
def begin_event(
    *, name: str, starts_on: dt.date, by: Actor, like: Event | None = None, **more: Any
) -> Event:
    """Create an event that is then set up step by step.

    Its address follows from its name, and its settings from `like` or the defaults. Raise
    ValidationError by field.
    """
    copied = {field: getattr(like, field) for field in COPIED} if like else {}
    # Its end is a date, which is not copied: without one it would open as the event is published.
    if copied.get("registration") == Event.Registering.OPEN:
        copied["registration"] = Event.Registering.CLOSED
    slug = _free_address(name, starts_on)
    fields: Any = {**copied, **more, "name": name, "starts_on": starts_on, "slug": slug}
    return create_event(by=by, **fields)


def _free_address(name: str, starts_on: dt.date) -> str:
    """Return a free address from the name without accents, else from the day.

    A number is added if the address is taken.
    """
    longest = MAX_ADDRESS - len("-9999")
    base = slugify(name)[:longest].strip("-") or f"event-{starts_on:%Y-%m-%d}"
    taken = set(Event.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    candidates = (base, *(f"{base}-{number}" for number in range(2, 10_000)))
    return next(c for c in candidates if c not in taken and c not in RESERVED_ADDRESSES)


@transaction.atomic
def update_event(
    *, event: Event, by: Actor, reason: str = "", **fields: Unpack[EventFields]
) -> Event:
    """Change an event; raise ValidationError by field.

    The rules of the game stay while games judged by them have results, and so do rounds that have
    seats. So does the currency while payments are noted in it. Ranking settings are changed only
    with a `reason`, as a repair, and the audit log keeps it.
    """
    event = lock_event(event)
    changes: dict[str, Any] = dict(fields)
    _refuse_new_rules(event, changes)
    repairs = _refuse_other_standings(event, changes, reason)
    _refuse_lost_rounds(event, changes)
    _refuse_other_currency(event, changes)
    _refuse_other_finals(event, changes)
    draws_lot = "lot" in changes.get("tie_breaks", event.tie_breaks)
    draws_lot |= bool(changes.get("finals", event.finals))
    if draws_lot and not changes.get("lot_seed", event.lot_seed):
        changes["lot_seed"] = new_seed()
    why = {"action": "repair", "reason": reason.strip()[:MAX_REASON]} if repairs else {}
    return audit.update(event, changes, by=by, event=event, **why)


@transaction.atomic
def hide_event(*, event: Event, by: Actor) -> Event:
    """Take back that an event was published (ValidationError once a round is public)."""
    event = lock_event(event)
    if event.rounds.filter(status__in=Round.PUBLIC).exists():
        raise ValidationError(_("Rounds of this event are published: take that back first."))
    return audit.update(event, {"published": False}, by=by, event=event)


@transaction.atomic
def delete_event(*, event: Event, by: Actor) -> None:
    """Delete an event without results, with its draws and its players.

    Raise ValidationError if it has results.
    """
    event = lock_event(event)
    if Result.objects.filter(table__round__event=event).exists():
        raise ValidationError(_("The event has results: remove them first."), code="has_results")
    audit.remove(event, by=by, event=event)


def lock_event(event: Event) -> Event:
    """Lock the event's row until the transaction ends.

    All writes of one event queue here.
    """
    return Event.objects.select_for_update().get(pk=event.pk)


def current_entry(entry: Entry) -> Entry:
    """Return the entry as it is now, within the lock of its event.

    Raise ValidationError if it was removed or merged while its page was open.
    """
    found = Entry.objects.select_for_update().filter(pk=entry.pk).first()
    if found is None:
        raise ValidationError(_("This player was taken off the list meanwhile."), code="gone")
    return found


def new_seed() -> str:
    """Return a seed nobody could choose; it is recorded with what it decides."""
    return secrets.token_hex(8)


def _seed_for(event: Event) -> str:
    return event.lot_seed or (new_seed() if "lot" in event.tie_breaks or event.finals else "")


def _refuse_new_rules(event: Event, changes: dict[str, Any]) -> None:
    changed = _changed_with_results(event, changes, RULE_FIELDS)
    if changed:
        message = _("Games of this event have results under the rules in force.")
        raise ValidationError(dict.fromkeys(changed, message))


def _refuse_other_standings(event: Event, changes: dict[str, Any], reason: str) -> bool:
    """Refuse changes to how results are ranked, unless a reason makes them a repair.

    Return whether they are a repair.
    """
    changed = _changed_with_results(event, changes, STANDINGS_FIELDS)
    if changed and not reason.strip():
        message = _(
            "Games of this event have results, and another choice would change standings that"
            " were seen: it stays. Whoever runs this server can repair a mistake in the"
            " administration, with a reason."
        )
        raise ValidationError(dict.fromkeys(changed, message), code="has_results")
    return bool(changed)


def _changed_with_results(
    event: Event, changes: dict[str, Any], fields: Iterable[str]
) -> list[str]:
    """Return those of the fields that would change in an event with results."""
    changed = [name for name in fields if name in changes and changes[name] != getattr(event, name)]
    has_results = changed and Result.objects.filter(table__round__event=event).exists()
    return changed if has_results else []


def _refuse_other_finals(event: Event, changes: dict[str, Any]) -> None:
    """Refuse other finals once a cut is recorded.

    A round that has seats also stays what it is, a final or not.
    """
    now = {n: (s.first, s.size) for s in stages(event) for n in range(s.first, s.last + 1)}
    planned = _Planned(
        changes.get("number_of_rounds", event.number_of_rounds),
        changes.get("finals", event.finals),
    )
    then = {n: (s.first, s.size) for s in stages(planned) for n in range(s.first, s.last + 1)}
    changed = sorted(n for n in {*now, *then} if now.get(n) != then.get(n))
    if not changed:
        return
    field = "finals" if "finals" in changes else "number_of_rounds"
    if event.cuts.filter(round_number__in=[first for first, _size in now.values()]).exists():
        message = _("The cut to the finals is recorded: take it back first.")
        raise ValidationError({field: message}, code="has_cut")
    seated = event.rounds.filter(number__in=changed, seats__isnull=False)
    if found := seated.order_by("number").first():
        message = _(
            "Round %(number)d is drawn and stays what it is. Add a round under “Rounds and tables”"
            " first, or take the seats of round %(number)d away."
        )
        raise ValidationError({field: ValidationError(message, params={"number": found.number})})


def _refuse_lost_rounds(event: Event, changes: dict[str, Any]) -> None:
    last = changes.get("number_of_rounds")
    if last is None or last >= event.number_of_rounds:
        return
    if event.rounds.filter(number__gt=last, seats__isnull=False).exists():
        message = _("Later rounds have seats: clear them first.")
        raise ValidationError({"number_of_rounds": message})


def _refuse_other_currency(event: Event, changes: dict[str, Any]) -> None:
    """Refuse another currency while payments are noted.

    They would be read in the new currency.
    """
    if changes.get("fee_currency", event.fee_currency) == event.fee_currency:
        return
    if event.entries.filter(fee_paid__isnull=False).exists():
        message = _(
            "Payments are noted in %(currency)s, so it stays; to change it, take them back first."
        )
        params = {"currency": event.fee_currency}
        error = ValidationError(message, code="has_payments", params=params)
        raise ValidationError({"fee_currency": error})
