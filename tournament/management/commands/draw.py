"""`manage.py draw EVENT ROUND`: draw the seats of a round.

Ctrl-C stops early and keeps the best so far.
"""

import signal
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from tournament.draws.services.drawing import draw_round
from tournament.management.lookups import find_event
from tournament.rounds.services.rounds import ensure_round
from tournament.seating import CRITERIA, Draw


class Command(BaseCommand):
    """Draw the seats of a round, or of all rounds to come together."""

    help = "Draw the seats of a round and print the draw's verifiable certificate."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument("round", type=int, help="number of the round")
        parser.add_argument(
            "--all-rounds", action="store_true", help="this round and all later ones together"
        )
        parser.add_argument(
            "--time-limit",
            type=float,
            default=10.0,
            help="seconds after which to stop searching (10 by default)",
        )

    def handle(
        self,
        *,
        event: str,
        round: int,
        all_rounds: bool,
        time_limit: float,
        **options: Any,
    ) -> None:
        """Exit code 1, seats as they were, if the round cannot be drawn."""
        target = find_event(event)
        stop = _stop_on_interrupt()
        try:
            made = draw_round(
                round=ensure_round(event=target, number=round, by="draw"),
                by="draw",
                all_rounds=all_rounds,
                time_limit=time_limit,
                progress=self._progress,
                cancelled=lambda: bool(stop),
            )
        except ValidationError as error:
            raise CommandError("\n".join(error.messages)) from error
        self._report(made)

    def _progress(self, share: float) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{share:4.0%}", ending="\n" if share >= 1 else "")

    def _report(self, made: Draw) -> None:
        certificate = made.certificate
        self.stdout.write(_("Drawn in %(steps)d steps.") % {"steps": certificate.steps})
        for code, amount in certificate.violations.items():
            bound = certificate.bounds.get(code)
            proof = (
                "" if bound is None else _(" (no draw has fewer than %(bound)g)") % {"bound": bound}
            )
            self.stdout.write(f"  {_(CRITERIA[code].title)}: {amount:g}{proof}")


def _stop_on_interrupt() -> list[int]:
    """Return a list that is filled at the first Ctrl-C.

    The second one interrupts the program.
    """
    pressed: list[int] = []

    def remember(number: int, frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, remember)
    return pressed
