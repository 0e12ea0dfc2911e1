"""Forty tablets with ten tables each, paired and ready."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

TABLETS = 40
SINGLES = 160
GAMES_IN_BATCHES = 3
OF_AN_ENDLESS_GAME = 3 + GAMES_IN_BATCHES + 3
TO_THE_END = 300
GOLDEN = Path(__file__).parents[2] / "tests" / "golden" / "golden"
ENDLESS = next(GOLDEN.glob("09_*.amr.jsonl"))
FINISHED = next(GOLDEN.glob("02_*.amr.jsonl"))
NOTE = {"type": "note", "text": "The dice were changed."}

Event = dict[str, Any]


@dataclass
class TabletGame:
    """A table's tablet and the events of its game, as it would send them."""

    tablet: Any
    events: list[Event]


@dataclass
class BenchTablet:
    """One tablet's games.

    Three are for single events, some for batches, one whose batches are sent twice, one of
    `TO_THE_END` events that is finished, and one for each baseline.
    """

    singles: TabletGame
    paced: TabletGame
    with_heartbeats: TabletGame
    batches: list[TabletGame]
    sent_twice: TabletGame
    finished: TabletGame
    baseline: UUID
    bare: UUID
    sample: str


def make_tablets() -> list[BenchTablet]:
    """Make all the tablets; games that get finished are in an event of their own."""
    from django.db import transaction

    endless, finished = _lines(ENDLESS), _lines(FINISHED)
    finished[1:1] = [NOTE] * (TO_THE_END - len(finished))
    with transaction.atomic():
        games = _paired_tables("endless", endless, TABLETS * OF_AN_ENDLESS_GAME)
        ends = _paired_tables("finished", finished, TABLETS)
    sample = json.dumps(endless[5])
    shares = range(0, len(games), OF_AN_ENDLESS_GAME)
    return [
        _tablet(games[at : at + OF_AN_ENDLESS_GAME], end, sample)
        for at, end in zip(shares, ends, strict=True)
    ]


def _lines(record: Path) -> list[Event]:
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


def _paired_tables(slug: str, lines: list[Event], tables: int) -> list[TabletGame]:
    from tests.referee.tables import make_table
    from tournament.models import Table

    make_table(lines[0], slug=slug, tables=tables)
    published = Table.objects.filter(round__event__slug=slug).select_related("round__event")
    return [paired_game(table, lines) for table in published.order_by("number")]


def _tablet(games: list[TabletGame], end: TabletGame, sample: str) -> BenchTablet:
    singles, paced, with_heartbeats, *batches, sent_twice, baseline, bare = games
    bases = baseline.tablet.game, bare.tablet.game
    return BenchTablet(singles, paced, with_heartbeats, batches, sent_twice, end, *bases, sample)


def paired_game(table: Any, lines: list[Event]) -> TabletGame:
    """Pair a tablet, and give it the record's events with this table's players."""
    from referee.journal.record import events_of_record
    from referee.log.table_setup import setup_of
    from tests.referee.tables import paired

    tablet = paired(table)
    header = setup_of(tablet.device.game).header
    names = zip(lines[0]["players"], header["players"], strict=True)
    ids = {old["id"]: new["id"] for old, new in names}
    events = [{"type": "start", "header": header}]
    events += [_renamed(event, ids) for event in events_of_record(lines)[1:]]
    return TabletGame(tablet, [wire_event(event) for event in events])


def wire_event(event: Event) -> Event:
    """Return the event as a tablet sends it."""
    at = "2026-05-16T10:00:00Z"
    return {"event_id": str(uuid4()), "salt": uuid4().hex, "at": at, "event": event}


def _renamed(event: Event, ids: dict[str, str]) -> Event:
    return {
        key: ids.get(value, value) if isinstance(value, str) else value
        for key, value in event.items()
    }
