"""`manage.py import_players EVENT FILE`: import a list of players.

A dry run names each bad row; `--apply` writes.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.management.lookups import find_event
from tournament.people.imports.encodings import ENCODINGS
from tournament.people.imports.matching import ImportPlan, PlannedRow, plan_import
from tournament.people.imports.players import read_players
from tournament.people.imports.sheets import MAX_BYTES, encoding_of
from tournament.people.services.imports import import_players

MARKS = {"add": "+", "change": "~"}


class Command(BaseCommand):
    """Import a list of players into an event."""

    help = (
        "Check a CSV or XLSX list of players (name, club, team, email, id, seed); "
        "--apply imports it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", help="the event's address (slug)")
        parser.add_argument("file", help="a .csv or .xlsx file; - for standard input")
        parser.add_argument(
            "--encoding", choices=ENCODINGS, default="", help="of the .csv file (default: a guess)"
        )
        parser.add_argument("--apply", action="store_true", help="write what the dry run shows")

    def handle(self, *, event: str, file: str, apply: bool, encoding: str, **options: Any) -> None:
        """Exit code 1, nothing written, if any row is bad."""
        target = find_event(event)
        content = _read_file(file)
        if apply:
            plan = import_players(
                event=target, content=content, by="import_players", encoding=encoding
            )
        else:
            found = read_players(content, own_teams=target.has_own_teams, encoding=encoding)
            plan = plan_import(target, found)
        if plan.faults:
            raise CommandError(_refusal(plan))
        self._say_encoding(encoding_of(content, encoding))
        self._report(plan, apply)

    def _say_encoding(self, encoding: str) -> None:
        if encoding:
            self.stdout.write(_("Read as %(encoding)s.") % {"encoding": ENCODINGS[encoding]})

    def _report(self, plan: ImportPlan, applied: bool) -> None:
        if plan.ignored:
            names = ", ".join(plan.ignored)
            self.stdout.write(_("Columns not used: %(names)s") % {"names": names})
        for row in plan.rows:
            if row.action in MARKS:
                self.stdout.write(_line(row))
        facts = {action: plan.count(action) for action in ("add", "change", "same")}
        text = _("%(add)d to add, %(change)d to change, %(same)d unchanged.")
        if applied:
            text = _("%(add)d added, %(change)d changed, %(same)d unchanged.")
        self.stdout.write(self.style.SUCCESS(text % facts))
        if not applied:
            self.stdout.write(_("Nothing was written: add --apply to import."))


def _refusal(plan: ImportPlan) -> str:
    lines = [str(fault) for fault in plan.faults]
    count = ngettext("%(count)d fault", "%(count)d faults", len(lines)) % {"count": len(lines)}
    return "\n".join([*lines, _("%(faults)s: nothing was imported.") % {"faults": count}])


def _line(row: PlannedRow) -> str:
    mark = MARKS[row.action]
    club = f", {row.club}" if row.club else ""
    return f"{mark} {row.seed:>4}  {row.name}{club}"


def _read_file(file: str) -> bytes:
    """Read the file, or standard input for "-".

    One byte more than allowed is enough to tell that it is too large.
    """
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as source:
            return source.read(MAX_BYTES + 1)
    except OSError as error:
        message = _("%(file)s cannot be read: %(reason)s") % {
            "file": file,
            "reason": error.strerror,
        }
        raise CommandError(message) from error
