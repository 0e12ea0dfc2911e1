"""Computing a player's rating after each event in the background.

It is done as a season's ratings are.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.db import transaction

from tournament.careers.curve import (
    OWN,
    EventGames,
    RatingCurve,
    digest_of_events,
    forget_curve,
    games_by_event,
    store_curve,
    stored_curve,
)
from tournament.careers.selectors import Career, career_at
from tournament.common.limited_process import BusyError
from tournament.models import CareerEntry
from tournament.seasons.rated_games import digest_of
from tournament.seasons.services.ratings import TRY_AGAIN_SECONDS, ratings_within_limits

MAX_GAMES = 3_000
"""The most games for a curve: those of 21 events take five minutes of processor time."""
REQUEST_SECONDS = 1_800
"""After so long a request counts as lost, as when its worker was killed."""


def current_curve(found: Career) -> RatingCurve:
    """Return a page's ratings, and have them computed where they are out of date.

    They are out of date if they are not of the games that count now.
    """
    curve = stored_curve(found)
    if curve.pending:
        entry = found.over[-1].pk
        transaction.on_commit(lambda: _request(entry), robust=True)
    return curve


def _request(entry: int) -> None:
    """Have the page with an entry (by key) rated, unless that is under way."""
    if cache.add(_request_key(entry), 1, REQUEST_SECONDS):
        run_career_rating.delay(entry)


def _request_key(entry: int) -> str:
    return f"career-rating-requested:{entry}"


@shared_task(name="tournament.tasks.run_career_rating")  # type: ignore[untyped-decorator]
def run_career_rating(entry: int) -> None:
    """Rate the player with an entry. Celery finds it by way of `tournament.tasks`."""
    try:
        rate_career(entry=entry)
    except BusyError:
        run_career_rating.apply_async((entry,), countdown=TRY_AGAIN_SECONDS)
    else:
        cache.delete_many([_request_key(entry)])


def rate_career(*, entry: int) -> None:
    """Compute and store the ratings of an entry's page, unless they are there.

    The entry is named by its key.
    """
    row = CareerEntry.objects.filter(entry=entry).first()
    found = career_at(row.address) if row else None
    if found is None or not stored_curve(found).pending:
        return
    events = games_by_event(found.over)
    store_curve(found.address, digest_of_events(events), _ratings_after(events))
    # Whoever ended the page meanwhile has deleted what was stored then.
    if not CareerEntry.objects.filter(address=found.address).exists():
        forget_curve(found.address)


def _ratings_after(events: Sequence[EventGames]) -> dict[str, dict[str, Any]]:
    """Return the player's rating after each event, as JSON by the event's key.

    Empty if there are too many games.
    """
    if sum(len(each.games) for each in events) > MAX_GAMES:
        return {}
    ratings = {}
    for number, each in enumerate(events, start=1):
        games = list(chain.from_iterable(event.games for event in events[:number]))
        found = ratings_within_limits(games, digest_of(games)[:16])
        if found:
            ratings[str(each.event.pk)] = found["players"][OWN]
    return ratings
