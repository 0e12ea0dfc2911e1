"""`manage.py tablet_snapshot`: what lets tablets start in seconds."""

import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.tablet import pack, python, snapshot


class Command(BaseCommand):
    """Make the snapshot, unless today's is there, and have CPython packed well."""

    help = "Start the tablets' engine once and keep its memory, so that tablets start in seconds."

    def handle(self, **options: Any) -> None:
        """Make the snapshot of started Python that lets tablets start in seconds.

        Do nothing without Node or CPython for browsers; tablets then start slower.
        """
        if python.version() is None:
            return
        if not all(python.cached_file(name).exists() for name in python.KEPT):
            self._pack_in_background()
        engine = pack.build()
        if snapshot.stored_snapshot(engine.digest):
            return
        program = snapshot.node()
        if program is None:
            self.stderr.write(_("Node is missing: tablets will take longer to start."))
            return
        try:
            snapshot.make(engine, program)
        except snapshot.SnapshotError as error:
            raise CommandError(str(error)) from error

    def _pack_in_background(self) -> None:
        """Start `tablet_python` in a detached process that outlives this one.

        The process has low priority. Its parent is not this process: a server that never waits for
        it keeps no zombie.
        """
        detached = ["sh", "-c", 'nice -n 19 "$@" &', "sh"]
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "tablet_python"]
        quiet = subprocess.DEVNULL
        subprocess.run(  # noqa: S603 - our own program, its words as arguments of the shell
            [*detached, *command], stdout=quiet, stderr=quiet, start_new_session=True, check=False
        )
