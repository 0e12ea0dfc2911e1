"""Appending beside another checkout's: `python -m benchmarks.append against CHECKOUT`.

Two processes, one a checkout, each with a database of its own, take turns on the same games: a turn
is all requests of one tablet, the other's comes right before or after it, and which is first
alternates. The figure of a pair of turns is the other's CPU time over ours; above 1 ours is faster.
What is said of all pairs is their median, with the interval that holds it in 95 of 100 repetitions
(by order statistics: nothing is assumed of how times are spread). Several sessions, each with new
processes and databases, since two processes of one program differ by some per cent. What is known
so far is said every few seconds (on standard error), and after `--seconds` no more turns begin.

`--publishing`: beside ours a process publishes all that is appended, as the platform's worker does;
the time a request takes then tells what that does to it, on a machine that does nothing else.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import sqrt
from pathlib import Path
from select import select
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("turns.py")
SIZES = {"singles": 1, "batches": 50, "sent_twice": 10, "ending": 1}
DATABASES = ("postgresql", "sqlite")
SAID_SECONDS = 10.0
READY_SECONDS = 150.0
TURN_SECONDS = 60.0
HEAD = """The other checkout over ours, median of pairs [95%]: CPU of the server, and time of a
request; then ms a request of ours and of the other, of the database's CPU too, and the 99th
percentile of all requests' ms.

| on | work | pairs | server | ours | other | time | ours | other | database | other | p99 | other |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""

Turn = dict[str, Any]


class Pair(NamedTuple):
    """One turn's figures from `turns.turn`: ours, and the other checkout's."""

    ours: Turn
    other: Turn


