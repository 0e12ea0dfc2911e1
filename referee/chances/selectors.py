"""The stored chances of running games.

Boards and the public interface tell them.
"""

import datetime as dt
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from referee.insight.chances import Tally, range_of
from referee.insight.playouts import METHOD, METHODS
from referee.models import LiveChance, LoggedEvent, TurningPoints
from tournament import visibility
from tournament.models import Event

CORRECTION = (
    Q(kind=LoggedEvent.Kind.CHIEF)
    | Q(event__contains='"type":"revise"')
    | Q(event__contains='"type":"revert"')
)
"""A row that may change events before it, by the chief referee or by the table."""

Json = dict[str, Any]


def chances_of_games(games: Collection[UUID]) -> dict[UUID, LiveChance]:
    """Return the chances that still stand, by game (1 query).

    Once a game was corrected, earlier chances are of a position that never was.
    """
    return {row.game_id: row for row in _standing_chances().filter(game__in=games)}


def published_chances(event: int, state: Json, number: int, table: int) -> LiveChance | None:
    """Return the chances that a table's board in the public state tells of (1 query).

    `event` is a key, `number` the round's. None if the board tells of none, or if others have been
    stored since: those wait to be published, and what is kept for this state must not have them.
    """
    board = state["boards"].get(str(number), {}).get(str(table), {})
    told = board.get("chances")
    if not told:
        return None
    rows = _standing_chances().filter(
        game__table__round__event=event,
        game__table__round__number=number,
        game__table__number=table,
        computed_at=dt.datetime.fromisoformat(told["at"]),
    )
    return rows.first()


def _standing_chances() -> QuerySet[LiveChance]:
    corrected = LoggedEvent.objects.filter(
        CORRECTION, game=OuterRef("game"), seq__gt=OuterRef("seq")
    )
    return LiveChance.objects.filter(~Exists(corrected), method=METHOD, computed_at__isnull=False)


def win_ranges(chance: LiveChance, players: Collection[str]) -> dict[str, list[int]]:
    """Return each player's chance to win in whole percent, with its interval.

    It is given as low, high, and the sample's interval. `players` are their ids in order of
    play.
    """
    counted = tallies_of(chance)
    ranges = {code: range_of(counted, player, 1) for player, code in enumerate(players)}
    return {
        code: [round(100 * share) for share in (each.low, each.high, each.least, each.most)]
        for code, each in ranges.items()
    }


def tallies_of(chance: LiveChance) -> list[Tally]:
    """Return the counted places, by method.

    The methods are in the order of METHODS, because a database may lose theirs.
    """
    return [
        Tally(method, chance.playouts, tuple(tuple(row) for row in chance.counts[method]))
        for method in METHODS
        if method in chance.counts
    ]


def turning_point_counts(event: Event) -> dict[int, int]:
    """Return by table (key) how many turning points its current record has (1 query).

    Only records that were looked at to the end are there; none, with no query, if the event shows
    none.
    """
    if not visibility.sees_turning_points(event):
        return {}
    rows = _current_points().filter(record__table__round__event=event)
    return {table: len(points) for table, points in rows.values_list("record__table", "points")}


def turning_points_of(table: int) -> TurningPoints | None:
    """Return the turning points of a table's current record (1 query).

    `table` is a key.

    None if the event shows none, or they are not known. Whether the record itself is shown is
    asked before (`records.selectors.record_of`).
    """
    rows = _current_points().select_related("record__table__round__event")
    found = rows.filter(record__table=table).first()
    if found is None or not visibility.sees_turning_points(found.record.table.round.event):
        return None
    return found


def _current_points() -> QuerySet[TurningPoints]:
    return TurningPoints.objects.filter(
        record__superseded_at__isnull=True, method=METHOD, computed_at__isnull=False
    )
