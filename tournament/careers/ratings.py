"""A player's ratings in published seasons, as the table of each season shows them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.competition.rating import Rating
from tournament.models import Entry, Membership, SeasonEvent, SeasonRating
from tournament.models.people import code_of
from tournament.seasons.rated_games import player_id
from tournament.seasons.selectors.events import results_by_event
from tournament.seasons.selectors.ratings import ratings_in
from tournament.seasons.selectors.tables import player_ids

MAX_SEASONS = 20
"""So many seasons, those rated last, are looked through."""


@dataclass(frozen=True, slots=True)
class SeasonRatingOfPlayer:
    """The player's rating in a season that the public knows of."""

    slug: str
    name: str
    rating: Rating


def ratings_of_player(entries: Collection[Entry]) -> tuple[SeasonRatingOfPlayer, ...]:
    """Return the ratings of a player in seasons, the oldest first.

    `entries` are the player's, in events that are over. 1 query, and 6 for each season that may
    have one of the events.
    """
    if not entries:
        return ()
    rated = _rated_seasons(entries).select_related("season__owner")
    newest = list(rated.order_by("-computed_at", "-pk")[:MAX_SEASONS])
    found = ((row.season, _rating_in(row, entries)) for row in reversed(newest))
    return tuple(
        SeasonRatingOfPlayer(season.slug, season.name, rating) for season, rating in found if rating
    )


def _rated_seasons(entries: Collection[Entry]) -> QuerySet[SeasonRating]:
    """Return the ratings of published seasons that may have one of the events.

    What the rule of a season really takes is asked for by `results_by_event`.
    """
    events = [entry.event_id for entry in entries]
    days = [entry.event.starts_on for entry in entries]
    chosen = SeasonEvent.objects.filter(event__in=events, left_out=False)
    organisers = Membership.objects.filter(event__in=events)
    return SeasonRating.objects.filter(
        Q(season__in=chosen.values("season"))
        | Q(
            season__owner__in=organisers.values("person"),
            season__rule_from__lte=max(days),
            season__rule_to__gte=min(days),
        ),
        season__published=True,
        failed=False,
    )


def _rating_in(row: SeasonRating, entries: Collection[Entry]) -> Rating | None:
    """Return a player's rating in a season.

    None if the season has none of the player's events any more.
    """
    counting = [event for event in results_by_event(row.season) if event.results]
    there = {event.pk for event in counting}
    own = [entry for entry in entries if entry.event_id in there]
    if not own:
        return None
    joins = list(row.season.joins.values_list("entry", "other"))
    ids, ratings = player_ids(counting, joins), ratings_in(row)
    found = (ratings.get(player_id(ids, each.event.slug, code_of(each.seed))) for each in own)
    return next(filter(None, found), None)
