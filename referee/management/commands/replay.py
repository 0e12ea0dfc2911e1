"""`manage.py replay FILE…`: play game records and tell what they lead to."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from referee.management.arguments import add_record_files
from referee.management.playing import play_files
from referee.management.report import report
from referee.management.terminal import console_for
from referee.records.files import PlayedFile


class Command(BaseCommand):
    """Replay records: exit code 1, and nothing on standard output, if any is refused."""

    help = "Play game records through the rules and print what they lead to."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_record_files(parser)
        parser.add_argument(
            "--json",
            action="store_true",
            dest="as_json",
            help="print the statements only, as JSON, one a line",
        )

    def handle(self, *, files: list[str], as_json: bool, **options: Any) -> None:
        """Replay all the files, then print the reports."""
        games = play_files(files, faults_to=self.stderr)
        self._print(games, options, as_json=as_json)

    def _print(self, games: list[PlayedFile], options: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            for game in games:
                self.stdout.write(statement(game))
            return
        console = console_for(self.stdout, options)
        for game in games:
            console.print(report(game))


def statement(game: PlayedFile) -> str:
    """Return the statement of an accepted record on one line."""
    if game.game is None:
        raise ValueError("a refused header has no statement")
    return json.dumps(game.game.statement())
