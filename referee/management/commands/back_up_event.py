"""`manage.py back_up_event EVENT`: save an event as one file, for `restore_event`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.backups.services import save_backup
from tournament.backups import files
from tournament.management.lookups import find_event


class Command(BaseCommand):
    """Save one event."""

    help = "Save an event as one file (.zip), as the page Backups does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")

    def handle(self, *, event: str, **options: Any) -> None:
        """Print the file's path; exit code 1 where it could not be written."""
        target = find_event(event)
        try:
            made = save_backup(event=target, by="back_up_event")
        except OSError as error:
            reason = error.strerror or error
            raise CommandError(_("Nothing was saved: %(reason)s.") % {"reason": reason}) from error
        self.stdout.write(str(files.folder_of(target) / made.name))
