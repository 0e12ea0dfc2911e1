"""The command `manage.py verify_season SEASON`: recompute a season.

It uses the published results of the season's events.
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.live.api.seasons import season_document
from scoring.competition.rating import rate
from tournament.seasons.rated_games import digest_of
from tournament.seasons.selectors.events import newest_versions, seasons_of
from tournament.seasons.selectors.tables import SeasonTable, season_table
from tournament.seasons.verifying import faults_of
from tournament.visibility import Reader

MAX_BYTES = 50_000_000


class Command(BaseCommand):
    """Compare a season with its recomputation from its events.

    The exit code is 1 if something differs.
    """

    help = "Recompute a season's table and ratings from the published results of its events."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("season", help="its name in the address of its page")
        parser.add_argument(
            "--json",
            type=Path,
            metavar="FILE",
            help="the season as /api/v1/public/seasons/SEASON told it; else as it is told now",
        )

    def handle(self, *, season: str, json: Path | None, **options: Any) -> None:
        """Print what differs, or that all follows."""
        found = seasons_of(Reader.PUBLIC).filter(slug=season).first()
        if found is None:
            raise CommandError(_("No published season has this address."))
        table = season_table(found)
        document = _read(json) if json else msgspec.to_builtins(season_document(table))
        faults = [*faults_of(document, _states(table)), *_faults_of_ratings(document, table)]
        for where, what in faults:
            self.stdout.write(f"{where}: {what}")
        if faults:
            sys.exit(1)
        text = ngettext(
            "The table and the ratings follow from the results of %(count)d event.",
            "The table and the ratings follow from the results of %(count)d events.",
            len(table.counting),
        )
        self.stdout.write(text % {"count": len(table.counting)})


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CommandError(_("The file is too large."))
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(str(error)) from error
    return found


def _states(table: SeasonTable) -> dict[str, dict[str, Any]]:
    """Return the newest public states of the events that count."""
    slugs = {event.pk: event.slug for event in table.counting}
    newest = newest_versions(slugs).values_list("event", "snapshot")
    return {slugs[event]: json.loads(snapshot) for event, snapshot in newest}


def _faults_of_ratings(document: dict[str, Any], table: SeasonTable) -> list[tuple[str, str]]:
    """Rate the games again with the seed that is told."""
    told = document["ratings"]
    if told is None or told["failed"]:
        return []
    digest = digest_of(table.games)
    if told["digest"] != digest:
        return [("ratings", f"{told['digest']} ≠ {digest}")]
    again = msgspec.to_builtins(rate(table.games, seed=told["seed"]).players)
    given = {row["player"]: row["rating"] for row in document["rows"]}
    return [
        (player, f"{given.get(player)} ≠ {rating}")
        for player, rating in again.items()
        if given.get(player) != rating
    ]
