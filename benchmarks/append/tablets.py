"""Forty tablets with eight tables each, all of one event, paired and ready."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

TABLETS = 40
SINGLES = 160
GAMES_IN_BATCHES = 3
EACH = 3 + GAMES_IN_BATCHES + 2
ROOT = Path(__file__).parents[2]
RECORD = next((ROOT / "tests" / "golden" / "golden").glob("09_*.amr.jsonl"))


@dataclass
class Played:
    """A table's tablet and the events of its game, as it would send them."""

    tablet: Any
    events: list[dict[str, Any]]


@dataclass
class BenchTablet:
    """One tablet's games: three for single events, some for batches, one for each baseline."""

    singles: Played
    paced: Played
    asking: Played
    batches: list[Played]
    baseline: UUID
    bare: UUID
    sample: str


def make_tablets() -> list[BenchTablet]:
    """All of them; each has `EACH` tables."""
    from django.db import transaction

    from tests.referee.tables import make_table
    from tournament.models import Table

    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    with transaction.atomic():
        make_table(lines[0], tables=TABLETS * EACH)
        tables = Table.objects.select_related("round__event").order_by("number")
        games = [_paired(table, lines) for table in tables]
    sample = json.dumps(lines[5])
    return [_tablet(games[at : at + EACH], sample) for at in range(0, len(games), EACH)]


def _tablet(games: list[Played], sample: str) -> BenchTablet:
    singles, paced, asking, *batches, baseline, bare = games
    bases = baseline.tablet.game, bare.tablet.game
    return BenchTablet(singles, paced, asking, batches, *bases, sample)


def _paired(table: Any, lines: list[dict[str, Any]]) -> Played:
    """A paired tablet with the record's events, its players called as at this table."""
    from referee.log.header import setup_of
    from referee.log.record import wire_events
    from tests.referee.tables import paired

    tablet = paired(table)
    header = setup_of(tablet.device.game).header
    names = zip(lines[0]["players"], header["players"], strict=True)
    ids = {old["id"]: new["id"] for old, new in names}
    events = [{"type": "start", "header": header}]
    events += [_renamed(event, ids) for event in wire_events(lines)[1:]]
    return Played(tablet, [_wire(event) for event in events])


def _wire(event: dict[str, Any]) -> dict[str, Any]:
    at = "2026-05-16T10:00:00Z"
    return {"event_id": str(uuid4()), "salt": uuid4().hex, "at": at, "event": event}


def _renamed(event: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    return {
        key: ids.get(value, value) if isinstance(value, str) else value
        for key, value in event.items()
    }
