"""The command `manage.py chances FILE`: count places from a position.

It tells how often each player reaches each place.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import Progress

from referee.engine.state import PLAYING
from referee.insight.chances import Tally, tallies
from referee.insight.playouts import METHODS, Playout
from referee.insight.positions import MAX_TURNS, Position, PositionError, read_position
from referee.insight.saving import record_of, record_path
from referee.insight.turning_points import Settings, TurningPoint, turning_points
from referee.management.arguments import MAX_PLAYOUTS, seed_text, whole_number
from referee.management.chances_report import (
    chances_json,
    chances_tables,
    points_json,
    points_table,
)
from referee.management.terminal import console_for
from referee.records.files import UnreadableError, printable_name, read_file

OnPlayout = Callable[[str, Playout], None]


class Command(BaseCommand):
    """Play a position out by simple policies: the same seed gives the same bytes."""

    help = "Play a game out from a position by simple policies, and count the places."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record; - is standard input")
        parser.add_argument("--at", type=int, metavar="LINE", help="after this line (the last)")
        parser.add_argument(
            "--turns",
            type=whole_number(0, MAX_TURNS),
            metavar="N",
            help="turns that begin before time is called (by the record's times)",
        )
        parser.add_argument(
            "--playouts",
            type=whole_number(1, MAX_PLAYOUTS),
            default=400,
            metavar="N",
            help="play-outs of each policy (400)",
        )
        parser.add_argument("--seed", type=seed_text, default="1", help="of dice and cards (1)")
        parser.add_argument(
            "--records", type=Path, metavar="FOLDER", help="write each play-out as a record"
        )
        parser.add_argument(
            "--turning-points",
            action="store_true",
            help="print instead which three events moved the chances to win most",
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")

    def handle(self, *, file: str, at: int | None, **options: Any) -> None:
        """Play out, write the records if asked to, and print chances or turning points."""
        points = options["turning_points"]
        if points and options["records"]:
            raise CommandError(_("Turning points have no records of their own."))
        try:
            position = read_position(read_file(file), at, finished=points)
        except (PositionError, UnreadableError) as error:
            self.stderr.write(str(error))
            sys.exit(1)
        turns = _turns(position, options["turns"])
        settings = {"turns": turns, "playouts": options["playouts"], "seed": options["seed"]}
        print_them = self._print_points if points else self._print_chances
        print_them(position, settings, options)

    def _print_chances(
        self, position: Position, settings: dict[str, Any], options: dict[str, Any]
    ) -> None:
        counted = _count(position, settings, options["records"])
        if options["as_json"]:
            self.stdout.write(chances_json(position, counted, settings))
            return
        console = console_for(self.stdout, options)
        for table in chances_tables(position, counted, settings):
            console.print(table)

    def _print_points(
        self, position: Position, settings: dict[str, Any], options: dict[str, Any]
    ) -> None:
        points = _look_for_points(position, settings)
        if options["as_json"]:
            self.stdout.write(points_json(position, points, settings))
            return
        console_for(self.stdout, options).print(points_table(position, points, settings))


def _turns(position: Position, given: int | None) -> int:
    """Return the turns that still begin: none once time is called."""
    turns = given if given is not None and position.state.status == PLAYING else position.pace
    if turns is None:
        raise CommandError(_("The record does not tell how fast the game goes. Give --turns."))
    return turns


def _count(position: Position, settings: dict[str, Any], folder: Path | None) -> list[Tally]:
    """Play out by each method, with a bar on a terminal."""
    write = _writer(position, settings, folder) if folder else None
    with _progress() as bar:
        task = bar.add_task(_("Playing out"), total=settings["playouts"] * len(METHODS))

        def advance(played: int) -> None:
            bar.advance(task, played)

        return tallies(
            position.state, turn=position.turn, on_playout=write, on_progress=advance, **settings
        )


def _look_for_points(position: Position, settings: dict[str, Any]) -> list[TurningPoint]:
    """Look for turning points, with a bar on a terminal."""
    last_turn = position.turn + settings["turns"]
    how = Settings(settings["playouts"], settings["seed"], last_turn)
    with _progress() as bar:
        task = bar.add_task(_("Playing out"), total=1.0)
        return turning_points(position, how, on_progress=lambda share: bar.advance(task, share))


def _progress() -> Progress:
    return Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


def _writer(position: Position, settings: dict[str, Any], folder: Path) -> OnPlayout:
    """Return a function that writes each play-out into a folder.

    The folder has to be new or empty.
    """
    with _name_folder_faults(folder):
        folder.mkdir(parents=True, exist_ok=True)
        empty = not any(folder.iterdir())
    if not empty:
        raise CommandError(_("The folder for the records has to be empty."))

    def write(method: str, playout: Playout) -> None:
        text = record_of(
            position, playout, method=method, seed=settings["seed"], turns=settings["turns"]
        )
        with _name_folder_faults(folder):
            record_path(folder, method, playout.number).write_text(text, "utf-8", newline="")

    return write


@contextmanager
def _name_folder_faults(folder: Path) -> Iterator[None]:
    """Say in a sentence why the folder cannot be written."""
    try:
        yield
    except OSError as error:
        facts = {"folder": printable_name(str(folder)), "reason": error.strerror}
        raise CommandError(_("%(folder)s cannot be written: %(reason)s") % facts) from error
