"""`manage.py verify_draw EVENT ROUND`: check a draw by its certificate.

The round is drawn again from the certificate, and compared.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.draws.certificate import faults_of_certificate
from tournament.management.lookups import find_event, find_round


class Command(BaseCommand):
    """Recompute the certificate of a round's draw."""

    help = "Recompute the draw of a round from its certificate; exit code 1 if it does not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument("round", type=int, help="number of the round")

    def handle(self, *, event: str, round: int, **options: Any) -> None:
        """Say that the certificate holds, or every reason why it does not (exit code 1)."""
        target = find_round(find_event(event), round)
        try:
            faults = faults_of_certificate(target)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        if faults:
            raise CommandError("\n".join(faults))
        text = _("The draw of round %(number)d, made again, matches its certificate.")
        self.stdout.write(self.style.SUCCESS(text % {"number": round}))
        if target.seal:
            text = _("It matches its seal, so nothing was changed: %(seal)s")
            self.stdout.write(text % {"seal": target.seal.commitment})
