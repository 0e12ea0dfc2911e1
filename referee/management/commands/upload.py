"""The command `manage.py upload EVENT --to URL --key-file FILE`: send an event."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.uploads.sending import Answer, Target, UploadError, checked_url, send_event
from tournament.models import Event


class Command(BaseCommand):
    """Send one event to a platform, once or again and again."""

    help = "Send an event to the platform that made the key: what is not there yet, nothing twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the event, where it is sent, and how often."""
        parser.add_argument("event", help="the event's address here, which is also that there")
        parser.add_argument("--to", required=True, metavar="URL", help="the address for uploads")
        # Everybody on this machine can read what a command was given.
        parser.add_argument(
            "--key-file",
            required=True,
            type=Path,
            help="a file with the key that the platform showed",
        )
        parser.add_argument("--every", type=int, metavar="SECONDS", help="go on until stopped")

    def handle(self, *, event: str, to: str, key_file: Path, **options: Any) -> None:
        """Exit code 1 if the platform does not take it; `--every` tries again."""
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(_("There is no event “%(slug)s”.") % {"slug": event})
        try:
            target = Target(checked_url(to), key_file.read_text("utf-8").strip())
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{key_file}: {error}") from error
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        every: int | None = options["every"]
        while True:
            try:
                self._report(send_event(event=found, target=target))
            except UploadError as error:
                self._report_fault(error)
                if every is None:
                    raise CommandError(error.reason) from error
                self.stderr.write(error.reason)
            if every is None:
                return
            time.sleep(max(1, every))

    def _report(self, answer: Answer) -> None:
        for game in answer.games:
            told = msgspec.structs.asdict(game)
            self.stdout.write(
                _(
                    "Round %(round)s, table %(table)s: %(received)s events received, "
                    "%(already)s already there; hash %(hash)s"
                )
                % {**told, "hash": game.hash[:12]}
            )
        done = _("The platform has everything: upload %(receipt)s.")
        self.stdout.write(self.style.SUCCESS(done % {"receipt": answer.receipt}))

    def _report_fault(self, error: UploadError) -> None:
        for conflict in error.conflicts:
            self.stderr.write("{where}, {what}\n  ← {here}\n  → {hall}".format(**conflict))
