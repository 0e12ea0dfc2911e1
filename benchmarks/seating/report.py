"""The tables of results, with the machine and the peer they are set beside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.machine import machine
from benchmarks.seating import instances, swiss

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

SWISS = """
## A Swiss event: {players} players, {rounds} rounds, 2 % leave after each

Means over {events} events, the same players, clubs, strengths and drop-outs for both draws.
*points spanned*: best less least score at a table; *CPU s*: the longest draw of a round.
"""


def report(seeds: int) -> Iterator[str]:
    """The lines of the results."""
    yield HEADING.format(machine=machine(), seeds=seeds)
    yield from instances.table(seeds)
    for players, rounds, events in ((64, 6, 2 * seeds), (1000, 5, 1)):
        yield SWISS.format(players=players, rounds=rounds, events=events)
        yield from swiss.table(players, rounds, events)


def main(seeds: int = 3) -> None:
    """Measure, print and write the results."""
    lines = []
    for line in report(seeds):
        print(line, flush=True)
        lines.append(line)
    RESULTS.write_text("\n".join(lines) + "\n")
