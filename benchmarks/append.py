"""Appending to the log: durable and judged, 40 tablets at once, beside two bare baselines.

Units: events a second of wall time, and milliseconds a request (p50, p99). Each tablet sends its
next request when the one before is answered; when paced, all together offer 500 a second, and the
latency counts from the moment a request was due. Baselines of the same run, on the same table: an
ORM insert under a row lock, and one SQL statement that moves the head and inserts (the limit). On
PostgreSQL four processes share the tablets, on SQLite one, as the two ways to run the service do.
"""

import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

from benchmarks.machine import machine

HERE = Path(__file__).parent
TABLE = HERE / "append.md"
RECORD = next((HERE.parent / "tests" / "golden" / "golden").glob("09_*.amr.jsonl"))
TABLETS = 40
SINGLES = 80
BATCH = 50
GAMES_IN_BATCHES = 3
OFFERED = 500
PACE = TABLETS / OFFERED
PROCESSES = {"postgresql": 4, "sqlite": 1}
Work = Callable[[Any, int], list[float]]


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the table: events a second, and the latency of a request in milliseconds."""

    rate: float
    p50: float
    p99: float


def main() -> None:
    """Measure on both databases, print and keep the table."""
    rows = {**_on_postgresql(), **_on_sqlite()}
    table = render(rows)
    TABLE.write_text(table)
    sys.stdout.write(table)


def _on_postgresql() -> dict[str, Any]:
    from tests.on_services import postgres

    with postgres() as url:
        return _run(url)


def _on_sqlite() -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="append-") as folder:
        return _run(f"sqlite:///{folder}/append.sqlite3")


def _run(url: str) -> dict[str, Any]:
    """The figures of one database, measured in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="append-data-") as data:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.append", "measure"],
            env={**os.environ, "DATABASE_URL": url, "DATA_DIR": data, "REDIS_URL": ""},
            stdout=subprocess.PIPE,
            check=True,
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def render(rows: dict[str, Any]) -> str:
    """The table as Markdown."""
    lines = [
        "# Appending to the log",
        "",
        f"{machine()}; {TABLETS} tablets at once; other work may have shared the machine:",
        f"load {os.getloadavg()[0]:.1f} at the end.",
        "",
        "| database | request | what | events/s | of it | p50 ms | p99 ms |",
        "|---|---|---|---:|---:|---:|---:|",
    ]
    for key, (rate, p50, p99) in rows.items():
        database, request, what = key.split("|")
        ours = rows[f"{database}|{request}|ours: durable, judged"][0]
        lines.append(
            f"| {database} | {request} | {what} | {rate:,.0f} | {ours / rate:.2f} "
            f"| {p50:.1f} | {p99:.1f} |"
        )
    lines += [
        "",
        "`of it`: our events/s over those of the row. Written by `benchmarks/append.py`.",
        "",
    ]
    return "\n".join(lines)


# In the measuring process


