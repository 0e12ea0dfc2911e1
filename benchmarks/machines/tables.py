"""Bots at many tables: `python -m benchmarks.machines.tables TABLES PAUSE FOLDER ADDRESS…`.

Makes events of ten tables, pairs a tablet with each, half of them at each address, and says
`playing` on standard output when all have begun. They play until standard input ends. What the
tablets have is then compared with the server's logs, and the file `tables.json` in the folder says
what came of it; the clients' histories lie beside it for `benchmarks.faults.history_check`.
"""

import json
import os
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

OF_AN_EVENT = 10
SLUG = "event-{}"
TURNS = 5_000
WAIT_SECONDS = 300.0
FIRST_WAIT = 0.5
BEGINNING_SECONDS = 0.3
"""The time between two tables that begin: nobody measures that."""
HEADER = {
    "edition": "us-2011",
    "mode": "two-hour",
    "players": [
        {"id": f"p{seat}", "name": f"Player {seat}", "role": role}
        for seat, role in enumerate(["competitor", "monopolist"] * 2, start=1)
    ],
}


class EndedError(Exception):
    """The measurement is over."""


class Tables:
    """The tablets; all play at once."""

    def __init__(self, folder: Path, pause: float, addresses: list[str]) -> None:
        self._folder, self._pause, self._addresses = folder, pause, addresses
        self._over = threading.Event()
        self._begun: set[int] = set()
        self.tablets: list[Any] = []
        self._histories: list[Any] = []

    def make(self, count: int) -> None:
        """Make the events, and a tablet for each of so many tables."""
        from referee.devices.services import invite

        for table in _tables(count):
            code = invite(table=table, by="machines").code
            self.tablets.append(self._tablet(len(self.tablets), code))

    def play(self) -> None:
        """Play until standard input ends, and bring what the server lacks then."""
        sys.setswitchinterval(0.001)
        with ThreadPoolExecutor(max_workers=len(self.tablets)) as pool:
            played = [pool.submit(self._play, each) for each in range(len(self.tablets))]
            end = time.monotonic() + WAIT_SECONDS
            while len(self._begun) < len(self.tablets) and time.monotonic() < end:
                time.sleep(0.2)
            print("playing" if len(self._begun) == len(self.tablets) else "stuck", flush=True)
            sys.stdin.read()
            self._over.set()
            for each in played:
                each.result()
            list(pool.map(self._reconcile, self.tablets))
        for history in self._histories:
            history.close()

    def report(self) -> dict[str, Any]:
        """Return what came of it."""
        from django.db import connections

        from benchmarks.faults.history import export_logs
        from referee.rehearsal.event import judge

        # The database was away meanwhile.
        connections.close_all()
        export_logs(self._folder, {tablet.game for tablet in self.tablets} - {""})
        command = [sys.executable, "-m", "benchmarks.faults.history_check", str(self._folder)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        checked = json.loads(done.stdout)
        refused: Counter[str] = Counter()
        for tablet in self.tablets:
            refused.update(tablet.refusals)
        return {
            "exchanges": [[asdict(each) for each in one.exchanges] for one in self.tablets],
            "acknowledged": sum(len(one.outbox.places) for one in self.tablets),
            "recorded": sum(len(one.outbox.events) for one in self.tablets),
            "refused": refused,
            "verdict": asdict(judge(self.tablets)),
            "history": checked["counts"],
            "violations": checked["violations"][:20],
        }

    def _tablet(self, number: int, code: str) -> Any:
        from benchmarks.faults.history import History, TellingClient, tell_of
        from referee.rehearsal.http_client import Faults
        from referee.rehearsal.scripts import bots
        from referee.rehearsal.tablet import Tablet

        random = Random(number)
        history = History(self._folder, f"table-{number}")
        self._histories.append(history)
        client = TellingClient(self._addresses[number % len(self._addresses)], Faults(), random)
        tablet = Tablet(
            client.tell(history, str(number)),
            lambda: code,
            random,
            bots(random, turns=TURNS),
            first_wait=FIRST_WAIT,
            listens=True,
        )
        tell_of(tablet, client)
        return tablet

    def _play(self, number: int) -> None:
        from django.db import connections

        from referee.rehearsal.retries import StuckError

        tablet = self.tablets[number]
        self._over.wait(BEGINNING_SECONDS * number)
        try:
            tablet.run(lambda: self._wait(number))
        except EndedError:
            pass
        except StuckError as error:
            tablet.problem = str(error)
        finally:
            connections.close_all()

    def _wait(self, number: int) -> None:
        self._begun.add(number)
        if self._over.wait(self._pause):
            raise EndedError

    @staticmethod
    def _reconcile(tablet: Any) -> None:
        from referee.rehearsal.retries import StuckError

        try:
            tablet.reconcile()
        except StuckError as error:
            tablet.problem = str(error)


def _tables(count: int) -> Iterator[Any]:
    """Yield so many tables of published events."""
    from django.db import transaction

    from tests.referee.tables import make_table
    from tournament.models import Event, Table

    for number in range(-(-count // OF_AN_EVENT)):
        slug = SLUG.format(number + 1)
        of_this = min(OF_AN_EVENT, count - number * OF_AN_EVENT)
        with transaction.atomic():
            made = make_table(HEADER, slug=slug, tables=of_this)
        Event.objects.filter(slug=slug).update(published=True)
        found = Table.objects.filter(round=made.round).select_related("round__event")
        yield from found.order_by("number")


def main() -> None:
    """Make the tables, play them, and leave what came of it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int)
    parser.add_argument("pause", type=float)
    parser.add_argument("folder", type=Path)
    parser.add_argument("addresses", nargs="+")
    given = parser.parse_args()
    tables = Tables(given.folder, given.pause, given.addresses)
    tables.make(given.tables)
    tables.play()
    (given.folder / "tables.json").write_text(json.dumps(tables.report()), "utf-8")


if __name__ == "__main__":
    main()
