"""The run of all phases, each in a process of its own, and its table."""

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.faults.phase import run
from benchmarks.faults.plan import Plan
from benchmarks.machine import machine

RESULTS = Path(__file__).with_name("RESULTS.md")
KINDS = {
    "platform": ("worker", "web", "database", "both", "cache"),
    "venue": ("backup", "web", "restore", "web"),
}
VENUE_SHARE = 10
HEADING = """# Everything is killed, and nothing is lost

`python -m benchmarks.faults` writes this file.

{machine}; other work may have shared the machine: load {load:.1f} at the end.
{tablets} simulated tablets at once (`referee/rehearsal`) pair, play golden games and bots' games
(with undos, counted cash, pauses and notes), confirm, and take the next table, through a network
that fails by the seed ({seed}). Everything is killed with `kill -9`. Some tablets die in mid-game,
are replaced, and come back with events they had not sent; the chief decides, and rules now and
then. At the end all is killed once more, and what each tablet was told is compared with the rows
of the database, the exported record replayed, and `manage.py verify --all`.
"""
RECOVERY = """
## Until it went on

Seconds from the kill to the first acknowledgement of events sent after it, by any tablet; and to
the next acknowledgement of each tablet whose request was broken, with what it waits before it asks
again (0.25 s, doubling to 2 s, and 2 s of patience with a silent line). Up to a second passes
before what was killed is started again, and starting takes its time.

| site | killed | times | p50 | p99 | tablets | p50 | p99 |
|---|---|---:|---:|---:|---:|---:|---:|"""
PROMISES = {
    "events acknowledged": ("acknowledged",),
    "**lost**": ("verdict", "lost"),
    "**doubled**": ("verdict", "doubled"),
    "**out of order**": ("verdict", "reordered"),
    "**diverged**": ("verdict", "diverged"),
    "**stuck**": ("verdict", "stuck"),
    "games that `manage.py verify` refuses (exit code)": ("verify",),
    "what no log explains, by the clients' histories": ("unexplained",),
    "games": ("games",),
    "tablets used": ("tablets",),
    "events recorded by the app itself": ("by_the_app",),
    "seconds": ("seconds",),
    "seconds of checking": ("checked_in",),
}
DONE = {
    "batches answered": ("batches", "answered"),
    "batches without an answer": ("batches", "cut"),
    "events in the largest batch": ("batches", "largest"),
    "requests without an answer, of all kinds": ("requests_cut",),
    "tablets that died and were replaced": ("tablets_replaced",),
    "events that came too late and went to the chief": ("events_with_the_chief",),
    "rulings in mid-game": ("rulings",),
}
GROUPS = {"strikes": "done", "network": "network", "put_off": "answers that mean later"}
WORDS = {
    "worker": "one web process killed",
    "web": "all web processes killed",
    "database": "the database killed",
    "both": "database and web processes killed",
    "hub": "nginx killed",
    "tasks": "the worker killed, with the publisher in it",
    "publisher": "a publisher of its own killed",
    "flush": "the cache flushed",
    "read-only": "the database read-only",
    "stall": "the database stands still",
    "clock": "the servers' clock an hour off, and right again",
    "loss": "a fifth of all requests lost",
    "full-disk": "the database's disk full",
    "slow-disk": "the database's disk slow",
    "read-only-disk": "the database's disk read-only, and started again",
    "power-cut": "the power cut, with what the database's disk had not written",
    "tablet-clocks": "the clocks of half the tablets an hour off, and right again",
    "cache": "the cache killed (and empty)",
    "backup": "backup taken",
    "restore": "server killed, its database replaced by the backup",
}


def main() -> None:
    """Run both phases, then print and store the results."""
    _all(_arguments([]))


def command() -> None:
    """Run what the command line asks for."""
    given = _arguments(None)
    # Told to stop, it still stops what it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if given.site is None:
        _all(given)
        return
    with _folder(given.histories) as histories:
        json.dump(run(_plan(given, histories)), sys.stdout)


def _plan(given: argparse.Namespace, histories: Path) -> Plan:
    kinds = tuple(given.strikes.split(",")) if given.strikes else KINDS[given.site]
    return Plan(
        site=given.site,
        events=given.events,
        tablets=given.tablets,
        seed=given.seed,
        every=given.every,
        kinds=kinds,
        # A dead tablet that the backup does not know would pair anew, in its successor's place.
        deaths="restore" not in kinds,
        once=given.strikes is not None and not given.again,
        pages=given.pages,
        chiefs=given.chiefs if given.site == "platform" else 1,
        histories=histories,
    )


