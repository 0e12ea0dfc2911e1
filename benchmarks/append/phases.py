"""The measurements, one after another, on the database that Django is set up for."""

import sys
from dataclasses import asdict
from typing import Any

from django.core.management import call_command
from django.db import connection

from benchmarks.append import baselines, ours
from benchmarks.append.load import Load, Work, run
from benchmarks.append.report import OURS
from benchmarks.append.tablets import TABLETS, TO_THE_END, make_tablets

OFFERED = 500
PACE = TABLETS / OFFERED
HEARTBEATS = OFFERED // ours.EVENTS_A_HEARTBEAT
WITH_HEARTBEATS = TABLETS / (OFFERED + HEARTBEATS)
BATCH = 50
AGAIN = 10
END = f"closing and confirmations of a game of {TO_THE_END} events"
ORM = "ORM insert under a row lock"
SQL = "one SQL statement"
PHASES: tuple[tuple[str, str, Work, int, float], ...] = (
    ("one event", OURS, ours.singles, 1, 0),
    ("one event", ORM, baselines.orm_singles, 1, 0),
    ("one event", SQL, baselines.sql_singles, 1, 0),
    (f"one event, {OFFERED} offered", OURS, ours.paced, 1, PACE),
    (f"the same and {HEARTBEATS} heartbeats", OURS, ours.with_heartbeats, 1, WITH_HEARTBEATS),
    (f"batch of {BATCH}", OURS, ours.batches, BATCH, 0),
    (f"batch of {BATCH}", ORM, baselines.orm_batches, BATCH, 0),
    (f"batch of {BATCH}", SQL, baselines.sql_batches, BATCH, 0),
    (f"batch of {AGAIN}, sent twice", OURS, ours.sent_twice, AGAIN, 0),
    (f"batch of {AGAIN}, sent twice", ORM, baselines.orm_sent_twice, AGAIN, 0),
    (END, OURS, ours.ending, 1, 0),
    (END, ORM, baselines.orm_ending, 1, 0),
)
SERVERS = {"postgresql": (4, 4), "sqlite": (1, TABLETS)}


def measure(requests: str = "") -> list[dict[str, Any]]:
    """Return the rows of the table for this database, or those whose name contains `requests`."""
    call_command("migrate", verbosity=0)
    tablets = make_tablets()
    processes, threads = SERVERS[connection.vendor]
    figures = []
    for request, what, work, size, pace in PHASES:
        if requests in request:
            done = run(Load(tablets, work, size, pace), processes, threads)
            row = {"database": connection.vendor, "request": request, "what": what}
            figures.append({**row, **asdict(done)})
            print(figures[-1], file=sys.stderr)
    return figures
