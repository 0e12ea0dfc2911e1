"""The ratings of a season, computed in the background.

They are computed when other games count than before. No audit row is written: the stored
ratings can be computed again from the games.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from celery import shared_task
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.result import GameResult
from tournament.audit import delete_any
from tournament.common.limited_process import BusyError, LimitReachedError, Limits, run_limited
from tournament.models import Season, SeasonRating
from tournament.seasons import rating_process
from tournament.seasons.event_results import is_over
from tournament.seasons.rated_games import digest_of, plain_games
from tournament.seasons.selectors.tables import season_table

LIMITS = Limits(seconds=600, patience=1_800, memory=1024 * 1024 * 1024)
"""10,000 games take about 100 seconds of processor time."""
MAX_GAMES = 20_000
TRY_AGAIN_SECONDS = 60


def request_rating(season: Season) -> None:
    """Have a season rated once this transaction is committed."""
    transaction.on_commit(lambda: run_season_rating.delay(season.pk), robust=True)


def request_ratings_of(*, event: int, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Rate the seasons of an event (by key) again when another version of it counts.

    1 query; none while the event is not over.
    """
    counts = [state for state in (before, after) if is_over(state)]
    if not counts:
        return
    day = counts[-1]["event"]["starts_on"]
    by_rule = Q(rule_from__lte=day, rule_to__gte=day)
    chosen = Q(choices__event=event, choices__left_out=False)
    for season in Season.objects.filter(by_rule | chosen).distinct():
        request_rating(season)


@shared_task(name="tournament.tasks.run_season_rating")  # type: ignore[untyped-decorator]
def run_season_rating(season_pk: int) -> None:
    """Rate a season's players. Celery finds it by way of `tournament.tasks`."""
    try:
        rate_season(season_pk=season_pk)
    except BusyError:
        run_season_rating.apply_async((season_pk,), countdown=TRY_AGAIN_SECONDS)


def rate_season(*, season_pk: int) -> None:
    """Compute and store the ratings of a season.

    Nothing is computed if the stored ones are of the games that count now.
    """
    season = Season.objects.select_related("owner").filter(pk=season_pk).first()
    if season is None:
        return
    table = season_table(season)
    if not table.games:
        delete_any(SeasonRating.objects.filter(season=season))
    elif table.ratings.digest != (digest := digest_of(table.games)):
        _store(season, table.games, digest)


def _store(season: Season, games: Sequence[GameResult], digest: str) -> None:
    """Rate games and store what came of it, unless the season was deleted meanwhile."""
    seed = digest[:16]
    ratings = ratings_within_limits(games, seed)
    values = {
        "digest": digest,
        "seed": seed,
        "games": len(games),
        "ratings": ratings or {},
        "failed": ratings is None,
        "computed_at": timezone.now(),
    }
    with transaction.atomic():
        if Season.objects.select_for_update().filter(pk=season.pk).exists():
            SeasonRating.objects.update_or_create(season=season, defaults=values)


def ratings_within_limits(games: Sequence[GameResult], seed: str) -> dict[str, Any] | None:
    """Return the ratings as JSON; None if there are too many games."""
    if len(games) > MAX_GAMES:
        return None
    try:
        return compute_ratings(games, seed)
    except LimitReachedError:
        return None


def compute_ratings(games: Sequence[GameResult], seed: str) -> dict[str, Any]:
    """Return the ratings as JSON, computed in a process of its own.

    Raise BusyError or LimitReachedError.
    """
    given = json.dumps({"games": plain_games(games), "seed": seed}).encode()
    script = Path(rating_process.__file__)
    found: dict[str, Any] = json.loads(run_limited(script, given=given, limits=LIMITS))
    return found
