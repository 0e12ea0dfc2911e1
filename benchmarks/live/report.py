"""The committed table of the public side."""

import os
from pathlib import Path

from benchmarks.live import pages, streams
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

STREAMS = """
## Streams of an event that is being played

{tables} tables of bots over HTTP, an event every {pause:.0f} s at each; first nobody follows, then
so many streams. *Delay*: from an event's receipt by the server to its version's arrival at a viewer
(s). *Ack*: what a tablet's request waits (ms), before and while the streams are there. Then the
carrier is killed: all readers come back from the version they have (*back*: the last of them, s).

| carrier | streams | events | delay p50 | p99 | ack alone | ack | kB | core | gaps | twice | back |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""


def main() -> None:
    """Measure, print and keep the table."""
    before = os.getloadavg()[0]
    with postgres() as database, redis() as cache:
        rows = pages.measure(database, cache)
        streamed = [streams.embedded(database, cache)]
    table = render(rows, before) + render_streams(streamed)
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


def render_streams(found: list[streams.Streamed]) -> str:
    """The second table."""
    lines = [
        f"| {one.carrier} | {one.streams:,} | {one.events:,} | {one.delay_p50 / 1000:.2f}"
        f" | {one.delay_p99 / 1000:.2f} | {one.alone_p50:.0f} | {one.followed_p50:.0f}"
        f" | {one.memory / 1000:.0f} | {one.core:.0%} | {one.gaps} | {one.doubled}"
        f" | {one.back_after:.1f} |"
        for one in found
    ]
    return STREAMS.format(tables=streams.TABLES, pause=streams.PAUSE) + "\n".join(lines) + "\n"
