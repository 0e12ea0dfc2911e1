"""`manage.py tablet_snapshot`: what lets tablets start in seconds."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.tablet import pack, python, snapshot


class Command(BaseCommand):
    """Make the snapshot, unless the one of today's source is there."""

    help = "Start the tablets' engine once and keep its memory, so that tablets start in seconds."

    def handle(self, **options: Any) -> None:
        """Without Node or CPython for browsers there is nothing to do: tablets start without."""
        engine = pack.build()
        if python.version() is None or snapshot.kept(engine.digest):
            return
        program = snapshot.node()
        if program is None:
            self.stderr.write(_("Node is missing: tablets will take longer to start."))
            return
        try:
            snapshot.make(engine, program)
        except snapshot.SnapshotError as error:
            raise CommandError(str(error)) from error
