"""Play-outs a second: side by side in arrays, and one at a time, which is the baseline.

Each position is played out for 30 more turns by each policy and by the mix.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.machine import machine
from referee.engine import Game
from referee.engine.state import PLAYING, State
from referee.insight.places import places_by_method
from referee.insight.playouts import METHODS, play_outs
from referee.insight.positions import read_position

TABLE = Path(__file__).with_name("insight.md")
GOLDEN = Path(__file__).resolve().parents[1] / "tests/golden/golden"
TURNS, TOGETHER, ALONE = 30, 10_000, 100
REPEATS = 2
_HEADINGS = "side by side | alone | times | seconds"
PLAYERS = [
    {"id": f"p{seat}", "name": f"P{seat}", "role": ("monopolist", "competitor")[seat % 2]}
    for seat in range(4)
]
OPENING = {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": PLAYERS}


Start = tuple[State, int]
"""A position, and the number of its turn in progress."""


def main() -> None:
    """Measure, print and keep the table."""
    opening = Game.open(OPENING).state, 0
    golden = {path.name: read_start(path) for path in sorted(GOLDEN.glob("*two-hour*.amr.jsonl"))}
    playing = {name: start for name, start in golden.items() if start[0].status == PLAYING}
    rows = []
    for method in METHODS:
        speeds = {name: together(start, method) for name, start in playing.items()}
        slow = min(speeds, key=lambda name: speeds[name])
        begun = _cells(together(opening, method), alone(opening, method))
        later = _cells(speeds[slow], alone(playing[slow], method))
        rows.append(f"| {method} | {begun} | {later} | {slow[:2]} |")
    table = f"""# Play-outs a second

Play-outs of {TURNS} more turns to the end of the procedure, a CPU second on one core, the best of
{REPEATS} runs: {TOGETHER:,} side by side in arrays, and {ALONE} one at a time in plain Python
through the engine. They are the same games. First from the start of a game of four (us-2011), then
from the slowest of {len(playing)} golden games after half of their lines, whose number comes last.
The seconds are what {TOGETHER:,} take side by side.

| all play as | {_HEADINGS} | {_HEADINGS} | game |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---|
{chr(10).join(rows)}

{machine()}. Made by `python -m benchmarks insight`.
"""
    TABLE.write_text(table)
    sys.stdout.write(table)


def _cells(fast: float, slow: float) -> str:
    return f"{fast:,.0f} | {slow:,.0f} | {fast / slow:.0f} | {TOGETHER / fast:.2f}"


def read_start(path: Path) -> Start:
    """Return the position of a record after half of its lines."""
    content = path.read_bytes()
    position = read_position(content, 1 + content.strip().count(b"\n") // 2)
    return position.state, position.turn


def together(start: Start, method: str) -> float:
    """Return play-outs a CPU second, side by side."""
    state, turn = start

    def play(seed: str) -> None:
        places_by_method(
            state, turns=TURNS, methods=[method], playouts=TOGETHER, seed=seed, turn=turn
        )

    return TOGETHER / _least_time(play)


def alone(start: Start, method: str) -> float:
    """Return play-outs a CPU second, one at a time."""
    state, turn = start

    def play(seed: str) -> None:
        games = play_outs(state, turns=TURNS, method=method, playouts=ALONE, seed=seed, turn=turn)
        for _playout in games:
            pass

    return ALONE / _least_time(play)


def _least_time(play: Callable[[str], None]) -> float:
    """Return the CPU seconds of the quickest run; each run throws other dice."""
    times = []
    for run in range(REPEATS):
        began = time.process_time()
        play(str(run))
        times.append(time.process_time() - began)
    return min(times)


if __name__ == "__main__":
    main()
