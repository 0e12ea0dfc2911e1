"""The referee at a table, as its log says."""

from uuid import UUID

from django.db.models import QuerySet

from referee.log.rows import event_of
from referee.models import GameLog, LoggedEvent


def referees_of(games: QuerySet[GameLog]) -> dict[UUID, str]:
    """Return the last named referee of each game (1 query).

    A game without one is left out; an erased name is "—".
    """
    admin = LoggedEvent.objects.filter(game__in=games, kind=LoggedEvent.Kind.ADMIN)
    named = admin.filter(event__contains='"type":"referee"').order_by("seq")
    return {row.game_id: str(event_of(row)["name"]) for row in named}
