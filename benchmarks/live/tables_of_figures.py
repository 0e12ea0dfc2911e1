"""The tables as Markdown, with what their figures mean."""

from collections.abc import Iterable

from benchmarks.live import first_page as first_pages
from benchmarks.live import hub as served
from benchmarks.live import nchan_alone, streams
from benchmarks.live import pages as unchanged
from benchmarks.live import publishing as published
from benchmarks.live.requests import CONNECTIONS

PAGES = f"""
Web processes as in `docs/operations.md` (granian, WSGI, four threads each); {CONNECTIONS}
connections that stay, each asks when it has its answer; brotli. *A core*: answers for each second
of CPU that the answering processes used; the load's own CPU is told apart. *Of bare*: those over
the bare Django view's, which answers with the same bytes and headers, and has nothing else of ours.

| what | by | players | bytes | processes | a second | a core | of bare | p50 ms | p99 ms | load |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
FIRST_PAGE = """
One web process. An event that is over gets another name, so that all of its state and all of its
pages change. Milliseconds of CPU: of publishing that version (it is read, compared, written), of
the first request for its page, which renders it, and of each further one. *Wait*: the first
visitor's.

| players | publishing | first page | wait | again |
|---:|---:|---:|---:|---:|
"""
PUBLISHING = """
One event, its third round of tables of four being played by bots in the middle of their games, an
event every so many seconds at each; a process appends without HTTP, a Celery worker publishes. CPU
in cores, and the publisher's in ms a version; *state* and *patch* in characters; *MB*: all of the
worker's memory.

| tables | pause | events/s | versions/s | publisher | ms | database | load | state | patch | MB |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
HUB = """
The process of streams, by itself, while the tables of one event play: bots, an event every eight
seconds at each, appended without HTTP. *Listen*: the tables' tablets and some pages of the chief
referee's; *streams*: spectators who follow. CPU in cores. *Seen*: from an event's receipt to its
version's arrival at a spectator (s, p50 and p99); *told*: to its tablet's being told of the row.

| tables | listen | streams | events/s | hub | publisher | database | seen | told |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
STREAMS = f"""
{streams.TABLES} tables of bots over HTTP, an event every {streams.PAUSE:.0f} s at each. Each tablet
listens to its own stream and sends a heartbeat every ten seconds, or whenever it is told that
something changed (a table without this sentence was measured with tablets that did neither). First
nobody follows, then so many streams. *Delay*: from an event's receipt by the server to its
version's arrival at a viewer (s, p50 and p99). *Ack*: what a tablet's request waits (ms, p50 and
p95), before and while the streams are there. *kB*: memory of the carrier a stream. Then the carrier
is killed and started again: readers come back from the version they have, and fetch the *whole*
where some are missing. *Back*: until the last of them has the newest version again (s); *behind*:
who has not; *gaps* and *twice*: versions that a stream left out, or brought again.

| carrier | streams | events | delay | ack alone | ack | kB | gaps | twice | whole | behind | back |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
"""
CORES = """
CPU of each kind of process while all follow, in cores. Tablets and readers are the load, which
would be elsewhere; readers have the lowest priority (`SCHED_IDLE`, in a session that is nice to all
others): nothing waits for them.

"""


def pages(database: str, cache: str) -> str:
    """Return the table of pages and snapshots of an event that does not change."""
    rows = unchanged.measure(database, cache)
    bare = {(row.what, row.players): _a_core(row) for row in rows if row.by == unchanged.BARE}
    return PAGES + _lines(
        f"{row.what}{', 304' if row.had else ''} | {row.by} | {row.players:,} | {row.size:,}"
        f" | {row.workers}"
        f" | {row.answered.count / row.answered.seconds:,.0f} | {_a_core(row):,.0f}"
        f" | {_a_core(row) / bare[row.what, row.players]:.2f}"
        f" | {row.answered.p50:.1f} | {row.answered.p99:.1f}"
        f" | {row.answered.own_cpu / row.answered.seconds:.0%}"
        for row in rows
    )


def _a_core(row: unchanged.Row) -> float:
    return row.answered.count / row.cpu


def first_page(database: str, cache: str) -> str:
    """Return the table of the first page of a version."""
    return FIRST_PAGE + _lines(
        f"{one.players:,} | {one.publishing:.0f} | {one.first_cpu:.0f} | {one.first_wait:.0f}"
        f" | {one.again_cpu:.2f}"
        for one in first_pages.measure(database, cache)
    )


def publishing(database: str, cache: str) -> str:
    """Return the table of publishing while tables play."""
    return PUBLISHING + _lines(
        f"{one.tables} | {one.pause:.0f} | {one.events:.0f} | {one.versions:.1f}"
        f" | {one.publisher:.2f} | {1000 * one.publisher / max(one.versions, 0.01):.0f}"
        f" | {one.database:.2f} | {one.appending:.2f} | {one.snapshot:,} | {one.patch:,}"
        f" | {one.memory / 1e6:.0f}"
        for one in published.measure(database, cache)
    )


def hub(database: str, cache: str) -> str:
    """Return the table of the process of streams while hundreds of tables play."""
    return HUB + _lines(
        f"{one.tables} | {one.listeners} | {one.streams:,} | {one.events:.0f} | {one.hub:.2f}"
        f" | {one.publisher:.2f} | {one.database:.2f} | {_two(one.seen)} | {_two(one.heard)}"
        for one in served.measure(database, cache)
    )


def _two(seconds: tuple[float, float]) -> str:
    return f"{seconds[0]:.2f}, {seconds[1]:.2f}".replace("nan, nan", "–")


def embedded(database: str, cache: str) -> str:
    """Return the table of streams by the server's own carrier."""
    return _streams([streams.by_embedded(database, cache)])


def nchan(database: str, cache: str) -> str:
    """Return the table of streams by nginx with nchan, and nchan alone."""
    return _streams([streams.by_nchan(database, cache), nchan_alone.measure()])


def _streams(found: list[streams.Streamed]) -> str:
    measured = _lines(map(_streamed, found))
    return STREAMS + measured + CORES + "".join(_cores(one) for one in found)


def _streamed(one: streams.Streamed) -> str:
    delays = f"{one.delays[0]:.2f}, {one.delays[1]:.2f}"
    waits = (f"{p50:.1f}, {p95:.1f}" for p50, p95 in (one.alone, one.followed))
    line = (
        f"{one.carrier} | {one.streams:,} | {one.events:,} | {delays} | {' | '.join(waits)}"
        f" | {one.memory / 1000:.1f} | {one.gaps} | {one.doubled} | {one.wholes:,} | {one.behind}"
        f" | {one.back_after:.1f}"
    )
    return line.replace("nan, nan", "–").replace("nan", "–")


def _cores(one: streams.Streamed) -> str:
    shares = ", ".join(f"{name} {cores:.2f}" for name, cores in one.cores.items())
    told = f"; heartbeats {one.beats:,}, tablets listened {one.listened:.0%}"
    return f"- {one.carrier}: {shares}{told if one.beats else ''}\n"


def _lines(rows: Iterable[str]) -> str:
    return "".join(f"| {row} |\n" for row in rows)
