"""Correcting a player and the rounds the player misses together."""

from collections.abc import Collection
from decimal import Decimal
from typing import TypedDict, Unpack

from django.db import transaction

from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Entry
from tournament.people.services.absences import set_absences
from tournament.people.services.entries import update_entry


class EntryFields(TypedDict, total=False):
    """The fields of an entry that an organiser sets."""

    name: str
    email: str
    club: str
    team: str
    seed: int
    name_display: str
    pinned_table: int | None
    fee_due: Decimal | None
    external_id: str


@transaction.atomic
def correct_entry(
    *, entry: Entry, absences: Collection[int], by: Actor, **fields: Unpack[EntryFields]
) -> list[int]:
    """Correct a player, and the rounds the player misses.

    Return the rounds that are to be drawn again; raise ValidationError by field.
    """
    lock_event(entry.event)
    entry = update_entry(entry=entry, by=by, **fields)
    return set_absences(entry=entry, rounds=absences, by=by)
