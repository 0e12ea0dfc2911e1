"""Simulated games a minute: a study of fairness, and plain play-outs, which are the baseline.

A study plays two-hour games side by side and looks into one of eight; it plays games A and B
through the engine one at a time.
"""

import sys
import time
from pathlib import Path

from benchmarks.machine import machine
from referee.engine.state import GAME_A, GAME_B, TWO_HOUR
from referee.insight.fairness import (
    GameTally,
    Setting,
    divisions,
    open_table,
    play,
    tallies_of,
    turns_within,
)
from referee.insight.playouts import METHODS, play_outs
from scoring.game.editions import EDITIONS, load_edition

TABLE = Path(__file__).with_name("fairness.md")
PLAYERS, TURNS = 4, turns_within(120, 60)
TO_TIME, SO_FAR, ALONE = 3_072, 12, 2
"""The games of each method, of a two-hour study, of one of A or B, and of the baseline."""
BAR = 50_000


def main() -> None:
    """Measure, print and keep the table; the exit code says whether a bar was missed."""
    found = {
        (name, mode): (_studied(_setting(name, mode)), _alone(_setting(name, mode)))
        for name in EDITIONS
        for mode in (TWO_HOUR, GAME_A, GAME_B)
    }
    lines = [
        f"| {name} | {mode} | {fast:,.0f} | {slow:,.0f} | {fast / slow:.1f} |"
        for (name, mode), (fast, slow) in found.items()
    ]
    table = f"""# Simulated games a minute

Games of {PLAYERS} of {TURNS} turns, a minute of CPU on one core, the mean of all ways to play:
as a study of fairness plays them, and one at a time in plain Python through the engine. Games A and
B end by themselves or are left open after so many turns. A study looks into all of them, so it
plays them one at a time too. Two-hour games are {TO_TIME:,} by each way to play; fewer fill the
arrays less. Bar for them: {BAR:,}.

| edition | mode | study | alone | times |
|---|---|---:|---:|---:|
{chr(10).join(lines)}

{machine()}. Made by `python -m benchmarks fairness`.
"""
    TABLE.write_text(table)
    sys.stdout.write(table)
    missed = [key for key, (fast, _slow) in found.items() if key[1] == TWO_HOUR and fast < BAR]
    if missed:
        sys.exit(f"below the bar: {missed}")


def _setting(name: str, mode: str) -> Setting:
    return Setting(load_edition(name), TURNS, (PLAYERS,), mode=mode)


def _studied(setting: Setting) -> float:
    """Return the games a minute of a study."""
    tallies: list[GameTally] = tallies_of(setting)
    games = TO_TIME if setting.mode == TWO_HOUR else SO_FAR
    began = time.process_time()
    for _share in play(setting, tallies, games=games, seed="1"):
        pass
    return 60 * sum(tally.games for tally in tallies) / (time.process_time() - began)


def _alone(setting: Setting) -> float:
    """Return the games a minute through the engine, as many of each division of the roles."""
    games, began = 0, time.process_time()
    for roles in divisions(PLAYERS):
        start = open_table(setting, roles)
        for method in METHODS:
            for _game in play_outs(start, turns=TURNS, method=method, playouts=ALONE, seed="1"):
                games += 1
    return 60 * games / (time.process_time() - began)


if __name__ == "__main__":
    main()
