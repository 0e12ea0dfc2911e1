"""Are the chances right? Games of the policies, asked for their chances before they were over.

There are no real logs yet, so these are games of the policies themselves, which were written down
before anything was fitted. The chances are those of the mix, and do not know who plays how.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from benchmarks.machine import machine
from referee.insight.calibration import (
    QUARTERS,
    Forecast,
    bins_of,
    calibration_error,
    checkpoints_of,
    forecasts_of,
    score,
)
from referee.insight.chances import tallies
from referee.insight.fairness import Setting, divisions, open_table
from referee.insight.playouts import METHODS, MIX, play_outs
from scoring.game.editions import load_edition
from tournament.common.intervals import share_interval

TABLE = Path(__file__).with_name("calibration.md")
EDITION, SIZE, TURNS = "us-2011", 4, 120
GAMES, GAMES_OF_A_POLICY, PLAYOUTS = 300, 60, 100
POSITIONS, LONG_RUN = 60, 2000
SURE = 0.02
SEED = "2026-11-28"


def main() -> None:
    """Play, score, print and keep the tables."""
    setting = Setting(load_edition(EDITION), TURNS, (SIZE,))
    called = {
        method: forecasts_by(setting, method, GAMES if method == MIX else GAMES_OF_A_POLICY)
        for method in METHODS
    }
    mixed = called[MIX]
    held, of = intervals_held(setting)
    low, high = share_interval(held, of)
    by_quarter = [
        _score_row(f"{quarter}/4", [forecast for forecast in mixed if forecast.quarter == quarter])
        for quarter in QUARTERS
    ]
    by_method = [
        f"{_score_row(method, forecasts)} {100 * calibration_error(forecasts):.1f} |"
        for method, forecasts in called.items()
    ]
    table = f"""# Are the chances right?

Games of {EDITION} with {SIZE} players and {TURNS} turns, played by the policies: {GAMES} by the
mix, {GAMES_OF_A_POLICY} by each policy alone. At a quarter, half and three quarters of the turns
each player's chance to win is told from {PLAYOUTS} play-outs of the mix, which do not know who
plays how. Seed {SEED}.

Brier's score, 0 is perfect. “Even” says the same for all, “role” how often the role won in these
games, “leader” that the leader of now wins for certain, “leaders’ rate” how often leaders and
others won in the games of that row.

| games of the mix, at | chances | even | role | leader | leaders’ rate |
|---|---:|---:|---:|---:|---:|
{chr(10).join(by_quarter)}
{_score_row("all", mixed)}

| all play as | chances | even | role | leader | leaders’ rate | calibration error, points |
|---|---:|---:|---:|---:|---:|---:|
{chr(10).join(by_method)}

What was said in the games of the mix, and how often it came, in percent. Calls of one game depend
on each other, so the intervals (Wilson, 95 %) are somewhat too narrow.

| said | forecasts | came |
|---:|---:|---|
{chr(10).join(_bin_rows(mixed))}

The 95 % intervals of {PLAYOUTS} play-outs held the share of a long run ({LONG_RUN:,}) in {held} of
{of} cases, {100 * held / of:.1f} % ({100 * low:.1f} to {100 * high:.1f}). Cases in which the long
run says less than 2 % or more than 98 % are left out: they always hold.

{machine()}. Made by `python -m benchmarks calibration`.
"""
    TABLE.write_text(table)
    sys.stdout.write(table)


def forecasts_by(setting: Setting, method: str, games: int) -> list[Forecast]:
    """Return the forecasts of so many games by a method, each division of roles in turn."""
    ways = divisions(SIZE)
    found = []
    for number in range(games):
        start = open_table(setting, ways[number % len(ways)])
        (game,) = play_outs(
            start, turns=TURNS, method=method, playouts=1, seed=f"{SEED}:{method}:{number}"
        )
        found += forecasts_of(
            checkpoints_of(start, game.lines, TURNS),
            game.places,
            playouts=PLAYOUTS,
            seed=f"{SEED}:{method}:{number}:told",
        )
    return found


def intervals_held(setting: Setting) -> tuple[int, int]:
    """Return how many intervals of a sample hold the long run's share, and of how many."""
    held = of = 0
    for number in range(POSITIONS):
        random = Random(f"{SEED}:{number}")
        roles = divisions(SIZE)[int(random.random() * len(divisions(SIZE)))]
        start = open_table(setting, roles)
        (game,) = play_outs(
            start, turns=TURNS, method=MIX, playouts=1, seed=f"{SEED}:long:{number}"
        )
        checkpoints = checkpoints_of(start, game.lines, TURNS)
        checkpoint = checkpoints[int(random.random() * len(checkpoints))]
        short, long = (
            tallies(
                checkpoint.state,
                turns=checkpoint.turns,
                playouts=playouts,
                seed=f"{SEED}:{number}:{playouts}",
                turn=checkpoint.turn,
                methods=[MIX],
            )[0]
            for playouts in (PLAYOUTS, LONG_RUN)
        )
        for player in range(SIZE):
            share = long.share(player, 1)
            if SURE < share < 1 - SURE:
                low, high = share_interval(short.counts[player][0], PLAYOUTS)
                held += low <= share <= high
                of += 1
    return held, of


def _score_row(name: str, forecasts: Sequence[Forecast]) -> str:
    found = score(forecasts)
    figures = (found.chances, found.even, found.role, found.leader, found.leader_rate)
    return f"| {name} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |"


def _bin_rows(forecasts: Sequence[Forecast]) -> list[str]:
    return [
        f"| {100 * one.said:.0f} | {one.forecasts} | {100 * one.came:.0f} "
        f"({100 * one.interval.low:.0f}–{100 * one.interval.high:.0f}) |"
        for one in bins_of(forecasts)
    ]


if __name__ == "__main__":
    main()
