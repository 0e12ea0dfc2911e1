"""`manage.py lint_editions [FILE…]`: check editions.

Recompute the printed figures, or check files of your own.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.game.editions import load_edition_file
from scoring.game.lint import lint_all
from scoring.game.schema import EditionError


class Command(BaseCommand):
    """Check the editions included in the program, or the given files."""

    help = "Recompute the printed figures of the editions, or check edition files of your own."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="an edition file (TOML)")

    def handle(self, *, files: list[str], **options: Any) -> None:
        """Print one line per fault and exit with 1, or one line that all is well."""
        faults = _of_files(files) if files else _packaged_faults()
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            message = ngettext(
                "%(count)d fault in the editions.", "%(count)d faults in the editions.", len(faults)
            )
            raise CommandError(message % {"count": len(faults)})
        self.stdout.write(_("The editions are in order."))


def _packaged_faults() -> list[str]:
    return [f"{code}: {fault}" for code, faults in lint_all().items() for fault in faults]


def _of_files(files: list[str]) -> list[str]:
    """Return the error of each file that does not load, with file, key and reason."""
    faults = []
    for file in files:
        try:
            load_edition_file(file)
        except EditionError as error:
            faults.append(str(error))
    return faults
