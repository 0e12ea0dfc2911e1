"""`manage.py demo`: prepare everything, load the sample event and today's, serve them, and let bots
play another. What `make run` runs."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.management import serving
from referee.management.commands import load_sample_event, load_todays_event
from referee.rehearsal.live_event import address_of_live_event
from tournament.models import Event
from tournament.sign_in.hashing import end_process


class Command(BaseCommand):
    """Serve the sample event and one of today with nothing set up beforehand."""

    help = "Prepare the database, load the sample event and one of today, and serve them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument(
            "--no-bots", dest="bots", action="store_false", help="no event that bots play"
        )

    def handle(self, *, host: str, port: int, bots: bool, **options: Any) -> None:
        """Run the steps; a port in use ends it before anything is touched."""
        serving.check_free(host, port, "make run PORT=8001")
        serving.prepare()
        today = load_events()
        password = serving.organiser_password()
        base = _base(host, port)
        live = address_of_live_event(timezone.now()) if bots else ""
        self.stdout.write(_greeting(base, password, today, live))
        self.stdout.flush()
        end_process()
        if bots:
            _start_bots(base)
        command = serving.server(host, port)
        os.execv(command[0], command)  # noqa: S606


def load_events() -> str:
    """Have the sample event, as whoever tried it out left it, and an event of today; where that one
    is (its slug)."""
    if not Event.objects.filter(slug=load_sample_event.SLUG).exists():
        call_command("load_sample_event")
    call_command("load_todays_event")
    return load_todays_event.slug_of(timezone.now())


def _start_bots(base: str) -> None:
    """Let bots play on the server that takes this process's place: they end with it, for it holds
    the other end of their pipe."""
    alive, held = os.pipe()
    os.set_inheritable(held, True)
    manage = str(settings.BASE_DIR / "manage.py")
    command = [sys.executable, manage, "play_live_event", "--url", base]
    subprocess.Popen(  # noqa: S603
        [*command, "--while-open", str(alive)], pass_fds=[alive], stdin=subprocess.DEVNULL
    )
    os.close(alive)


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
