"""Tables that play, without HTTP: `python -m benchmarks.live.tables TABLES [--pages N]`.

Makes an event whose third round begins, plays each of its tables to the middle of the game, and
says on standard output, as JSON, who may listen (`listening`): by name the path and the header of
each tablet's stream, and of so many pages of the chief referee's. For each line on standard input,
`PAUSE SECONDS`, plays on for so long, an event every so many seconds at each table, and prints how
many were logged.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

SLUG = "playing"
PLAYED_BEFORE = 100
"""Events of each table: most deeds have owners then, and there are buildings."""
BATCH = 50
TURNS = 1_000


class PlayingTable:
    """One table: a bot's game and its tablet."""

    def __init__(self, table: Any, seed: int) -> None:
        from referee.engine import Game
        from referee.log.table_setup import setup_of
        from referee.rehearsal.scripts import bots
        from tests.referee.tables import paired

        self._name = f"{table.round.number}/{table.number}"
        self._tablet = paired(table)
        header = setup_of(self._tablet.device.game).header
        random = Random(seed)
        script = bots(random, turns=TURNS)(Game.open(header), 0)
        self._events = self._all(header, script)

    @property
    def stream(self) -> tuple[str, tuple[str, str]]:
        """Which table it is, and the path and the header of its tablet's stream."""
        header = f"Authorization: Bearer {self._tablet.token}"
        return self._name, (f"/api/v1/games/{self._tablet.game}/live", header)

    def play(self, events: int) -> None:
        """Log so many events in one batch."""
        from referee.devices.device_cache import cached_device
        from referee.log.append import append

        made = self._tablet.made_of(*islice(self._events, events))
        batch = self._tablet.batch(*made)
        device = cached_device(self._tablet.token)
        assert device is not None
        done = append(device=device, batch=batch)
        if any(verdict.verdict != "accepted" for verdict in done.verdicts):
            raise RuntimeError(done.verdicts)
        self._tablet.acknowledge(done.game)

    @staticmethod
    def _all(header: Any, script: Iterator[Any]) -> Iterator[Any]:
        yield {"type": "start", "header": header}
        yield from script


def make(count: int) -> list[PlayingTable]:
    """Make an event, and so many tables of it."""
    from benchmarks.live import events
    from tournament.models import Table

    found = events.make(SLUG, count * events.AT_A_TABLE, playing=True)
    tables = Table.objects.filter(round=found).select_related("round__event").order_by("number")
    playing = [PlayingTable(table, table.number) for table in tables]
    for each in playing:
        for _batch in range(PLAYED_BEFORE // BATCH):
            each.play(BATCH)
    return playing


def _page() -> tuple[str, str]:
    """Return the path of the chief referee's stream, in a new session, and its header."""
    from tests.accounts import signed_in, staff
    from tournament.access import Action

    client = signed_in(staff(f"chief-{time.time_ns()}", Action.ACT_AS_CHIEF, Action.SEE_EVENT))
    cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
    return f"/organise/{SLUG}/chief/live", f"Cookie: {cookies}"


def play(tables: list[PlayingTable], pause: float, seconds: float) -> int:
    """Play one table after another, each again after `pause` seconds; return the events."""
    began = time.monotonic()
    count = 0
    while True:
        due = began + count * pause / len(tables)
        if due >= began + seconds:
            return count
        time.sleep(max(0.0, due - time.monotonic()))
        tables[count % len(tables)].play(1)
        count += 1


def main() -> None:
    """Make the event, play it, and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int)
    parser.add_argument("--pages", type=int, default=0)
    given = parser.parse_args()
    tables = make(given.tables)
    listening = dict(each.stream for each in tables)
    listening |= {f"page {number}": _page() for number in range(1, given.pages + 1)}
    print(json.dumps({"listening": listening}), flush=True)
    for line in sys.stdin:
        pause, seconds = map(float, line.split())
        print(play(tables, pause, seconds), flush=True)


if __name__ == "__main__":
    main()
