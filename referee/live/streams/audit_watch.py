"""The search for events written to since the last look.

It uses the audit rows that every service writes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, Max

from tournament.models import AuditEntry, Table

WINDOW = 500
"""Rows that each look reads again, because a row with an earlier number may be committed later. If
one is committed later still, listeners learn of it at their next poll."""
MAX_FRESH = 1_000
OF_TABLE = str(Table._meta.model_name)


@dataclass(frozen=True, slots=True)
class Written:
    """The writes since the last look.

    `events` are addresses. `tables` are keys of tables whose event changed nowhere else. `anything`
    stands for a row that names no event, or for too many rows.
    """

    events: frozenset[str] = frozenset()
    tables: frozenset[int] = frozenset()
    tables_events: frozenset[str] = frozenset()
    anything: bool = False


@dataclass(slots=True)
class AuditWatch:
    """The audit rows seen in the last `WINDOW` and since.

    The first look finds nothing new.
    """

    _floor: int | None = None
    _seen: set[int] = field(default_factory=set)

    def look(self) -> Written:
        """Return the writes since the last look (1 query, 2 if there are any)."""
        if self._floor is None:
            self._begin()
            return Written()
        rows = AuditEntry.objects.order_by().filter(pk__gt=self._floor)
        counted = rows.aggregate(count=Count("pk"), newest=Max("pk"))
        if (counted["count"], counted["newest"]) == (
            len(self._seen),
            max(self._seen, default=None),
        ):
            return Written()
        fresh = rows.exclude(pk__in=self._seen)
        found = list(fresh.values_list("pk", "event_slug", "kind", "object_id")[: MAX_FRESH + 1])
        if not found or len(found) > MAX_FRESH:
            # Rows went (the database was put back), or there is too much to be told apart.
            self._begin()
            return Written(anything=True)
        self._seen |= {key for key, *_rest in found}
        if len(self._seen) > 2 * WINDOW:
            self._forget_before(max(self._seen) - WINDOW)
        return _written_objects(found)

    def _begin(self) -> None:
        newest = AuditEntry.objects.aggregate(newest=Max("pk"))["newest"] or 0
        self._floor = max(0, newest - WINDOW)
        self._seen = set(AuditEntry.objects.filter(pk__gt=self._floor).values_list("pk", flat=True))

    def _forget_before(self, floor: int) -> None:
        self._floor = floor
        self._seen = {key for key in self._seen if key > floor}


def _written_objects(rows: Iterable[tuple[int, str, str, int | None]]) -> Written:
    events, tables, of_tables = set(), set(), set()
    for _key, slug, kind, instance in rows:
        if kind == OF_TABLE and instance is not None:
            tables.add(instance)
            of_tables.add(slug)
        else:
            events.add(slug)
    return Written(
        frozenset(events - {""}), frozenset(tables), frozenset(of_tables), anything="" in events
    )
