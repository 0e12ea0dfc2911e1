"""The control room of a round.

It has every table with its latest event, in a fixed number of queries.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, OuterRef, Q, Subquery
from django.utils import timezone

from referee.language import headline_text
from referee.log.calls import OPEN_STATES, REOPENED_FOR, can_be_reopened
from referee.log.overview import add_player_names
from referee.log.rows import event_of
from referee.log.table_states import TableState, table_states
from referee.models import Call, Device, GameLog, LoggedEvent, SetAside
from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.models import ConflictingResult, Entry, Round, Table
from tournament.rounds.selectors.clock import HallClock, LedgerLine, hall_clock_and_ledger

ORDERS = ("needs", "number")
CallsByTable = dict[int, tuple[Call, ...]]
"""Calls by table key, oldest first."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of the control room.

    `last_event` is a sentence, "" before the first, received at `last_at`. `pending` counts the
    events that wait on its tablet, `extra` the seconds granted to it. `answered` are calls that can
    be reopened, `set_aside` the oldest entry of events set aside that waits.
    """

    state: TableState
    last_event: str
    last_at: dt.datetime | None
    pending: int
    extra: int
    calls: tuple[Call, ...]
    answered: tuple[Call, ...]
    set_aside: UUID | None

    @property
    def urgency(self) -> tuple[bool, ...]:
        """The sort key by need, the most urgent first.

        A call that nobody has claimed comes first, then a claimed one, anything else for the chief
        referee, two typings that differ, a pause, a silent tablet, time that is up, events that
        wait on the tablet, a result to be confirmed, and an unfinished game.
        """
        open_call = any(call.state == Call.State.OPEN for call in self.calls)
        state = self.state
        return (
            not open_call,
            not self.calls,
            not state.needs,
            not state.differs_from,
            state.clock.paused_since is None,
            state.silent_since is None,
            not state.time_called,
            self.pending == 0,
            not state.typed_by,
            state.stage in ("confirmed", "entered"),
        )

    @property
    def version(self) -> tuple[object, ...]:
        """Everything that is shown, as values."""
        calls = [(call.pk, *call.progress) for call in self.calls]
        answered = [call.pk for call in self.answered]
        return (
            self.state,
            self.last_event,
            self.last_at,
            self.pending,
            self.extra,
            calls,
            answered,
            self.set_aside,
        )


@dataclass(frozen=True, slots=True)
class ControlRoom:
    """A published round with its hall clock, its tables and the ledger.

    The tables are in the requested order. The ledger is the clock's, the newest line first.
    """

    round: Round
    clock: HallClock
    tables: tuple[TableLine, ...]
    ledger: tuple[LedgerLine, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing waits for anybody at its tables."""
        return not any(line.state.needs or line.state.typed_by for line in self.tables)

    @property
    def numbers(self) -> list[int]:
        """The numbers of its tables, ascending."""
        return sorted(table.state.number for table in self.tables)

    @property
    def version(self) -> tuple[object, ...]:
        """Everything that is shown, as values; equal as long as nothing has changed."""
        clock, item = self.clock.clock, self.round
        decided = (item.status, item.confirmed_at, item.closed_at)
        tables = [table.version for table in self.tables]
        return (item.pk, decided, clock.state, clock.ends_at, tables, self.ledger)


def waiting_elsewhere(event: int, number: int) -> dict[int, list[int]]:
    """Return the tables of other rounds where something waits for the chief.

    It takes 1 query. `event` is a key, `number` is the number of the round that is left out.
    The tables' numbers are by the numbers of their rounds.
    """
    waits = (
        Q(log__calls__state__in=OPEN_STATES)
        | Q(log__set_aside__state=SetAside.State.OPEN)
        | Q(log__state=GameLog.State.DISPUTED)
        | Q(conflicting__waiting=True)
        | Q(paper_sheet__isnull=False, paper_sheet__rejected_at=None)
    )
    others = Table.objects.filter(round__event=event, round__status__in=Round.PUBLIC)
    found = others.exclude(round__number=number).filter(waits).order_by("round__number", "number")
    tables: dict[int, list[int]] = {}
    for number, table in found.values_list("round__number", "number").distinct():
        tables.setdefault(number, []).append(table)
    return tables


