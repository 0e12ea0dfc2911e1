"""Who referees at a table, as its log says."""

from uuid import UUID

from django.db.models import QuerySet

from referee.log.rows import event_of
from referee.models import GameLog, LoggedEvent


def referees_of(games: QuerySet[GameLog]) -> dict[UUID, str]:
    """Who was said last to referee these games, by game, "—" where that was erased; nothing where
    nobody was named (1 query)."""
    admin = LoggedEvent.objects.filter(game__in=games, kind=LoggedEvent.Kind.ADMIN)
    named = admin.filter(event__contains='"type":"referee"').order_by("seq")
    return {row.game_id: str(event_of(row)["name"]) for row in named}
