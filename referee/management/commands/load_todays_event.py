"""`manage.py load_todays_event`: a small event of today to try everything with."""

import datetime as dt
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.management.commands.load_sample_event import SLUG as SAMPLE_EVENT
from referee.rehearsal.logged_game import log_whole_game
from tournament.common.days import day_at
from tournament.common.names import ERASED
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import create_event
from tournament.models import Entry, Event, Round, Table
from tournament.people.services.entries import add_entry
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round

BY = "Treasurer"
PLAYERS = 8
ROUNDS = 3
TIME_ZONE = "UTC"
TURNS = 110
AGO = dt.timedelta(hours=3)
LENGTH = dt.timedelta(hours=2)


class Command(BaseCommand):
    """Make the event of today, once a day."""

    help = (
        "Make a published event of today and tomorrow with 8 players: round 1 played, round 2 open,"
        " round 3 drawn. Made today already, nothing happens."
    )

    def handle(self, **options: Any) -> None:
        """Load the whole event, or raise CommandError and load nothing."""
        slug = slug_of(timezone.now())
        if Event.objects.filter(slug=slug).exists():
            return
        load_todays_event(slug=slug, now=timezone.now())
        self.stdout.write(_("The event of today is at %(slug)s.") % {"slug": slug})


def slug_of(now: dt.datetime) -> str:
    """Return the address of the event that begins on this day."""
    return f"club-evening-{day_at(TIME_ZONE, now)}"


@transaction.atomic
def load_todays_event(*, slug: str, now: dt.datetime) -> Event:
    """Make the event, play its first round and open the second, whose clock waits.

    It ends tomorrow, so that nobody's midnight shuts its tablets out. All rounds are drawn at once:
    the third is published with one button.
    """
    today = day_at(TIME_ZONE, now)
    event = create_event(
        by=BY,
        name="Club Evening",
        slug=slug,
        starts_on=today,
        ends_on=today + dt.timedelta(days=1),
        time_zone=TIME_ZONE,
        venue="Old Town Library",
        edition="us-2011",
        mode="two-hour",
        number_of_rounds=ROUNDS,
        table_sizes=[4],
        published=True,
    )
    _enter_players(event)
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, all_rounds=True, by=BY)
    _play_round(_publish(event, 1), began=now - AGO)
    _publish(event, 2)
    return event


def _enter_players(event: Event) -> None:
    """Enter the first players of the sample event under their present names."""
    entries = Entry.objects.filter(event__slug=SAMPLE_EVENT).exclude(name=ERASED)
    known = entries.order_by("seed")[:PLAYERS]
    if len(known) < PLAYERS:
        raise CommandError(_("Load the sample event first (load_sample_event): its players come."))
    for entry in known:
        add_entry(event=event, name=entry.name, club=entry.club, by=BY)


def _publish(event: Event, number: int) -> Round:
    round_ = Round.objects.select_related("event").get(event=event, number=number)
    return publish_round(round=round_, by=BY)


def _play_round(round_: Round, *, began: dt.datetime) -> None:
    """Play games that ended with the clock, a while ago."""
    step_clock(round_=round_, step="start", by=BY, now=began)
    for table in Table.objects.filter(round=round_).order_by("number"):
        log_whole_game(
            table=table, seed=table.number, turns=TURNS, began=began, lasted=LENGTH, by=BY
        )
    step_clock(round_=round_, step="end", by=BY, now=began + LENGTH)
