"""The command `manage.py load_sample_event`: load the sample event.

It is loaded through the same services as any other event.
"""

import datetime as dt
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from referee import sample_event
from referee.records import services
from referee.records.importing import RecordFile
from tournament.events.services.events import create_event
from tournament.models import Event, Round
from tournament.people.services.imports import import_players
from tournament.rounds.services.steps import close_round, confirm_round

SLUG = "spring-open-2026"
BY = "Treasurer"
FOLDER = Path(sample_event.__file__).parent
BEGAN = {number: dt.datetime(2026, 5, 16, 7 + 3 * number, tzinfo=dt.UTC) for number in (1, 2, 3)}
"""The moments when the rounds were played, by number."""
LASTED = dt.timedelta(hours=2, minutes=25)
ROUNDS = tuple(BEGAN)


class Command(BaseCommand):
    """Load the sample event, once."""

    help = "Load the sample event (24 players, 18 games); loaded already, nothing happens."

    def handle(self, **options: Any) -> None:
        """Load the whole event, or raise CommandError and load nothing."""
        event = Event.objects.filter(slug=SLUG).first()
        finished = Round.objects.filter(event__slug=SLUG, status=Round.Status.FINISHED)
        if event is None:
            load_sample_event()
            self.stdout.write(_("The sample event is loaded."))
        elif finished.count() < len(ROUNDS):
            message = _(
                "There is an event at %(slug)s already, but it is not complete: delete it, then"
                " load again."
            )
            raise CommandError(message % {"slug": SLUG})


@transaction.atomic
def load_sample_event() -> Event:
    """Make the event, import its players and play its records.

    The seats are as in the records.
    """
    event = create_event(
        by=BY,
        name="Spring Open",
        slug=SLUG,
        starts_on=dt.date(2026, 5, 16),
        venue="Old Town Library",
        edition="us-2011",
        mode="two-hour",
        number_of_rounds=len(ROUNDS),
        table_sizes=[4, 5, 3],
        teams="clubs",
        members_counted=3,
        published=True,
    )
    content = (FOLDER / "players.csv").read_bytes()
    plan = import_players(event=event, content=content, by=BY)
    if plan.faults:
        raise CommandError("\n".join(map(str, plan.faults)))
    for number in ROUNDS:
        files = sorted((FOLDER / f"round-{number}").glob("*.amr.jsonl"))
        records = [RecordFile(file.name, file.read_bytes()) for file in files]
        services.import_records(event=event, round_number=number, files=records, by=BY)
        round_ = Round.objects.get(event=event, number=number)
        confirm_round(round_=round_, by=BY)
        close_round(round_=round_, by=BY)
        began = BEGAN[number]
        services.date_back(round_=round_, began=began, ended=began + LASTED)
    return event
