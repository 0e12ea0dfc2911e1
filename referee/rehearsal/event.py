"""The made-up event of a rehearsal, and what its log says afterwards."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction

from referee.devices.services import invite
from referee.log.models import GameLog, LoggedEvent
from referee.log.verify import faults_of
from referee.rehearsal.tablet import Tablet
from tournament.models import Event, Round, Table
from tournament.services import (
    add_entry,
    create_event,
    create_player,
    ensure_round,
    publish_round,
)
from tournament.services.audit import Actor
from tournament.services.drawing import draw_round

NAMES = ("Ada", "Ben", "Chloé", "Дарья", "Eszter", "Femi", "Giulia", "Hana", "Ines", "Jonas")


@transaction.atomic
def make_event(*, edition: str, mode: str, tables: int, by: Actor) -> Event:
    """An unpublished event with four players a table, its address the next that is free."""
    number = Event.objects.filter(slug__startswith="rehearsal-").count() + 1
    while Event.objects.filter(slug=f"rehearsal-{number}").exists():
        number += 1
    event = create_event(
        slug=f"rehearsal-{number}",
        name=f"Rehearsal {number}",
        starts_on=dt.datetime.now(dt.UTC).date(),
        edition=edition,
        mode=mode,
        number_of_rounds=9,
        table_sizes=[4],
        by=by,
    )
    for seat in range(4 * tables):
        name = f"{NAMES[seat % len(NAMES)]} {seat + 1}"
        add_entry(event=event, player=create_player(name=name, by=by), by=by)
    return event


def open_round(*, event: Event, number: int, seed: int, by: Actor) -> list[tuple[Table, str]]:
    """Draw and publish a round; each table with the code that pairs its tablet."""
    round_ = ensure_round(event=event, number=number, by=by)
    draw_round(round=round_, seed=seed, by=by)
    publish_round(round=Round.objects.select_related("event").get(pk=round_.pk), by=by)
    tables = Table.objects.filter(round=round_).order_by("number")
    return [(table, invite(table=table, by=by).code) for table in tables]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rehearsal proves: events lost, doubled, out of order, and tables left unconfirmed."""

    lost: int
    doubled: int
    diverged: int
    stuck: int

    @property
    def clean(self) -> bool:
        """True if every promise was kept."""
        return not (self.lost or self.doubled or self.diverged or self.stuck)


def judge(tablets: list[Tablet], failures: dict[int, str]) -> Verdict:
    """Compare each tablet's memory with the server's log."""
    verdicts = [_of_one(tablet) for tablet in tablets]
    lost, doubled, diverged = (sum(column) for column in zip(*verdicts, strict=True))
    return Verdict(lost, doubled, diverged, len(failures))


def _of_one(tablet: Tablet) -> tuple[int, int, int]:
    """Events lost and doubled, and what stands otherwise in the log than on the tablet."""
    game = GameLog.objects.filter(pk=tablet.game).first() if tablet.game else None
    if game is None:
        return tablet.sent, 0, 0
    rows = LoggedEvent.objects.filter(game=game).order_by("seq")
    logged = [str(event_id) for event_id in rows.values_list("event_id", flat=True)]
    acknowledged = [event["event_id"] for event in tablet.outbox[: tablet.sent]]
    mine = set(acknowledged)
    order_differs = [event for event in logged if event in mine] != acknowledged
    lost = len(mine - set(logged))
    return lost, len(logged) - len(set(logged)), order_differs + len(faults_of(game))
