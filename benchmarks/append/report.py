"""Appending to the log: durable and judged, 40 tablets at once, beside two bare baselines.

Units: events a second of wall time; milliseconds from the moment a tablet sent its request until
it had the answer (p50, p99); milliseconds of CPU a request. Each tablet sends its next request when
the one before is answered; when paced, all together offer 500 a second, and a request counts as
sent when it was due; heartbeats count as requests, and are as many as 40 tablets send that ask
every 0.8 s. Baselines of the same run, on the same table: an ORM insert under a row lock, and one
prepared SQL statement that moves the head and inserts (the limit).

The tablets share the threads that a server has: on PostgreSQL four processes of four threads
(`docs/operations.md`), each with its own tablets as kept-alive connections make it; on SQLite one
process with a thread a request. The requests themselves are not carried over HTTP.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.machine import machine

TABLE = Path(__file__).parent / "RESULTS.md"
HEAD = """# Appending to the log

{machine}; {tablets} tablets at once; load {before:.1f} before,
{after:.1f} at the end (the load of the benchmark itself included).

| database | request | what | events/s | of it | p50 ms | p99 ms | CPU ms: server | database |
|---|---|---|---:|---:|---:|---:|---:|---:|
"""
FOOT = """
`of it`: our events/s over those of the row. CPU a request: of the processes that append, with the
tablets' side, and of PostgreSQL with all its processes (SQLite is part of the server). Heartbeats
count as events where there are any.
Written by `python -m benchmarks append`.
"""
OURS = "ours: durable, judged"


def main() -> None:
    """Measure on both databases, print and keep the table."""
    before = os.getloadavg()[0]
    rows = [*_on_postgresql(), *_on_sqlite()]
    table = render(rows, before)
    _former, heading, below = TABLE.read_text().partition("\n## ")
    TABLE.write_text(table + heading + below)
    sys.stdout.write(table)


def _on_postgresql() -> list[dict[str, Any]]:
    from tests.on_services import postgres

    with postgres() as url:
        return _run(url)


def _on_sqlite() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="append-") as folder:
        return _run(f"sqlite:///{folder}/append.sqlite3")


def _run(url: str) -> list[dict[str, Any]]:
    """Return the figures of one database, measured in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="append-data-") as data:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.append", "measure"],
            env={**os.environ, "DATABASE_URL": url, "DATA_DIR": data, "REDIS_URL": ""},
            stdout=subprocess.PIPE,
            check=True,
        )
    figures: list[dict[str, Any]] = json.loads(done.stdout)
    return figures


def render(rows: list[dict[str, Any]], before: float) -> str:
    """Return the table as Markdown."""
    from benchmarks.append.tablets import TABLETS

    ours = {(r["database"], r["request"]): r["rate"] for r in rows if r["what"] == OURS}
    lines = [
        f"| {r['database']} | {r['request']} | {r['what']} | {r['rate']:,.0f} "
        f"| {ours[r['database'], r['request']] / r['rate']:.2f} | {r['p50']:.1f} | {r['p99']:.1f} "
        f"| {r['server_cpu']:.2f} | {r['database_cpu']:.2f} |"
        for r in rows
    ]
    head = HEAD.format(machine=machine(), tablets=TABLETS, before=before, after=os.getloadavg()[0])
    return head + "\n".join(lines) + "\n" + FOOT
