"""The cost and delay of serving streams while hundreds of tables play."""

import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.live.processes import (
    Running,
    celery_worker,
    cpu_seconds,
    free_port,
    granian_for_streams,
    platform,
    postmaster,
    prepare,
    server,
    wait_until,
)
from benchmarks.live.streams import delays_of, follow, shares
from benchmarks.live.tables import SLUG

TABLES = 250
PAUSE = 8.0
"""Seconds between two events of a table, as people play."""
PAGES = 4
"""The chief referee's pages, on several devices."""
STREAMS = (0, 1_000, 3_000)
SECONDS = 20.0
SETTLED_SECONDS = 2.0
WAIT_SECONDS = 150.0
STATE = """
SELECT (SELECT count(*) FROM referee_outbox), coalesce(max(number), 0)
FROM tournament_publicversion
"""
LOGGED = """
SELECT r.number || '/' || t.number, e.seq, extract(epoch FROM e.received_at)
FROM referee_loggedevent e
JOIN referee_gamelog g ON g.id = e.game_id
JOIN tournament_table t ON t.id = g.table_id
JOIN tournament_round r ON r.id = t.round_id
WHERE extract(epoch FROM e.received_at) BETWEEN %s AND %s
"""


@dataclass(frozen=True, slots=True)
class Served:
    """Figures of the process of streams.

    They are its CPU in cores, and seconds from an event's receipt until a spectator had its version
    (p50, p99), and until its table's tablet was told of its row.
    """

    tables: int
    listeners: int
    streams: int
    events: float
    hub: float
    publisher: float
    database: float
    seen: tuple[float, float]
    heard: tuple[float, float]


def measure(database: str, cache: str, tables: int = TABLES) -> list[Served]:
    """Run the platform's processes without web, while tables log in a process of their own."""
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="hub-"))
        environment = platform(database, cache, data)
        prepare(environment)
        command = ["-m", "benchmarks.live.tables", str(tables), "--pages", str(PAGES)]
        feed = stack.enter_context(Running.python(command, environment, WAIT_SECONDS))
        listening = json.loads(feed.line())["listening"]
        worker = stack.enter_context(celery_worker(environment))
        port = free_port()
        hub = stack.enter_context(server(granian_for_streams(port), port, environment))
        processes = {"hub": hub, "publisher": worker, "database": postmaster(database)}
        wait_until(lambda: _state(database)[0] == 0, "what waits is not published", WAIT_SECONDS)
        site = Site(database, port, feed, processes, listening, tables)
        return [site.serve(streams) for streams in STREAMS]


@dataclass(frozen=True, slots=True)
class Site:
    """The serving processes and their listeners.

    `listening` are paths and headers of streams by name, those of tablets named as their tables
    (`round/table`).
    """

    database: str
    port: int
    feed: Running
    processes: dict[str, int]
    listening: dict[str, tuple[str, str]]
    tables: int

    def serve(self, streams: int) -> Served:
        """Measure while the tables play, all listen and so many spectators follow."""
        with tempfile.TemporaryDirectory(prefix="heard-") as folder:
            file = Path(folder, "heard")
            with ExitStack() as stack:
                ears = stack.enter_context(self._ears(file))
                version = _state(self.database)[1]
                crowd, found = stack.enter_context(
                    follow(self.port, self.port, SLUG, streams, version=version)
                )
                time.sleep(SETTLED_SECONDS)
                began = time.time()
                cpu = {name: cpu_seconds(one) for name, one in self.processes.items()}
                self.feed.say(f"{PAUSE} {SECONDS}")
                events = int(self.feed.line())
                time.sleep(max(0.0, began + SECONDS - time.time()))
                took = time.time() - began
                cores = {
                    name: (cpu_seconds(one) - cpu[name]) / took
                    for name, one in self.processes.items()
                }
                time.sleep(SETTLED_SECONDS)
                crowd.end()
                ears.end()
                logged = self._logged(began, began + took)
                heard = list(_delays(json.loads(file.read_text()), logged))
                seen = list(delays_of(json.loads(found.read_text()), logged))
        return Served(
            tables=self.tables,
            listeners=len(self.listening),
            streams=streams,
            events=events / took,
            seen=shares(seen, 0.5, 0.99),
            heard=shares(heard, 0.5, 0.99),
            **cores,
        )

    @contextmanager
    def _ears(self, file: Path) -> Iterator[Running]:
        command = ["-m", "benchmarks.live.listeners", str(self.port), str(file)]
        with Running.python(command, {}, WAIT_SECONDS) as running:
            running.say(json.dumps(self.listening))
            if running.line() != "listening":
                raise RuntimeError("not all could listen")
            yield running

    def _logged(self, since: float, until: float) -> list[tuple[str, int, float]]:
        rows = _rows(self.database, LOGGED, since, until)
        return [(table, seq, float(at)) for table, seq, at in rows]


def _state(database: str) -> tuple[int, int]:
    """Return how many rows wait for the publisher, and the newest version's number."""
    ((waiting, number),) = _rows(database, STATE)
    return waiting, number


def _rows(database: str, query: str, *given: Any) -> list[Any]:
    import psycopg

    with psycopg.connect(database) as connection:
        return connection.execute(query, given).fetchall()


def _delays(
    heard: list[tuple[str, int, float]], logged: list[tuple[str, int, float]]
) -> Iterator[float]:
    """Yield seconds from each event's receipt until its table's tablet was told of it."""
    told: dict[str, list[tuple[int, float]]] = {}
    for name, seq, at in heard:
        told.setdefault(name, []).append((seq, at))
    for table, seq, received in logged:
        arrived = [at for number, at in told.get(table, ()) if number >= seq]
        if arrived:
            yield min(arrived) - received
