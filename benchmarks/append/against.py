"""Appending beside another checkout's: `python -m benchmarks.append against CHECKOUT`.

Two processes, one a checkout, each with a database of its own, take turns on the same games: a turn
is all requests of one tablet, the other's comes right before or after it, and which is first
alternates. The figure of a pair of turns is the other's CPU time over ours; above 1 ours is faster.
What is said of all pairs is their median, with the interval that holds it in 95 of 100 repetitions
(by order statistics: nothing is assumed of how times are spread). Several sessions, each with new
processes and databases, since two processes of one program differ by some per cent.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("turns.py")
SIZES = {"singles": 1, "batches": 50, "sent_twice": 10, "ending": 1}
DATABASES = ("postgresql", "sqlite")
HEAD = """CPU of the other checkout over ours, median of pairs [95%]; ms of CPU a request of each.

| database | work | pairs | server | ms: ours | other | database, ms: ours | other |
|---|---|---:|---:|---:|---:|---:|---:|"""


class Pair(NamedTuple):
    """What `turns.turn` said of the same turn: ours, and the other checkout's."""

    ours: dict[str, float]
    other: dict[str, float]


class Worker:
    """One checkout's process; `works` and `tablets` are what it has."""

    def __init__(self, checkout: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(WORKER)],
            cwd=checkout,
            env={**os.environ, **environment, "PYTHONPATH": str(checkout), "REDIS_URL": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        offered = self._answer()
        self.works, self.tablets = set(offered["works"]), int(offered["tablets"])

    def turn(self, work: str, tablet: int) -> dict[str, float]:
        """Do one turn."""
        assert self._process.stdin is not None
        print(work, SIZES[work], tablet, file=self._process.stdin, flush=True)
        return self._answer()

    def stop(self) -> None:
        """End it."""
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._process.args}: ended with {self._process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer


def command(options: list[str]) -> None:
    """Measure as the command line says, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.append against")
    parser.add_argument("checkout", type=Path, help="folder of the other checkout")
    parser.add_argument("--sessions", type=int, default=3)
    parser.add_argument("--tablets", type=int, help="pairs of turns a session, at most")
    parser.add_argument("--works", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--databases", nargs="+", choices=DATABASES, default=list(DATABASES))
    given = parser.parse_args(options)
    print(HEAD, flush=True)
    for database in given.databases:
        pairs: dict[str, list[Pair]] = defaultdict(list)
        for session in range(given.sessions):
            with workers(database, given.checkout.resolve(), swapped=session % 2 == 1) as both:
                for work in given.works:
                    pairs[work] += take_turns(*both, work, given.tablets)
        for work, measured in pairs.items():
            if measured:
                print(row(database, work, measured), flush=True)


@contextmanager
def workers(database: str, other: Path, *, swapped: bool) -> Iterator[tuple[Worker, Worker]]:
    """Ours and the other's; `swapped`: the other's is started first."""
    with ExitStack() as stack:
        started = {}
        for checkout in (other, ROOT) if swapped else (ROOT, other):
            data = stack.enter_context(tempfile.TemporaryDirectory(prefix="append-against-"))
            address = stack.enter_context(_database(database, data))
            started[checkout] = Worker(checkout, {"DATABASE_URL": address, "DATA_DIR": data})
            stack.callback(started[checkout].stop)
        yield started[ROOT], started[other]


@contextmanager
def _database(name: str, folder: str) -> Iterator[str]:
    """The address of a new, empty one."""
    if name == "sqlite":
        yield f"sqlite:///{folder}/append.sqlite3"
        return
    from tests.on_services import postgres

    with postgres() as address:
        yield address


def take_turns(ours: Worker, other: Worker, work: str, most: int | None) -> list[Pair]:
    """A pair of turns a tablet; none where one of them has no such work."""
    if work not in ours.works & other.works:
        return []
    pairs = []
    for tablet in range(min(ours.tablets, other.tablets, most or ours.tablets)):
        if tablet % 2:
            second = other.turn(work, tablet)
            pairs.append(Pair(ours.turn(work, tablet), second))
        else:
            pairs.append(Pair(ours.turn(work, tablet), other.turn(work, tablet)))
    return pairs


def row(database: str, work: str, pairs: list[Pair]) -> str:
    """The line of the table."""
    low, median, high = median_interval([p.other["server"] / p.ours["server"] for p in pairs])
    spent = [
        f"{1000 * sum(turn[what] for turn in turns) / sum(turn['requests'] for turn in turns):.2f}"
        for what in ("server", "database")
        for turns in zip(*pairs, strict=True)
    ]
    ratio = f"{median:.3f} [{low:.3f}, {high:.3f}]"
    return f"| {database} | {work} | {len(pairs)} | {ratio} | {' | '.join(spent)} |"


def median_interval(values: list[float]) -> tuple[float, float, float]:
    """The median between two order statistics that hold the true one in 95 of 100 samples."""
    ordered, count = sorted(values), len(values)
    reach = 1.96 * sqrt(count) / 2
    low, high = max(0, int(count / 2 - reach)), min(count - 1, int(count / 2 + reach))
    return ordered[low], statistics.median(ordered), ordered[high]
