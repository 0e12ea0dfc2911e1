"""Seasons of events that were played, for tests."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.utils import timezone

from referee.live.publishing.versions import publish
from tests.tournament.making import BY, enter, finish, make_event, seat_round, table_of
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, EventRole, Membership, Season
from tournament.seasons.services.seasons import change_season, choose_event, create_season

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def organiser(*events: Event, name: str = "olga") -> User:
    """A person who organises these events."""
    person = User.objects.filter(username=name).first() or User.objects.create_user(name)
    for event in events:
        Membership.objects.get_or_create(event=event, person=person, role=EventRole.ORGANISER)
    return person


def played(slug: str, *finals: int, names: Iterable[str] = NAMES, **fields) -> Event:
    """An event of one round with one table, over and published; final cash by player."""
    event = make_event(slug, number_of_rounds=1, **fields)
    enter(event, dict(enumerate(names, start=1)))
    seats = tuple(range(1, len(finals) + 1))
    finish(table_of(seat_round(event, 1, seats)), *finals)
    return announced(event)


def announced(event: Event) -> Event:
    """The event, as the public sees it now."""
    publish(event.pk, now=timezone.now())
    return Event.objects.get(pk=event.pk)


def shown(event: Event, seed: int, how: str) -> None:
    """Show a player's name another way, as of the next version."""
    Entry.objects.filter(event=event, seed=seed).update(name_display=how)
    update_event(event=event, venue=f"Hall {seed}", by=BY)
    announced(event)


def season_of(*events: Event, published: bool = True, **fields) -> Season:
    """A season of these events, published."""
    owner = organiser(*events)
    season = create_season(by=owner, name="League", slug="league")
    for event in events:
        choose_event(season=season, event=event, by=owner)
    if fields:
        season = change_season(season=season, by=owner, **fields)
    if published:
        Season.objects.filter(pk=season.pk).update(published=True)
    return Season.objects.select_related("owner").get(pk=season.pk)
