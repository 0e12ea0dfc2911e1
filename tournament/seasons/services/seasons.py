"""Making, changing, publishing and deleting seasons, and choosing their events."""

import datetime as dt
from itertools import pairwise
from typing import TypedDict, Unpack

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.models import Event, Season, SeasonEvent
from tournament.models.event_settings import MAX_POINTS
from tournament.models.seasons import MAX_EVENTS
from tournament.seasons.selectors.events import events_of
from tournament.seasons.services.ratings import request_rating

MAX_SEASONS = 50
"""The most seasons of one owner."""
MAX_PLACES = 100
"""The most places that bring points."""


class SeasonFields(TypedDict, total=False):
    """The fields of a season that its organiser sets."""

    name: str
    slug: str
    points_from: str
    points_by_place: list[int]
    best: int | None
    rule_from: dt.date | None
    rule_to: dt.date | None


@transaction.atomic
def create_season(*, by: User, **fields: Unpack[SeasonFields]) -> Season:
    """Make a season of which the user is the owner (ValidationError by field)."""
    if Season.objects.filter(owner=by).count() >= MAX_SEASONS:
        raise ValidationError(
            _("You have %(most)d seasons: delete one first."), params={"most": MAX_SEASONS}
        )
    season = Season(owner=by, **fields)
    _check(season)
    return audit.insert(season, by=by, event=None)


@transaction.atomic
def change_season(*, season: Season, by: User, **fields: Unpack[SeasonFields]) -> Season:
    """Change a season (ValidationError by field)."""
    season = lock_season(season)
    for name, value in fields.items():
        setattr(season, name, value)
    _check(season)
    season.refresh_from_db()
    season = audit.update(season, fields, by=by, event=None)
    request_rating(season)
    return season


@transaction.atomic
def choose_event(*, season: Season, event: Event, by: User) -> None:
    """Take an event into a season; nothing happens if it belongs to it already."""
    season = lock_season(season)
    now = events_of(season)
    if any(each.pk == event.pk for each in now):
        return
    if len(now) >= MAX_EVENTS:
        raise ValidationError(
            _("A season has at most %(most)d events."), params={"most": MAX_EVENTS}
        )
    if event.practice:
        raise ValidationError(_("A practice event counts in no season."))
    _set_choice(season, event, left_out=False, by=by)


@transaction.atomic
def leave_event_out(*, season: Season, event: Event, by: User) -> None:
    """Take an event out of a season, one of the rule too."""
    _set_choice(lock_season(season), event, left_out=True, by=by)


def _set_choice(season: Season, event: Event, *, left_out: bool, by: User) -> None:
    choice = SeasonEvent.objects.filter(season=season, event=event).first()
    if choice is None:
        audit.insert(SeasonEvent(season=season, event=event, left_out=left_out), by=by, event=None)
    else:
        audit.update(choice, {"left_out": left_out}, by=by, event=None)
    request_rating(season)


@transaction.atomic
def publish_season(*, season: Season, published: bool, by: User) -> Season:
    """Show a season to everybody, or hide it again."""
    season = lock_season(season)
    season = audit.update(season, {"published": published}, by=by, event=None)
    request_rating(season)
    return season


@transaction.atomic
def delete_season(*, season: Season, by: User) -> None:
    """Delete a season; its events stay as they are."""
    audit.remove(lock_season(season), by=by, event=None)


def lock_season(season: Season) -> Season:
    """Lock a season and return it as it is now (ValidationError if it was deleted)."""
    found = Season.objects.select_for_update(of=("self",)).select_related("owner")
    locked = found.filter(pk=season.pk).first()
    if locked is None:
        raise ValidationError(_("Somebody has deleted this season."))
    return locked


def _check(season: Season) -> None:
    """Raise ValidationError by field for points or days that do not work."""
    points = season.points_by_place
    if not points or len(points) > MAX_PLACES:
        text = _("Give the points of 1 to %(most)d places.")
        raise ValidationError(
            {"points_by_place": ValidationError(text, params={"most": MAX_PLACES})}
        )
    if not all(isinstance(each, int) and 0 <= each <= MAX_POINTS for each in points):
        text = _("Points are whole numbers from 0 to %(most)d.")
        fault = ValidationError(text, params={"most": MAX_POINTS})
        raise ValidationError({"points_by_place": fault})
    if any(worse > better for better, worse in pairwise(points)):
        raise ValidationError({"points_by_place": _("A worse place brings no more points.")})
    if (season.rule_from is None) != (season.rule_to is None):
        raise ValidationError({"rule_to": _("Give both days, or neither.")})
    if season.rule_from and season.rule_to and season.rule_from > season.rule_to:
        raise ValidationError({"rule_to": _("The last day is before the first.")})
