"""`manage.py restore_event FILE`: put an event that was backed up into this empty server."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.backups.services import restore_backup


class Command(BaseCommand):
    """Restore one event."""

    help = "Put an event that was backed up into this server, which has no event yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the backup (.zip)")

    def handle(self, *, file: str, **options: Any) -> None:
        """Exit code 1, nothing written, where the file or the server does not fit."""
        try:
            event, unsealed = restore_backup(file=Path(file), by="restore_event")
        except ValidationError as error:
            raise CommandError("\n".join(error.messages)) from error
        done = _("%(event)s is here again. Nobody is its organiser yet: add members in /admin/.")
        self.stdout.write(self.style.SUCCESS(done % {"event": event.name}))
        if not unsealed:
            left = _(
                "The backup is from a server with another secret key: draws stay without their "
                "certificates and seals, and the printed codes of tables have to be made anew."
            )
            self.stdout.write(self.style.WARNING(left))
