"""A million events of an event's records played again and compared, as `manage.py verify FOLDER`
does it: statements, results and standings.

The rounds of the sample event are repeated, each record with the number of its own round, until
there are so many events. Seconds by the clock and of CPU time (all processes together), the best of
three; the bare loop plays the same files and compares nothing.
"""

import json
import os
import resource
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

from benchmarks.machine import machine
from referee.engine import replay_lines
from referee.live.verification.folder import verify_folder
from referee.live.verification.published import FIGURES
from referee.live.verification.recomputing import recompute
from scoring.competition.points import points_of
from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.standings import rank

EVENTS = 1_000_000
BAR = 10.0
"""Seconds on two cores."""
SAMPLE = Path(__file__).resolve().parents[1] / "referee" / "sample_event"
TABLE = Path(__file__).with_suffix(".md")
SCHEME = Scheme((6, 4, 3, 2, 1, 0), ("wins", "cash-share", "final-cash"))
Json = dict[str, Any]
Times = tuple[float, float]


def main() -> None:
    """Measure, print and keep the table."""
    # Differences are worded in the reader's language.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    with TemporaryDirectory() as name:
        folder = Path(name)
        events = write_event(folder)
        files = sorted(folder.rglob("*.amr.jsonl"))
        rows = [
            ("`verify`, one process", best_of(3, lambda: verify(folder, 1))),
            ("`verify`, two processes", best_of(3, lambda: verify(folder, 2))),
            ("the bare loop, one process", best_of(3, lambda: play(files))),
        ]
        table = render(events, len(files), rows)
        shutil.rmtree(folder)
        folder.mkdir()
    TABLE.write_text(table)
    sys.stdout.write(table)


def write_event(folder: Path) -> int:
    """Write records, statements and snapshot of at least EVENTS events; return their number."""
    events, number, rounds = 0, 0, {}
    scores: list[TableScore] = []
    while events < EVENTS:
        number += 1
        inner = folder / f"round-{number}"
        inner.mkdir()
        tables = {}
        for source in sorted((SAMPLE / f"round-{(number - 1) % 3 + 1}").glob("*.amr.jsonl")):
            content = of_round(source, number)
            table, count, score = write_table(inner, content, number)
            tables[str(score.table)] = table
            scores.append(score)
            events += count
        rounds[str(number)] = {"tables": tables}
    (folder / "snapshot.json").write_text(json.dumps(snapshot(rounds, scores)))
    return events


def of_round(source: Path, number: int) -> bytes:
    """Return the record with this round's number in its header."""
    header, _newline, rest = source.read_text().partition("\n")
    return f"{json.dumps({**json.loads(header), 'round': number})}\n{rest}".encode()


def write_table(inner: Path, content: bytes, number: int) -> tuple[Json, int, TableScore]:
    """Write a record and its statement; return its table, number of events and result."""
    found = recompute(content)
    if found.statement is None:
        raise SystemExit(f"{inner}: {found.refusal}")
    table = found.header["table"]
    (inner / f"table-{table}.amr.jsonl").write_bytes(content)
    (inner / f"table-{table}.statement.json").write_text(json.dumps(found.statement))
    lines = found.statement["players"]
    points = points_of([line["place"] for line in lines], SCHEME.points_by_place)
    seats = {
        str(order): {
            "player": line["id"],
            "role": line["role"],
            **{name: line[name] for name in FIGURES},
            "points": str(earned),
        }
        for order, (line, earned) in enumerate(zip(lines, points, strict=True), 1)
    }
    score = TableScore(
        number, table, tuple(SeatScore(n["id"], n["role"], n["place"], n["final"]) for n in lines)
    )
    return {"seats": seats, "result": {"record": found.digest}}, found.events, score


def snapshot(rounds: Json, scores: list[TableScore]) -> Json:
    """Return what was published of the event."""
    players = sorted({seat.player for score in scores for seat in score.seats})
    ranked = rank(players, scores, SCHEME)
    seats = [seat for score in scores for seat in score.seats]
    rows = {
        row.player: {
            "position": position + 1,
            "rank": row.rank,
            "points": str(row.points),
            "played": row.played,
            "wins": sum(seat.player == row.player and seat.place == 1 for seat in seats),
            "final_cash": sum(seat.final for seat in seats if seat.player == row.player),
            "tie_breaks": {c: str(v) for c, v in ranked.tie_break_values(position).items()},
        }
        for position, row in enumerate(ranked.rows)
    }
    event = {
        "name": "A million events",
        "edition": "us-2011",
        "mode": "two-hour",
        "rulings": {},
        "points_by_place": list(SCHEME.points_by_place),
        "tie_breaks": list(SCHEME.tie_breaks),
    }
    state = {
        "event": event,
        "players": {code: {"seed": seed} for seed, code in enumerate(players, 1)},
        "rounds": rounds,
        "standings": {"first_place": 1, "rows": rows},
    }
    return {"version": 1, "digest": sha256(b"").hexdigest(), "snapshot": state}


def verify(folder: Path, processes: int) -> None:
    """Verify the folder; nothing may differ."""
    found = verify_folder(folder, processes=processes)
    if found.differences:
        raise SystemExit(f"{len(found.differences)} differences: {found.differences[:3]}")


def play(files: list[Path]) -> None:
    """Replay as the baseline does."""
    for file in files:
        replay_lines(file.read_bytes())


def best_of(times: int, work: Callable[[], object]) -> Times:
    """Return the least seconds by the clock, and of CPU time in that run."""

    def runs() -> Iterator[Times]:
        for _ in range(times):
            clock, cpu = time.perf_counter(), cpu_seconds()
            work()
            yield time.perf_counter() - clock, cpu_seconds() - cpu

    return min(runs())


def cpu_seconds() -> float:
    """Return the CPU time of this process and of those that it waited for."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def render(events: int, files: int, rows: list[tuple[str, Times]]) -> str:
    """Return the committed table."""
    lines = [
        "# Verifying an event from its records",
        "",
        f"{events:,} events in {files:,} records: every statement, result and row of the standings",
        f"computed again and compared. Bound: {BAR:.0f} s by the clock on two cores.",
        f"Machine: {machine()}, load {os.getloadavg()[0]:.1f} at the end. Best of three.",
        "`python -m benchmarks verify`",
        "",
        "Where others load the machine, as that load tells, the clock says more about them. CPU "
        "seconds of\ntwo processes over two cores, which is what they take of an idle machine: "
        f"{rows[1][1][1] / 2:.1f} s.",
        "",
        "| what | seconds | CPU seconds | events a second |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {clock:.1f} | {cpu:.1f} | {events / clock:,.0f} |"
            for name, (clock, cpu) in rows
        ),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
