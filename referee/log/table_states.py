"""The state of each table of a round, and what needs the chief referee there."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Subquery

from referee.engine.state import PLAYING
from referee.log.referees import referees_of
from referee.log.table_clock import TableTime, snapshot_of_game, table_time
from referee.models import Call, GameLog
from tournament.models import Entry, PaperSheet, Result, Round, Table
from tournament.rounds.selectors.clock import HallClock

SILENT_AFTER = dt.timedelta(seconds=20)
"""A tablet polls every 0.8 s, and the server records that every 4 s."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The state of one table, by its key and number.

    Its values are plain, so that two states can be compared.

    `stage` is `waiting` (not started), `playing`, `procedure` (of the game's end),
    `unconfirmed`, `confirmed`, or `entered` (a result by hand, no log). `step` is the engine's
    status, `on_turn` a player's name. `needs` lists the matters for the chief: `call`,
    `set_aside`, `result` (several, to choose from), `dispute`, `refused`.

    `typed_by` is the person who typed the sheet that waits to be confirmed, "" if none waits;
    `differs_from` is a second one who typed something else, "" if nobody did.

    `clock` is the table's, with its extra time and its own pauses. `missing` counts the players
    who have not confirmed; `cleared`: the table said that everything was handed in. `referee`
    is the name that the table gave, "" if none. `tablet` is "" if none writes; `silent_since`
    is None unless the tablet is silent while somebody waits for it.
    """

    key: int
    number: int
    game: UUID | None
    stage: str
    step: str
    on_turn: str
    typed_by: str
    differs_from: str
    paused: bool
    clock: TableTime
    time_called: bool
    needs: tuple[str, ...]
    missing: int
    cleared: bool
    referee: str
    tablet: str
    silent_since: dt.datetime | None

    @property
    def clock_counts(self) -> bool:
        """Whether the clock counts for this table.

        It counts while the table plays against the clock, and if the clock runs before the table
        has begun.
        """
        begun = self.stage == "waiting" and self.clock.state != "waiting"
        return begun or self.stage == "playing"


def table_states(
    round_: Round, hall: HallClock, waiting: Mapping[str, Collection[int]], *, now: dt.datetime
) -> list[TableState]:
    """Return the tables of a round whose event is loaded, in order (3 queries).

    `waiting` has the keys of tables at which something waits for the chief: a `call`, events
    `set_aside`, or more than one `result`.
    """
    names = _names(round_.event.slug)
    referees = referees_of(GameLog.objects.filter(table__round=round_))
    tables = _tables(round_.pk)
    return [_state_of(table, names, hall, waiting, referees, now) for table in tables]


def _tables(round_: int) -> Iterable[Any]:
    """Return the tables of a round (its key) in order, each with its log and writer.

    They are marked with `has_result`, `cleared`, `typed_by` and `second_by`.
    """
    tables = Table.objects.filter(round=round_).order_by("number")
    has_result = Exists(Result.objects.filter(table=OuterRef("pk")))
    said = Call.objects.filter(topic=Call.Topic.CLEARED, state=Call.State.RESOLVED)
    cleared = Exists(said.filter(game__table=OuterRef("pk")))
    sheets = PaperSheet.objects.filter(table=OuterRef("pk"), rejected_at=None)
    typed_by = Subquery(sheets.values("entered_by")[:1])
    second_by = Subquery(sheets.filter(second__isnull=False).values("second_by")[:1])
    marks = {
        "has_result": has_result,
        "cleared": cleared,
        "typed_by": typed_by,
        "second_by": second_by,
    }
    return tables.select_related("log__lease_device").annotate(**marks)


def _names(slug: str) -> dict[str, str]:
    entries = Entry.objects.filter(event__slug=slug)
    return {entry.code: entry.name for entry in entries}


def _state_of(
    table: Any,
    names: dict[str, str],
    hall: HallClock,
    waiting: Mapping[str, Collection[int]],
    referees: Mapping[UUID, str],
    now: dt.datetime,
) -> TableState:
    game: GameLog | None = getattr(table, "log", None)
    snapshot = snapshot_of_game(game)
    stage = _stage(game, snapshot, entered=table.has_result)
    over = stage in ("confirmed", "entered")
    device = game.lease_device if game else None
    silent = device is not None and not over and abs(now - device.last_seen_at) > SILENT_AFTER
    statement = snapshot.get("statement") or {}
    played = not over and stage != "unconfirmed"
    missing = set(snapshot.get("required", ())) - set(snapshot.get("confirmed", ()))
    clock = table_time(hall, table.pk, snapshot)
    return TableState(
        key=table.pk,
        number=table.number,
        game=game.pk if game else None,
        stage=stage,
        step=snapshot.get("status") or "",
        on_turn=names.get(statement.get("on_turn") or "", "") if stage == "playing" else "",
        typed_by=table.typed_by or "",
        differs_from=table.second_by or "",
        paused=played and (bool(snapshot.get("paused")) or hall.clock.state == "paused"),
        clock=clock,
        time_called=played and clock.is_over(now),
        needs=_needs(table.pk, game, snapshot, waiting),
        missing=len(missing) if stage == "unconfirmed" else 0,
        cleared=table.cleared,
        referee=referees.get(game.pk, "") if game else "",
        tablet=str(device) if device else "",
        silent_since=device.last_seen_at if device and silent else None,
    )


def _stage(game: GameLog | None, snapshot: dict[str, Any], *, entered: bool) -> str:
    if game is None or game.state == GameLog.State.WAITING:
        return "entered" if entered else "waiting"
    if game.state == GameLog.State.CONFIRMED:
        return "confirmed"
    if game.state in (GameLog.State.FINISHED, GameLog.State.DISPUTED):
        return "unconfirmed"
    return "playing" if snapshot.get("status") == PLAYING else "procedure"


def _needs(
    table: int,
    game: GameLog | None,
    snapshot: dict[str, Any],
    waiting: Mapping[str, Collection[int]],
) -> tuple[str, ...]:
    needs = [name for name, keys in waiting.items() if table in keys]
    if game is not None and game.state == GameLog.State.DISPUTED:
        needs.append("dispute")
    return (*needs, *(["refused"] if snapshot.get("problem") else []))