class Worker:
    """One checkout's process; `works` and `tablets` are what it has, once it is `ready`."""

    def __init__(self, checkout: Path, environment: dict[str, str], options: list[str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER), *options],
            cwd=checkout,
            env={**os.environ, **environment, "PYTHONPATH": str(checkout), "REDIS_URL": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.works: set[str] = set()
        self.tablets = 0

    def ready(self) -> None:
        """Wait until its tablets are made."""
        offered = self._answer(READY_SECONDS)
        self.works, self.tablets = set(offered["works"]), int(offered["tablets"])

    def turn(self, work: str, tablet: int) -> Turn:
        """Do one turn."""
        assert self._process.stdin is not None
        print(work, SIZES[work], tablet, file=self._process.stdin, flush=True)
        return self._answer(TURN_SECONDS)

    def stop(self) -> None:
        """End it."""
        try:
            self._process.communicate(timeout=TURN_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _answer(self, seconds: float) -> Turn:
        assert self._process.stdout is not None
        if not select([self._process.stdout], [], [], seconds)[0]:
            self._process.kill()
            raise SystemExit(f"{self._process.args!r}: no answer in {seconds:.0f} s")
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._process.args!r}: ended with {self._process.wait()}")
        answer: Turn = json.loads(line)
        return answer


class Pairs:
    """All pairs of turns so far, by database and work, until the time is over."""

    def __init__(self, seconds: float | None) -> None:
        self.all: dict[tuple[str, str], list[Pair]] = defaultdict(list)
        self._seconds = seconds
        self._end = self._said_at = 0.0

    @property
    def over(self) -> bool:
        """Whether no more turns are to begin."""
        return bool(self._end) and time.monotonic() > self._end

    def begin(self) -> None:
        """Count the time from now on, if it is not counted already."""
        if self._seconds is not None and not self._end:
            self._end = time.monotonic() + self._seconds

    def add(self, database: str, work: str, pair: Pair) -> None:
        """Add a pair of turns, and print the row if it has not been printed for some time."""
        self.all[database, work].append(pair)
        if time.monotonic() - self._said_at > SAID_SECONDS:
            self._said_at = time.monotonic()
            print(row(database, work, self.all[database, work]), file=sys.stderr, flush=True)


def command(options: list[str]) -> None:
    """Measure as the command line says, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.append against")
    parser.add_argument("checkout", type=Path, help="folder of the other checkout")
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--tablets", type=int, default=40, help="pairs of turns a session")
    parser.add_argument("--seconds", type=float, help="no turn begins later")
    parser.add_argument("--publishing", action="store_true", help="beside ours")
    parser.add_argument("--works", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES))
    given = parser.parse_args(options)
    pairs = Pairs(given.seconds)
    for session in range(given.sessions):
        for database in given.databases:
            if pairs.over:
                break
            ours = ["--publishing"] if given.publishing else []
            swapped = session % 2 == 1
            with workers(database, given, ours, swapped=swapped) as both:
                pairs.begin()
                for work in given.works:
                    take_turns(*both, database, work, pairs)
    print(HEAD)
    for (database, work), measured in sorted(pairs.all.items()):
        print(row(database, work, measured), flush=True)


@contextmanager
def workers(
    database: str, given: argparse.Namespace, ours: list[str], *, swapped: bool
) -> Iterator[tuple[Worker, Worker]]:
    """Start our worker and the other checkout's at once, the other first if `swapped`."""
    other = given.checkout.resolve()
    with ExitStack() as stack:
        started = {}
        for checkout in (other, ROOT) if swapped else (ROOT, other):
            data = stack.enter_context(tempfile.TemporaryDirectory(prefix="append-against-"))
            address = stack.enter_context(_database(database, data))
            environment = {"DATABASE_URL": address, "DATA_DIR": data}
            options = [str(given.tablets), *(ours if checkout == ROOT else [])]
            started[checkout] = Worker(checkout, environment, options)
            stack.callback(started[checkout].stop)
        for worker in started.values():
            worker.ready()
        yield started[ROOT], started[other]


@contextmanager
def _database(name: str, folder: str) -> Iterator[str]:
    """Yield the address of a new, empty database."""
    if name == "sqlite":
        yield f"sqlite:///{folder}/append.sqlite3"
        return
    from tests.on_services import postgres

    with postgres() as address:
        yield address


def take_turns(ours: Worker, other: Worker, database: str, work: str, pairs: Pairs) -> None:
    """Take a pair of turns a tablet, if both know the work and time is left."""
    if work not in ours.works & other.works:
        return
    for tablet in range(min(ours.tablets, other.tablets)):
        if pairs.over:
            return
        if tablet % 2:
            second = other.turn(work, tablet)
            pair = Pair(ours.turn(work, tablet), second)
        else:
            pair = Pair(ours.turn(work, tablet), other.turn(work, tablet))
        pairs.add(database, work, pair)


def row(database: str, work: str, pairs: list[Pair]) -> str:
    """Return the row of the table."""
    columns = [_ratio(pairs, "server"), *_spent(pairs, "server"), _ratio(pairs, "seconds")]
    columns += [*_spent(pairs, "seconds"), *_spent(pairs, "database")]
    columns += _slowest(pairs)
    return f"| {database} | {work} | {len(pairs)} | {' | '.join(columns)} |"


def _ratio(pairs: list[Pair], what: str) -> str:
    low, median, high = median_interval([p.other[what] / p.ours[what] for p in pairs])
    return f"{median:.3f} [{low:.3f}, {high:.3f}]"


def _spent(pairs: list[Pair], what: str) -> list[str]:
    """Return milliseconds a request: ours, and the other's."""
    return [
        f"{1000 * sum(turn[what] for turn in turns) / sum(len(turn['each']) for turn in turns):.2f}"
        for turns in zip(*pairs, strict=True)
    ]


def _slowest(pairs: list[Pair]) -> list[str]:
    """Return the 99th percentile of a request's milliseconds: ours, and the other's."""
    each = [[time for turn in turns for time in turn["each"]] for turns in zip(*pairs, strict=True)]
    return [f"{1000 * statistics.quantiles(times, n=100)[-1]:.2f}" for times in each]


def median_interval(values: list[float]) -> tuple[float, float, float]:
    """Return the median between two order statistics that hold the true one in 95 % of samples."""
    ordered, count = sorted(values), len(values)
    reach = 1.96 * sqrt(count) / 2
    low, high = max(0, int(count / 2 - reach)), min(count - 1, int(count / 2 + reach))
    return ordered[low], statistics.median(ordered), ordered[high]
