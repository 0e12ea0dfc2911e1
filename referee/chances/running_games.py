"""The running games whose chances the public sees, as rows of their logs."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import F, QuerySet

from referee.models import GameLog
from tournament import visibility
from tournament.models import Event
from tournament.visibility import Reader


def games_with_chances() -> Iterator[GameLog]:
    """Yield the games with chances that are shown.

    That takes 1 query, and 1 for each event that is played. Each has its table, round and
    event, and `chance_*` of the newest chances.
    """
    running = GameLog.objects.filter(state=GameLog.State.PLAYING, table__result__isnull=True)
    events = Event.objects.filter(
        shows_chances=True, mode=Event.Mode.TWO_HOUR, pk__in=running.values("table__round__event")
    )
    for event in events.defer("edition_file"):
        if visibility.sees_chances(Reader.PUBLIC, event):
            tables = visibility.running_tables(Reader.PUBLIC, event)
            yield from _with_chance(running.filter(table__in=tables.values("pk")))


def is_shown(game: GameLog) -> bool:
    """Return whether the public still sees chances of a game (2 queries)."""
    event = Event.objects.defer("edition_file").get(rounds__tables=game.table_id)
    tables = visibility.running_tables(Reader.PUBLIC, event)
    return (
        visibility.sees_chances(Reader.PUBLIC, event) and tables.filter(pk=game.table_id).exists()
    )


def _with_chance(games: QuerySet[GameLog]) -> Iterable[Any]:
    return games.select_related("table__round__event").annotate(
        chance_claimed=F("chance__claimed_at"),
        chance_head=F("chance__head"),
        chance_method=F("chance__method"),
    )
