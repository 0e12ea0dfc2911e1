"""The command `manage.py explain FILE --line N`: explain one line of a record.

It says what the line did, and by which rules.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from referee.management.report import explanation
from referee.management.terminal import console_for
from referee.records.files import NoSuchLineError, UnreadableError, explain_line, read_file


class Command(BaseCommand):
    """Explain a line: the position before it, what followed and why.

    For a refused line, say why it is refused.
    """

    help = "Show the position before a line of a record, what its event did, and why."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record; - is standard input")
        parser.add_argument("--line", type=int, required=True, help="number of the line, from 1")

    def handle(self, *, file: str, line: int, **options: Any) -> None:
        """Exit code 1 if there is no such line, or a line before it is refused."""
        try:
            explained = explain_line(read_file(file), line)
        except (NoSuchLineError, UnreadableError) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        console_for(self.stdout, options).print(explanation(explained))
