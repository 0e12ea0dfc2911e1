"""The tables of results, with the machine and the peer they are set beside."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.machine import machine
from benchmarks.seating import instances, rounds, swiss
from tests.tournament.seating.planted import EVENTS, MIXED

SECONDS = 10.0
RESULTS = Path(__file__).with_name("RESULTS.md")

HEADING = """# The table draw, measured

`python -m benchmarks.seating` writes this file.

{machine}. One core, standard library only, {seeds} seeds an
instance, the worst of them shown.

## Whole schedules, all rounds at once

Rematches count m(m-1)/2 for a pair that met m times. *bound* is proven: no draw has fewer.
*peer*: good-enough-golfers (Node, MIT), the best open program found, on a machine of the same
kind; measured as meetings beyond the first, so that its rematches are at least as many; times
where it took longer than a second. *CPU s* is the whole command, start of Python included.
"""

PLANTED = """
## Events with a perfect draw planted in them, {seconds:g} seconds a draw

In each event a draw is hidden that has no rematch, no meeting of one club and, after every round,
nobody beyond one in roles (`tests/tournament/seating/planted.py`), so that 0/0/0 is known to
exist. *worst*: rematches, club meetings and players beyond one in roles, each the worst of the
seeds, after each draw; *perfect*: seeds with none of them after any draw, of the seeds drawn; *s*:
seconds of the longest draw. Rounds drawn one by one know the number of rounds planned and have a
seed each. *formerly*:
the program before this search ({former}), on the same machine and problems, the first seeds only.
"""

MIXED_SIZES = """
## Events of 20 to 40 players at tables of two sizes, {seconds:g} seconds a draw

Planted as above, all players free to sit anywhere. The seats at tables not of the preferred size
can be shared evenly as well. *formerly*: {former}, the first seeds only.
"""

SWISS = """
## A Swiss event: {players} players, {rounds} rounds, 2 % leave after each

Means over {events} events, the same players, clubs, strengths and drop-outs for both draws.
*points spanned*: best less least score at a table; *CPU s*: the longest draw of a round.
"""


def report(seeds: int, former: Path | None) -> Iterator[str]:
    """Yield the lines of the results."""
    yield HEADING.format(machine=machine(), seeds=seeds)
    yield from instances.table(seeds)
    for players, number, events in ((64, 6, 2 * seeds), (1000, 5, 1)):
        yield SWISS.format(players=players, rounds=number, events=events)
        yield from swiss.table(players, number, events)
    yield PLANTED.format(seconds=SECONDS, former=_version(former))
    yield from rounds.table(SECONDS, former, EVENTS)
    yield MIXED_SIZES.format(seconds=SECONDS, former=_version(former))
    yield from rounds.table(SECONDS, former, MIXED)


def _version(tree: Path | None) -> str:
    """Return the commit at which a source tree stands."""
    if tree is None:
        return "not measured"
    command = ["git", "-C", str(tree), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main(seeds: int = 3, former: Path | None = None) -> None:
    """Measure, print and write the results."""
    lines = []
    for line in report(seeds, former):
        print(line, flush=True)
        lines.append(line)
    RESULTS.write_text("\n".join(lines) + "\n")
