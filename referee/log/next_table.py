"""The table where a tablet goes on: its table's number in the newest public round."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from tournament.models import Round, Table


class NextTable(NamedTuple):
    """The table of the same number in a newer round.

    `key` is None if that round has none.
    """

    round: int
    table: int
    key: int | None


def next_table(game: UUID) -> NextTable | None:
    """Return the table in the newest public round for this game's tablets.

    The tablets go on at that table. None while no newer round is public (3 queries).
    """
    table = Table.objects.select_related("round").get(log=game)
    newest = newest_table(table.round.event_id, table.number)
    return newest if newest and newest.round > table.round.number else None


def newest_table(event: int, number: int) -> NextTable | None:
    """Return the table of this number in an event's newest public round (2 queries).

    `event` is a key. None while no round is public.
    """
    rounds = Round.objects.filter(event=event, status__in=Round.PUBLIC)
    newest = rounds.aggregate(number=Max("number"))["number"]
    if newest is None:
        return None
    tables = Table.objects.filter(round__event=event, round__number=newest, number=number)
    return NextTable(newest, number, tables.values_list("pk", flat=True).first())
