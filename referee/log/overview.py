"""One game's log for the chief referee, and calls and pairings of an event."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet, Sum
from django.utils import timezone

from referee.engine.state import PLAYING
from referee.journal.order_in_force import CORRECTIONS, Placed
from referee.journal.superseded import Superseded, find_superseded
from referee.log.referees import referees_of
from referee.log.row_filter import EVERY_ROW, RowFilter
from referee.log.rows import event_of
from referee.log.table_clock import TableTime, pause_time_of, snapshot_of_game, table_time
from referee.models import Call, Device, GameLog, LoggedEvent, SetAside, SetAsideEvent
from tournament.boards import PauseTime, TableLog
from tournament.common.hall_clock import LedgerEntry
from tournament.models import Seat
from tournament.rounds.selectors.clock import hall_clocks_of
from tournament.rounds.selectors.players import names_at_table

MAX_ROWS_SHOWN = 100
OPEN_CALLS = (Call.State.OPEN, Call.State.CLAIMED)
MAX_ENTRIES_SHOWN = 100
MAX_USES_SHOWN = 20
MAX_ANSWERS = 30
USES_SHOWN_FOR = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class GameOverview:
    """One game with its rows, its tablets and the players' answers.

    The rows are newest first, and the answers are on the result. `has_older` says whether there
    are earlier rows. Of events set aside it has the latest entries, and the number of all that
    wait. It also has the open calls of the whole event, which every page shows the chief.
    `referee` is "" if not stated.
    """

    game: GameLog
    snapshot: dict[str, Any]
    names: dict[str, str]
    rows: list[LoggedEvent]
    has_older: bool
    devices: list[Device]
    set_aside: list[SetAside]
    waiting_entries: int
    waiting_events: int
    calls: list[Call]
    clock: TableTime
    referee: str

    @property
    def version(self) -> tuple[object, ...]:
        """Everything that is shown, as values; equal as long as nothing has changed.

        The time a tablet was last seen counts as a change once a minute.
        """
        game = self.game
        return (
            (game.state, game.head_seq, game.head_hash, game.lease_device_id, game.snapshot),
            [(row.seq, row.private) for row in self.rows],
            [
                (device.pk, str(device), device.revoked_at, device.pending)
                for device in self.devices
            ],
            [device.last_seen_at.replace(second=0, microsecond=0) for device in self.devices],
            [(entry.pk, entry.state, entry.event_count) for entry in self.set_aside],
            (self.waiting_entries, self.waiting_events, self.referee),
            [call.pk for call in self.calls],
            self.clock,
        )

    @property
    def plays_by_the_clock(self) -> bool:
        """Whether the game is not over: before its start, or while it is played."""
        return self.snapshot["status"] in (None, PLAYING)

    @property
    def unconfirmed(self) -> list[str]:
        """The players who still have to confirm."""
        given = self.snapshot.get("confirmed", [])
        return [player for player in self.snapshot.get("required", []) if player not in given]

    @property
    def corrected(self) -> bool:
        """Return whether the chief changed a confirmed result.

        The result stands, and nobody confirms again.
        """
        return self.game.state == GameLog.State.CONFIRMED and bool(self.unconfirmed)


def game_overview(
    game: GameLog, *, before: int | None = None, only: RowFilter = EVERY_ROW
) -> GameOverview:
    """Return one game with its last rows, or with those before row `before`.

    Only the rows that `only` lets through are included. 8 queries; 7 if nothing was set aside, one
    more for a turn.
    """
    rows = only.apply_to(LoggedEvent.objects.filter(game=game), game).order_by("-seq")
    if before is not None:
        rows = rows.filter(seq__lt=before)
    found = list(rows[: MAX_ROWS_SHOWN + 1])
    entries = list(game.set_aside.order_by("-received_at")[:MAX_ENTRIES_SHOWN])
    waiting = _waiting_counts(game) if entries else (0, 0)
    snapshot = snapshot_of_game(game) or {"status": None}
    round_ = game.table.round
    hall = hall_clocks_of([round_], now=timezone.now())[round_.pk]
    return GameOverview(
        game=game,
        snapshot=snapshot,
        clock=table_time(hall, game.table_id, snapshot),
        names=names_at_table(game.table_id),
        rows=found[:MAX_ROWS_SHOWN],
        has_older=len(found) > MAX_ROWS_SHOWN,
        devices=list(game.devices.order_by("-paired_at")),
        set_aside=entries,
        waiting_entries=waiting[0],
        waiting_events=waiting[1],
        calls=list(open_calls(game.table.round.event.slug).filter(state=Call.State.OPEN)),
        referee=referees_of(GameLog.objects.filter(pk=game.pk)).get(game.pk, ""),
    )


def _waiting_counts(game: GameLog) -> tuple[int, int]:
    """Return the numbers of entries and events of the game that wait (1 query).

    They wait for the chief.
    """
    waiting = game.set_aside.filter(state=SetAside.State.OPEN)
    held = waiting.aggregate(entries=Count("pk"), events=Sum("event_count", default=0))
    return held["entries"], held["events"]


def table_log(table: int) -> TableLog | None:
    """Return the log of the table with this key, as the tournament sees it (1 query)."""
    game = GameLog.objects.filter(table=table).only("state", "head_seq").first()
    if game is None:
        return None
    return TableLog(begun=game.head_seq > 0, over=game.state == GameLog.State.CONFIRMED)


def tables_with_tablets(tables: Collection[int]) -> list[tuple[int, int]]:
    """Return round and number of each table with a paired tablet (1 query).

    `tables` are keys. The result is sorted.
    """
    paired = Device.objects.filter(game__table__in=tables, revoked_at__isnull=True)
    return sorted(set(paired.values_list("game__table__round__number", "game__table__number")))


def paired_by_sheet(slug: str) -> list[Device]:
    """Return the tablets paired lately by a code of the sheet, the latest first."""
    since = timezone.now() - USES_SHOWN_FOR
    used = Device.objects.filter(code__event__slug=slug, request_id__isnull=False)
    lately = used.filter(paired_at__gte=since).select_related("game__table__round")
    return list(lately.order_by("-paired_at")[:MAX_USES_SHOWN])


def pauses_of_round(round_: int, steps: Iterable[LedgerEntry]) -> dict[int, PauseTime]:
    """Return the total pause of each table of a round, by table number (1 query).

    These are the tables' own pauses. `round_` is the round's key, `steps` its hall clock's ledger.
    """
    games = GameLog.objects.filter(table__round=round_).select_related("table")
    steps = tuple(steps)
    return {game.table.number: pause_time_of(snapshot_of_game(game), steps) for game in games}


def open_calls(slug: str) -> QuerySet[Call]:
    """Return the unanswered calls of an event, the oldest first."""
    calls = Call.objects.filter(game__table__round__event__slug=slug, state__in=OPEN_CALLS)
    return calls.select_related("game__table__round__event").order_by("opened_at")


def answers_given(slug: str) -> list[str]:
    """Return the answers given to calls of an event (1 query).

    Each comes once, the latest first.
    """
    calls = Call.objects.filter(game__table__round__event__slug=slug, state=Call.State.RESOLVED)
    given = calls.exclude(resolution="").order_by("-resolved_at")
    latest = given.values_list("resolution", flat=True)[: 4 * MAX_ANSWERS]
    return list(dict.fromkeys(latest))[:MAX_ANSWERS]


def add_player_names(calls: list[Call]) -> list[Call]:
    """Add to each call the name of the player it is about (1 query if there is any)."""
    about = [call for call in calls if call.player]
    if not about:
        return calls
    tables = {call.game.table_id for call in about}
    seats = Seat.objects.filter(table__in=tables).select_related("entry")
    names = {(seat.table_id, seat.entry.code): seat.entry.name for seat in seats}
    for call in about:
        call.player_name = names.get((call.game.table_id, call.player), "")
    return calls


def board_row(game: GameLog, seq: int) -> LoggedEvent | None:
    """Return the board event logged as row `seq`.

    It is None if that row is no board event.
    """
    row = LoggedEvent.objects.filter(game=game, seq=seq, kind=LoggedEvent.Kind.BOARD).first()
    return None if row is None or event_of(row)["type"] in CORRECTIONS else row


def correction_row(game: GameLog, seq: int) -> LoggedEvent | None:
    """Return the correction logged as row `seq`, or None if that row is no correction."""
    row = _table_events(game).filter(seq=seq).first()
    return row if row is not None and event_of(row)["type"] == "revise" else None


def board_rows(game: GameLog, numbers: Iterable[int]) -> list[LoggedEvent]:
    """Return the board events with these row numbers (1 query)."""
    rows = LoggedEvent.objects.filter(game=game, kind=LoggedEvent.Kind.BOARD, seq__in=numbers)
    return list(rows.order_by("seq")[:MAX_ROWS_SHOWN])


def board_since(game: GameLog, seq: int) -> list[LoggedEvent]:
    """Return the first board events and table's corrections from row `seq` on.

    It takes 1 query.
    """
    rows = LoggedEvent.objects.filter(game=game, seq__gte=seq, kind=LoggedEvent.Kind.BOARD)
    return list(rows.order_by("seq")[:MAX_ROWS_SHOWN])


def superseded_rows(game: GameLog) -> Superseded:
    """Return the rows of the game that do not count any more (1 query)."""
    return find_superseded(placed_rows(game))


def placed_rows(game: GameLog) -> list[Placed]:
    """Return every row that can touch the board, with its number, in order (1 query)."""
    rows = _table_events(game).values_list("seq", "event")
    return [(seq, json.loads(event)) for seq, event in rows]


def _table_events(game: GameLog) -> QuerySet[LoggedEvent]:
    rows = LoggedEvent.objects.filter(game=game).exclude(kind=LoggedEvent.Kind.ADMIN)
    return rows.order_by("seq")


def set_aside_entry(entry_id: UUID) -> SetAside:
    """Return an entry of events set aside, with its game.

    Raises SetAside.DoesNotExist.
    """
    return SetAside.objects.select_related("game__table__round__event").get(pk=entry_id)


def set_aside_events(entry: SetAside, page: int) -> list[SetAsideEvent]:
    """Return one page (from 1) of an entry's events, in order (1 query)."""
    first = (page - 1) * MAX_ROWS_SHOWN
    return list(entry.events.order_by("position")[first : first + MAX_ROWS_SHOWN])
