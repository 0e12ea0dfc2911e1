"""Ratings of games whose strengths are known: do they find the order, and are they as sure as told?

Games of two to six are played by a model with known strengths (Gumbel's noise on each, so that
every pair follows Bradley and Terry). Several tournaments of games are rated, each with strengths
of its own.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from math import log
from pathlib import Path
from random import Random

from benchmarks.machine import machine
from scoring.competition.rating import MIDDLE, SCALE, rate
from scoring.result import GameResult, SeatResult

TABLE = Path(__file__).with_name("rating.md")
PLAYERS, GAMES, RUNS, RESAMPLES = 100, 10_000, 8, 100
OFFSET = 0.4
"""How much stronger a monopolist is, in units of strength."""


def main() -> None:
    """Measure, print and keep the table."""
    found = [measure(str(run)) for run in range(RUNS)]
    order, held, offsets, seconds = zip(*found, strict=True)
    true = OFFSET * SCALE
    table = f"""# Ratings beside known strengths

{RUNS} times {GAMES:,} games of 2 to 6 among {PLAYERS} players; {RESAMPLES} resamples.

| what | figure |
|---|---:|
| rank correlation with the true strengths, worst run | {min(order):.3f} |
| true strengths within the 95 % interval | {100 * statistics.mean(held):.1f} % |
| the same, worst and best run | {100 * min(held):.0f} %, {100 * max(held):.0f} % |
| offset of the monopolist's role, mean (true: {true:.1f} points) | {statistics.mean(offsets):.1f} |
| CPU seconds a run | {statistics.mean(seconds):.0f} |

{machine()}. Made by `python -m benchmarks rating`.
"""
    TABLE.write_text(table)
    sys.stdout.write(table)


def measure(seed: str) -> tuple[float, float, int, float]:
    """Return rank correlation, share of intervals that hold, the role's offset, and CPU seconds."""
    random = Random(seed)
    strengths = {f"{number:03}": random.gauss(0, 0.7) for number in range(PLAYERS)}
    games = [play(random, strengths) for _ in range(GAMES)]
    began = time.process_time()
    ratings = rate(games, seed=seed, resamples=RESAMPLES)
    seconds = time.process_time() - began
    middle = statistics.mean(strengths.values())
    true = [MIDDLE + SCALE * (strength - middle) for strength in strengths.values()]
    rated = [ratings.players[player] for player in strengths]
    held = [one.low <= strength <= one.high for one, strength in zip(rated, true, strict=True)]
    order = statistics.correlation(_ranks([one.value for one in rated]), _ranks(true))
    return order, statistics.mean(held), ratings.monopolists["us-2011"].value, seconds


def _ranks(values: Sequence[float]) -> list[float]:
    """Return each value's rank from 0 up; equal ones are ranked in turn."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = dict(zip(order, range(len(values)), strict=True))
    return [float(ranks[place]) for place in range(len(values))]


def play(random: Random, strengths: dict[str, float]) -> GameResult:
    """Play one game of 2 to 6 players in random roles."""
    seated = random.sample(sorted(strengths), random.randint(2, 6))
    roles = {player: random.choice(("competitor", "monopolist")) for player in seated}
    luck = {
        player: strengths[player]
        + OFFSET * (roles[player] == "monopolist")
        - log(-log(random.random()))
        for player in seated
    }
    order = sorted(seated, key=lambda player: -luck[player])
    seats = [SeatResult(player, roles[player], order.index(player) + 1, 0) for player in seated]
    return GameResult("us-2011", "two-hour", tuple(seats))


if __name__ == "__main__":
    main()
