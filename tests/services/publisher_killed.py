"""A process that publishes and is killed (SIGKILL) at its first statement, then at its second, and
so on, until one lives to the end: `python manage.py shell -c` runs `main`, which prints JSON.

What it prints are the faults that were found after each death, and how many statements there are.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.utils import timezone

from referee.live.publishing.documents import canonical
from referee.live.publishing.versions import publish, state_of
from tests.tournament.making import BY, make_event
from tournament.events.services.events import update_event
from tournament.models import Change, Event, PublicVersion

MOST = 60


def main() -> None:
    """Kill at each statement; then look, and publish what is left."""
    event = make_event(players=4)
    publish(event.pk, now=timezone.now())
    faults: list[str] = []
    for statement in range(1, MOST):
        update_event(event=event, by=BY, name=f"Name {statement}")
        killed = died_publishing(event.pk, statement)
        faults += [f"at {statement}: {fault}" for fault in faults_of(event.pk)]
        publish(event.pk, now=timezone.now())
        faults += [f"after {statement}: {fault}" for fault in left_behind(event)]
        if not killed:
            break
    sys.stdout.write(json.dumps({"statements": statement, "faults": faults}) + "\n")


def died_publishing(event: int, statement: int) -> bool:
    """Whether a child that publishes was killed before it ran so many statements."""
    connection.close()
    child = os.fork()
    if child == 0:
        with connection.execute_wrapper(killer(statement)):
            publish(event, now=timezone.now())
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def killer(statement: int) -> Callable[..., Any]:
    """Kills this process instead of running its statement of this number."""
    left = [statement]

    def run(execute: Callable[..., Any], *given: Any) -> Any:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(*given)

    return run


def faults_of(event: int) -> list[str]:
    """What may never be: a change that neither waits nor is in the newest version, and a gap."""
    rows = PublicVersion.objects.filter(event=event).order_by("number")
    numbers = list(rows.values_list("number", flat=True))
    newest = rows.last()
    lost = not Change.objects.exists() and (
        newest is None or newest.snapshot != canonical(state_of(event))
    )
    gap = numbers != list(range(numbers[0], numbers[0] + len(numbers)))
    return ["a change is lost"] * lost + [f"numbers {numbers}"] * gap


def left_behind(event: Event) -> list[str]:
    """What may not be once somebody has published again."""
    newest = PublicVersion.objects.filter(event=event).order_by("number").last()
    waits = Change.objects.exists()
    old = newest is None or newest.snapshot != canonical(state_of(event.pk))
    return ["rows are left"] * waits + ["the newest version is old"] * old
