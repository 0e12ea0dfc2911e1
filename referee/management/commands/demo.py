"""`manage.py demo`: prepare everything, load the sample event, serve it. What `make run` runs."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from referee.management import serving


class Command(BaseCommand):
    """Serve the sample event with nothing set up beforehand."""

    help = "Prepare the database, load the sample event and serve it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        """Run the four steps; a port in use ends it before anything is touched."""
        serving.check_free(host, port, "make run PORT=8001")
        serving.prepare()
        call_command("load_sample_event", verbosity=0)
        password = serving.organiser_password()
        self.stdout.write(_greeting(host, port, password))
        self.stdout.flush()
        command = serving.server(host, port)
        os.execv(command[0], command)  # noqa: S606


def _greeting(host: str, port: int, password: str) -> str:
    base = f"http://{'localhost' if host in {'127.0.0.1', '0.0.0.0'} else host}:{port}"  # noqa: S104
    return "\n".join(
        [
            "",
            _("Treasurer is ready. Open:"),
            f"  {base}/  " + _("what everybody sees: the Spring Open, its standings and tables"),
            f"  {base}/admin/  " + _("the organisers' side"),
            "     "
            + _("user %(user)s, password %(password)s (new at each start)")
            % {"user": serving.ORGANISER, "password": password},
            _("Stop with Ctrl-C."),
            "",
        ]
    )