def measure() -> dict[str, Any]:
    """All figures of the database that DATABASE_URL names."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    vendor = connection.vendor
    tablets = _tablets()
    phases: list[tuple[str, str, Work]] = [
        ("one event", "ours: durable, judged", _append_singles),
        ("one event", "ORM insert under a row lock", _orm_singles),
        ("one event", "one SQL statement", _sql_singles),
        ("one event, paced", "ours: durable, judged", _append_paced),
        ("batch of 50", "ours: durable, judged", _append_batches),
        ("batch of 50", "ORM insert under a row lock", _orm_batches),
        ("batch of 50", "one SQL statement", _sql_batches),
    ]
    found = {}
    for request, what, work in phases:
        size = BATCH if "batch" in request else 1
        done = _in_parallel(tablets, work, PROCESSES[vendor], size)
        found[f"{vendor}|{request}|{what}"] = (done.rate, done.p50, done.p99)
        print(request, what, done, file=sys.stderr)
    return found


def _in_parallel(tablets: list[Any], work: Work, processes: int, size: int) -> Measure:
    """All tablets at work, shared by processes; each tablet is a thread."""
    from django.db import connections

    connections.close_all()
    context = multiprocessing.get_context("fork")
    queue: Any = context.Queue()
    shares = [tablets[number::processes] for number in range(processes)]
    barrier = context.Barrier(processes + 1)
    workers = [
        context.Process(target=_share, args=(share, work, size, barrier, queue)) for share in shares
    ]
    for worker in workers:
        worker.start()
    barrier.wait()
    began = time.perf_counter()
    latencies = sorted(latency for _ in workers for latency in queue.get())
    seconds = time.perf_counter() - began
    for worker in workers:
        worker.join()
    return Measure(
        len(latencies) * size / seconds,
        1000 * latencies[len(latencies) // 2],
        1000 * latencies[int(len(latencies) * 0.99)],
    )


def _share(share: list[Any], work: Work, size: int, barrier: Any, queue: Any) -> None:
    found: list[float] = []
    threads = [Thread(target=lambda t=t: found.extend(_tablet(work, t, size))) for t in share]
    barrier.wait()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    queue.put(found)


def _tablet(work: Work, tablet: Any, size: int) -> list[float]:
    from django.db import connection

    try:
        return work(tablet, size)
    finally:
        connection.close()


def _timed(requests: Iterator[Callable[[], object]]) -> list[float]:
    latencies = []
    for request in requests:
        began = time.perf_counter()
        request()
        latencies.append(time.perf_counter() - began)
    return latencies


def _append_singles(tablet: Any, size: int) -> list[float]:
    return _timed(_appends(tablet.singles, SINGLES, size))


def _append_paced(tablet: Any, size: int) -> list[float]:
    """Requests due at fixed moments, whether or not the one before was answered by then."""
    latencies = []
    begin = time.perf_counter() + PACE * random.random()
    for number, request in enumerate(_appends(tablet.paced, SINGLES, size)):
        due = begin + number * PACE
        time.sleep(max(0.0, due - time.perf_counter()))
        request()
        latencies.append(time.perf_counter() - due)
    return latencies


def _append_batches(tablet: Any, size: int) -> list[float]:
    return [
        latency
        for game in tablet.batches
        for latency in _timed(_appends(game, len(game[1]) // size * size, size))
    ]


def _appends(game: Any, events: int, size: int) -> Iterator[Callable[[], object]]:
    """The requests of one tablet: batches that build on what was acknowledged before."""
    from referee.devices.services import device_of
    from referee.log.store import append
    from referee.log.wire import Batch

    paired, wires = game
    for at in range(0, events, size):

        def request(at: int = at) -> None:
            device = device_of(paired.token)
            batch = Batch.read(_body(paired, wires[at : at + size]))
            done = append(device=device, batch=batch)
            if done.verdicts[-1].verdict != "accepted":
                raise SystemExit(done.verdicts)
            paired.acknowledge(done.game)

        yield request


def _body(paired: Any, events: list[Any]) -> dict[str, Any]:
    return {
        "lease_epoch": paired.epoch,
        "expected_seq": paired.head[0] + 1,
        "previous_hash": paired.head[1],
        "digest": paired.digest,
        "events": events,
    }


def _orm_singles(tablet: Any, size: int) -> list[float]:
    return _timed(_orm_insert(tablet, size) for _ in range(SINGLES))


def _orm_batches(tablet: Any, size: int) -> list[float]:
    return _timed(_orm_insert(tablet, size) for _ in range(20))


def _orm_insert(tablet: Any, size: int) -> Callable[[], None]:
    from django.db import transaction

    from referee.log.models import GameLog, LoggedEvent

    def request() -> None:
        with transaction.atomic():
            game = GameLog.objects.select_for_update().get(pk=tablet.baseline)
            rows = [_row(tablet, game.head_seq + n + 1) for n in range(size)]
            LoggedEvent.objects.bulk_create(rows)
            game.head_seq += size
            game.save(update_fields=["head_seq"])

    return request


def _row(tablet: Any, seq: int) -> Any:
    from django.utils import timezone

    from referee.log.models import LoggedEvent

    return LoggedEvent(
        game_id=tablet.baseline,
        seq=seq,
        event_id=uuid4(),
        kind="board",
        event=tablet.sample,
        at="2026-05-16T10:00:00Z",
        received_at=timezone.now(),
        digest="0" * 64,
        body_hash="0" * 64,
        previous_hash="0" * 64,
        hash="0" * 64,
    )


COLUMNS = (
    "game_id, seq, event_id, kind, event, private, consequences, at, received_at, lease_epoch, "
    '"by", digest, body_hash, previous_hash, hash'
)
VALUES = "'board', %s, '{}', '[]', '', CURRENT_TIMESTAMP, 0, '', '', '', '', ''"
POSTGRESQL = f"""
WITH head AS (
    UPDATE referee_gamelog SET head_seq = head_seq + %s WHERE id = %s RETURNING id, head_seq)
