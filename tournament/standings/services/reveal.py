"""Freezing the public results, and revealing the final standings.

The standings are revealed place by place.
"""

import datetime as dt
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Event, Table
from tournament.standings.selectors.pages import event_page
from tournament.standings.selectors.reveal_history import SHOWN, Place, places_shown


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
    """Reveal the final standings from the last place up to `up_to`.

    None hides them again.

    `seen` is the place up to which they were revealed when this was asked for: asked twice, or
    by two at once, it happens once. What the public then sees is kept. Raise ValidationError
    where nothing is frozen, or for no place.
    """
    event = lock_event(event)
    if event.frozen_at is None:
        raise ValidationError(_("Nothing is frozen: freeze the standings first."), "not_frozen")
    if up_to is not None and up_to < 1:
        raise ValidationError(_("There is no such place."), "no_place")
    if event.revealed_to != seen or up_to == seen:
        return event
    known = places_shown(event)
    event = audit.update(event, {"revealed_to": up_to}, by=by, event=event, action="reveal")
    _keep_what_is_shown(event, known, by)
    return event


def refuse_missing_results(event: Event) -> None:
    """Raise ValidationError if a table has no result yet: no place is final (1 query)."""
    if Table.objects.filter(round__event=event, result__isnull=True).exists():
        raise ValidationError(
            _("Some tables have no result yet: no place is final."), "results_missing"
        )


def _keep_what_is_shown(event: Event, known: Mapping[str, Place], by: Actor) -> None:
    """Leave an audit row of what the public sees now and did not see so before.

    It names players by their codes: a person who is erased is not named by it.
    """
    page = event_page(event.slug) if event.revealed_to else None
    rows = page.standings.rows if page else ()
    places = [(row.rank, row.player.code, str(row.points)) for row in rows]
    fresh = [place for place in places if known.get(place[1]) != place]
    after = {"revealed_to": event.revealed_to, "places": fresh}
    audit.log(by=by, action=SHOWN, instance=event, event=event, after=after)
