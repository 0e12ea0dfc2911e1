"""The command `manage.py demo`, which `make run` uses: serve events to try.

They are the sample event, one of today, and one that bots play.
"""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.management import serving
from referee.management.commands import load_todays_event
from referee.rehearsal.live_event import address_of_live_event


class Command(BaseCommand):
    """Serve the sample event and one of today with nothing set up beforehand."""

    help = "Prepare the database, load the sample event and one of today, and serve them."
    # All checks would load every page first, as the server does right after; CI runs them.
    requires_system_checks = (Tags.translation,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=serving.PORT, help="port to listen on")
        parser.add_argument(
            "--no-bots", dest="bots", action="store_false", help="no event that bots play"
        )

    def handle(self, *, host: str, port: int, bots: bool, **options: Any) -> None:
        """Run the steps; a port in use ends it before anything is touched.

        Events and tablets are loaded behind the served page (`finish_startup`).
        """
        serving.check_free(host, port, "run PORT=8001", "run --port 8001")
        serving.prepare(self.stdout.write)
        password = serving.organiser_password()
        base = _base(host, port)
        os.environ.setdefault("SITE_ORIGIN", base)  # links in e-mails
        now = timezone.now()
        live = address_of_live_event(now) if bots else ""
        self.stdout.write(_greeting(base, password, load_todays_event.slug_of(now), live))
        self.stdout.flush()
        serving.start_beside(["finish_startup", "--events"])
        if bots:
            serving.start_beside(["play_live_event", "--url", base])
        command = serving.server(host, port)
        os.execv(command[0], command)  # noqa: S606


def _base(host: str, port: int) -> str:
    name = "localhost" if host in {"127.0.0.1", "0.0.0.0"} else host  # noqa: S104
    return f"http://{name}:{port}"


def _greeting(base: str, password: str, today: str, live: str) -> str:
    played = [f"  {base}/e/{live}/  " + _("an event that bots are playing now")] if live else []
    return "\n".join(
        [
            "",
            _("Treasurer is ready. Open:"),
            f"  {base}/  " + _("what everybody sees: the Spring Open, its standings and tables"),
            *played,
            f"  {base}/organise/{today}/now/  "
            + _("the event of today, to try: its tables, codes and tablets"),
            f"  {base}/organise/  " + _("where organisers and referees work"),
            "     "
            + _("user %(user)s, password %(password)s (new at each start)")
            % {"user": serving.ORGANISER, "password": password},
            _("Stop with Ctrl-C."),
            "",
        ]
    )
