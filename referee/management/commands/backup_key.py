"""`manage.py backup_key FILE`: make the key that opens backups of an installation."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.backups.installation.age import new_identity


class Command(BaseCommand):
    """Make a private key of age."""

    help = (
        "Write a new private key into a file, and print its public key for BACKUP_RECIPIENT. Keep "
        "the file on another computer than the server, and a copy on paper: without it no backup "
        "can be opened. age-keygen makes such keys too."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to write the key."""
        parser.add_argument("file", help="a new file for the private key")

    def handle(self, *, file: str, **options: Any) -> None:
        """Write the key for this account only; an existing file is kept, with exit code 1."""
        identity = new_identity()
        public = str(identity.to_public())
        try:
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError as error:
            raise CommandError(f"{file} is there already: name a new file.") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        with os.fdopen(handle, "w") as out:
            out.write(f"# public key: {public}\n{identity}\n")
        self.stdout.write(public)
