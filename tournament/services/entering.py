"""Entering a person by name and address, and correcting person and entry together."""

from collections.abc import Collection
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Event, Player
from tournament.names import comparison_key
from tournament.services.absences import set_absences
from tournament.services.audit import Actor
from tournament.services.events import lock_event
from tournament.services.people import add_entry, create_player, update_entry, update_player


class EntryFields(TypedDict, total=False):
    """What of an entry an organiser sets."""

    club: str
    team: str
    seed: int
    name_display: str
    pinned_table: int | None


@transaction.atomic
def enter_person(
    *, event: Event, name: str, email: str, by: Actor, **fields: Unpack[EntryFields]
) -> Entry:
    """Enter somebody: who is known by this address and name, or somebody new (ValidationError by
    field, also if the address is that of somebody of another name)."""
    event = lock_event(event)
    player = _known(name, email) or create_player(name=name, email=email, by=by)
    return add_entry(event=event, player=player, by=by, **fields)


@transaction.atomic
def correct_entry(
    *,
    entry: Entry,
    name: str,
    email: str,
    everywhere: bool = False,
    absences: Collection[int],
    by: Actor,
    **fields: Unpack[EntryFields],
) -> list[int]:
    """Correct person and entry, and the rounds the player misses (ValidationError by field); the
    rounds that are to be drawn again. Who stands in other events too has one name and address in
    all of them: these change only where the organiser says so (`everywhere`)."""
    lock_event(entry.event)
    player = Player.objects.get(pk=entry.player_id)
    changed = (player.name, player.email) != (name, email)
    if changed and not everywhere and is_elsewhere(entry):
        message = _("Tick this to change the person in every event.")
        raise ValidationError({"everywhere": message})
    if changed:
        update_player(player=player, name=name, email=email, by=by)
    entry = update_entry(entry=entry, by=by, **fields)
    return set_absences(entry=entry, rounds=absences, by=by)


def is_elsewhere(entry: Entry) -> bool:
    """Whether the entry's player stands in another event too (1 query)."""
    return Entry.objects.filter(player=entry.player_id).exclude(event=entry.event_id).exists()


def _known(name: str, email: str) -> Player | None:
    player = Player.objects.filter(email__iexact=email).first() if email else None
    if player is not None and comparison_key(player.name) != comparison_key(name):
        message = _("Somebody of another name has this email address.")
        raise ValidationError({"email": message})
    return player
