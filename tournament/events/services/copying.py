"""Making an event from an earlier one.

The settings are copied and, if wished, the staff and the players.
"""

import datetime as dt
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament import audit
from tournament.audit import Actor
from tournament.common.names import ERASED
from tournament.events.services.events import begin_event
from tournament.models import Entry, Event, Membership

AT_A_TIME = 500


@transaction.atomic
def copy_event(
    *,
    like: Event,
    name: str,
    starts_on: dt.date,
    by: Actor,
    with_staff: bool = False,
    with_players: bool = False,
    **more: Any,
) -> Event:
    """Create a hidden event from an earlier one; raise ValidationError by field.

    Settings come as `begin_event` copies them. Results, draws, check-in, personal links and what
    players agreed to stay with the earlier event.
    """
    event = begin_event(name=name, starts_on=starts_on, by=by, like=like, **more)
    if with_staff:
        _copy_staff(like, event, by)
    if with_players:
        _copy_players(like, event, by)
    return event


def _copy_staff(like: Event, event: Event, by: Actor) -> None:
    """Give the members of the earlier event the same roles.

    The person who copies stays an organiser.
    """
    members = like.memberships.filter(person__is_active=True).order_by("pk")
    if isinstance(by, User):
        members = members.exclude(person=by)
    new = [Membership(event=event, person_id=each.person_id, role=each.role) for each in members]
    Membership.objects.bulk_create(new, batch_size=AT_A_TIME)
    after = [{"person_id": each.person_id, "role": each.role} for each in new]
    audit.log(by=by, action="copy staff", instance=event, event=event, after=after)


def _copy_players(like: Event, event: Event, by: Actor) -> None:
    """Enter the players of the earlier event in their order.

    Players who withdrew are left out.
    """
    players = like.entries.filter(status=Entry.Status.ACTIVE).exclude(name=ERASED).order_by("seed")
    new = [
        Entry(
            event=event,
            seed=seed,
            name=each.name,
            email=each.email,
            email_key=each.email_key,
            external_id=each.external_id,
            club=each.club,
            team=each.team,
            name_display=each.name_display,
            language=each.language,
            declines_emails=each.declines_emails,
        )
        for seed, each in enumerate(players, start=1)
    ]
    Entry.objects.bulk_create(new, batch_size=AT_A_TIME)
    # In the form of an import, from which a person can be erased.
    after = [{"seed": each.seed, "name": each.name, "club": each.club} for each in new]
    audit.log(by=by, action="copy players", instance=event, event=event, after=after)
