"""A small event that bots play through the tablets' interface.

They play round after round, so that whoever tries the service sees it live.
"""

import datetime as dt
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

from django.core.exceptions import ValidationError
from django.db import connections, transaction
from django.db.models import QuerySet

from referee.devices.services import invite
from referee.rehearsal.http_client import Faults, HttpClient
from referee.rehearsal.retries import StuckError
from referee.rehearsal.scripts import bots
from referee.rehearsal.tablet import ReplacedError, Tablet
from tournament.common.days import day_at
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import create_event
from tournament.models import Event, Round, Table
from tournament.people.services.entries import add_entry
from tournament.rounds.selectors.clock import clock_of_round
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round

BY = "Treasurer"
TIME_ZONE = "UTC"
ROUNDS = 12
"""Enough that a visitor half an hour after the start still finds the event being played."""
LENGTH_MINUTES = 2
"""The length of a game, so short that the standings move every few minutes."""
PLAYERS = (
    "Adaeze Nwosu",
    "Björn Ek",
    "Chloé Marchand",
    "Дарья Орлова",
    "Eszter Kiss",
    "Femi Ade",
    "Giulia Conti",
    "Hana Sato",
    "Inés Duarte",
    "Jonas Weber",
    "Kalani Akana",
    "Lukas Novák",
)


def address_of_live_event(now: dt.datetime) -> str:
    """Return the slug of the event played today.

    It is the last event with rounds to play, or a new one.
    """
    first = f"live-evening-{day_at(TIME_ZONE, now)}"
    number, address = 1, first
    while _is_over(address):
        number += 1
        address = f"{first}-{number}"
    return address


def _is_over(slug: str) -> bool:
    rounds = Round.objects.filter(event__slug=slug, number=ROUNDS, status=Round.Status.FINISHED)
    return rounds.exists()


def play_live_event(url: str, *, slug: str, now: dt.datetime, pause: float) -> None:
    """Play what is left of the event with this address on the server at `url`.

    The event is made if there is none. `pause` is the seconds between two events of a table.
    """
    event = Event.objects.filter(slug=slug).first() or make_live_event(slug=slug, now=now)
    for number in range(1, ROUNDS + 1):
        round_ = _open_round(event, number)
        if round_.status == Round.Status.FINISHED:
            continue
        _step(round_, "start", "waiting")
        tablets = [_tablet(url, table, pause) for table in _unfinished_tables(round_)]
        if tablets:
            with ThreadPoolExecutor(max_workers=len(tablets)) as pool:
                list(pool.map(_play, tablets))
        _step(round_, "end", "running")


@transaction.atomic
def make_live_event(*, slug: str, now: dt.datetime) -> Event:
    """Create a published event with players but no round.

    It lasts today and tomorrow, so that no time zone's midnight ends it.
    """
    today = day_at(TIME_ZONE, now)
    event = create_event(
        by=BY,
        name="Live Evening",
        slug=slug,
        starts_on=today,
        ends_on=today + dt.timedelta(days=1),
        time_zone=TIME_ZONE,
        venue="Old Town Library",
        edition="us-2011",
        mode="two-hour",
        number_of_rounds=ROUNDS,
        length_minutes=LENGTH_MINUTES,
        table_sizes=[4],
        published=True,
    )
    for name in PLAYERS:
        add_entry(event=event, name=name, by=BY)
    return event


def _open_round(event: Event, number: int) -> Round:
    """Return the round, drawn and published if it was not yet."""
    round_ = ensure_round(event=event, number=number, by=BY)
    if round_.status not in Round.PUBLIC:
        draw_round(round=round_, by=BY)
        publish_round(round=Round.objects.select_related("event").get(pk=round_.pk), by=BY)
    return Round.objects.select_related("event").get(pk=round_.pk)


def _step(round_: Round, step: str, state: str) -> None:
    """Move the hall's clock on, unless somebody else did."""
    if clock_of_round(round_).clock.state == state:
        step_clock(round_=round_, step="start" if step == "start" else "end", by=BY)


def _is_time_up(round_: Round) -> bool:
    clock = clock_of_round(round_).clock
    return clock.state == "ended" or clock.remaining <= 0


def _unfinished_tables(round_: Round) -> QuerySet[Table]:
    tables = Table.objects.filter(round=round_, result__isnull=True)
    return tables.select_related("round__event").order_by("number")


def _tablet(url: str, table: Table, pause: float) -> Tablet:
    random = Random()
    client = HttpClient(url, Faults(), random)
    return Tablet(
        client,
        _code_of(table),
        random,
        bots(random, is_time_up=partial(_is_time_up, table.round)),
        pause=pause,
        label="Bot",
        listens=True,
    )


def _code_of(table: Table) -> Callable[[], str]:
    def code() -> str:
        return invite(table=table, by=BY).code

    return code


def _play(tablet: Tablet) -> None:
    """Play a table to its end.

    A table that cannot go on because people took part is left to them.
    """
    try:
        tablet.run(lambda: None)
    except (ReplacedError, StuckError, ValidationError):
        return
    finally:
        connections.close_all()
