"""The command `manage.py restore_event FILE`: restore an event.

It puts an event that was backed up into this server.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from referee.backups.restoring import SEALED_LEFT, restore_backup


class Command(BaseCommand):
    """Restore one event."""

    help = "Put an event that was backed up into this server, which does not have it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the backup (.zip)")

    def handle(self, *, file: str, **options: Any) -> None:
        """Exit code 1, nothing written, where the file or the server does not fit.

        A new installation gets its tables first.
        """
        if not connection.introspection.table_names():
            call_command("migrate", verbosity=0)
        try:
            event, unsealed = restore_backup(file=Path(file), by="restore_event")
        except ValidationError as error:
            raise CommandError("\n".join(error.messages)) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise CommandError(
                _("Nothing was put back: %(reason)s.") % {"reason": reason}
            ) from error
        done = _("%(event)s is here again. Nobody is its organiser yet: add members in /admin/.")
        self.stdout.write(self.style.SUCCESS(done % {"event": event.name}))
        if not unsealed:
            self.stdout.write(self.style.WARNING(str(SEALED_LEFT)))
