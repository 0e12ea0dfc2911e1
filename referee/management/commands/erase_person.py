"""`manage.py erase_person PLAYER`: what is kept about a person; `--apply` takes it away."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from referee.log.erasing import erase_person
from tournament.models import Player


class Command(BaseCommand):
    """Replaces a player's name, club, address, and the free texts that name the player."""

    help = "Name what is kept about a player, in all events; --apply replaces it for ever."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The player, and whether to write."""
        parser.add_argument("player", help="the player's number, email address or full name")
        parser.add_argument("--apply", action="store_true", help="write what the dry run shows")

    def handle(self, *, player: str, apply: bool, **options: Any) -> None:
        """Exit code 1, nothing written, where nobody or several people are meant."""
        try:
            with transaction.atomic():
                lines = erase_person(player=_player(player), by="erase_person")
                transaction.set_rollback(not apply)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        for line in lines:
            self.stdout.write(line)
        if apply:
            self.stdout.write(self.style.SUCCESS(_("Erased.")))
        else:
            self.stdout.write(_("Nothing was changed: --apply erases all of this, for ever."))


def _player(named: str) -> Player:
    meant = Q(email__iexact=named) | Q(name=named)
    if named.isdecimal():
        meant |= Q(pk=named)
    players = list(Player.objects.filter(meant).order_by("pk"))
    if not players:
        raise CommandError(_("There is no such player."))
    if len(players) > 1:
        numbers = ", ".join(str(player.pk) for player in players)
        message = _("Several players have this name: give the number of one. %(numbers)s")
        raise CommandError(message % {"numbers": numbers})
    return players[0]
