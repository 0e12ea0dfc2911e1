"""The command `manage.py finish_startup`: load the rest behind a live server.

It loads everything that the first page did without. `make run` and `make hall` start it
beside the server.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.management import serving
from referee.management.commands import load_sample_event, load_todays_event
from referee.tablet import pack, python, snapshot
from tournament.common.startup import StartupProgress, Step
from tournament.models import Event

NICE = 10
_SET_UP_SCRIPT = settings.BASE_DIR / "tools" / "set_up.py"


class Task(NamedTuple):
    """One step: whether it was done at an earlier start, and how to do it."""

    step: Step
    is_done: Callable[[], bool]
    run: Callable[[], object]


class Command(BaseCommand):
    """Do the steps that are left, one after the other.

    A failed step stops none of the others.
    """

    help = "Load behind a running server the tablets' engine and, if asked, the events to look at."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--events", action="store_true", help="load the sample events too")
        parser.add_argument(
            "--while-open",
            type=int,
            help="number of a pipe's reading end: end when the other end is closed",
        )

    def handle(self, *, events: bool, while_open: int | None, **options: Any) -> None:
        """Say a line for each step; people at the pages come first."""
        if while_open is not None:
            serving.end_with(while_open)
        os.nice(NICE)
        tasks = [task for task in [*EVENTS * events, *TABLETS] if not task.is_done()]
        if not tasks:
            return
        self._say(_("The rest is loaded while you look around:"))
        progress = StartupProgress([task.step for task in tasks])
        for task in tasks:
            self._do(task, progress)
        if progress.has_failed():
            self._say(_("The rest is loaded; what failed is tried again at the next start."))
        else:
            self._say(_("Everything is loaded."))
        progress.end()

    def _do(self, task: Task, progress: StartupProgress) -> None:
        label = str(task.step.label)
        try:
            with serving.timed_step(self._say, label), progress.step(task.step):
                task.run()
        except (CommandError, DatabaseError, OSError) as error:
            self.stderr.write(f"  {label}: {serving.sentence_of(error)}")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _has_event(slug: str) -> bool:
    return Event.objects.filter(slug=slug).exists()


def _set_up(*options: str) -> subprocess.CompletedProcess[str]:
    """Run the set-up of Node and the tablet's packages, which needs no Django."""
    command = [sys.executable, str(_SET_UP_SCRIPT), "tablet", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def _has_packages() -> bool:
    """Return whether the packages are as the lock says.

    A wheel has no set-up, and has them.
    """
    return not settings.IS_CHECKOUT or _set_up("--check").returncode == 0


def _install_packages() -> None:
    done = _set_up()
    if done.returncode:
        raise CommandError(done.stderr.strip())


def _has_snapshot() -> bool:
    return (
        python.version() is not None and snapshot.stored_snapshot(pack.current().digest) is not None
    )


EVENTS = [
    Task(
        Step.SAMPLE_EVENT,
        lambda: _has_event(load_sample_event.SLUG),
        lambda: call_command("load_sample_event"),
    ),
    Task(
        Step.TODAYS_EVENT,
        lambda: _has_event(load_todays_event.slug_of(timezone.now())),
        lambda: call_command("load_todays_event"),
    ),
]
TABLETS = [
    Task(Step.TABLET_PACKAGES, _has_packages, _install_packages),
    Task(Step.TABLET_ENGINE, _has_snapshot, lambda: call_command("tablet_snapshot")),
    Task(Step.COMPRESSION, serving.is_static_compressed, serving.compress_static),
]
