"""The cost of publishing while hundreds of tables play."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Any

from benchmarks.live.processes import (
    Running,
    celery_worker,
    cpu_seconds,
    memory_bytes,
    postmaster,
    prepare,
    wait_until,
)

TABLES = 250
PAUSES = (8.0, 4.0)
"""Seconds between two events of a table: as people play, and twice as fast."""
SECONDS = 20.0
MAX_WAIT_SECONDS = 150.0
STATE = """
SELECT (SELECT count(*) FROM referee_outbox), coalesce(max(number), 0),
       (SELECT length(snapshot) FROM tournament_publicversion ORDER BY id DESC LIMIT 1),
       avg(length(patch)) FILTER (WHERE number > %s)
FROM tournament_publicversion
"""


@dataclass(frozen=True, slots=True)
class Published:
    """Figures of publishing while so many tables played, with its CPU in cores.

    Sizes are in characters, memory in bytes.
    """

    tables: int
    pause: float
    events: float
    versions: float
    publisher: float
    database: float
    appending: float
    snapshot: int
    patch: int
    memory: int


def measure(database: str, cache: str, tables: int = TABLES) -> list[Published]:
    """Let the Celery worker publish what a process of its own logs."""
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="publishing-"))
        environment = {"DATABASE_URL": database, "REDIS_URL": cache, "DATA_DIR": data}
        prepare(environment)
        command = ["-m", "benchmarks.live.tables", str(tables)]
        feed = stack.enter_context(Running.python(command, environment, MAX_WAIT_SECONDS))
        if not feed.line():
            raise RuntimeError("no tables could be made")
        worker = stack.enter_context(celery_worker(environment))
        found = stack.enter_context(_asking(database))
        wait_until(lambda: found(0)[0] == 0, "what waits is not published", MAX_WAIT_SECONDS)
        return [_while_playing(tables, pause, feed, worker, database, found) for pause in PAUSES]


@contextmanager
def _asking(database: str) -> Iterator[Any]:
    """Yield a function that asks the database, given the number of a version.

    It returns how many rows wait, the newest version's number and size, and the mean size of the
    patches after the given one.
    """
    import psycopg

    with psycopg.connect(database, autocommit=True) as connection:
        yield lambda number: connection.execute(STATE, [number]).fetchone()


def _while_playing(
    tables: int, pause: float, feed: Running, worker: int, database: str, found: Any
) -> Published:
    processes = {"publisher": worker, "database": postmaster(database), "appending": feed.process}
    number = found(0)[1]
    began = monotonic()
    before = {name: cpu_seconds(process) for name, process in processes.items()}
    feed.say(f"{pause} {SECONDS}")
    events = int(feed.line())
    sleep(max(0.0, began + SECONDS - monotonic()))
    took = monotonic() - began
    cores = {name: (cpu_seconds(one) - before[name]) / took for name, one in processes.items()}
    _waiting, newest, snapshot, patch = found(number)
    return Published(
        tables=tables,
        pause=pause,
        events=events / took,
        versions=(newest - number) / took,
        snapshot=snapshot,
        patch=int(patch or 0),
        memory=memory_bytes(worker),
        **cores,
    )
