"""The made-up event of a rehearsal, and what its log says afterwards."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db import transaction

from referee.devices.services import invite
from referee.engine import replay_lines
from referee.log.record import record_text
from referee.log.verify import faults_of
from referee.models import GameLog, LoggedEvent, SetAsideEvent
from referee.rehearsal.judging import Row, ServerLog, Verdict, compare
from referee.rehearsal.tablet import Tablet
from tournament.audit import Actor
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import create_event
from tournament.models import Event, Round, Table
from tournament.people.services.entries import add_entry
from tournament.rounds.services.rounds import ensure_round, publish_round

NAMES = ("Ada", "Ben", "Chloé", "Дарья", "Eszter", "Femi", "Giulia", "Hana", "Ines", "Jonas")


@transaction.atomic
def make_event(*, edition: str, mode: str, tables: int, by: Actor) -> Event:
    """Create an unpublished event with four players a table, at the next free address."""
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
        practice=True,
        by=by,
    )
    for seat in range(4 * tables):
        name = f"{NAMES[seat % len(NAMES)]} {seat + 1}"
        add_entry(event=event, name=name, by=by)
    return event


def open_round(*, event: Event, number: int, seed: int, by: Actor) -> list[tuple[Table, str]]:
    """Draw and publish a round; each table with the code that pairs its tablet."""
    round_ = ensure_round(event=event, number=number, by=by)
    draw_round(round=round_, seed=seed, by=by)
    publish_round(round=Round.objects.select_related("event").get(pk=round_.pk), by=by)
    tables = Table.objects.filter(round=round_).order_by("number")
    return [(table, invite(table=table, by=by).code) for table in tables]


def judge(tablets: Iterable[Tablet]) -> Verdict:
    """Compare what the tablets say with the server's logs, table by table."""
    tables: dict[str, list[Tablet]] = {}
    for tablet in tablets:
        tables.setdefault(tablet.game, []).append(tablet)
    verdict = Verdict()
    for game, writers in tables.items():
        verdict.add(compare([tablet.account() for tablet in writers], server_log(game)))
    return verdict


def server_log(game_id: str) -> ServerLog:
    """Return a game's log from the database.

    The log is empty if its table was never paired.
    """
    game = GameLog.objects.filter(pk=game_id).first() if game_id else None
    if game is None:
        return ServerLog()
    rows = LoggedEvent.objects.filter(game=game).order_by("seq")
    aside = SetAsideEvent.objects.filter(entry__game=game).values_list("event_id", flat=True)
    return ServerLog(
        rows=tuple(_row(row) for row in rows),
        aside=frozenset(map(str, aside)),
        statement=_statement(game),
        confirmed=game.state == GameLog.State.CONFIRMED,
        faults=tuple(faults_of(game)),
    )


def _row(row: LoggedEvent) -> Row:
    author = str(row.device_id) if row.device_id else ""
    return Row(row.seq, row.hash, str(row.event_id), (author, row.at, row.event))


def _statement(game: GameLog) -> Any:
    """Return the statement to which the exported record replays."""
    replayed = replay_lines(record_text(game))
    if replayed.game is None or replayed.refusal is not None:
        return None
    return replayed.game.statement()
