"""`manage.py verify [GAME…|--all]`: prove that logs, snapshots and results agree."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from referee.log.verify import faults_of
from referee.models import GameLog


class Command(BaseCommand):
    """Rebuilds each game from its log and compares; exit code 1 if anything differs."""

    help = "Rebuild games from their logs and compare chain, snapshot and result."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The games by id, or all."""
        parser.add_argument("games", nargs="*", metavar="GAME", help="a game's id")
        parser.add_argument("--all", action="store_true", help="every game there is")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and say what was found, a line a game."""
        bad = 0
        for game in self._games(options["games"], everything=options["all"]):
            faults = faults_of(game)
            bad += bool(faults)
            self.stdout.write(f"{game.pk} {game}: {game.head_seq} events: {_verdict(faults)}")
        if bad:
            raise CommandError(f"{bad} of the games do not hold.")

    def _games(self, wanted: list[str], *, everything: bool) -> list[GameLog]:
        games = GameLog.objects.select_related("table__round__event").order_by("table")
        if everything == bool(wanted):
            raise CommandError("Name games by their id, or say --all.")
        if everything:
            return list(games)
        known = {str(game.pk): game for game in games.filter(pk__in=map(_id, wanted))}
        for name in wanted:
            if name not in known:
                raise CommandError(f"{name}: there is no such game.")
        return [known[name] for name in wanted]


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise CommandError(f"{text}: a game's id is a UUID.") from None


def _verdict(faults: list[str]) -> str:
    return "; ".join(faults) if faults else "ok"
