"""`manage.py tablet_python`: compress the Python that tablets download."""

from contextlib import suppress
from typing import Any

from django.core.management.base import BaseCommand

from referee.tablet import python


class Command(BaseCommand):
    """Compress CPython for browsers, unless that was done."""

    help = "Compress CPython for browsers as well as can be. Takes half a minute, once a version."

    def handle(self, **options: Any) -> None:
        """Compress the files.

        If the folder is not writable, servers go on compressing them quickly.
        """
        if python.version() is not None:
            with suppress(OSError):
                python.keep_packed()