INSERT INTO referee_loggedevent ({COLUMNS})
SELECT head.id, head.head_seq - given.n, given.event_id::uuid, {VALUES}
FROM head, unnest(%s::int[], %s::text[]) AS given (n, event_id) ON CONFLICT DO NOTHING
"""  # noqa: S608 - names of our own columns
SQLITE = f"""
INSERT INTO referee_loggedevent ({COLUMNS})
SELECT %s, (SELECT coalesce(max(seq), 0) FROM referee_loggedevent WHERE game_id = %s)
       + 1 + given.key, given.value, {VALUES}
FROM json_each(%s) AS given WHERE true ON CONFLICT DO NOTHING
"""  # noqa: S608 - names of our own columns


def _sql_singles(tablet: Any, size: int) -> list[float]:
    return _timed(_sql_insert(tablet, size) for _ in range(SINGLES))


def _sql_batches(tablet: Any, size: int) -> list[float]:
    return _timed(_sql_insert(tablet, size) for _ in range(20))


def _sql_insert(tablet: Any, size: int) -> Callable[[], None]:
    from django.db import connection

    def request() -> None:
        ids = [uuid4() for _ in range(size)]
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                numbers = list(range(size))
                given = [size, tablet.bare, tablet.sample, numbers, [str(i) for i in ids]]
                cursor.execute(POSTGRESQL, given)
                return
            game = tablet.bare.hex
            given = [game, game, tablet.sample, json.dumps([i.hex for i in ids])]
            cursor.execute(SQLITE, given)

    return request


@dataclass
class BenchTablet:
    """One tablet's games: two for single events, some for batches, one for each baseline."""

    singles: Any
    paced: Any
    batches: list[Any]
    baseline: Any
    bare: Any
    sample: str


def _tablets() -> list[BenchTablet]:
    """Forty tablets with seven tables each, all of one event, paired and ready."""
    from django.db import transaction

    from referee.log.models import game_id
    from tests.referee.tables import make_table
    from tournament.models import Table

    lines = [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]
    each = 2 + GAMES_IN_BATCHES + 2
    with transaction.atomic():
        make_table(lines[0], tables=TABLETS * each)
        tables = list(Table.objects.select_related("round__event").order_by("number"))
        games = [_paired(table, lines) for table in tables]
    return [
        BenchTablet(
            singles=games[at],
            paced=games[at + 1],
            batches=games[at + 2 : at + each - 2],
            baseline=game_id(tables[at + each - 2]),
            bare=game_id(tables[at + each - 1]),
            sample=json.dumps(lines[5]),
        )
        for at in range(0, len(games), each)
    ]


def _paired(table: Any, lines: list[dict[str, Any]]) -> tuple[Any, list[Any]]:
    """A paired tablet, and the record's events as it would send them."""
    from referee.log.header import setup_of
    from referee.log.record import wire_events
    from tests.referee.tables import paired

    tablet = paired(table)
    header = setup_of(tablet.device.game).header
    ids = dict(
        zip(
            (p["id"] for p in lines[0]["players"]),
            (p["id"] for p in header["players"]),
            strict=True,
        )
    )
    events = [{"type": "start", "header": header}, *wire_events(lines)[1:]]
    wires = [
        {
            "event_id": str(uuid4()),
            "salt": uuid4().hex,
            "at": "2026-05-16T10:00:00Z",
            "event": _renamed(event, ids) if event["type"] != "start" else event,
        }
        for event in events
    ]
    return tablet, wires


def _renamed(event: dict[str, Any], ids: dict[str, str]) -> dict[str, Any]:
    return {
        key: ids.get(value, value) if isinstance(value, str) else value
        for key, value in event.items()
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["measure"]:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        json.dump(measure(), sys.stdout)
    else:
        main()
