"""The hall: published tables, an organiser who pairs tablets, a chief who decides, and a referee a
tablet. Everything the staff does goes through the services and is done again when the database
died meanwhile."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from django.db import (
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connections,
    transaction,
)

from referee.devices.services import invite
from referee.journal.record import events_of_record
from referee.log import chief, journal_cache
from referee.models import GameLog, SetAside
from referee.rehearsal.scripts import bots, recorded_script
from referee.rehearsal.tablet import Script
from tests.referee.tables import GOLDEN, golden, make_table
from tournament.models import Table

BY = "faults"
# Golden records whose players and rules the bots' tables borrow: four players, two hours.
EDITIONS = ("us-2011", "us-wooden", "eu-fr")
EVENTS_A_TURN = 1.9
TURNS = (15, 500)
RULINGS = 0.1
AGAIN_AFTER = 0.2
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Job:
    """A table to be played. `golden`: the record's lines, or None for a bot's game."""

    table: Table
    golden: list[dict[str, Any]] | None = None

    @property
    def header(self) -> dict[str, Any] | None:
        """What the game starts from, unless the tournament says it."""
        return events_of_record(self.golden)[0]["header"] if self.golden else None

    def script(self, random: Random, turns: int) -> Script:
        """Return the script of the table: a golden game, or bots."""
        if self.golden:
            return recorded_script(events_of_record(self.golden)[1:])
        return bots(random, turns=turns)


@dataclass
class Hall:
    """`target` events are to be recorded by `tablets`. `desk` is held by whoever of the staff uses
    the database, and by whoever replaces it."""

    tablets: int
    target: int
    random: Random
    jobs: deque[Job] = field(default_factory=deque)
    recorded: int = 0
    decided: int = 0
    rulings: int = 0
    desk: Any = field(default_factory=threading.RLock)
    closed: Any = field(default_factory=threading.Event)
    _count: Any = field(default_factory=threading.Lock)

    def open(self) -> None:
        """Publish the tables: every finished golden game, and as many for bots as may be needed."""
        games = self.tablets * (1 + self.target // (self.tablets * 750))
        with transaction.atomic():
            self.jobs.extend(_golden_tables(self.target // 2))
            for number, edition in enumerate(EDITIONS):
                share = games // len(EDITIONS) + 1
                self.jobs.extend(_bots_tables(f"bots-{number}", edition, share))
        self.random.shuffle(self.jobs)

    def next(self) -> tuple[Job, int] | None:
        """Return the next table and how many turns a bot plays there; None once all is recorded."""
        with self._count:
            left = self.target - self.recorded
            if left <= 0 or not self.jobs:
                return None
            least, most = TURNS
            turns = int(left / self.tablets / EVENTS_A_TURN)
            return self.jobs.popleft(), min(most, max(least, turns))

    def count(self) -> None:
        """Count one more recorded event."""
        with self._count:
            self.recorded += 1

    def code(self, table: Table) -> str:
        """Return a code that pairs a tablet with the table."""
        return self.persist(lambda: invite(table=table, by=BY).code)

    def preside(self) -> None:
        """Do the chief's work until the hall is closed.

        Events set aside are decided at once, and a table gets a ruling now and then.
        """
        random = Random(self.random.random())
        while not self.closed.wait(AGAIN_AFTER):
            self.decide()
            if random.random() < RULINGS:
                self.persist(lambda: self._rule(random))

    def decide(self) -> None:
        """Decide about everything that was set aside: it does not count."""
        self.decided += self.persist(_discard_all)

    def persist(self, work: Callable[[], Answer]) -> Answer:
        """Do this on a connection of its own, again until the database lived through it.

        Once the hall is closed it is not tried again.
        """
        while True:
            with self.desk:
                try:
                    return work()
                except (OperationalError, InterfaceError, InternalError, ProgrammingError):
                    # The last: PostgreSQL on a disk that became read-only.
                    if self.closed.is_set():
                        raise
                finally:
                    connections.close_all()
            self.closed.wait(AGAIN_AFTER)

    def forget_logs(self) -> None:
        """Forget the logs that the chief has read: the database was put back.

        Whoever does that starts every process anew; the chief decides in this one.
        """
        journal_cache.forget()

    def _rule(self, random: Random) -> None:
        games = list(GameLog.objects.filter(state=GameLog.State.PLAYING).values_list("pk"))
        if games:
            (game,) = random.choice(games)
            event = {"type": "ruling", "text": "The dice on the floor are thrown again."}
            self.rulings += not chief.append_chief(game_id=game, event=event, by=BY)


@contextmanager
def presiding(hall: Hall, chiefs: int) -> Iterator[None]:
    """Let so many chiefs work meanwhile, all at once."""
    threads = [threading.Thread(target=hall.preside, daemon=True) for _chief in range(chiefs)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        hall.closed.set()
        for thread in threads:
            thread.join()


def _discard_all() -> int:
    entries = SetAside.objects.filter(state=SetAside.State.OPEN).values_list("pk", flat=True)
    for entry in list(entries):
        chief.discard(entry_id=entry, decision="The other tablet went on.", by=BY)
    return len(entries)


def _golden_tables(most: int) -> Iterator[Job]:
    """Yield a table for each finished golden game, of at most so many events in all."""
    for path in sorted(GOLDEN.glob("*.amr.jsonl")):
        lines = golden(path.name.partition(".")[0])
        most -= len(lines)
        if "still" in path.name or most < 0:
            continue
        yield Job(_all(make_table(lines[0], slug=path.name.split("_")[0]))[0], lines)


def _bots_tables(slug: str, edition: str, tables: int) -> Iterator[Job]:
    header = {
        "edition": edition,
        "mode": "two-hour",
        "players": [
            {"id": f"p{seat}", "name": f"Player {seat}", "role": role}
            for seat, role in enumerate(["competitor", "monopolist"] * 2, start=1)
        ],
    }
    yield from map(Job, _all(make_table(header, slug=slug, tables=tables)))


def _all(table: Table) -> list[Table]:
    found = Table.objects.filter(round=table.round).select_related("round__event")
    return list(found.order_by("number"))
