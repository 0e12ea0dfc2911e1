"""The committed table of the public side."""

import os
from pathlib import Path

from benchmarks.live import pages
from benchmarks.live.requests import CONNECTIONS
from benchmarks.machine import machine
from tests.on_services import postgres, redis

TABLE = Path(__file__).with_name("RESULTS.md")
HEAD = """# The public side

Machine: {machine}; load {before:.1f} before, {after:.1f} at the end
(the load of the benchmark itself included). PostgreSQL and Redis beside it.
Written by `python -m benchmarks live`.

## Pages of an event that does not change

Web processes as in `docs/operations.md` (granian, WSGI, four threads each); {connections}
connections that stay, each asks when it has its answer; brotli. *A core*: answers for each second
of CPU that the answering processes used; the load's own CPU is told apart. *Of bare*: those over
the bare Django view's, which answers with the same bytes and headers, and has nothing else of ours.

| answered by | players | bytes | processes | a second | a core | of bare | p50 ms | p99 ms | load |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""


def main() -> None:
    """Measure, print and keep the table."""
    before = os.getloadavg()[0]
    with postgres() as database, redis() as cache:
        rows = pages.measure(database, cache)
    table = render(rows, before)
    TABLE.write_text(table)
    print(table)


def render(rows: list[pages.Row], before: float) -> str:
    """The table as Markdown."""
    bare = {row.players: _a_core(row) for row in rows if row.what == "bare Django view"}
    lines = [
        f"| {row.what} | {row.players:,} | {row.size:,} | {row.workers}"
        f" | {row.answered.count / row.answered.seconds:,.0f} | {_a_core(row):,.0f}"
        f" | {_a_core(row) / bare[row.players]:.2f}"
        f" | {row.answered.p50:.1f} | {row.answered.p99:.1f}"
        f" | {row.answered.own_cpu / row.answered.seconds:.0%} |"
        for row in rows
    ]
    head = HEAD.format(
        machine=machine(),
        before=before,
        after=os.getloadavg()[0],
        connections=CONNECTIONS,
    )
    return head + "\n".join(lines) + "\n"


def _a_core(row: pages.Row) -> float:
    return row.answered.count / row.cpu
