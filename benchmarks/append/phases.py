"""What is measured, one after another, on the database that Django is set up for."""

import sys
from dataclasses import asdict
from typing import Any

from django.core.management import call_command
from django.db import connection

from benchmarks.append import baselines, ours
from benchmarks.append.load import Load, Work, run
from benchmarks.append.report import OURS
from benchmarks.append.tablets import TABLETS, make_tablets

OFFERED = 500
PACE = TABLETS / OFFERED
HEARTBEATS = OFFERED // ours.EVENTS_A_HEARTBEAT
ASKING_PACE = TABLETS / (OFFERED + HEARTBEATS)
BATCH = 50
ORM = "ORM insert under a row lock"
SQL = "one SQL statement"
PHASES: tuple[tuple[str, str, Work, int, float], ...] = (
    ("one event", OURS, ours.singles, 1, 0),
    ("one event", ORM, baselines.orm_singles, 1, 0),
    ("one event", SQL, baselines.sql_singles, 1, 0),
    (f"one event, {OFFERED} offered", OURS, ours.paced, 1, PACE),
    (f"the same and {HEARTBEATS} heartbeats", OURS, ours.asking, 1, ASKING_PACE),
    (f"batch of {BATCH}", OURS, ours.batches, BATCH, 0),
    (f"batch of {BATCH}", ORM, baselines.orm_batches, BATCH, 0),
    (f"batch of {BATCH}", SQL, baselines.sql_batches, BATCH, 0),
)
SERVERS = {"postgresql": (4, 4), "sqlite": (1, TABLETS)}


def measure() -> list[dict[str, Any]]:
    """The rows of the table for this database."""
    call_command("migrate", verbosity=0)
    tablets = make_tablets()
    processes, threads = SERVERS[connection.vendor]
    found = []
    for request, what, work, size, pace in PHASES:
        done = run(Load(tablets, work, size, pace), processes, threads)
        found.append(
            {"database": connection.vendor, "request": request, "what": what, **asdict(done)}
        )
        print(found[-1], file=sys.stderr)
    return found