@contextmanager
def _folder(named: Path | None) -> Iterator[Path]:
    """Yield an empty folder: the one that was named, or one that is thrown away."""
    if named is None:
        with TemporaryDirectory(prefix="histories-") as folder:
            yield Path(folder)
        return
    named.mkdir(parents=True)
    yield named


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults")
    parser.add_argument("--events", type=int, default=100_000, help="events to be acknowledged")
    parser.add_argument("--tablets", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=4_000, help="events between two kills")
    parser.add_argument("--site", choices=KINDS, help="this phase only, its outcome as JSON")
    parser.add_argument("--strikes", help="what is done, once each, by the names in parts.py")
    parser.add_argument("--again", action="store_true", help="the strikes named, again and again")
    parser.add_argument("--chiefs", type=int, default=1, help="who decide at once")
    parser.add_argument("--pages", type=int, default=0, help="tablets that are the app itself")
    parser.add_argument("--histories", type=Path, help="a new folder, to keep the histories")
    return parser.parse_args(arguments)


def _all(given: argparse.Namespace) -> None:
    sizes = {"platform": given.events, "venue": given.events // VENUE_SHARE}
    every = {site: min(given.every, max(1, events // 12)) for site, events in sizes.items()}
    outcomes = [
        phase(site, events, argparse.Namespace(**{**vars(given), "every": every[site]}))
        for site, events in sizes.items()
    ]
    table = "\n".join(report(outcomes, given)) + "\n"
    RESULTS.write_text(table)
    sys.stdout.write(table)
    if not all(map(clean, outcomes)):
        sys.exit("\n".join(["A promise was broken:", *(d for o in outcomes for d in o["details"])]))


def phase(
    site: str, events: int, given: argparse.Namespace, more: Sequence[str] = ()
) -> dict[str, Any]:
    """Run one phase in a process of its own: Django knows one database a process."""
    values = {"site": site, "events": events, "every": given.every}
    values |= {"tablets": given.tablets, "seed": given.seed}
    options = [text for name, value in values.items() for text in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "benchmarks.faults", *options, *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def clean(outcome: dict[str, Any]) -> bool:
    """Return whether every promise was kept."""
    kept = not outcome["verdict"]["details"] and not outcome["history"]["violations"]
    return bool(kept and outcome["verify"] == 0)


def report(outcomes: list[dict[str, Any]], given: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the results."""
    yield HEADING.format(machine=machine(), load=os.getloadavg()[0], **vars(given))
    yield from _table("", outcomes, PROMISES)
    yield "\n## What was done to it\n"
    yield from _table("", outcomes, DONE)
    for group in ("strikes", "network", "put_off"):
        names = sorted({name for outcome in outcomes for name in outcome[group]})
        rows: dict[str, tuple[str, ...]] = {
            f"{GROUPS[group]}: {WORDS.get(name, name)}": (group, name) for name in names
        }
        yield from _rows(outcomes, rows)
    yield RECOVERY
    for outcome in outcomes:
        yield from _recovery(outcome)


def _table(
    corner: str, outcomes: list[dict[str, Any]], rows: dict[str, tuple[str, ...]]
) -> Iterator[str]:
    """Yield a table with a column a phase; a row's figure is at that path of the outcome."""
    sites = [outcome["site"] for outcome in outcomes]
    yield f"| {corner} | {' | '.join(sites)} |"
    yield f"|---|{'---:|' * len(sites)}"
    yield from _rows(outcomes, rows)


def _rows(outcomes: list[dict[str, Any]], rows: dict[str, tuple[str, ...]]) -> Iterator[str]:
    for label, path in rows.items():
        figures = [_figure(outcome, path) for outcome in outcomes]
        yield f"| {label} | {' | '.join(figures)} |"


def _figure(outcome: dict[str, Any], path: tuple[str, ...]) -> str:
    found: Any = outcome
    for name in path:
        found = found.get(name, 0)
    return f"{found:,.0f}"


def _recovery(outcome: dict[str, Any]) -> Iterator[str]:
    for kind, times in sorted(outcome["recovery"].items()):
        if kind != "backup":
            figures = [_spread(times["first"]), _spread(times["broken"])]
            yield f"| {outcome['site']} | {WORDS.get(kind, kind)} | {' | '.join(figures)} |"


def _spread(times: list[float]) -> str:
    """Return the number of times, their median and their 99th percentile."""
    if not times:
        return "0 | – | –"
    times = sorted(times)
    median, most = (times[int(len(times) * share)] for share in (0.5, 0.99))
    return f"{len(times)} | {median:.1f} | {most:.1f}"
