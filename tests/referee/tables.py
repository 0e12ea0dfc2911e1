"""A table of a tournament with a paired tablet, and a tablet's side of the protocol, for tests."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from referee.devices.services import invite, pair
from referee.journal.hash_chain import FIRST
from referee.journal.record import events_of_record
from referee.log import journal_cache
from referee.log.table_setup import rules_digest
from referee.log.wire import Batch, WireEvent
from referee.models import Device, GameLog
from scoring.game.editions import load_edition
from tests.tournament.making import enter
from tournament.events.services.events import create_event
from tournament.models import Round, Seat, Table

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "golden"
SALT = "00" * 16
AT = "2026-05-16T10:00:00.000Z"
EVENT = "Open"


def golden(name: str) -> list[dict[str, Any]]:
    """The lines of a golden record, its players called as the tournament calls them (`p01`), its
    header that of the first table which `make_table` makes."""
    path = next(GOLDEN.glob(f"{name}*.amr.jsonl"))
    text = re.sub(r'"p(\d)"', r'"p0\1"', path.read_text(encoding="utf-8"))
    header, *events = [json.loads(line) for line in text.splitlines()]
    known = {k: v for k, v in header.items() if k != "date" and not k.startswith("x-")}
    return [{**known, "event": EVENT, "round": 1, "table": 1}, *events]


def own_edition(header: dict[str, Any]) -> str:
    """An organiser's edition file for the corrected board of a header, "" without one."""
    if "board" not in header:
        return ""
    printed = load_edition(header["edition"]).board.rows()
    lines = [f'inherits = "{header["edition"]}"']
    for row, before in zip(header["board"], printed, strict=True):
        changed = {key: value for key, value in row.items() if value != before[key]}
        if changed:
            lines.append(f"[squares.{row['square']}]")
            lines += [f"{key} = {json.dumps(value)}" for key, value in changed.items()]
    return "\n".join(lines)


def make_table(
    header: dict[str, Any],
    *,
    roles: str = "drawn",
    slug: str = "open",
    tables: int = 1,
    published: bool = False,
) -> Table:
    """The first of `tables` published tables whose players are those of the header."""
    event = create_event(
        slug=slug,
        name=EVENT,
        edition=header["edition"],
        edition_file=own_edition(header),
        mode=header["mode"],
        rulings=header.get("rulings", {}),
        starts_on=timezone.now().date(),
        number_of_rounds=1,
        table_sizes=[4, 5, 3, 2, 6],
        roles=roles,
        published=published,
        by="test",
    )
    # Rows at once, as hundreds of tests need them: services write one player at a time.
    seated = Round.objects.create(
        event=event, number=1, status=Round.Status.PUBLISHED, published_at=timezone.now()
    )
    for number in range(1, tables + 1):
        seat(seated, number, header["players"], drawn=roles == "drawn")
    return Table.objects.get(round=seated, number=1)


def seat(round: Round, number: int, players: list[dict[str, Any]], *, drawn: bool) -> None:
    """A table of new players, in this order of play; their roles are known if `drawn`."""
    names = {
        (number - 1) * 10 + int(each["id"].removeprefix("p")): each["name"] for each in players
    }
    entries = enter(round.event, names)
    table = Table.objects.create(round=round, number=number)
    Seat.objects.bulk_create(
        Seat(
            round=round, table=table, entry=entry, order=order, role=player["role"] if drawn else ""
        )
        for order, (entry, player) in enumerate(zip(entries, players, strict=True), 1)
    )


def next_round(table: Table, *, published: bool = True, numbers: tuple[int, ...] = (1,)) -> Round:
    """The round after the table's, in which its players sit at the first of these tables again; the
    others stand empty."""
    before = table.round
    status = Round.Status.PUBLISHED if published else Round.Status.DRAWN
    drawn = Round.objects.create(
        event=before.event,
        number=before.number + 1,
        status=status,
        published_at=timezone.now() if published else None,
    )
    first, *_others = [Table.objects.create(round=drawn, number=number) for number in numbers]
    Seat.objects.bulk_create(
        Seat(round=drawn, table=first, entry=old.entry, order=old.order, role=old.role)
        for old in table.seats.order_by("order")
    )
    return drawn


@dataclass
class Tablet:
    """A tablet's memory: what it recorded, and how far the server acknowledged it."""

    device: Device
    token: str
    game: UUID
    epoch: int
    digest: str
    head: tuple[int, str] = (0, FIRST)
    made: list[WireEvent] = field(default_factory=list)

    def made_of(self, *events: dict[str, Any]) -> tuple[WireEvent, ...]:
        """Events as the tablet stores them."""
        new = tuple(WireEvent.build(uuid4(), uuid4().hex, AT, event) for event in events)
        self.made += new
        return new

    def batch(self, *events: WireEvent, **changes: Any) -> Batch:
        """A batch that builds on the head the tablet knows."""
        given = {
            "lease_epoch": self.epoch,
            "expected_seq": self.head[0] + 1,
            "previous_hash": self.head[1],
            "digest": self.digest,
            "events": events,
            **changes,
        }
        return Batch(**given)

    def acknowledge(self, game: GameLog) -> None:
        """Take the head of an answer."""
        self.head = (game.head_seq, game.head_hash)


def paired(table: Table, label: str = "Tablet") -> Tablet:
    """A tablet that was just paired with the table."""
    journal_cache.forget()
    done = pair(request_id=uuid4(), label=label, token=invite(table=table, by="test").token)
    game = GameLog.objects.get(pk=done.game.pk)
    return Tablet(
        done.device,
        done.token,
        game.pk,
        game.lease_epoch,
        rules_digest(game),
        (game.head_seq, game.head_hash),
    )


def log_events(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A record's lines as the events of a log."""
    return events_of_record(lines)
