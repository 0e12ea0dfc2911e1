"""The clock of a round and of its tables, read from the ledger."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from tournament.common import hall_clock
from tournament.models import ClockEntry, Round, Table

# Written out since every tablet in the hall asks for it all the time: the lines of the table's
# round, or one of NULLs where there is none, each with the length of the event's games.
LEDGER_OF_TABLE = """
SELECT c.*, e.length_minutes
FROM tournament_table t
JOIN tournament_round r ON r.id = t.round_id
JOIN tournament_event e ON e.id = r.event_id
LEFT JOIN tournament_clockentry c ON c.round_id = r.id
WHERE t.id = %s ORDER BY c.id
"""


@dataclass(frozen=True, slots=True)
class TableClock:
    """One table's clock at `as_of`, in seconds.

    `extra` is what this table was granted. `steps` are those of the hall's clock, for its reading
    at other moments.
    """

    state: hall_clock.State
    length: int
    extra: int
    elapsed: int
    as_of: dt.datetime
    steps: tuple[hall_clock.LedgerEntry, ...] = ()
    elapsed_ms: int = 0

    @property
    def remaining(self) -> int:
        """Seconds left for this table; below 0 once its time is up."""
        return self.length + self.extra - self.elapsed


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of a round's clock ledger; `table` is None for the whole hall."""

    kind: str
    label: str
    table: int | None
    seconds: int
    reason: str
    at: dt.datetime
    by: str


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The hall's clock with its `steps`, the extra time, and the ledger.

    `extra` has the extra time of each table by its number.
    """

    clock: hall_clock.Clock
    extra: dict[int, int]
    ledger: tuple[LedgerLine, ...]
    steps: tuple[hall_clock.LedgerEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class HallClock:
    """The hall's clock of a round with its `steps`, and the extra time.

    `extra` has the tables that have some extra time, by key.
    """

    clock: hall_clock.Clock
    extra: dict[int, int]
    steps: tuple[hall_clock.LedgerEntry, ...] = ()


def hall_clocks_of(rounds: Iterable[Round], *, now: dt.datetime) -> dict[int, HallClock]:
    """Return the clocks of rounds, by the rounds' keys (1 query).

    The event of each round is loaded.
    """
    lengths = {item.pk: item.event.length_minutes * 60 for item in rounds}
    entries: dict[int, list[ClockEntry]] = {key: [] for key in lengths}
    for entry in ClockEntry.objects.filter(round__in=lengths).order_by("pk"):
        entries[entry.round_id].append(entry)
    return {
        key: HallClock(_fold(lines, lengths[key], now), _extra(lines), _steps(lines))
        for key, lines in entries.items()
    }


def hall_clock_and_ledger(
    round_: Round, *, now: dt.datetime
) -> tuple[HallClock, tuple[LedgerLine, ...]]:
    """Return the clock of a round whose event is loaded, and its ledger (1 query)."""
    entries = _entries_of(round_)
    clock = _fold(entries, round_.event.length_minutes * 60, now)
    return HallClock(clock, _extra(entries), _steps(entries)), _ledger(entries)


def _entries_of(round_: Round) -> list[ClockEntry]:
    return list(ClockEntry.objects.filter(round=round_).select_related("table").order_by("pk"))


def _ledger(entries: list[ClockEntry]) -> tuple[LedgerLine, ...]:
    return tuple(_line(entry) for entry in reversed(entries))


def _extra(entries: Iterable[ClockEntry]) -> dict[int, int]:
    granted: dict[int, int] = {}
    for entry in entries:
        if entry.table_id is not None:
            granted[entry.table_id] = granted.get(entry.table_id, 0) + entry.seconds
    return granted


def clock_of_round(round_: Round, *, now: dt.datetime | None = None) -> RoundClock:
    """Return the clock of a round whose event is loaded (2 queries)."""
    entries = _entries_of(round_)
    extra = dict.fromkeys(round_.tables.order_by("number").values_list("number", flat=True), 0)
    for entry in entries:
        if entry.table is not None:
            extra[entry.table.number] += entry.seconds
    length = round_.event.length_minutes * 60
    clock = _fold(entries, length, now or timezone.now())
    return RoundClock(clock, extra, _ledger(entries), _steps(entries))


def clock_of_table(table_pk: int, *, now: dt.datetime | None = None) -> TableClock:
    """Return the clock of one table (1 query). Raises Table.DoesNotExist."""
    found: list[Any] = list(ClockEntry.objects.raw(LEDGER_OF_TABLE, [table_pk]))
    if not found:
        raise Table.DoesNotExist
    entries = [entry for entry in found if entry.pk is not None]
    extra = sum(entry.seconds for entry in entries if entry.table_id == table_pk)
    clock = _fold(entries, found[0].length_minutes * 60, now or timezone.now())
    steps = _steps(entries)
    return TableClock(
        clock.state, clock.length, extra, clock.elapsed, clock.as_of, steps, clock.elapsed_ms
    )


def _fold(entries: list[ClockEntry], length: int, now: dt.datetime) -> hall_clock.Clock:
    return hall_clock.clock_at(_steps(entries), length=length, now=now)


def _steps(entries: list[ClockEntry]) -> tuple[hall_clock.LedgerEntry, ...]:
    kinds: dict[str, hall_clock.Step] = {step: step for step in hall_clock.STEPS}
    return tuple(
        hall_clock.LedgerEntry(kinds[entry.kind], entry.at)
        for entry in entries
        if entry.kind in kinds
    )


def _line(entry: ClockEntry) -> LedgerLine:
    return LedgerLine(
        kind=entry.kind,
        label=entry.get_kind_display(),
        table=entry.table.number if entry.table else None,
        seconds=entry.seconds,
        reason=gettext(entry.reason) if entry.reason == ClockEntry.MOVED else entry.reason,
        at=entry.at,
        by=entry.by,
    )
