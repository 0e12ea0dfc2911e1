"""The command `manage.py play_live_event`: bots play on a running server.

They play an event of today. `make run` starts it beside the server.
"""

import os
import time
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.management import serving
from referee.rehearsal.http_client import Faults, HttpClient, RequestLostError
from referee.rehearsal.live_event import address_of_live_event, play_live_event

PAUSE_SECONDS = 0.7
STARTED_SECONDS = 60.0
RETRY_SECONDS = 0.5
NICE = 10


class Command(BaseCommand):
    """Play the event of today until its rounds are over, or its server is gone."""

    help = "Let bots play an event of today on a running server, at a lively pace."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://localhost:8000", help="the running server")
        parser.add_argument(
            "--pause", type=float, default=PAUSE_SECONDS, help="seconds between two events"
        )
        parser.add_argument(
            "--while-open",
            type=int,
            help="number of a pipe's reading end: end when the other end is closed",
        )

    def handle(self, *, url: str, pause: float, while_open: int | None, **options: Any) -> None:
        """Wait for the server, then play; people at the pages come first."""
        if while_open is not None:
            # To the server, its tablets are then switched off, and go on from their logs at the
            # next start.
            serving.end_with(while_open)
        os.nice(NICE)
        _wait_for(url)
        now = timezone.now()
        play_live_event(url, slug=address_of_live_event(now), now=now, pause=pause)


def _wait_for(url: str) -> None:
    until = time.monotonic() + STARTED_SECONDS
    client = HttpClient(url, Faults(), Random(0))
    while True:
        try:
            client.request("GET", "/tablet/release.json")
        except RequestLostError as error:
            if time.monotonic() > until:
                message = _("No server answers at %(url)s: start one, or name it with --url.")
                raise CommandError(message % {"url": url}) from error
            time.sleep(RETRY_SECONDS)
        else:
            return
