"""The chances of 250 running tables in a minute, which half a core has to do.

A table's game is a golden record up to its middle, with an hour of two left on the clock. Then the
worker's steps follow one another until no table waits. It rests as long as it works, so the time
until the last table has its chances is twice the sum; 30 seconds of work fill a minute.
"""

import datetime as dt
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.machine import machine

if TYPE_CHECKING:
    from tournament.models import Event

TABLE = Path(__file__).with_name("live_chances.md")
TABLES = (25, 100, 250)
GAMES = ("02", "11")
"""Golden records of two hours: a usual one, and one that is slow to be played out."""
FEWEST = 200
"""The play-outs of each policy that every table is to have."""
SHARE = 0.5
"""The share of a core that all tables may take."""
BATCH = 50
BY = "benchmark"
HOUR = dt.timedelta(hours=1)
HEAD = """# Chances of running tables

Each table of an event is in the middle of the same golden game, an hour of two left on its clock;
the worker's steps follow one another until no table waits. CPU in seconds, on SQLite; a minute of
half a core has 30. *Play-outs*: of each policy, of the table with the fewest and of the median one;
bar {fewest}.

| game | tables | turns left | fewest play-outs | median | CPU: playing out | the rest | of a core |
|---|---:|---:|---:|---:|---:|---:|---:|
"""


class Minute(NamedTuple):
    """A minute's figures for all tables."""

    turns: int
    playouts: list[int]
    played: float
    stored: float

    @property
    def share(self) -> float:
        """The share of a core that playing out took, for which the worker rests."""
        return self.played / 60


def main() -> None:
    """Measure, print and keep the table; the exit code says whether a bar was missed."""
    with tempfile.TemporaryDirectory(prefix="chances-") as data:
        os.environ.update(DATA_DIR=data, DATABASE_URL="", REDIS_URL="", DEBUG="false")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        found = {(game, tables): _measure(game, tables) for game in GAMES for tables in TABLES}
    lines = [_line(*key, minute) for key, minute in found.items()]
    table = HEAD.format(fewest=FEWEST) + "\n".join(lines) + f"\n\n{machine()}. Made by "
    TABLE.write_text(table + "`python -m benchmarks live_chances`.\n")
    sys.stdout.write(TABLE.read_text())
    missed = [key for key, one in found.items() if min(one.playouts) < FEWEST or one.share > SHARE]
    if missed:
        sys.exit(f"over a bar: {missed}")


def _measure(name: str, tables: int) -> Minute:
    """Play the tables' games to their middle, and compute all their chances once."""
    from django.utils import timezone

    from referee.chances.playing import RATE
    from referee.models import LiveChance
    from tournament.events.services.events import update_event

    event = _begin(name, tables)
    now = timezone.now()
    _first_seconds, rate = _minute(now, RATE)
    # As a minute later, when what play-outs take is known, and all games went on.
    LiveChance.objects.filter(game__table__round__event=event).delete()
    begun = time.process_time()
    played, _rate = _minute(now, rate)
    stored = time.process_time() - begun
    rows = LiveChance.objects.filter(game__table__round__event=event)
    counted = [(row.turns, row.playouts) for row in rows]
    assert len(counted) == tables, f"{tables - len(counted)} tables have no chances"
    update_event(event=event, by=BY, shows_chances=False)
    return Minute(counted[0][0], [playouts for _turns, playouts in counted], played, stored)


def _minute(now: dt.datetime, rate: float) -> tuple[float, float]:
    """Compute until no table waits; return the seconds, and what play-outs took last."""
    from referee.chances import worker

    seconds = 0.0
    while (work := worker.step(now=now, looked_back_at=now, rate=rate)).seconds:
        seconds, rate = seconds + work.seconds, work.rate
    return seconds, rate


def _begin(name: str, tables: int) -> "Event":
    """Return an event whose tables have played half of a golden game for an hour."""
    from django.utils import timezone

    from benchmarks.append.ours import appends
    from benchmarks.append.tablets import paired_game
    from tests.referee.tables import golden, make_table
    from tournament.events.services.events import update_event
    from tournament.models import ClockEntry, Table

    lines = golden(name)
    first = make_table(lines[0], slug=f"chances-{name}-{tables}", tables=tables, published=True)
    event = update_event(event=first.round.event, by=BY, shows_chances=True)
    started = timezone.now() - HOUR
    ClockEntry.objects.create(round=first.round, kind="start", at=started, by=BY)
    for table in Table.objects.filter(round=first.round).select_related("round__event"):
        for request in appends(paired_game(table, lines), len(lines) // 2, BATCH):
            request()
    return event


def _line(game: str, tables: int, minute: Minute) -> str:
    cells = [
        game,
        str(tables),
        str(minute.turns),
        f"{min(minute.playouts):,}",
        f"{median(minute.playouts):,.0f}",
        f"{minute.played:.1f}",
        f"{minute.stored:.1f}",
        f"{minute.share:.2f}",
    ]
    return f"| {' | '.join(cells)} |"
