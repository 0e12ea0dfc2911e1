"""The command `manage.py doctor`: faults of this installation, with advice."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from referee.doctor import machine, reachable, stores
from referee.doctor.findings import Check, Finding, State, critical, fine, run, warning
from referee.management.serving import is_free
from tournament.checks import check_compiled_translations

NEEDED: tuple[Check, ...] = (stores.check_connection, stores.check_migrations)
"""Without these the database is asked nothing more."""
OF_DATABASE: tuple[Check, ...] = (
    stores.check_connection,
    stores.check_database,
    stores.check_migrations,
    machine.check_clock,
    machine.check_time_zones,
    stores.check_publisher,
)
OF_THE_REST: tuple[Check, ...] = (
    machine.check_disk,
    machine.check_installation_backup,
    stores.check_redis,
    reachable.check_hosts,
    reachable.check_certificates,
    reachable.check_mail,
)


def check_translations() -> Iterator[Finding]:
    """Look for catalogues that are not compiled.

    Other commands do so before they begin, unless they skip Django's system checks.
    """
    for fault in check_compiled_translations():
        yield critical(str(fault.msg), str(fault.hint))


OF_THE_PROGRAM: tuple[Check, ...] = (machine.check_python, check_translations)


class Command(BaseCommand):
    """Check the installation.

    The exit code is 0 if all is well, 1 at warnings, 2 at errors.
    """

    help = (
        "Say in sentences what is wrong with this installation, and what to do. Run it with the "
        "server's own environment variables."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, action="append", default=[], help="a port that is to be free"
        )
        parser.add_argument("--quiet", action="store_true", help="what is wrong only")

    def handle(self, *, port: list[int], quiet: bool, **options: Any) -> None:
        """Print each finding, and end with the worst one's exit code."""
        worst = State.FINE
        for finding in _findings(port):
            worst = max(worst, finding.state)
            if finding.state or not quiet:
                self._print(finding)
        if worst:
            sys.exit(worst)

    def _print(self, finding: Finding) -> None:
        styles = (self.style.SUCCESS, self.style.WARNING, self.style.ERROR)
        words = (
            pgettext("a check", "fine"),
            pgettext("a check", "warning"),
            pgettext("a check", "error"),
        )
        word = styles[finding.state](words[finding.state])
        self.stdout.write(f"{word}{pgettext('sign', ':')} {finding.text}")
        if finding.advice:
            self.stdout.write(f"    {finding.advice}")


def _findings(ports: Sequence[int]) -> Iterator[Finding]:
    """Yield what each check finds."""
    yield fine(_("The data folder is %(folder)s.") % {"folder": settings.DATA_DIR})
    yield from chain.from_iterable(map(run, OF_THE_PROGRAM))
    yield from _findings_of_database()
    yield from chain.from_iterable(map(run, OF_THE_REST))
    yield from map(_finding_of_port, ports)


def _findings_of_database() -> Iterator[Finding]:
    """Yield the findings of the database checks.

    They end at a finding of a check that the next ones need.
    """
    for check in OF_DATABASE:
        found = list(run(check))
        yield from found
        if check in NEEDED and any(finding.state for finding in found):
            return


def _finding_of_port(port: int) -> Finding:
    """Return whether a server could listen on a port."""
    if is_free("", port):
        return fine(_("Port %(port)d is free.") % {"port": port})
    return warning(
        _("Port %(port)d is taken or not allowed.") % {"port": port},
        _("If that is not this server, stop what listens there, or choose another."),
    )
