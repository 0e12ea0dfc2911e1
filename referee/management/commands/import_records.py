"""The command `manage.py import_records`: import a round's game records.

The form is `manage.py import_records EVENT ROUND FILE…`. It plays the records into the
tables of the round.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.engine import MAX_RECORD_BYTES
from referee.records import services
from referee.records.importing import RecordFile, RecordsRefusedError
from tournament.management.lookups import find_event


class Command(BaseCommand):
    """Import the finished records of a round."""

    help = "Play finished game records through the engine into their tables; all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument("round", type=int, help="number of the round")
        parser.add_argument("files", nargs="+", metavar="FILE", help="records (.amr.jsonl)")
        parser.add_argument(
            "--reason", default="", help="why results that count already change; everybody reads it"
        )

    def handle(
        self, *, event: str, round: int, files: list[str], reason: str, **options: Any
    ) -> None:
        """Exit code 1, nothing written, if any record is refused or does not fit."""
        target = find_event(event)
        records = [RecordFile(file, _read_file(file)) for file in files]
        try:
            done = services.import_records(
                event=target, round_number=round, files=records, reason=reason, by="import_records"
            )
        except RecordsRefusedError as error:
            message = _("Nothing was imported.")
            raise CommandError("\n".join([*error.faults, message])) from error
        facts = {"new": len(done.new), "corrected": len(done.corrected), "same": len(done.same)}
        text = _("Results: %(new)d new, %(corrected)d corrected, %(same)d as they were.")
        self.stdout.write(self.style.SUCCESS(text % facts))
        if done.waiting:
            message = _("Tables %(tables)s have another result as well: the chief referee chooses.")
            tables = ", ".join(map(str, done.waiting))
            self.stdout.write(self.style.WARNING(message % {"tables": tables}))


def _read_file(file: str) -> bytes:
    """Read at most one byte more than a record may have.

    The extra byte tells the engine that a file is too large.
    """
    try:
        with Path(file).open("rb") as source:
            return source.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        message = _("%(file)s cannot be read: %(reason)s")
        facts = {"file": file, "reason": error.strerror}
        raise CommandError(message % facts) from error
