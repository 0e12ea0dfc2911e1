"""`manage.py rate FILE…`: rate the players of game records."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from referee.management.arguments import add_record_files
from referee.management.playing import play_files
from referee.management.terminal import console_for
from referee.records.files import PlayedFile, printable_name
from scoring.competition.rating import PROVISIONAL, RESAMPLES, Rating, Ratings, rate
from scoring.result import GameResult
from tournament.common.names import comparison_key

MAX_RESAMPLES = 10_000


class Command(BaseCommand):
    """Rate players by name.

    The exit code is 1 if a record is refused or its game is not finished.
    """

    help = "Rate the players of finished game records: the same records give the same ratings."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_record_files(parser)
        parser.add_argument("--seed", default="1", help="of the intervals' random draws")
        parser.add_argument(
            "--resamples",
            type=int,
            choices=range(1, MAX_RESAMPLES + 1),
            default=RESAMPLES,
            metavar="N",
            help="fits from which the intervals are made",
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")

    def handle(
        self, *, files: list[str], seed: str, resamples: int, as_json: bool, **options: Any
    ) -> None:
        """Play all the records, and print the ratings."""
        results, names = self._results(play_files(files, faults_to=self.stderr))
        ratings = rate(results, seed=seed, resamples=resamples)
        if as_json:
            self.stdout.write(_as_json(ratings, names))
            return
        console = console_for(self.stdout, options)
        console.print(_table(_("Player"), ratings.players, names))
        console.print(_table(_("Monopolist’s advantage, by edition"), ratings.monopolists, {}))

    def _results(self, games: Sequence[PlayedFile]) -> tuple[list[GameResult], dict[str, str]]:
        """Return the games' results with players by keys, and the name of each key.

        Of several spellings of a name the first in the alphabet is taken, whatever comes first.
        """
        results, faults = [], []
        names: dict[str, str] = {}
        for played in games:
            result = played.game.result() if played.game else None
            if result is None:
                faults.append(
                    _("%(file)s: the game is not finished.") % {"file": printable_name(played.name)}
                )
                continue
            keys = _keys_of(played)
            for player, key in keys.items():
                name = played.names[player]
                names[key] = min(name, names.get(key, name))
            seats = (replace(seat, player_id=keys[seat.player_id]) for seat in result.seats)
            results.append(replace(result, seats=tuple(seats)))
        if faults:
            self.stderr.write("\n".join(faults))
            sys.exit(1)
        return results, names


def _keys_of(played: PlayedFile) -> dict[str, str]:
    """Return by id the key that identifies each player across records.

    It is the player's name. Two namesakes at one table are known by their ids in the event. So
    are players whose name is hidden or erased: those names have no letter.
    """
    keys = {player: comparison_key(name) for player, name in played.names.items()}
    times = Counter(keys.values())
    event = played.game.header.get("event", played.name) if played.game else played.name
    return {
        player: key if times[key] == 1 and any(map(str.isalpha, key)) else f"{event} {player}"
        for player, key in keys.items()
    }


def _as_json(ratings: Ratings, names: Mapping[str, str]) -> str:
    players = [{"name": names[key], **asdict(rating)} for key, rating in _ranking(ratings.players)]
    roles = {edition: asdict(rating) for edition, rating in ratings.monopolists.items()}
    return json.dumps({"players": players, "monopolists": roles}, ensure_ascii=False)


def _ranking(ratings: Mapping[str, Rating]) -> list[tuple[str, Rating]]:
    """Return the ratings, the highest first."""
    return sorted(ratings.items(), key=lambda item: (-item[1].value, item[0]))


def _table(title: str, ratings: Mapping[str, Rating], names: Mapping[str, str]) -> RenderableType:
    """Return ratings as a table; those of few games have an asterisk."""
    few = any(rating.provisional for rating in ratings.values())
    table = Table(
        caption=Text(_("* fewer than %(games)d games") % {"games": PROVISIONAL} if few else "")
    )
    table.add_column(Text(title))
    for column in (_("Rating"), _("Interval (95 %)"), _("Games")):
        table.add_column(Text(column), justify="right")
    for key, rating in _ranking(ratings):
        mark = "*" if rating.provisional else ""
        interval = f"{rating.low} … {rating.high}"
        table.add_row(
            Text(names.get(key, key)), f"{rating.value}{mark}", interval, str(rating.games)
        )
    return table
