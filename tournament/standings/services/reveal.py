"""Freezing what the public sees of results, and revealing the final standings place by place."""

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Event


@transaction.atomic
def freeze_results(*, event: Event, by: Actor, at: dt.datetime | None = None) -> Event:
    """Hide from the public what was confirmed after `at`, by default now.

    Places revealed before are hidden again. A frozen event changes only if another moment is named.
    """
    event = lock_event(event)
    if event.frozen_at and at is None:
        return event
    changes = {"frozen_at": at or timezone.now(), "revealed_to": None}
    return audit.update(event, changes, by=by, event=event, action="freeze")


@transaction.atomic
def show_results(*, event: Event, by: Actor) -> Event:
    """Show the public every result again, those to come too."""
    event = lock_event(event)
    changes = {"frozen_at": None, "revealed_to": None}
    return audit.update(event, changes, by=by, event=event, action="show")


@transaction.atomic
def reveal_places(*, event: Event, up_to: int | None, seen: int | None, by: Actor) -> Event:
    """Reveal the final standings from the last place up to `up_to` (None: hide them again).

    `seen` is the place up to which they were revealed when this was asked for: asked twice, or by
    two at once, it happens once. ValidationError where nothing is frozen, or for no place.
    """
    event = lock_event(event)
    if event.frozen_at is None:
        raise ValidationError(_("Nothing is frozen: freeze the standings first."), "not_frozen")
    if up_to is not None and up_to < 1:
        raise ValidationError(_("There is no such place."), "no_place")
    if event.revealed_to != seen:
        return event
    return audit.update(event, {"revealed_to": up_to}, by=by, event=event, action="reveal")
