"""The command `manage.py calibrate FILE…`: score chances of finished games.

The chances are scored against how the games ended.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from rich.console import Console, RenderableType
from rich.progress import track
from rich.table import Table
from rich.text import Text

from referee.engine.state import FINISHED
from referee.insight.calibration import (
    QUARTERS,
    Forecast,
    bins_of,
    calibration_error,
    forecasts_of_record,
    score,
)
from referee.insight.positions import Position, PositionError, read_position
from referee.management.arguments import MAX_PLAYOUTS, add_record_files, seed_text, whole_number
from referee.management.terminal import console_for
from referee.records.files import UnreadableError, printable_name, read_file


class Command(BaseCommand):
    """Score forecasts of the winner against finished games.

    Exit code 1 if a record is refused or its game is not finished.
    """

    help = "Score the chances of finished two-hour games at a quarter, half and three quarters."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_record_files(parser)
        parser.add_argument(
            "--playouts",
            type=whole_number(1, MAX_PLAYOUTS),
            default=100,
            metavar="N",
            help="play-outs of the mix from each moment (100)",
        )
        parser.add_argument("--seed", type=seed_text, default="1", help="of dice and cards (1)")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")

    def handle(
        self, *, files: list[str], playouts: int, seed: str, as_json: bool, **options: Any
    ) -> None:
        """Read all the records, play out from their moments, and print the scores."""
        positions = track(
            self._positions(files),
            description=_("Playing out"),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        forecasts = [
            forecast
            for position in positions
            for forecast in forecasts_of_record(position, playouts=playouts, seed=seed)
        ]
        if not forecasts:
            self.stderr.write(_("No game has as many turns as can be quartered."))
            sys.exit(1)
        if as_json:
            self.stdout.write(_as_json(forecasts, len(files)))
            return
        console = console_for(self.stdout, options)
        console.print(_scores(forecasts))
        console.print(_bins(forecasts))

    def _positions(self, files: Sequence[str]) -> list[Position]:
        """Return the last positions of finished games.

        If any file has none, name each such file and exit.
        """
        positions, faults = [], []
        for name in files:
            try:
                position = read_position(read_file(name), finished=True)
            except (PositionError, UnreadableError) as error:
                faults.append(f"{printable_name(name)}: {error}")
                continue
            positions.append(position)
            if position.game.status != FINISHED:
                text = _("%(file)s: the game is not finished.")
                faults.append(text % {"file": printable_name(name)})
        if faults:
            self.stderr.write("\n".join(faults))
            sys.exit(1)
        return positions


def _as_json(forecasts: Sequence[Forecast], games: int) -> str:
    found = {
        "games": games,
        "scores": asdict(score(forecasts)),
        "calibration_error": calibration_error(forecasts),
        "bins": [asdict(each) for each in bins_of(forecasts)],
    }
    return json.dumps(found)


def _scores(forecasts: Sequence[Forecast]) -> RenderableType:
    """Return Brier's scores of the chances and of plainer forecasts.

    The scores are by quarter and over all forecasts.
    """
    caption = _(
        "Brier’s score, 0 is perfect: of the chances, of the same chance for all, of how often the "
        "role won here, of the leader for certain, and of how often leaders won here. What was "
        "said and what came differ by %(points)s points on average."
    ) % {"points": f"{100 * calibration_error(forecasts):.1f}"}
    table = Table(caption=Text(caption))
    titles = (_("Time"), _("Chances"), _("Even"), _("Role"), _("Leader"), _("Leaders’ rate"))
    for title in titles:
        table.add_column(Text(title), justify="right")
    for quarter in QUARTERS:
        _add_scores(table, f"{quarter}/4", [each for each in forecasts if each.quarter == quarter])
    _add_scores(table, _("all"), forecasts)
    return table


def _add_scores(table: Table, title: str, forecasts: Sequence[Forecast]) -> None:
    if forecasts:
        found = score(forecasts)
        figures = (found.chances, found.even, found.role, found.leader, found.leader_rate)
        table.add_row(title, *(f"{figure:.3f}" for figure in figures))


def _bins(forecasts: Sequence[Forecast]) -> RenderableType:
    """Return a table of the forecast chances, in tenths, against the outcomes.

    Each row says how often the forecast came true, with the interval of that share.
    """
    caption = _("In percent; in brackets, what the sample leaves open (Wilson’s interval).")
    table = Table(caption=Text(caption))
    for title in (_("Said"), _("Forecasts"), _("Came")):
        table.add_column(Text(title), justify="right")
    for each in bins_of(forecasts):
        low, high = each.interval
        came = f"{100 * each.came:.0f} ({100 * low:.0f}–{100 * high:.0f})"
        table.add_row(f"{100 * each.said:.0f}", str(each.forecasts), came)
    return table
