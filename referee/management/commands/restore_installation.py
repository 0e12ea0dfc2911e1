"""`manage.py restore_installation FILE`: restore a whole installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.backups.installation.age import read_identities
from referee.backups.installation.errors import InstallationBackupError, reason_of
from referee.backups.installation.files import work_alone
from referee.backups.installation.restoring import Restored, restore_installation


class Command(BaseCommand):
    """Restore the database, the keys and the certificates of an installation."""

    help = (
        "Put a backup of a whole installation into this one, which is empty. Stop the server and "
        "its workers first. Nothing is changed unless all of the file is as it was saved."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, its key, and the leave to replace."""
        parser.add_argument("file", help="the backup (.tar.gz.age)")
        parser.add_argument(
            "--identity", required=True, metavar="KEY", help="the file of the private key"
        )
        parser.add_argument(
            "--replace", action="store_true", help="replace the accounts and events that are here"
        )

    def handle(self, *, file: str, identity: str, replace: bool, **options: Any) -> None:
        """Exit code 1, nothing changed, where the file or the installation does not fit."""
        try:
            identities = read_identities(Path(identity))
            with work_alone() as work:
                self._report(
                    restore_installation(
                        file=Path(file), identities=identities, replace=replace, work=work
                    )
                )
        except InstallationBackupError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"Nothing was put back: {reason_of(error)}.") from error

    def _report(self, restored: Restored) -> None:
        made_at = f"{restored.manifest.made_at:%Y-%m-%d %H:%M} UTC"
        self.stdout.write(self.style.SUCCESS(f"The installation is that of {made_at} again."))
        for variable in restored.other_keys:
            warning = f"{variable} is set here to another key than the backup has: set it to"
            self.stdout.write(self.style.WARNING(f"{warning} that one, or unset it."))
        if restored.doubt:
            raise CommandError(f"It was not checked in full: {restored.doubt}")
        self.stdout.write(f"Replayed: {restored.games} games.")