def control_room(round_: Round, *, order: str = "needs") -> ControlRoom:
    """Return the control room of a round whose event is loaded.

    10 queries, 1 more if a call is about a player.
    """
    now = timezone.now()
    calls, answered = _calls(round_, now)
    set_aside = _set_aside(round_)
    waiting = {
        "call": set(calls),
        "set_aside": set(set_aside),
        "result": _contested_tables(round_),
    }
    hall, ledger = hall_clock_and_ledger(round_, now=now)
    last, pending = _last_events(round_), _pending_events(round_)
    lines = [
        TableLine(
            state=state,
            last_event=last.get(state.key, ("", None))[0],
            last_at=last.get(state.key, ("", None))[1],
            pending=pending.get(state.key, 0),
            extra=hall.extra.get(state.key, 0),
            calls=calls.get(state.key, ()),
            answered=answered.get(state.key, ()),
            set_aside=set_aside.get(state.key),
        )
        for state in table_states(round_, hall, waiting, now=now)
    ]
    if order == "needs":
        lines.sort(key=lambda line: line.urgency)
    return ControlRoom(round_, hall, tuple(lines), ledger)


def _calls(round_: Round, now: dt.datetime) -> tuple[CallsByTable, CallsByTable]:
    """Return the open calls of the round, and those that can be reopened, by table."""
    shown = Q(state__in=OPEN_STATES) | Q(resolved_at__gte=now - REOPENED_FOR)
    calls = Call.objects.filter(shown, game__table__round=round_).order_by("opened_at")
    found = add_player_names(list(calls.select_related("game__table__round__event")))
    return (
        _by_table(call for call in found if call.state in OPEN_STATES),
        _by_table(call for call in found if can_be_reopened(call, now)),
    )


def _by_table(calls: Iterable[Call]) -> CallsByTable:
    found: CallsByTable = {}
    for call in calls:
        table = call.game.table_id
        found[table] = (*found.get(table, ()), call)
    return found


def _set_aside(round_: Round) -> dict[int, UUID]:
    """Return the oldest entry that waits at each table, by the tables' keys."""
    waiting = SetAside.objects.filter(game__table=OuterRef("pk"), state=SetAside.State.OPEN)
    oldest = Subquery(waiting.order_by("received_at", "pk").values("pk")[:1])
    tables = Table.objects.filter(round=round_).annotate(oldest=oldest)
    return dict(tables.exclude(oldest=None).values_list("pk", "oldest"))


def _contested_tables(round_: Round) -> set[int]:
    waiting = ConflictingResult.objects.filter(table__round=round_, waiting=True)
    return set(waiting.order_by().values_list("table", flat=True))


def _pending_events(round_: Round) -> dict[int, int]:
    """Return the number of events that wait on each table's writing tablet.

    The keys are the tables' keys.
    """
    writers = Device.objects.filter(game__table__round=round_, game__lease_device=F("pk"))
    return dict(writers.order_by().values_list("game__table", "pending"))


def _last_events(round_: Round) -> dict[int, tuple[str, dt.datetime]]:
    """Return the last row of each table's log, by the tables' keys.

    It is a sentence in the reader's language, with the time it was received.
    """
    edition, names = edition_of(round_.event), _names(round_)
    rows = LoggedEvent.objects.filter(game__table__round=round_, seq=F("game__head_seq"))
    return {
        row.game.table_id: (_sentence(row, names, edition), row.received_at)
        for row in rows.select_related("game").defer("game__snapshot", "consequences")
    }


def _sentence(row: LoggedEvent, names: dict[str, str], edition: Edition) -> str:
    return headline_text(event_of(row), names, edition)


def _names(round_: Round) -> dict[str, str]:
    entries: Iterable[Entry] = Entry.objects.filter(event=round_.event)
    return {entry.code: entry.name for entry in entries}
