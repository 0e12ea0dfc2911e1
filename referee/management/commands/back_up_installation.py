"""`manage.py back_up_installation`: save the installation as one file.

The file is encrypted.
"""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from referee.backups.installation.errors import (
    BackupRunningError,
    InstallationBackupError,
    reason_of,
)
from referee.backups.installation.files import newest_backup, work_alone
from referee.backups.installation.retention import is_due
from referee.backups.installation.saving import Saved, save_installation

LOWEST = 19


class Command(BaseCommand):
    """Back up the database, the keys and the certificates of this installation."""

    help = (
        "Save the whole installation as one encrypted file in BACKUP_FOLDER, check it by replaying "
        "every game from it, and delete old ones. Exit code 1 if it was not saved, or not checked."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option of the schedule."""
        parser.add_argument(
            "--scheduled", action="store_true", help="only if one is due, with the lowest priority"
        )

    def handle(self, *, scheduled: bool, **options: Any) -> None:
        """Print the file's path and what was checked."""
        if scheduled:
            os.nice(LOWEST)
        try:
            with work_alone() as work:
                if scheduled and not is_due(newest_backup(), now=timezone.localtime()):
                    return
                self._report(save_installation(work))
        except InstallationBackupError as error:
            if not (scheduled and isinstance(error, BackupRunningError)):
                raise CommandError(f"Nothing was saved. {error}") from error
        except OSError as error:
            raise CommandError(f"Nothing was saved: {reason_of(error)}.") from error

    def _report(self, saved: Saved) -> None:
        self.stdout.write(str(saved.file))
        if saved.deleted:
            self.stdout.write(f"Old backups deleted: {saved.deleted}.")
        if saved.doubt:
            raise CommandError(f"{saved.file} was saved, but not checked in full: {saved.doubt}")
        self.stdout.write(f"Decrypted again, and replayed: {saved.games} games.")
