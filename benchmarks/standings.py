"""Standings of 20,000 players after 100,000 results, beside the plainest exact ranking: one
Fraction a seat, added up and sorted, by points and final cash only.

Units: seconds of CPU time on one core, the best of three; a result is one player's at one table.
"""

import gc
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.machine import machine
from scoring.competition.points import points_of
from scoring.competition.scheme import DEFAULT_POINTS, Scheme, SeatScore, TableScore
from scoring.competition.standings import rank
from scoring.competition.tie_breaks import TIE_BREAKS

PLAYERS, ROUNDS, SEATS = 20_000, 5, 4
TABLE = Path(__file__).with_suffix(".md")


def main() -> None:
    """Measure, print and keep the table."""
    players = [f"p{number:05d}" for number in range(1, PLAYERS + 1)]
    tables = random_event(players)
    schemes = {
        "points alone": Scheme(),
        "points and all tie-breaks": Scheme(tie_breaks=tuple(TIE_BREAKS), lot_seed="bench"),
        "the same, two rounds of each left out": Scheme(
            tie_breaks=tuple(TIE_BREAKS), lot_seed="bench", discards=2, least_counting=3
        ),
    }
    rows = [
        (name, best_of(3, partial(rank, players, tables, scheme)))
        for name, scheme in schemes.items()
    ]
    rows.append(("plain Fractions, points and final cash", best_of(3, lambda: plain(tables))))
    table = render(rows)
    TABLE.write_text(table)
    sys.stdout.write(table)


def random_event(players: list[str]) -> list[TableScore]:
    """Return random tables of four; final cash up to 600, so that some places are shared."""
    random = Random(20_260_516)
    tables = []
    for number in range(1, ROUNDS + 1):
        order = random.sample(players, len(players))
        for start in range(0, len(order), SEATS):
            cash = [random.randrange(600) for _ in range(SEATS)]
            seats = (
                SeatScore(player, ("competitor", "monopolist")[seat % 2], place, own)
                for seat, (player, own, place) in enumerate(
                    zip(order[start : start + SEATS], cash, places_of(cash), strict=True)
                )
            )
            tables.append(TableScore(number, start // SEATS + 1, tuple(seats)))
    return tables


def places_of(cash: list[int]) -> list[int]:
    """Return places by cash, equal cash sharing a place."""
    return [1 + sum(other > own for other in cash) for own in cash]


def plain(tables: list[TableScore]) -> list[tuple[Fraction, int, str]]:
    """Rank as the baseline does."""
    points: dict[str, Fraction] = {}
    cash: dict[str, int] = {}
    for table in tables:
        earned = points_of([seat.place for seat in table.seats], DEFAULT_POINTS)
        for seat, share in zip(table.seats, earned, strict=True):
            points[seat.player] = points.get(seat.player, Fraction(0)) + share
            cash[seat.player] = cash.get(seat.player, 0) + seat.final
    return sorted(((points[name], cash[name], name) for name in points), reverse=True)


def best_of(times: int, work: Callable[[], object]) -> float:
    """Return the least CPU seconds that `work` took."""
    seconds = []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def render(rows: list[tuple[str, float]]) -> str:
    """Return the table as Markdown."""
    results = PLAYERS * ROUNDS
    lines = [
        "# Standings",
        "",
        f"{results:,} results of {PLAYERS:,} players ranked exactly; bound: 1 s. {machine()}.",
        "",
        "| ranking | seconds |",
        "|---|---:|",
        *(f"| {name} | {seconds:.2f} |" for name, seconds in rows),
        "",
    ]
    return "\n".join(lines)
