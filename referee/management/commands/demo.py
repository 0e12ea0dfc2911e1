"""`manage.py demo`: prepare everything, load the sample event and today's, serve them. What
`make run` runs."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.management import serving
from referee.management.commands import load_sample_event, load_todays_event
from tournament.models import Event
from tournament.sign_in.hashing import end_process


class Command(BaseCommand):
    """Serve the sample event and one of today with nothing set up beforehand."""

    help = "Prepare the database, load the sample event and one of today, and serve them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Run the steps; a port in use ends it before anything is touched."""
        serving.check_free(host, port, "make run PORT=8001")
        serving.prepare()
        today = load_events()
        password = serving.organiser_password()
        self.stdout.write(_greeting(host, port, password, today))
        self.stdout.flush()
        end_process()
        command = serving.server(host, port)
        os.execv(command[0], command)  # noqa: S606


def load_events() -> str:
    """Have the sample event, as whoever tried it out left it, and an event of today; where that one
    is (its slug)."""
    if not Event.objects.filter(slug=load_sample_event.SLUG).exists():
        call_command("load_sample_event")
    call_command("load_todays_event")
    return load_todays_event.slug_of(timezone.now())


def _greeting(host: str, port: int, password: str, today: str) -> str:
    base = f"http://{'localhost' if host in {'127.0.0.1', '0.0.0.0'} else host}:{port}"  # noqa: S104
    return "\n".join(
        [
            "",
            _("Treasurer is ready. Open:"),
            f"  {base}/  " + _("what everybody sees: the Spring Open, its standings and tables"),
            f"  {base}/organise/{today}/chief/  "
            + _("the event of today, to try: its tables, codes and tablets"),
            f"  {base}/admin/  " + _("the organisers' side"),
            "     "
            + _("user %(user)s, password %(password)s (new at each start)")
            % {"user": serving.ORGANISER, "password": password},
            _("Stop with Ctrl-C."),
            "",
        ]
    )
