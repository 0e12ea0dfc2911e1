"""The command `manage.py fairness`: chances of each role and each seat.

It tells how often each would win, before anybody plays.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from referee.engine.state import TWO_HOUR
from referee.insight.playouts import METHODS
from referee.insight.strongest import EVENTS
from referee.insight.study import Plan, Study, difference_of
from referee.insight.wording import open_games_text
from referee.management.arguments import seed_text, whole_number
from referee.management.fairness_report import difference_rows, report_tables
from referee.management.fairness_settings import (
    DEFAULTS,
    KEYS,
    Question,
    SettingError,
    read_question,
    read_words,
)
from referee.management.terminal import console_for

MAX_GAMES, MAX_EVENTS = 20_000, 10_000


class Command(BaseCommand):
    """Play games of a setting by simple policies.

    The same seed gives the same figures.
    """

    help = "Tell how fair a setting is: games are played by simple policies and counted."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        keys = ", ".join(KEYS)
        parser.add_argument(
            "setting",
            nargs="*",
            metavar="KEY=VALUE",
            help=f"what is not as usual; the keys are {keys}; lists with commas",
        )
        parser.add_argument(
            "--against", nargs="+", metavar="KEY=VALUE", help="a second setting, changed from it"
        )
        parser.add_argument(
            "--games",
            type=whole_number(1, MAX_GAMES),
            default=400,
            metavar="N",
            help="games of each table size and policy (400)",
        )
        parser.add_argument(
            "--events",
            type=whole_number(1, MAX_EVENTS),
            default=EVENTS,
            metavar="N",
            help=f"simulated events of each policy ({EVENTS})",
        )
        parser.add_argument("--seed", type=seed_text, default="1", help="of all that is drawn (1)")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print JSON")

    def handle(self, *, setting: list[str], against: list[str] | None, **options: Any) -> None:
        """Play until done or interrupted, and print what there is."""
        try:
            base = {**DEFAULTS, **read_words(setting)}
            questions = [read_question(setting)]
            questions += [read_question(against, base)] if against else []
        except SettingError as error:
            raise CommandError(str(error)) from error
        plan = Plan(options["games"], options["seed"])
        events = options["events"]
        studies = [
            Study(each.setting, replace(each.field, events=events), plan) for each in questions
        ]
        stopped = not _play(studies)
        if not any(tally.games for study in studies for tally in study.tallies):
            raise CommandError(_("Stopped before a game was counted."))
        self._print(questions, studies, plan, stopped, options)

    def _print(
        self,
        questions: Sequence[Question],
        studies: Sequence[Study],
        plan: Plan,
        stopped: bool,
        options: dict[str, Any],
    ) -> None:
        reports = [study.report() for study in studies]
        moves = difference_of(*studies) if len(studies) > 1 else {}
        names = [each.words or _("as usual") for each in questions]
        if options["as_json"]:
            told = {"seed": plan.seed, "interval": "Wilson, 95 %", "stopped": stopped}
            settings = [
                {"setting": name, **report} for name, report in zip(names, reports, strict=True)
            ]
            self.stdout.write(json.dumps({**told, "settings": settings, "more_won": moves}))
            return
        console = console_for(self.stdout, options)
        for table in report_tables(reports, names):
            console.print(table)
        for line in difference_rows(moves):
            console.print(Text(line))
        for each in questions:
            if each.setting.mode != TWO_HOUR:
                console.print(Text(open_games_text(each.setting.turns)))
        console.print(Text(_caption(reports, plan, stopped)))


def _caption(reports: Sequence[dict[str, Any]], plan: Plan, stopped: bool) -> str:
    text = _(
        "Least and greatest share over %(methods)d ways to play; in brackets, the 95 %% interval "
        "of the sample. %(games)d games, seed %(seed)s."
    ) % {
        "methods": len(METHODS),
        "games": sum(report["games"] for report in reports),
        "seed": plan.seed,
    }
    return text + " " + _("Stopped before the end.") if stopped else text


def _play(studies: Sequence[Study]) -> bool:
    """Play all studies in turns; return False if interrupted.

    A terminal shows a bar.
    """
    finished = False
    shares = [0.0] * len(studies)
    bar = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with suppress(KeyboardInterrupt), bar:
        task = bar.add_task(_("Playing"), total=len(studies))
        for step in zip_longest(*(study.play() for study in studies)):
            shares = [new or old for new, old in zip(step, shares, strict=True)]
            bar.update(task, completed=sum(shares))
        finished = True
    return finished
